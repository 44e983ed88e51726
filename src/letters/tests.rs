//! Proves that every template can be written. One sample of each letter and part is rendered, so that a mistake in a template is found here
//! and never by a player.

mod facts;
mod game_lists;
mod notices;
mod replies;
mod samples;
mod tournament;

use crate::chance::Chance;
use crate::club::{Clock, Game, Head, Offer, OfferKind, PlayerId, Settings, Stage};
use crate::command;
use crate::letters::club_name;
use crate::letters::draft::Draft;
use crate::letters::{Composer, LetterError};
use crate::mail::{self, Address};
use crate::tafl;
use crate::wording::Wording;
use crate::wording::facts::context;
use crate::wording::lines::COLUMNS;
use crate::wording::locale::Locale;
use crate::wording::{game_summary, picture, title};
use chrono::{DateTime, Utc};
use std::cell::RefCell;
use std::collections::HashSet;
use std::sync::Arc;

/// Writes one of every letter with these templates and drops it.
pub(super) fn check(composer: &Composer) -> Result<(), LetterError> {
    // Letters share their subjects, and reading one takes as long as writing a letter.
    let read = RefCell::new(HashSet::new());
    let law = |draft: &Draft| {
        let is_new = read.borrow_mut().insert(draft.subject.clone());
        if is_new { club_name::is_no_command(&composer.catalogue, &draft.subject) } else { Ok(()) }
    };
    match composer.catalogue.iter().next() {
        Some(variant) => each(composer, variant, ["ann", "bob"], &law),
        None => Ok(()),
    }
}

/// Writes one of every letter, to these players and about this variant, and shows its content.
fn each(
    composer: &Composer,
    variant: &tafl::Variant,
    [ann, bob]: [&str; 2],
    law: &dyn Fn(&Draft) -> Result<(), LetterError>,
) -> Result<(), LetterError> {
    for words in composer.words.all() {
        in_language(composer, words, variant, [ann, bob], law)?;
    }
    Ok(())
}

fn in_language(
    composer: &Composer,
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
        composer,
        settings: Settings { language: Some(words.language), ..Settings::default() },
        to: composer.club.address.clone(),
        game: game(variant, &ann, &bob),
        chance: Chance::from_seed([0; 32]),
        ann,
        bob,
    };
    for call in CALLS {
        for you in [true, false] {
            game_summary::call(words, Some(call), you)?;
        }
    }
    let (winner, reason) = (tafl::Side::Attackers, tafl::Reason::NoMove);
    let locale = Locale::new(words, Settings::default(), DateTime::<Utc>::UNIX_EPOCH);
    for status in [tafl::Status::Won { winner, reason }, tafl::Status::Drawn { reason }] {
        game_summary::outlook(locale, status, winner)?;
    }
    game_summary::earlier(words, 2)?;
    title::title(words, "Own rules 7x7, weak king, strong king, edge escape")?;
    picture::caption(locale, &sample.game.state)?;
    facts::say(words)?;
    sample.notices()?;
    sample.replies(variant)
}

/// Every call that can go with a move.
const CALLS: [tafl::Call; 3] = [tafl::Call::Raichi, tafl::Call::Tuichi, tafl::Call::WatchYourKing];

struct Sample<'a> {
    composer: &'a Composer,
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

/// A game after one move.
fn game(variant: &tafl::Variant, ann: &PlayerId, bob: &PlayerId) -> Game {
    let rules = Arc::new(variant.rules.clone());
    let mut state = tafl::GameState::new(rules.clone());
    let first = rules.squares().find_map(|from| {
        let mine = state.position().piece_at(from).is_some_and(|piece| piece.side() == state.to_move());
        let to = if mine { state.destinations(from).first().copied() } else { None };
        to.map(|to| tafl::Play { from, to })
    });
    let plies = match first.map(|play| state.play(play).is_ok()) {
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
        tournament: None,
        held: None,
        created: DateTime::<Utc>::UNIX_EPOCH,
        touched: DateTime::<Utc>::UNIX_EPOCH,
    };
    Game { head, state, bank_before: None }
}

impl Sample<'_> {
    fn with(&self, stage: Stage, offer: Option<Offer>) -> Arc<Game> {
        let mut game = self.game.clone();
        game.head.stage = stage;
        game.head.offer = offer;
        Arc::new(game)
    }

    /// The same game with a clock.
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
}

#[allow(clippy::unwrap_used, reason = "tests")]
mod proofs {
    use super::*;
    use crate::clock::Zone;
    use crate::command::Language;
    use crate::letters::body;
    use crate::wording::{ClubIdentity, Wordings};

    fn composer(name: &str) -> Composer {
        let club = ClubIdentity {
            name: name.to_owned(),
            address: "tafl@club.test".parse().unwrap(),
            plus: true,
            zone: Zone::default(),
        };
        Composer {
            club,
            words: Wordings::embedded(Language::English).unwrap(),
            catalogue: tafl::Catalogue::embedded().unwrap(),
        }
    }

    /// A mail program may wrap a line that is too wide. It may also leave our letter below an answer without quote signs and without its
    /// first line.
    #[test]
    fn no_line_of_a_letter_is_a_command_or_too_wide() {
        let composer = composer("Taflpost");
        let law = |draft: &Draft| {
            let text = body::text(&draft.blocks);
            for line in text.lines() {
                assert!(line.chars().count() <= COLUMNS, "wide: {line}, in\n{text}");
            }
            let text = mail::reply::written(&text, &|line| command::is_command(line, &composer.catalogue)).text;
            for item in command::read("", &text, &composer.catalogue).items {
                assert!(item.command.is_err(), "{}, in\n{text}", item.line);
            }
            // An answer has the subject of the letter that it answers, and that must not come before the commands in it.
            let board = command::board_of_subject(&draft.subject);
            assert!(draft.number.is_none_or(|number| board == Some(number)), "{}", draft.subject);
            let answer = command::read(&draft.subject, "resign 1", &composer.catalogue);
            let understood: Vec<bool> = answer.items.iter().map(|item| item.command.is_ok()).collect();
            assert!(understood == [true] && !answer.from_subject, "{}", draft.subject);
            Ok(())
        };
        let of_size = |variant: &&tafl::Variant| (variant.rules.size(), variant.name.len());
        let largest = composer.catalogue.iter().max_by_key(of_size).unwrap();
        let mut longest = composer.catalogue.iter().max_by_key(|variant| variant.name.len()).unwrap().clone();
        longest.name.push_str(" -weak -edge");
        let small = composer.catalogue.find("tablut").unwrap();
        for (variant, players) in [(largest, LONG), (&longest, LONG), (small, ["ann", "bob"])] {
            each(&composer, variant, players, &law).unwrap();
        }
    }

    /// A mistake in any template is found before a player meets it: each template is written, and a bad one fails.
    #[test]
    fn no_template_is_left_out_of_the_proof() {
        let mut composer = composer("Taflpost");
        check(&composer).unwrap();
        for words in composer.words.all() {
            assert_eq!(words.left_out(), [""; 0], "{:?}", words.language);
        }
        for (language, name) in [(Language::English, "event/moved"), (Language::Danish, "part/newcomer")] {
            composer.words = Wordings::embedded(Language::English).unwrap().spoilt(language, name);
            assert!(check(&composer).unwrap_err().to_string().contains(name), "{name}");
        }
    }

    /// Ids of the greatest length.
    const LONG: [&str; 2] = ["a234567890123456", "b234567890123456"];

    #[test]
    fn no_club_is_called_so_that_its_letters_command() {
        for name in ["Taflpost", "Chat Noir", "Resign", "The move", "Board 1: ann v bob", "resgn 17", "Ok", "-small"] {
            composer(name).check_name().unwrap();
        }
        let why = composer("e5-e3").check_name().unwrap_err().to_string();
        assert!(why.contains("look like a command") && why.contains("e5-e3"), "{why}");
    }

    /// The check at the start of a server covers every Subject that contains the name of the club.
    #[test]
    fn no_subject_that_names_the_club_is_left_out() {
        let composer = composer("Xyzzy");
        let named = RefCell::new(HashSet::new());
        let law = |draft: &Draft| {
            let subject = draft.subject.clone();
            if subject.contains("Xyzzy") {
                named.borrow_mut().insert(subject);
            }
            Ok(())
        };
        each(&composer, composer.catalogue.iter().next().unwrap(), ["ann", "bob"], &law).unwrap();
        let all = composer.words.all().iter().flat_map(|words| words.subjects_with("Xyzzy").unwrap());
        assert_eq!(named.into_inner(), all.collect());
    }
}
