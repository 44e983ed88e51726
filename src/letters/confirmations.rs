//! Letters that ask for a yes: what they say, and how what they say is known again when it is quoted.

use crate::club;
use crate::club::{Notice, Purpose, Reply};
use crate::command;
use crate::letters::body;
use crate::letters::{Asking, Composer, LetterError};
use crate::mail::Address;
use crate::tafl;
use crate::wording::blocks::Block;
use crate::wording::facts::context;
use crate::wording::locale::Locale;
use crate::wording::{Wording, WordingError};
use crate::wording::{answer, consent_words};
use chrono::{DateTime, Utc};

impl Composer {
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
                        Locale::new(words, club::Settings { dialect, ..club::Settings::default() }, now)
                    })
                });
                let abouts = [false, true].map(|all| club::AskedAbout { joined: all, left_out: all });
                let held = voices.flat_map(|locale| abouts.map(|about| (locale, about))).map(|(locale, about)| {
                    self.confirm(player.as_str(), locale, (lines, comment), (elsewhere.as_ref(), about))
                });
                held.collect::<Result<Vec<_>, _>>()?
            }
            Purpose::Address { address, .. } => self.in_each(|words| self.address(words, address))?,
            Purpose::Password { player } => self.in_each(|words| self.new_password(words, player.as_str()))?,
            Purpose::Game { .. } | Purpose::Letter { .. } | Purpose::TakeBack { .. } | Purpose::Unsubscribe { .. } => {
                return Ok(None);
            }
        };
        let (mut subjects, mut texts): (Vec<String>, Vec<Vec<Block>>) = asking.into_iter().unzip();
        for words in self.words.all() {
            subjects.push(self.answer_subject(words)?);
            texts.push(answer::asked_again(words, &self.catalogue, purpose)?);
            for last in ["last-question", "last-unproven"] {
                texts.push(words.part(last, context! {}, &|_| None)?);
            }
        }
        let shows_more = |line: &String| {
            matches!(command::parse_line(line, &self.catalogue), Ok(command::Command::Tournament { .. }))
        };
        let is_whole = !matches!(purpose, Purpose::Confirm { lines, .. } if lines.iter().any(shows_more));
        let (text, yes) = (body::whole_text(&texts.concat()), self.yes_lines(purpose)?);
        Ok(Some(Asking { subjects, text, yes, is_whole }))
    }

    /// The lines that say yes. Whoever reads one language may write the word of another.
    fn yes_lines(&self, purpose: &Purpose) -> Result<Vec<String>, WordingError> {
        let mut lines = Vec::new();
        for objects in self.words.all() {
            let objects = consent_words::objects(objects, &self.catalogue, purpose)?;
            for words in self.words.all() {
                lines.push(consent_words::yes(words, &objects)?);
            }
        }
        lines.sort();
        lines.dedup();
        Ok(lines)
    }

    /// A letter in every language: its reader may have changed his since.
    fn in_each(
        &self,
        letter: impl Fn(&Wording) -> Result<(String, Vec<Block>), WordingError>,
    ) -> Result<Vec<(String, Vec<Block>)>, WordingError> {
        self.words.all().iter().map(letter).collect()
    }

    pub(in crate::letters) fn signup(&self, words: &Wording) -> Result<(String, Vec<Block>), WordingError> {
        let facts = context! { house => &self.house.name, days => club::CONFIRM_DAYS };
        consent_words::letter(words, "signup", &[], facts, &|_| None)
    }

    pub(in crate::letters) fn confirm(
        &self,
        player: &str,
        Locale { words, dialect, .. }: Locale,
        (lines, comment): (&[String], &str),
        (elsewhere, about): (Option<&Address>, club::AskedAbout),
    ) -> Result<(String, Vec<Block>), WordingError> {
        let objects = consent_words::objects_of(words, &self.catalogue, lines)?;
        let lines = vec![Block::Words(self.lettered(lines, dialect).join("\n"))];
        let said = vec![Block::Words(comment.to_owned())];
        let facts = context! {
            player,
            days => club::CONFIRM_DAYS,
            comment => !comment.is_empty(),
            joined => about.joined,
            left_out => about.left_out,
            elsewhere => elsewhere.map(Address::as_str),
        };
        consent_words::letter(words, "confirm", &objects, facts, &|marker| match marker {
            "lines" => Some(lines.clone()),
            "comment" => Some(said.clone()),
            _ => None,
        })
    }

    /// What was asked for, and what it would do.
    pub(in crate::letters) fn preview(
        &self,
        player: &str,
        locale: Locale,
        lines: &[String],
        (previews, notice): (&[Reply], &Notice),
    ) -> Result<(String, Vec<Block>), WordingError> {
        let objects = consent_words::objects_of(locale.words, &self.catalogue, lines)?;
        let lines = vec![Block::Words(self.lettered(lines, locale.dialect).join("\n"))];
        let writer = self.writer(notice.reader.as_ref().map(|id| (id, notice.settings)), locale.now);
        let mut blocks = Vec::new();
        for preview in previews {
            blocks.extend(answer::part(&writer, preview)?);
        }
        let facts = context! { player, days => club::CONFIRM_DAYS };
        consent_words::letter(locale.words, "preview", &objects, facts, &|marker| match marker {
            "lines" => Some(lines.clone()),
            "previews" => Some(blocks.clone()),
            _ => None,
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
}
