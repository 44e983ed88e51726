//! Other terms than those of a challenge: the other side, another board, another clock, or that the game does not count: `Yes, but I would rather
//! have the king.` The words are data, `[acceptance]` and `[sides]` in `config/letters/*/wishes.toml`.

use crate::clock::Control;
use crate::command::acceptance::OfferedGame;
use crate::command::acceptance_words::AcceptanceWords;
use crate::command::mail_parser::parse_line;
use crate::command::named_games;
use crate::command::phrases::has_phrase;
use crate::command::player_act::ChallengeAsk;
use crate::command::sides;
use crate::command::terms::{Terms, Timing};
use crate::command::wish_phrases::{KNOWN, Sentence, sentences};
use crate::command::yes_no;
use crate::tafl::{Catalogue, Side};

/// The king in each language; not the `k` of a move, which also says OK.
const KINGS: [&str; 4] = ["king", "k\u{f6}nig", "konge", "kongen"];

/// Other terms than those of a challenge, which one of its players wants.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct OtherTerms {
    /// The other side.
    pub sides: bool,
    /// Another game, or another size of the board.
    pub game: Option<String>,
    /// That it does not count.
    pub unrated: bool,
    /// So many days for each move.
    pub days: Option<u32>,
}

impl OtherTerms {
    /// The challenge on these terms. `None` if it cannot be so.
    pub fn applied(&self, ask: &ChallengeAsk, catalogue: &Catalogue) -> Option<ChallengeAsk> {
        let mut ask = ask.clone();
        if self.sides {
            std::mem::swap(&mut ask.first, &mut ask.second);
        }
        if let Some(game) = &self.game {
            let line = format!("{game} challenge {} {}", ask.first, ask.second);
            let mut terms = parse_line(&line, catalogue).ok()?.challenge()?.terms.clone();
            if let Terms::Variant(variant) = &mut terms {
                // Nobody has called it so.
                variant.asked_as = None;
            }
            ask.terms = terms;
        }
        ask.conditions.unrated |= self.unrated;
        if let Some(days) = self.days {
            ask.clock = Some(Timing::Control(format!("{days}d/move").parse::<Control>().ok()?));
        }
        Some(ask)
    }
}

/// Whose the challenge is, of which a mail wants other terms.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Bargain {
    /// That of the opponent. Chat stands beside the answer, so only what bargains counts.
    Theirs,
    /// The author's own. Who says a side wants that side.
    Own,
}

/// The terms that a mail about a challenge wants instead: `With pleasure, but only if I get the attackers.` `other` is the id of the other player.
/// `None` if it wants the game as it is.
pub fn other_terms(
    text: &str,
    offered: &OfferedGame<'_>,
    other: &str,
    bargain: Bargain,
    catalogue: &Catalogue,
) -> Option<OtherTerms> {
    let own = offered.variant.split(' ').next().unwrap_or_default();
    let any = |is_one: &dyn Fn(&AcceptanceWords) -> bool| KNOWN.iter().any(|known| is_one(&known.acceptance));
    let mut terms = OtherTerms::default();
    let mut wanted = Vec::new();
    let said = sentences(text);
    let are_few = |said: &Sentence| any(&|acceptance| acceptance.are_few(&said.words));
    let complains = said.iter().any(|said| are_few(said) && days_in(&said.words).is_some());
    for Sentence { words, at, asks } in said {
        // `I would rather have the king if it is not too late.`
        let is_condition = |word: &String| KNOWN.iter().any(|known| known.is_unsure(word));
        let condition = words.iter().skip(1).position(is_condition).map_or(words.len(), |at| at + 1);
        let denies = words[..condition].iter().any(|word| KNOWN.iter().any(|known| known.denies(word)));
        let wants = any(&|acceptance| acceptance.bargains(&words)) || bargain == Bargain::Own && !asks;
        // `You have the king` swaps nothing where the other has him already.
        let is_so = offered.side == Side::Attackers && words.iter().any(|word| KINGS.contains(&word.as_str()));
        terms.sides |= any(&|acceptance| acceptance.swaps(&words)) && !denies && !is_so;
        terms.sides |= wants && !denies && sides::gives_other_side(&words, offered.side);
        terms.sides |= bargain == Bargain::Own
            && wants
            && sides::wanted_side(&text[at.clone()], other).is_some_and(|side| side != offered.side);
        terms.unrated |= wants && KNOWN.iter().any(|known| has_phrase(&words, &known.uncounted));
        if wants {
            wanted.push(&text[at]);
            terms.days = terms.days.or_else(|| KNOWN.iter().find_map(|known| known.acceptance.days_a_move(&words)));
        }
        if complains && !any(&|acceptance| acceptance.are_few(&words)) {
            terms.days = terms.days.or_else(|| days_in(&words));
        }
    }
    // `Can we have a bigger board? The one with 9 squares, please.`
    let mut games = named_games::in_text(&wanted.join("\n"), catalogue);
    games.remove(own);
    terms.game = games.pop_first().filter(|_| games.is_empty());
    (terms != OtherTerms::default()).then_some(terms)
}

/// Whether a text is one sentence that says yes and only wants a side: `Yes please, but I'd like the king.`
pub fn is_yes_with_a_side(text: &str) -> bool {
    const WORDS_MAX: usize = 14;
    let said: Vec<Sentence> = sentences(text).into_iter().filter(|said| !said.words.is_empty()).collect();
    let [Sentence { words, asks: false, .. }] = &said[..] else { return false };
    let agrees = words.iter().take_while(|word| yes_no::is_yes(word)).count();
    let only_wants = || KNOWN.iter().any(|known| known.acceptance.only_wants_a_side(&words[agrees..]));
    agrees > 0 && words.len() <= WORDS_MAX && only_wants()
}

/// The days that words name.
fn days_in(words: &[String]) -> Option<u32> {
    KNOWN.iter().find_map(|known| known.acceptance.days(words))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plain_yes_may_want_a_side_and_nothing_else() {
        for text in [
            "yes, but I want the king",
            "Yes please, but I'd like the king.",
            "ok but with me as attacker",
            "Ja, aber ich h\u{e4}tte lieber den K\u{f6}nig.",
            "ja, men jeg vil have kongen",
        ] {
            assert!(is_yes_with_a_side(text), "{text}");
        }
        for text in [
            "but I want the king",
            "Yes, but I want the king if he agrees",
            "Yes, but may I have the king?",
            "Yes, but I don't want the king",
            "Yes, but then I would have the king",
            "Yes, but I want the king and a bigger board",
            "Yes, but I want the king. Or wait.",
            "Yes, but not today, I want the king",
            "Ja, aber nicht mit dem K\u{f6}nig",
            "",
        ] {
            assert!(!is_yes_with_a_side(text), "{text}");
        }
    }

    #[test]
    #[allow(clippy::unwrap_used, reason = "tests")]
    fn other_terms_are_found_and_chat_has_none() {
        let catalogue = Catalogue::embedded().unwrap();
        let offered = OfferedGame { variant: "brandubh", side: Side::Defenders };
        let terms = |text: &str| other_terms(text, &offered, "felix", Bargain::Theirs, &catalogue);
        for text in [
            "Might we exchange sides, however?",
            "With pleasure, but only if I get the attackers.",
            "Mit Vergn\u{fc}gen, jedoch nur, wenn ich die Angreifer bekomme.",
            "Kan vi bytte side?",
        ] {
            assert_eq!(terms(text), Some(OtherTerms { sides: true, ..OtherTerms::default() }), "{text}");
        }
        for text in [
            "ok but can it not count for the rating??",
            "felix k\u{f6}nnen wir das ohne wertung machen?",
            "Kan vi spille uden rating?",
        ] {
            assert_eq!(terms(text), Some(OtherTerms { unrated: true, ..OtherTerms::default() }), "{text}");
        }
        for text in [
            "Come back with the big board and we'll talk.",
            "lieber auf dem gro\u{df}en Brett",
            "H\u{e4}ttest du Lust, es auf dem mit 11 mal 11 Feldern zu versuchen?",
            "Jeg vil hellere spille p\u{e5} det store br\u{e6}t",
        ] {
            let game = Some("hnefatafl".to_owned());
            assert_eq!(terms(text), Some(OtherTerms { game, ..OtherTerms::default() }), "{text}");
        }
        for text in [
            "I accept. I do not mind having the king.",
            "Which side do I get?",
            "Does it count for the rating?",
            "Could I play on the small board? I am so glad that it is.",
            "My little one is asleep, so yes please.",
            "Sure, you take the attackers.",
        ] {
            assert_eq!(terms(text), None, "{text}");
        }
    }

    #[test]
    #[allow(clippy::unwrap_used, reason = "tests")]
    fn who_gives_the_king_to_its_owner_wants_nothing_else() {
        let catalogue = Catalogue::embedded().unwrap();
        let offered = OfferedGame { variant: "brandubh", side: Side::Attackers };
        let terms = |text: &str| other_terms(text, &offered, "felix", Bargain::Theirs, &catalogue);
        assert_eq!(terms("Yes, with pleasure, Felix. You have the king and I shall bring the bog."), None);
        let offered = OfferedGame { side: Side::Defenders, ..offered };
        let terms = |text: &str| other_terms(text, &offered, "felix", Bargain::Theirs, &catalogue);
        assert!(terms("Yes, but you have the king this time, please.").is_some());
    }

    #[test]
    #[allow(clippy::unwrap_used, reason = "tests")]
    fn of_an_own_challenge_whatever_is_said_is_wanted() {
        let catalogue = Catalogue::embedded().unwrap();
        let offered = OfferedGame { variant: "brandubh", side: Side::Attackers };
        let terms = |text: &str| other_terms(text, &offered, "felix", Bargain::Own, &catalogue);
        let sides = || Some(OtherTerms { sides: true, ..OtherTerms::default() });
        let days = |days| Some(OtherTerms { days: Some(days), ..OtherTerms::default() });
        for (text, wanted) in [
            ("I'll be the defenders.", sides()),
            ("Actually I would rather have the king.", sides()),
            ("Not quite. Yes, do invite Felix, but I asked for the king.", sides()),
            ("yes, but I want the king", sides()),
            (
                "Actually I would rather have the king if it's not too late to switch. Attacking sounds like work.",
                sides(),
            ),
            ("an sich ja, aber 1 tag pro zug is ma zu wenig. gehn 3 tage?", days(3)),
            ("One day a move is too short for me. Could it be three days?", days(3)),
            ("felix should have the attackers", sides()),
            ("Ich nehme den K\u{f6}nig.", sides()),
            ("Jeg vil gerne have kongen", sides()),
            (
                "Please take this invitation back and send him an unrated one instead.",
                Some(OtherTerms { unrated: true, ..OtherTerms::default() }),
            ),
            ("Could we play it without ratings?", Some(OtherTerms { unrated: true, ..OtherTerms::default() })),
            ("ok ill ask him. can we do 3 days a move", days(3)),
            ("Bitte drei Tage pro Zug", days(3)),
            (
                "cancel that, i want the 11x11 one instead",
                Some(OtherTerms { game: Some("hnefatafl".to_owned()), ..OtherTerms::default() }),
            ),
            ("I'll be the attackers.", None),
            ("Which side am I on then?", None),
            ("Which of the two sides has the king, and which would I have?", None),
            ("Does it count?", None),
            ("Do I have 3 days a move?", None),
            ("I do not want the king.", None),
            ("Thanks, I have told him.", None),
        ] {
            assert_eq!(terms(text), wanted, "{text}");
        }
    }
}
