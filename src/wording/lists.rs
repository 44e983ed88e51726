//! The parts of an answer that are lists: lines with columns.

use crate::club::{Head, OpenChallenge, PlayerId, Prepared, Stage};
use crate::tafl;
use crate::wording::blocks::Block;
use crate::wording::facts::context;
use crate::wording::lines::{COLUMNS, fixed, lines_of, wrap};
use crate::wording::locale::Locale;
use crate::wording::templates::{Wording, WordingError};
use crate::wording::time;

/// Games in a list, as a separate block.
pub(crate) fn board_lines(locale: Locale, games: &[Head]) -> Result<Vec<Block>, WordingError> {
    Ok(vec![fixed(&game_lines(locale, games)?)])
}

/// One line for each game.
pub(crate) fn game_lines(locale: Locale, games: &[Head]) -> Result<Vec<String>, WordingError> {
    games.iter().map(|head| game_line(locale, head)).collect()
}

fn game_line(locale: Locale, head: &Head) -> Result<String, WordingError> {
    let [board, variant, state] = game_columns(locale, head)?;
    let until = until(locale, head)?;
    let columns = [board.as_str(), &variant, &state, &until];
    Ok(lines_of(if until.is_empty() { &columns[..3] } else { &columns }))
}

/// The line of a game without its time.
pub(crate) fn game_headline(locale: Locale, head: &Head) -> Result<String, WordingError> {
    Ok(lines_of(&game_columns(locale, head)?.each_ref().map(String::as_str)))
}

/// Until when the player to move has time. Empty if no clock runs.
fn until(locale: Locale, head: &Head) -> Result<String, WordingError> {
    locale.words.phrase("list/until", time::facts(locale, head)?)
}

/// The board with its players, the variant, and how the game stands.
fn game_columns(locale: Locale, head: &Head) -> Result<[String; 3], WordingError> {
    let key = match head.stage {
        Stage::Invited => "invited",
        Stage::Running => "running",
        Stage::Ended(ending) if ending.winner().is_some() => "won",
        Stage::Ended(_) => "drawn",
        Stage::Declined => "declined",
        Stage::Withdrawn => "withdrawn",
        Stage::Annulled { .. } => "annulled",
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
    Ok([format!("{:>5}  {players:<20}", head.number), format!("{:<18}", head.variant), state])
}

/// An open challenge, as a line of their list.
pub(crate) fn open_challenge_line(locale: Locale, open_challenge: &OpenChallenge) -> Result<String, WordingError> {
    let facts = context! {
        side => open_challenge.side.map(|side| side.to_string()).unwrap_or_default(),
        unrated => open_challenge.conditions.unrated,
        private => open_challenge.conditions.private,
        day => time::day(locale.words, open_challenge.until(), locale.zone)?,
    };
    let what = locale.words.phrase("line/open-challenge", facts)?;
    let clock = open_challenge.clock.map(|clock| format!("-clock={clock}"));
    let columns = [
        format!("{:>5}  {:<17}", open_challenge.number, open_challenge.player.as_str()),
        format!("{:<18}", open_challenge.variant),
        what,
    ];
    let columns: Vec<String> = columns.into_iter().chain(clock).collect();
    Ok(lines_of(&columns.iter().map(String::as_str).collect::<Vec<_>>()))
}

/// A prepared line as it is written, wrapped to the width of a letter.
pub(crate) fn prepared_line(line: &Prepared, dialect: tafl::Dialect) -> Vec<String> {
    let play = |play: &tafl::Play| dialect.play(*play).to_string();
    let text = match line.conditional {
        true => {
            let pairs = line.plays.chunks(2).filter(|pair| pair.len() == 2);
            pairs.map(|pair| format!("if {} then {}", play(&pair[0]), play(&pair[1]))).collect::<Vec<_>>()
        }
        false => line.plays.iter().map(play).collect(),
    };
    wrap(&format!("- {}", text.join(" ")), COLUMNS - 2).into_iter().map(Into::into).collect()
}

/// A variant in a list: its name, its size and its title, then a line about it.
pub(crate) fn variant_lines(words: &Wording, variant: &tafl::Variant) -> Vec<String> {
    const INDENT: &str = "    ";
    let size = variant.rules.size();
    let (name, size) = (format!("{:<25}", variant.name), format!("{:>5} ", format!("{size}x{size}")));
    let title = wrap(&variant.title, COLUMNS - 2 - INDENT.len());
    let columns: Vec<&str> =
        [name.as_str(), &size].into_iter().chain(title.iter().flat_map(|line| line.split(' '))).collect();
    let first = lines_of(&columns);
    let about = wrap(words.variants.about(variant), COLUMNS - 2 - INDENT.len());
    let about = about.into_iter().map(|line| format!("{INDENT}{line}"));
    std::iter::once(first).chain(about).chain([String::new()]).collect()
}

/// Ids in columns: an id has 16 characters at most.
pub(crate) fn columns(ids: &[PlayerId]) -> Vec<String> {
    const IN_A_ROW: usize = 4;
    let row = |ids: &[PlayerId]| ids.iter().map(|id| format!("{:<17}", id.as_str())).collect::<String>();
    ids.chunks(IN_A_ROW).map(|ids| row(ids).trim_end().to_owned()).collect()
}
