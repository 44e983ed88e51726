//! Whether a whole mail clearly accepts a challenge in a sentence: `Yes, I would be delighted to play, and I do not mind having the king.`
//!
//! A game that was accepted can be given up before it has begun, so joy is enough. But a condition, a "but", a question or a word that denies
//! anything is not joy: then it is asked. The words are data, `[acceptance]` in `config/letters/*/wishes.toml`.

mod hearty;

use crate::command::agreement::{self, About, Agreement};
use crate::command::agreement_words;
use crate::command::entry::Weight;
use crate::command::lexer::Line;
use crate::command::named_games;
use crate::command::salutation::{self, is_salutation};
use crate::command::wish_phrases::{KNOWN, Sentence, sentences};
use crate::tafl::{Catalogue, Side};

/// The most words of such a mail. Who writes more has more to say than a yes.
const WORDS_MAX: usize = 80;

/// The same behind a hearty yes.
const HEARTY_WORDS_MAX: usize = 200;

/// The game that a challenge offers.
#[derive(Debug, Clone, Copy)]
pub struct OfferedGame<'a> {
    /// The canonical text of its variant.
    pub variant: &'a str,
    /// The side of the player who says yes.
    pub side: Side,
}

/// Whether the text accepts this game, and nothing in it makes that doubtful. Who names another game may want that one, and who names the other
/// side that side.
pub fn accepts(text: &str, offered: &OfferedGame<'_>, catalogue: &Catalogue) -> bool {
    let game = offered.variant.split(' ').next().unwrap_or_default();
    let yes = clear_yes(text);
    let text = &text[..below_a_yes(text, yes).unwrap_or(text.len())];
    let of_own_side = |word: &String| KNOWN.iter().any(|known| known.sides.side_of(word) == Some(offered.side));
    let hesitates = |words: &[String], is_chat: bool| {
        let others: Vec<String> = words.iter().filter(|word| !of_own_side(word)).cloned().collect();
        hesitates(&others, is_chat)
    };
    // `Oh, she was faster` may stand before a clear yes, but nothing that denies.
    let (before, from) = text.split_at(yes.unwrap_or_default());
    let denies = |word: &String| KNOWN.iter().any(|known| known.denies(word));
    let own = before.rsplit(['.', '!', '?', '\n']).next().unwrap_or_default();
    let is_denied = sentences(before)
        .iter()
        .any(|Sentence { words, .. }| words.iter().any(denies) || agreement_words::mocks(words))
        || sentences(own).iter().any(|sentence| hesitates(&sentence.words, true));
    // `Ja, lieber Finn, die Einladung nehme ich an`: what follows a name in a letter is no word that hesitates.
    let is_name = |piece: &&str| is_salutation(piece.trim().trim_end_matches(','));
    let from: String = from.split_inclusive(',').filter(|piece| !is_name(piece)).collect();
    let (first, behind) = from.split_at(sentence_end(&from));
    let is_hearty = yes.is_some() && hearty::is_hearty(first);
    let said = sentences(if is_hearty { first } else { &from });
    let trails_off = |text: &str| text.contains('\u{2026}') || text.contains("..");
    // Behind a clear yes, people ask about the weather.
    let leaves_open = |words: &[String]| {
        yes.is_none() || words.iter().any(|word| KNOWN.iter().any(|known| known.acceptance.leaves_open(word)))
    };
    let is_doubted = said.iter().any(|Sentence { words, asks, .. }| {
        (*asks && leaves_open(words))
            || hesitates(words, yes.is_some() && is_chat(words))
            || agreement_words::mocks(words)
    });
    let is_taken_back = is_hearty
        && sentences(behind)
            .iter()
            .any(|sentence| hearty::takes_back(sentence, &without_harmless(&sentence.words), offered.side));
    from.split_whitespace().count() <= if is_hearty { HEARTY_WORDS_MAX } else { WORDS_MAX }
        && !trails_off(if is_hearty { first } else { text })
        && !is_denied
        && !is_doubted
        && !is_taken_back
        && (yes.is_some() || said.iter().any(|Sentence { words, .. }| KNOWN.iter().any(|known| known.accepts(words))))
        && named_games::in_text(text, catalogue).iter().all(|named| named == game)
}

/// Whether a sentence of a text says yes to a challenge, and nothing else: `You are on.`
pub fn has_a_hearty_yes(text: &str) -> bool {
    let is_yes = |piece: &str| {
        let read = agreement::read(piece);
        read.is_some_and(|said| said.yes && said.is_certain(Weight::Light, About::Challenge) && said.is_hearty())
    };
    text.split_inclusive(['.', '!', '?', '\n']).any(|piece| !piece.contains('?') && is_yes(piece.trim()))
}

/// Where the first sentence of a text ends, in bytes.
fn sentence_end(text: &str) -> usize {
    let end = text.char_indices().skip_while(|(_, c)| !c.is_alphanumeric()).find(|(_, c)| ".!?\n".contains(*c));
    end.map_or(text.len(), |(at, c)| at + c.len_utf8())
}

/// The words without the phrases that only sound like hesitating.
fn without_harmless(words: &[String]) -> Vec<String> {
    let (mut at, mut kept) = (0, Vec::new());
    while at < words.len() {
        match hesitation(&words[at..]) {
            Some(Hesitation::Harmless(length)) => at += length,
            Some(Hesitation::Doubt) | None => {
                kept.push(words[at].clone());
                at += 1;
            }
        }
    }
    kept
}

/// Whether a text names another game than a line that challenges somebody: `Yes, tablut` where it was `brandubh challenge ann bob`.
pub fn names_another_game(text: &str, line: &str, catalogue: &Catalogue) -> bool {
    let game = line.split(' ').next().unwrap_or_default();
    let named = named_games::in_text(text, catalogue);
    // A line without a game is a rematch, or means the first game.
    catalogue.name_of_words(&[game]).is_some() && named.iter().any(|named| named != game)
}

/// Whether a text names a game that can be played here: `a second Brandubh`.
pub fn names_a_variant(text: &str, catalogue: &Catalogue) -> bool {
    !named_games::in_text(text, catalogue).is_empty()
}

/// Where the letter to the other player begins below a clear yes: `Yes, I want to play.` and below it `Hello Tom, how lovely!` What it says is
/// for the other player. Its first sentence must not doubt the yes.
fn below_a_yes(text: &str, yes: Option<usize>) -> Option<usize> {
    let yes = yes?;
    let mut at = 0;
    text.split_inclusive('\n').find_map(|line| {
        let from = at;
        at += line.len();
        let greets = salutation::length(Line::new(line).words()) > 0 || is_salutation(line);
        let is_doubted = || {
            let rest = text[from..].trim_start();
            sentences(rest).iter().take(2).any(|Sentence { words, .. }| hesitates(words, true))
        };
        (from > yes && text[yes..from].contains(char::is_alphanumeric) && greets && !is_doubted()).then_some(from)
    })
}

/// Whether a text speaks of a challenge of its author's own: `Yes, please do send her my challenge.`
pub fn speaks_of_own_challenge(text: &str) -> bool {
    let is_own = |words: &[String]| {
        KNOWN.iter().flat_map(|known| &known.acceptance.own).any(|own| words.windows(own.len()).any(|said| said == own))
    };
    sentences(text).iter().any(|sentence| is_own(&sentence.words))
}

/// Whether a sentence behind a yes only tells something, whatever days it names: `It has been raining since Tuesday, so I have plenty of time.`
fn is_chat(words: &[String]) -> bool {
    const WORDS_MIN: usize = 6;
    words.len() >= WORDS_MIN
}

/// Where one of the first sentences begins that is a clear yes to a challenge, or ends in one, if it is not the only one: `yep lets go. lol why
/// are you called that`, `oh nice, then count me in`.
fn clear_yes(text: &str) -> Option<usize> {
    const SENTENCES: usize = 3;
    let is_said = |piece: &str| piece.contains(char::is_alphanumeric) && !is_salutation(piece);
    let says_yes = |said: Agreement| said.yes && said.is_certain(Weight::Light, About::Challenge);
    let accepts = |piece: &str| {
        let said = sentences(piece);
        !said.iter().any(|Sentence { words, asks, .. }| *asks || hesitates(words, false))
            && said.iter().any(|Sentence { words, .. }| KNOWN.iter().any(|known| known.accepts(words)))
    };
    let is_yes = |piece: &str| agreement::read(piece).is_some_and(says_yes) || accepts(piece);
    let ends_in_yes = |piece: &str| piece.rsplit_once(',').is_some_and(|(_, last)| is_yes(last));
    let mut at = 0;
    let mut pieces: Vec<(usize, &str)> = Vec::new();
    for piece in text.split_inclusive(['.', '!', '?', '\n', ',']) {
        pieces.extend(is_said(piece).then_some((at, piece)));
        at += piece.len();
    }
    let is_alone = pieces.len() == 1;
    let mut first = pieces.into_iter().take(SENTENCES);
    let (at, _) = first.find(|(_, piece)| (is_yes(piece) && !is_alone) || ends_in_yes(piece))?;
    Some(at)
}

/// Whether a sentence has a word that makes its yes doubtful. In chat, a day or the time does not.
fn hesitates(words: &[String], is_chat: bool) -> bool {
    let mut rest = words;
    while !rest.is_empty() {
        let length = match hesitation(rest) {
            Some(Hesitation::Doubt) if is_chat && is_a_day(&rest[0]) => 1,
            Some(Hesitation::Doubt) => return true,
            Some(Hesitation::Harmless(length)) => length,
            None => 1,
        };
        rest = rest.get(length..).unwrap_or_default();
    }
    false
}

fn is_a_day(word: &String) -> bool {
    KNOWN.iter().any(|known| known.acceptance.days.contains(word))
}

/// What sounds like hesitating.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::command) enum Hesitation {
    /// A word that makes a yes doubtful.
    Doubt,
    /// A phrase of so many words with such a word that does not: `I do not mind`.
    Harmless(usize),
}

/// What sounds like hesitating at the beginning of these words.
pub(in crate::command) fn hesitation(words: &[String]) -> Option<Hesitation> {
    let harmless = KNOWN.iter().filter_map(|known| known.acceptance.harmless(words)).max();
    let doubts = || words.first().is_some_and(|word| KNOWN.iter().any(|known| known.hesitates(word)));
    harmless.map(Hesitation::Harmless).or_else(|| doubts().then_some(Hesitation::Doubt))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[allow(clippy::unwrap_used, reason = "tests")]
    fn joy_accepts_and_anything_else_is_asked() {
        let catalogue = Catalogue::embedded().unwrap();
        let offered = OfferedGame { variant: "brandubh -edge", side: Side::Defenders };
        let accepts = |text: &str| accepts(text, &offered, &catalogue);
        for text in [
            "Dear Finn,\n\nHow lovely to see you here. Yes, I would be delighted to play, and I do not mind having the king at all.",
            "I'd love to play!",
            "I would love to play Brandubh with you.",
            "game on",
            "Game on, Bob! May the best Viking win.",
            "challenge accepted. prepare to lose",
            "I accept the game.",
            "And I accept the game",
            "Ja, ich spiele sehr gern mit dir.",
            "Ich bin dabei!",
            "Det siger jeg ja til",
            "Jeg vil meget gerne spille.",
            "yep lets go. lol why r u called nicely",
            "Dear Finn,\n\nI gladly accept, and tomorrow suits me very well. Thank you for a lovely game, and good night.",
            "Sure! It rains here.",
            "Moin Jan,\n\nna klar nehm ich an, leg los! Hier scheint tats\u{e4}chlich die sonne, ich schick dir welche r\u{fc}ber.\n\nBirgit",
            "Dear Grace,\n\nI accept with the greatest pleasure, and I shall defend my king as best an old man can. It has been raining in Hereford since Tuesday, so you find me with plenty of time on my hands. How is everybody by the sea?\n\nColin",
            "oh nice she was faster lol. yep im in\nhi rosalind! hows the weather over there, raining like mad here",
            "ah ok i see, then yep count me in. ill move tomorrow",
            "Ach, sie war schneller! Ja, ich bin dabei.",
            "Ja, lieber Finn, die Einladung nehme ich sehr gern an, morgen spielen wir weiter. Ich hab dich auch lieb, schlaf gut!",
            "moin oma, na klar nehm ich an! in kassel sch\u{fc}ttets auch, war eh in der werkstatt, der chef hat wieder nur gemeckert",
            "ah lovely des, yes i'll play, happy to be minding the king",
            "Yes, gladly, and I get the king after all.\n\nTom, there you are! I was beginning to think you had stopped for a pint.",
            "Yes, I want to play.\n\nHello Callum, how lovely. I'll look after the king then, and you can come and get me. No mercy for an old lady please.\n\nLove, Ruth",
            "Yes, I want to play. I'll look after the king then.",
            "ja, dann war Mareike wohl schneller als ich. Ich nehme die Einladung an und spiele dann eben die Verteidiger.\n\nLiebe Mareike, du f\u{e4}ngst also an. An der Weser dr\u{fc}ckt der Westwind das Wasser bis an die Schlachte hoch.",
            "aye go on then, defenders is fine by me",
            "Yes, you're on! Hello Auntie. Just in from a calving so I smell dreadful, but you won't notice by mail. After you - and no mercy for family.",
            "Sure, let's go. You take the attackers, Luis, I'll keep the king. How's the family?",
            "Yes please! I have never beaten you at anything, so do not expect much. When were you last in Leeds? We moved away before the war, you know.",
            "Ja gerne! Bei uns hat es nur geregnet, aber heute kommt die Sonne raus. Wie geht es den Kindern?",
            "Sure, count me in! It has been raining since Tuesday, so the wedding on Saturday and then the holiday come first.",
            "I accept. Mind you, after the winter I may be dead, the doctor at the hospital tells me.",
            "Ja tak! Her har det kun regnet, men i dag skinner solen.",
            "ha sorry, that's glaswegian. yes",
            "yeah go on then. moira you beat me to it. raining on my football lot here, is it as grim up your way?",
        ] {
            assert!(accepts(text), "{text}");
        }
        for text in [
            "I would be delighted to play, but not this week",
            "I don't know the rules. Yes, I'm in",
            "Never heard of it. Yes! What is it?",
            "if I get the king, count me in",
            "Sure! Over my dead body.",
            "Yes. I think you mean my brother, he plays this",
            "Sure. You said that last year too and never moved",
            "Yes. I have never played and never will.",
            "Yes! My son pressed that button, he is three.",
            "Ja klar! Tr\u{e4}um weiter.",
            "which side am I? yes i'm in. which side?",
            "I do not want that. Yes, another game.",
            "I'd love to play if you take the king",
            "aye go on then, attackers is fine by me",
            "Yes, I want to play.\n\nHello Callum, but only if you take the king.",
            "Yes, I want to play as attacker.",
            "Ha! As if. yes",
            "Yes, yes, very funny.",
            "I'd love to play. Which side am I?",
            "I would love to play another time",
            "I would love to play, sadly I am too busy",
            "I accept that I lost",
            "I accept defeat",
            "I'm in hospital",
            "Yes",
            "I'd love to play tomorrow",
            "I would love to play chess",
            "I would love to play Tablut with you",
            "I would love to know who you are.",
            "The game on board 1 looks odd to me",
            "I read your letter with pleasure.",
            "Da würde ich gern wissen, wer du bist.",
            "I'd love to play, unless it is rated",
            "Ich spiele gern, aber erst morgen",
            "Ich würde gern spielen, wenn du angreifst",
            "Jeg vil gerne spille, men ikke nu",
            "I'd love to play...",
            "Ok. Forget it.",
            "Sure! Which side am I?",
            "yes? really?",
            "Yes. Is it rated?",
            "Yes... is it cold there?",
            "Yes. Just kidding",
            "yes! but you go first, no edge",
            "Yes. No.",
            "sure. not.",
            "Ok. Maybe next week.",
            "yeah sure! if it rains",
            "Yes! I never play that.",
            "Ok. I will think about it.",
            "Yes please! I would love to but for the fact that I don't play these games.",
            "Yes, you're on! I don't know how that got there, the cat walked on the keyboard.",
            "Sure, let's go! Hang about, I never signed up for this.",
            "Yes, I'd love to! I'm moving house, so it won't be until June.",
            "Yes, let's go! This is Bob's wife, Bob died on Tuesday.",
            "Ja gerne! Ich muss dir aber gestehen, dass ich keine Lust mehr auf so etwas habe.",
            "Sure, let's go. Not.",
            "Yes please! Actually I can't, my exams are on.",
            "Yes please! But not this week, is that alright?",
            "Yes, let's play! Unrated please.",
            "Sure, let's go. You take the king, I'll attack.",
            "Yes please! Only if you take the king.",
            "Sure, let's play! If you take the king that is.",
            "Game on! I changed my mind, too many games.",
            "Yes please! No time though.",
            "Count me in! Wait, which side do I get?",
            "Sure, let's go. Who begins the game?",
            "Ja gerne! Aber erst morgen.",
            "Ja gerne! Ich kann leider nicht.",
            "Ja gerne! Nur wenn ich den K\u{f6}nig bekomme.",
            "Ja tak! Jeg kan ikke.",
            "I'd love to! Next year maybe.",
            "Yes please! On a bigger board though.",
            "No, I'd love to play Brandubh instead",
            "",
        ] {
            assert!(!accepts(text), "{text}");
        }
        assert!(!accepts(&format!("I would love to play. {}", "word ".repeat(200))));
    }
}
