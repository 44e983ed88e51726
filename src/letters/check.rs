//! The proof, at start-up, that every template can be written: one sample of each letter and part is rendered, so a
//! mistake in a template is the operator's at once and never a player's later.

mod event;

use crate::chance::Chance;
use crate::clock::Leave;
use crate::club::{
    AccountChange, AccountNews, Amends, BadPlayerId, Clock, Ending, Game, GameEvent, Head, News, Notice, Offer,
    OfferKind, PlayerId, Prepared, Purpose, Refusal, Reply, Settings, Stage, Suspension, Which,
};
use crate::command;
use crate::command::{Mailing, Setting};
use crate::letters::said;
use crate::letters::wording::Wording;
use crate::letters::{Answered, Draft, LetterError, Office};
use crate::letters::{board, picture, samples, title};
use crate::mail::{self, Address};
use crate::tafl;
use chrono::{DateTime, TimeDelta, Utc};
use minijinja::context;
use std::sync::Arc;

/// Writes one of every letter with the office's templates and throws it away.
pub fn check(office: &Office) -> Result<(), LetterError> {
    match office.catalogue.iter().next() {
        Some(variant) => each(office, variant, ["ann", "bob"], &|draft| subject(office, draft)),
        None => Ok(()),
    }
}

/// Writes one of every letter, to these players about this variant, and shows what it is made of.
fn each(
    office: &Office,
    variant: &tafl::Variant,
    [ann, bob]: [&str; 2],
    law: &dyn Fn(&Draft) -> Result<(), LetterError>,
) -> Result<(), LetterError> {
    for words in office.words.all() {
        in_language(office, words, variant, [ann, bob], law)?;
    }
    Ok(())
}

fn in_language(
    office: &Office,
    words: &Wording,
    variant: &tafl::Variant,
    [ann, bob]: [&str; 2],
    law: &dyn Fn(&Draft) -> Result<(), LetterError>,
) -> Result<(), LetterError> {
    let (Ok(ann), Ok(bob)) = (ann.parse::<PlayerId>(), bob.parse::<PlayerId>()) else {
        return Ok(());
    };
    for phrase in ["links/moves", "links/answers"] {
        for moves in [true, false] {
            words.phrase(phrase, context! { moves })?;
        }
    }
    let mut sample = Sample {
        law,
        office,
        settings: Settings { language: Some(words.language), ..Settings::default() },
        to: office.house.address.clone(),
        game: game(variant, &ann, &bob),
        chance: Chance::from_seed([0; 32]),
        ann,
        bob,
    };
    for call in CALLS {
        for you in [true, false] {
            board::call(words, Some(call), you)?;
        }
    }
    let (winner, reason) = (tafl::Side::Attackers, tafl::Reason::NoMove);
    let voice = board::Voice::new(words, Settings::default(), DateTime::<Utc>::UNIX_EPOCH);
    for status in [tafl::Status::Won { winner, reason }, tafl::Status::Drawn { reason }] {
        board::outlook(voice, status, winner)?;
    }
    board::earlier(words, 2)?;
    title::title(words, "Own rules 7x7, weak king, strong king, edge escape")?;
    picture::caption(voice, &sample.game.course)?;
    said::say(words)?;
    sample.notices()?;
    sample.replies(variant)
}

/// An answer carries our Subject, with or without `Re:`; it must not be obeyed, whatever the club is called.
fn subject(office: &Office, draft: &Draft) -> Result<(), LetterError> {
    let read = command::read(mail::reply::command_subject(&draft.subject), "", &office.catalogue);
    if read.items.is_empty() { Ok(()) } else { Err(LetterError::CommandSubject(draft.subject.clone())) }
}

/// Every way in which the rules end a game.
const REASONS: [tafl::Reason; 7] = [
    tafl::Reason::KingCaptured,
    tafl::Reason::KingEscaped,
    tafl::Reason::Encircled,
    tafl::Reason::ExitFort,
    tafl::Reason::NoMove,
    tafl::Reason::NoMen,
    tafl::Reason::Repetition,
];

/// Every call that goes with a move.
const CALLS: [tafl::Call; 3] = [tafl::Call::Raichi, tafl::Call::Tuichi, tafl::Call::WatchYourKing];

struct Sample<'a> {
    office: &'a Office,
    settings: Settings,
    law: &'a dyn Fn(&Draft) -> Result<(), LetterError>,
    to: Address,
    game: Game,
    chance: Chance,
    ann: PlayerId,
    bob: PlayerId,
}

/// An offer of the attackers.
fn offer(kind: OfferKind) -> Offer {
    Offer { kind, by: tafl::Side::Attackers, at: DateTime::<Utc>::UNIX_EPOCH }
}

/// A game after one half-move.
fn game(variant: &tafl::Variant, ann: &PlayerId, bob: &PlayerId) -> Game {
    let rules = Arc::new(variant.rules.clone());
    let mut course = tafl::Course::new(rules.clone());
    let first = rules.squares().find_map(|from| {
        let mine = course.position().piece_at(from).is_some_and(|piece| piece.side() == course.to_move());
        let to = if mine { course.destinations(from).first().copied() } else { None };
        to.map(|to| tafl::Play { from, to })
    });
    let plies = match first.map(|play| course.play(play).is_ok()) {
        Some(true) => 1,
        _ => 0,
    };
    let head = Head {
        number: 1,
        variant: variant.name.clone(),
        title: variant.title.clone(),
        conditions: command::Conditions::default(),
        attackers: ann.clone(),
        defenders: bob.clone(),
        challenger: tafl::Side::Attackers,
        stage: Stage::Running,
        plies,
        first: rules.first(),
        offer: None,
        away: None,
        clock: None,
        event: None,
        held: None,
        created: DateTime::<Utc>::UNIX_EPOCH,
        touched: DateTime::<Utc>::UNIX_EPOCH,
    };
    Game { head, course, bank_before: None }
}

impl Sample<'_> {
    fn with(&self, stage: Stage, offer: Option<Offer>) -> Arc<Game> {
        let mut game = self.game.clone();
        game.head.stage = stage;
        game.head.offer = offer;
        Arc::new(game)
    }

    /// The game with such a clock, whose time counts.
    fn timed(&self, control: &str) -> Game {
        let mut game = self.game.clone();
        game.head.clock = control.parse().ok().map(Clock::new);
        game.head.away = Some(DateTime::<Utc>::UNIX_EPOCH);
        let turn = game.head.turn();
        if let Some(clock) = &mut game.head.clock {
            clock.start(turn, DateTime::<Utc>::UNIX_EPOCH, &[]);
        }
        game
    }

    fn notices(&mut self) -> Result<(), LetterError> {
        let by = tafl::Side::Attackers;
        let (draw, undo) = (OfferKind::Draw, OfferKind::Undo);
        let play = self.game.course.plays().last().map(|played| played.play);
        let mut events = vec![
            (GameEvent::Invited { asked_as: None }, Stage::Invited, None),
            (GameEvent::Invited { asked_as: Some("tablut".to_owned()) }, Stage::Invited, None),
            (GameEvent::Began, Stage::Running, None),
            (GameEvent::Declined, Stage::Declined, None),
            (GameEvent::Withdrawn, Stage::Withdrawn, None),
            (GameEvent::Resigned { by }, Stage::Ended(Ending::Resigned { loser: by }), None),
            (GameEvent::Offered { kind: draw, by }, Stage::Running, Some(offer(draw))),
            (GameEvent::Offered { kind: undo, by }, Stage::Running, Some(offer(undo))),
            (GameEvent::OfferDeclined { kind: draw, by }, Stage::Running, None),
            (GameEvent::OfferDeclined { kind: undo, by }, Stage::Running, None),
            (GameEvent::OfferWithdrawn { kind: draw, by }, Stage::Running, None),
            (GameEvent::OfferWithdrawn { kind: undo, by }, Stage::Running, None),
            (GameEvent::DrawAgreed { by }, Stage::Ended(Ending::Agreed), None),
            (GameEvent::Chatted { by }, Stage::Ended(Ending::Adjudicated { winner: None }), None),
            (GameEvent::Chatted { by }, Stage::Running, None),
            (GameEvent::Moved { by, prepared: false, broken: false }, Stage::Running, None),
            (GameEvent::Moved { by, prepared: true, broken: true }, Stage::Running, None),
        ];
        events.extend(samples::events().into_iter().map(|event| (event, Stage::Running, None)));
        events.extend(play.map(|play| (GameEvent::TakenBack { by, play }, Stage::Running, None)));
        for reason in REASONS {
            events.push((
                GameEvent::Moved { by, prepared: false, broken: false },
                Stage::Ended(Ending::Won { winner: by, reason }),
                None,
            ));
            events.push((
                GameEvent::Moved { by, prepared: false, broken: false },
                Stage::Ended(Ending::Drawn { reason }),
                None,
            ));
        }
        for (event, stage, offer) in events {
            let game = self.with(stage, offer);
            for reader in [self.ann.clone(), self.bob.clone()] {
                let news = News::Game { game: game.clone(), event: event.clone(), comment: "words".to_owned() };
                self.notice(Some(reader), news)?;
            }
        }
        for control in ["standard", "iccf", "3d/move,max=2d", "125d+3d,until=50,noleave,grace=2h,first=9d"] {
            let timed = self.timed(control);
            for (event, stage) in [
                (GameEvent::Invited { asked_as: None }, Stage::Invited),
                (GameEvent::Moved { by, prepared: false, broken: false }, Stage::Running),
                (GameEvent::Reminded { of: by }, Stage::Running),
                (GameEvent::TimedOut { by }, Stage::Ended(Ending::TimedOut { loser: by })),
            ] {
                let mut game = timed.clone();
                game.head.stage = stage;
                for reader in [self.ann.clone(), self.bob.clone()] {
                    let game = Arc::new(game.clone());
                    self.notice(Some(reader), News::Game { game, event: event.clone(), comment: String::new() })?;
                }
            }
            let epoch = DateTime::<Utc>::UNIX_EPOCH;
            let amends = Amends { gone: epoch, back: epoch + TimeDelta::days(2), given: TimeDelta::hours(60) };
            for games in [vec![timed.head.clone()], vec![timed.head.clone(), timed.head.clone()]] {
                self.notice(Some(self.ann.clone()), News::TimeGivenBack { amends, games })?;
            }
            self.notice(Some(self.ann.clone()), News::Reminder { games: vec![timed.head.clone(), timed.head] })?;
        }
        let mut own = Game::clone(&self.with(Stage::Invited, None));
        own.head.variant = tafl::OWN_RULES.to_owned();
        own.head.conditions = command::Conditions { unrated: true, private: true };
        let news =
            News::Game { game: Arc::new(own), event: GameEvent::Invited { asked_as: None }, comment: String::new() };
        self.notice(Some(self.bob.clone()), news)?;
        for stage in [Stage::Running, Stage::Ended(Ending::Agreed)] {
            let mut of_event = Game::clone(&self.with(stage, None));
            of_event.head.event = "a234567890123456".parse().ok().map(|name| (name, 20));
            let game = Arc::new(of_event);
            let moved = GameEvent::Moved { by: tafl::Side::Attackers, prepared: false, broken: false };
            self.notice(Some(self.bob.clone()), News::Game { game, event: moved, comment: String::new() })?;
        }
        self.notice(None, News::SignupAsked)?;
        let offered = self.with(Stage::Running, Some(offer(draw)));
        let stages = [Stage::Invited, Stage::Running, Stage::Ended(Ending::Agreed), Stage::Declined];
        let mut boards: Vec<_> = stages.iter().map(|stage| (self.with(*stage, None), "words".to_owned())).collect();
        boards.push((offered, String::new()));
        for reader in [self.ann.clone(), self.bob.clone()] {
            let heads: Vec<Head> = boards.iter().map(|(game, _)| game.head.clone()).collect();
            let (full, empty) = (
                News::Digest { boards: boards.clone(), others: heads.clone(), waiting: heads },
                News::Digest { boards: boards[..1].to_vec(), others: Vec::new(), waiting: Vec::new() },
            );
            self.notice(Some(reader.clone()), full)?;
            self.notice(Some(reader), empty)?;
        }
        let ann = self.ann.clone();
        let epoch = DateTime::<Utc>::UNIX_EPOCH;
        let leave = Leave { from: epoch, until: epoch + TimeDelta::days(9) };
        for news in [
            News::Joined,
            News::Message { from: self.bob.clone(), text: "words".to_owned() },
            News::ConfirmAsked {
                lines: vec!["resign 1".to_owned()],
                comment: "words".to_owned(),
                elsewhere: None,
                previews: vec![Reply::Commands],
            },
            News::ConfirmAsked {
                lines: vec!["resign 1".to_owned()],
                comment: String::new(),
                elsewhere: Some(self.to.clone()),
                previews: Vec::new(),
            },
            News::Observed {
                game: self.with(Stage::Running, None),
                event: GameEvent::Moved { by: tafl::Side::Attackers, prepared: false, broken: false },
            },
            News::Observed { game: self.with(Stage::Ended(Ending::Agreed), None), event: GameEvent::Began },
            News::Announcement { subject: String::new(), text: "words".to_owned() },
            News::Announcement { subject: "News".to_owned(), text: "words".to_owned() },
            News::PasswordRefused,
            News::Account(AccountNews::PasswordAsked),
            News::Account(AccountNews::Reclaimed { here: true, others: Vec::new() }),
            News::Account(AccountNews::Reclaimed { here: true, others: vec![self.to.clone(); 2] }),
            News::Account(AccountNews::Reclaimed { here: false, others: Vec::new() }),
            News::Leave { player: self.bob.clone(), leave: Some(leave), boards: vec![1] },
            News::Leave { player: self.bob.clone(), leave: None, boards: vec![1, 2] },
        ] {
            self.notice(Some(ann.clone()), news)?;
        }
        for news in event::notices(&self.game) {
            self.notice(Some(ann.clone()), news)?;
        }
        self.notice(None, News::Account(AccountNews::AddressAsked))?;
        let address = self.to.clone();
        let suspension = Suspension {
            address: address.clone(),
            status: mail::DeliveryStatus::of_refusal("550"),
            since: DateTime::<Utc>::UNIX_EPOCH,
            lifted: false,
        };
        for news in [
            News::Account(AccountNews::Suspended { address: address.clone(), instead: address.clone() }),
            News::Account(AccountNews::Resumed { suspension: suspension.clone(), games: vec![self.game.head.clone()] }),
            News::Account(AccountNews::Resumed { suspension, games: Vec::new() }),
            News::Account(AccountNews::Unreachable { player: self.bob.clone(), numbers: vec![1], timed: false }),
            News::Account(AccountNews::Unreachable { player: self.bob.clone(), numbers: vec![1, 2], timed: true }),
            News::Account(AccountNews::SignedOff { player: self.bob.clone(), numbers: vec![1] }),
            News::Account(AccountNews::SignedOff { player: self.bob.clone(), numbers: vec![1, 2] }),
            News::Account(AccountNews::Gone { player: self.bob.clone(), numbers: vec![1] }),
            News::Account(AccountNews::Gone { player: self.bob.clone(), numbers: vec![1, 2] }),
            News::Account(AccountNews::DeleteAsked { resigning: Vec::new() }),
            News::Account(AccountNews::DeleteAsked { resigning: vec![1] }),
            News::Account(AccountNews::DeleteAsked { resigning: vec![1, 2] }),
            News::Account(AccountNews::Deleted { player: ann.clone() }),
        ] {
            self.notice(Some(ann.clone()), news)?;
        }
        let changes = [
            AccountChange::Added { address: address.clone(), first: true },
            AccountChange::Added { address: address.clone(), first: false },
            AccountChange::First { address: address.clone() },
            AccountChange::Dropped { address: address.clone() },
            AccountChange::PasswordSet,
            AccountChange::PasswordDropped,
        ];
        for (change, undo) in changes.into_iter().flat_map(|change| [(change.clone(), true), (change, false)]) {
            let addresses = vec![address.clone(); if undo { 2 } else { 1 }];
            self.notice(Some(ann.clone()), News::Account(AccountNews::Changed { change, addresses, undo }))?;
        }
        Ok(())
    }

    fn notice(&mut self, reader: Option<PlayerId>, news: News) -> Result<(), LetterError> {
        let mut decision = crate::club::Decision::default();
        let purpose = match &reader {
            Some(player) => Purpose::Letter { player: player.clone() },
            None => Purpose::Signup,
        };
        let now = DateTime::<Utc>::UNIX_EPOCH;
        let token = crate::club::issue(&mut decision, purpose, now, &mut self.chance);
        let settings = self.settings;
        let notice = Notice { to: self.to.clone(), reader, settings, token: Some(token), news };
        (self.law)(&self.office.draft(&notice, now)?)?;
        self.office.write(&notice, (&Answered::default(), None), now, &mut self.chance).map(|_| ())
    }

    fn replies(&mut self, variant: &tafl::Variant) -> Result<(), LetterError> {
        let game = Arc::new(self.game.clone());
        let stages = [
            Stage::Invited,
            Stage::Running,
            Stage::Ended(Ending::Resigned { loser: tafl::Side::Attackers }),
            Stage::Ended(Ending::Agreed),
            Stage::Ended(Ending::Adjudicated { winner: None }),
            Stage::Ended(Ending::Adjudicated { winner: Some(tafl::Side::Attackers) }),
            Stage::Declined,
            Stage::Withdrawn,
        ];
        let heads: Vec<Head> = stages.iter().map(|stage| self.with(*stage, None).head.clone()).collect();
        let mut replies: Vec<Reply> = self.refusals(&heads).into_iter().map(Reply::Refused).collect();
        replies.extend(event::refusals().into_iter().map(Reply::Refused));
        replies.extend(event::replies(&game));
        replies.extend([
            Reply::Help { topic: None, open: heads.clone() },
            Reply::Help { topic: None, open: Vec::new() },
            Reply::Commands,
            Reply::Whoami {
                player: self.ann.clone(),
                addresses: vec![self.to.clone()],
                stopped: vec![self.to.clone()],
                password: true,
                signed_off: true,
            },
            Reply::Whoami {
                player: self.ann.clone(),
                addresses: vec![self.to.clone(); 3],
                stopped: Vec::new(),
                password: false,
                signed_off: false,
            },
            Reply::Settings { player: self.ann.clone(), settings: Settings::default(), changed: None },
            Reply::Settings {
                player: self.ann.clone(),
                settings: Settings::default(),
                changed: Some(Setting::Dialect(tafl::Dialect::NoI)),
            },
            Reply::Players { listed: vec![self.ann.clone()], all: 1, others: false },
            Reply::Players { listed: vec![self.ann.clone(), self.bob.clone()], all: 2, others: true },
            Reply::Players { listed: vec![self.ann.clone(), self.bob.clone()], all: 300, others: true },
            Reply::Variants,
            Reply::Rules { variant: Some(variant.clone()) },
            Reply::Rules { variant: None },
            Reply::RulesOfGame { game: game.clone() },
            Reply::Board { variant: Some(variant.clone()) },
            Reply::Shown { game: game.clone(), course: game.course.clone() },
            Reply::Shown { game: game.clone(), course: tafl::Course::new(game.rules().clone()) },
            Reply::Shown { game: self.with(Stage::Invited, None), course: game.course.clone() },
            Reply::Shown { game: self.with(Stage::Declined, None), course: game.course.clone() },
            Reply::Shown { game: self.with(Stage::Withdrawn, None), course: game.course.clone() },
            Reply::Exported {
                game: game.clone(),
                format: tafl::RecordFormat::Otg,
                text: "record".to_owned(),
                unsaid: Some("a rule".to_owned()),
            },
            Reply::Games { player: self.ann.clone(), which: Which::All, games: heads.clone(), more: None },
            Reply::Games { player: self.ann.clone(), which: Which::Active, games: heads.clone(), more: Some(17) },
            Reply::Games {
                player: self.ann.clone(),
                which: Which::Active,
                games: vec![self.timed("standard").head],
                more: None,
            },
            Reply::Games { player: self.ann.clone(), which: Which::Next, games: Vec::new(), more: None },
            Reply::Leave { leave: Vec::new(), used: 0, of: 30, year: 1970, changed: false },
            Reply::Leave {
                leave: vec![Leave { from: DateTime::UNIX_EPOCH, until: DateTime::UNIX_EPOCH }],
                used: 9,
                of: 30,
                year: 1970,
                changed: true,
            },
            Reply::PassedOn { to: vec![self.ann.clone(), self.bob.clone()] },
            Reply::Nothing,
            Reply::Sealed,
            Reply::TakenAsWords(self.complaints("draw would be fair")),
            Reply::TakenAsWords(self.complaints("draw would be fair\nundo this")),
            Reply::TooMany,
            Reply::LastAnswer { max: 2 },
            Reply::LeftOut { parts: 2 },
            Reply::WordsUnread,
            Reply::WordsWithheld,
            Reply::AskedElsewhere { player: self.ann.clone(), mailbox: self.to.masked() },
            Reply::SignedOff { player: self.ann.clone(), games: heads[..2].to_vec() },
            Reply::SignedOff { player: self.ann.clone(), games: Vec::new() },
            Reply::SignedOn { player: self.ann.clone(), games: heads[..1].to_vec() },
            Reply::SignedOn { player: self.ann.clone(), games: heads[..2].to_vec() },
            Reply::SignedOn { player: self.ann.clone(), games: Vec::new() },
            Reply::Unsubscribed { player: self.ann.clone(), mailing: Mailing::Reminders },
            Reply::Unsubscribed { player: self.ann.clone(), mailing: Mailing::Announcements },
            Reply::YesWanted,
            Reply::PasswordWanted,
            Reply::AddressAsked { address: self.to.clone() },
            Reply::Newcomer,
        ]);
        let commands = crate::command::table::entries().iter().map(|entry| entry.name);
        let topics =
            commands.chain(crate::command::topics().iter().map(|topic| topic.name)).chain([variant.name.as_str()]);
        replies.extend(topics.map(str::to_owned).map(|topic| Reply::Help { topic: Some(topic), open: Vec::new() }));
        let stopped = game.course.plays().last().map(|played| (played.play, tafl::Illegal::GameOver));
        for (game, tried) in [(Some(game.clone()), 1), (None, 0)] {
            let (title, course) = (variant.title.clone(), self.game.course.clone());
            replies.push(Reply::Preview { game, title, course, tried, stopped: stopped.clone() });
        }
        let offer = Some(offer(OfferKind::Draw));
        let standing = stages.into_iter().map(|stage| self.with(stage, None)).chain([self.with(Stage::Running, offer)]);
        replies.extend(standing.map(|game| Reply::AsItStands { game }));
        if let Some(play) = self.game.course.plays().last().map(|played| played.play) {
            let line =
                |conditional| Prepared { side: tafl::Side::Attackers, ply: 1, conditional, plays: vec![play; 8] };
            for lines in [Vec::new(), vec![line(true), line(false)]] {
                replies.push(Reply::Prepared { number: 1, lines });
            }
            let (square, piece) = (play.to, tafl::Piece::Attacker);
            let stopped = Some((play, tafl::Illegal::NotYours { square, piece }));
            let (title, course) = (variant.title.clone(), self.game.course.clone());
            replies.push(Reply::Preview { game: None, title, course, tried: 0, stopped });
        }
        replies.extend(samples::replies(variant, [&self.ann, &self.bob]));
        for reply in replies {
            self.answer(reply)?;
        }
        Ok(())
    }

    fn complaints(&self, lines: &str) -> Vec<command::Complaint> {
        lines.lines().filter_map(|line| command::parse_line(line, &self.office.catalogue).err()).collect()
    }

    fn answer(&mut self, reply: Reply) -> Result<(), LetterError> {
        let reader = (&self.to, Some((&self.ann, self.settings)));
        let now = DateTime::<Utc>::UNIX_EPOCH;
        let replies = [reply];
        (self.law)(&self.office.answer_draft(reader, &replies, now)?)?;
        self.office.write_answer(reader, &replies, None, &Answered::default(), now, &mut self.chance).map(|_| ())
    }

    fn refusals(&self, heads: &[Head]) -> Vec<Refusal> {
        let (player, number, ply, next) = (self.ann.clone(), 1, 1, 2);
        let game = Arc::new(self.game.clone());
        let mut refusals = samples::refusals(number, &player);
        refusals.extend([
            Refusal::WrongPassword { player: player.clone() },
            Refusal::NoPassword { player: player.clone() },
            Refusal::TooManyPasswords { player: player.clone() },
            Refusal::MorePasswords,
            Refusal::BadId { why: BadPlayerId::Length },
            Refusal::BadId { why: BadPlayerId::Start },
            Refusal::BadId { why: BadPlayerId::Character },
            Refusal::IdTaken,
            Refusal::AddressTaken { player: player.clone() },
            Refusal::AlreadyInvited { number },
            Refusal::OtherOfferStands { number, kind: OfferKind::Draw, yours: true },
            Refusal::OtherOfferStands { number, kind: OfferKind::Undo, yours: false },
            Refusal::BadPassword,
            Refusal::BadAddress,
            Refusal::SignupLapsed,
            Refusal::NoSuchAddress { why: mail::BadAddress::Shape },
            Refusal::AddressIsYours,
            Refusal::AddressOfAnother,
            Refusal::NotYourAddress,
            Refusal::LastAddress,
            Refusal::TooManyAddresses,
            Refusal::TooManyClaims,
            Refusal::TooManyChanges,
            Refusal::NoPasswordToDrop,
            Refusal::NothingToReclaim,
            Refusal::SignedOff { player: self.bob.clone(), yours: false },
            Refusal::SignedOff { player: self.bob.clone(), yours: true },
            Refusal::StillPlays { numbers: Vec::new(), cut: false },
            Refusal::StillPlays { numbers: vec![1], cut: false },
            Refusal::StillPlays { numbers: vec![1, 2], cut: false },
            Refusal::StillPlays { numbers: vec![1, 2], cut: true },
            Refusal::Unreachable { player: self.bob.clone() },
            Refusal::UnknownPlayer { id: "nobody".to_owned(), nearest: Vec::new() },
            Refusal::UnknownPlayer { id: "nobody".to_owned(), nearest: vec!["ann".to_owned(), "bob".to_owned()] },
            Refusal::UnknownBoard { number },
            Refusal::NotYourBoard { number },
            Refusal::WhichBoard { command: "move", candidates: heads.to_vec(), cut: false },
            Refusal::WhichBoard { command: "move", candidates: heads.to_vec(), cut: true },
            Refusal::WhichBoard { command: "move", candidates: Vec::new(), cut: false },
            Refusal::NotYourChallenge { player: player.clone() },
            Refusal::TooManyLetters { player: player.clone() },
            Refusal::AgainstYourself,
            Refusal::TooManyGames { player: player.clone() },
            Refusal::OwnChallenge { number, opponent: player },
            Refusal::NotTheChallenger { number },
            Refusal::NoLongerOpen { number, begun: true },
            Refusal::NoLongerOpen { number, begun: false },
            Refusal::NotBegun { number, yours: false, dead: true },
            Refusal::NotBegun { number, yours: true, dead: false },
            Refusal::NotBegun { number, yours: false, dead: false },
            Refusal::Over { game: game.clone(), ending: Ending::Agreed },
            Refusal::NotYourTurn { game: game.clone() },
            Refusal::TimeIsUp { game: game.clone(), at: DateTime::<Utc>::UNIX_EPOCH },
            Refusal::OutOfDate { game: game.clone(), ply, next },
            Refusal::TooEarly { game: game.clone(), ply, next },
            Refusal::OfferStands { number, kind: OfferKind::Draw },
            Refusal::OfferStands { number, kind: OfferKind::Undo },
            Refusal::NoOffer { number },
            Refusal::NothingToTakeBack { number },
            Refusal::MoveNow { game: game.clone() },
            Refusal::LineMisnumbered { number, meant: ply, ply: next },
            Refusal::TooManyLines { number },
            Refusal::NoLeave,
            Refusal::LeavePast,
            Refusal::LeaveTooFar,
            Refusal::LeaveTwice,
            Refusal::LeaveUsedUp { year: 1970, left: 3, of: 30 },
            Refusal::NothingToSay,
            Refusal::NoColumn { square: tafl::Square::new(8, 0) },
            Refusal::NoRecord { number, why: "why".to_owned() },
            Refusal::NotThatFar { number, at: 9, plies: 1 },
        ]);
        if let Some(play) = self.game.course.plays().last().map(|played| played.play) {
            let why = tafl::Illegal::NothingThere(play.from);
            refusals.push(Refusal::LineIllegal { number, play, why: why.clone() });
            refusals.push(Refusal::LineOffBoard { number, play });
            refusals.push(Refusal::Illegal { game: game.clone(), play, why, reach: vec![play.to] });
            refusals.push(Refusal::AlreadyPlayed { game, ply, play });
        }
        refusals
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;
    use crate::clock::Zone;
    use crate::command::Language;
    use crate::letters::{House, Wordings, body};

    fn office(name: &str) -> Office {
        let house = House {
            name: name.to_owned(),
            address: "tafl@club.test".parse().unwrap(),
            plus: true,
            zone: Zone::default(),
        };
        Office {
            house,
            words: Wordings::embedded(Language::English).unwrap(),
            catalogue: tafl::Catalogue::embedded().unwrap(),
        }
    }

    fn check_club(name: &str) -> Result<(), LetterError> {
        check(&office(name))
    }

    /// A mail program may wrap a line that is too wide, and leave our letter below an answer without a sign that it is quoted, and without its first line.
    #[test]
    fn no_line_of_a_letter_is_a_command_or_too_wide() {
        let office = office("Taflpost");
        let law = |draft: &Draft| {
            let text = body::text(&draft.blocks);
            for line in text.lines() {
                assert!(line.chars().count() <= body::COLUMNS, "wide: {line}, in\n{text}");
            }
            let text = mail::reply::new_text(&text);
            for item in command::read("", &text, &office.catalogue).items {
                assert!(item.command.is_err(), "{}, in\n{text}", item.line);
            }
            // An answer bears the subject of the letter it answers, and that must not stand before what is written in it.
            let answer = command::read(&draft.subject, "resign 1", &office.catalogue);
            let understood: Vec<bool> = answer.items.iter().map(|item| item.command.is_ok()).collect();
            assert!(understood == [true] && !answer.from_subject, "{}", draft.subject);
            Ok(())
        };
        let of_size = |variant: &&tafl::Variant| (variant.rules.size(), variant.name.len());
        let largest = office.catalogue.iter().max_by_key(of_size).unwrap();
        let mut longest = office.catalogue.iter().max_by_key(|variant| variant.name.len()).unwrap().clone();
        longest.name.push_str(" -weak -edge");
        let small = office.catalogue.find("tablut").unwrap();
        for (variant, players) in [(largest, LONG), (&longest, LONG), (small, ["ann", "bob"])] {
            each(&office, variant, players, &law).unwrap();
        }
    }

    /// A mistake in any template is found before a player meets it: each is written, and a bad one is not passed over.
    #[test]
    fn no_template_is_left_out_of_the_proof() {
        let mut office = office("Taflpost");
        check(&office).unwrap();
        for words in office.words.all() {
            assert_eq!(words.left_out(), [""; 0], "{:?}", words.language);
        }
        for (language, name) in [(Language::English, "event/moved"), (Language::Danish, "part/newcomer")] {
            office.words = Wordings::embedded(Language::English).unwrap().spoilt(language, name);
            assert!(check(&office).unwrap_err().to_string().contains(name), "{name}");
        }
    }

    /// Ids of the greatest length.
    const LONG: [&str; 2] = ["a234567890123456", "b234567890123456"];

    #[test]
    fn no_club_is_called_so_that_its_letters_command() {
        for name in ["Taflpost", "Chat Noir", "Resign", "The move", "Board 1: ann v bob", "resgn 17", "Ok", "-small"] {
            check_club(name).unwrap();
        }
        let why = check_club("e5-e3").unwrap_err().to_string();
        assert!(
            why.contains("\"Please confirm that you want to join e5-e3\" of a letter would be read as a command"),
            "{why}"
        );
    }
}
