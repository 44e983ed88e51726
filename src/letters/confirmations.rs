//! Letters that ask for a yes: their text, and how that text is recognized when it is quoted.

use crate::club;
use crate::club::{FirstInvitation, Purpose, Reply};
use crate::command;
use crate::letters::letter_error::LetterError;
use crate::letters::{account, answer_letter, body};
use crate::mail::Address;
use crate::tafl::{self, Catalogue};
use crate::wording::answer_writer::AnswerWriter;
use crate::wording::blocks::Block;
use crate::wording::facts::context;
use crate::wording::locale::Locale;
use crate::wording::{ClubIdentity, Wording, WordingError, Wordings};
use crate::wording::{answer_parts, consent_words};
use chrono::{DateTime, Utc};

/// A letter that asks for a yes, as its reader gets it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asking {
    /// Its Subject, in every language and wording that it may have been written in.
    pub subjects: Vec<String>,
    /// Its text and the text of the letter that asks again, in every language, without the marker line.
    pub text: String,
    /// The lines that say yes to it, in every language.
    pub yes: Vec<String>,
    /// Whether `text` is all that the letter said. If it showed what a line would do, that part is missing.
    pub is_whole: bool,
}

/// What a letter about a sign-up was told.
#[derive(Clone, Copy, Default)]
pub struct AskedSignup<'a> {
    /// The id.
    pub id: Option<&'a str>,
    /// Whom the sign-up invites.
    pub invites: Option<&'a FirstInvitation>,
}

/// The text of the letter that asks for a yes and whose token has this purpose. `None` if no letter of that purpose asks for one.
pub(super) fn asking(
    club: &ClubIdentity,
    wordings: &Wordings,
    catalogue: &Catalogue,
    purpose: &Purpose,
    signup: AskedSignup<'_>,
) -> Result<Option<Asking>, LetterError> {
    let asking = match purpose {
        Purpose::Signup => {
            let mut all = Vec::new();
            for (more, unasked) in [(false, false), (true, false), (false, true), (true, true)] {
                let kind = SignupKind { more, unasked, invites: signup.invites };
                all.extend(in_each(wordings, |words| self::signup(words, club, signup.id, kind))?);
            }
            all
        }
        Purpose::Confirm { player, lines, .. } if lines.iter().any(|line| club::is_leaving(line)) => {
            let resigning: Vec<u32> = lines.iter().flat_map(|line| club::resigning(line)).collect();
            in_each(wordings, |words| account::delete(words, club, player.as_str(), &resigning))?
        }
        Purpose::Confirm { player, lines, comment, elsewhere, .. } => {
            // The text contains no time.
            let now = DateTime::<Utc>::UNIX_EPOCH;
            // The player may have changed the language and the column letters since then, so a line in any of them is one of ours.
            let locales = wordings.with_ours().flat_map(|words| {
                tafl::Dialect::ALL.into_iter().map(move |dialect| {
                    Locale::new(words, club::Settings { dialect, ..club::Settings::default() }, now)
                })
            });
            let abouts = [false, true].map(|all| club::AskedAbout { joined: all, left_out: all });
            let held = locales.flat_map(|locale| abouts.map(|about| (locale, about))).map(|(locale, about)| {
                let writer = AnswerWriter {
                    locale,
                    club,
                    catalogue,
                    reader: Some(player.as_str()),
                    has_password: false,
                    turn_told: None,
                };
                confirm(&writer, lines, comment, elsewhere.as_ref(), about)
            });
            held.collect::<Result<Vec<_>, _>>()?
        }
        Purpose::Address { address, .. } => in_each(wordings, |words| account::address(words, club, address))?,
        Purpose::Password { player } => in_each(wordings, |words| account::new_password(words, player.as_str()))?,
        Purpose::Game { .. } | Purpose::Letter { .. } | Purpose::TakeBack { .. } | Purpose::Unsubscribe { .. } => {
            return Ok(None);
        }
    };
    let (mut subjects, mut texts): (Vec<String>, Vec<Vec<Block>>) = asking.into_iter().unzip();
    for words in wordings.with_ours() {
        subjects.push(answer_letter::subject(words, club)?);
        for answered in [false, true] {
            texts.push(answer_parts::asked_again(words, catalogue, purpose, answered)?);
        }
        for last in ["last-question", "last-unproven"] {
            texts.push(words.part(last, context! {}, &|_| None)?);
        }
    }
    let shows_more = |line: &String| {
        command::parse_line(line, catalogue).is_ok_and(|command| command.verb() == command::Verb::Tournament)
    };
    let is_whole = !matches!(purpose, Purpose::Confirm { lines, .. } if lines.iter().any(shows_more));
    let (text, yes) = (body::whole_text(&texts.concat()), yes_lines(wordings, catalogue, purpose)?);
    Ok(Some(Asking { subjects, text, yes, is_whole }))
}

/// The lines that say yes. A person who reads one language may write the word of another.
fn yes_lines(wordings: &Wordings, catalogue: &Catalogue, purpose: &Purpose) -> Result<Vec<String>, WordingError> {
    let mut lines = Vec::new();
    for objects in wordings.with_ours() {
        let objects = consent_words::objects(objects, catalogue, purpose)?;
        for words in wordings.with_ours() {
            lines.push(consent_words::yes(words, &objects)?);
        }
    }
    lines.sort();
    lines.dedup();
    Ok(lines)
}

/// A letter in every language: its reader may have changed the language since then, and the operator the words.
fn in_each(
    wordings: &Wordings,
    letter: impl Fn(&Wording) -> Result<(String, Vec<Block>), WordingError>,
) -> Result<Vec<(String, Vec<Block>)>, WordingError> {
    wordings.with_ours().map(letter).collect()
}

/// What the mail of a stranger said.
#[derive(Clone, Copy, Default)]
pub(super) struct SignupKind<'a> {
    /// It wanted something else too.
    pub(super) more: bool,
    /// It did not say that its author wants to join.
    pub(super) unasked: bool,
    /// Whom it challenges.
    pub(super) invites: Option<&'a FirstInvitation>,
}

/// Asks a stranger whether they want to join as this player.
pub(super) fn signup(
    words: &Wording,
    club: &ClubIdentity,
    player: Option<&str>,
    kind: SignupKind<'_>,
) -> Result<(String, Vec<Block>), WordingError> {
    let SignupKind { more, unasked, invites } = kind;
    let invites = invites.map(|invites| {
        let FirstInvitation { player, is_here, game, words, line: _ } = invites;
        context! { player => player.as_str(), is_here, game, words => !words.is_empty() }
    });
    let facts = context! { club => &club.name, days => club::CONFIRM_DAYS, player, more, unasked, invites };
    consent_words::letter(words, "signup", &[], facts, &|_| None)
}

/// Asks for a yes to these lines, which came with this comment. `elsewhere` is set if they did not come from a mailbox of the player.
pub(super) fn confirm(
    writer: &AnswerWriter,
    lines: &[String],
    comment: &str,
    elsewhere: Option<&Address>,
    about: club::AskedAbout,
) -> Result<(String, Vec<Block>), WordingError> {
    let words = writer.locale.words;
    let objects = consent_words::objects_of(words, writer.catalogue, lines)?;
    let lines = vec![Block::Words(lettered(writer, lines).join("\n"))];
    let said = vec![Block::Words(comment.to_owned())];
    let facts = context! {
        player => writer.reader.unwrap_or_default(),
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

/// The command, and what it would do.
pub(super) fn preview(
    writer: &AnswerWriter,
    lines: &[String],
    previews: &[Reply],
) -> Result<(String, Vec<Block>), WordingError> {
    let words = writer.locale.words;
    let objects = consent_words::objects_of(words, writer.catalogue, lines)?;
    let lines = vec![Block::Words(lettered(writer, lines).join("\n"))];
    let mut blocks = Vec::new();
    for preview in previews {
        blocks.extend(answer_parts::part(writer, preview)?);
    }
    let facts = context! { player => writer.reader.unwrap_or_default(), days => club::CONFIRM_DAYS };
    consent_words::letter(words, "preview", &objects, facts, &|marker| match marker {
        "lines" => Some(lines.clone()),
        "previews" => Some(blocks.clone()),
        _ => None,
    })
}

/// Lines in the canonical form, with the reader's column letters.
fn lettered(writer: &AnswerWriter, lines: &[String]) -> Vec<String> {
    let lettered = |line: &String| {
        let Ok(mut command) = command::parse_line(line, writer.catalogue) else {
            return line.clone();
        };
        let plays = command.plays_mut();
        if plays.is_empty() {
            return line.clone();
        }
        plays.iter_mut().for_each(|play| *play = writer.locale.dialect.parsed(play));
        command.to_string()
    };
    lines.iter().map(lettered).collect()
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;
    use crate::clock::Zone;
    use crate::command::Language;
    use crate::wording::{OverlayFile, overlaid};

    /// Such a question may be answered after its operator has changed the words.
    #[test]
    fn a_question_in_our_words_is_known_beside_an_operators() {
        let text = "Subject: Well met in {{ club }}\n\nSay yes within {{ days }} days as {{ player }}:\n\n  {{ yes }}\n\nor {{ no }}.{% if invites %} Against {{ invites.player }}.{% endif %}\n\n[[links]]\n";
        let (name, path) = ("signup.txt".to_owned(), "signup.txt".to_owned());
        let file = OverlayFile { language: Language::English, name, path, text: text.to_owned() };
        let words = overlaid(Language::English, &[file]).map_err(|wrong| wrong[0].to_string()).unwrap();
        let (address, zone) = ("tafl@club.test".parse().unwrap(), Zone::default());
        let club = ClubIdentity { name: "Taflpost".to_owned(), address, plus: true, zone };
        let signup = super::AskedSignup { id: Some("bo"), invites: None };
        let catalogue = Catalogue::embedded().unwrap();
        let asking = super::asking(&club, &words, &catalogue, &Purpose::Signup, signup).unwrap().unwrap();
        for subject in ["Well met in Taflpost", "Please confirm that you want to join Taflpost"] {
            assert!(asking.subjects.iter().any(|known| known == subject), "{:?}", asking.subjects);
        }
        for line in ["Say yes within", "If it was not you"] {
            assert!(asking.text.contains(line), "{}", asking.text);
        }
    }
}
