//! The letter that answers a mail: one part for each thing asked, in the order in which it was asked.

use crate::clock::Leave;
use crate::club::{
    self, Game, GameEvent, Head, Offer, PlayerId, Prepared, Refusal, Reply, Seek, Settings, Stage, Which,
};
use crate::command;
use crate::letters::House;
use crate::letters::board;
use crate::letters::board::Voice;
use crate::letters::body::{self, Block};
use crate::letters::complaint;
use crate::letters::event;
use crate::letters::links;
use crate::letters::namesakes;
use crate::letters::ratings;
use crate::letters::refused;
use crate::letters::time;
use crate::letters::title::title;
use crate::letters::wording::{Wording, WordingError};
use crate::mail::{Attachment, AttachmentKind};
use crate::tafl;
use minijinja::{Value, context};
use std::sync::Arc;

/// What parts are written with.
pub struct Desk<'a> {
    /// The sentences, and how the reader letters the columns.
    pub voice: Voice<'a>,
    /// Whose server this is.
    pub house: &'a House,
    /// The variants on offer.
    pub catalogue: &'a tafl::Catalogue,
    /// The reader's id; `None` for a stranger.
    pub reader: Option<&'a str>,
}

/// Stands in an example for the id of a player; nobody can bear it.
const OPPONENT: &str = "OPPONENT";

/// The board a reply shows as it stands, whose thread the answer then belongs to.
pub fn game_of(reply: &Reply) -> Option<&Arc<Game>> {
    match reply {
        Reply::Preview { game, .. } => game.as_ref(),
        Reply::AsItStands { game } => Some(game),
        Reply::Shown { game, course } if course.ply() == game.head.plies => Some(game),
        Reply::Exported { game, .. } => Some(game),
        _ => None,
    }
}

/// The file that goes with a reply, if one does.
pub fn attachment(reply: &Reply) -> Option<Attachment> {
    match reply {
        Reply::EventExported { name, format, text } => Some(Attachment {
            name: event::file_name(name, *format),
            kind: match format {
                command::ExportFormat::Json => AttachmentKind::Json,
                _ => AttachmentKind::Text,
            },
            text: text.clone(),
        }),
        Reply::Exported { game, format, text, .. } => Some(Attachment {
            name: attachment_name(game, *format),
            kind: match format {
                tafl::RecordFormat::Json => AttachmentKind::Json,
                _ => AttachmentKind::Text,
            },
            text: text.clone(),
        }),
        _ => None,
    }
}

fn attachment_name(game: &Game, format: tafl::RecordFormat) -> String {
    let head = &game.head;
    format!("tafl-{}-{}-{}.{}", head.number, head.attackers, head.defenders, format.file_ending())
}

impl Desk<'_> {
    /// The blocks of one part.
    pub fn part(&self, reply: &Reply) -> Result<Vec<Block>, WordingError> {
        let words = self.voice.words;
        match reply {
            Reply::Help { topic: None, open } => self.help(open),
            Reply::Help { topic: Some(topic), .. } => self.topic(topic),
            Reply::Commands => self.list("commands", context! {}, "commands", usage_lines(words)),
            Reply::Whoami { player, addresses, stopped, password, signed_off } => {
                let stopped: Vec<String> = stopped.iter().map(|address| address.as_str().to_owned()).collect();
                let addresses: Vec<String> = addresses.iter().map(|address| address.as_str().to_owned()).collect();
                let facts = context! {
                    player => player.as_str(),
                    address => addresses.first(),
                    others => words.list("and", addresses.get(1..).unwrap_or_default())?,
                    stopped => words.list("and", &stopped)?,
                    password,
                    signed_off,
                };
                words.part("whoami", facts, &|_| None)
            }
            Reply::Settings { player, settings, changed } => self.settings(player, *settings, *changed),
            Reply::Players { listed, all, others } => {
                let facts = context! {
                    all => *all,
                    listed => listed.len(),
                    others => *others,
                    example => listed.iter().map(PlayerId::as_str).rfind(|id| Some(*id) != self.reader),
                    player => self.reader,
                };
                self.list("players", facts, "players", columns(listed))
            }
            Reply::Variants => {
                let lines = self.catalogue.iter().flat_map(variant_lines).collect();
                self.list("variants", context! {}, "variants", lines)
            }
            Reply::Rules { variant } => self.rules(self.or_usual(variant.as_ref())?),
            Reply::RulesOfGame { game } => self.rules_of(game),
            Reply::Board { variant } => {
                let variant = self.or_usual(variant.as_ref())?;
                let opening = self.scene(&tafl::Course::new(Arc::new(variant.rules.clone())))?;
                words.part("board", context! { title => title(words, &variant.title)? }, &|marker| {
                    (marker == "board").then(|| vec![opening.clone()])
                })
            }
            Reply::Preview { game, title, course, tried, stopped } => {
                let number = game.as_ref().map(|game| game.head.number);
                self.preview(number, title, course, *tried, stopped.as_ref())
            }
            Reply::Shown { game, course } => self.shown(game, course),
            Reply::Exported { game, format, unsaid, .. } => {
                let facts = context! {
                    number => game.head.number,
                    attackers => game.head.attackers.as_str(),
                    defenders => game.head.defenders.as_str(),
                    title => title(words, &game.head.title)?,
                    file => attachment_name(game, *format),
                    format => format.word(),
                    running => game.head.is_open(),
                    unsaid,
                };
                words.part("exported", facts, &|_| None)
            }
            Reply::Games { player, which, games, more } => {
                let which = match which {
                    Which::Active => "active",
                    Which::Next => "next",
                    Which::All => "all",
                };
                let facts = context! { player => player.as_str(), which, count => games.len(), more };
                self.list("games", facts, "games", self.game_lines(games)?)
            }
            Reply::Leave { leave, used, of, year, changed } => {
                let told = |at| time::date(self.voice.words, at, self.voice.zone);
                let line = |leave: &Leave| Ok(format!("{} - {}", told(leave.from)?, told(leave.until)?));
                let lines: Vec<String> = leave.iter().map(line).collect::<Result<_, WordingError>>()?;
                let left = of.saturating_sub(*used);
                let facts = context! { any => !leave.is_empty(), used, of, left, year, changed };
                self.list("leave", facts, "leave", lines)
            }
            Reply::Prepared { number, lines } => {
                let written = |line: &Prepared| prepared_line(line, self.voice.dialect);
                let facts = context! { number, count => lines.len() };
                self.list("prepared", facts, "lines", lines.iter().flat_map(written).collect())
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
            Reply::Seeks { seeks } => {
                let lines = seeks.iter().map(|seek| self.seek_line(seek)).collect::<Result<Vec<_>, _>>()?;
                let example = seeks.iter().find(|seek| Some(seek.player.as_str()) != self.reader);
                let facts = context! { count => seeks.len(), example => example.map(|seek| seek.number) };
                self.list("seeks", facts, "seeks", lines)
            }
            Reply::SeekStands { seek } => {
                let line = self.seek_line(seek)?;
                self.list("seek-stands", context! { number => seek.number }, "seek", vec![line])
            }
            Reply::SeekWithdrawn { number } => words.part("seek-withdrawn", context! { number }, &|_| None),
            Reply::Limit { limit, games, changed } => {
                words.part("limit", context! { limit, games, changed }, &|_| None)
            }
            Reply::Ratings { lists, next, variant } => {
                ratings::lists(self.voice.words, lists, *next, variant.as_deref())
            }
            Reply::RatingsOf { player, standings, next } => ratings::of(self.voice.words, player, standings, *next),
            Reply::Events { events } => event::list(self.voice.words, events),
            Reply::EventExported { name, format, .. } => {
                let facts = context! { name => name.as_str(), file => event::file_name(name, *format) };
                self.voice.words.part("event-exported", facts, &|_| None)
            }
            Reply::Event { event, page } => event::page(self.voice.words, event, page, self.reader),
            Reply::PassedOn { to } => {
                let to: Vec<String> = to.iter().map(ToString::to_string).collect();
                words.part("passed-on", context! { to => words.list("and", &to)? }, &|_| None)
            }
            Reply::Refused(refusal) => self.refused(refusal),
            Reply::Misunderstood(complaint) => Ok(vec![complaint::block(words, complaint)?]),
            Reply::TakenAsWords(complaints) => {
                let shown: Result<Vec<Block>, WordingError> =
                    complaints.iter().map(|wrong| complaint::block(words, wrong)).collect();
                let shown = shown?;
                let facts = context! { count => complaints.len() };
                words.part("taken-as-words", facts, &|marker| (marker == "lines").then(|| shown.clone()))
            }
            Reply::Nothing => words.part("nothing", context! {}, &|_| None),
            Reply::Sealed => words.part("sealed", context! {}, &|_| None),
            Reply::AsItStands { game } => self.as_it_stands(game),
            Reply::TooMany => words.part("too-many", context! { max => command::COMMANDS_MAX }, &|_| None),
            Reply::LeftOut { parts } => words.part("left-out", context! { parts => *parts }, &|_| None),
            Reply::WordsUnread => words.part("words-unread", context! {}, &|_| None),
            Reply::AskedElsewhere { player, mailbox } => {
                let facts = context! { player => player.as_str(), mailbox };
                words.part("asked-elsewhere", facts, &|_| None)
            }
            Reply::WordsWithheld => words.part("words-withheld", context! { player => self.reader }, &|_| None),
            Reply::PasswordWanted => words.part("password-wanted", context! {}, &|_| None),
            Reply::AddressAsked { address } => {
                let facts = context! { address => address.as_str(), days => club::CONFIRM_DAYS };
                words.part("address-asked", facts, &|_| None)
            }
            Reply::SignedOff { player, games } => {
                let number = games.first().map(|head| head.number);
                let facts = context! { player => player.as_str(), count => games.len(), number };
                self.list("signed-off", facts, "games", self.game_lines(games)?)
            }
            Reply::SignedOn { player, games } => {
                let facts = context! { player => player.as_str(), count => games.len() };
                self.list("signed-on", facts, "games", self.game_lines(games)?)
            }
            Reply::Unsubscribed { player, mailing } => {
                let facts = context! { player => player.as_str(), mailing => mailing.word() };
                words.part("unsubscribed", facts, &|_| None)
            }
            Reply::YesWanted => words.part("yes-wanted", context! {}, &|_| None),
            Reply::Newcomer => words.part("newcomer", self.house_facts(), &|_| None),
        }
    }

    fn scene(&self, course: &tafl::Course) -> Result<Block, WordingError> {
        board::scene(self.voice, course)
    }

    fn settings(
        &self,
        player: &PlayerId,
        settings: Settings,
        changed: Option<command::Setting>,
    ) -> Result<Vec<Block>, WordingError> {
        let help = &self.voice.words.help;
        let meaning = |setting: command::Setting| help.meaning(setting).to_owned();
        // A place can have a name as long as America/Argentina/ComodRivadavia.
        let line = |setting: command::Setting| {
            lines_of(&[&format!("{:<13} {:<8}", setting.key(), setting.value()), &meaning(setting)])
        };
        let settings = Settings { zone: settings.zone.or(Some(self.house.zone)), ..settings };
        let lines: Vec<String> = settings.all().into_iter().map(line).collect();
        let forms: Vec<String> = command::keys().iter().map(|key| help.form(key.usage)).collect();
        let facts = context! { player => player.as_str(), changed => changed.map(command::Setting::key) };
        self.voice.words.part("settings", facts, &|marker| match marker {
            "settings" => Some(vec![fixed(&lines)]),
            "forms" => Some(vec![fixed(&forms)]),
            _ => None,
        })
    }

    fn house_facts(&self) -> Value {
        context! { house => &self.house.name, address => self.house.address.as_str() }
    }

    /// A part with one list of lines in it.
    fn list(&self, part: &str, facts: Value, name: &str, lines: Vec<String>) -> Result<Vec<Block>, WordingError> {
        self.voice.words.part(part, facts, &|marker| (marker == name).then(|| vec![fixed(&lines)]))
    }

    fn help(&self, open: &[Head]) -> Result<Vec<Block>, WordingError> {
        let games = self.game_lines(open)?;
        let facts = context! {
            open => !open.is_empty(),
            player => self.reader.unwrap_or_default(),
            ..self.house_facts()
        };
        self.voice.words.part("help", facts, &|marker| match marker {
            "games" => Some(vec![fixed(&games)]),
            "commands" => Some(vec![fixed(&about_lines(self.voice.words))]),
            _ => None,
        })
    }

    /// A page of help: of a command, of a topic, or the rules of a variant.
    fn topic(&self, topic: &str) -> Result<Vec<Block>, WordingError> {
        let help = &self.voice.words.help;
        let entry = command::table::entries().iter().find(|entry| entry.name == topic);
        let page = help.page(topic);
        let blocks = match (entry, page, self.catalogue.find(topic)) {
            (Some(entry), Some(page), _) => {
                let (form, example) = help.labels();
                let forms = entry.usage.iter().map(|usage| format!("{form}{}", help.form(usage)));
                let mut blocks = vec![fixed(&forms.collect::<Vec<_>>())];
                blocks.extend(paragraphs(&page.detail));
                // What goes on below a line is no command by itself.
                let below = format!("\n{}", " ".repeat(example.chars().count()));
                let example = |text: &str| format!("{example}{}", text.replace('\n', &below));
                blocks.push(fixed(&entry.examples.iter().map(|text| example(text)).collect::<Vec<_>>()));
                blocks
            }
            (None, Some(page), _) => paragraphs(&page.detail),
            (_, None, Some(variant)) => self.rules(&self.catalogue.asked_for(topic).unwrap_or(variant.clone()))?,
            (_, None, None) => return self.help(&[]),
        };
        self.voice.words.part("topic", context! {}, &|marker| (marker == "topic").then(|| blocks.clone()))
    }

    /// A list of games, one to a line.
    pub fn game_list(&self, games: &[Head]) -> Result<Block, WordingError> {
        Ok(fixed(&self.game_lines(games)?))
    }

    /// One line a game.
    fn game_lines(&self, games: &[Head]) -> Result<Vec<String>, WordingError> {
        games.iter().map(|head| game_line(self.voice, head)).collect()
    }

    fn seek_line(&self, seek: &Seek) -> Result<String, WordingError> {
        let facts = context! {
            side => seek.side.map(|side| side.to_string()).unwrap_or_default(),
            unrated => seek.conditions.unrated,
            private => seek.conditions.private,
            day => seek.until().format("%Y-%m-%d").to_string(),
        };
        let what = self.voice.words.phrase("line/seek", facts)?;
        Ok(lines_of(&[
            &format!("{:>5}  {:<17}", seek.number, seek.player.as_str()),
            &format!("{:<18}", seek.variant),
            &what,
        ]))
    }

    /// The variant asked for, or the usual one.
    fn or_usual<'b>(&'b self, variant: Option<&'b tafl::Variant>) -> Result<&'b tafl::Variant, WordingError> {
        variant.or_else(|| self.catalogue.find(tafl::DEFAULT_GAME)).ok_or(WordingError::NoUsualGame)
    }

    fn rules(&self, variant: &tafl::Variant) -> Result<Vec<Block>, WordingError> {
        let challenge = match variant.name.as_str() {
            // Who asks has the record.
            tafl::OWN_RULES => String::new(),
            name => board::challenge(name, self.reader.unwrap_or("ann"), OPPONENT),
        };
        let facts = context! {
            title => title(self.voice.words, &variant.title)?,
            source => &variant.source,
            readings => !variant.readings.is_empty(),
            options => variant.name.contains(' '),
            challenge,
        };
        let namesakes = namesakes::blocks(self.voice.words, self.catalogue, variant.asked_as.as_deref())?;
        self.write_rules(facts, &Arc::new(variant.rules.clone()), (&variant.readings, &namesakes))
    }

    fn rules_of(&self, game: &Game) -> Result<Vec<Block>, WordingError> {
        let words = self.voice.words;
        let facts = context! { number => game.head.number, title => title(words, &game.head.title)? };
        let title = words.phrase("line/rules-of", facts)?;
        self.write_rules(
            context! { title, source => "", readings => false, options => false, challenge => "" },
            game.rules(),
            (&[], &[]),
        )
    }

    fn write_rules(
        &self,
        facts: Value,
        rules: &Arc<tafl::Rules>,
        (readings, namesakes): (&[String], &[Block]),
    ) -> Result<Vec<Block>, WordingError> {
        let opening = self.scene(&tafl::Course::new(rules.clone()))?;
        let told = self.voice.words.rules(rules, self.voice.dialect)?;
        self.voice.words.part("rules", facts, &|marker| match marker {
            "board" => Some(vec![opening.clone()]),
            "rules" => Some(paragraphs(&told)),
            "readings" => Some(paragraphs(readings)),
            "namesakes" => Some(namesakes.to_vec()),
            _ => None,
        })
    }

    fn preview(
        &self,
        number: Option<u32>,
        named: &str,
        course: &tafl::Course,
        tried: u32,
        stopped: Option<&(tafl::Play, tafl::Illegal)>,
    ) -> Result<Vec<Block>, WordingError> {
        let plays = &course.plays()[course.plays().len() - (tried as usize).min(course.plays().len())..];
        let dialect = self.voice.dialect;
        let plays: Vec<String> = plays.iter().map(|played| dialect.played(played).to_string()).collect();
        let state = board::outlook(self.voice, course.status(), course.to_move())?;
        let facts = context! {
            number => number.unwrap_or_default(),
            title => title(self.voice.words, named)?,
            tried, state,
            plays => plays.join(", "),
            stopped => stopped.map(|stopped| self.stopped(course, stopped)).transpose()?.unwrap_or_default(),
        };
        let scene = self.scene(course)?;
        self.voice.words.part("preview", facts, &|marker| (marker == "board").then(|| vec![scene.clone()]))
    }

    /// Why a preview stopped. To the rules, a man of the side that is not to move is `not yours`; here nobody is to move.
    fn stopped(
        &self,
        course: &tafl::Course,
        (play, why): &(tafl::Play, tafl::Illegal),
    ) -> Result<String, WordingError> {
        let Voice { words, dialect, .. } = self.voice;
        let tafl::Illegal::NotYours { piece, .. } = why else {
            return words.say("illegal", &dialect.illegal(why));
        };
        let facts = context! {
            play => dialect.play(*play).to_string(),
            side => board::side_word(words, piece.side())?,
            turn => board::side_word(words, course.to_move())?,
            example => board::example(course, dialect).unwrap_or_default(),
        };
        words.phrase("line/out-of-turn", facts)
    }

    fn shown(&self, game: &Game, course: &tafl::Course) -> Result<Vec<Block>, WordingError> {
        let head = &game.head;
        let at = course.ply();
        let when = match at == head.plies {
            true => board::standing(self.voice, head, None)?,
            false => self.voice.words.phrase("line/after", context! { at, plies => head.plies })?,
        };
        let facts = context! {
            number => head.number,
            attackers => head.attackers.as_str(),
            defenders => head.defenders.as_str(),
            title => title(self.voice.words, &head.title)?,
            attackers_sign => self.voice.sign(tafl::Side::Attackers),
            defenders_sign => self.voice.sign(tafl::Side::Defenders),
            when,
            call => board::call(self.voice.words, course.call(), false)?,
            score => format!("  {}", board::score(self.voice, course)?),
        };
        let scene = self.scene(course)?;
        let plays = board::plays(self.voice, head, course)?;
        self.voice.words.part("shown", facts, &|marker| match marker {
            "board" => Some(vec![scene.clone()]),
            "plays" => Some(plays.clone()),
            _ => None,
        })
    }

    fn as_it_stands(&self, game: &Game) -> Result<Vec<Block>, WordingError> {
        let reader = self.reader.and_then(|reader| reader.parse::<PlayerId>().ok());
        let answers = |reader| board::answers(self.voice, self.catalogue, game, reader);
        let (offer, answers) = match (&reader, game.head.offer) {
            (Some(reader), Some(Offer { kind, by, .. })) => {
                let offered = GameEvent::Offered { kind, by };
                (board::event(self.voice, game, &offered, reader)?, answers(reader)?)
            }
            (Some(reader), None) => (String::new(), answers(reader)?),
            (None, _) => Default::default(),
        };
        let facts = context! {
            number => game.head.number,
            standing => board::standing(self.voice, &game.head, reader.as_ref())?,
            score => format!("  {}", board::score(self.voice, &game.course)?),
            call => reader.as_ref().map(|reader| board::call_to(self.voice.words, game, reader)).transpose()?,
            offer,
            answers,
        };
        let scene = self.scene(&game.course)?;
        let links = reader.as_ref().map(|reader| links::blocks(self.voice, game, reader)).transpose()?;
        self.voice.words.part("as-it-stands", facts, &|marker| match marker {
            "board" => Some(vec![scene.clone()]),
            "links" => Some(links.clone().unwrap_or_default()),
            _ => None,
        })
    }

    fn refused(&self, refusal: &Refusal) -> Result<Vec<Block>, WordingError> {
        let (key, facts) = refused::facts(refusal, self.voice)?;
        let mut blocks = vec![Block::Paragraph(self.voice.words.phrase(&format!("refused/{key}"), facts)?)];
        if let Refusal::WhichBoard { candidates, cut: false, .. } = refusal
            && !candidates.is_empty()
        {
            blocks.push(fixed(&self.game_lines(candidates)?));
        }
        Ok(blocks)
    }
}

/// Games in a list, as a block of their own.
pub fn board_lines(voice: Voice, games: &[Head]) -> Result<Vec<Block>, WordingError> {
    let lines: Vec<String> = games.iter().map(|head| game_line(voice, head)).collect::<Result<_, _>>()?;
    Ok(vec![fixed(&lines)])
}

fn game_line(voice: Voice, head: &Head) -> Result<String, WordingError> {
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
    let state = voice.words.phrase(&format!("list/{key}"), facts)?;
    let players = format!("{} v {}", head.attackers, head.defenders);
    let board = format!("{:>5}  {players:<20}", head.number);
    let until = time::facts(voice, head)?;
    let until = voice.words.phrase("list/until", until)?;
    let columns = [board.as_str(), &format!("{:<18}", head.variant), &state, &until];
    Ok(lines_of(if until.is_empty() { &columns[..3] } else { &columns }))
}

/// A prepared line as it is written, broken where a letter is too narrow.
fn prepared_line(line: &Prepared, dialect: tafl::Dialect) -> Vec<String> {
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
fn variant_lines(variant: &tafl::Variant) -> Vec<String> {
    const INDENT: &str = "    ";
    let size = variant.rules.size();
    let first = format!("{:<25} {:>5}  {}", variant.name, format!("{size}x{size}"), variant.title);
    let about = body::wrap(&variant.about, body::COLUMNS - 2 - INDENT.len());
    let about = about.into_iter().map(|line| format!("{INDENT}{line}"));
    std::iter::once(first).chain(about).chain([String::new()]).collect()
}

/// The columns of one line of a list. What does not fit goes on below, farther in.
fn lines_of(columns: &[&str]) -> String {
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
fn columns(ids: &[PlayerId]) -> Vec<String> {
    const IN_A_ROW: usize = 4;
    let row = |ids: &[PlayerId]| ids.iter().map(|id| format!("{:<17}", id.as_str())).collect::<String>();
    ids.chunks(IN_A_ROW).map(|ids| row(ids).trim_end().to_owned()).collect()
}

fn paragraphs(texts: &[String]) -> Vec<Block> {
    texts.iter().map(|text| Block::Paragraph(text.clone())).collect()
}

/// Every form of every command, by chapter.
fn usage_lines(words: &Wording) -> Vec<String> {
    let mut lines = Vec::new();
    for group in command::table::Group::ALL {
        lines.push(format!("{}:", words.help.group(group)));
        let entries = command::table::entries().iter().filter(|entry| entry.group == group);
        lines.extend(entries.flat_map(|entry| entry.usage).map(|usage| format!("  - {}", words.help.form(usage))));
    }
    lines
}

/// One line for each command, by chapter: its word and what it does. The dash keeps a word such as `chat` from being the command, with the
/// rest of the line as its text.
fn about_lines(words: &Wording) -> Vec<String> {
    let about = |name| words.help.page(name).map_or("", |page| page.about.as_str());
    let chapter = |group: command::table::Group| {
        let entries = command::table::entries().iter().filter(move |entry| entry.group == group);
        let lines = entries.map(|entry| format!("- {:<11} {}", entry.name, about(entry.name)));
        std::iter::once(format!("{}:", words.help.group(group))).chain(lines).collect::<Vec<_>>()
    };
    let chapters: Vec<Vec<String>> = command::table::Group::ALL.into_iter().map(chapter).collect();
    chapters.join(&String::new())
}
