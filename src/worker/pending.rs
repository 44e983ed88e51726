//! What waits behind the key of a letter that answers a mail: the line that it asks about, and words that have not been passed on.
//!
//! The line waits only there: a yes to that letter carries it out. Words that wait with a question about a move or an offer go with their author's
//! next move on the board, or with a move back that they grant, whatever letter about it the mail answers. What the mail says again does not go
//! twice, nor what named the move that was asked about.

use crate::club::{Change, Decision, Pending, PendingMark, PlayerId, Purpose, Reply, Unsure};
use crate::command::{self, Answer, BoardAct, Command, Item, Manner, Reading, Target};
use crate::store::{StoreError, Tx};
use crate::tafl::{Catalogue, ParsedPlay};
use crate::worker::mail_at_hand::Mail;

/// Where a sentence of kept words ends.
const SENTENCE_ENDS: [char; 4] = ['.', '!', '?', '\n'];

/// What waits behind the key of this mail; if it makes a move, with the words that wait with a move behind the keys of other letters about its
/// board.
pub(super) fn of(tx: &Tx, mail: &Mail) -> Result<Pending, StoreError> {
    let mut own = behind_its_key(tx, mail)?;
    own.words = joined(&words_elsewhere(tx, mail)?, &own.words).unwrap_or_default();
    Ok(own)
}

/// The words that wait with a move or an offer behind the keys of other letters about the board, and go with what this mail does.
pub(super) fn words_elsewhere(tx: &Tx, mail: &Mail) -> Result<String, StoreError> {
    let Some(key) = key(mail) else { return Ok(String::new()) };
    let others = held_elsewhere(tx, mail, &key)?;
    let fresh = others.iter().map(|(_, other)| still_unsaid(other, &mail.text));
    Ok(fresh.fold(String::new(), |all, words| joined(&all, &words).unwrap_or_default()))
}

/// What waits behind the key of this mail alone.
pub(super) fn behind_its_key(tx: &Tx, mail: &Mail) -> Result<Pending, StoreError> {
    match key(mail) {
        Some(key) => Ok(tx.pending(&key)?.unwrap_or_default()),
        None => Ok(Pending::default()),
    }
}

/// It has been answered or passed on, so it does not wait any more.
pub(super) fn drop_it(tx: &Tx, mail: &Mail) -> Result<(), StoreError> {
    let Some(key) = key(mail) else { return Ok(()) };
    let mut changes = vec![Change::PendingDropped { token: key }];
    for (token, other) in held_elsewhere(tx, mail, &key)? {
        changes.push(Change::PendingDropped { token });
        let pending = Pending { words: String::new(), ..other };
        changes.extend((!pending.is_empty()).then_some(Change::Pending { token, pending }));
    }
    tx.apply(&changes)
}

/// What waits with words behind the keys of other letters about the board of this mail.
fn held_elsewhere(tx: &Tx, mail: &Mail, key: &[u8; 32]) -> Result<Vec<([u8; 32], Pending)>, StoreError> {
    match mail.token.as_ref().map(|token| &token.purpose) {
        Some(Purpose::Game { player, number, .. }) if mail.makes_a_move => tx.held_words(*number, player, key),
        _ => Ok(Vec::new()),
    }
}

/// The words that wait with this, without what a mail says again, and without the sentences that name the move that it was asked
/// about: the mail makes that move itself, or another.
fn still_unsaid(waits: &Pending, text: &str) -> String {
    let plain = |text: &str| text.split_whitespace().collect::<Vec<&str>>().join(" ").to_lowercase();
    let is_end = |c: char| c.is_whitespace() || SENTENCE_ENDS.contains(&c);
    let (said, again) = (plain(text), text.split(SENTENCE_ENDS).map(|sentence| plain(sentence.trim_matches(is_end))));
    let again: Vec<String> = again.filter(|sentence| !sentence.is_empty()).collect();
    let asked = waits.line.iter().flat_map(|line| line.split(' ')).find_map(|word| ParsedPlay::parse(word).ok());
    let is_made = |play: &ParsedPlay| [play.from, play.to].iter().all(|square| said.contains(&square.to_string()));
    let words = match asked.map(|play| (without_move(&waits.words, &play), is_made(&play))) {
        Some((others, false)) => others,
        Some((others, true)) if !others.is_empty() => others,
        Some(_) | None => waits.words.clone(),
    };
    let is_said = |sentence: &str| again.contains(&plain(sentence.trim_matches(is_end)));
    let kept = without_sentences(&words, is_said);
    if command::has_only_frames(&kept) { String::new() } else { without_gaps(kept.trim()) }
}

fn key(mail: &Mail) -> Option<[u8; 32]> {
    let token = mail.token.as_ref()?;
    matches!(token.purpose, Purpose::Game { .. } | Purpose::Letter { .. }).then_some(token.hash)
}

/// The commands of the mail, if it says yes or no to the line that its letter asked about.
pub(super) fn answered(line: &str, beside: &str, answer: Answer, catalogue: &Catalogue) -> Reading {
    let shown = || {
        let command = command::parse_line(line, catalogue);
        let manner = Manner { shown: true, ..Manner::PLAIN };
        Item {
            line: line.to_owned(),
            command,
            beside: beside.to_owned(),
            lead: String::new(),
            above: String::new(),
            manner,
        }
    };
    let items = answer.agreement.yes.then(shown).into_iter().chain(answer.withheld).collect();
    // A name below a yes says nothing to the opponent.
    let comment = if command::has_only_frames(&answer.words) { String::new() } else { answer.words };
    Reading { items, comment, ..Reading::default() }
}

/// Words without the line that the letter asks about, which is for the server and not for the opponent. `None` if only a greeting and a name
/// are left.
pub(super) fn without_line(words: &str, line: &str) -> Option<String> {
    let plain = |text: &str| text.split_whitespace().collect::<Vec<&str>>().join(" ");
    let line = plain(line);
    let is_of_line = |said: &&str| !said.trim().is_empty() && line.contains(&plain(said));
    let kept = words.lines().filter(|said| !is_of_line(said)).collect::<Vec<&str>>().join("\n");
    (!command::has_only_frames(&kept)).then(|| without_gaps(&kept))
}

/// The words beside a line that the letter asks about. Where the line itself says more than a move, the whole text is kept, because without
/// its middle it is only a shell.
pub(super) fn beside_line(words: &str, line: &str) -> Option<String> {
    /// `My move is d1-c1 then`.
    const LINE_WORDS_MAX: usize = 6;
    let whole = Some(words.trim().to_owned()).filter(|words| !words.is_empty());
    if line.split_whitespace().count() > LINE_WORDS_MAX || command::has_two_sentences(line) {
        whole
    } else {
        without_line(words, line)
    }
}

/// Words that were kept with a question whether a move is meant, without the sentences that name that move: another one was made instead.
pub(super) fn without_move(words: &str, play: &ParsedPlay) -> String {
    /// `My king goes to c4.`
    const SHORT_WORDS_MAX: usize = 8;
    let goes_there = |sentence: &str| {
        let is_short = sentence.split_whitespace().count() <= SHORT_WORDS_MAX;
        is_short && command::destination(sentence).is_some_and(|to| to.square == play.to)
    };
    let is_of_it = |sentence: &str| names(sentence, play) || goes_there(sentence);
    without_gaps(without_sentences(words, is_of_it).trim())
}

/// Words beside a move without the sentences that refuse another for it, which our letter has asked about: `No, I would rather go from d4 to d3.`,
/// `Nah, rather not.`
pub(super) fn without_no(words: &str, play: &ParsedPlay) -> String {
    let refuses = |sentence: &str| {
        names(sentence, play) && command::begins_with_no(sentence) || command::is_only_no(sentence.trim())
    };
    without_gaps(without_sentences(words, refuses).trim())
}

/// Words beside a move without the sentences that say yes to it.
pub(super) fn without_yes(words: &str, play: &ParsedPlay) -> String {
    let agrees = |sentence: &str| names(sentence, play) && command::begins_with_yes(sentence);
    without_gaps(without_sentences(words, agrees).trim())
}

/// Whether a sentence names both squares of a move.
fn names(sentence: &str, play: &ParsedPlay) -> bool {
    let lower = sentence.to_lowercase();
    [play.from, play.to].iter().all(|square| lower.contains(&square.to_string()))
}

/// Words without the sentences of one kind. Lines stay lines.
fn without_sentences(words: &str, is_one: impl Fn(&str) -> bool) -> String {
    let kept = |sentence| match is_one(sentence) {
        true if sentence.ends_with('\n') => "\n",
        true => "",
        false => sentence,
    };
    words.split_inclusive(SENTENCE_ENDS).map(kept).collect()
}

/// The words of a mail with a line that says more than the command that it was meant as. It may be among them already.
pub(super) fn with_whole_line(words: &str, line: &str) -> String {
    match words.contains(line.trim()) {
        true => words.to_owned(),
        false => joined(line.trim(), words).unwrap_or_default(),
    }
}

/// A text from which lines were taken, with at most one blank line between two.
fn without_gaps(text: &str) -> String {
    let mut kept: Vec<&str> = Vec::new();
    for line in text.trim().lines().map(str::trim_end) {
        if !(line.is_empty() && kept.last().is_some_and(|above| above.is_empty())) {
            kept.push(line);
        }
    }
    kept.join("\n")
}

/// The words that waited, and the new ones.
pub(super) fn joined(waiting: &str, new: &str) -> Option<String> {
    let both: Vec<&str> = [waiting, new].into_iter().filter(|words| !words.trim().is_empty()).collect();
    (!both.is_empty()).then(|| both.join("\n\n"))
}

/// The words of several mails as one letter: a greeting or signature that is the same in each stands there once.
pub(super) fn as_one_letter(words: &str) -> String {
    /// `Love,`, `Ruth x`
    const CLOSING_LINES_MAX: usize = 3;
    let lines: Vec<&str> = words.trim().lines().map(str::trim_end).collect();
    let is_same = |one: &str, other: &str| one.trim().to_lowercase() == other.trim().to_lowercase();
    let ends =
        |from: usize| lines[from..].iter().all(|line| !line.is_empty()) && command::closes(&lines[from..].join("\n"));
    let closing = (1..=CLOSING_LINES_MAX.min(lines.len())).rev().find(|closing| ends(lines.len() - closing));
    let closing = closing.unwrap_or_default();
    let last = lines.len() - closing;
    let greeting = lines.first().filter(|line| command::is_only_a_frame(line) && !command::closes(line));
    let begins = |at: usize| lines.get(at).is_some_and(|line| line.is_empty());
    let mut kept: Vec<&str> = Vec::new();
    let mut at = 0;
    while at < lines.len() {
        let is_again = at > 0 && begins(at - 1) && greeting.is_some_and(|greeting| is_same(greeting, lines[at]));
        let closes_as_last = closing > 0
            && at + closing <= last
            && begins(at + closing)
            && (0..closing).all(|line| is_same(lines[at + line], lines[last + line]));
        match (is_again, closes_as_last) {
            (true, _) => at += 1,
            (_, true) => at += closing,
            _ => {
                kept.push(lines[at]);
                at += 1;
            }
        }
    }
    without_gaps(&kept.join("\n"))
}

/// If the decision asks whether its line is meant, the line waits for a yes. If there are several such lines, a yes would be ambiguous.
/// Returns whether it asks.
pub(super) fn ask(mail: &mut Mail, decision: &Decision, beside: &str) -> bool {
    let Some(asked) = decision.replies.iter().find_map(|reply| match reply {
        Reply::AskedBack(asked) => Some(asked),
        _ => None,
    }) else {
        return false;
    };
    let first = !mail.replies.iter().any(|(_, reply)| matches!(reply, Reply::AskedBack(_)));
    let (pending, whose) = &mut mail.pending;
    pending.line = Some(asked.line.clone()).filter(|_| first && asked.can_be_answered_with_yes());
    pending.beside = beside.to_owned();
    pending.mark = match asked.why {
        Unsure::Unsent | Unsure::PerhapsOnlyWords => Some(PendingMark::LastAsked),
        Unsure::Tried => Some(PendingMark::LookedAt),
        Unsure::EarlierLetter
        | Unsure::Misplaced
        | Unsure::MoreWords
        | Unsure::SeveralMoves
        | Unsure::TakenBack
        | Unsure::ForAnother
        | Unsure::Prepared
        | Unsure::Wished
        | Unsure::OnlyWords
        | Unsure::Counted { .. } => None,
    };
    *whose = decision.sender.clone();
    true
}

/// The words of a mail whose move is asked about, with those that stand beside it: the letter shows them, and they wait like the others.
/// So many bytes of the words stand `above` the move.
pub(super) fn with_beside(mail: &mut Mail, words: Option<String>, above: usize) -> Option<String> {
    let waits = &mut mail.pending.0;
    if waits.line.is_none() || waits.beside.is_empty() {
        return words;
    }
    let beside = std::mem::take(&mut waits.beside);
    in_order(words.as_deref().unwrap_or_default(), above, &beside, &mail.text)
}

/// The words of a mail in the order in which they were written: those beside a move in the place of its line, with so many bytes `above`. `text`
/// is the mail: what it sets apart from that line stays apart.
pub(super) fn in_order(words: &str, above: usize, beside: &str, text: &str) -> Option<String> {
    let (above, below) = words.split_at_checked(above).unwrap_or(("", words));
    // As far apart as they were, or as words of two mails are.
    let is_apart = above.ends_with("\n\n") || below.starts_with("\n\n") || below.is_empty();
    let before = if is_apart { "\n\n" } else { "\n" };
    let behind = if is_apart || ends_a_paragraph(beside, text) { "\n\n" } else { "\n" };
    let [above, beside, below] = [above, beside, below].map(|part| part.trim_matches('\n'));
    let parts = [(above, ""), (beside, before), (below, behind)];
    let said = parts.into_iter().filter(|(part, _)| !part.trim().is_empty()).fold(String::new(), |all, (part, gap)| {
        let gap = if all.is_empty() { "" } else { gap };
        format!("{all}{gap}{part}")
    });
    (!said.is_empty()).then_some(said)
}

/// Whether an empty line stands in the text below the line that ends with these words.
fn ends_a_paragraph(words: &str, text: &str) -> bool {
    let Some(last) = words.lines().rev().map(str::trim).find(|line| !line.is_empty()) else { return false };
    let mut below = text.lines().skip_while(|line| !line.trim_end().ends_with(last)).skip(1);
    below.next().is_some_and(|line| line.trim().is_empty())
}

/// How many bytes of the words stand above a line of a mail. They end with those that are `written` in it, without lines that were left out,
/// and begin with those that waited.
pub(super) fn bytes_above(words: &str, written: &str, above: &str) -> usize {
    let mut rest = above.trim();
    while !written.starts_with(rest) {
        rest = rest.split_once('\n').map_or("", |(_, below)| below.trim_start());
    }
    words.strip_suffix(written).map_or(0, |waited| waited.len() + rest.len())
}

/// Words from the middle of whose sentence the line was taken that the letter asks about: it is back in its place, because a sentence with
/// a hole would say nothing, or something else. It stands behind the line above it, as a line of its own would be a command in the letter
/// that shows it.
fn with_line_inside(words: &str, asked: &str, text: &str) -> String {
    let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
    let is_asked = |line: &str| {
        let line = line.trim().to_lowercase();
        !line.is_empty() && (asked == line || asked.strip_prefix(&line).is_some_and(|rest| rest.starts_with(' ')))
    };
    let goes_on = |above: &str, below: &str| {
        !above.is_empty()
            && !above.ends_with(['.', '!', '?', ':', ';', ','])
            && below.trim_start().starts_with(char::is_lowercase)
    };
    match lines.windows(3).find(|around| is_asked(around[1]) && goes_on(around[0], around[2])) {
        Some([above, line, below]) => {
            words.replacen(&format!("{above}\n{below}"), &format!("{above} {}\n{below}", line.trim()), 1)
        }
        _ => words.to_owned(),
    }
}

/// The command that sends these words, if a yes to its line sends them exactly.
pub(super) fn chat(number: u32, said: &str, catalogue: &Catalogue) -> Option<Command> {
    let command = Command::OnBoard { board: Target::Number(number), login: None, act: BoardAct::Chat(said.to_owned()) };
    (command::parse_line(&command.to_string(), catalogue).as_ref() == Ok(&command)).then_some(command)
}

/// What waits behind the key of a letter to this player, who has proved that the mail is theirs.
pub(super) fn for_player(mail: &Mail, player: &PlayerId) -> Option<Pending> {
    let (pending, whose) = &mail.pending;
    let mut pending = pending.clone();
    if whose.as_ref().is_some_and(|whose| whose != player) {
        pending.line = None;
    }
    if let Some(line) = &pending.line {
        pending.words = with_line_inside(&pending.words, line, &mail.text);
    }
    (!pending.is_empty() || pending.half.is_some()).then_some(pending)
}

/// The words as they are shown to their author. A line that begins with a move would be a command in a copy of the letter.
fn as_shown(words: &str) -> String {
    let line = |line: &str| if command::begins_with_a_play(line) { format!("... {line}") } else { line.to_owned() };
    words.lines().map(line).collect::<Vec<_>>().join("\n")
}

/// The parts of the letter behind whose key it waits. They say so.
pub(super) fn told(replies: Vec<Reply>, pending: &Pending, to: &PlayerId) -> Vec<Reply> {
    let (kept, asks) = (!pending.words.is_empty(), pending.line.is_some());
    let mut replies: Vec<Reply> = replies
        .into_iter()
        .filter(|reply| !(kept && matches!(reply, Reply::WordsUnread)))
        .map(|reply| match reply {
            Reply::AskedBack(mut asked) => {
                asked.words = as_shown(&asked.words);
                asked.doubted = asked.doubted.as_deref().map(as_shown);
                asked.yes = asks;
                Reply::AskedBack(asked)
            }
            other => other,
        })
        .collect();
    if kept {
        // Above the board.
        let at = replies.iter().position(|reply| matches!(reply, Reply::AsItStands { .. })).unwrap_or(replies.len());
        replies.insert(at, Reply::WordsKept { to: to.clone(), words: as_shown(&pending.words), asks });
    }
    replies
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_beside_a_move_stay_in_their_place() {
        let told = |words: &str, written: &str, above: &str| {
            in_order(words, bytes_above(words, written, above), "nice", "").unwrap_or_default()
        };
        assert_eq!(told("", "", ""), "nice");
        assert_eq!(told("Hello\n\nBye", "Hello\n\nBye", "Hello"), "Hello\n\nnice\n\nBye");
        assert_eq!(told("Hello\nBye", "Hello\nBye", "Hello"), "Hello\nnice\nBye");
        assert_eq!(told("Hello", "Hello", "Hello"), "Hello\n\nnice");
        assert_eq!(told("Bye", "Bye", ""), "nice\nBye");
        // Words that waited came first.
        assert_eq!(told("Before", "", ""), "Before\n\nnice");
        assert_eq!(told("Before\n\nBye", "Bye", ""), "Before\n\nnice\n\nBye");
        assert_eq!(told("Before\n\nHello\n\nBye", "Hello\n\nBye", "Hello"), "Before\n\nHello\n\nnice\n\nBye");
        // A line above it was left out.
        assert_eq!(told("Hello\nBye", "Hello\nBye", "Dear all,\n\nHello"), "Hello\nnice\nBye");
        assert_eq!(told("Bye", "Bye", "ann secret"), "nice\nBye");
        // An empty line below the line of the move stays.
        let text = "d1-c1 nice\n\nBye";
        assert_eq!(in_order("Bye", 0, "nice", text).as_deref(), Some("nice\n\nBye"));
        assert_eq!(in_order("Bye", 0, "nice", "d1-c1 nice\nBye").as_deref(), Some("nice\nBye"));
        // The words have gone with an earlier command.
        assert_eq!(told("", "Hello\nBye", "Hello"), "nice");
    }

    #[test]
    fn two_letters_have_one_greeting_and_one_signature() {
        let one = "Hi Bob,\n\nit rains.\n\nRuth x\n\nHi Bob,\n\nnow it snows.\n\nRuth x";
        assert_eq!(as_one_letter(one), "Hi Bob,\n\nit rains.\n\nnow it snows.\n\nRuth x");
        assert_eq!(
            as_one_letter("It rains.\nLove,\nRuth\n\nIt snows.\nLove,\nRuth"),
            "It rains.\n\nIt snows.\nLove,\nRuth"
        );
        for kept in
            ["Hi Bob,\n\nit rains.\n\nRuth x", "", "Ha ha.\n\nHa ha.", "It rains.\nLove, Ruth\n\nIt snows.\nRuth x"]
        {
            assert_eq!(as_one_letter(kept), kept);
        }
    }

    #[test]
    fn a_line_that_is_asked_about_is_not_taken_out_of_a_sentence() {
        let said = "Well played, and my king does not\nresign\nhimself to sitting there.";
        let words = "Well played, and my king does not\nhimself to sitting there.";
        let whole = "Well played, and my king does not resign\nhimself to sitting there.";
        assert_eq!(with_line_inside(words, "resign 1", said), whole);
        assert_eq!(with_line_inside(words, "resign", said), whole);
        // Another line, or one that no sentence goes around, stays away.
        assert_eq!(with_line_inside(words, "draw 1", said), words);
        for (text, words) in [
            ("Well played.\nresign\nthank you", "Well played.\nthank you"),
            ("Well played\n\nresign\nthank you", "Well played\n\nthank you"),
            ("Well played\nresign\nThank you", "Well played\nThank you"),
            ("Well played\nresign", "Well played"),
        ] {
            assert_eq!(with_line_inside(words, "resign 1", text), words);
        }
    }
}
