//! One of every part of an answer.

use crate::clock::{Control, Vacation};
use crate::club::{
    AskedAbove, AskedBack, BadPlayerId, Ending, Game, Head, KeptBack, Offer, OfferKind, Prepared, Purpose, Refusal,
    Reply, Settings, Stage, Unsure,
};
use crate::command;
use crate::command::{Mailing, Setting};
use crate::letters::proof::{Sample, game_lists, offer, samples, tournament};
use crate::letters::{Addressee, LetterError, answer_letter};
use crate::mail;
use crate::tafl;
use crate::tafl::RulesTopic;
use chrono::{DateTime, Utc};
use std::sync::Arc;

impl Sample<'_> {
    /// One of every part of an answer.
    pub(super) fn replies(&self, variant: &tafl::Variant) -> Result<(), LetterError> {
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
            Stage::Annulled { by: tafl::Side::Attackers },
        ];
        let heads: Vec<Head> = stages.iter().map(|stage| self.with(*stage, None).head.clone()).collect();
        let mut replies: Vec<Reply> = self.refusals(&heads).into_iter().map(Reply::Refused).collect();
        // Most refusals come with something about a board, so they are the news of it.
        for refused in &replies {
            self.answer(vec![
                refused.clone(),
                Reply::PassedOn { to: vec![self.bob.clone()], game: Some(game.clone()), words: "words".to_owned() },
                Reply::Noted { game: game.clone(), deleted: false },
                Reply::Noted { game: game.clone(), deleted: true },
            ])?;
        }
        replies.extend(tournament::refusals().into_iter().map(Reply::Refused));
        replies.extend(tournament::replies(&game));
        replies.extend(settings_changed().map(|setting| Reply::Settings {
            player: self.ann.clone(),
            settings: Settings::default(),
            changed: Some(setting),
        }));
        replies.extend([
            Reply::Help { topic: None, in_words: false, open: heads.clone() },
            Reply::Help { topic: None, in_words: false, open: Vec::new() },
            Reply::Commands,
            Reply::Whoami {
                player: self.ann.clone(),
                addresses: vec![self.to.clone()],
                stopped: vec![self.to.clone()],
                password: true,
                signed_off: true,
                no_receipts: true,
            },
            Reply::Whoami {
                player: self.ann.clone(),
                addresses: vec![self.to.clone(); 3],
                stopped: Vec::new(),
                password: false,
                signed_off: false,
                no_receipts: false,
            },
            Reply::Settings { player: self.ann.clone(), settings: Settings::default(), changed: None },
            Reply::Players { listed: vec![self.ann.clone()], all: 1, others: false },
            Reply::Players { listed: vec![self.ann.clone(), self.bob.clone()], all: 2, others: true },
            Reply::Players { listed: vec![self.ann.clone(), self.bob.clone()], all: 300, others: true },
            Reply::Variants,
            Reply::Rules { variant: Some(variant.clone()), brief: false, asked: Vec::new() },
            Reply::Rules { variant: None, brief: true, asked: RulesTopic::ALL.to_vec() },
            Reply::Rules { variant: None, brief: false, asked: vec![RulesTopic::Captures] },
            Reply::RulesOfGame { game: game.clone(), asked: Vec::new() },
            Reply::RulesOfGame { game: game.clone(), asked: RulesTopic::ALL.to_vec() },
            Reply::Board { variant: Some(variant.clone()) },
            Reply::Shown { game: game.clone(), state: game.state.clone(), late: 2 },
            Reply::Shown { game: game.clone(), state: tafl::GameState::new(game.rules().clone()), late: 0 },
            Reply::Shown { game: self.with(Stage::Invited, None), state: game.state.clone(), late: 0 },
            Reply::Shown { game: self.with(Stage::Declined, None), state: game.state.clone(), late: 0 },
            Reply::Shown { game: self.with(Stage::Withdrawn, None), state: game.state.clone(), late: 0 },
            Reply::Exported {
                game: game.clone(),
                format: tafl::RecordFormat::Otg,
                text: "record".to_owned(),
                unsaid: Some(tafl::OtnError::NotSaid {
                    parameter: "repetition",
                    found: "2".to_owned(),
                    sayable: "3".to_owned(),
                }),
            },
            Reply::Vacation { vacations: Vec::new(), used: 0, waited: 0, of: 30, year: 1970, changed: false },
            Reply::Vacation {
                vacations: vec![Vacation { from: DateTime::UNIX_EPOCH, until: DateTime::UNIX_EPOCH }],
                used: 9,
                waited: 2,
                of: 30,
                year: 1970,
                changed: true,
            },
            Reply::PassedOn { to: vec![self.ann.clone(), self.bob.clone()], game: None, words: "words".to_owned() },
            Reply::KeptBack(KeptBack::Enough { player: self.bob.clone(), number: 1, max: 3 }),
            Reply::Nothing,
            Reply::NoCommand { open: Vec::new() },
            Reply::AwaitedDropped { lines: vec!["brandubh challenge ann bob".to_owned()] },
            Reply::StillAwaited {
                challenges: vec![(self.bob.clone(), "brandubh challenge ann bob".to_owned())],
                changed: false,
            },
            Reply::StillAwaited {
                challenges: vec![(self.bob.clone(), "brandubh challenge bob ann".to_owned())],
                changed: true,
            },
            Reply::StillAwaited {
                challenges: vec![
                    (self.bob.clone(), "brandubh challenge ann bob".to_owned()),
                    (self.ann.clone(), "tablut challenge bob ann".to_owned()),
                ],
                changed: false,
            },
            Reply::NoCommand { open: heads.clone() },
            Reply::Sealed,
            Reply::Unreadable,
            Reply::TakenAsWords(self.complaints("draw would be fair")),
            Reply::TakenAsWords(self.complaints("draw would be fair\nundo this")),
            Reply::TakenAsWords(command::read("", "e5-e3\nHelp me out here", &self.composer.catalogue).taken_as_words),
            Reply::TooMany,
            Reply::LastAnswer { max: 2 },
            Reply::LastUnproven,
            Reply::LastQuestion,
            Reply::KeptBack(KeptBack::Unproven),
            Reply::LastToStranger,
            Reply::LastOfTheSame { max: 5 },
            Reply::LeftOut { parts: 2 },
            Reply::KeptBack(KeptBack::TooFree { player: self.bob.clone(), max: 200 }),
            Reply::KeptBack(KeptBack::Dropped),
            Reply::KeptBack(KeptBack::Ours),
            Reply::KeptBack(KeptBack::TOO_LONG),
            Reply::LinesCut { lines: vec!["let us draw".to_owned(), "or not".to_owned()] },
            Reply::LinesLeft { lines: vec!["and so on".to_owned()] },
            Reply::TextCut { last: "so far".to_owned() },
            Reply::FooterLearnt { lines: vec!["Ann of the Fjord".to_owned()], mails: 3 },
            Reply::WordsUnread,
            Reply::WordsKept { to: self.bob.clone(), words: "words".to_owned(), asks: false },
            Reply::WordsKept { to: self.bob.clone(), words: "words".to_owned(), asks: true },
            Reply::LeftAsItIs,
            Reply::NoHurry,
            Reply::NeitherYesNorNo { line: "perhaps".to_owned() },
            Reply::UnderWrongLetter,
            Reply::WordsForgotten { any: true },
            Reply::WordsForgotten { any: false },
            Reply::Thanked,
            Reply::WhetherRated { number: 7, rated: true, changeable: true },
            Reply::WhetherRated { number: 7, rated: true, changeable: false },
            Reply::WhetherRated { number: 7, rated: false, changeable: false },
            Reply::ChallengeStands { opponent: self.bob.clone(), is_own: true, control: None },
            Reply::ChallengeStands { opponent: self.bob.clone(), is_own: false, control: "standard".parse().ok() },
            Reply::WhetherSent { opponent: self.bob.clone(), waiting: false },
            Reply::WhetherSent { opponent: self.bob.clone(), waiting: true },
            Reply::MeantForUs { opponent: self.bob.clone(), number: 7, sent: false, answered: false, asked: true },
            Reply::MeantForUs { opponent: self.bob.clone(), number: 7, sent: false, answered: false, asked: false },
            Reply::MeantForUs { opponent: self.bob.clone(), number: 7, sent: true, answered: false, asked: true },
            Reply::MeantForUs { opponent: self.bob.clone(), number: 7, sent: true, answered: true, asked: true },
            Reply::WhenNobodyMoves { control: Some(Control::default()), usual: false },
            Reply::WhenNobodyMoves { control: Some(Control::default()), usual: true },
            Reply::WhenNobodyMoves { control: None, usual: false },
            Reply::WordsWithheld,
            Reply::AskedElsewhere { player: self.ann.clone(), mailbox: self.to.masked() },
            Reply::SignedOff { player: self.ann.clone(), games: heads[..2].to_vec() },
            Reply::SignedOff { player: self.ann.clone(), games: Vec::new() },
            Reply::SignedOn { player: self.ann.clone(), games: heads[..1].to_vec() },
            Reply::SignedOn { player: self.ann.clone(), games: heads[..2].to_vec() },
            Reply::SignedOn { player: self.ann.clone(), games: Vec::new() },
            Reply::Unsubscribed { player: self.ann.clone(), mailing: Mailing::Reminders },
            Reply::Unsubscribed { player: self.ann.clone(), mailing: Mailing::Announcements },
            Reply::YesWanted { purpose: Purpose::Signup, answered: true },
            Reply::Unclear,
            Reply::SaidNo,
            Reply::YesWanted { purpose: Purpose::Signup, answered: false },
            Reply::YesWanted { purpose: Purpose::Password { player: self.ann.clone() }, answered: false },
            Reply::YesWanted {
                purpose: Purpose::Address { player: self.ann.clone(), address: self.to.clone(), first: false },
                answered: false,
            },
            Reply::AddressAsked { address: self.to.clone() },
            Reply::Newcomer,
        ]);
        replies.extend(self.complaints("resign all my games").into_iter().map(Reply::Misunderstood));
        replies.extend(self.asked_back());
        let commands = crate::command::table::entries().map(|entry| entry.name);
        let topics =
            commands.chain(crate::command::topics().iter().map(|topic| topic.name)).chain([variant.name.as_str()]);
        let page = |topic: &str, in_words| Reply::Help { topic: Some(topic.to_owned()), in_words, open: Vec::new() };
        replies.extend(topics.map(|topic| page(topic, false)));
        replies.extend(crate::command::ClubTopic::ALL.iter().map(|topic| page(topic.word(), true)));
        let stopped = game.state.plays().last().map(|played| (played.play, tafl::Illegal::GameOver));
        for (game, tried) in [(Some(game.clone()), 1), (None, 0)] {
            let (title, state) = (variant.title.clone(), self.game.state.clone());
            replies.push(Reply::Preview { game, title, state, tried, stopped: stopped.clone() });
        }
        let running = self.with(Stage::Running, None);
        replies.extend(pieces(&running).map(|from| {
            let reach = running.state.destinations(from);
            Reply::Reach { game: running.clone(), from, reach }
        }));
        let offer = Some(offer(OfferKind::Draw));
        let theirs = offer.map(|offer| Offer { by: tafl::Side::Defenders, ..offer });
        let (winner, reason) = (tafl::Side::Attackers, tafl::Reason::NoMove);
        let endings = [
            Ending::Won { winner, reason },
            Ending::Drawn { reason },
            Ending::TimedOut { loser: tafl::Side::Attackers },
        ];
        let stages = stages.into_iter().chain(endings.map(Stage::Ended));
        let standing = stages
            .map(|stage| self.with(stage, None))
            .chain([offer, theirs].map(|offer| self.with(Stage::Running, offer)));
        let both = |game: Arc<crate::club::Game>| {
            [AskedAbove::Nothing, AskedAbove::Decline, AskedAbove::Else]
                .map(|asks| Reply::AsItStands { game: game.clone(), asks })
        };
        replies.extend(standing.flat_map(both));
        if let Some(play) = self.game.state.plays().last().map(|played| played.play) {
            let line =
                |conditional| Prepared { side: tafl::Side::Attackers, ply: 1, conditional, plays: vec![play; 8] };
            for lines in [Vec::new(), vec![line(true), line(false)]] {
                replies.push(Reply::Prepared { number: 1, lines });
            }
            let (square, piece) = (play.to, tafl::Piece::Attacker);
            let stopped = Some((play, tafl::Illegal::NotYours { square, piece }));
            let (title, state) = (variant.title.clone(), self.game.state.clone());
            replies.push(Reply::Preview { game: None, title, state, tried: 0, stopped });
        }
        replies.extend(samples::replies(variant, [&self.ann, &self.bob]));
        let timed = self.timed("standard").head;
        replies.extend(game_lists::replies([&self.ann, &self.bob], &heads, timed));
        for reply in replies {
            self.answer(vec![reply])?;
        }
        Ok(())
    }

    /// Every reason to ask whether something is meant, with and without a board.
    fn asked_back(&self) -> Vec<Reply> {
        let game = Some(Arc::new(self.game.clone()));
        let after = self.game.state.plays().last().map(|played| (played.play, Arc::new(self.game.state.clone())));
        let with_board = [
            Unsure::MoreWords,
            Unsure::TakenBack,
            Unsure::ForAnother,
            Unsure::Prepared,
            Unsure::Tried,
            Unsure::Counted { number: 9, next: 2 },
        ];
        let asked = |why, line: &str, after, yes: bool| {
            let words = "See you tomorrow.".to_owned();
            let doubted = yes.then(|| "See you tomorrow.".to_owned());
            Reply::AskedBack(AskedBack { why, line: line.to_owned(), words, game: game.clone(), after, doubted, yes })
        };
        let moves = with_board
            .into_iter()
            .map(|why| asked(why, "move 1 d1-c1", after.clone(), matches!(why, Unsure::MoreWords | Unsure::Tried)))
            .collect::<Vec<Reply>>();
        const WITHOUT_BOARD: [Unsure; 6] = [
            Unsure::EarlierLetter,
            Unsure::Misplaced,
            Unsure::Wished,
            Unsure::OnlyWords,
            Unsure::PerhapsOnlyWords,
            Unsure::Unsent,
        ];
        let others = [true, false].into_iter().flat_map(|yes| ["resign 1", "queue 1 d1-c1"].map(|line| (yes, line)));
        let others = others.flat_map(|(yes, line)| WITHOUT_BOARD.map(|why| (why, line, yes)));
        let others = others.map(|(why, line, yes)| asked(why, line, None, yes)).collect::<Vec<Reply>>();
        let several = asked(Unsure::SeveralMoves, "move 1 d1-c1", None, false);
        moves.into_iter().chain(others).chain([several]).collect()
    }

    fn complaints(&self, lines: &str) -> Vec<command::Complaint> {
        lines.lines().filter_map(|line| command::parse_line(line, &self.composer.catalogue).err()).collect()
    }

    fn answer(&self, replies: Vec<Reply>) -> Result<(), LetterError> {
        let reader = Addressee {
            to: &self.to,
            player: Some(&self.ann),
            settings: self.settings,
            has_password: true,
            note: Some("words"),
        };
        let now = DateTime::<Utc>::UNIX_EPOCH;
        let writer = self.composer.writer(reader.player, reader.settings, now);
        (self.law)(&answer_letter::draft(&writer, reader, &replies)?)
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
            Refusal::BadId { why: BadPlayerId::Length, free: None },
            Refusal::BadId { why: BadPlayerId::Start, free: Some(self.bob.clone()) },
            Refusal::BadId { why: BadPlayerId::Character, free: Some(self.bob.clone()) },
            Refusal::IdTaken { free: Some(self.bob.clone()) },
            Refusal::IdTaken { free: None },
            Refusal::IdKept { free: Some(self.bob.clone()) },
            Refusal::IdAlike { free: Some(self.bob.clone()) },
            Refusal::AddressTaken { player: player.clone() },
            Refusal::StillPlayed { number },
            Refusal::AlreadyInvited { number },
            Refusal::OtherOfferStands { number, kind: OfferKind::Draw, yours: true },
            Refusal::OtherOfferStands { number, kind: OfferKind::Undo, yours: false },
            Refusal::BadPassword,
            Refusal::BadAddress,
            Refusal::SignupLapsed,
            Refusal::NoSuchAddress { why: mail::BadAddress::Shape },
            Refusal::NoSuchAddress { why: mail::BadAddress::TooLong },
            Refusal::NoSuchAddress { why: mail::BadAddress::Character('(') },
            Refusal::NoSuchAddress { why: mail::BadAddress::Unsendable },
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
            Refusal::UnknownPlayer { id: "nobody".to_owned(), nearest: Vec::new(), in_search: false },
            Refusal::UnknownPlayer { id: "nobody".to_owned(), nearest: Vec::new(), in_search: true },
            Refusal::UnknownPlayer {
                id: "nobody".to_owned(),
                nearest: vec!["ann".to_owned(), "bob".to_owned()],
                in_search: false,
            },
            Refusal::NotHereYet {
                player: self.bob.clone(),
                line: "challenge ann bob brandubh".to_owned(),
                words: "words".to_owned(),
            },
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
            Refusal::Annulled { number },
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
            Refusal::WhichPiece { number, to: tafl::Square::new(2, 3), from: Vec::new() },
            Refusal::WhichPiece {
                number,
                to: tafl::Square::new(2, 3),
                from: vec![tafl::Square::new(3, 3), tafl::Square::new(2, 6)],
            },
            Refusal::MoveNow { game: game.clone(), play: None },
            Refusal::MoveNow { game: game.clone(), play: game.state.plays().last().map(|played| played.play) },
            Refusal::LineMisnumbered { number, meant: ply, ply: next },
            Refusal::TooManyLines { number },
            Refusal::DayUncertain { now: DateTime::<Utc>::UNIX_EPOCH },
            Refusal::NoVacation,
            Refusal::VacationPast,
            Refusal::VacationTooFar,
            Refusal::VacationTwice,
            Refusal::VacationUsedUp { year: 1970, left: 3, of: 30 },
            Refusal::NothingToSay,
            Refusal::NoteTooLong { max: 500 },
            Refusal::MessageToYourself,
            Refusal::NoColumn { square: tafl::Square::new(8, 0) },
            Refusal::NoRecord { number, why: "why".to_owned() },
            Refusal::NotThatFar { number, at: 9, plies: 1 },
        ]);
        refusals.extend("a234567890123456".parse().ok().map(|tournament| Refusal::LastOrganizer { tournament }));
        if let Some(play) = self.game.state.plays().last().map(|played| played.play) {
            let why = tafl::Illegal::NothingThere(play.from);
            refusals.push(Refusal::LineIllegal { number, play, why: why.clone() });
            refusals.push(Refusal::LineOffBoard { number, play });
            refusals.push(Refusal::Illegal { game: game.clone(), play, why, reach: vec![play.to] });
            refusals.push(Refusal::AlreadyPlayed { game, ply, play });
        }
        refusals
    }
}

/// Every setting with each of its values.
fn settings_changed() -> impl Iterator<Item = Setting> {
    command::keys().iter().flat_map(|key| key.values.iter().filter_map(|value| Setting::from_words(key.name, value)))
}

/// One square of each kind: a piece that can go to many squares, one that can go to few, one that cannot move, the king, no piece.
fn pieces(game: &Game) -> impl Iterator<Item = tafl::Square> {
    let state = &game.state;
    let squares = || state.rules().squares();
    let piece = |square: &tafl::Square| state.position().piece_at(*square);
    let reach = |square: &tafl::Square| state.destinations(*square).len();
    let kinds = [
        squares().max_by_key(reach),
        squares().filter(|square| reach(square) > 0).min_by_key(reach),
        squares().find(|square| piece(square).is_some() && reach(square) == 0),
        squares().find(|square| piece(square) == Some(tafl::Piece::King)),
        squares().find(|square| piece(square).is_none()),
    ];
    kinds.into_iter().flatten()
}
