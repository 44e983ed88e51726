//! The parts of an answer that are pages of help, the list of commands, and a player's settings.

use crate::club::{Head, PlayerId, Settings};
use crate::command;
use crate::command::ClubTopic;
use crate::command::table::{Entry, Form};
use crate::wording::answer_writer::AnswerWriter;
use crate::wording::blocks::Block;
use crate::wording::board_parts;
use crate::wording::choices;
use crate::wording::club_answers;
use crate::wording::expected_answers;
use crate::wording::expected_answers::Awaited;
use crate::wording::facts::context;
use crate::wording::help;
use crate::wording::lines::{fixed, lines_of, paragraphs};
use crate::wording::lists::game_lines;
use crate::wording::templates::{Wording, WordingError};
use crate::wording::time;

pub(super) fn help(writer: &AnswerWriter, open: &[Head]) -> Result<Vec<Block>, WordingError> {
    let games = game_lines(writer.locale, open)?;
    let facts = context! {
        open => !open.is_empty(),
        player => writer.reader.unwrap_or_default(),
        ..writer.club_facts()
    };
    let links = usable(writer, open)?;
    writer.locale.words.part("help", facts, &|marker| match marker {
        "links" => Some(links.clone()),
        "games" => Some(vec![fixed(&games)]),
        "commands" => Some(vec![fixed(&about_lines(writer.locale.words))]),
        _ => None,
    })
}

/// The page with all that people ask the club.
const QUESTIONS: &str = "questions";

/// The most boards with a button each.
const BOARDS_MAX: usize = 6;

/// Buttons for what a player can do now: see the boards that wait for the player, find an opponent, look around. None for a stranger.
fn usable(writer: &AnswerWriter, open: &[Head]) -> Result<Vec<Block>, WordingError> {
    let Some(reader) = writer.reader.and_then(|reader| reader.parse::<PlayerId>().ok()) else {
        return Ok(Vec::new());
    };
    let waits = |head: &&Head| {
        let awaited = expected_answers::awaited(head, &reader);
        matches!(awaited, Awaited::Invitation | Awaited::Offer | Awaited::Move)
    };
    let boards = open.iter().filter(waits).take(BOARDS_MAX).map(|head| format!("show {}", head.number));
    let others = ["games", "seeks", "players", "variants", "set"].map(str::to_owned);
    choices::commands(writer.locale.words, boards.chain(others).collect())
}

/// A page of help: about a command, a topic, or the rules of a variant. A question in ordinary words gets a short answer instead of a manual,
/// where there is one.
pub(super) fn topic(writer: &AnswerWriter, topic: &str, in_words: bool) -> Result<Vec<Block>, WordingError> {
    let help = &writer.locale.words.help;
    let entry = command::table::entries().find(|entry| entry.name == topic);
    let page = help.page(topic);
    let asked = ClubTopic::from_word(topic).filter(|_| in_words || page.is_none());
    if let Some(asked) = asked {
        return club_answers::answer(writer, asked);
    }
    let blocks = match (entry, page, writer.catalogue.find(topic)) {
        (Some(entry), Some(page), _) => {
            let mut blocks = form_blocks(writer, entry);
            blocks.extend(paragraphs(&page.detail));
            if writer.has_password && entry.takes_login_behind_number() {
                blocks.push(Block::Paragraph(help.labels().login));
            }
            blocks.push(fixed(&example_lines(writer, entry)));
            blocks
        }
        (None, Some(page), _) if topic == QUESTIONS => {
            let mut blocks = paragraphs(&page.detail);
            blocks.extend(club_answers::all(writer)?);
            blocks
        }
        (None, Some(page), _) => paragraphs(&page.detail),
        (_, None, Some(variant)) => {
            board_parts::help(writer, &writer.catalogue.asked_for(topic).unwrap_or(variant.clone()))?
        }
        (_, None, None) => return self::help(writer, &[]),
    };
    writer.locale.words.part("topic", context! {}, &|marker| (marker == "topic").then(|| blocks.clone()))
}

/// The forms of a command: a block for those that are for the same people, with a last line that says who may use them.
fn form_blocks(writer: &AnswerWriter, entry: &Entry) -> Vec<Block> {
    let help = &writer.locale.words.help;
    let labels = help.labels();
    let who =
        |form: &Form| command::parse_line(form.examples.first()?, writer.catalogue).ok().map(|it| it.access().who);
    let block = |alike: &[Form]| {
        let forms = alike.iter().filter(|form| is_for(form.usage, writer.has_password));
        let forms = forms.map(|form| format!("{}{}", labels.form, help.form_for(form.usage, writer.has_password)));
        let whose = alike.first().and_then(who).map(|who| format!("{}{}", labels.who, help.who(who)));
        fixed(&forms.chain(whose).collect::<Vec<_>>())
    };
    entry.forms.chunk_by(|one, next| who(one) == who(next)).map(block).collect()
}

/// Whether the reader can use this form: only a player with a password has an old one. A form that differs from the others only by a
/// password says nothing without it.
fn is_for(usage: &str, has_password: bool) -> bool {
    has_password || !(usage.contains("(ID OLD)") || usage.ends_with(" ... (ID PASSWORD)"))
}

/// The examples of a command.
fn example_lines(writer: &AnswerWriter, entry: &Entry) -> Vec<String> {
    let label = writer.locale.words.help.labels().example;
    // A continuation line is not a command by itself.
    let below = format!("\n{}", " ".repeat(label.chars().count()));
    let has_login = |text: &str| {
        let (first, below) = text.split_once('\n').unwrap_or((text, ""));
        let read = command::read(first, below, writer.catalogue);
        read.commands().any(|command| command.login().is_some())
    };
    let examples = entry.examples().filter(|text| writer.has_password || !has_login(text));
    examples.map(|text| format!("{label}{}", text.replace('\n', &below))).collect()
}

pub(super) fn settings(
    writer: &AnswerWriter,
    player: &PlayerId,
    settings: Settings,
    changed: Option<command::Setting>,
) -> Result<Vec<Block>, WordingError> {
    let help = &writer.locale.words.help;
    let meaning = |setting: command::Setting| help.meaning(setting).to_owned();
    // A place can have a name as long as America/Argentina/ComodRivadavia.
    let line = |setting: command::Setting| {
        lines_of(&[&format!("{:<13} {:<8}", setting.key(), setting.value()), &meaning(setting)])
    };
    let settings = Settings { zone: settings.zone.or(Some(writer.club.zone)), ..settings };
    let lines: Vec<String> = settings.all().into_iter().map(line).collect();
    let forms: Vec<String> = command::keys().iter().map(|key| help.form(key.usage)).collect();
    let of_mails = !writer.locale.zone.is_place();
    let facts = context! {
        player => player.as_str(),
        changed => changed.map(|setting| self::changed(writer.locale.words, setting)).transpose()?,
        zone => of_mails.then(|| time::zone_of_mails(&writer.locale)).transpose()?,
    };
    writer.locale.words.part("settings", facts, &|marker| match marker {
        "settings" => Some(vec![fixed(&lines)]),
        "forms" => Some(vec![fixed(&forms)]),
        _ => None,
    })
}

/// What has changed for a player who has set this.
fn changed(words: &Wording, setting: command::Setting) -> Result<String, WordingError> {
    // There are more zones than a list could hold.
    let key = match setting {
        command::Setting::Zone(_) => setting.key().to_owned(),
        _ => help::meaning_key(setting.key(), setting.value()),
    };
    words.phrase(&format!("changed/{key}"), context! { value => setting.value() })
}

/// Every form of every command, by chapter.
pub(super) fn usage_lines(words: &Wording, has_password: bool) -> Vec<String> {
    let mut lines = Vec::new();
    for group in command::table::Group::ALL {
        lines.push(format!("{}:", words.help.group(group)));
        let entries = command::table::entries().filter(|entry| entry.group == group);
        lines.extend(
            entries
                .flat_map(Entry::usages)
                .filter(|usage| is_for(usage, has_password))
                .map(|usage| format!("  - {}", words.help.form_for(usage, has_password))),
        );
    }
    lines
}

/// One line for each command, by chapter: the command and what it does. Because of the dash, a word such as `chat` is not read as the
/// command with the rest of the line as its text.
fn about_lines(words: &Wording) -> Vec<String> {
    let about = |name| words.help.page(name).map_or("", |page| page.about.as_str());
    let chapter = |group: command::table::Group| {
        let entries = command::table::entries().filter(move |entry| entry.group == group);
        let lines = entries.map(|entry| format!("- {:<11} {}", entry.name, about(entry.name)));
        std::iter::once(format!("{}:", words.help.group(group))).chain(lines).collect::<Vec<_>>()
    };
    let chapters: Vec<Vec<String>> = command::table::Group::ALL.into_iter().map(chapter).collect();
    chapters.join(&String::new())
}
