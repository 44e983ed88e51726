//! Proves that every template can be written. One sample of each letter and part is rendered, so that a mistake in a template is found here
//! and never by a player. The tests prove our own wording in this way, and the start of a server proves the wording of its operator.

mod facts;
mod game_lists;
mod law;
mod notices;
mod replies;
mod samples;
mod tournament;

use crate::club::{Clock, Game, Head, Offer, OfferKind, PlayerId, Settings, Stage};
use crate::command::{self, Language};
use crate::letters::draft::Draft;
use crate::letters::{Addressee, Composer, LetterError, answer_letter};
use crate::mail::Address;
use crate::tafl;
use crate::wording::blocks::Block;
use crate::wording::facts::context;
use crate::wording::lines::paragraphs;
use crate::wording::locale::Locale;
use crate::wording::{Wording, WordingError};
use crate::wording::{end_of_game, game_summary, picture, title};
use chrono::{DateTime, Utc};
use std::sync::Arc;

/// Writes one of every letter in these languages and drops it. Each must keep to the law.
pub fn prove(composer: &Composer, languages: &[Language]) -> Result<(), LetterError> {
    let law = law::Law::new(composer);
    each_letter(composer, languages, &|draft| law.check(draft))
}

fn each_letter(
    composer: &Composer,
    languages: &[Language],
    law: &dyn Fn(&Draft) -> Result<(), LetterError>,
) -> Result<(), LetterError> {
    let of_size = |variant: &&tafl::Variant| (variant.rules.size(), variant.name.len());
    let Some(largest) = composer.catalogue.iter().max_by_key(of_size) else {
        return Ok(());
    };
    let usual = composer.catalogue.find(tafl::DEFAULT_GAME).unwrap_or(largest);
    for language in languages {
        let words = composer.words.of(Some(*language));
        for (variant, players) in [(usual, ["ann", "bob"]), (largest, LONG)] {
            in_language(composer, words, variant, players, law)?;
        }
    }
    Ok(())
}

/// Ids of the greatest length.
const LONG: [&str; 2] = ["a234567890123456", "b234567890123456"];

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
    let sample = Sample {
        law,
        composer,
        settings: Settings { language: Some(words.language), ..Settings::default() },
        to: composer.club.address.clone(),
        game: game(variant, &ann, &bob),
        ann,
        bob,
    };
    sample.says(paragraphs(&sentences(words, &sample.game)?))?;
    sample.notices()?;
    sample.replies(variant)
}

/// Sentences that only some letters have.
fn sentences(words: &Wording, game: &Game) -> Result<Vec<String>, WordingError> {
    let mut said = facts::sentences(words)?;
    for phrase in ["men", "moves", "others", "answers", "commands"] {
        said.push(words.phrase(&format!("links/{phrase}"), context! { example => "e5-e3" })?);
    }
    for note in ["men", "moves", "answers", "commands"] {
        said.push(words.phrase(&format!("links/{note}-note"), context! { example => "e5-e3" })?);
    }
    for call in CALLS {
        for you in [true, false] {
            said.push(game_summary::call(words, Some(call), you)?);
        }
    }
    let winner = tafl::Side::Attackers;
    let locale = Locale::new(words, Settings::default(), DateTime::<Utc>::UNIX_EPOCH);
    for reason in samples::REASONS {
        for status in [tafl::Status::Won { winner, reason }, tafl::Status::Drawn { reason }] {
            said.push(game_summary::outlook(locale, status, winner)?);
        }
    }
    said.push(words.phrase("word/king-on", context! { square => "d6" })?);
    said.push(end_of_game::after_move(words, 6, "a1-a2")?);
    said.push(game_summary::earlier(words, 2)?);
    said.push(title::title(words, "Own rules 7x7, weak king, strong king, edge escape")?);
    let caption = picture::caption(locale, &game.state)?;
    let of_reach = picture::reach_caption(locale, &game.state, tafl::Square::new(0, 0))?;
    said.extend([caption.alt, caption.position, caption.legend, of_reach.legend]);
    Ok(said)
}

/// Every call that can go with a move.
const CALLS: [tafl::Call; 3] = [tafl::Call::Raichi, tafl::Call::Tuichi, tafl::Call::WatchYourKing];

struct Sample<'a> {
    composer: &'a Composer,
    settings: Settings,
    law: &'a dyn Fn(&Draft) -> Result<(), LetterError>,
    to: Address,
    game: Game,
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
    Game { head, state, banks_before: [None; 2] }
}

impl Sample<'_> {
    /// Checks an answer that says only this.
    fn says(&self, blocks: Vec<Block>) -> Result<(), LetterError> {
        let reader = Addressee {
            to: &self.to,
            player: Some(&self.ann),
            settings: self.settings,
            has_password: true,
            note: None,
        };
        let writer = self.composer.writer(reader.player, reader.settings, DateTime::<Utc>::UNIX_EPOCH);
        let draft = answer_letter::draft(&writer, reader, &[])?;
        let blocks = draft.blocks.iter().cloned().chain(blocks).collect();
        (self.law)(&Draft { blocks, ..draft })
    }

    fn with(&self, stage: Stage, offer: Option<Offer>) -> Arc<Game> {
        let mut game = self.game.clone();
        game.head.stage = stage;
        game.head.offer = offer;
        Arc::new(game)
    }

    /// The same players, where a position has come again, under rules that count that.
    fn repeated(&self) -> Arc<Game> {
        let mut game = self.game.clone();
        if let Some(variant) = self.composer.catalogue.find("brandubh") {
            game.state = tafl::GameState::new(Arc::new(variant.rules.clone()));
        }
        let line = ["a4-a5", "c4-c5", "a5-a4", "c5-c4"].map(tafl::ParsedPlay::parse);
        for play in line.into_iter().flatten() {
            // The move is legal, as a test of this proof shows.
            drop(game.state.play(tafl::Play { from: play.from, to: play.to }));
        }
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

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;
    use crate::clock::Zone;
    use crate::letters::{body, first_paragraph};
    use crate::mail;
    use crate::wording::lines::wrap;
    use crate::wording::{ClubIdentity, Wordings};
    use std::cell::RefCell;
    use std::collections::HashSet;

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
            pictures: Default::default(),
        }
    }

    /// Writes one of every letter, in every language.
    fn each(
        composer: &Composer,
        variant: &tafl::Variant,
        players: [&str; 2],
        law: &dyn Fn(&Draft) -> Result<(), LetterError>,
    ) {
        for words in composer.words.all() {
            in_language(composer, words, variant, players, law).unwrap();
        }
    }

    /// A mail program may wrap a line that is too wide. It may also leave our letter below an answer without quote signs and without its
    /// first line.
    #[test]
    fn no_line_of_a_letter_is_a_command_or_too_wide() {
        let composer = composer("Taflpost");
        prove(&composer, &Language::ALL).unwrap();
        let law = law::Law::new(&composer);
        let mut longest = composer.catalogue.iter().max_by_key(|variant| variant.name.len()).unwrap().clone();
        longest.name.push_str(" -weak -edge");
        each(&composer, &longest, LONG, &|draft| law.check(draft));
    }

    /// Some programs copy a letter without quote signs. Its news stands above the marker then, among the words of the answer.
    #[test]
    fn the_news_of_a_letter_is_never_taken_for_an_answer() {
        let composer = composer("Taflpost");
        let token = "k7qf-9x2m-pd4w-t3ha".parse().unwrap();
        let is_command = |line: &str| command::is_command(line, &composer.catalogue);
        let seen = RefCell::new(HashSet::new());
        let law = |draft: &Draft| {
            let opened = first_paragraph::opened(draft.blocks.clone());
            if !seen.borrow_mut().insert(body::text(&opened.blocks[..1])) {
                return Ok(());
            }
            for token in [None, Some(&token)] {
                let text =
                    body::marked(&opened.blocks[..1], &mail::marker::write(draft.language.word(), token, opened.check));
                let text = format!("{text}\n  A B C\n1 . o .\n\nReply with your move.\n");
                let narrow = |line: &str| wrap(line, 40).join("\n");
                let narrow: String = text.lines().map(|line| narrow(line) + "\n").collect();
                for text in [text, narrow] {
                    let (news, rest) = text.split_once("\n\n").unwrap();
                    for answer in [
                        format!("d1-c1\n\n{text}"),
                        format!("d1-c1\n{text}"),
                        format!("d1-c1\n\nOn 24 Nov 2026 Taflpost wrote:\n\n{text}"),
                        format!("{news}\nd1-c1\n{rest}"),
                        format!("{news}\n\nd1-c1\n\n{rest}"),
                        format!("On 24 Nov 2026 Taflpost wrote:\n{news}\n\nd1-c1\n\n{rest}"),
                    ] {
                        assert_eq!(mail::reply::written(&answer, &is_command).text, "d1-c1", "{answer}");
                    }
                    // Below a letter without signs nobody can tell an answer from the letter. It is not read.
                    assert_eq!(mail::reply::written(&format!("{text}\nd1-c1"), &is_command).text, "", "{text}");
                }
            }
            Ok(())
        };
        each(&composer, composer.catalogue.find(tafl::DEFAULT_GAME).unwrap(), ["ann", "bob"], &law);
        assert!(seen.borrow().len() > 500, "{}", seen.borrow().len());
    }

    /// A mistake in any template is found before a player meets it: each template is written, and a bad one fails.
    #[test]
    fn no_template_is_left_out_of_the_proof() {
        let mut composer = composer("Taflpost");
        each_letter(&composer, &Language::ALL, &|_| Ok(())).unwrap();
        for words in composer.words.all() {
            assert_eq!(words.left_out(), [""; 0], "{:?}", words.language);
        }
        for (language, name) in [(Language::English, "event/moved"), (Language::Danish, "part/newcomer")] {
            composer.words = Wordings::embedded(Language::English).unwrap().spoilt(language, name);
            assert!(prove(&composer, &[language]).unwrap_err().to_string().contains(name), "{name}");
        }
    }

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
        each(&composer, composer.catalogue.iter().next().unwrap(), ["ann", "bob"], &law);
        let all = composer.words.all().iter().flat_map(|words| words.subjects_with("Xyzzy").unwrap());
        assert_eq!(named.into_inner(), all.collect());
    }
}
