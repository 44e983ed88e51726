//! Commands that carry a text: the recipients, and the text, which is everything after a colon on the line and all lines below.

use crate::command::command::TEXT_CHARS_MAX;
use crate::command::complaint::{Complaint, ComplaintKind, Thing, Withholding};
use crate::command::cursor::Args;
use crate::command::lexer::{Word, is_unseen};
use crate::command::look::PLAYERS_MAX;
use crate::command::move_words;
use crate::command::player_id;
use crate::command::redact;
use crate::command::typed_password::Login;

/// How `chat` is written.
pub(in crate::command) const CHAT_USAGE: &str = "chat (BOARD): TEXT, or on the lines below";

/// How `note` is written.
pub(in crate::command) const NOTE_USAGE: &str = "note (BOARD): TEXT, or on the lines below";

/// How `message` is written.
pub(in crate::command) const MESSAGE_USAGE: &str = "message ID ...: TEXT, or on the lines below";

/// Reads `chat [n] [u p]`, `chat [n]: text`, `chat [n] some text` up to the text.
///
/// Without a colon, two words after the number, the first of which may be a player id, are a login and never a text: a text would be sent
/// to the opponent, and a password must not be. If more words follow, it could be either, and is refused.
pub(in crate::command) fn board(args: &mut Args<'_>) -> Result<(Option<u32>, Option<Login>), Complaint> {
    let mut number = None;
    let mut login = None;
    if !colon(args) {
        number = args.number()?;
    }
    if !colon(args) {
        if number.is_some() && stands_a_login(args) {
            login = Some(login_with_colon(args)?);
        } else {
            no_doubtful_login(args, number.is_some())?;
        }
    }
    Ok((number, login))
}

fn stands_a_login(args: &Args<'_>) -> bool {
    // Nobody's id is a move: the words behind `d1-c1` may be the login.
    let may_be_id = |word: &Word| {
        word.closing.is_empty() && !move_words::is_play_shape(word) && player_id::is_player_id(&word.lower())
    };
    let id = args.peek(0).is_some_and(may_be_id);
    let password_with_colon = args.peek(1).is_some_and(|word| word.raw.ends_with(':'));
    id && (args.count() == 2 || password_with_colon)
}

/// After a number, any two words may be a login. Elsewhere only words that look like one.
fn no_doubtful_login(args: &mut Args<'_>, numbered: bool) -> Result<(), Complaint> {
    if let (Some(player), Some(password)) = (args.peek(0), args.peek(1))
        && redact::may_be_player(player)
        && (numbered && player.closing.is_empty() || is_odd_behind(player, password))
    {
        args.hide(1);
        return Err(
            args.withheld(password, Withholding::NoColon { usage: args.entry.usages().last().unwrap_or(CHAT_USAGE) })
        );
    }
    Ok(())
}

/// `chat bob Sesam7`, `chat 17 bob: Sesam7`.
fn is_odd_behind(player: &Word, password: &Word) -> bool {
    match player.closing.as_str() {
        "" => redact::is_odd(password),
        // `chat 17 Bob: 18:30 is fine`.
        ":" => redact::may_be_password(password),
        _ => false,
    }
}

/// The colon that begins the text is not part of the password before it.
fn login_with_colon(args: &mut Args<'_>) -> Result<Login, Complaint> {
    let login = args.login()?;
    let password = login.password.expose();
    let password = password.strip_suffix(':').unwrap_or(password);
    Ok(Login { player: login.player, password: crate::command::Secret::new(password) })
}

/// Reads `message u ...`, `message u ...: text` up to the text.
pub(in crate::command) fn players(args: &mut Args<'_>, below: &[&str]) -> Result<Vec<String>, Complaint> {
    let mut players: Vec<String> = Vec::new();
    let mut second = None;
    loop {
        if players.len() == 1 && second.is_none() {
            second = args.peek(0);
        }
        let player = match (args.player(), second) {
            (Ok(player), _) => player,
            // `message bob Hello there, how are you?`
            (Err(_), Some(word)) => return Err(no_colon(args, &players, word)),
            (Err(complaint), None) => return Err(complaint),
        };
        if !players.contains(&player) {
            players.push(player);
        }
        if players.len() > PLAYERS_MAX {
            let kind = ComplaintKind::TooMany { what: Thing::Players, max: PLAYERS_MAX };
            return Err(args.complain(args.last(), kind));
        }
        if colon(args) || args.count() == 0 {
            break;
        }
    }
    let without_colon = second.filter(|_| !colon(args) && below.iter().all(|line| line.trim().is_empty()));
    if let Some(word) = without_colon {
        return Err(no_colon(args, &players, word));
    }
    Ok(players)
}

/// A text. If it is too long, it is cut so that the excess is still visible: one character more than allowed, the last of them a sign.
pub(in crate::command) fn bounded(text: &str) -> String {
    match text.char_indices().nth(TEXT_CHARS_MAX) {
        Some((end, _)) => format!("{}\u{2026}", &text[..end]),
        None => text.to_owned(),
    }
}

/// The complaint that a text may begin at the word after the first player.
fn no_colon(args: &Args<'_>, players: &[String], word: &Word) -> Complaint {
    let player = players.first().cloned().unwrap_or_default();
    args.complain(word, ComplaintKind::TextWithoutColon { player, text: word.plain.clone() })
}

/// Whether the last word that was read ends in a colon.
pub(in crate::command) fn colon(args: &Args<'_>) -> bool {
    args.last().closing.contains(':')
}

/// The text after the last word that was read, and below its line.
pub(in crate::command) fn text(args: &mut Args<'_>, below: &[&str], usage: &'static str) -> Result<String, Complaint> {
    let first = args.rest()?;
    // Invisible characters at the end of a line are not part of it, so a text is the same wherever its first line is.
    let lines: Vec<&str> = std::iter::once(first.as_str())
        .chain(below.iter().copied())
        .map(|line| line.trim_end_matches(is_unseen))
        .collect();
    let text = bounded(lines.join("\n").trim_matches(is_unseen));
    if text.is_empty() {
        return Err(args.missing_for(Thing::Text, usage));
    }
    Ok(text)
}
