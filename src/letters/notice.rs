//! The content of the letter for each kind of notice.

use crate::club;
use crate::club::{GameEvent, News, Notice, Stage};
use crate::letters::closing_lines::{self, Besides};
use crate::letters::confirmations::SignupKind;
use crate::letters::draft::Draft;
use crate::letters::end_letter::{self, End};
use crate::letters::{account, confirmations, digest, thread, tournament_news};
use crate::mail::AutoSubmitted;
use crate::tafl;
use crate::wording::WordingError;
use crate::wording::answer_writer::AnswerWriter;
use crate::wording::blocks::Block;
use crate::wording::challenged::challenged;
use crate::wording::choices;
use crate::wording::consent_words;
use crate::wording::expected_answers;
use crate::wording::facts::context;
use crate::wording::locale::Locale;
use crate::wording::opening;
use crate::wording::{game_summary, lists, time};
use chrono::{DateTime, Utc};

/// The name of the digest in the operator's lists.
pub const DIGEST: &str = "digest";

/// The name of a player's message that is not about a board.
pub const MESSAGE: &str = "message";

/// The content of the letter for a notice.
pub(super) fn draft(writer: &AnswerWriter, notice: &Notice, besides: &Besides) -> Result<Draft, WordingError> {
    let reader = writer.reader.unwrap_or_default();
    let (locale, club) = (writer.locale, &writer.club.name);
    let (words, now) = (locale.words, locale.now);
    let no_markers = |_: &str| None;
    let (kind, (subject, blocks)) = match &notice.news {
        News::SignupAsked { player, more, unasked, invites } => {
            let kind = SignupKind { more: *more, unasked: *unasked, invites: invites.as_ref() };
            ("signup", confirmations::signup(words, writer.club, Some(player.as_str()), kind)?)
        }
        News::Joined { others, more, is_answered } => {
            let others: Vec<String> = others.iter().map(ToString::to_string).collect();
            let address = writer.club.address.as_str();
            let others = others.join(", ");
            let facts = context! { club, player => reader, address, others, more => *more, is_answered };
            let first = ["seek -brandubh", "seeks", "players", "help"].map(str::to_owned);
            let links = choices::commands(words, first.to_vec())?;
            ("joined", words.letter("joined", facts, &|marker| (marker == "links").then(|| links.clone()))?)
        }
        News::Arrived { player, line, words: said } => {
            let attacks = challenged(line).0 == Some(reader);
            let facts = context! { player => player.as_str(), line, words => !said.is_empty(), attacks };
            let said = vec![Block::Words(said.clone())];
            let links = consent_words::links(words, &consent_words::yes(words, &[])?)?;
            let parts = |marker: &str| match marker {
                "words" => Some(said.clone()),
                "links" => Some(links.clone()),
                _ => None,
            };
            ("arrived", words.letter("arrived", facts, &parts)?)
        }
        News::Game { game, event, comment } => {
            let letter = match &notice.reader {
                Some(reader) if is_the_end(game, event) => {
                    let end = End { reader, game, event, comment, receipts: notice.settings.receipts };
                    end_letter::letter(writer, end, besides)?
                }
                Some(reader) => game_letter(writer, reader, game, event, comment, besides)?,
                None => return Err(WordingError::NoSubject("game".to_owned())),
            };
            (if matches!(event, GameEvent::Reminded { .. }) { "reminder" } else { "game" }, letter)
        }
        News::Digest { boards, others, waiting, again } => {
            let letter = match &notice.reader {
                Some(player) => {
                    let (again, daily) = (*again, notice.settings.digest.is_some());
                    digest::letter(
                        writer,
                        player,
                        &digest::News { boards, others, waiting, again, daily, notes: &besides.notes },
                    )?
                }
                None => return Err(WordingError::NoSubject("digest".to_owned())),
            };
            (DIGEST, letter)
        }
        News::Observed { game, event } => {
            let letter = match &notice.reader {
                Some(reader) => observer_letter(locale, reader, game, event)?,
                None => return Err(WordingError::NoSubject("observed".to_owned())),
            };
            ("observed", letter)
        }
        News::Announcement { subject, text } => {
            let said = vec![Block::Words(text.clone())];
            let usual = words.phrase("line/news", context! { club })?;
            let subject = if subject.is_empty() { &usual } else { subject };
            let letter = words.letter("announcement", context! { subject, club }, &|marker| {
                (marker == "comment").then(|| said.clone())
            });
            ("announcement", letter?)
        }
        News::Message { from, text } => {
            let said = vec![Block::Words(text.clone())];
            let facts = context! { from => from.as_str() };
            let letter = words.letter("message", facts, &|marker| (marker == "comment").then(|| said.clone()));
            (MESSAGE, letter?)
        }
        News::ConfirmAsked { lines, comment, elsewhere, previews, about } => {
            let letter = match previews.len() == lines.len() {
                true => confirmations::preview(writer, lines, previews)?,
                false => confirmations::confirm(writer, lines, comment, elsewhere.as_ref(), *about)?,
            };
            ("confirm", letter)
        }
        News::Tournament { tournament, news } => {
            let letter = match &notice.reader {
                Some(reader) => tournament_news::letter(locale, tournament, news, reader)?,
                None => return Err(WordingError::NoSubject("tournament".to_owned())),
            };
            ("tournament", letter)
        }
        News::Reminder { games } => {
            let lines = lists::board_lines(locale, games)?;
            let soonest = games.first().and_then(|head| head.clock.as_ref()).and_then(|clock| clock.deadline);
            let left = soonest.filter(|at| *at > now).map(|at| time::span(words, at - now)).transpose()?;
            let number = games.first().map(|head| head.number);
            let facts = context! { player => reader, club, count => games.len(), left, number };
            let insert = |marker: &str| (marker == "games").then(|| lines.clone());
            ("reminder", words.letter("reminder", facts, &insert)?)
        }
        News::TimeGivenBack { downtime, games } => {
            let lines = lists::board_lines(locale, games)?;
            let told = |at: DateTime<Utc>| time::date(words, at, locale.zone);
            let facts = context! {
                player => reader,
                club,
                count => games.len(),
                number => games.first().map(|head| head.number),
                gone => told(downtime.gone)?,
                back => told(downtime.back)?,
                given => time::span(words, downtime.given)?,
            };
            let insert = |marker: &str| (marker == "games").then(|| lines.clone());
            ("given-back", words.letter("given-back", facts, &insert)?)
        }
        News::Vacation { player, vacation, boards, limited, out_of_time_on } => {
            let numbers: Vec<String> = boards.iter().map(u32::to_string).collect();
            let told = |at: DateTime<Utc>| time::date(words, at, locale.zone);
            let facts = context! {
                player => player.as_str(),
                club,
                from => vacation.map(|vacation| told(vacation.from)).transpose()?,
                until => vacation.map(|vacation| told(vacation.until)).transpose()?,
                boards => words.list("and", &numbers)?,
                count => boards.len(),
                out_of_time_on,
                limited,
            };
            ("vacation", words.letter("vacation", facts, &no_markers)?)
        }
        News::AutoVacation { number, vacation, boards, left, year } => {
            let numbers: Vec<String> = boards.iter().map(u32::to_string).collect();
            let facts = context! {
                player => reader,
                club,
                number,
                until => time::date(words, vacation.until, locale.zone)?,
                boards => words.list("and", &numbers)?,
                count => boards.len(),
                left,
                year,
            };
            ("auto-vacation", words.letter("auto-vacation", facts, &no_markers)?)
        }
        News::PasswordRefused => {
            let facts = context! { player => reader, tries => club::WRONG_PASSWORDS_MAX };
            ("password", words.letter("password", facts, &no_markers)?)
        }
        News::Account(news) => account::letter(writer, notice, news)?,
    };
    Ok(Draft {
        kind,
        to: notice.to.clone(),
        number: thread::thread_of(notice),
        subject,
        blocks,
        language: words.language,
        style: notice.settings.letters,
        ends_game: matches!(&notice.news, News::Game { game, .. } if matches!(game.head.stage, club::Stage::Ended(_))),
        attachments: Vec::new(),
        auto: AutoSubmitted::Generated,
        list_unsubscribe: None,
    })
}

/// For an observer: what happened and the board, and nothing to answer.
fn observer_letter(
    locale: Locale,
    reader: &club::PlayerId,
    game: &club::Game,
    event: &GameEvent,
) -> Result<(String, Vec<Block>), WordingError> {
    let facts = context! {
        subject => thread::subject(locale.words, &game.head)?,
        number => game.head.number,
        attackers => game.head.attackers.as_str(),
        defenders => game.head.defenders.as_str(),
        opening => opening::of_event(locale, game, event, reader, false)?,
        of_tournament => game_summary::of_tournament(locale.words, &game.head)?,
        state => game_summary::clock(locale, &game.head, None)?,
        attackers_sign => locale.sign(tafl::Side::Attackers),
        defenders_sign => locale.sign(tafl::Side::Defenders),
        score => format!("  {}", game_summary::score(locale, &game.state)?),
        running => game.head.is_open(),
    };
    let scene = game_summary::scene(locale, &game.state)?;
    let plays = game_summary::plays(locale, &game.head, &game.state)?;
    locale.words.letter("observed", facts, &|marker| match marker {
        "board" => Some(vec![scene.clone()]),
        "plays" => Some(plays.clone()),
        _ => None,
    })
}

/// Whether the letter tells that the game is over.
fn is_the_end(game: &club::Game, event: &GameEvent) -> bool {
    matches!(game.head.stage, Stage::Ended(_)) && !matches!(event, GameEvent::Chatted { .. })
}

/// Whether a letter confirms the player's own third move: by then it is known what such letters are like.
fn is_early_receipt(game: &club::Game, event: &GameEvent, reader: &club::PlayerId) -> bool {
    const OWN_MOVES: u32 = 3;
    match event {
        GameEvent::Moved { by, .. } => game.head.player(*by) == reader && game.head.plies.div_ceil(2) == OWN_MOVES,
        _ => false,
    }
}

fn game_letter(
    writer: &AnswerWriter,
    reader: &club::PlayerId,
    game: &club::Game,
    event: &GameEvent,
    comment: &str,
    besides: &Besides,
) -> Result<(String, Vec<Block>), WordingError> {
    let (locale, words) = (writer.locale, writer.locale.words);
    let note = closing_lines::note(words, besides.notes.get(&game.head.number).map(String::as_str))?;
    // Nobody has seen a player's own rules before, and their author should see whether they were understood.
    let own = game.head.variant == tafl::OWN_RULES;
    let invited = game.head.invited() == reader;
    let (rules, asked_as) = match event {
        GameEvent::Invited { asked_as, .. } => (own || invited, asked_as.as_deref().filter(|_| !invited)),
        _ => (besides.rules, None),
    };
    let other_games = asked_as.map(|name| words.phrase("line/other-games", context! { name })).transpose()?;
    let facts = context! {
        subject => thread::subject(words, &game.head)?,
        opening => opening::of_event(locale, game, event, reader, true)?,
        about => game_summary::details(locale, game, event, reader)?,
        // What can be answered does not stand in a row with the time.
        apart => matches!(
            event,
            GameEvent::Moved { crossed: Some(_), .. } | GameEvent::Invited { crossed: Some(_), .. }
        ),
        // What a player wrote comes first, not what everybody knows.
        conditions => match event {
            GameEvent::Invited { .. } => game_summary::conditions(words, &game.head, true)?,
            GameEvent::Began => game_summary::conditions(words, &game.head, false)?,
            _ => String::new(),
        },
        state => match event {
            GameEvent::Chatted { .. } => String::new(),
            _ => game_summary::clock(locale, &game.head, Some(reader))?,
        },
        // Below what a player wrote, because that is the news.
        standing => match event {
            GameEvent::Chatted { .. } => game_summary::clock(locale, &game.head, Some(reader))?,
            _ => String::new(),
        },
        call => match event {
            GameEvent::Chatted { .. } => String::new(),
            _ => game_summary::call_to(words, game, reader)?,
        },
        score => format!("  {}", game_summary::score(locale, &game.state)?),
        repeated => match event {
            GameEvent::Moved { .. } => game_summary::repeated(locale, &game.state)?,
            _ => String::new(),
        },
        rules,
        own,
        other_games => other_games.unwrap_or_default(),
        challenger => game.head.player(game.head.challenger).as_str(),
        answers => expected_answers::all_answers(locale, writer.catalogue, game, reader)?,
        reminder => matches!(event, GameEvent::Reminded { .. }),
        receipts => is_early_receipt(game, event, reader),
        of_tournament => game_summary::of_tournament(words, &game.head)?,
    };
    let scene = game_summary::scene(locale, &game.state)?;
    let plays = game_summary::plays(locale, &game.head, &game.state)?;
    let links = choices::blocks(locale, game, reader)?;
    let told = if rules { words.rules(game.rules(), locale.dialect)? } else { Vec::new() };
    let comment = closing_lines::words_of_other(words, game, event, reader, comment)?;
    words.letter("game", facts, &|marker| match marker {
        "board" => Some(vec![scene.clone()]),
        "plays" => Some(plays.clone()),
        "comment" => Some(comment.clone()),
        "note" => Some(note.clone()),
        "rules" => Some(told.iter().cloned().map(Block::Paragraph).collect()),
        "links" => Some(links.clone()),
        _ => None,
    })
}
