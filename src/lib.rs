//! Taflpost: a play-by-email turn server for hnefatafl and the whole tafl family.
//!
//! A mail comes in, a command is understood, the game moves on, boards go out. This page is the map; each file says in
//! its first lines what lives in it. To see it work, read `tests/dialogs/first-game.dialog`, then
//! [`worker`]`/incoming.rs`.
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
//! # What becomes true when
//!
//! A mail coming in:
//!
//! ```text
//!  spooled --handled--> done        raw text dropped, fingerprint kept: a repeat is known and forgotten
//!     '----failed too often-> failed raw text kept for the operator, who can have it handled again
//! ```
//!
//! It counts as received at the commit of its spool row. Only then does a door say 250, `deliver` exit with 0, or a mail
//! leave the mailbox it was fetched from. If the
//! power goes before, the sender still has it; after, the spool has it.
//!
//! A letter going out:
//!
//! ```text
//!  waiting --taken by the relay--> sent
//!     |'---refused for good, or tried for five days--> given-up, until the operator sends it again
//!     '----by the operator's hand, as from given-up, or by age where it is to a stranger--> dropped
//! ```
//!
//! It becomes `waiting` in the same commit as the change it reports, with its bytes finished. If the power goes between
//! the relay's 250 and `sent`, the letter goes out again with the same Message-ID.
//!
//! Time: a clock counts only served time, the spans in which the clockwork looked and its commit stood ([`clock`], `served.rs`). All
//! else (an absence, a machine that slept, a clock that was set) moves everything that is counted by as much. A game is lost on time only when
//! all that came before has been heard ([`club`], `hearing.rs`).
//!
//! A clock: `waits -> runs` with the letter's `sent`, in the same commit; `runs -> waits` with a half-move, at the instant a
//! door accepted its mail. What becomes due without a mail is the clockwork's (`worker/clockwork.rs`), by the same road.
//!
//! A game: `invited -> running | declined | withdrawn`, `running -> ended` (see [`club`]). A challenge is a game that has
//! not begun; it keeps its board number when it does.
//!
//! A tournament: `draft -> open <-> closed -> running -> finished` (see [`club::tournament`]). A round is paired and all its games begun in one
//! savepoint, so that it cannot begin twice; what an organizer decides is a row with its reason, and so can be taken back.
//!
//! A play is bound to a half-move: the reply token names the position it answers, and so does `#n`. A mail that comes
//! twice by different roads finds its half-move played and is told so. For what ends a game or offers something, the key of an earlier
//! half-move is no key. What may not be meant is asked about ([`club`]`/meant.rs`): the key of the letter that asks holds the line for a
//! yes, and the words that came with it for whatever is done next.
//!
//! # The floors
//!
//! The `mod` lines below stand in groups. A group is a floor; a file may call lower floors and its own folder, never
//! sideways or upward. A test reads the groups and fails otherwise.
//!
//! - 0, values: [`tafl`] the game, [`mail`] a letter as a value, [`chance`] drawing lots from a seed handed in,
//!   [`clock`] how long a side has, and how an instant is told
//! - 1, one trade each: [`command`] what can be asked, [`render`] boards for eyes
//! - 2, the decision: [`club`] what a request changes and who is told
//! - 3, words: [`wording`] how everything is said, in every language, for a letter or a page
//! - 4, letters and memory: [`letters`] notices become letters, [`store`] SQLite, [`journal`] the operator's log
//! - 5, the worker: [`worker`] where the flow is joined
//! - 6, doors: [`intake`] SMTP, LMTP, standard input, a mailbox at a provider, a Maildir; [`delivery`] to a relay, a
//!   program or into Maildirs
//! - 7, the hand: [`cli`]
//!
//! # What is absent, on purpose
//!
//! - **`tafl` knows no players, `club` no mail text, no SQL and no wording; `wording` knows no mails; `letters` knows no rules; `store` decides
//!   nothing; `intake` does not decide, `delivery` does not compose.**
//! - **Nobody below the doors asks what time it is or throws dice.** chrono comes without its `clock` feature; the
//!   instant and the [`chance::Chance`] are handed down. So every dialog can be replayed.
//! - **A position is never stored.** Plays are, and they are replayed with the rule record the game began with. A rating is, so
//!   that nobody waits, but it can be reckoned again from the results, to the last thousandth ([`club::rating`]).
//! - **No secret is kept longer than it must.** Passwords and reply tokens are hashed; the text of a mail goes when it is
//!   handled, the bytes of a letter, and with them its token, when it is sent. What a player wrote in a letter to
//!   another stays for the week in which it can come back. No Message-ID of ours is kept: a thread
//!   hangs on a root that is made anew each time.
//! - **Each package has one home**: mailparse, html5gum, html5ever, regex and lettre's builder in `mail`, lettre's transport in `delivery`,
//!   rusqlite and flate2 in `store`, minijinja in `wording`, argon2, skillratings and integer-blossom in `club`, png in `render`, chrono-tz in `clock`, clap and rustix in `cli`, tokio and async-imap in the doors.
//! - **No second way to apply a change.** Several commands in one mail are loaded, decided and applied one after the
//!   other, inside one savepoint.

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
