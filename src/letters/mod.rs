//! Words: a notice or the answer to a mail becomes a finished letter. Knows no rules and decides nothing.

mod account;
mod answer;
mod board;
mod body;
mod check;
mod complaint;
mod digest;
mod event;
mod files;
mod help;
mod links;
mod lists;
mod manual;
mod namesakes;
mod picture;
mod ratings;
mod refused;
mod said;
mod samples;
mod shown;
mod time;
mod title;
mod wording;

use crate::chance::Chance;
use crate::clock::Zone;
use crate::club;
use crate::club::{GameEvent, NewToken, News, Notice, Purpose, Reply};
use crate::command;
use crate::command::LetterStyle;
use crate::mail;
use crate::mail::{Address, Attachment, AutoSubmitted, Errand, Html, Inline, Outgoing};
use crate::tafl;
use body::Block;
use chrono::{DateTime, Utc};
use minijinja::context;

pub use check::check;
pub use wording::{Wording, WordingError, Wordings};

/// Whose server it is, as letters name it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct House {
    /// The name of the club or server.
    pub name: String,
    /// Its address: commands go there, letters come from there.
    pub address: Address,
    /// Whether mail to `tafl+anything@` comes to `tafl@`. Where it does not, letters are answered at the plain address,
    /// and the key comes back in the other places.
    pub plus: bool,
    /// By whose clocks a player is told what time it is who has set nothing else.
    pub zone: Zone,
}

/// What every letter is written with.
pub struct Office {
    /// Whose server it is.
    pub house: House,
    /// The sentences, in every language.
    pub words: Wordings,
    /// The variants on offer.
    pub catalogue: tafl::Catalogue,
}

/// The mail that is answered.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Answered {
    /// Its Message-ID without brackets; `None` where it had none or nothing is answered.
    pub message_id: Option<String>,
}

/// Why a letter could not be written: a fault of this program or its templates, never of a mail.
#[derive(Debug, thiserror::Error)]
pub enum LetterError {
    /// A template.
    #[error(transparent)]
    Wording(#[from] WordingError),
    /// An answer would bring the Subject back, and it would be obeyed.
    #[error(
        "the Subject \"{0}\" of a letter would be read as a command when it is answered: choose another name for the club"
    )]
    CommandSubject(String),
    /// A header or part that cannot be built.
    #[error("a letter cannot be built: {0}")]
    Unwritable(#[from] mail::Unwritable),
    /// The club's address has no room for a token.
    #[error("the club's address is too long to carry a reply token: {0}")]
    Address(#[from] mail::BadAddress),
}

/// A finished letter.
#[derive(Clone, Debug)]
pub struct Letter {
    /// What it is, in one word, for the operator's lists.
    pub kind: &'static str,
    /// Where it goes.
    pub to: Address,
    /// The board whose thread it belongs to.
    pub number: Option<u32>,
    /// All of it, ready to send.
    pub bytes: Vec<u8>,
}

/// A letter that asks for a yes, as its reader has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asking {
    /// Its Subject, in every language it can have been written in.
    pub subjects: Vec<String>,
    /// Its text, in every language, without the marker line.
    pub text: String,
}

/// The errand of the address that turns off letters of a kind.
pub const UNSUBSCRIBE: Errand = Errand::Letter('u');

struct Draft {
    kind: &'static str,
    to: Address,
    number: Option<u32>,
    subject: String,
    blocks: Vec<Block>,
    language: command::Language,
    style: LetterStyle,
    attachments: Vec<Attachment>,
    auto: AutoSubmitted,
    list_unsubscribe: Option<Address>,
}

/// The board whose thread a notice belongs to.
fn thread_of(notice: &Notice) -> Option<u32> {
    match &notice.news {
        News::Game { game, .. } | News::Observed { game, .. } => Some(game.head.number),
        _ => None,
    }
}

/// The board an answer is about, if it is about one and no other: its letter then joins that board's thread, and an
/// answer to it means that board.
pub fn board_of(replies: &[Reply]) -> Option<&std::sync::Arc<club::Game>> {
    let mut games = replies.iter().filter_map(answer::game_of);
    let first = games.next()?;
    games.all(|game| game.head.number == first.head.number).then_some(first)
}

/// The board a part of an answer shows as it stands.
pub fn board_shown(reply: &Reply) -> Option<u32> {
    answer::game_of(reply).map(|game| game.head.number)
}

impl Office {
    /// Writes the letter for a notice. With the token `unsubscribe` it names an address that turns off letters of its kind.
    pub fn write(
        &self,
        notice: &Notice,
        (answered, unsubscribe): (&Answered, Option<&NewToken>),
        now: DateTime<Utc>,
        chance: &mut Chance,
    ) -> Result<Letter, LetterError> {
        let mut draft = self.draft(notice, now)?;
        if let Some(token) = unsubscribe {
            let address = mail::reply_address(&self.house.address, UNSUBSCRIBE, &token.text)?;
            draft.list_unsubscribe = Some(address);
        }
        self.finish(draft, notice.reader.as_ref(), notice.token.as_ref(), answered, now, chance)
    }

    /// Writes the letter that answers a mail: all parts in one.
    pub fn write_answer(
        &self,
        (to, reader): (&Address, Option<(&club::PlayerId, club::Settings)>),
        replies: &[Reply],
        token: Option<&NewToken>,
        answered: &Answered,
        now: DateTime<Utc>,
        chance: &mut Chance,
    ) -> Result<Letter, LetterError> {
        let draft = self.answer_draft((to, reader), replies, now)?;
        self.finish(draft, reader.map(|(id, _)| id), token, answered, now, chance)
    }

    /// What an answer would say, as plain text without a letter around it: for an operator at the server.
    ///
    /// # Errors
    /// When a template is at fault.
    pub fn said(
        &self,
        reader: Option<&club::PlayerId>,
        replies: &[Reply],
        now: DateTime<Utc>,
    ) -> Result<String, LetterError> {
        let desk = self.desk(reader.map(|reader| (reader, club::Settings::default())), now);
        let parts: Vec<Vec<Block>> = replies.iter().map(|reply| desk.part(reply)).collect::<Result<_, _>>()?;
        Ok(body::text(&parts.concat()))
    }

    fn answer_draft(
        &self,
        (to, reader): (&Address, Option<(&club::PlayerId, club::Settings)>),
        replies: &[Reply],
        now: DateTime<Utc>,
    ) -> Result<Draft, WordingError> {
        let desk = self.desk(reader, now);
        let settings = reader.map(|(_, settings)| settings).unwrap_or_default();
        let words = desk.voice.words;
        let mut parts = Vec::new();
        for reply in replies {
            parts.extend(desk.part(reply)?);
        }
        let game = board_of(replies);
        let subject = match game {
            Some(game) => board::subject(words, &game.head)?,
            None => words.phrase("line/answer", context! { house => &self.house.name })?,
        };
        let (subject, blocks) =
            words.letter("answer", context! { subject }, &|marker| (marker == "parts").then(|| parts.clone()))?;
        Ok(Draft {
            kind: "answer",
            to: to.clone(),
            number: game.map(|game| game.head.number),
            subject,
            blocks,
            language: words.language,
            style: settings.letters,
            attachments: replies.iter().filter_map(answer::attachment).collect(),
            auto: AutoSubmitted::Replied,
            list_unsubscribe: None,
        })
    }

    fn desk<'a>(
        &'a self,
        reader: Option<(&'a club::PlayerId, club::Settings)>,
        now: DateTime<Utc>,
    ) -> answer::Desk<'a> {
        answer::Desk {
            voice: self.voice(reader.map(|(_, settings)| settings).unwrap_or_default(), now),
            house: &self.house,
            catalogue: &self.catalogue,
            reader: reader.map(|(id, _)| id.as_str()),
        }
    }

    /// What a letter that asks for a yes says, of the kind whose token has this purpose; `None` where a letter asks for none.
    pub fn asking(&self, purpose: &Purpose) -> Result<Option<Asking>, LetterError> {
        let asking = match purpose {
            Purpose::Signup => self.in_each(|words| self.signup(words))?,
            Purpose::Confirm { player, lines, .. } if lines.iter().any(|line| club::is_leaving(line)) => {
                let resigning: Vec<u32> = lines.iter().flat_map(|line| club::resigning(line)).collect();
                self.in_each(|words| self.delete(words, player.as_str(), &resigning))?
            }
            Purpose::Confirm { player, lines, comment, elsewhere, .. } => {
                // What is confirmed tells no time.
                let now = DateTime::<Utc>::UNIX_EPOCH;
                // Which lettering and language his letter had, he may have changed since: a line of any is one of ours.
                let voices = self.words.all().iter().flat_map(|words| {
                    tafl::Dialect::ALL.into_iter().map(move |dialect| {
                        board::Voice::new(words, club::Settings { dialect, ..club::Settings::default() }, now)
                    })
                });
                let held = voices.map(|voice| self.confirm(player.as_str(), voice, lines, comment, elsewhere.as_ref()));
                held.collect::<Result<Vec<_>, _>>()?
            }
            Purpose::Address { .. } => self.in_each(|words| self.address(words))?,
            Purpose::Password { player } => self.in_each(|words| self.new_password(words, player.as_str()))?,
            Purpose::Game { .. } | Purpose::Letter { .. } | Purpose::TakeBack { .. } | Purpose::Unsubscribe { .. } => {
                return Ok(None);
            }
        };
        let (subjects, texts): (Vec<String>, Vec<Vec<Block>>) = asking.into_iter().unzip();
        Ok(Some(Asking { subjects, text: body::text(&texts.concat()) }))
    }

    /// A letter in every language: its reader may have changed his since.
    fn in_each(
        &self,
        letter: impl Fn(&Wording) -> Result<(String, Vec<Block>), WordingError>,
    ) -> Result<Vec<(String, Vec<Block>)>, WordingError> {
        self.words.all().iter().map(letter).collect()
    }

    /// The sentences and the lettering that a player reads, and a stranger without settings.
    fn voice(&self, settings: club::Settings, now: DateTime<Utc>) -> board::Voice<'_> {
        let settings = club::Settings { zone: settings.zone.or(Some(self.house.zone)), ..settings };
        board::Voice::new(self.words.of(settings.language), settings, now)
    }

    fn signup(&self, words: &Wording) -> Result<(String, Vec<Block>), WordingError> {
        let facts = context! { house => &self.house.name, days => club::CONFIRM_DAYS };
        words.letter("signup", facts, &|_| None)
    }

    fn confirm(
        &self,
        player: &str,
        board::Voice { words, dialect, .. }: board::Voice,
        lines: &[String],
        comment: &str,
        elsewhere: Option<&Address>,
    ) -> Result<(String, Vec<Block>), WordingError> {
        let lines = vec![Block::Words(self.lettered(lines, dialect).join("\n"))];
        let said = vec![Block::Words(comment.to_owned())];
        let facts = context! {
            player,
            days => club::CONFIRM_DAYS,
            comment => !comment.is_empty(),
            elsewhere => elsewhere.map(Address::as_str),
        };
        words.letter("confirm", facts, &|marker| match marker {
            "lines" => Some(lines.clone()),
            "comment" => Some(said.clone()),
            _ => None,
        })
    }

    /// What was asked for, and what it would do.
    fn preview(
        &self,
        player: &str,
        voice: board::Voice,
        lines: &[String],
        (previews, notice): (&[Reply], &Notice),
    ) -> Result<(String, Vec<Block>), WordingError> {
        let lines = vec![Block::Words(self.lettered(lines, voice.dialect).join("\n"))];
        let desk = self.desk(notice.reader.as_ref().map(|id| (id, notice.settings)), voice.now);
        let mut blocks = Vec::new();
        for preview in previews {
            blocks.extend(desk.part(preview)?);
        }
        let facts = context! { player, days => club::CONFIRM_DAYS };
        voice.words.letter("preview", facts, &|marker| match marker {
            "lines" => Some(lines.clone()),
            "previews" => Some(blocks.clone()),
            _ => None,
        })
    }

    fn draft(&self, notice: &Notice, now: DateTime<Utc>) -> Result<Draft, WordingError> {
        let reader = notice.reader.as_ref().map(club::PlayerId::as_str).unwrap_or_default();
        let house = &self.house.name;
        let voice = self.voice(notice.settings, now);
        let words = voice.words;
        let no_markers = |_: &str| None;
        let (kind, (subject, blocks)) = match &notice.news {
            News::SignupAsked => ("signup", self.signup(words)?),
            News::Joined => {
                let facts = context! { house, player => reader, address => self.house.address.as_str() };
                ("joined", words.letter("joined", facts, &no_markers)?)
            }
            News::Game { game, event, comment } => {
                let letter = match &notice.reader {
                    Some(reader) => self.game_letter((reader, voice), game, event, comment)?,
                    None => return Err(WordingError::NoSubject("game".to_owned())),
                };
                (if matches!(event, GameEvent::Reminded { .. }) { "reminder" } else { "game" }, letter)
            }
            News::Digest { boards, others, waiting } => {
                let letter = match &notice.reader {
                    Some(player) => {
                        let (house, catalogue) = (&self.house, &self.catalogue);
                        let desk = answer::Desk { voice, house, catalogue, reader: Some(reader) };
                        digest::letter(&desk, player, &digest::News { boards, others, waiting })?
                    }
                    None => return Err(WordingError::NoSubject("digest".to_owned())),
                };
                ("digest", letter)
            }
            News::Observed { game, event } => {
                let letter = match &notice.reader {
                    Some(reader) => self.observer_letter((reader, voice), game, event)?,
                    None => return Err(WordingError::NoSubject("observed".to_owned())),
                };
                ("observed", letter)
            }
            News::Announcement { subject, text } => {
                let said = vec![Block::Words(text.clone())];
                let usual = words.phrase("line/news", context! { house })?;
                let subject = if subject.is_empty() { &usual } else { subject };
                let letter = words.letter("announcement", context! { subject, house }, &|marker| {
                    (marker == "comment").then(|| said.clone())
                });
                ("announcement", letter?)
            }
            News::Message { from, text } => {
                let said = vec![Block::Words(text.clone())];
                let facts = context! { from => from.as_str() };
                let letter = words.letter("message", facts, &|marker| (marker == "comment").then(|| said.clone()));
                ("message", letter?)
            }
            News::ConfirmAsked { lines, comment, elsewhere, previews } => {
                let letter = match previews.len() == lines.len() {
                    true => self.preview(reader, voice, lines, (previews, notice))?,
                    false => self.confirm(reader, voice, lines, comment, elsewhere.as_ref())?,
                };
                ("confirm", letter)
            }
            News::Event { event, news } => {
                let letter = match &notice.reader {
                    Some(reader) => event::letter(voice, event, news, reader)?,
                    None => return Err(WordingError::NoSubject("event".to_owned())),
                };
                ("event", letter)
            }
            News::Reminder { games } => {
                let lines = lists::board_lines(voice, games)?;
                let soonest = games.first().and_then(|head| head.clock.as_ref()).and_then(|clock| clock.deadline);
                let left = soonest.filter(|at| *at > now).map(|at| time::span(words, at - now)).transpose()?;
                let number = games.first().map(|head| head.number);
                let facts = context! { player => reader, house, count => games.len(), left, number };
                let insert = |marker: &str| (marker == "games").then(|| lines.clone());
                ("reminder", words.letter("reminder", facts, &insert)?)
            }
            News::TimeGivenBack { amends, games } => {
                let lines = lists::board_lines(voice, games)?;
                let told = |at: DateTime<Utc>| time::date(words, at, voice.zone);
                let facts = context! {
                    player => reader,
                    house,
                    count => games.len(),
                    number => games.first().map(|head| head.number),
                    gone => told(amends.gone)?,
                    back => told(amends.back)?,
                    given => time::span(words, amends.given)?,
                };
                let insert = |marker: &str| (marker == "games").then(|| lines.clone());
                ("given-back", words.letter("given-back", facts, &insert)?)
            }
            News::Leave { player, leave, boards } => {
                let numbers: Vec<String> = boards.iter().map(u32::to_string).collect();
                let told = |at: DateTime<Utc>| time::date(words, at, voice.zone);
                let facts = context! {
                    player => player.as_str(),
                    house,
                    from => leave.map(|leave| told(leave.from)).transpose()?,
                    until => leave.map(|leave| told(leave.until)).transpose()?,
                    boards => words.list("and", &numbers)?,
                    count => boards.len(),
                };
                ("leave", words.letter("leave", facts, &no_markers)?)
            }
            News::PasswordRefused => {
                let facts = context! { player => reader, tries => club::WRONG_PASSWORDS_MAX };
                ("password", words.letter("password", facts, &no_markers)?)
            }
            News::Account(news) => self.account_letter(notice, voice, news)?,
        };
        Ok(Draft {
            kind,
            to: notice.to.clone(),
            number: thread_of(notice),
            subject,
            blocks,
            language: words.language,
            style: notice.settings.letters,
            attachments: Vec::new(),
            auto: AutoSubmitted::Generated,
            list_unsubscribe: None,
        })
    }

    /// Lines in the canonical form, with the squares lettered as their reader does.
    fn lettered(&self, lines: &[String], dialect: tafl::Dialect) -> Vec<String> {
        let lettered = |line: &String| {
            let Ok(mut command) = command::parse_line(line, &self.catalogue) else {
                return line.clone();
            };
            let plays = command.plays_mut();
            if plays.is_empty() {
                return line.clone();
            }
            plays.iter_mut().for_each(|play| *play = dialect.parsed(play));
            command.to_string()
        };
        lines.iter().map(lettered).collect()
    }

    /// For somebody who looks on: what happened and the board, and nothing to answer.
    fn observer_letter(
        &self,
        (reader, voice): (&club::PlayerId, board::Voice),
        game: &club::Game,
        event: &GameEvent,
    ) -> Result<(String, Vec<Block>), WordingError> {
        let facts = context! {
            subject => board::subject(voice.words, &game.head)?,
            number => game.head.number,
            attackers => game.head.attackers.as_str(),
            defenders => game.head.defenders.as_str(),
            // The beginning is told to those who have agreed to it.
            news => match event {
                GameEvent::Began => String::new(),
                _ => board::event(voice, game, event, reader)?,
            },
            of_event => board::of_event(voice.words, &game.head)?,
            state => board::state(voice, &game.head, None)?,
            attackers_sign => voice.sign(tafl::Side::Attackers),
            defenders_sign => voice.sign(tafl::Side::Defenders),
            score => format!("  {}", board::score(voice, &game.course)?),
            running => game.head.is_open(),
        };
        let scene = board::scene(voice, &game.course)?;
        let plays = board::plays(voice, &game.head, &game.course)?;
        voice.words.letter("observed", facts, &|marker| match marker {
            "board" => Some(vec![scene.clone()]),
            "plays" => Some(plays.clone()),
            _ => None,
        })
    }

    fn game_letter(
        &self,
        (reader, voice): (&club::PlayerId, board::Voice),
        game: &club::Game,
        event: &GameEvent,
        comment: &str,
    ) -> Result<(String, Vec<Block>), WordingError> {
        let words = voice.words;
        // Nobody has seen a player's own rules before, and he himself should see whether they were understood.
        let own = game.head.variant == tafl::OWN_RULES;
        let invited = game.head.invited() == reader;
        let (rules, asked_as) = match event {
            GameEvent::Invited { asked_as } => (own || invited, asked_as.as_deref().filter(|_| !invited)),
            _ => (false, None),
        };
        let namesakes = namesakes::blocks(words, &self.catalogue, asked_as)?;
        let facts = context! {
            subject => board::subject(words, &game.head)?,
            news => board::event(voice, game, event, reader)?,
            // What a player wrote comes at once, not what everybody knows.
            conditions => match event {
                GameEvent::Invited { .. } | GameEvent::Began => board::conditions(words, &game.head)?,
                _ => String::new(),
            },
            state => match event {
                GameEvent::Chatted { .. } => String::new(),
                _ => board::state(voice, &game.head, Some(reader))?,
            },
            call => match event {
                GameEvent::Chatted { .. } => String::new(),
                _ => board::call_to(words, game, reader)?,
            },
            score => format!("  {}", board::score(voice, &game.course)?),
            rules,
            own,
            challenger => game.head.player(game.head.challenger).as_str(),
            answers => board::all_answers(voice, &self.catalogue, game, reader)?,
            reminder => matches!(event, GameEvent::Reminded { .. }),
            of_event => board::of_event(words, &game.head)?,
        };
        let scene = board::scene(voice, &game.course)?;
        let plays = board::plays(voice, &game.head, &game.course)?;
        let links = links::blocks(voice, game, reader)?;
        let told = words.rules(game.rules(), voice.dialect)?;
        let comment = match comment.trim() {
            "" => Vec::new(),
            comment => vec![Block::Words(comment.to_owned())],
        };
        words.letter("game", facts, &|marker| match marker {
            "board" => Some(vec![scene.clone()]),
            "plays" => Some(plays.clone()),
            "namesakes" => Some(namesakes.clone()),
            "comment" => Some(comment.clone()),
            "rules" => Some(told.iter().cloned().map(Block::Paragraph).collect()),
            "links" => Some(links.clone()),
            _ => None,
        })
    }

    fn finish(
        &self,
        draft: Draft,
        reader: Option<&club::PlayerId>,
        token: Option<&NewToken>,
        answered: &Answered,
        now: DateTime<Utc>,
        chance: &mut Chance,
    ) -> Result<Letter, LetterError> {
        let host = self.house.address.domain();
        let errand = match draft.number {
            Some(number) => Errand::Board(number),
            None => Errand::Letter('a'),
        };
        let drawn = chance.bytes::<16>();
        let boundary: String = drawn.iter().map(|byte| format!("{byte:02x}")).collect();
        let (marker, reply_to, message_id) = match token {
            Some(token) => {
                let serial = match token.purpose {
                    Purpose::Game { ply, .. } => ply,
                    _ => 0,
                };
                let own = &self.house.address;
                let reply_to = self.house.plus.then(|| mail::reply_address(own, errand, &token.text)).transpose()?;
                (mail::marker::write(&token.text), reply_to, mail::message_id(errand, serial, &token.text, host))
            }
            // The line stands in every letter, so that a quoted one is never read as new.
            None => (mail::marker::bare(), None, format!("{boundary}@{host}")),
        };
        let text = format!("{marker}\n\n{}", body::text(&draft.blocks));
        let root = draft.number.zip(reader).map(|(number, reader)| mail::thread_root(number, reader.as_str(), host));
        // A key that is for no board, or for another than the letter's, would not say which board is meant.
        let counts = token
            .is_some_and(|token| matches!(token.purpose, Purpose::Game { number, .. } if Some(number) == draft.number));
        let answer = counts.then(|| links::Answer {
            to: reply_to.clone().unwrap_or_else(|| self.house.address.clone()),
            subject: format!("Re: {}", draft.subject),
            reference: reply_to.is_none().then(|| marker.trim().to_owned()),
        });
        let html = match draft.style {
            LetterStyle::Text => None,
            LetterStyle::Html | LetterStyle::Picture => {
                let id = |at: usize| format!("board{}.{boundary}@{host}", at + 1);
                let body::Html { page, pictures } =
                    body::html(&draft.blocks, answer.as_ref(), marker.trim(), draft.language.word(), id);
                let pictures = pictures.into_iter().map(|(id, png)| Inline { id, png }).collect();
                Some(Html { page, pictures })
            }
        };
        let references: Vec<String> = root.into_iter().chain(answered.message_id.clone()).collect();
        let in_reply_to = references.last().cloned();
        let outgoing = Outgoing {
            from_name: self.house.name.clone(),
            from: self.house.address.clone(),
            to: draft.to.clone(),
            reply_to,
            subject: draft.subject,
            date: now,
            message_id,
            in_reply_to,
            references,
            auto: draft.auto,
            text,
            html,
            attachments: draft.attachments,
            boundary,
            list_unsubscribe: draft.list_unsubscribe,
        };
        let bytes = outgoing.bytes()?;
        Ok(Letter { kind: draft.kind, to: draft.to, number: draft.number, bytes })
    }
}
