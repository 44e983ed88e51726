//! From one line to one command.
//!
//! ```text
//! line    = [game] command arguments | [game] play [comment]
//! game    = the name or an alias of a variant; `hnefatafl` stands for the whole family
//! command = a name or synonym of the table, or its beginning where that fits no other
//! login   = player-id password, behind the board's number; recognised by what follows: a play is a play, never a password
//! ```
//!
//! Which words stand where is told by their shape, never by trying one reading after another, so that a wrong line has one reason.
//! Commands that change something take no words they cannot account for: `draw would be fair` is a sentence, not an offer.

use crate::command::account::Account;
use crate::command::account_parser;
use crate::command::chat;
use crate::command::command::{Command, QUEUE_PLAYS_MAX, Queued};
use crate::command::complaint::{Complaint, ComplaintKind, Thing, Withholding};
use crate::command::cursor::Args;
use crate::command::exact;
use crate::command::lexer::Line;
use crate::command::lookup;
use crate::command::move_parser::{bare, make_move};
use crate::command::opening;
use crate::command::parsed::{Failed, Parsed, Understood, silent};
use crate::command::player_id;
use crate::command::prefix;
use crate::command::redact;
use crate::command::rules_record;
use crate::command::table::Word as Meaning;
use crate::command::tournament::{TournamentAsk, TournamentCommand};
use crate::command::tournament_parser::{self, Asked};
use crate::command::typed_password::Login;
use crate::tafl::Catalogue;

/// Reads one line. `below` is the text under it, for commands that carry one.
pub(in crate::command) fn parse(typed: &str, below: &[&str], catalogue: &Catalogue) -> Result<Parsed, Failed> {
    let line = Line::new(typed);
    let head = prefix::head(&line, catalogue).map_err(|complaint| Failed {
        meant: complaint.began_as_command(),
        complaint,
        says_a_command: exact::says_a_command(line.words()),
        took_below: false,
    })?;
    let mut args = Args::new(&line, head.from, head.entry, head.game, catalogue);
    let took_below = carries_text(&args);
    match understand(&mut args, head.bare_play, below) {
        Ok((command, comment)) => {
            let (shown, secrets) = (args.shown(), args.secrets().to_vec());
            Ok(Parsed { took_below, command, comment, shown, counted: head.counted, secrets })
        }
        Err(complaint) => {
            let meant = head.certain || matches!(complaint.kind, ComplaintKind::Withheld { .. });
            let says_a_command = exact::says_a_command(line.words());
            Err(Failed { complaint, meant, says_a_command, took_below: took_below && meant })
        }
    }
}

/// Whether a line is understood as it stands, or begins with a move.
pub(in crate::command) fn is_whole(typed: &str, catalogue: &Catalogue) -> bool {
    let line = Line::new(typed);
    prefix::head(&line, catalogue)
        .is_ok_and(|head| head.bare_play || head.certain && parse(typed, &[], catalogue).is_ok())
}

/// Whether a line is that of a command whose text goes on below it.
pub(in crate::command) fn begins_text(typed: &str, catalogue: &Catalogue) -> bool {
    let line = Line::new(typed);
    let head = prefix::head(&line, catalogue);
    head.is_ok_and(|head| carries_text(&Args::new(&line, head.from, head.entry, head.game, catalogue)))
}

/// A line with those below that go on with its rules record, and how many they are. Lines of a text are never joined to another.
pub(in crate::command) fn unbroken(line: &str, below: &[&str], catalogue: &Catalogue) -> (String, usize) {
    match rules_record::unbroken(line, below) {
        (_, taken) if taken > 0 && begins_text(line, catalogue) => (line.to_owned(), 0),
        whole => whole,
    }
}

fn carries_text(args: &Args<'_>) -> bool {
    match args.entry.word {
        Meaning::Chat | Meaning::Message => true,
        Meaning::Tournament => tournament_parser::takes_lines_below(args),
        _ => false,
    }
}

/// The complaint about a line that was to go to another player as it stands, where a password may stand in it. `why` says what else is
/// wrong with the line.
pub(in crate::command) fn withheld(typed: &str, why: &Withholding, catalogue: &Catalogue) -> Option<Complaint> {
    let line = Line::new(typed);
    let mut secrets = redact::guess(line.words());
    match parse(typed, &[], catalogue) {
        Ok(parsed) => {
            let beside = Line::new(&parsed.comment);
            if redact::begins_with_login(beside.words()) {
                secrets.push(line.words().len().saturating_sub(beside.words().len()) + 1);
            }
            secrets.extend(parsed.secrets);
        }
        Err(Failed { complaint, .. }) if matches!(complaint.kind, ComplaintKind::Withheld { .. }) => {
            return Some(complaint);
        }
        Err(_) => {}
    }
    let at = line.words().get(*secrets.first()?)?.at.clone();
    Some(Complaint::new(&line, &secrets, at, ComplaintKind::Withheld { why: why.clone() }))
}

fn understand(args: &mut Args<'_>, bare_play: bool, below: &[&str]) -> Understood {
    if bare_play {
        return bare(args);
    }
    match args.entry.word {
        Meaning::Help => lookup::help(args).map(silent),
        Meaning::Commands => args.end().map(|_| silent(Command::Commands)),
        Meaning::Signup => lookup::signup(args).map(silent),
        Meaning::Whoami => args.end().map(|_| silent(Command::Whoami)),
        Meaning::Set => lookup::set(args).map(silent),
        Meaning::Add => account_parser::add(args).map(silent),
        Meaning::Change => account_parser::change(args).map(silent),
        Meaning::Drop => account_parser::drop(args).map(silent),
        Meaning::Reclaim => account_parser::on_account(args, Account::Reclaim).map(silent),
        Meaning::SignOff => account_parser::on_account(args, Account::SignOff).map(silent),
        Meaning::SignOn => account_parser::on_account(args, Account::SignOn).map(silent),
        Meaning::Delete => account_parser::delete(args).map(silent),
        Meaning::Vacation => lookup::vacation(args).map(silent),
        Meaning::Players => args.end().map(|_| silent(Command::Players)),
        Meaning::Variants => args.end().map(|_| silent(Command::Variants)),
        Meaning::Rules => opening::rules(args).map(silent),
        Meaning::Board => opening::board(args),
        Meaning::Challenge => opening::challenge(args).map(silent),
        Meaning::Accept => on_board(args, |number, login| Command::Accept { number, login }),
        Meaning::Decline => decline(args),
        Meaning::Withdraw => on_board(args, |number, login| Command::Withdraw { number, login }),
        Meaning::Resign => on_board(args, |number, login| Command::Resign { number, login }),
        Meaning::Draw => on_board(args, |number, login| Command::Draw { number, login }),
        Meaning::Undo => on_board(args, |number, login| Command::Undo { number, login }),
        Meaning::Move => make_move(args),
        Meaning::Queue => queue(args).map(silent),
        Meaning::Preview => opening::preview(args).map(silent),
        Meaning::Show => lookup::show(args).map(silent),
        Meaning::Games => lookup::games(args).map(silent),
        Meaning::Subscribe => on_board(args, |number, login| Command::Subscribe { number, on: true, login }),
        Meaning::Unsubscribe => on_board(args, |number, login| Command::Subscribe { number, on: false, login }),
        Meaning::OpenChallenge => opening::seek(args).map(silent),
        Meaning::Seeks => args.end().map(|_| silent(Command::Seeks)),
        Meaning::Take => opening::take(args),
        Meaning::Limit => opening::limit(args).map(silent),
        Meaning::Ratings => opening::ratings(args).map(silent),
        Meaning::Unrated => on_board(args, |number, login| Command::Unrated { number, login }),
        Meaning::Export => lookup::export(args).map(silent),
        Meaning::Chat => chat(args, below).map(silent),
        Meaning::Tournament => tournament(args, below).map(silent),
        Meaning::Message => message(args, below).map(silent),
    }
}

/// `chat`, and its text.
fn chat(args: &mut Args<'_>, below: &[&str]) -> Result<Command, Complaint> {
    let (number, login) = chat::board(args)?;
    let text = text(args, below, chat::CHAT_USAGE)?;
    Ok(Command::Chat { number, login, text })
}

/// `message`, and its text.
fn message(args: &mut Args<'_>, below: &[&str]) -> Result<Command, Complaint> {
    let players = chat::players(args, below)?;
    let text = text(args, below, chat::MESSAGE_USAGE)?;
    Ok(Command::Message { players, text })
}

/// `tournament`, and the text of an announcement.
fn tournament(args: &mut Args<'_>, below: &[&str]) -> Result<Command, Complaint> {
    Ok(Command::Tournament(match tournament_parser::tournament(args)? {
        Asked::Whole(command) => command,
        Asked::Announcement { name, usage } => {
            let text = text(args, below, usage)?;
            TournamentCommand::Of { name, ask: TournamentAsk::Announce { text } }
        }
    }))
}

/// The text behind the last word read and below its line. It is sent whole or not at all: where a line below may hold a password, the
/// command is refused.
fn text(args: &mut Args<'_>, below: &[&str], usage: &'static str) -> Result<String, Complaint> {
    let why = Withholding::TextOf { command: args.entry.name };
    match below.iter().find_map(|line| withheld(line, &why, args.catalogue)) {
        Some(complaint) => Err(complaint),
        None => chat::text(args, below, usage),
    }
}

/// `queue [n] [u p]` with plays, with `if PLAY then PLAY ...`, with `clear`, or alone. In front of `if` it may be left out.
fn queue(args: &mut Args<'_>) -> Result<Command, Complaint> {
    let is = |args: &Args<'_>, known: &[&str]| args.peek(0).is_some_and(|word| known.contains(&word.lower().as_str()));
    let number = args.number()?;
    let mut login = None;
    if args.count() >= 2 && args.play_length(0) == 0 && !is(args, &["if", "clear"]) {
        login = Some(args.login()?);
    }
    let what = if args.count() == 0 {
        Queued::Show
    } else if is(args, &["clear", "off", "delete", "none"]) {
        args.skip();
        Queued::Clear
    } else {
        let conditional = is(args, &["if"]);
        let usage = if conditional { args.entry.usage[0] } else { args.entry.main_usage() };
        let mut plays = Vec::new();
        while let Some(word) = args.peek(0) {
            if plays.len() + usize::from(conditional) >= QUEUE_PLAYS_MAX {
                return Err(args.complain(word, ComplaintKind::TooMany { what: Thing::Plays, max: QUEUE_PLAYS_MAX }));
            }
            let before: &[_] = if conditional { &[("if", Thing::If), ("then", Thing::Then)] } else { &[] };
            for (word, missing) in before {
                match args.peek(0) {
                    Some(_) if is(args, &[word]) => args.skip(),
                    Some(other) => return Err(args.nothing_more_for(other, usage)),
                    None => return Err(args.missing_for(*missing, usage)),
                }
                plays.push(args.wanted_play_for(usage)?);
            }
            if !conditional {
                plays.push(args.wanted_play()?);
            }
        }
        Queued::Line { conditional, plays }
    };
    if let Some(word) = args.peek(0) {
        return Err(args.nothing_more(word));
    }
    Ok(Command::Queue { number, login, what })
}

/// Whether words prepare plays for later: `if d4-d6 then c3-c7`. `if you had gone to d6` is a sentence.
pub(in crate::command) fn prepares(words: &str, catalogue: &Catalogue) -> bool {
    let line = Line::new(words);
    let begins = line.words().first().is_some_and(|word| word.lower() == "if");
    begins && prefix::head(&line, catalogue).is_ok_and(|head| head.entry.word == Meaning::Queue)
}

/// `resign [n [u p]]` and its likes.
fn on_board(args: &mut Args<'_>, command: fn(Option<u32>, Option<Login>) -> Command) -> Understood {
    question(args)?;
    let number = args.number()?;
    question(args)?;
    let login = login_behind(args, number)?;
    // A password may end in a full stop, so nothing follows a login; nor `resign`: `Resign! You have no chance.` is none.
    let comment = match login {
        _ if login.is_some() || args.entry.word == Meaning::Resign => match args.peek(0) {
            Some(word) => return Err(args.nothing_more(word)),
            None => String::new(),
        },
        _ => args.end()?,
    };
    Ok((command(number, login), comment))
}

/// Id and password behind the number of a board, unless the sentence ends before. Without a number two words are perhaps such: the second
/// is shown to nobody.
fn login_behind(args: &mut Args<'_>, number: Option<u32>) -> Result<Option<Login>, Complaint> {
    if args.last().closing.contains(['.', '!', ';']) {
        return Ok(None);
    }
    if number.is_some() && args.peek(0).is_some_and(|word| word.option().is_none()) {
        return args.login().map(Some);
    }
    if args.count() == 2 {
        args.hide(1);
    }
    Ok(None)
}

/// `decline [n [u p]]`, and the reason behind it: `decline 12: I have no time`, `decline 12 I have no time`. Exactly two words behind the
/// number, the first of which may be a player's id, are a login as on pbmserv; what may be a password is passed on to nobody.
fn decline(args: &mut Args<'_>) -> Understood {
    question(args)?;
    let number = args.number()?;
    question(args)?;
    let with_colon = args.last().closing.contains(':');
    let may_be_login = args.count() == 2
        && args.peek(0).is_some_and(|word| {
            let word = word.lower();
            player_id::is_player_id(&word) && !player_id::is_reserved(&word)
        });
    if with_colon || (number.is_some() && args.count() > 0 && !may_be_login) {
        return Ok((Command::Decline { number, login: None }, args.rest()?));
    }
    let login = login_behind(args, number)?;
    let comment = if login.is_some() { String::new() } else { args.end()? };
    Ok((Command::Decline { number, login }, comment))
}

/// Nothing is changed by a question.
fn question(args: &Args<'_>) -> Result<(), Complaint> {
    if args.last().closing.contains('?') {
        let kind = ComplaintKind::Question { command: args.entry.name };
        return Err(args.complain(args.last(), kind));
    }
    Ok(())
}
