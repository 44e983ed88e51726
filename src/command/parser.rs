//! From one line to one command.
//!
//! ```text
//! line    = [game] command arguments | [game] play [comment]
//! game    = the name or an alias of a variant; `hnefatafl` stands for the whole family
//! command = a name or synonym of the table, or its beginning if that fits no other
//! login   = player-id password, after the board's number; recognized by what follows: a move is a move, never a password
//! ```
//!
//! The shape of the words shows their meaning; the parser never tries one reading after another. So a wrong line has exactly one reason.
//! Commands that change something accept no unknown words: `draw would be fair` is a sentence, not an offer.

use crate::command::account::Account;
use crate::command::arguments::parts::on_board;
use crate::command::arguments::tournaments::TournamentRead;
use crate::command::arguments::{account, beginning, looking, playing, server, talking, tournaments};
use crate::command::board_act::BoardAct;
use crate::command::board_first;
use crate::command::certain_command;
use crate::command::command::Command;
use crate::command::complaint::{Complaint, ComplaintKind, Withholding};
use crate::command::cursor::Args;
use crate::command::lexer::Line;
use crate::command::look::Look;
use crate::command::old_forms::{self, NotHere};
use crate::command::parsed::{Failed, Parsed, Understood, silent};
use crate::command::player_act::{MessageAsk, PlayerAct};
use crate::command::polite_words;
use crate::command::prefix::{self, Head};
use crate::command::redact;
use crate::command::rules_record;
use crate::command::table::{Group, Verb};
use crate::command::tournament::{TournamentAsk, TournamentCommand};
use crate::tafl::Catalogue;

/// Reads one line. `below` is the text under it, for commands that carry one.
pub(in crate::command) fn parse(line: &Line, below: &[&str], catalogue: &Catalogue) -> Result<Parsed, Failed> {
    let ours = in_our_form(line, catalogue);
    let line = ours.as_ref().unwrap_or(line);
    let head = beginning_of(line, catalogue).map_err(|complaint| Failed {
        meant: complaint.began_as_command(),
        complaint,
        says_a_command: certain_command::says_a_command(line.words()),
        took_below: false,
    })?;
    let polite = polite_at_the_end(line, &head);
    let mut args = Args::new(line, head.from, head.entry, head.game, catalogue);
    let took_below = carries_text(&args);
    if !took_below {
        args.drop_last(polite);
    }
    match understand(&mut args, head.bare_play, below) {
        Ok((command, comment)) => {
            let (shown, secrets) = (args.shown(), args.secrets().to_vec());
            Ok(Parsed { took_below, command, comment, shown, counted: head.counted, secrets })
        }
        Err(complaint) => {
            if head.entry.verb == Verb::Move
                && let Some(play) = prefix::play_in_a_sentence(line)
            {
                // `Move the one on d1 to c1, and I think it will rain.`
                return Err(Failed { complaint: play, meant: false, says_a_command: false, took_below: false });
            }
            let meant = head.certain || matches!(complaint.kind, ComplaintKind::Withheld { .. });
            let says_a_command = certain_command::says_a_command(line.words());
            Err(Failed { complaint, meant, says_a_command, took_below: took_below && meant })
        }
    }
}

/// How many polite words end a line and say nothing: `rematch 2 please`, `show ann, thank you`. Where a login may stand, the last one may be a
/// password; so a number stands before them there.
fn polite_at_the_end(line: &Line, head: &Head<'_>) -> usize {
    /// `thank you very much, bye now`
    const POLITE_WORDS_MAX: usize = 6;
    let behind = line.words().get(head.from..).unwrap_or_default();
    let first = behind.len().saturating_sub(POLITE_WORDS_MAX);
    let from = (first..behind.len()).find(|at| polite_words::is_polite(&behind[*at..])).unwrap_or(behind.len());
    let before = &behind[..from];
    let is_board = head.entry.group == Group::Playing || head.entry.group == Group::Beginning;
    let may_end = match before.last() {
        _ if head.entry.group == Group::Looking => true,
        None if head.entry.verb == Verb::Help => true,
        // One word is no login: `Rematch please`
        None if head.entry.verb == Verb::Rematch => behind.len() == 1,
        // `draw please` below a move may be said to the opponent.
        last => is_board && last.is_some_and(|last| last.number().is_some()),
    };
    if may_end && !head.bare_play { behind.len() - from } else { 0 }
}

/// The beginning of a line, unless the whole line is a form of another server that means nothing here.
fn beginning_of<'a>(line: &Line, catalogue: &'a Catalogue) -> Result<Head<'a>, Complaint> {
    match old_forms::instead(line.words(), catalogue) {
        Some(NotHere { at, secret, kind }) => {
            let place = line.words().get(at).map_or(0..1, |word| word.at.clone());
            Err(Complaint::new(line, secret.as_slice(), place, kind))
        }
        None => prefix::head(line, catalogue),
    }
}

/// The line in the form of our commands, if it is written in another.
fn in_our_form(line: &Line, catalogue: &Catalogue) -> Option<Line> {
    board_first::in_our_form(line).or_else(|| old_forms::in_our_form(line, catalogue))
}

/// Whether a line is understood as it is, or begins with a move.
pub(in crate::command) fn is_whole(typed: &str, catalogue: &Catalogue) -> bool {
    let line = Line::new(typed);
    let line = in_our_form(&line, catalogue).unwrap_or(line);
    prefix::any_head(&line, catalogue)
        .is_some_and(|head| head.bare_play || head.certain && parse(&line, &[], catalogue).is_ok())
}

/// Whether a line is a command whose text continues below it.
pub(in crate::command) fn begins_text(typed: &str, catalogue: &Catalogue) -> bool {
    let line = Line::new(typed);
    let head = prefix::any_head(&line, catalogue);
    head.is_some_and(|head| carries_text(&Args::new(&line, head.from, head.entry, head.game, catalogue)))
}

/// A line with the lines below that continue its rules record, and the number of these. Lines of a text are never joined to another.
pub(in crate::command) fn unbroken(line: &str, below: &[&str], catalogue: &Catalogue) -> (String, usize) {
    match rules_record::unbroken(line, below) {
        (_, taken) if taken > 0 && begins_text(line, catalogue) => (line.to_owned(), 0),
        whole => whole,
    }
}

fn carries_text(args: &Args<'_>) -> bool {
    let verb = args.entry.verb;
    matches!(verb, Verb::Chat | Verb::Note | Verb::Message)
        || (verb == Verb::Tournament && tournaments::takes_lines_below(args))
}

/// The complaint about a line that would have gone to another player, if it may contain a password. `why` says what else is wrong with the
/// line.
pub(in crate::command) fn withheld(typed: &str, why: &Withholding, catalogue: &Catalogue) -> Option<Complaint> {
    let line = Line::new(typed);
    let mut secrets = redact::guess(line.words());
    match parse(&line, &[], catalogue) {
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
        return playing::bare(args);
    }
    let looked = |look: Result<Look, Complaint>| look.map(|look| silent(Command::Look(look)));
    match args.entry.verb {
        Verb::Help => looked(server::help(args)),
        Verb::Commands => looked(args.end().map(|_| Look::Commands)),
        Verb::Signup => server::signup(args).map(silent),
        Verb::Whoami => looked(args.end().map(|_| Look::Whoami)),
        Verb::Set => server::set(args).map(silent),
        Verb::Limit => server::limit(args).map(silent),
        Verb::Vacation => server::vacation(args).map(silent),
        Verb::Add => account::add(args).map(silent),
        Verb::Change => account::change(args).map(silent),
        Verb::Drop => account::drop(args).map(silent),
        Verb::Reclaim => account::on_account(args, Account::Reclaim).map(silent),
        Verb::SignOff => account::on_account(args, Account::SignOff).map(silent),
        Verb::SignOn => account::on_account(args, Account::SignOn).map(silent),
        Verb::Delete => account::delete(args).map(silent),
        Verb::Players => looked(args.end().map(|_| Look::Players)),
        Verb::Variants => looked(args.end().map(|_| Look::Variants)),
        Verb::Rules => looked(looking::rules(args)),
        Verb::Board => looking::board(args),
        Verb::Show => looked(looking::show(args)),
        Verb::Games => looked(looking::games(args)),
        Verb::History => looked(looking::history(args)),
        Verb::Ratings => looked(looking::ratings(args)),
        Verb::Export => looked(looking::export(args)),
        Verb::Subscribe => on_board(args, BoardAct::Subscribe),
        Verb::Unsubscribe => on_board(args, BoardAct::Unsubscribe),
        Verb::Challenge => beginning::challenge(args).map(silent),
        Verb::OpenChallenge => beginning::open_challenge(args).map(silent),
        Verb::OpenChallenges => looked(args.end().map(|_| Look::OpenChallenges)),
        Verb::Take => beginning::take(args),
        Verb::Accept => on_board(args, BoardAct::Accept),
        Verb::Decline => beginning::decline(args),
        Verb::Withdraw => on_board(args, BoardAct::Withdraw),
        Verb::Move => playing::make_move(args),
        Verb::Queue => playing::queue(args).map(silent),
        Verb::Preview => looked(playing::preview(args)),
        Verb::Resign => on_board(args, BoardAct::Resign),
        Verb::Draw => on_board(args, BoardAct::Draw),
        Verb::Undo => on_board(args, BoardAct::Undo),
        Verb::Unrated => on_board(args, BoardAct::Unrated),
        Verb::Rematch => on_board(args, BoardAct::Rematch(None)),
        Verb::Chat => chat(args, below).map(silent),
        Verb::Note => note(args, below).map(silent),
        Verb::Tournament => tournament(args, below).map(silent),
        Verb::Message => message(args, below).map(silent),
    }
}

/// `chat`, and its text.
fn chat(args: &mut Args<'_>, below: &[&str]) -> Result<Command, Complaint> {
    let (number, login) = talking::board(args)?;
    let text = text(args, below, talking::CHAT_USAGE)?;
    Ok(Command::OnBoard { board: number.into(), login, act: BoardAct::Chat(text) })
}

/// `note`, and its text. With a colon and no text, it deletes the note.
fn note(args: &mut Args<'_>, below: &[&str]) -> Result<Command, Complaint> {
    let (number, login) = talking::board(args)?;
    let deletes = talking::colon(args) && args.count() == 0 && below.iter().all(|line| line.trim().is_empty());
    let text = if deletes { String::new() } else { text(args, below, talking::NOTE_USAGE)? };
    Ok(Command::OnBoard { board: number.into(), login, act: BoardAct::Note(text) })
}

/// `message`, and its text.
fn message(args: &mut Args<'_>, below: &[&str]) -> Result<Command, Complaint> {
    let players = talking::players(args, below)?;
    let text = text(args, below, talking::MESSAGE_USAGE)?;
    Ok(Command::AsPlayer { login: None, act: PlayerAct::Message(MessageAsk { players, text }) })
}

/// `tournament`, and the text of an announcement.
fn tournament(args: &mut Args<'_>, below: &[&str]) -> Result<Command, Complaint> {
    Ok(Command::Tournament(match tournaments::tournament(args)? {
        TournamentRead::Whole(command) => command,
        TournamentRead::Announcement { name, usage } => {
            let text = text(args, below, usage)?;
            TournamentCommand::Of { name, ask: TournamentAsk::Announce { text } }
        }
    }))
}

/// The text after the last word that was read, and below its line. It is sent completely or not at all: if a line below may contain a
/// password, the command is refused.
fn text(args: &mut Args<'_>, below: &[&str], usage: &'static str) -> Result<String, Complaint> {
    let why = Withholding::TextOf { command: args.entry.name };
    match below.iter().find_map(|line| withheld(line, &why, args.catalogue)) {
        Some(complaint) => Err(complaint),
        None => talking::text(args, below, usage),
    }
}

/// Whether words prepare moves: `if d4-d6 then c3-c7`. `if you had gone to d6` is a sentence.
pub(in crate::command) fn prepares(words: &str, catalogue: &Catalogue) -> bool {
    let line = Line::new(words);
    let begins = line.words().first().is_some_and(|word| word.lower() == "if");
    begins && prefix::any_head(&line, catalogue).is_some_and(|head| head.entry.verb == Verb::Queue)
}
