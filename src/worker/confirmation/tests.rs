//! What is a yes, what is a no, and what is neither.

use crate::worker::confirmation::*;

fn question<'a>(purpose: &'a Purpose, asking: &'a Asking) -> Question<'a> {
    Question {
        purpose,
        asking,
        ours: paragraphs(&asking.text),
        writer: words("Ann Berg"),
        without_footer: &|text| text.to_owned(),
    }
}

fn asking(yes: &[&str]) -> Asking {
    let yes = yes.iter().map(|yes| (*yes).to_owned()).collect();
    let text = "Was this you? If it was, answer this letter with just: yes. If it was not you, answer no.".to_owned();
    Asking { subjects: vec!["Was this you, ann?".to_owned()], text, yes, is_whole: true }
}

fn purpose() -> Purpose {
    let player = "ann".parse().unwrap_or_else(|_| unreachable!("an id"));
    Purpose::Password { player }
}

#[test]
fn the_word_is_written_and_stands_alone() {
    let (purpose, asking) = (purpose(), asking(&["yes", "ja"]));
    let question = question(&purpose, &asking);
    for yes in ["yes", "Yes.", "YES!", "*yes*", "ja", "yes\n\nAnn", "yes\nBest regards\nAnn Berg", "\u{feff}Yes"] {
        assert_eq!(question.answered_by(yes), Says::Yes, "{yes}");
    }
    for no in
        ["no", "No.", "No, that was not me!", "nein", "Nej, det var ikke mig", "Not me!", "That wasn't me", "NO\nAnn"]
    {
        assert_eq!(question.answered_by(no), Says::No, "{no}");
    }
    for unclear in [
        "ok",
        "y",
        "Tak!",
        "sure",
        "yes?",
        "Yes, it was me",
        "yes delete",
        "yes yes no",
        "yes\nno",
        "yes\nnot me",
        "yes\nhahaha",
        "yes\nAnn!",
        "yes\n\u{1f44e}",
        "yes \u{1f44e}",
        "Is it a yes or a no?",
        "no idea, who is this?",
        "Ok so who sent this? It was not me, do not resign.",
        "yes, but that was not me",
        "ja nein",
        "\u{1f44d}",
    ] {
        assert_eq!(question.answered_by(unclear), Says::Unclear, "{unclear}");
    }
    assert_eq!(question.answered_by(""), Says::Nothing);
}

#[test]
fn a_no_may_follow_other_sentences() {
    let (purpose, asking) = (purpose(), asking(&["yes", "ja"]));
    let question = question(&purpose, &asking);
    for no in [
        "It was me that wrote, but I didn't ask for another game. So no thank you.",
        "I got this by mistake. No, thanks.",
        "Das war ich, aber ich wollte keine neue Partie. Also nein danke.",
        "Det var mig, der skrev.\n\nNej tak.",
    ] {
        assert_eq!(question.answered_by(no), Says::No, "{no}");
    }
    for unclear in [
        "It was me. No problem.",
        "It was me, no worries!",
        "I wrote that. No thanks needed.",
        "It was me. No doubt.",
        "I have no time to explain. Do it.",
        "That was me. No, thanks? Why?",
        "I sent it. Yes. No.",
        "I wrote to Bob. He said no.",
        "It was me. Nobody else has my mailbox.",
        "It was me. There is no need to ask.",
        "Das war ich. Kein Problem.",
    ] {
        assert_eq!(question.answered_by(unclear), Says::Unclear, "{unclear}");
    }
}

#[test]
fn what_touches_an_account_is_named() {
    let (purpose, asking) = (purpose(), asking(&["yes eve@evil.example", "ja l\u{f6}schen"]));
    let question = question(&purpose, &asking);
    for yes in [
        "yes eve@evil.example",
        "Yes, Eve@evil.example.",
        "yes eve@evil.example<mailto:eve@evil.example>",
        "yes <eve@evil.example>",
        "ja l\u{f6}schen",
        "Ja, loeschen!",
        "ja lo\u{308}schen",
    ] {
        assert_eq!(question.answered_by(yes), Says::Yes, "{yes}");
    }
    for unclear in
        ["yes", "ja", "eve@evil.example", "yes eve@evil.example.org", "yes ann@evil.example", "ja bitte l\u{f6}schen"]
    {
        assert_eq!(question.answered_by(unclear), Says::Unclear, "{unclear}");
    }
}

#[test]
fn words_in_or_below_the_letter_make_a_yes_unclear() {
    let (purpose, asking) = (purpose(), asking(&["yes"]));
    let question = question(&purpose, &asking);
    let below = |said: &str| {
        format!(
            "{said}\n\nOn 21 Nov 2026, Taflpost wrote:\n> reply above this line (ref k7qf-9x2m-pd4w-t3ha)\n> Was this you? If it was,\n\
             > answer this letter with just: yes.\n"
        )
    };
    assert_eq!(question.answered_by(&below("yes")), Says::Yes);
    assert_eq!(question.answered_by(&below("")), Says::Nothing);
    for words in ["> that was somebody else\n", "> No!\n", "It was not me\n", "> a funny thing\n> to say\n"] {
        assert_eq!(question.answered_by(&(below("yes") + words)), Says::Unclear, "{words}");
        assert_ne!(question.answered_by(&(below("") + words)), Says::Nothing, "{words}");
    }
    let unmarked = "yes\n\n  reply above this line (ref k7qf-9x2m-pd4w-t3ha)\n\nWas this you? If it was, answer\nthis letter with just: yes.\n";
    assert_eq!(question.answered_by(unmarked), Says::Yes);
    assert_eq!(question.answered_by(&format!("{unmarked}oh dear\n")), Says::Unclear);
    assert_eq!(question.answered_by(&format!("{unmarked}-- \nAnn Berg, Oslo\n")), Says::Yes);
    assert_eq!(question.answered_by(&format!("{unmarked}Sent from my iPhone\n")), Says::Yes);
}

#[test]
fn a_friendly_sentence_joins() {
    let asking = asking(&["yes", "ja"]);
    let question = question(&Purpose::Signup, &asking);
    for yes in [
        "yes",
        "ok",
        "Yes, that was me, I would like to join please. No password, thanks.",
        "yep thats me",
        "Hi,\n\nyes please! I have never played before.\n\nBob",
        "Hello Taflpost,\nthat was me, sign me up.",
        "Ja, das war ich. Kein Passwort bitte.",
        "Ja tak! Det var mig.",
        "Yes! How do I start?",
        "I would like to join.",
        "that was indeed me",
        "it was me",
        "sure, no problem",
        "Ja gerne\n\nMax Muster\nMusterstr. 1",
    ] {
        assert_eq!(question.answered_by(yes), Says::Yes, "{yes}");
    }
    for other in [
        "No, that was not me!",
        "ok?",
        "Ok. That was not me.",
        "ok so who sent this? It was not me",
        "yes\nno",
        "yes. I did not ask for this",
        "Tak!",
        "Thanks",
        "Please stop",
        "please do not sign me up",
        "That was me?",
        "that was indeed not me",
        "Who are you?",
        "ja\nnicht von mir",
        "it was me not",
        "Nein danke",
        "I would like to join. No, wait.",
        "unsubscribe",
    ] {
        assert_ne!(question.answered_by(other), Says::Yes, "{other}");
    }
}
