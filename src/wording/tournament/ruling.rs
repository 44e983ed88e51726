//! What is said about a ruling: the same sentence in the news, in the preview before it, and in the record.

use crate::club::PlayerId;
use crate::club::tournament::{Extended, Finish, Leaving, Note, Ruling, Tournament, TournamentPage};
use crate::wording::blocks::Block;
use crate::wording::facts::context;
use crate::wording::locale::Locale;
use crate::wording::templates::{Wording, WordingError};
use crate::wording::time;
use crate::wording::tournament::stage::facts;
use crate::wording::tournament::tables::{pairings, tables};
use chrono::TimeDelta;

/// The most rulings that the record shows: the newest ones.
const RECORD_LINES_MAX: usize = 60;

/// The sentence for a ruling.
pub(crate) fn sentence(
    words: &Wording,
    tournament: &Tournament,
    ruling: &Ruling,
    by: Option<&PlayerId>,
) -> Result<String, WordingError> {
    let numbers = |boards: &[u32]| -> Result<String, WordingError> {
        words.list("and", &boards.iter().map(ToString::to_string).collect::<Vec<String>>())
    };
    let (key, own) = match ruling {
        Ruling::Created => ("created", context! {}),
        Ruling::Set { terms } => ("set", context! { terms }),
        Ruling::Opened => ("opened", context! {}),
        Ruling::Closed => ("closed", context! {}),
        Ruling::Started => ("started", context! {}),
        Ruling::RoundBegan { round, open } => ("round", context! { round, boards => numbers(open)? }),
        Ruling::RoundOver { round, boards } => ("round-over", context! { round, boards => numbers(boards)? }),
        Ruling::Swapped { one, other, met } => ("swapped", context! { one, other, met => words.list("and", met)? }),
        Ruling::ByeGiven { player, met } => ("bye-given", context! { player, met => words.list("and", met)? }),
        Ruling::CountedSoFar { number, winner, .. } => {
            ("counted-so-far", context! { number, winner => winner.as_deref().unwrap_or("") })
        }
        Ruling::Finished { by } => {
            let finish = match by {
                Finish::Played => "played",
                Finish::Stuck => "stuck",
                Finish::TooFew => "too-few",
                Finish::Early => "early",
                Finish::CalledOff => "called-off",
            };
            ("finished", context! { finish })
        }
        Ruling::Withdrew { player, cause, struck, finished, scheduled, boards, .. } => {
            let cause = word(*cause);
            ("withdrew", context! { player, cause, struck, finished, scheduled, boards => numbers(boards)? })
        }
        Ruling::LeftOut { player, cause } => ("left-out", context! { player, cause => word(*cause) }),
        Ruling::Decided { number, winner, .. } => {
            ("decided", context! { number, winner => winner.as_deref().unwrap_or("") })
        }
        Ruling::Extended { to, seconds, .. } => {
            let time = time::span(words, TimeDelta::seconds(i64::from(*seconds)))?;
            let (number, player) = match to {
                Extended::Board(number) => (Some(*number), None),
                Extended::Player(player) => (None, Some(player.as_str())),
                Extended::Everybody => (None, None),
            };
            ("extended", context! { time, number, player })
        }
        Ruling::Held => ("held", context! {}),
        Ruling::Resumed => ("resumed", context! {}),
        Ruling::Substituted { out, player, boards } => {
            ("substituted", context! { out, player, boards => numbers(boards)? })
        }
        Ruling::AutoVacation { player, number, days } => ("auto-vacation", context! { player, number, days }),
        Ruling::Announced { .. } => ("announced", context! {}),
        Ruling::Organizers { added, dropped } => {
            let (came, went) = (added.len(), dropped.len());
            let (added, dropped) = (words.list("and", added)?, words.list("and", dropped)?);
            ("organizers", context! { added, dropped, came, went })
        }
        Ruling::Undone { ruling, .. } => ("undone", context! { ruling => sentence(words, tournament, ruling, by)? }),
    };
    let by = by.map(PlayerId::as_str).unwrap_or_default();
    words.phrase(
        &format!("tournament-ruling/{key}"),
        context! { by, name => tournament.name.as_str(), title => &tournament.title, ..own },
    )
}

fn word(cause: Leaving) -> &'static str {
    match cause {
        Leaving::Own => "own",
        Leaving::Organizer => "organizer",
        Leaving::Timeouts => "timeouts",
        Leaving::NoShow => "no-show",
        Leaving::SignedOff => "signed-off",
        Leaving::Gone => "gone",
    }
}

/// The text below the sentence: the words of an announcement, or the reason.
pub(crate) fn said(ruling: &Ruling, why: &str) -> Vec<Block> {
    let text = if let Ruling::Announced { text } = ruling { text } else { why };
    Some(text).filter(|text| !text.is_empty()).map(|text| Block::Words(text.to_owned())).into_iter().collect()
}

/// What an organizer is about to decide.
pub(crate) fn preview(
    words: &Wording,
    tournament: &Tournament,
    page: &TournamentPage,
) -> Result<Vec<Block>, WordingError> {
    let TournamentPage::Preview { ruling, by, why, readers } = page else {
        return Ok(Vec::new());
    };
    let table = match ruling {
        Ruling::Withdrew { .. } | Ruling::Decided { .. } => tables(words, tournament, true)?,
        _ => Vec::new(),
    };
    let ahead = match ruling {
        Ruling::Swapped { .. } | Ruling::ByeGiven { .. } if !tournament.meetings.is_empty() => {
            pairings(words, tournament)?
        }
        _ => Vec::new(),
    };
    let facts = context! {
        ahead => !ahead.is_empty(),
        ruling => sentence(words, tournament, ruling, by.as_ref())?,
        readers,
        table => !table.is_empty(),
        ..facts(words, tournament)?
    };
    let said = said(ruling, why);
    words.part("tournament-preview", facts, &|marker| match marker {
        "why" => Some(said.clone()),
        "table" => Some(table.clone()),
        "ahead" => Some(ahead.clone()),
        _ => None,
    })
}

/// The record: each ruling with its date and its reason, the oldest first.
pub(crate) fn record(locale: Locale, tournament: &Tournament) -> Result<Vec<Block>, WordingError> {
    let words = locale.words;
    let shown = &tournament.notes[tournament.notes.len().saturating_sub(RECORD_LINES_MAX)..];
    let mut blocks = Vec::new();
    for Note { at, who, ruling, why, .. } in shown {
        let sentence = sentence(words, tournament, ruling, who.as_ref())?;
        blocks.push(Block::Paragraph(format!("{}: {sentence}", time::date(words, *at, locale.zone)?)));
        blocks.extend(said(ruling, why));
    }
    let facts = context! { count => shown.len(), ..facts(words, tournament)? };
    words.part("tournament-record", facts, &|marker| (marker == "record").then(|| blocks.clone()))
}
