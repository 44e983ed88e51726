//! The parts of an answer that show a board: as it stands, as it stood, as it would stand, and the rules with an opening board.

use crate::club::{AskedBack, Game, GameEvent, Offer, PlayerId, Unsure};
use crate::letters::answer::{AnswerWriter, OPPONENT};
use crate::letters::board;
use crate::letters::board::Locale;
use crate::letters::body::Block;
use crate::letters::links;
use crate::letters::lists::paragraphs;
use crate::letters::namesakes;
use crate::letters::title::title;
use crate::letters::wording::WordingError;
use crate::tafl;
use minijinja::{Value, context};
use std::sync::Arc;

impl AnswerWriter<'_> {
    pub(super) fn scene(&self, state: &tafl::GameState) -> Result<Block, WordingError> {
        board::scene(self.locale, state)
    }

    /// The variant asked for, or the usual one.
    pub(super) fn or_usual<'b>(
        &'b self,
        variant: Option<&'b tafl::Variant>,
    ) -> Result<&'b tafl::Variant, WordingError> {
        variant.or_else(|| self.catalogue.find(tafl::DEFAULT_GAME)).ok_or(WordingError::NoUsualGame)
    }

    pub(super) fn rules(&self, variant: &tafl::Variant) -> Result<Vec<Block>, WordingError> {
        let challenge = match variant.name.as_str() {
            // Who asks has the record.
            tafl::OWN_RULES => String::new(),
            name => board::challenge(name, self.reader.unwrap_or("ann"), OPPONENT),
        };
        let facts = context! {
            title => title(self.locale.words, &variant.title)?,
            source => &variant.source,
            readings => !variant.readings.is_empty(),
            options => variant.name.contains(' '),
            challenge,
        };
        let namesakes = namesakes::blocks(self.locale.words, self.catalogue, variant.asked_as.as_deref())?;
        self.write_rules(facts, &Arc::new(variant.rules.clone()), (&variant.readings, &namesakes))
    }

    pub(super) fn rules_of(&self, game: &Game) -> Result<Vec<Block>, WordingError> {
        let words = self.locale.words;
        let facts = context! { number => game.head.number, title => title(words, &game.head.title)? };
        let title = words.phrase("line/rules-of", facts)?;
        self.write_rules(
            context! { title, source => "", readings => false, options => false, challenge => "" },
            game.rules(),
            (&[], &[]),
        )
    }

    pub(super) fn write_rules(
        &self,
        facts: Value,
        rules: &Arc<tafl::Rules>,
        (readings, namesakes): (&[String], &[Block]),
    ) -> Result<Vec<Block>, WordingError> {
        let opening = self.scene(&tafl::GameState::new(rules.clone()))?;
        let told = self.locale.words.rules(rules, self.locale.dialect)?;
        self.locale.words.part("rules", facts, &|marker| match marker {
            "board" => Some(vec![opening.clone()]),
            "rules" => Some(paragraphs(&told)),
            "readings" => Some(paragraphs(readings)),
            "namesakes" => Some(namesakes.to_vec()),
            _ => None,
        })
    }

    pub(super) fn preview(
        &self,
        number: Option<u32>,
        named: &str,
        state: &tafl::GameState,
        tried: u32,
        stopped: Option<&(tafl::Play, tafl::Illegal)>,
    ) -> Result<Vec<Block>, WordingError> {
        let plays = &state.plays()[state.plays().len() - (tried as usize).min(state.plays().len())..];
        let dialect = self.locale.dialect;
        let plays: Vec<String> = plays.iter().map(|played| dialect.played(played).to_string()).collect();
        let outlook = board::outlook(self.locale, state.status(), state.to_move())?;
        let facts = context! {
            number => number.unwrap_or_default(),
            title => title(self.locale.words, named)?,
            tried,
            state => outlook,
            plays => plays.join(", "),
            stopped => stopped.map(|stopped| self.stopped(state, stopped)).transpose()?.unwrap_or_default(),
        };
        let scene = self.scene(state)?;
        self.locale.words.part("preview", facts, &|marker| (marker == "board").then(|| vec![scene.clone()]))
    }

    /// What was not done because it may not be meant, with the board after it where it is a move.
    pub(super) fn asked_back(&self, asked: &AskedBack) -> Result<Vec<Block>, WordingError> {
        let Locale { words, dialect, .. } = self.locale;
        let number = asked.game.as_ref().map(|game| game.head.number).unwrap_or_default();
        let play = asked.after.as_ref().map(|(play, _)| dialect.play(*play).to_string()).unwrap_or_default();
        let (key, counted, next) = match asked.why {
            Unsure::EarlierLetter => ("earlier-letter", 0, 0),
            Unsure::Misplaced => ("misplaced", 0, 0),
            Unsure::MoreWords => ("more-words", 0, 0),
            Unsure::SeveralMoves => ("several-moves", 0, 0),
            Unsure::TakenBack => ("taken-back", 0, 0),
            Unsure::Counted { number, next } => ("counted", number, next),
        };
        // A prepared line is long, and its squares are not lettered as its reader has them.
        let line = Some(asked.line.as_str()).filter(|line| !line.starts_with("queue ") && !line.starts_with("if "));
        let facts = context! { number, play => &play, line, counted, next };
        let why = words.phrase(&format!("unsure/{key}"), facts)?;
        let several = asked.why == Unsure::SeveralMoves;
        let facts = context! { why, number, play, line, several, yes => asked.yes };
        let scene = asked.after.as_ref().map(|(_, state)| self.scene(state)).transpose()?;
        words.part("asked-back", facts, &|marker| (marker == "board").then(|| scene.iter().cloned().collect()))
    }

    /// Why a preview stopped. To the rules, a man of the side that is not to move is `not yours`; here nobody is to move.
    pub(super) fn stopped(
        &self,
        state: &tafl::GameState,
        (play, why): &(tafl::Play, tafl::Illegal),
    ) -> Result<String, WordingError> {
        let Locale { words, dialect, .. } = self.locale;
        let tafl::Illegal::NotYours { piece, .. } = why else {
            return words.say("illegal", &dialect.illegal(why));
        };
        let facts = context! {
            play => dialect.play(*play).to_string(),
            side => board::side_word(words, piece.side())?,
            turn => board::side_word(words, state.to_move())?,
            example => board::example(state, dialect).unwrap_or_default(),
        };
        words.phrase("line/out-of-turn", facts)
    }

    pub(super) fn shown(&self, game: &Game, state: &tafl::GameState, late: u32) -> Result<Vec<Block>, WordingError> {
        let head = &game.head;
        let at = state.ply();
        let when = match at == head.plies {
            true => board::standing(self.locale, head, None)?,
            false => self.locale.words.phrase("line/after", context! { at, plies => head.plies })?,
        };
        let facts = context! {
            number => head.number,
            attackers => head.attackers.as_str(),
            defenders => head.defenders.as_str(),
            title => title(self.locale.words, &head.title)?,
            attackers_sign => self.locale.sign(tafl::Side::Attackers),
            defenders_sign => self.locale.sign(tafl::Side::Defenders),
            when,
            late,
            call => board::call(self.locale.words, state.call(), false)?,
            score => format!("  {}", board::score(self.locale, state)?),
        };
        let scene = self.scene(state)?;
        let plays = board::plays(self.locale, head, state)?;
        self.locale.words.part("shown", facts, &|marker| match marker {
            "board" => Some(vec![scene.clone()]),
            "plays" => Some(plays.clone()),
            _ => None,
        })
    }

    pub(super) fn as_it_stands(&self, game: &Game) -> Result<Vec<Block>, WordingError> {
        let reader = self.reader.and_then(|reader| reader.parse::<PlayerId>().ok());
        let answers = |reader| board::answers(self.locale, self.catalogue, game, reader);
        let (offer, answers) = match (&reader, game.head.offer) {
            (Some(reader), Some(Offer { kind, by, .. })) => {
                let offered = GameEvent::Offered { kind, by };
                (board::event(self.locale, game, &offered, reader)?, answers(reader)?)
            }
            (Some(reader), None) => (String::new(), answers(reader)?),
            (None, _) => Default::default(),
        };
        let facts = context! {
            number => game.head.number,
            standing => board::standing(self.locale, &game.head, reader.as_ref())?,
            score => format!("  {}", board::score(self.locale, &game.state)?),
            call => reader.as_ref().map(|reader| board::call_to(self.locale.words, game, reader)).transpose()?,
            offer,
            answers,
        };
        let scene = self.scene(&game.state)?;
        let links = reader.as_ref().map(|reader| links::blocks(self.locale, game, reader)).transpose()?;
        self.locale.words.part("as-it-stands", facts, &|marker| match marker {
            "board" => Some(vec![scene.clone()]),
            "links" => Some(links.clone().unwrap_or_default()),
            _ => None,
        })
    }
}
