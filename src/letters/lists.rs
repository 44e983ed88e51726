//! The parts of an answer that are lists: lines whose columns matter.

use crate::club::{Head, OpenChallenge, PlayerId, Prepared, Stage};
use crate::letters::answer::AnswerWriter;
use crate::letters::board::Locale;
use crate::letters::body::{self, Block};
use crate::letters::time;
use crate::letters::wording::{Wording, WordingError};
use crate::tafl;
use minijinja::{Value, context};

impl AnswerWriter<'_> {
    /// A part with one list of lines in it.
    pub(super) fn list(
        &self,
        part: &str,
        facts: Value,
        name: &str,
        lines: Vec<String>,
    ) -> Result<Vec<Block>, WordingError> {
        self.locale.words.part(part, facts, &|marker| (marker == name).then(|| vec![fixed(&lines)]))
    }

    /// A list of games, one to a line.
    pub(super) fn game_list(&self, games: &[Head]) -> Result<Block, WordingError> {
        Ok(fixed(&self.game_lines(games)?))
    }

    /// One line a game.
    pub(super) fn game_lines(&self, games: &[Head]) -> Result<Vec<String>, WordingError> {
        games.iter().map(|head| game_line(self.locale, head)).collect()
    }

    pub(super) fn seek_line(&self, seek: &OpenChallenge) -> Result<String, WordingError> {
        let facts = context! {
            side => seek.side.map(|side| side.to_string()).unwrap_or_default(),
            unrated => seek.conditions.unrated,
            private => seek.conditions.private,
            day => time::day(self.locale.words, seek.until(), self.locale.zone)?,
        };
        let what = self.locale.words.phrase("line/seek", facts)?;
        let clock = seek.clock.map(|clock| format!("-clock={clock}"));
        let columns =
            [format!("{:>5}  {:<17}", seek.number, seek.player.as_str()), format!("{:<18}", seek.variant), what];
        let columns: Vec<String> = columns.into_iter().chain(clock).collect();
        Ok(lines_of(&columns.iter().map(String::as_str).collect::<Vec<_>>()))
    }
}

/// Games in a list, as a block of their own.
pub fn board_lines(locale: Locale, games: &[Head]) -> Result<Vec<Block>, WordingError> {
    let lines: Vec<String> = games.iter().map(|head| game_line(locale, head)).collect::<Result<_, _>>()?;
    Ok(vec![fixed(&lines)])
}

fn game_line(locale: Locale, head: &Head) -> Result<String, WordingError> {
    let key = match head.stage {
        Stage::Invited => "invited",
        Stage::Running => "running",
        Stage::Ended(ending) if ending.winner().is_some() => "won",
        Stage::Ended(_) => "drawn",
        Stage::Declined => "declined",
        Stage::Withdrawn => "withdrawn",
    };
    let winner = match head.stage {
        Stage::Ended(ending) => ending.winner().map(|side| head.player(side).to_string()),
        _ => None,
    };
    let facts = context! {
        who => match head.stage { Stage::Invited => head.invited().as_str(), _ => head.player(head.to_move()).as_str() },
        ply => head.plies + 1,
        winner => winner.unwrap_or_default(),
    };
    let state = locale.words.phrase(&format!("list/{key}"), facts)?;
    let players = format!("{} v {}", head.attackers, head.defenders);
    let board = format!("{:>5}  {players:<20}", head.number);
    let until = time::facts(locale, head)?;
    let until = locale.words.phrase("list/until", until)?;
    let columns = [board.as_str(), &format!("{:<18}", head.variant), &state, &until];
    Ok(lines_of(if until.is_empty() { &columns[..3] } else { &columns }))
}

/// A prepared line as it is written, broken where a letter is too narrow.
pub fn prepared_line(line: &Prepared, dialect: tafl::Dialect) -> Vec<String> {
    let play = |play: &tafl::Play| dialect.play(*play).to_string();
    let text = match line.conditional {
        true => {
            let pairs = line.plays.chunks(2).filter(|pair| pair.len() == 2);
            pairs.map(|pair| format!("if {} then {}", play(&pair[0]), play(&pair[1]))).collect::<Vec<_>>()
        }
        false => line.plays.iter().map(play).collect(),
    };
    body::wrap(&format!("- {}", text.join(" ")), body::COLUMNS - 2).into_iter().map(Into::into).collect()
}

/// Lines whose columns matter.
pub fn fixed(lines: &[String]) -> Block {
    let lines = lines.iter().flat_map(|line| line.split('\n'));
    Block::Fixed(lines.map(|line| format!("  {line}").trim_end().to_owned()).collect::<Vec<_>>().join("\n"))
}

/// What a list says about a variant: its name, its size and its title, then a line about it.
pub fn variant_lines(words: &Wording, variant: &tafl::Variant) -> Vec<String> {
    const INDENT: &str = "    ";
    let size = variant.rules.size();
    let first = format!("{:<25} {:>5}  {}", variant.name, format!("{size}x{size}"), variant.title);
    let about = body::wrap(words.help.about(variant), body::COLUMNS - 2 - INDENT.len());
    let about = about.into_iter().map(|line| format!("{INDENT}{line}"));
    std::iter::once(first).chain(about).chain([String::new()]).collect()
}

/// The columns of one line of a list. What does not fit goes on below, farther in.
pub fn lines_of(columns: &[&str]) -> String {
    const INDENT: &str = "\n           ";
    let (mut text, mut width) = (String::new(), 0);
    for column in columns {
        let length = column.trim_end().chars().count();
        if width > 0 && width + 1 + length > body::COLUMNS - 2 {
            text = text.trim_end().to_owned() + INDENT;
            width = INDENT.len() - 1;
        } else if width > 0 {
            text.push(' ');
            width += 1;
        }
        text.push_str(column);
        width += column.chars().count();
    }
    text.trim_end().to_owned()
}

/// Ids in columns: an id has 16 characters at most.
pub fn columns(ids: &[PlayerId]) -> Vec<String> {
    const IN_A_ROW: usize = 4;
    let row = |ids: &[PlayerId]| ids.iter().map(|id| format!("{:<17}", id.as_str())).collect::<String>();
    ids.chunks(IN_A_ROW).map(|ids| row(ids).trim_end().to_owned()).collect()
}

pub fn paragraphs(texts: &[String]) -> Vec<Block> {
    texts.iter().map(|text| Block::Paragraph(text.clone())).collect()
}
