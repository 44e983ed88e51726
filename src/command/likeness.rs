//! What a sentence is most like, of the sentences that people write: `config/sentences/*.txt` has some dozens of them for each thing that is
//! meant. People say one thing in so many ways that no list of phrases has them all, but they use much the same words.
//!
//! A sentence is a set of features: its words, the pairs of words that stand side by side, and all pieces of four letters in its words, so that
//! `captures` is like `capturing`. A feature that few sentences have counts more. A meaning is as near as the nearest of its sentences. What friends
//! write to each other is in the files too, so that such words are nearest to that.
//!
//! What is found in this way is answered or asked about, and never done.

use std::collections::{BTreeSet, HashMap};
use std::sync::LazyLock;

/// The sentences of each language. A line `= MEANING` stands above those that mean it.
const FILES: [&str; 3] = [
    include_str!("../../config/sentences/da.txt"),
    include_str!("../../config/sentences/de.txt"),
    include_str!("../../config/sentences/en.txt"),
];

/// What stands above the sentences of a meaning.
const MEANING: &str = "= ";

/// The most words of a sentence that are looked at.
const WORDS_MAX: usize = 40;

/// The letters of a piece of a word.
const PIECE: usize = 4;

/// How much each of the nearest sentences of a meaning counts, the nearest first. All together count one.
const NEAREST: [f32; 5] = [0.4, 0.25, 0.15, 0.1, 0.1];

/// So much must be known of a sentence that it is half as near as its words are: two or three words are like many sentences.
const KNOWN_LENGTH: f32 = 4.0;

/// How near a sentence is to a meaning: 0 has no word in common with it, and near 1 are all words of a long one.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Likeness {
    pub meaning: &'static str,
    pub nearness: f32,
}

/// The sentences, ready to be searched for.
struct Known {
    meanings: Vec<&'static str>,
    /// For each sentence the number of its meaning.
    meant: Vec<usize>,
    features: HashMap<String, Feature>,
}

/// Something that sentences have in common.
#[derive(Default)]
struct Feature {
    /// How much it counts.
    weight: f32,
    /// The sentences that have it, and how much of each it is.
    of: Vec<(usize, f32)>,
}

static KNOWN: LazyLock<Known> = LazyLock::new(|| Known::new(&FILES));

/// What a sentence is like, the nearest first: all meanings, each once.
pub(super) fn likenesses(sentence: &str) -> Vec<Likeness> {
    KNOWN.like(&words_of(sentence))
}

/// The words of a sentence in lower case, with a plain apostrophe, and the sign with which it asks.
fn words_of(sentence: &str) -> Vec<String> {
    let plain = sentence.to_lowercase().replace(['\u{2019}', '\u{2bc}'], "'");
    let words = plain.split(|c: char| !c.is_alphanumeric() && c != '\'').map(|word| word.trim_matches('\''));
    let asks = sentence.trim_end().ends_with('?').then(|| "?".to_owned());
    words.filter(|word| !word.is_empty()).take(WORDS_MAX).map(str::to_owned).chain(asks).collect()
}

/// The features of a sentence.
fn features(words: &[String]) -> BTreeSet<String> {
    let pieces = |word: &String| {
        // With signs at both ends, a piece there is another one than inside.
        let letters: Vec<char> = ['^'].into_iter().chain(word.chars()).chain(['$']).collect();
        let pieces = letters.windows(PIECE.min(letters.len()));
        // No piece is a word.
        pieces.map(|piece| ['#'].iter().chain(piece).collect()).collect::<Vec<String>>()
    };
    let pairs = words.windows(2).map(|pair| pair.join(" "));
    words.iter().cloned().chain(pairs).chain(words.iter().flat_map(pieces)).collect()
}

impl Known {
    fn new(files: &[&'static str]) -> Known {
        let mut known = Known { meanings: Vec::new(), meant: Vec::new(), features: HashMap::new() };
        let (mut meaning, mut sentences) = (0, Vec::new());
        for line in files.iter().flat_map(|file| file.lines()) {
            match line.strip_prefix(MEANING) {
                Some(name) => {
                    let at = known.meanings.iter().position(|known| *known == name);
                    meaning = at.unwrap_or(known.meanings.len());
                    if at.is_none() {
                        known.meanings.push(name);
                    }
                }
                None => {
                    known.meant.push(meaning);
                    sentences.push(features(&words_of(line)));
                }
            }
        }
        for (at, sentence) in sentences.iter().enumerate() {
            for feature in sentence {
                known.features.entry(feature.clone()).or_default().of.push((at, 0.0));
            }
        }
        let count = sentences.len() as f32;
        for feature in known.features.values_mut() {
            feature.weight = (count / feature.of.len() as f32).sqrt().sqrt();
        }
        let lengths: Vec<f32> = sentences.iter().map(|sentence| known.length(sentence)).collect();
        for Feature { weight, of } in known.features.values_mut() {
            of.iter_mut().for_each(|(at, part)| *part = *weight / lengths[*at]);
        }
        known
    }

    /// How much all features of a sentence count, those that no sentence has left out.
    fn length(&self, features: &BTreeSet<String>) -> f32 {
        let weights = features.iter().filter_map(|feature| self.features.get(feature)).map(|feature| feature.weight);
        weights.map(|weight| weight * weight).sum::<f32>().sqrt()
    }

    fn like(&self, words: &[String]) -> Vec<Likeness> {
        let features = features(words);
        let mut nearness = vec![0.0; self.meant.len()];
        for Feature { weight, of } in features.iter().filter_map(|feature| self.features.get(feature)) {
            of.iter().for_each(|(at, part)| nearness[*at] += weight * part);
        }
        let length = self.length(&features) + KNOWN_LENGTH;
        let mut nearest = vec![[0.0; NEAREST.len()]; self.meanings.len()];
        for (nearness, meant) in nearness.into_iter().zip(&self.meant) {
            let mut next = nearness / length;
            for known in &mut nearest[*meant] {
                if next > *known {
                    std::mem::swap(known, &mut next);
                }
            }
        }
        let counted = |nearest: &[f32]| nearest.iter().zip(NEAREST).map(|(near, counts)| near * counts).sum();
        let of_meaning = |(meaning, nearest): (&&'static str, [f32; NEAREST.len()])| Likeness {
            meaning,
            nearness: counted(&nearest),
        };
        let mut like: Vec<Likeness> = self.meanings.iter().zip(nearest).map(of_meaning).collect();
        like.sort_by(|one, other| other.nearness.total_cmp(&one.nearness));
        like
    }
}

/// All meanings of the files.
#[cfg(test)]
pub(super) fn meanings() -> impl Iterator<Item = &'static str> {
    KNOWN.meanings.iter().copied()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command::club_topic::ClubTopic;

    #[test]
    fn each_language_has_sentences_for_every_topic_and_none_stands_twice() {
        for file in FILES {
            for topic in ClubTopic::ALL {
                let heading = format!("{MEANING}help {}", topic.word());
                assert_eq!(file.lines().filter(|line| *line == heading).count(), 1, "{heading}");
            }
            let mut seen = BTreeSet::new();
            for line in file.lines() {
                assert_eq!(line.trim(), line);
                assert!(line.starts_with(MEANING) || !words_of(line).is_empty(), "{line:?}");
                assert!(seen.insert(line), "{line}");
            }
        }
    }

    #[test]
    fn a_sentence_of_the_files_is_nearest_to_its_own_meaning() {
        let (mut meaning, mut wrong) = ("", Vec::new());
        for line in FILES.iter().flat_map(|file| file.lines()) {
            match line.strip_prefix(MEANING) {
                Some(name) => meaning = name,
                None => {
                    let nearest = likenesses(line)[0].meaning;
                    if nearest != meaning {
                        wrong.push(format!("{meaning}: {nearest}: {line}"));
                    }
                }
            }
        }
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }

    #[test]
    fn what_is_like_nothing_is_near_to_nothing() {
        for text in ["", "?", "\u{1f600}", "zxqv", &"zxqv ".repeat(10_000)] {
            assert!(likenesses(text).iter().all(|like| like.nearness < 0.1), "{text:.20}");
        }
        let known = Known::new(&["= one\nthe cat sits\n= two\nthe dog runs\n"]);
        let like = known.like(&words_of("a cat?"));
        assert_eq!(like[0].meaning, "one");
        assert!(like[0].nearness > 0.0 && like[1].nearness == 0.0);
    }
}
