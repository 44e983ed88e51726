//! Taflpost: a play-by-email turn server for hnefatafl and the whole tafl family.
//!
//! A mail comes in, the server reads a command, the game moves on, and boards go out. This page is the map. The first lines of
//! each file say what is in it. To see the program work, read `tests/dialogs/first-game.dialog`, then
//! `src/worker/mail_processor/incoming.rs`.
//!
//! # The flow
//!
//! ```text
//!  bytes --intake--> spool --mail--> Message --command--> [Command] --club--> Decision --letters--> Letter
//!          (door)   (store)  (pure)            (pure)    + complaints (pure)  changes, (words)       |
//!                     |                                                       notices                v
//!                     |                                                                           outbox
//!                     '--- worker: one savepoint from "next in the spool" to "changes, outbox       (store)
//!                          rows and spool row done"; up to 64 mails in one commit                    |
//!                                                                                   relay <--delivery'
//!                                                                                            (door)
//! ```
//!
//! # What is true after which commit
//!
//! A mail that comes in:
//!
//! ```text
//!  spooled --handled--> done        the text is dropped, the fingerprint is kept: a repeat is recognized and dropped
//!     '----failed too often-> failed the text is kept; the operator can have the mail handled again
//! ```
//!
//! A mail is received when its spool row is committed. Only then does a door answer 250, `deliver` exit with 0, or a mail leave the
//! mailbox it was fetched from. If the power fails before the commit, the sender still has the mail; after it, the spool has it.
//!
//! A letter that goes out:
//!
//! ```text
//!  waiting --taken by the relay--> sent
//!     |'---refused for good, or tried for five days--> given-up, until the operator sends it again
//!     '----by the operator, also from given-up, or by age if it goes to a stranger--> dropped
//! ```
//!
//! A letter becomes `waiting` in the same commit as the change it reports, with its bytes finished. If the power fails between the
//! relay's 250 and `sent`, the letter goes out again with the same Message-ID.
//!
//! Time: only served time counts on a clock. It is the time in which the clockwork looked and its commit succeeded
//! (`src/clock/served_time.rs`). Any other time (the server was off, the machine was suspended, somebody set its clock) moves all
//! deadlines by as much. A player loses on time only after every mail that came before has been handled (`src/club/model/unread_mails.rs`).
//!
//! A clock: it starts when the letter about the turn becomes `sent`, in the same commit. It stops with a move, at the moment when a
//! door accepted the mail. What becomes due without a mail is decided by the clockwork (`src/worker/mail_processor/clockwork.rs`), in the
//! same way.
//!
//! A game: `invited -> running | declined | withdrawn`, `running -> ended` (see [`club`]). A challenge is a game that has not begun; it
//! keeps its board number when it begins.
//!
//! A tournament: `draft -> open <-> closed -> running -> finished` (see [`club::organizing`]). A round is paired, and all its games begin,
//! in one savepoint, so no round begins twice. Each ruling of an organizer is a row with its reason, so it can be taken back.
//!
//! A move belongs to one position: the reply key names the position that it answers, and so does `#n`. If a mail comes twice by
//! different ways, the second one finds the move made and says so. To end a game or to offer something, the key of an earlier move is
//! not enough. If the server is not sure that something was meant, it asks (`src/club/playing/certainty.rs`). The key of that letter
//! holds the command for a yes, and the words that came with it for the player's next move. The key of a letter that tells where a piece can go, or
//! asks which one, holds that square: the answer may name only the other one.
//!
//! # The floors
//!
//! The `mod` lines below stand in groups. A group is a floor. A file may use lower floors and its own folder, never the same floor
//! or a higher one. The `mod` lines of each folder stand in groups in the same way, but there the files of one group may use each other.
//! Tests check this, and that no files need each other in a ring.
//!
//! - 0, values: [`tafl`] the game, [`mail`] a mail as a value, [`chance`] random numbers from a seed, [`clock`] how much time a side has, and
//!   how an instant is told; below them `allocator`, where memory comes from
//! - 1, one trade each: [`command`] what can be asked, [`render`] boards as text, tables and pictures
//! - 2, the decision: [`club`] what a request changes and who is told
//! - 3, words: [`wording`] how everything is said, in every language, for a letter or a page
//! - 4, letters and memory: [`letters`] notices become letters, [`store`] SQLite, [`journal`] the operator's log
//! - 5, the worker: [`worker`] where the flow is joined
//! - 6, doors: [`intake`] SMTP, LMTP, standard input, a mailbox at a provider, a Maildir; [`delivery`] to a relay, a
//!   program or into Maildirs
//! - 7, the command line: [`cli`]
//!
//! # What is absent, on purpose
//!
//! - **`tafl` knows no players; `club` knows no mail text, no SQL and no wording; `wording` knows no mails; `letters` knows no rules;
//!   `store` decides nothing; `intake` does not decide; `delivery` does not write letters.**
//! - **Nothing below the doors asks for the time of day or draws random numbers.** chrono comes without its `clock` feature; the time and the
//!   [`chance::Chance`] are arguments. So a test can replay any dialog.
//! - **A position is never stored.** The moves are stored, and they are replayed with the rules that the game began with. A rating is
//!   stored, so that nobody waits, but it can be calculated again from the results, to the last thousandth ([`club::rating`]).
//! - **No secret is kept longer than needed.** Passwords and reply keys are hashed. The text of a mail goes when the mail is handled; the
//!   bytes of a letter, and its key with them, go when the letter is sent. What a player wrote in a letter to another is kept for the
//!   week in which the letter can come back. Words for somebody who has not joined wait with the challenge until then; those of a first
//!   mail wait for the yes to its sign-up, at most three days. No Message-ID of ours is kept: the root of a thread is made again each time.
//! - **Each package has one home**: mailparse, html5gum, html5ever, regex and lettre's builder in `mail`; lettre's transport in `delivery`;
//!   rusqlite, lz4_flex, flate2 and data-encoding in `store`; minijinja in `wording`; argon2, skillratings and integer-blossom
//!   in `club`; png in `render`; chrono-tz in `clock`; clap and rustix in `cli`; tokio and async-imap in the doors. memchr is
//!   wherever much text is searched, mimalloc in `allocator`.
//! - **No second way to apply a change.** Several commands in one mail are loaded, decided and applied one after the other, inside one
//!   savepoint.

#![deny(unreachable_pub)]

mod allocator;
pub mod chance;
pub mod clock;
pub mod mail;
pub mod tafl;

pub mod command;
pub mod render;

pub mod club;

pub mod wording;

pub mod journal;
pub mod letters;
pub mod store;

pub mod worker;

pub mod delivery;
pub mod intake;

pub mod cli;
