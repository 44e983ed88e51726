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

use crate::command::args::Args;
use crate::command::choice::{self, Choice};
use crate::command::command::{Command, PREVIEW_PLAYS_MAX, PreviewOf, RulesOf};
use crate::command::complaint::{Complaint, ComplaintKind};
use crate::command::elsewhere;
use crate::command::lexer::{Line, Word as Typed, is_square_shape};
use crate::command::lookup;
use crate::command::mask;
use crate::command::nearest::nearest;
use crate::command::table::{self, Entry, Match, Word};
use crate::command::talk;
use crate::tafl::{Catalogue, ParsedPlay, Variant};

/// A line understood.
pub(in crate::command) struct Parsed {
    pub(in crate::command) command: Command,
    /// Text on the line that is addressed to the opponent.
    pub(in crate::command) comment: String,
    /// The line as it may be shown.
    pub(in crate::command) shown: String,
    /// Whether the lines below were taken as the command's text.
    pub(in crate::command) took_below: bool,
}

/// A line not understood.
pub(in crate::command) struct Failed {
    pub(in crate::command) complaint: Complaint,
    /// Whether the line is certainly meant as a command, not as a sentence that happens to begin like one.
    pub(in crate::command) meant: bool,
}

/// What a command's own parser returns: the command, and the comment on its line.
pub(in crate::command) type Understood = Result<(Command, String), Complaint>;

/// Reads one line. `below` is the text under it, for commands that carry one.
pub(in crate::command) fn parse(
    typed: &str,
    below: &[&str],
    catalogue: &Catalogue,
) -> Result<Parsed, Failed> {
    let line = Line::new(typed);
    let head = head(&line, catalogue)?;
    let mut args = Args::new(&line, head.at, head.entry, head.game, catalogue);
    match understand(&mut args, head.bare_play, below) {
        Ok((command, comment)) => Ok(Parsed {
            took_below: matches!(command, Command::Chat { .. } | Command::Message { .. }),
            command,
            comment,
            shown: args.shown(),
        }),
        Err(complaint) => Err(Failed {
            complaint,
            meant: head.whole,
        }),
    }
}

/// The beginning of a line: which command it is.
struct Head<'a> {
    entry: &'static Entry,
    game: Option<&'a Variant>,
    /// The index of the command's word.
    at: usize,
    /// There is no such word, the play stands alone; `at` is then the word before it.
    bare_play: bool,
    /// The word is written out.
    whole: bool,
}

fn head<'a>(line: &Line, catalogue: &'a Catalogue) -> Result<Head<'a>, Failed> {
    let words = line.words();
    let fail = |word: Option<&Typed>, kind: ComplaintKind| {
        let at = word.map_or(0..1, |word| word.at.clone());
        let complaint = Complaint::new(line, &[], at, kind);
        let meant = complaint.began_as_command();
        Failed { complaint, meant }
    };
    let Some(first) = words.first() else {
        let kind = ComplaintKind::UnknownCommand {
            word: String::new(),
            nearest: Vec::new(),
        };
        return Err(fail(None, kind));
    };
    let game = match table::find(&first.lower()) {
        Match::Whole(_) => None,
        _ => catalogue.find(&first.plain),
    };
    let at = usize::from(game.is_some());
    let Some(word) = words.get(at) else {
        let name = first.plain.clone();
        return Err(fail(Some(first), ComplaintKind::OnlyAGame { name }));
    };
    let lower = word.lower();
    let head = |entry, bare_play, whole| Head {
        entry,
        game,
        at,
        bare_play,
        whole,
    };
    if begins_with_play(&words[at..]) {
        return Ok(head(table::entry(Word::Move), true, true));
    }
    match table::find(&lower) {
        Match::Whole(entry) => return Ok(head(entry, false, true)),
        Match::Beginning(entry) => return Ok(head(entry, false, false)),
        Match::Several(names) => {
            let candidates = names.into_iter().map(str::to_owned).collect();
            let kind = ComplaintKind::Ambiguous {
                word: word.plain.clone(),
                candidates,
            };
            return Err(fail(Some(word), kind));
        }
        Match::Nothing => {}
    }
    if let Some(instead) = elsewhere::find(&lower) {
        let kind = ComplaintKind::NotOnThisServer {
            word: lower,
            instead,
        };
        return Err(fail(Some(word), kind));
    }
    if tries_to_be_a_play(word)
        && let Err(bad) = ParsedPlay::parse(&word.plain)
    {
        return Err(fail(
            Some(word),
            ComplaintKind::NoPlay {
                why: bad.to_string(),
            },
        ));
    }
    // `hnefetafl challenge ann bob`: the command is right, and the game in front of it is not.
    let second = words.get(at + 1).map(|word| table::find(&word.lower()));
    let kind = if at == 0 && matches!(second, Some(Match::Whole(_))) {
        let near = choice::nearest_games(catalogue, &lower);
        if near.is_empty() {
            unknown(word)
        } else {
            ComplaintKind::UnknownVariant {
                word: word.plain.clone(),
                nearest: near,
            }
        }
    } else {
        unknown(word)
    };
    let meant = false;
    Err(Failed {
        meant,
        ..fail(Some(word), kind)
    })
}

fn unknown(word: &Typed) -> ComplaintKind {
    let known = table::entries().iter().flat_map(Entry::words);
    let mut names: Vec<String> = Vec::new();
    for near in nearest(&word.plain, known) {
        if let Match::Whole(entry) = table::find(near)
            && !names.iter().any(|name| name == entry.name)
        {
            names.push(entry.name.to_owned());
        }
    }
    ComplaintKind::UnknownCommand {
        word: word.plain.clone(),
        nearest: names,
    }
}

/// Whether the words begin with a play: `e5-e3`, `e5 e3`, `e5 to e3`.
fn begins_with_play(words: &[Typed]) -> bool {
    let alone = words
        .first()
        .is_some_and(|word| ParsedPlay::looks_like(&word.plain));
    let squares = words.len() > 1 && is_square_shape(&words[0].plain);
    let half = words
        .first()
        .is_some_and(|word| word.plain.strip_suffix('-').is_some_and(is_square_shape));
    alone || ((squares || half) && words[0].closing.is_empty() && several_make_a_play(words))
}

fn several_make_a_play(words: &[Typed]) -> bool {
    (2..=3).any(|length| {
        let text: Vec<&str> = words
            .iter()
            .take(length)
            .map(|word| word.plain.as_str())
            .collect();
        text.len() == length
            && ParsedPlay::looks_like(&text.join(" ").replace("- ", "-").replace(" -", "-"))
    })
}

/// `e5-e`, `e5-z9`: two halves of which one is a square and the other should have been.
fn tries_to_be_a_play(word: &Typed) -> bool {
    let Some((from, to)) = word.plain.split_once('-') else {
        return mask::is_play_shape(word);
    };
    is_square_shape(from) && to.chars().count() <= 8
}

fn understand(args: &mut Args<'_>, bare_play: bool, below: &[&str]) -> Understood {
    if bare_play {
        return bare(args);
    }
    match args.entry.word {
        Word::Help => lookup::help(args).map(silent),
        Word::Commands => args.end().map(|_| silent(Command::Commands)),
        Word::Signup => lookup::signup(args).map(silent),
        Word::Whoami => args.end().map(|_| silent(Command::Whoami)),
        Word::Variants => args.end().map(|_| silent(Command::Variants)),
        Word::Rules => rules(args).map(silent),
        Word::Board => board(args),
        Word::Challenge => challenge(args).map(silent),
        Word::Accept => on_board(args, |number, login| Command::Accept { number, login }),
        Word::Decline => on_board(args, |number, login| Command::Decline { number, login }),
        Word::Withdraw => on_board(args, |number, login| Command::Withdraw { number, login }),
        Word::Resign => on_board(args, |number, login| Command::Resign { number, login }),
        Word::Draw => on_board(args, |number, login| Command::Draw { number, login }),
        Word::Undo => on_board(args, |number, login| Command::Undo { number, login }),
        Word::Move => make_move(args),
        Word::Preview => preview(args).map(silent),
        Word::Show => lookup::show(args).map(silent),
        Word::Games => lookup::games(args).map(silent),
        Word::Chat => talk::chat(args, below).map(silent),
        Word::Message => talk::message(args, below).map(silent),
    }
}

/// A command that leaves no comment on its line.
fn silent(command: Command) -> (Command, String) {
    (command, String::new())
}

fn bare(args: &mut Args<'_>) -> Understood {
    let play = args.wanted_play()?;
    let command = Command::Move {
        number: None,
        login: None,
        play,
    };
    Ok((command, args.rest()))
}

/// `move [n] [u p] PLAY comment`.
fn make_move(args: &mut Args<'_>) -> Understood {
    let number = args.number()?;
    let login = login_before_play(args)?;
    let play = args.wanted_play()?;
    Ok((
        Command::Move {
            number,
            login,
            play,
        },
        args.rest(),
    ))
}

/// The login that stands before a play, where the play leaves room for one.
fn login_before_play(args: &mut Args<'_>) -> Result<Option<crate::command::Login>, Complaint> {
    if args.count() == 0 || args.play_length(0) > 0 {
        return Ok(None);
    }
    if args.play_length(1) > 0 {
        let player = args.player()?;
        let kind = ComplaintKind::NoPassword { player };
        return Err(args.complain(args.last(), kind));
    }
    if args.play_length(2) > 0 {
        return args.login().map(Some);
    }
    // No play anywhere. Point at the word that most probably should have been one.
    if args.count() >= 3 && args.peek(0).is_some_and(|word| !tries_to_be_a_play(word)) {
        args.login()?;
    }
    Ok(None)
}

/// `resign [n [u p]]` and its likes.
fn on_board(
    args: &mut Args<'_>,
    command: fn(Option<u32>, Option<crate::command::Login>) -> Command,
) -> Understood {
    question(args)?;
    let number = args.number()?;
    question(args)?;
    let ended = args.last().closing.contains(['.', '!', ';']);
    let mut login = None;
    if !ended
        && number.is_some()
        && args.count() > 0
        && args.peek(0).is_some_and(|word| word.option().is_none())
    {
        login = Some(args.login()?);
    } else if !ended && args.count() == 2 {
        // Perhaps a login without its number.
        args.hide(1);
    }
    // A password may end in a full stop, so nothing follows a login.
    let comment = match login {
        Some(_) => match args.peek(0) {
            Some(word) => return Err(args.nothing_more(word)),
            None => String::new(),
        },
        None => args.end()?,
    };
    Ok((command(number, login), comment))
}

/// Nothing is changed by a question.
fn question(args: &Args<'_>) -> Result<(), Complaint> {
    if args.last().closing.contains('?') {
        let kind = ComplaintKind::Question {
            command: args.entry.name,
        };
        return Err(args.complain(args.last(), kind));
    }
    Ok(())
}

fn challenge(args: &mut Args<'_>) -> Result<Command, Complaint> {
    let mut choice = Choice::read(args)?;
    let first = args.player()?;
    if args.count() == 0 {
        return Err(args.missing("the second player"));
    }
    let second = args.player()?;
    if first == second {
        let kind = ComplaintKind::SamePlayer { player: first };
        return Err(args.complain(args.last(), kind));
    }
    let undashed = (0..args.count())
        .filter_map(|i| args.peek(i))
        .find(|word| choice::is_option_name(args.catalogue, &word.lower()));
    let mut login = None;
    match (args.peek(0), args.count()) {
        (None, _) => {}
        (Some(word), 1) if args.catalogue.find(&word.plain).is_some() => {
            choice.name(args, word)?;
            args.skip();
        }
        (Some(_), _) if undashed.is_some() => {
            if let Some(word) = undashed {
                let kind = ComplaintKind::OptionWithoutDash { word: word.lower() };
                return Err(args.complain(word, kind));
            }
        }
        (Some(word), 1) => {
            // The one word left can only have been a game.
            choice.name(args, word)?;
        }
        (Some(_), _) => login = Some(args.login()?),
    }
    if let Some(word) = args.peek(0) {
        return Err(args.nothing_more(word));
    }
    let variant = choice.variant(args)?;
    Ok(Command::Challenge {
        first,
        second,
        variant,
        login,
    })
}

fn rules(args: &mut Args<'_>) -> Result<Command, Complaint> {
    let mut choice = Choice::read(args)?;
    if let Some(number) = args.number()? {
        end_of_lookup(args)?;
        return Ok(Command::Rules {
            of: RulesOf::Game(number),
        });
    }
    named_game(args, &mut choice)?;
    let of = if choice.is_made(args) {
        RulesOf::Variant(choice.variant(args)?)
    } else {
        RulesOf::Default
    };
    Ok(Command::Rules { of })
}

/// `board [variant]`, and pbmserv's `board` for `move`.
fn board(args: &mut Args<'_>) -> Understood {
    let played =
        args.peek(0).is_some_and(|word| word.number().is_some()) || args.play_length(0) > 0;
    if played {
        if args.count() == 1 && args.play_length(0) == 0 {
            args.number()?;
            return Err(args.missing_for(
                "a play",
                "board NUMBER PLAY, or to see the board: show NUMBER",
            ));
        }
        return make_move(args);
    }
    let mut choice = Choice::read(args)?;
    named_game(args, &mut choice)?;
    let variant = if choice.is_made(args) {
        Some(choice.variant(args)?)
    } else {
        None
    };
    Ok(silent(Command::Board { variant }))
}

/// The name of a game as the only word left.
fn named_game<'a>(args: &mut Args<'a>, choice: &mut Choice<'a>) -> Result<(), Complaint> {
    if let Some(word) = args.peek(0) {
        choice.name(args, word)?;
        args.skip();
    }
    end_of_lookup(args)
}

/// Nothing stands behind a command that only looks something up.
fn end_of_lookup(args: &mut Args<'_>) -> Result<(), Complaint> {
    args.end().map(drop)
}

fn preview(args: &mut Args<'_>) -> Result<Command, Complaint> {
    args.filler();
    let new = args.peek(0).is_some_and(|word| word.lower() == "new");
    let of = if new {
        args.skip();
        let mut choice = Choice::read(args)?;
        if let Some(word) = args.peek(0).filter(|_| args.play_length(0) == 0) {
            choice.name(args, word)?;
            args.skip();
        }
        PreviewOf::New(choice.variant(args)?)
    } else {
        let (number, at) = lookup::board_ref(args)?.unwrap_or((None, None));
        PreviewOf::Game { number, at }
    };
    let mut plays = vec![args.wanted_play()?];
    while let Some(word) = args.peek(0) {
        if plays.len() == PREVIEW_PLAYS_MAX {
            let kind = ComplaintKind::TooMany {
                what: "plays",
                max: PREVIEW_PLAYS_MAX,
            };
            return Err(args.complain(word, kind));
        }
        plays.push(args.wanted_play()?);
    }
    Ok(Command::Preview { of, plays })
}
