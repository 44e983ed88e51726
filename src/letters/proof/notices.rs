//! One of every letter.

use crate::clock::Vacation;
use crate::club::rating::{Rating, RatingStanding};
use crate::club::{
    AccountChange, AccountNews, AskedAbout, Downtime, Ending, FirstInvitation, Game, GameEvent, Head, LostClock, News,
    Notice, OfferKind, PlayerId, Replaced, Reply, Stage, Suspension,
};
use crate::command;
use crate::letters::proof::{Sample, offer, samples, tournament};
use crate::letters::{Besides, LetterError, SentWords, closing_lines, notice};
use crate::mail;
use crate::tafl;
use chrono::{DateTime, TimeDelta, Utc};
use std::sync::Arc;

impl Sample<'_> {
    /// One of every letter.
    pub(super) fn notices(&self) -> Result<(), LetterError> {
        let by = tafl::Side::Attackers;
        let (draw, undo) = (OfferKind::Draw, OfferKind::Undo);
        let play = self.game.state.plays().last().map(|played| played.play);
        let replaces = |is_own| {
            let instead = Some(Replaced { number: 3, is_own });
            GameEvent::Invited { asked_as: None, crossed: None, awaited: None, instead }
        };
        let mut events = vec![
            (GameEvent::Invited { asked_as: None, crossed: None, awaited: None, instead: None }, Stage::Invited, None),
            (
                GameEvent::Invited {
                    asked_as: None,
                    crossed: Some(Box::new(self.game.head.clone())),
                    awaited: Some("words".to_owned()),
                    instead: None,
                },
                Stage::Invited,
                None,
            ),
            (
                GameEvent::Invited { asked_as: Some("tablut".to_owned()), crossed: None, awaited: None, instead: None },
                Stage::Invited,
                None,
            ),
            (replaces(true), Stage::Invited, None),
            (replaces(false), Stage::Invited, None),
            (GameEvent::Began, Stage::Running, None),
            (GameEvent::Declined, Stage::Declined, None),
            (GameEvent::Withdrawn, Stage::Withdrawn, None),
            (GameEvent::Annulled { by }, Stage::Annulled { by }, None),
            (GameEvent::Resigned { by }, Stage::Ended(Ending::Resigned { loser: by }), None),
            // A ruling may have come between.
            (GameEvent::Resigned { by }, Stage::Ended(Ending::Adjudicated { winner: None }), None),
            (GameEvent::Offered { kind: draw, by }, Stage::Running, Some(offer(draw))),
            (GameEvent::Offered { kind: undo, by }, Stage::Running, Some(offer(undo))),
            (GameEvent::OfferDeclined { kind: draw, by }, Stage::Running, None),
            (GameEvent::OfferDeclined { kind: undo, by }, Stage::Running, None),
            (GameEvent::OfferWithdrawn { kind: draw, by }, Stage::Running, None),
            (GameEvent::OfferWithdrawn { kind: undo, by }, Stage::Running, None),
            (GameEvent::DrawAgreed { by }, Stage::Ended(Ending::Agreed), None),
            (GameEvent::Chatted { by }, Stage::Ended(Ending::Adjudicated { winner: None }), None),
            (GameEvent::Chatted { by }, Stage::Running, None),
            (
                GameEvent::Moved { by, prepared: false, broken: false, lapsed: None, crossed: None },
                Stage::Running,
                None,
            ),
            (
                GameEvent::Moved { by, prepared: false, broken: false, lapsed: None, crossed: Some(draw) },
                Stage::Running,
                Some(offer(draw)),
            ),
            (
                GameEvent::Moved { by, prepared: false, broken: false, lapsed: None, crossed: Some(undo) },
                Stage::Running,
                Some(offer(undo)),
            ),
            (GameEvent::Moved { by, prepared: true, broken: true, lapsed: None, crossed: None }, Stage::Running, None),
            (
                GameEvent::Moved { by, prepared: false, broken: true, lapsed: Some(offer(draw)), crossed: None },
                Stage::Running,
                None,
            ),
            (
                GameEvent::Moved { by, prepared: false, broken: false, lapsed: Some(offer(undo)), crossed: None },
                Stage::Running,
                None,
            ),
        ];
        events.extend(samples::events().into_iter().map(|event| (event, Stage::Running, None)));
        for answer in [None, play] {
            events.extend(play.map(|play| (GameEvent::TakenBack { by, play, answer }, Stage::Running, None)));
        }
        for reason in samples::REASONS {
            events.push((
                GameEvent::Moved { by, prepared: false, broken: false, lapsed: None, crossed: None },
                Stage::Ended(Ending::Won { winner: by, reason }),
                None,
            ));
            events.push((
                GameEvent::Moved { by, prepared: false, broken: false, lapsed: None, crossed: None },
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
                (GameEvent::Invited { asked_as: None, crossed: None, awaited: None, instead: None }, Stage::Invited),
                (GameEvent::Moved { by, prepared: false, broken: false, lapsed: None, crossed: None }, Stage::Running),
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
            let downtime = Downtime { gone: epoch, back: epoch + TimeDelta::days(2), given: TimeDelta::hours(60) };
            let sent = SentWords { to: self.bob.clone(), words: "words".to_owned() };
            let told = Besides { downtime: Some(downtime), zone: true, sent: Some(sent), ..Besides::default() };
            self.says(closing_lines::blocks(&self.composer.writer(None, self.settings, epoch), &told)?)?;
            for games in [vec![timed.head.clone()], vec![timed.head.clone(), timed.head.clone()]] {
                self.notice(Some(self.ann.clone()), News::TimeGivenBack { downtime, games })?;
            }
            self.notice(Some(self.ann.clone()), News::Reminder { games: vec![timed.head.clone(), timed.head] })?;
        }
        let mut own = Game::clone(&self.with(Stage::Invited, None));
        own.head.variant = tafl::OWN_RULES.to_owned();
        own.head.conditions = command::Conditions { unrated: true, private: true };
        let news = News::Game {
            game: Arc::new(own),
            event: GameEvent::Invited { asked_as: None, crossed: None, awaited: None, instead: None },
            comment: String::new(),
        };
        self.notice(Some(self.bob.clone()), news)?;
        for stage in [Stage::Running, Stage::Ended(Ending::Agreed)] {
            let mut of_tournament = Game::clone(&self.with(stage, None));
            of_tournament.head.tournament = "a234567890123456".parse().ok().map(|name| (name, 20));
            let game = Arc::new(of_tournament);
            let moved = GameEvent::Moved {
                by: tafl::Side::Attackers,
                prepared: false,
                broken: false,
                lapsed: None,
                crossed: None,
            };
            self.notice(Some(self.bob.clone()), News::Game { game, event: moved, comment: String::new() })?;
        }
        let moved = GameEvent::Moved { by, prepared: false, broken: false, lapsed: None, crossed: None };
        let news = News::Game { game: self.repeated(), event: moved, comment: String::new() };
        self.notice(Some(self.bob.clone()), news)?;
        for (more, unasked) in [(false, false), (true, false), (false, true), (true, true)] {
            self.notice(None, News::SignupAsked { player: self.bob.clone(), more, unasked, invites: None })?;
        }
        for (is_here, words) in [(true, ""), (true, "words"), (false, "words")] {
            let invites = Some(FirstInvitation {
                line: "challenge bob ann brandubh".to_owned(),
                player: self.ann.clone(),
                is_here,
                game: "Brandubh".to_owned(),
                words: words.to_owned(),
            });
            let (player, more, unasked) = (self.bob.clone(), false, false);
            self.notice(None, News::SignupAsked { player, more, unasked, invites })?;
        }
        let offered = self.with(Stage::Running, Some(offer(draw)));
        let stages = [Stage::Invited, Stage::Running, Stage::Ended(Ending::Agreed), Stage::Declined];
        let mut boards: Vec<_> = stages.iter().map(|stage| (self.with(*stage, None), "words".to_owned())).collect();
        boards.push((offered, String::new()));
        for reader in [self.ann.clone(), self.bob.clone()] {
            let heads: Vec<Head> = boards.iter().map(|(game, _)| game.head.clone()).collect();
            let (full, empty) = (
                News::Digest { boards: boards.clone(), others: heads.clone(), waiting: heads, again: true },
                News::Digest { boards: boards[..1].to_vec(), others: Vec::new(), waiting: Vec::new(), again: false },
            );
            self.notice(Some(reader.clone()), full)?;
            self.notice(Some(reader), empty)?;
        }
        let ann = self.ann.clone();
        let epoch = DateTime::<Utc>::UNIX_EPOCH;
        let vacation = Vacation { from: epoch, until: epoch + TimeDelta::days(9) };
        for news in [
            News::Joined { others: Vec::new(), more: 0, is_answered: false },
            News::Joined { others: vec![self.bob.clone()], more: 9, is_answered: false },
            News::Joined { others: vec![self.bob.clone()], more: 9, is_answered: true },
            News::Arrived {
                player: self.bob.clone(),
                line: "challenge ann bob brandubh".to_owned(),
                words: String::new(),
            },
            News::Arrived {
                player: self.bob.clone(),
                line: "challenge ann bob brandubh".to_owned(),
                words: "words".to_owned(),
            },
            News::Message { from: self.bob.clone(), text: "words".to_owned() },
            News::ConfirmAsked {
                lines: vec!["resign 1".to_owned()],
                comment: "words".to_owned(),
                elsewhere: None,
                previews: vec![Reply::Commands],
                about: AskedAbout { joined: true, left_out: true },
            },
            News::ConfirmAsked {
                lines: vec!["resign 1".to_owned(), "drop password".to_owned()],
                comment: String::new(),
                elsewhere: Some(self.to.clone()),
                previews: Vec::new(),
                about: AskedAbout { joined: false, left_out: true },
            },
            News::Observed {
                game: self.with(Stage::Running, None),
                event: GameEvent::Moved {
                    by: tafl::Side::Attackers,
                    prepared: false,
                    broken: false,
                    lapsed: None,
                    crossed: None,
                },
            },
            News::Observed { game: self.with(Stage::Running, None), event: GameEvent::Began },
            News::Observed {
                game: self.with(Stage::Ended(Ending::Agreed), None),
                event: GameEvent::DrawAgreed { by: tafl::Side::Attackers },
            },
            News::Announcement { subject: String::new(), text: "words".to_owned() },
            News::Announcement { subject: "News".to_owned(), text: "words".to_owned() },
            News::PasswordRefused,
            News::Account(AccountNews::PasswordAsked),
            News::Account(AccountNews::Reclaimed { here: true, others: Vec::new() }),
            News::Account(AccountNews::Reclaimed { here: true, others: vec![self.to.clone(); 2] }),
            News::Account(AccountNews::Reclaimed { here: false, others: Vec::new() }),
            News::Vacation {
                player: self.bob.clone(),
                vacation: Some(vacation),
                boards: vec![1],
                limited: true,
                out_of_time_on: None,
            },
            News::Vacation {
                player: self.bob.clone(),
                vacation: None,
                boards: vec![1, 2],
                limited: false,
                out_of_time_on: None,
            },
            News::Vacation {
                player: self.bob.clone(),
                vacation: Some(vacation),
                boards: vec![1, 2],
                limited: true,
                out_of_time_on: Some(1),
            },
            News::AutoVacation { number: 1, vacation, boards: vec![1], left: 1, year: 2026 },
            News::AutoVacation { number: 1, vacation, boards: vec![1, 2], left: 0, year: 2026 },
            News::AutoVacation { number: 1, vacation, boards: vec![1, 2], left: 23, year: 2026 },
        ] {
            self.notice(Some(ann.clone()), news)?;
        }
        for news in tournament::notices(&self.game) {
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
            News::Account(AccountNews::LetterLost { player: self.bob.clone(), numbers: vec![1], clock: None }),
            News::Account(AccountNews::LetterLost {
                player: self.bob.clone(),
                numbers: vec![1],
                clock: Some(LostClock::GoesOn),
            }),
            News::Account(AccountNews::LetterLost {
                player: self.bob.clone(),
                numbers: vec![1, 2],
                clock: Some(LostClock::Waits(DateTime::<Utc>::UNIX_EPOCH)),
            }),
            News::Account(AccountNews::CameBack { address: address.clone(), games: Vec::new(), held: false }),
            News::Account(AccountNews::CameBack {
                address: address.clone(),
                games: vec![self.timed("standard").head],
                held: true,
            }),
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

    fn notice(&self, reader: Option<PlayerId>, news: News) -> Result<(), LetterError> {
        let now = DateTime::<Utc>::UNIX_EPOCH;
        let settings = self.settings;
        let notice = Notice { to: self.to.clone(), reader, settings, token: None, news };
        let notes = notice.news.boards().into_iter().map(|number| (number, "words".to_owned())).collect();
        let rating = Some(RatingStanding {
            variant: self.game.head.variant.clone(),
            player: self.ann.clone(),
            rating: Rating::NEWCOMER,
            games: 1,
            estimate: Some(Rating::NEWCOMER),
        });
        let besides = Besides { notes, rating, ..Besides::default() };
        (self.law)(&notice::draft(&self.composer.writer(notice.reader.as_ref(), settings, now), &notice, &besides)?)
    }
}
