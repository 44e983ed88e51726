//! The letter that answers a mail: one part for each command, in the order of the commands.

use crate::clock::Vacation;
use crate::club::{self, KeptBack, PlayerId, Prepared, Purpose, Refusal, Reply, Stage};
use crate::command;
use crate::tafl;
use crate::wording::answer_writer::AnswerWriter;
use crate::wording::blocks::Block;
use crate::wording::board_parts;
use crate::wording::challenged::challenged;
use crate::wording::complaint;
use crate::wording::consent_words;
use crate::wording::export_names;
use crate::wording::facts::context;
use crate::wording::game_lists;
use crate::wording::game_summary;
use crate::wording::help_parts;
use crate::wording::help_parts::usage_lines;
use crate::wording::lines::{COLUMNS, fixed};
use crate::wording::lists::{columns, game_lines, open_challenge_line, prepared_line, variant_lines};
use crate::wording::ratings;
use crate::wording::refusals;
use crate::wording::templates::{Wording, WordingError};
use crate::wording::time;
use crate::wording::title::title;
use crate::wording::tournament;
use std::sync::Arc;

/// Lines of the mail that is answered, marked as the sender's words.
fn said(lines: &[String]) -> Vec<Block> {
    vec![Block::Words(lines.join("\n"))]
}

/// The blocks of one part.
pub(crate) fn part(writer: &AnswerWriter, reply: &Reply) -> Result<Vec<Block>, WordingError> {
    let words = writer.locale.words;
    match reply {
        Reply::Help { topic: None, open, .. } => help_parts::help(writer, open),
        Reply::Help { topic: Some(topic), in_words, .. } => help_parts::topic(writer, topic, *in_words),
        Reply::Commands => writer.list("commands", context! {}, "commands", usage_lines(words, writer.has_password)),
        Reply::Whoami { player, addresses, stopped, password, signed_off, no_receipts } => {
            let stopped: Vec<String> = stopped.iter().map(|address| address.as_str().to_owned()).collect();
            let addresses: Vec<String> = addresses.iter().map(|address| address.as_str().to_owned()).collect();
            let facts = context! {
                player => player.as_str(),
                address => addresses.first(),
                others => words.list("and", addresses.get(1..).unwrap_or_default())?,
                stopped => words.list("and", &stopped)?,
                password,
                signed_off,
                no_receipts,
            };
            words.part("whoami", facts, &|_| None)
        }
        Reply::Settings { player, settings, changed } => help_parts::settings(writer, player, *settings, *changed),
        Reply::Players { listed, all, others } => {
            let facts = context! {
                all => *all,
                listed => listed.len(),
                others => *others,
                example => listed.iter().map(PlayerId::as_str).rfind(|id| Some(*id) != writer.reader),
                player => writer.reader,
            };
            writer.list("players", facts, "players", columns(listed))
        }
        Reply::Variants => {
            let lines =
                writer.catalogue.iter().flat_map(|variant| variant_lines(writer.locale.words, variant)).collect();
            writer.list("variants", context! { player => writer.reader }, "variants", lines)
        }
        Reply::Rules { variant, brief, asked } => {
            board_parts::rules(writer, writer.or_usual(variant.as_ref())?, *brief, asked)
        }
        Reply::RulesOfGame { game, asked } => board_parts::rules_of(writer, game, asked),
        Reply::Board { variant } => {
            let variant = writer.or_usual(variant.as_ref())?;
            let opening = game_summary::scene(writer.locale, &tafl::GameState::new(Arc::new(variant.rules.clone())))?;
            words.part("board", context! { title => title(words, &variant.title)? }, &|marker| {
                (marker == "board").then(|| vec![opening.clone()])
            })
        }
        Reply::Preview { game, title, state, tried, stopped } => {
            let number = game.as_ref().map(|game| game.head.number);
            board_parts::preview(writer, number, title, state, *tried, stopped.as_ref())
        }
        Reply::Reach { game, from, reach } => board_parts::reach(writer, game, *from, reach),
        Reply::Shown { game, state, late } => board_parts::shown(writer, game, state, *late),
        Reply::Exported { game, format, unsaid, .. } => {
            let facts = context! {
                number => game.head.number,
                attackers => game.head.attackers.as_str(),
                defenders => game.head.defenders.as_str(),
                title => title(words, &game.head.title)?,
                file => export_names::game_file(game, *format),
                format => format.word(),
                running => game.head.is_open(),
                unsaid => unsaid.as_ref().map(|rule| complaint::bad_record(words, rule)).transpose()?,
            };
            words.part("exported", facts, &|_| None)
        }
        Reply::Games { search, games, more } => game_lists::games(writer, search, games, more.as_ref()),
        Reply::Score { player, lines, left_out, all } => game_lists::score(writer, player, lines, *left_out, *all),
        Reply::Vacation { vacations, used, waited, of, year, changed } => {
            let told = |at| time::date(writer.locale.words, at, writer.locale.zone);
            let lines_of = |vacation: &Vacation| {
                const INDENT: usize = 2;
                let (from, until) = (told(vacation.from)?, told(vacation.until)?);
                let whole = format!("{from} - {until}");
                // The names of some time zones are long.
                let is_short = whole.chars().count() <= COLUMNS - INDENT;
                Ok(if is_short { vec![whole] } else { vec![format!("{from} -"), until] })
            };
            let lines: Vec<Vec<String>> = vacations.iter().map(lines_of).collect::<Result<_, WordingError>>()?;
            let lines = lines.concat();
            let left = of.saturating_sub(*used);
            let facts = context! { any => !vacations.is_empty(), used, waited, of, left, year, changed };
            writer.list("vacation", facts, "vacation", lines)
        }
        Reply::Prepared { number, lines } => {
            let written = |line: &Prepared| prepared_line(line, writer.locale.dialect);
            let facts = context! { number, count => lines.len() };
            writer.list("prepared", facts, "lines", lines.iter().flat_map(written).collect())
        }
        Reply::Observing { number, on } => words.part("observing", context! { number, on }, &|_| None),
        Reply::Reliability { player, reliability } => {
            let facts = context! {
                player => player.as_str(),
                finished => reliability.finished,
                resigned => reliability.resigned,
                timed_out => reliability.timed_out,
                answered => reliability.answer.is_some(),
                hours => reliability.answer.map_or(0, |answer| answer.num_hours()),
            };
            words.part("reliability", facts, &|_| None)
        }
        Reply::OpenChallenges { open_challenges } => {
            let line = |open| open_challenge_line(writer.locale, open);
            let lines = open_challenges.iter().map(line).collect::<Result<Vec<_>, _>>()?;
            let example = open_challenges.iter().find(|open| Some(open.player.as_str()) != writer.reader);
            let facts = context! { count => open_challenges.len(), example => example.map(|open| open.number) };
            writer.list("open-challenges", facts, "open-challenges", lines)
        }
        Reply::OpenChallengeStands { open_challenge } => {
            let line = open_challenge_line(writer.locale, open_challenge)?;
            writer.list(
                "open-challenge-stands",
                context! { number => open_challenge.number },
                "open-challenge",
                vec![line],
            )
        }
        Reply::OpenChallengeWithdrawn { number } => {
            words.part("open-challenge-withdrawn", context! { number }, &|_| None)
        }
        Reply::Limit { limit, games, changed } => words.part("limit", context! { limit, games, changed }, &|_| None),
        Reply::Ratings { lists, next, variant } => ratings::lists(writer.locale, lists, *next, variant.as_deref()),
        Reply::RatingsOf { player, standings, next } => ratings::of(writer.locale, player, standings, *next),
        Reply::Tournaments { tournaments } => tournament::list(writer.locale.words, tournaments),
        Reply::TournamentExported { name, format, .. } => {
            let facts = context! { name => name.as_str(), file => export_names::tournament_file(name, *format) };
            writer.locale.words.part("tournament-exported", facts, &|_| None)
        }
        Reply::Tournament { tournament, page } => tournament::page(writer.locale, tournament, page, writer.reader),
        Reply::PassedOn { to, game, words: text } => {
            let to: Vec<String> = to.iter().map(ToString::to_string).collect();
            let running = game.as_ref().filter(|game| game.head.stage == Stage::Running);
            let facts = context! {
                to => words.list("and", &to)?,
                standing => running.map(|game| board_parts::standing(writer, game)).transpose()?,
                unmoved => running.is_some_and(|game| Some(game.head.player(game.head.to_move()).as_str()) == writer.reader),
                waits => game.as_ref().filter(|game| board_parts::waits_for_yes(writer, game)).map(|game| game.head.number),
            };
            let said = vec![Block::Words(text.clone())];
            words.part("passed-on", facts, &|marker| (marker == "words").then(|| said.clone()))
        }
        Reply::Noted { game, deleted } => {
            let facts = context! { number => game.head.number, deleted };
            words.part("noted", facts, &|_| None)
        }
        Reply::Refused(refusal) => refused(writer, refusal),
        Reply::AskedBack(asked) => board_parts::asked_back(writer, asked),
        Reply::LeftAsItIs => words.part("left-as-it-is", context! {}, &|_| None),
        Reply::NoHurry => words.part("no-hurry", context! {}, &|_| None),
        Reply::NeitherYesNorNo { line } => words.part("neither-yes-nor-no", context! { line }, &|_| None),
        Reply::UnderWrongLetter => words.part("under-wrong-letter", context! {}, &|_| None),
        Reply::WordsForgotten { any } => words.part("words-forgotten", context! { any }, &|_| None),
        Reply::Misunderstood(complaint) => Ok(vec![complaint::block(words, complaint, writer.has_password)?]),
        Reply::TakenAsWords(complaints) => {
            let shown: Result<Vec<Block>, WordingError> =
                complaints.iter().map(|wrong| complaint::block(words, wrong, writer.has_password)).collect();
            let shown = shown?;
            let facts = context! { count => complaints.len() };
            words.part("taken-as-words", facts, &|marker| (marker == "lines").then(|| shown.clone()))
        }
        Reply::Nothing => words.part("nothing", context! {}, &|_| None),
        Reply::NoCommand { open } => {
            writer.list("no-command", context! { open => !open.is_empty() }, "games", game_lines(writer.locale, open)?)
        }
        Reply::StillAwaited { challenges, changed } => {
            let (players, lines): (Vec<String>, Vec<String>) =
                challenges.iter().map(|(player, line)| (player.to_string(), line.clone())).unzip();
            let address = writer.club.address.as_str();
            let (count, first) = (players.len(), players.first().cloned().unwrap_or_default());
            let (attackers, defenders) = lines.first().map(|line| challenged(line)).unwrap_or_default();
            let players = words.list("and", &players)?;
            let facts = context! { address, count, first, players, attackers, defenders, changed };
            words.part("still-awaited", facts, &|marker| (marker == "lines").then(|| said(&lines)))
        }
        Reply::AwaitedDropped { lines } => {
            words.part("awaited-dropped", context! { count => lines.len() }, &|marker| {
                (marker == "lines").then(|| said(lines))
            })
        }
        Reply::Thanked => words.part("thanked", context! {}, &|_| None),
        Reply::WhetherRated { number, rated, changeable } => {
            words.part("whether-rated", context! { number, rated, changeable }, &|_| None)
        }
        Reply::ChallengeStands { opponent, is_own, control } => {
            let clock = control.as_ref().map(|control| time::clock(words, Some(control))).transpose()?;
            let facts = context! { opponent => opponent.as_str(), is_own, clock };
            words.part("challenge-stands", facts, &|_| None)
        }
        Reply::WhetherSent { opponent, waiting } => {
            words.part("whether-sent", context! { opponent => opponent.as_str(), waiting }, &|_| None)
        }
        Reply::MeantForUs { opponent, number, sent, answered, asked } => {
            let facts = context! { opponent => opponent.as_str(), number, sent, answered, asked };
            words.part("meant-for-us", facts, &|_| None)
        }
        Reply::WhenNobodyMoves { control, usual } => {
            let clock = control.as_ref().map(|control| time::clock(words, Some(control))).transpose()?;
            words.part("when-nobody-moves", context! { clock, usual }, &|_| None)
        }
        Reply::Sealed => words.part("sealed", context! {}, &|_| None),
        Reply::Unreadable => words.part("unreadable", context! {}, &|_| None),
        Reply::AsItStands { game, asks } => board_parts::as_it_stands(writer, game, *asks),
        Reply::TooMany => words.part("too-many", context! { max => command::COMMANDS_MAX }, &|_| None),
        Reply::LastUnproven => words.part("last-unproven", context! {}, &|_| None),
        Reply::LastQuestion => words.part("last-question", context! {}, &|_| None),
        Reply::LastOfTheSame { max } => words.part("last-of-the-same", context! { max => *max }, &|_| None),
        Reply::LastToStranger => words.part("last-to-stranger", context! {}, &|_| None),
        Reply::LastAnswer { max } => words.part("last-answer", context! { max => *max }, &|_| None),
        Reply::LeftOut { parts } => words.part("left-out", context! { parts => *parts }, &|_| None),
        Reply::KeptBack(KeptBack::TooFree { player, max }) => {
            words.part("words-too-free", context! { player => player.as_str(), max => *max }, &|_| None)
        }
        Reply::KeptBack(KeptBack::Enough { player, number, max }) => {
            let facts = context! { player => player.as_str(), number => *number, max => *max };
            words.part("words-enough", facts, &|_| None)
        }
        Reply::KeptBack(KeptBack::Unproven) => words.part("words-unproven", context! {}, &|_| None),
        Reply::KeptBack(KeptBack::Dropped) => words.part("words-dropped", context! {}, &|_| None),
        Reply::KeptBack(KeptBack::Ours) => words.part("words-ours", context! {}, &|_| None),
        Reply::KeptBack(KeptBack::TooLong { max, lines }) => {
            words.part("words-too-long", context! { max => *max, lines => *lines }, &|_| None)
        }
        Reply::LinesCut { lines } => {
            words.part("lines-cut", context! {}, &|marker| (marker == "lines").then(|| said(lines)))
        }
        Reply::LinesLeft { lines } => {
            words.part("lines-left", context! {}, &|marker| (marker == "lines").then(|| said(lines)))
        }
        Reply::TextCut { last } => {
            let lines = std::slice::from_ref(last);
            words.part("text-cut", context! {}, &|marker| (marker == "lines").then(|| said(lines)))
        }
        Reply::FooterLearnt { lines, mails } => {
            let facts = context! { mails => *mails };
            words.part("footer-learnt", facts, &|marker| (marker == "lines").then(|| said(lines)))
        }
        Reply::WordsUnread => words.part("words-unread", context! {}, &|_| None),
        Reply::WordsKept { to, words: text, asks } => {
            let said = vec![Block::Words(text.clone())];
            let facts = context! { to => to.as_str(), asks };
            words.part("words-kept", facts, &|marker| (marker == "words").then(|| said.clone()))
        }
        Reply::AskedElsewhere { player, mailbox } => {
            let facts = context! { player => player.as_str(), mailbox };
            words.part("asked-elsewhere", facts, &|_| None)
        }
        Reply::WordsWithheld => words.part("words-withheld", context! { player => writer.reader }, &|_| None),
        Reply::AddressAsked { address } => {
            let facts = context! { address => address.as_str(), days => club::CONFIRM_DAYS };
            words.part("address-asked", facts, &|_| None)
        }
        Reply::SignedOff { player, games } => {
            let number = games.first().map(|head| head.number);
            let facts = context! { player => player.as_str(), count => games.len(), number };
            writer.list("signed-off", facts, "games", game_lines(writer.locale, games)?)
        }
        Reply::SignedOn { player, games } => {
            let facts = context! { player => player.as_str(), count => games.len() };
            writer.list("signed-on", facts, "games", game_lines(writer.locale, games)?)
        }
        Reply::Unsubscribed { player, mailing } => {
            let facts = context! { player => player.as_str(), mailing => mailing.word() };
            words.part("unsubscribed", facts, &|_| None)
        }
        Reply::Unclear => words.part("unclear", context! {}, &|_| None),
        Reply::YesWanted { purpose, answered } => asked_again(words, writer.catalogue, purpose, *answered),
        Reply::SaidNo => words.part("said-no", context! {}, &|_| None),
        Reply::Newcomer => words.part("newcomer", writer.club_facts(), &|_| None),
    }
}

fn refused(writer: &AnswerWriter, refusal: &Refusal) -> Result<Vec<Block>, WordingError> {
    let (key, facts) = refusals::facts(refusal, writer.locale)?;
    let facts = context! { address => writer.club.address.as_str(), ..facts };
    let mut blocks = vec![Block::Paragraph(writer.locale.words.phrase(&format!("refused/{key}"), facts)?)];
    if let Refusal::WhichBoard { candidates, cut: false, .. } = refusal
        && !candidates.is_empty()
    {
        blocks.push(fixed(&game_lines(writer.locale, candidates)?));
    }
    Ok(blocks)
}

/// Repeats a question, because the answer to it was not clear, or because its reader asked something first that is `answered` above.
pub(crate) fn asked_again(
    words: &Wording,
    catalogue: &tafl::Catalogue,
    purpose: &Purpose,
    answered: bool,
) -> Result<Vec<Block>, WordingError> {
    if matches!(purpose, Purpose::Password { .. }) {
        return words.part("password-wanted", context! {}, &|_| None);
    }
    let yes = consent_words::yes(words, &consent_words::objects(words, catalogue, purpose)?)?;
    let links = consent_words::links(words, &yes)?;
    let facts = context! { yes, no => consent_words::no(words)?, days => club::CONFIRM_DAYS, answered };
    // Who has only asked something, or reads it tonight, hears that there is time.
    let part = if *purpose == Purpose::Signup { "join-wanted" } else { "yes-wanted" };
    words.part(part, facts, &|marker| (marker == "links").then(|| links.clone()))
}
