//! The lists of games that a player asks for, with two lines for each game, and the score above them. Other lists have one line for each
//! game: they are in [`lists`](crate::wording::lists).

use crate::club::{
    Ending, GameSearch, Head, ListedGame, PlayerId, RatingChange, ScoreLine, SideScore, Stage, Tally, Which,
};
use crate::command::Look;
use crate::wording::answer_writer::AnswerWriter;
use crate::wording::blocks::Block;
use crate::wording::facts::{Facts, context};
use crate::wording::lines::{COLUMNS, fixed, wrap};
use crate::wording::lists::game_headline;
use crate::wording::locale::Locale;
use crate::wording::ratings;
use crate::wording::templates::{Wording, WordingError};
use crate::wording::time;

/// The second line of a game begins below the names of its players.
const INDENT: usize = 7;

/// The games that a player has asked for. `more` shows the rest of them.
pub(super) fn games(
    writer: &AnswerWriter,
    search: &GameSearch,
    games: &[ListedGame],
    more: Option<&Look>,
) -> Result<Vec<Block>, WordingError> {
    let locale = writer.locale;
    let facts = context! {
        count => games.len(),
        more => more.map(Look::to_string),
        rated => games.iter().any(|game| game.rating.is_some()),
        own => writer.reader == Some(search.player.as_str()),
        ..sought(locale.words, search, games.is_empty())?
    };
    let entries = games.iter().map(|game| entry(locale, game)).collect::<Result<Vec<_>, _>>()?;
    writer.list("games", facts, "games", entries.concat())
}

/// What the games in a list have in common. `none` says that there are no such games: against bob or carl.
fn sought(words: &Wording, search: &GameSearch, none: bool) -> Result<Facts, WordingError> {
    let which = match search.which {
        Which::Active => "active",
        Which::Next => "next",
        Which::Finished => "finished",
        Which::All => "all",
        Which::Won => "won",
        Which::Lost => "lost",
        Which::Drawn => "drawn",
    };
    let opponents: Vec<String> = search.opponents.iter().map(PlayerId::to_string).collect();
    Ok(context! {
        which,
        player => search.player.as_str(),
        opponents => words.list(if none { "or" } else { "and" }, &opponents)?,
        variant => search.variant.as_deref(),
    })
}

/// The lines of one game.
fn entry(locale: Locale, game: &ListedGame) -> Result<Vec<String>, WordingError> {
    let details = details(locale, game)?;
    let below = wrap(&details, COLUMNS - 2 - INDENT).into_iter().map(|line| format!("{:INDENT$}{line}", ""));
    Ok(std::iter::once(game_headline(locale, &game.head)?).chain(below).collect())
}

/// What is said below the line of a game: since when it waits, or when and how it ended.
fn details(locale: Locale, game: &ListedGame) -> Result<String, WordingError> {
    let head = &game.head;
    let words = locale.words;
    let facts = context! { day => time::day(words, head.touched, locale.zone)?, moves => head.plies };
    match head.stage {
        Stage::Invited => words.phrase("list/asked", facts),
        Stage::Running => words.phrase("list/waiting", context! { ..time::facts(locale, head)?, ..facts }),
        Stage::Ended(ending) => {
            let facts = context! { how => how(words, head, ending)?, ..facts };
            words.phrase("list/over", context! { ..rating(game.rating), ..facts })
        }
        Stage::Declined | Stage::Withdrawn | Stage::Annulled { .. } => words.phrase("list/closed", facts),
    }
}

fn rating(change: Option<RatingChange>) -> Facts {
    context! {
        before => change.map(|change| change.before.points()),
        after => change.map(|change| change.after.points()),
    }
}

/// How a game ended, in a few words.
fn how(words: &Wording, head: &Head, ending: Ending) -> Result<String, WordingError> {
    let reason = match ending {
        Ending::Won { reason, .. } | Ending::Drawn { reason } => reason.to_string(),
        Ending::Resigned { .. } => "resigned".to_owned(),
        Ending::Agreed => "agreed".to_owned(),
        Ending::TimedOut { .. } => "timed-out".to_owned(),
        Ending::Adjudicated { .. } => "adjudicated".to_owned(),
    };
    let loser = ending.winner().map(|winner| head.player(winner.opponent()).as_str());
    words.phrase(&format!("ending/{reason}"), context! { loser })
}

/// How many games a player has won, drawn and lost: a line for each variant, and one for all of them.
pub(super) fn score(
    writer: &AnswerWriter,
    player: &PlayerId,
    lines: &[ScoreLine],
    left_out: usize,
    all: SideScore,
) -> Result<Vec<Block>, WordingError> {
    let words = writer.locale.words;
    let word = |name: &str| words.phrase(&format!("column/{name}"), context! {});
    let heads = [word("attackers")?, word("defenders")?, word("both")?];
    let mut rows = vec![Row { name: word("variant")?, cells: heads, rating: word("rating")? }];
    for line in lines {
        let rating = line.rating.as_ref().map(ratings::points).unwrap_or_default();
        rows.push(Row { name: line.variant.clone(), cells: cells(line.score), rating });
    }
    let total = Row { name: word("all")?, cells: cells(all), rating: String::new() };
    let width = rows.iter().chain([&total]).map(Row::cell_width).max().unwrap_or_default();
    let mut table: Vec<String> = rows.iter().flat_map(|row| row.lines(width)).collect();
    if left_out > 0 {
        table.push(words.phrase("line/more-variants", context! { count => left_out })?);
    }
    if lines.len() > 1 {
        table.extend(total.lines(width));
    }
    let guess = lines.iter().filter_map(|line| line.rating).any(|rating| rating.is_provisional());
    let own = writer.reader == Some(player.as_str());
    let facts = context! { player => player.as_str(), guess, own };
    words.part("score", facts, &|marker| (marker == "score").then(|| vec![fixed(&table)]))
}

fn cells(score: SideScore) -> [String; 3] {
    [score.attackers, score.defenders, score.both()].map(|Tally { won, drawn, lost }| format!("{won}-{drawn}-{lost}"))
}

/// One row of the score.
struct Row {
    name: String,
    /// With the attackers, with the defenders, with both.
    cells: [String; 3],
    rating: String,
}

impl Row {
    /// The width of the widest cell.
    fn cell_width(&self) -> usize {
        self.cells.iter().map(|cell| cell.chars().count()).max().unwrap_or_default()
    }

    /// The row with cells of this width, or wider if it has room. A long name stands above its numbers.
    fn lines(&self, width: usize) -> Vec<String> {
        const RATING: usize = 7;
        const CELL_MIN: usize = 11;
        let width = width.max(CELL_MIN);
        let room = COLUMNS - 2 - RATING - 1 - 3 * (width + 1);
        let [attackers, defenders, both] = &self.cells;
        let is_long = self.name.chars().count() > room;
        let name = if is_long { "" } else { &self.name };
        // A rating that is no guess ends with a blank, so that the digits of all stand below each other.
        let rating = &self.rating;
        let numbers = format!("{name:<room$} {attackers:>width$} {defenders:>width$} {both:>width$} {rating:>RATING$}");
        let above = is_long.then(|| self.name.clone());
        above.into_iter().chain([numbers.trim_end().to_owned()]).collect()
    }
}
