//! No words are lost: whatever letter a mail answers and whatever else it says, its words for the other player reach that player at once, or
//! its author is shown them and they go with the yes.

use crate::share::{one_of, share};
use crate::world::{CLUB, Received, World};
use taflpost::command::Language;

const ANN: &str = "ann@fjord.test";
const BOB: &str = "bob@sund.test";

/// A mail, as a reply to this letter if there is one.
fn send(world: &mut World, from: &str, letter: Option<&Received>, body: &str) -> Vec<Received> {
    let to = letter.and_then(|letter| letter.reply_to.clone()).unwrap_or_else(|| CLUB.to_owned());
    let subject = letter.map_or_else(|| "Hello".to_owned(), |letter| format!("Re: {}", letter.subject));
    let id = world.message_id();
    let raw = format!(
        "From: {from}\nTo: {to}\nSubject: {subject}\nMessage-ID: <{id}>\n\
         Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: 8bit\n\n{body}\n"
    );
    world.deliver(raw.as_bytes(), from, &to);
    world.now += chrono::TimeDelta::hours(2);
    world.letters()
}

fn to<'a>(letters: &'a [Received], who: &str) -> Vec<&'a Received> {
    letters.iter().filter(|letter| letter.to == who).collect()
}

/// Whether a letter to this player has the words, however its lines are broken.
fn reads(letters: &[Received], who: &str, words: &str) -> bool {
    let plain = |text: &str| text.split(|c: char| c.is_whitespace() || c == '|').collect::<Vec<_>>().join(" ");
    let plain = |text: &str| plain(text).split_whitespace().collect::<Vec<_>>().join(" ");
    to(letters, who).iter().any(|letter| plain(&letter.text).contains(&plain(words)))
}

/// Two players who read letters in this language, and the last letters that Ann and Bob have got.
fn joined(language: Language) -> (World, Received, Received) {
    let mut world = World::new();
    let mut last = Vec::new();
    for (player, address) in [("bob", BOB), ("ann", ANN)] {
        let asked = send(&mut world, address, None, &format!("signup {player}"));
        let welcome = send(&mut world, address, Some(&asked[0]), "yes");
        last.push(send(&mut world, address, Some(&welcome[0]), &format!("set language {}", language.word())).remove(0));
    }
    let ann = last.remove(1);
    (world, ann, last.remove(0))
}

/// A letter that Ann may answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Letter {
    /// It says that she has joined.
    Joined,
    /// Bob challenges her.
    Challenge,
    /// It is her turn.
    Turn,
    /// Bob offers a draw.
    Draw,
    /// It asks whether she means a move.
    Move,
    /// It asks whether she means these words for Bob.
    Words,
    /// It asks whether she wants to offer a draw.
    OwnDraw,
    /// It asks whether she gives up.
    Resign,
    /// It asks whether she wants to challenge Bob.
    OwnChallenge,
}

fn letter(language: Language, which: Letter) -> (World, Received) {
    let (mut world, welcome, of_bob) = joined(language);
    let own = match which {
        Letter::Joined => return (world, welcome),
        Letter::OwnChallenge => "Could I play brandubh with bob, please?",
        _ => "",
    };
    if !own.is_empty() {
        let asked = send(&mut world, ANN, Some(&welcome), own);
        return (world, to(&asked, ANN)[0].clone());
    }
    let begun = send(&mut world, BOB, Some(&of_bob), "brandubh challenge ann bob");
    let challenge = to(&begun, ANN)[0].clone();
    let bobs = to(&begun, BOB)[0].clone();
    if which == Letter::Challenge {
        return (world, challenge);
    }
    let begun = send(&mut world, ANN, Some(&challenge), "accept");
    let turn = to(&begun, ANN)[0].clone();
    let asks = match which {
        Letter::Draw => {
            let offered = send(&mut world, BOB, Some(&bobs), "draw 1");
            return (world, to(&offered, ANN)[0].clone());
        }
        Letter::Move => "d1-c1 looks bad to me",
        Letter::Words => "It snows here since Monday, all day long.",
        Letter::OwnDraw => "Shall we call it a draw?",
        Letter::Resign => "I think I give up.",
        Letter::Turn | Letter::Joined | Letter::Challenge | Letter::OwnChallenge => return (world, turn),
    };
    let asked = send(&mut world, ANN, Some(&turn), asks);
    let asked = to(&asked, ANN)[0].clone();
    (world, asked)
}

/// Sentences for Bob.
const SAID: [(Language, &str); 3] = [
    (Language::English, "The heron is back on our old boathouse roof."),
    (Language::German, "Der Reiher sitzt wieder auf dem Dach vom Bootshaus."),
    (Language::Danish, "Hejren sidder igen p\u{e5} taget af b\u{e5}dhuset."),
];

/// What stands beside them in answer to these letters, in each language. `{}` is where they stand.
const BESIDE: &[(&[Letter], [&[&str]; 3])] = &[
    (
        &[Letter::Turn],
        [
            &[
                "d1-c1. {}",
                "d1-c1, or what do you think? {}",
                "I think d1-c1 looks nice, but what do you think? {}",
                "d1-z9\n\n{}",
                "d1-z9, and by the way: {}",
                "d1-c1, and by the way: {}",
                "c1-c9 it is. {}",
                "The man on d1 goes to the left. {}",
                "Shall we call it a draw? {}",
                "I think I give up. {}",
                "How is the king captured? {}",
                "Whose turn is it? {}",
                "draw\n\n{}",
                "Can I take that back? {}",
                "{}",
            ],
            &[
                "d1-c1. {}",
                "d1-c1, oder was meinst du? {}",
                "Ich finde d1-c1 ganz gut, aber was meinst du? {}",
                "d1-z9\n\n{}",
                "Der Stein auf d1 geht nach links. {}",
                "Wollen wir Remis machen? {}",
                "Ich glaube, ich gebe auf. {}",
                "Wie wird der K\u{f6}nig gefangen? {}",
                "Wer ist dran? {}",
                "remis\n\n{}",
                "Darf ich das zur\u{fc}cknehmen? {}",
                "{}",
            ],
            &[
                "d1-c1. {}",
                "d1-c1, eller hvad synes du? {}",
                "Jeg synes d1-c1 ser godt ud, men hvad synes du? {}",
                "d1-z9\n\n{}",
                "Brikken p\u{e5} d1 g\u{e5}r til venstre. {}",
                "Skal vi sige remis? {}",
                "Jeg tror, jeg giver op. {}",
                "Hvordan fanges kongen? {}",
                "Hvis tur er det? {}",
                "remis\n\n{}",
                "M\u{e5} jeg tage det tilbage? {}",
                "{}",
            ],
        ],
    ),
    (
        &[Letter::Challenge, Letter::Draw],
        [
            &["yes\n\n{}", "Yes please. {}", "accept, but let us begin tomorrow. {}", "Not sure yet. {}", "no\n\n{}"],
            &["ja\n\n{}", "Ja, gern. {}", "ja, aber erst morgen. {}", "Wei\u{df} noch nicht. {}", "nein\n\n{}"],
            &["ja\n\n{}", "Ja tak. {}", "ja, men f\u{f8}rst i morgen. {}", "Det ved jeg ikke endnu. {}", "nej\n\n{}"],
        ],
    ),
    (
        &[Letter::Move, Letter::Words, Letter::OwnDraw, Letter::Resign],
        [
            &["yes\n\n{}", "Yes please. {}", "yes please, and tell him: {}", "hm, who knows\n\n{}", "no\n\n{}", "{}"],
            &["ja\n\n{}", "Ja bitte. {}", "ja bitte, und sag ihm: {}", "hm, wer wei\u{df}\n\n{}", "nein\n\n{}", "{}"],
            &["ja\n\n{}", "Ja tak. {}", "ja tak, og sig til ham: {}", "hm, hvem ved\n\n{}", "nej\n\n{}", "{}"],
        ],
    ),
    (
        &[Letter::Joined],
        [
            &["Could I play brandubh with bob, please?\n\nHi Bob, {}", "brandubh challenge ann bob\n\n{}"],
            &["Kann ich brandubh mit bob spielen?\n\nHallo Bob, {}", "brandubh challenge ann bob\n\n{}"],
            &["M\u{e5} jeg spille brandubh med bob?\n\nHej Bob, {}", "brandubh challenge ann bob\n\n{}"],
        ],
    ),
    (&[Letter::OwnChallenge], [&["yes\n\nHi Bob, {}"], &["ja\n\nHallo Bob, {}"], &["ja\n\nHej Bob, {}"]]),
];

/// What became of the words, if they are lost.
fn lost(language: Language, which: Letter, body: &str, words: &str) -> Option<String> {
    let (mut world, letter) = letter(language, which);
    let got = send(&mut world, ANN, Some(&letter), body);
    if reads(&got, BOB, words) {
        return None;
    }
    // The letter that shows them.
    let shows = to(&got, ANN).into_iter().find(|letter| reads(std::slice::from_ref(*letter), ANN, words)).cloned();
    let Some(shows) = shows else {
        return Some(format!(
            "{which:?}: {body}\nnot shown: {}",
            to(&got, ANN).iter().map(|l| l.text.as_str()).collect::<String>()
        ));
    };
    let mut after = send(&mut world, ANN, Some(&shows), "yes");
    if !reads(&after, BOB, words) {
        // Where no yes was asked for, they go with what is done next in answer to it.
        let next = to(&after, ANN).first().map_or(shows.clone(), |letter| (*letter).clone());
        for letter in [next, shows] {
            for line in ["d1-c1", "draw"] {
                after.extend(send(&mut world, ANN, Some(&letter), line));
            }
        }
    }
    (!reads(&after, BOB, words)).then(|| format!("{which:?}: {body}\nnever sent"))
}

/// All of them in one language.
fn check(language: Language) {
    let at = SAID.iter().position(|(said, _)| *said == language).unwrap();
    let mut tried = 0;
    let mut all = Vec::new();
    let cases = BESIDE.iter().flat_map(|(letters, beside)| {
        letters.iter().flat_map(move |which| beside[at].iter().map(move |body| (*which, body)))
    });
    // Other ones in each language.
    for (which, body) in share(cases.skip(at % one_of(2)), 2) {
        tried += 1;
        all.extend(lost(language, which, &body.replace("{}", SAID[at].1), SAID[at].1));
    }
    assert!(tried > 45 / one_of(2), "{tried}");
    assert!(all.is_empty(), "{} of {tried}\n{}", all.len(), all.join("\n----\n"));
}

#[test]
fn english_words_arrive_or_are_shown_and_go_with_the_yes() {
    check(Language::English);
}

#[test]
fn german_words_arrive_or_are_shown_and_go_with_the_yes() {
    check(Language::German);
}

#[test]
fn danish_words_arrive_or_are_shown_and_go_with_the_yes() {
    check(Language::Danish);
}
