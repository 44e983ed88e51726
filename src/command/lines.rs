//! The lines of a mail's text, one after the other: commands, answers, and words for the opponent.
//!
//! If at least one command was understood, a line that is not a command is a comment. Otherwise the mail is a mistake, and the answer is
//! about its most helpful line. A line that begins like a command but is wrong always gets an answer, because silence would look like
//! consent. Below a move such a line is usually a sentence (`Draw would be fair.`), so there only a line that is certainly a command counts
//! as one ([`exact`]). Everything else is a comment, complete and in its place, and its author is told. A line that may contain a password
//! gets an answer as well, and is never part of a comment.
//!
//! Each command keeps its place among the lines ([`manner`]): serious commands are carried out only if they are certainly meant.
//!
//! [`exact`]: crate::command::certain_command
//! [`manner`]: crate::command::manner

use crate::command::agreement::{self, About, Agreement};
use crate::command::broken_lines::is_broken;
use crate::command::certain_command::{self, InUse, Named, Names};
use crate::command::command::Command;
use crate::command::comment::Comment;
use crate::command::complaint::{Complaint, ComplaintKind};
use crate::command::destination::lone_square;
use crate::command::entry::Weight;
use crate::command::everyday_phrases;
use crate::command::items::{items_of, keep_whole, said};
use crate::command::lexer::{Line, is_unseen, sole_word};
use crate::command::manner::{Doubt, Place};
use crate::command::meant::{Around, bare, only_one_move};
use crate::command::parsed::{Failed, Parsed};
use crate::command::parser::{self, unbroken};
use crate::command::reading::{Answer, COMMANDS_MAX, COMPLAINTS_MAX, Item, Reading, named};
use crate::command::redact;
use crate::command::salutation::{is_closing, is_salutation};
use crate::command::table::Verb;
use crate::command::talk::{self, Talk};
use crate::command::yes_no::contradicts;
use crate::tafl::{Catalogue, ParsedPlay};

/// The result of the lines that were read so far.
#[derive(Default)]
struct Text {
    items: Vec<Item>,
    comment: Comment,
    /// The comment with the lines that begin with the word of a command and go on like sentences.
    talk: Comment,
    answer: Option<(Agreement, String)>,
    doubtful: Option<Complaint>,
    taken_as_words: Vec<Complaint>,
    withheld: Vec<Complaint>,
    /// Whether there is anything except a salutation above.
    written: bool,
    /// Whether there are only salutations and other kind words above.
    only_courtesies: bool,
    /// Whether the line above is a command.
    below_command: bool,
    /// Whether the line above continues in the next one, as mail programs wrap a sentence.
    runs_on: bool,
    /// The same for the line that is being read.
    runs_on_next: bool,
    /// Whether there is a command above that takes words along.
    below_a_move: bool,
    understood: usize,
    complaints: usize,
    /// The complaints about lines that were certainly meant as commands.
    attempts: usize,
    cut: bool,
    left: Vec<String>,
}

/// Reads the lines of a text whose Subject does not matter. `names` are those that exist here.
pub(in crate::command) fn read(lines: &[&str], catalogue: &Catalogue, names: Names<'_>) -> Reading {
    let in_use: &InUse<'_> = &|named| names.may_be(named);
    let mut text = Text::default();
    let mut next = 0;
    while let Some(line) = lines.get(next) {
        next += 1;
        let word = sole_word(line);
        let says_nothing = word.as_deref().is_some_and(str::is_empty);
        if says_nothing || (!text.written && word.as_deref() == Some("multiple")) {
            // A line without letters and digits counts as words, if there are any.
            text.say(if says_nothing { line.trim_matches(is_unseen) } else { "" });
            text.runs_on = false;
            continue;
        }
        if !text.written && is_salutation(line) {
            text.say(line);
            continue;
        }
        let (line, taken) = unbroken(line, &lines[next..], catalogue);
        next += taken;
        let place = text.place();
        if text.runs_on && text.understood > 0 && begins_with_a_play(&line) {
            text.say(&line);
            (text.below_command, text.runs_on) = (false, runs_on(&line));
            continue;
        }
        let words = redact::line_among(&line, &|id| names.is_player(id));
        if let Some((item, has_words)) =
            text.move_over_two_lines(&lines[..next - 1 - taken], &line, &lines[next..], catalogue)
        {
            text.take(vec![item]);
            if has_words {
                text.say(&line);
                text.say(lines[next]);
            }
            text.runs_on = runs_on(lines[next]);
            text.written = true;
            next += 1;
            continue;
        }
        let read = parser::parse(&words, &lines[next..], catalogue).or_else(|failed| {
            let line_said = everyday_phrases::read(&words);
            // Below other words most phrases are just words as well. Only a phrase for resigning is asked about.
            let counts = |(command, _): &(Command, _)| place == Place::First || command.verb() == Verb::Resign;
            line_said.filter(counts).map(|(command, behind)| said(command, behind, &line)).ok_or(failed)
        });
        let below = &lines[next..];
        let around = Around::new(&lines[..next - 1 - taken], &words, below, catalogue);
        text.runs_on_next = runs_on(&line);
        if read.is_err()
            && !text.below_a_move
            && !text.runs_on
            && let Some((item, has_words)) = around.move_in_sentence()
        {
            text.take(vec![item]);
            if has_words {
                text.say(&line);
            }
            (text.written, text.runs_on) = (true, text.runs_on_next);
            continue;
        }
        let took_below = match read {
            Ok(parsed) if text.below_a_move && text.is_talk(&line, &parsed, below, catalogue, in_use) => {
                text.take_failed(&line, place, Failed::alike(&line, &parsed, catalogue), in_use)
            }
            Ok(parsed) if certain_command::is_by_chance(&line, &parsed, below, catalogue, in_use) => {
                text.take_failed(&line, place, Failed::by_chance(&line), in_use)
            }
            Ok(parsed) => {
                let took_below = parsed.took_below;
                let holds_secret = !parsed.secrets.is_empty();
                let is_exact = certain_command::is_exact(&line, &parsed, below, catalogue, in_use);
                let mut items = items_of(parsed, place, catalogue);
                if !holds_secret {
                    around.judge(&mut items);
                    keep_whole(&mut items, &line);
                }
                if text.runs_on {
                    items.iter_mut().for_each(|item| item.manner.run_on());
                }
                // A command without words beside it ends where its line ends.
                text.runs_on_next &= !is_exact || items.iter().any(|item| !item.beside.is_empty());
                let is_talk_too = text.below_a_move && !holds_secret && (text.runs_on || text.talks_of_a_move(&items));
                let is_inside = !holds_secret && !is_talk_too && around.is_inside_a_sentence(&items);
                if !text.take(items) {
                    text.left = named(&lines[next - 1..]);
                    break;
                }
                if is_talk_too {
                    text.say(&line);
                }
                if is_inside {
                    // Not on a line of its own: it would be a command in the letter that shows it.
                    text.comment.go_on(&line);
                    text.talk.go_on(&line);
                }
                took_below
            }
            // `Would you be so kind as to let me`, and on the next line `take back my last move?`
            Err(failed)
                if !text.below_a_move
                    && !failed.complaint.masked
                    && goes_on_below(&lines[..next - 1 - taken], &line) =>
            {
                text.say(&line);
                false
            }
            // `Deine Ute` is no slip in `decline`.
            Err(failed) if text.written && !failed.complaint.masked && is_closing(&line) => {
                text.say(&line);
                false
            }
            Err(failed) if text.below_a_move && !certain_command::is_form_of_text(&line, below, catalogue, in_use) => {
                text.take_failed(&line, place, Failed { took_below: false, ..failed }, in_use)
            }
            Err(failed) => text.take_failed(&line, place, failed, in_use),
        };
        text.written = true;
        text.runs_on = text.runs_on_next;
        if took_below {
            break;
        }
    }
    let is_read = text.understood > 0;
    let reading = text.into_reading();
    // The lines of a letter that is copied below a command may end in a square.
    let piece = if is_read { None } else { lone_square(lines) };
    Reading { piece, ..reading }
}

/// Whether the sentence of the line above goes on in this one, which a mail program broke off.
fn goes_on_below(above: &[&str], line: &str) -> bool {
    line.starts_with(char::is_lowercase) && above.last().is_some_and(|above| is_broken(above, line))
}

impl Text {
    /// Adds a line that is words.
    fn say(&mut self, line: &str) {
        self.comment.add(line);
        self.talk.add(line);
    }

    /// The move in a sentence that goes on from this line to the next one, because the mail program broke it for its length: `Right then, I'll
    /// take my man on`, `d6 over to b6.`
    fn move_over_two_lines(
        &self,
        above: &[&str],
        line: &str,
        below: &[&str],
        catalogue: &Catalogue,
    ) -> Option<(Item, bool)> {
        let (behind, below) = below.split_first()?;
        if self.below_a_move || self.runs_on || !is_broken(line, behind) || !line.contains(' ') {
            return None;
        }
        let makes = |above: &[&str], text: &str, below: &[&str]| {
            Around::new(above, &Line::new(text), below, catalogue).move_in_sentence()
        };
        let is_command = parser::is_whole(line, catalogue) || makes(above, line, &[]).is_some();
        let joined = format!("{} {}", line.trim_end(), behind.trim());
        (!is_command).then(|| makes(above, &joined, below)).flatten()
    }

    fn place(&self) -> Place {
        match (self.written, self.below_command) {
            (false, _) => Place::First,
            (true, true) => Place::BelowCommand,
            (true, false) => Place::Elsewhere,
        }
    }

    /// Whether an understood line below a move is only words: there is more on it than a command, or it continues a sentence.
    fn is_talk(&self, line: &str, parsed: &Parsed, below: &[&str], catalogue: &Catalogue, in_use: &InUse<'_>) -> bool {
        let goes_on = self.runs_on && !certain_command::is_judged_elsewhere(&parsed.command);
        goes_on || !certain_command::is_exact(line, parsed, below, catalogue, in_use)
    }

    /// Whether the items are another move than one above, with words beside it: `d4-d6 would have been better`. It is asked about, and the
    /// line stays among the words.
    fn talks_of_a_move(&self, items: &[Item]) -> bool {
        let has_words = |item: &Item| bare(item).is_some() && item.manner.doubt == Some(Doubt::MoreWords);
        items.iter().any(has_words) && self.items.iter().any(|item| bare(item).is_some())
    }

    /// Takes the commands of a line. Returns false if there are more than one mail may hold.
    fn take(&mut self, said: Vec<Item>) -> bool {
        let commands = || said.iter().filter_map(|item| item.command.as_ref().ok());
        if self.understood + commands().count() > COMMANDS_MAX {
            self.cut = true;
            return false;
        }
        self.understood += commands().count();
        self.below_a_move |= commands().any(Command::takes_words);
        self.below_command = true;
        for mut item in said {
            self.complaints += usize::from(item.command.is_err());
            if item.command.is_ok() || self.complaints <= COMPLAINTS_MAX {
                if !item.beside.is_empty() {
                    item.above = self.comment.text();
                }
                self.items.push(item);
            }
        }
        true
    }

    /// Takes a line that is not a command. Returns true if the lines below belong to it.
    fn take_failed(&mut self, line: &str, place: Place, failed: Failed, in_use: &InUse<'_>) -> bool {
        let Failed { complaint, meant, says_a_command, took_below } = failed;
        self.below_command = false;
        // `tak` is the beginning of `take`, and thanks somebody.
        let thanks = matches!(complaint.kind, ComplaintKind::Ambiguous { .. }) && agreement::is_only_polite(line);
        let meant = meant && !thanks && !talk::is_said_to_somebody(&complaint);
        let answer = self.answer_in(line, place);
        // `accept it is`
        let answers = answer.is_some_and(|answer| answer.is_certain(Weight::Light, About::Challenge)) && !took_below;
        if meant && !answers && !(self.below_a_move && !says_a_command && !took_below) {
            self.complaints += 1;
            if says_a_command || took_below || complaint.masked || !talk::may_be_a_sentence(&complaint) {
                self.attempts += 1;
            } else {
                self.talk.add(line);
            }
            if self.complaints <= COMPLAINTS_MAX {
                self.items.push(Item::wrong(complaint));
            }
            return took_below;
        }
        if place == Place::First || answer.is_some() {
            self.answer = answer.map(|agreement| (agreement, line.to_owned()));
        } else {
            self.answer = self.answer.take().filter(|(said, _)| !contradicts(line, said.yes));
        }
        // Whoever has no password has not written one, except perhaps another player's.
        let may_be_login = || certain_command::may_hold_login(line, in_use);
        let is_withheld =
            complaint.masked && !answers && (!self.below_a_move && in_use(Named::Password) || may_be_login());
        if !is_withheld {
            self.say(line);
        } else if self.withheld.len() < COMPLAINTS_MAX {
            self.withheld.push(complaint.clone());
        }
        if !meant || answers {
            self.doubtful = Some(more_telling(self.doubtful.take(), complaint));
        } else if !is_withheld && !talk::is_only_chat(&complaint) && self.taken_as_words.len() < COMPLAINTS_MAX {
            self.taken_as_words.push(complaint);
        }
        false
    }

    /// The yes or no of a line, if it is the first one that says something. `Dear Tom, how nice.` says nothing.
    fn answer_in(&mut self, line: &str, place: Place) -> Option<Agreement> {
        let is_below = std::mem::take(&mut self.only_courtesies);
        if place != Place::First && !is_below {
            return None;
        }
        self.only_courtesies = agreement::is_courtesy(line);
        let answer = agreement::read(line)?;
        let answer = if runs_on(line) { answer.goes_on() } else { answer };
        Some(if place == Place::First { answer } else { answer.below_courtesies() })
    }

    /// Whether the text only talks to another player.
    fn talks(&self) -> Talk {
        if self.understood > 0 || self.attempts > 0 {
            return Talk::No;
        }
        let doubtful = self.doubtful.as_ref().filter(|_| self.items.is_empty());
        let talk = doubtful.map_or(Talk::Surely, talk::of);
        if talk == Talk::Surely && self.complaints > 0 { Talk::Perhaps } else { talk }
    }

    fn into_reading(self) -> Reading {
        let (talk, is_withheld) = (self.talks(), !self.withheld.is_empty());
        let said = if talk == Talk::No { String::new() } else { self.talk.text() };
        let Text { mut items, comment, answer, doubtful, taken_as_words, withheld, complaints, cut, left, .. } = self;
        // If a command was at least tried, a greeting above it does not deserve a complaint.
        let withheld: Vec<Item> = withheld.into_iter().map(|complaint| Item::wrong(complaint.withheld())).collect();
        let comment = comment.text();
        let mut answered = None;
        if items.is_empty() {
            items.extend(doubtful.map(Item::wrong));
            answered = answer.map(|(agreement, line)| {
                let is_said = says_more(&line);
                // `Yes please and say hello to him from me` is more than an answer.
                let words =
                    if is_said && !agreement.is_all() { comment.clone() } else { without_answer(&comment, &line) };
                Answer { agreement, words, is_said, withheld }
            });
        } else {
            items.extend(withheld.into_iter().take(COMPLAINTS_MAX.saturating_sub(complaints)));
        }
        only_one_move(&mut items);
        Reading {
            items,
            comment,
            answer: answered,
            talk,
            said,
            piece: None,
            withheld: is_withheld,
            taken_as_words,
            from_subject: false,
            cut,
            left,
        }
    }
}

/// Words without the line, or the beginning of a line, that was an answer to us.
pub fn without_answer(words: &str, answer: &str) -> String {
    let answer = answer.trim();
    let mut rest = Comment::default();
    let mut is_out = answer.is_empty();
    for line in words.lines() {
        match line.trim_start().strip_prefix(answer) {
            Some(behind) if !is_out && !behind.starts_with(char::is_alphanumeric) => {
                is_out = true;
                rest.add(behind.trim_start());
            }
            _ => rest.add(line),
        }
    }
    rest.text()
}

/// Whether the line of an answer says something to the other player besides. `How delightful! I accept with pleasure.` does.
pub fn says_more(line: &str) -> bool {
    const ANSWER_WORDS_MAX: usize = 4;
    Line::new(line).words().len() > ANSWER_WORDS_MAX
}

/// Whether a line begins with a move and contains nothing that may be a password.
pub fn begins_with_a_play(line: &str) -> bool {
    let line = Line::new(line);
    let words = line.words();
    words.first().is_some_and(|word| ParsedPlay::looks_like(&word.plain)) && redact::guess(words).is_empty()
}

/// Whether a line is as long as programs make them and does not end a sentence. Then it continues in the next one.
pub(in crate::command) fn runs_on(line: &str) -> bool {
    /// A line of 60 characters, minus the longest command that would still have fitted on it.
    const CHARS_MIN: usize = 45;
    let line = line.trim_end();
    line.chars().count() >= CHARS_MIN && !line.ends_with(['.', '!', '?'])
}

/// The more helpful complaint; of equal ones the first. Two different moves are no more helpful than none.
fn more_telling(first: Option<Complaint>, second: Complaint) -> Complaint {
    let Some(mut first) = first else {
        return second;
    };
    if let (ComplaintKind::PlayInWords { play }, ComplaintKind::PlayInWords { play: other }) =
        (&mut first.kind, &second.kind)
        && play.as_ref().map(|play| play.to_lowercase()) != other.as_ref().map(|other| other.to_lowercase())
    {
        *play = None;
    }
    if second.farness() < first.farness() { second } else { first }
}
