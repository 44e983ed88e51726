//! Whether a move that stands among words is meant: `Thanks for the card! I think I'll play d1-c1. How is your knee?`
//!
//! Two things are judged, with the phrases of one language ([`phrasebook`]):
//!
//! - The words around the move, up to the next sign on each side, must say that it is made: they are of closed lists, or their subject is
//!   the writer or a piece, and no word tells of something else. `My son suggests d1-c1` and `I'll play d1-c1 tomorrow` are asked about.
//! - What a sign, an `and` or the end of a line sets off from them may be anything, but must not be about the move ([`about_a_move`]). The
//!   nearer and shorter it is, the more words count: `d1-c1, but not today`, `d1-c1. That loses a man.`, and below it `Please don't enter it
//!   yet.`
//!
//! Only a few sentences on each side are looked at, so the work does not grow faster than the mail. The closed lists are read word by word:
//! what has been reached is kept for each place between two words, whatever is repeated on the line.
//!
//! [`phrasebook`]: crate::command::phrasebook

use crate::command::around_a_move::{Around, OnLine};
use crate::command::lexer::{Line, Word};
use crate::command::manner::Doubt;
use crate::command::move_line::MoveLine;
use crate::command::move_words;
use crate::command::phrasebook;
use crate::command::scattered_move::{self, Scattered};
use crate::command::sentences::{self, Said};
use crate::tafl::ParsedPlay;

/// A move that is meant.
#[derive(Debug, PartialEq, Eq)]
pub(in crate::command) struct Meant {
    pub(in crate::command) play: ParsedPlay,
    /// Whether there are words on the line that the opponent wants to read.
    pub(in crate::command) has_words: bool,
}

/// A longer line is no plain message.
const WORDS_MAX: usize = 150;

/// The only move on a line, or why it may not be meant. `None` if there is none, or several, or if nobody can tell. `below` finds the
/// lines below; it is asked only if there is a move.
pub(in crate::command) fn read<'a>(
    above: &[&str],
    line: &Line,
    below: &dyn Fn() -> &'a [&'a str],
) -> Option<Result<Meant, Doubt>> {
    let words = line.words();
    if words.len() > WORDS_MAX || !move_words::may_be_among(words) {
        return None;
    }
    let said = sentences::said(words);
    let found = only_play(words, &said)?;
    let below = below();
    if is_list(line, below) {
        return None;
    }
    let around = Around::new(above, below);
    let own = MoveLine::new(words, &said, found.at);
    let own_words = said.iter().map(|said| said.word.as_str());
    let judges =
        [phrasebook::guessed(own_words.clone()), phrasebook::guessed(around.words().chain(own_words))].concat();
    let has_words = phrasebook::languages().iter().filter_map(|language| own.has_words(language, &judges)).min();
    let doubt = match has_words {
        None => Some(Doubt::MoreWords),
        Some(_) => around.doubt(own.on_line(), &found.play, &judges),
    };
    Some(doubt.map_or(Ok(Meant { play: found.play, has_words: has_words.unwrap_or_default() }), Err))
}

/// The move of the only sentence of a line that makes one, whatever is thought aloud around it: `I almost went d2-d4. So d2-d3 it is.`
pub(in crate::command) fn concluded(words: &[Word]) -> Option<ParsedPlay> {
    let sentences = words.split_inclusive(|word| word.closing.contains(['.', '!', '?']));
    let made = sentences.filter_map(|sentence| {
        let typed: Vec<&str> = sentence.iter().map(|word| word.raw.as_str()).collect();
        read(&[], &Line::new(&typed.join(" ")), &|| &[])?.ok()
    });
    let plays: Vec<ParsedPlay> = made.map(|meant| meant.play).collect();
    let [play] = plays.as_slice() else { return None };
    Some(play.clone())
}

/// The only move on a line.
fn only_play(words: &[Word], said: &[Said]) -> Option<Scattered> {
    let all: Vec<&Word> = words.iter().collect();
    let mut plays = move_words::plays(&all);
    let Some(found) = plays.pop() else {
        return scattered_move::read(words, said);
    };
    let end = found.at + move_words::play_length(&all[found.at..]);
    plays.is_empty().then_some(Scattered { at: found.at..end, play: found.play })
}

/// Why a move may not be meant that has no words on its line, but perhaps a sign: the sign, or the lines around it.
pub(in crate::command) fn doubt(above: &[&str], line: &Line, play: &ParsedPlay, below: &[&str]) -> Option<Doubt> {
    if is_list(line, below) || sentences::said(line.words()).iter().any(|said| said.is_sign() && said.is_odd) {
        return Some(Doubt::MoreWords);
    }
    let around = Around::new(above, below);
    around.doubt(OnLine::default(), play, &phrasebook::guessed(around.words()))
}

/// Whether the lines below take back what stands above them.
pub(in crate::command) fn is_taken_back(below: &[&str]) -> bool {
    let around = Around::new(&[], below);
    around.is_taken_back(OnLine::default(), &phrasebook::guessed(around.words()))
}

/// Whether the lines below may take back what stands above them, and what is serious.
pub(in crate::command) fn may_be_taken_back(below: &[&str]) -> bool {
    let around = Around::new(&[], below);
    let judges = phrasebook::guessed(around.words());
    around.is_taken_back(OnLine::default(), &judges) || around.is_contradicted(&judges)
}

/// Whether a line stands in a list: `- d1-c1`, or `1. d1-c1` and below it `2. something on the right`.
fn is_list(line: &Line, below: &[&str]) -> bool {
    const BULLETS: [&str; 4] = ["-", "*", "\u{2022}", "\u{b7}"];
    let next = Line::new(below.first().unwrap_or(&""));
    let is_sign = |word: &&Word| !word.raw.contains(char::is_alphanumeric);
    let bullet = |line: &Line| line.words().first().filter(is_sign).map(|word| word.raw.clone());
    let is_counted = |line: &Line| {
        let first = line.words().first();
        first.is_some_and(|word| word.number().is_some() && (!word.closing.is_empty() || word.raw.ends_with(')')))
    };
    bullet(line).is_some_and(|sign| BULLETS.contains(&sign.as_str()) || bullet(&next) == Some(sign))
        || (is_counted(line) && is_counted(&next))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is read of a mail whose move stands on this line.
    fn read_mail(above: &[&str], line: &str, below: &[&str]) -> Option<Result<(String, bool), Doubt>> {
        let read = read(above, &Line::new(line), &|| below)?;
        Some(read.map(|meant| (format!("{}-{}", meant.play.from, meant.play.to), meant.has_words)))
    }

    fn check(lines: &[&str], expected: Result<bool, Doubt>) {
        for line in lines {
            let expected = expected.map(|has_words| ("d2-d3".to_owned(), has_words));
            assert_eq!(read_mail(&[], line, &[]), Some(expected), "{line}");
        }
    }

    #[test]
    fn a_plain_sentence_makes_its_move() {
        let plain = [
            "Then I move d2-d3.",
            "ok d2 to d3 then",
            "I think I'll play d2-d3.",
            "Ich ziehe dann mal d2-d3",
            "Dann ziehe ich mal d2-d3!",
            "Ich m\u{f6}chte bitte d2-d3 ziehen.",
            "Jeg rykker d2 til d3",
            "S\u{e5} tror jeg at jeg rykker d2\u{2013}d3.",
            "my move: d2-d3",
            "My move \u{2013} d2-d3",
            "So I\u{2019}ll take d2-d3, I think \u{1f525}",
            "My mvoe is d2-d3",
            "Could you please move d2-d3 for me?",
            "sooo i play d2-d3",
            "Je joue d2-d3.",
            "d2-d3 lol",
            "ok i go d2 to d3",
            "My shield maiden on d2 goes to d3.",
            "Mein Boot von d2 nach d3",
            "Mein Stein zieht von d2 nach d3.",
            "Mein K\u{f6}nig geht von d2 nach d3",
            "Ich r\u{fc}cke den Stein d2 ein Feld nach oben, auf d3.",
            "Ich ziehe mit dem Stein von d2 nach d3.",
            "Min brik rykker fra d2 til d3",
            "My man on d2 goes one up, to d3",
            "Den d2er stell ich auf d3",
        ];
        check(&plain, Ok(false));
    }

    #[test]
    fn friendly_words_beside_it_are_for_the_opponent() {
        let friendly = [
            "Thanks! d2-d3 it is.",
            "Hi Bob, I play d2-d3. Best wishes, Ann",
            "Lieber Bob, ich ziehe d2-d3. Viele Gr\u{fc}\u{df}e, Ann",
            "Hej Bob! Jeg tager d2-d3, tak. Hvordan g\u{e5}r det?",
            "hi bob i play d2-d3",
            "Sorry for the delay, my phone was dead. d2-d3",
            "d2-d3. What is the weather like in Leeds? Here it has not stopped raining since Monday.",
            "d2-d3, and how is your knee?",
            "d2-d3. thats enough fresh air",
            "Right, I'm bringing my man on d2 to d3, to sit on your king's head.",
            "Very decent of you, thanks. D2 to D3 instead. Just a cat here, who ignores me.",
            "Ich gehe mit dem Stein von d2 nach d3. Die Innere kenn ich noch vom Praktikum, da war auch immer was los.",
            "d2-d3 then ta ur a star",
            "d2-d3 pass auf deinen k\u{f6}nig auf",
            "d2-d3 pas p\u{e5} din konge",
            "d2-d3. It feels like a fugue.",
            "d2-d3. Might be daft but it's Friday",
            "d2-d3. Fancy a draw?",
            "d2-d3. remis? :D",
            "Ich ziehe d2-d3. Wollen wir Remis machen?",
            "d2-d3. Skal vi sige remis?",
            // What is only wished is not about the move, whatever its words are.
            "d2-d3. Have a good weekend with your king of a dog!",
            "d2-d3, und sch\u{f6}nes Spiel gegen die anderen!",
            // What the move does to the opponent's pieces, and where it goes, may be told in any words.
            "First my king strolls from d2 to d3, to look at the sea.",
            "The watchman climbs from d2 to d3. He can see your whole house from there.",
            "Der Angreifer auf d2 schleicht still nach d3, und dein Stein auf c3 ist weg.",
            "d2 to d3 and gotcha",
            "Let's get him out of the crowd: d2 to d3",
            "The neighbours have never been so loud as they were last night. d2-d3",
            // It is called the writer's move: what another sentence thinks is not about it.
            "I think I have understood the rules now! My move: d2-d3.",
        ];
        check(&friendly, Ok(true));
    }

    #[test]
    fn what_may_not_be_meant_is_asked_about() {
        let doubtful = [
            "I would play d2-d3",
            "I played d2-d3",
            "I'll play d2-d3 tomorrow",
            "I'll play d2-d3, but not today",
            "tomorrow I'll play d2-d3",
            "I'll play d2-d3?",
            "I'll play d2-d3...",
            "\"I'll play d2-d3\"",
            "\u{ab} d2-d3 \u{bb}, says my son",
            "Plan: I play d2-d3",
            "my son suggests d2-d3",
            "My brother has an opinion. d2-d3!",
            "I play d2-d3 and you take me",
            "d2-d3. That loses a man.",
            "d2-d3. Is the corner safe there?",
            "d2-d3. Is that a draw?",
            "d2-d3. Hi, that loses a man.",
            "d2-d3. Hi Bob, wait, not that one",
            "d2-d3. Hi Bob, my son wants it",
            "d2-d3. Only asking.",
            "d2-d3. I had that in mind, until I saw your king.",
            "d2-d3. I'll regret it, so no.",
            "wait. d2-d3",
            "Hold on. d2-d3",
            "Can I have d2-d3?",
            "d2-d3. Hi Ann, better not",
            "d2-d3. Hi Ann, I only wanted to see it.",
            "d2-d3. Hallo Ann, was passiert dann?",
            "d2-d3. Darf man hier so weit ziehen?",
            "d2-d3. Die Katze lief \u{fc}ber die Tasten",
            "d2-d3, to be confirmed tomorrow.",
            "d2-d3, to wait and see if you agree",
            "Stepping d2-d3, I dreamt last night",
            "d2-d3 might be daft",
            "d2-d3. It feels like a mistake.",
            "d2-d3. Might be daft, but would you?",
            "d2-d3. Might be daft but I cannot decide",
            "d2-d3 if it's Friday",
            "d2-d3 watch your king or not",
            "d2-d3, draw?",
            "d2-d3? Draw?",
            "d2-d3, unless you object",
            "d2-d3 just kidding",
            "I play d2-d3 \u{1f914}",
            "I would like to play d2-d3, but I can't",
            // A question without its sign.
            "Ziehe ich d2-d3",
            // Whoever goes, it is told as something else.
            "My king went from d2 to d3",
            "can my man on d2 go to d3",
            "I dreamt my king goes from d2 to d3",
            "Min brik gik fra d2 til d3",
            "I take back the one before (d2-d3) as well",
            "d2-d3, and then your king walks out",
            // Names with the words of a greeting.
            "Lieber d2-d3",
            "Hallo Moment ich ziehe d2-d3",
            "dag moved d2-d3",
            // No man has such a name.
            "My doctor plays d2-d3",
            "My brother from Leeds d2-d3",
            "I think I have understood the rules now! d2-d3",
        ];
        check(&doubtful, Err(Doubt::MoreWords));
        for none in [
            "I play d2-d3 or d2-d4",
            "The man on d2 is next to d3",
            "The man on d2 can go to d3",
            "d2 goes to d3 and then to d4",
            "Der Stein auf d2 schaut auf d3",
        ] {
            assert_eq!(read_mail(&[], none, &[]), None, "{none}");
        }
        assert_eq!(read_mail(&[], "I think I'll play", &[]), None);
    }

    #[test]
    fn the_lines_around_it_may_doubt_it() {
        let made = |above: &[&str], below: &[&str]| read_mail(above, "I'll play d2-d3", below).and_then(Result::err);
        for (above, below) in [
            (&["soooo bored in maths"][..], &[][..]),
            (&["You gave me a headache with that one, well done.", ""], &[]),
            (&[], &["", "The weather is bad."]),
            (&[], &["Ann"]),
            (&[], &[":-)"]),
            (&[], &["Will be away till Sunday, so take your time."]),
            (&[], &["", "Your c4-c7 surprised me very much."]),
        ] {
            assert_eq!(made(above, below), None, "{above:?} {below:?}");
        }
        for above in [&["Would this be legal?"][..], &["My wife won't let me"], &["Only a draft:", ""], &["You wrote:"]]
        {
            assert_eq!(made(above, &[]), Some(Doubt::MoreWords), "{above:?}");
        }
        for below in [
            &["unless you object"][..],
            &["???"],
            &["Maybe."],
            &["", "No wait, that's rubbish."],
            &["Sorry, that was meant for Carl."],
            &["", "PS: Please don't enter this yet."],
            &["Is that allowed?"],
        ] {
            assert_eq!(made(&[], below), Some(Doubt::TakenBack), "{below:?}");
        }
        for below in [
            &["", "Or d2-d4"][..],
            &["", "ah na wart, dann kommt c1-c3 und i bin hin. doch lieber d2-c2"],
            &["Then you get my man over there on the left. I'd rather go d2-c2."],
            &["", "Hm, your king would be out in two, so let me play d2-c2 instead."],
            &["Nej, så tager du min mand derhenne. Jeg vil hellere d2-c2."],
        ] {
            assert_eq!(made(&[], below), Some(Doubt::SeveralMoves), "{below:?}");
        }
        assert_eq!(read_mail(&[], "1. d2-d3", &["2. sit tight"]), None);
    }

    #[test]
    fn a_long_line_is_no_sentence_and_one_of_the_longest_takes_no_time() {
        assert_eq!(read_mail(&[], &format!("{}d2-d3", "please ".repeat(10_000)), &[]), None);
        for phrase in ["please", "then", "ok", "i think", "hi", "dear", "so", "bitte", "jeg tror"] {
            let many = format!("{phrase} ").repeat((WORDS_MAX / 2 - 1) / phrase.split(' ').count());
            let read = read_mail(&[many.as_str(); 50], &format!("{many} d2-d3 {many}"), &[many.as_str(); 50]);
            assert!(read.is_some(), "{phrase}");
        }
    }
}
