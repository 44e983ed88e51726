//! Sentences that answer a question, and sentences that only look like it.

use super::*;

/// The lines that are not read like this.
fn misread<'a>(lines: &[&'a str], line: &str, gravity: Gravity, expected: Option<bool>) -> Vec<&'a str> {
    let asked = AskedLine {
        line,
        gravity,
        challenges: line.starts_with("challenge"),
        asks_another: line.starts_with("challenge"),
        does: match line.split(' ').next() {
            Some("accept") => Does::Accept,
            Some("accept-back") => Does::TakesBack,
            Some("decline") => Does::Decline,
            _ => Does::Else,
        },
    };
    lines.iter().filter(|text| answer_in_a_sentence(text, &asked).map(|(yes, _)| yes) != expected).copied().collect()
}

#[test]
fn a_yes_in_a_sentence_is_a_yes() {
    let lines = [
        "yeah thats it",
        "Yes, exactly that.",
        "yup go on",
        "that one yes",
        "that was indeed me",
        "Yes, that is precisely what I had in mind.",
        "Hi, yes please send it to bob",
        "Certainly, kindly send the challenge to Bob for me.",
        "yes thats what i wanted to ask",
        "yep! do it, that's the one i meant",
        "Indeed I did mean that.",
        "Ja, genau das habe ich gemeint.",
        "Liebe Leute,\n\nja, ich bin mit der R\u{fc}cknahme einverstanden.",
        "Ja, bitte fragt Bob das.",
        "jo passt",
        "ja das war so gemeint, bitte abschicken",
        "Jawohl, die Herausforderung an Bob bitte.",
        "Ja, det var lige det jeg mente",
        "ja tak, send den til bob",
        "yes, that's my brother",
        "yes\n\nI was at the lake yesterday but it rained.",
        "Yes please, if Bob would like to.",
        "yes if he agrees",
        "yes of course, if that suits bob",
        "yes pls, if that means a game against bob",
        "Yes, if that starts a game.",
        "ja, wenn das eine Partie bedeutet",
        "ja, hvis det betyder et spil mod Bob",
        "Ja gerne, wenn Bob Lust hat",
        "ja tak, hvis han vil",
        "yes!! obvs",
        "yh",
        "Yes! See you on Monday.",
        "Yes, please do send it. And please tell him hello from the rainy north.",
        "yea thats it. shes playing already right?",
    ];
    assert_eq!(misread(&lines, "challenge ann bob brandubh", Gravity::Light, Some(true)), [""; 0]);
    let lines = ["yes, king to d6", "Yes that's the move", "yup d4 to d6 it is", "ja, den König bitte"];
    assert_eq!(misread(&lines, "move 1 #5 d4-d6", Gravity::Move, Some(true)), [""; 0]);
    let lines = ["Yes, I do mean it.", "ja haha", "yes please do"];
    assert_eq!(misread(&lines, "accept 1", Gravity::Move, Some(true)), [""; 0]);
    // Our letter has shown the move, so that a yes to it may speak of it.
    let lines = [
        "Yes, indeed. I do wish you would take my word for it.",
        "Yes. I was quite sure about the move; the fish is in the oven.",
        "Ja. Der K\u{f6}nig steht da besser, finde ich jedenfalls.",
    ];
    assert_eq!(misread(&lines, "move 1 d1-c1", Gravity::Move, Some(true)), [""; 0]);
    assert_eq!(misread(&lines[2..], "accept 1", Gravity::Move, None), [""; 0]);
    let lines = [
        "Yes. No wait, I want to think it over.",
        "Yes. Or is the corner safer for him there?",
        "Yes. Just kidding, I am not that stupid.",
        "Yes. d1-b1 was what my son wanted to see.",
        "Yes. And I am the king of France.",
    ];
    assert_eq!(misread(&lines, "move 1 d1-c1", Gravity::Move, None), [""; 0]);
    let lines = ["yes, I resign", "Ja, ich gebe auf.", "Yes, I give up. Good game!", "Ja, jeg giver op"];
    assert_eq!(misread(&lines, "resign 1", Gravity::Heavy, Some(true)), [""; 0]);
    let lines = ["Yes, I give up. Kidding!", "Yes, I never give up", "Yes, you give up"];
    assert_eq!(misread(&lines, "resign 1", Gravity::Heavy, None), [""; 0]);
    assert_eq!(misread(&["Yes, I give up."], "delete-account", Gravity::Heavy, None), [""; 0]);
    let lines = ["Yes, let her have it back, please.", "ja, nimm ihn ruhig zur\u{fc}ck"];
    assert_eq!(misread(&lines, "accept-back 1", Gravity::Move, Some(true)), [""; 0]);
    assert_eq!(misread(&["Yes, take it back", "she can"], "accept 1", Gravity::Move, None), [""; 0]);
    let lines = ["richtig, lieber weiterspielen", "yes, I'd rather play on", "ja, vi spiller videre"];
    assert_eq!(misread(&lines, "decline 1", Gravity::Move, Some(true)), [""; 0]);
    let lines = ["yes, let's play on", "ja, wir spielen weiter", "Yes, but I would rather wait."];
    assert_eq!(misread(&lines, "accept 1", Gravity::Move, None), [""; 0]);
    let lines = [
        "lol sure np take it back",
        "yes you can have it back",
        "ja klar, nimm ihn zur\u{fc}ck",
        "sure, take it back",
        "Ja, darf er :-)",
        "Yes, she may",
        "no worries bob take it back",
        "No problem, take it back.",
        "Ach klar, kein Problem, nimm ihn ruhig zur\u{fc}ck :-)",
        "kein problem, nimm ihn zur\u{fc}ck",
        "Yes of course, go ahead. The kids are loud today",
        "Sure! My dog sat on the laptop too.",
    ];
    assert_eq!(misread(&lines, "bob brandubh", Gravity::Theirs, Some(true)), [""; 0]);
    let lines = [
        "Certainly. A draw it is.",
        "Yes, I would like the draw.",
        "Ja, Remis ist gut.",
        "ja, det er remis",
        "yes draw. good game ann, another one soon?",
        "yes draw, good game",
        "yes, draw, well played",
        "Ja, Remis. Das war ein sch\u{f6}nes Spiel, bald noch eins?",
        "ja remis, gutes spiel",
        "ja passt, remis. war echt cool",
        "Yes, I accept the draw. Thank you for a lovely game, Ann.",
        "yes ok draw. im knackered, night shift again",
        "Ja, Remis ist in Ordnung. Ich muss jetzt zur Uni.",
        "ok remis. bis bald!",
        "Dear Ann, a draw suits me well. Shall we play again soon?",
        "a draw is fine by me",
        "remis passt mir. ich muss eh los zur bahn",
        "ja, remis. det var et godt parti",
    ];
    assert_eq!(misread(&lines, "bob brandubh", Gravity::Draw, Some(true)), [""; 0]);
}

#[test]
fn a_no_in_a_sentence_is_a_no() {
    let lines = [
        "I am not offering one",
        "no thanks, i wasnt asking for that",
        "didnt mean to offer a draw!!",
        "No, that is not what I meant.",
        "I don't want that",
        "nope, i did not mean it",
        "I never asked for it.",
        "Nein, das habe ich nicht gemeint",
        "Ich wollte kein Remis anbieten.",
        "Das war nicht so gemeint!",
        "Nej, det mente jeg ikke",
        "nein, keine revanche heute, ich muss lernen",
        "Nein danke, Finn hat mich ja schon selbst eingeladen.",
        "nee brauchts nicht, oma hat mich ja schon eingeladen",
        "No, I was only talking to my friend about the one at the fair.",
        "jeg tilbyder ikke remis",
    ];
    assert_eq!(misread(&lines, "draw 1", Gravity::Light, Some(false)), [""; 0]);
    let lines = [
        "Ich lehne das Remis ab, wir spielen weiter.",
        "no, let's play on",
        "nix da, wir spielen weiter",
        "no draw please, we play on",
    ];
    assert_eq!(misread(&lines, "bob brandubh", Gravity::Draw, Some(false)), [""; 0]);
    let lines = ["didnt mean to resign!!", "I don't want to resign"];
    assert_eq!(misread(&lines, "resign 1", Gravity::Heavy, Some(false)), [""; 0]);
}

#[test]
fn what_follows_a_no_is_not_part_of_it() {
    let asked = AskedLine {
        line: "chat 1 hello",
        gravity: Gravity::Light,
        challenges: false,
        asks_another: false,
        does: Does::Else,
    };
    for (text, no) in [
        ("No. Dear Ann, I miss you.", "No."),
        ("Nein. Liebe Ann, mir fehlt das Meer.", "Nein."),
        ("No. Please delete that, she must not read it.", "No. Please delete that, she must not read it."),
        ("no thanks", "no thanks"),
        ("No. That was for my brother, sorry.", "No. That was for my brother, sorry."),
        ("Nein. Das war nicht so gemeint.", "Nein. Das war nicht so gemeint."),
        ("No, I was only talking to my friend.", "No, I was only talking to my friend."),
    ] {
        assert_eq!(answer_in_a_sentence(text, &asked), Some((false, no)), "{text}");
    }
}

#[test]
fn a_question_back_is_never_a_yes() {
    let lines = [
        "A draw? You must be joking.",
        "draw? no way!",
        "A draw? Not a chance.",
        "A draw now? No thanks.",
        "Ein Remis? Vergiss es.",
        "Remis? Nein danke",
        "Remis? Aldrig i livet.",
    ];
    assert_eq!(misread(&lines, "bob brandubh", Gravity::Draw, Some(false)), [""; 0]);
    let lines = [
        "A draw? Sure.",
        "A draw? Yes, a draw it is.",
        "A draw? Why not",
        "A draw? You must be joking, yes?",
        "A draw?",
        "A draw? Hmm.",
        "A draw? No problem.",
        "A draw? No idea.",
        "What do you mean? No way out for my king.",
        "Is it my turn? No rush.",
        "A draw? Not yet sure.",
    ];
    assert_eq!(misread(&lines, "bob brandubh", Gravity::Draw, None), [""; 0]);
}

#[test]
fn what_only_looks_like_an_answer_is_none() {
    let lines = [
        "yes, that was not me",
        "yeah right",
        "Yeah, right.",
        "yes i saw it, but no",
        "sure, if you take the king",
        "Yes? which one?",
        "yes no",
        "yes but wait",
        "yes, tomorrow",
        "Ok. Forget it.",
        "Yes. Just kidding",
        "yes, unless it is rated",
        "yes, if I get the king",
        "yes if you agree that I attack",
        "yes if bob attacks",
        "yes if it would like to rain",
        "yes... or not",
        "Yes d1-c1",
        "yes to a3",
        "not sure",
        "I'm not so sure",
        "why not",
        "no problem",
        "no idea, who is this",
        "not yet",
        "Yes I saw the match on the telly with my grandmother",
        "yes \u{1f644}",
        "it was a lovely game",
        "That's a good one.",
        "I don't know what you mean",
        "don't worry about it",
        "I can't see the board",
        "I wish it was",
        "thank you",
        "Ja, aber erst morgen",
        "Ja, wenn du angreifst",
        "na ja",
        "Ja, men ikke nu",
        "yes\nbut only if you take the king",
        "yes\nnot now",
        "",
        "yes, if that is unrated",
        "yes, if that means an unrated game",
        "yes if you mean carl",
        "yes if that means a game against carl",
        "ja, wenn das Wetter sch\u{f6}n ist",
        "ja, hvis det er i morgen",
    ];
    assert_eq!(misread(&lines, "challenge ann bob brandubh", Gravity::Light, None), [""; 0]);
    let lines = [
        "Yes I saw that",
        "yes my brother too",
        "yes good move from you",
        "yes\nno",
        "yes that is the one, I would rather go to d7",
        "Yes. Let me sleep on it for one night.",
        "Yes, that is the one. Would you play that as well?",
        "Yes, please do. Or is it better to go the other way",
    ];
    assert_eq!(misread(&lines, "move 1 #5 d4-d6", Gravity::Move, None), [""; 0]);
    let lines = [
        "Certainly.",
        "that's it",
        "lol yes a draw it is",
        "go on",
        "a draw",
        "yes, a draw would be dull",
        "Yes, a draw! As if.",
        "Yes, a draw. Nice try.",
        "Yes, a draw! It was a lovely evening with you.",
        "Yes, a draw. What a game! Ann, are you mad? I am winning.",
        "\"Yes, a draw. Good game.\" That is what you hope for.",
        "Yes, a draw. Thank you! Kidding.",
        "I never said I decline the draw",
        "Yes, a draw. When hell freezes over, perhaps.",
        "yes draw. and i am the king of france",
        "Yes, a draw. My little brother typed that.",
        "Ja, Remis. Frag mich das morgen nochmal.",
        "Yes, a draw. As long as it counts as a win.",
        "Yes, a draw. Is that what you want to hear?",
        "yes draw. signed timmy age 6, daddy ignore that",
        "Yes, a draw. In the other game I mean, with Carl.",
        "Yes, a draw. Good joke, dear Ann, now make your move.",
        "Yes, a draw. Ask me again on Monday morning.",
        "Ja, Remis. Das h\u{e4}ttest du wohl gern, meine Liebe.",
        "yes, good point",
        "Yes, it was a draw!",
        "Sure, half of it is true",
        "yes draw. you wish",
        "Yes, a draw. In your dreams, my friend.",
        "Yes, a draw... that is what you would like.",
        "yes draw. but let me think about it first",
        "yes draw. let me think about it first",
        "Ja, Remis. Moment, ich schaue noch einmal nach.",
        "Yes, a draw. No, wait, I want to look again.",
        "Ja, Remis. Das glaubst du doch selbst nicht.",
        "yes, a draw, said the fox to the hen",
        "draw. good game ann, another one soon",
        "yes play on",
    ];
    assert_eq!(misread(&lines, "bob brandubh", Gravity::Draw, None), [""; 0]);
    let lines = [
        "yup go on",
        "yes do resign for me",
        "yes",
        "Yes, I do. In a year.",
        "Yes. Never!",
        "Yes I do. As if",
        "Yes, I do. Bye! Kidding.",
        "Yes. Thanks. Later!",
        "Suits me",
        "fine by me",
    ];
    assert_eq!(misread(&lines, "resign 1", Gravity::Heavy, None), [""; 0]);
    let lines = ["Yes, I do. Bye for now!", "Yes please. Good game, Bob!", "Ja. Gutes Spiel, bis bald!"];
    assert_eq!(misread(&lines, "resign 1", Gravity::Heavy, Some(true)), [""; 0]);
    let lines = [
        "Yes I saw the match!",
        "no, take it back yourself",
        "I take that back.",
        "No problem, I take that back.",
        "no worries, I would never take it back",
        "No worries! In my other game you may take it back",
        "no problem for me, but I think you can take it back next time",
        "perfect, take it back to the shop",
        "ok he can try",
        "Ja, kann passieren.",
        "Sure, happens to everyone.",
        "It's only a game, yes.",
        "sure, he may ask",
        "no worries, she can wait",
        "I'm sorry for what I said, I take it back",
        "I would like to take that back too",
        "you may well ask",
        "so you can",
        "Yes of course, says my son, he is typing this",
        "Of course you may, Bob, one good turn deserves another.",
        "if you take it back",
        "Yes. Thanks! Psych.",
        "Sure. And I am the Queen of Sheba on holiday.",
        "Yes. In the other one with Carl, on holiday in Spain.",
        "I was not asked",
        "let's play on",
        "yes, it was a nice evening",
        "that's it",
    ];
    assert_eq!(misread(&lines, "bob brandubh", Gravity::Theirs, None), [""; 0]);
    let lines = ["yes, let's play on", "Yes I want to play", "ja, spielen wir weiter", "ja, lad os spille"];
    assert_eq!(misread(&lines, "draw 1", Gravity::Light, None), [""; 0]);
}

#[test]
fn somebody_says_that_it_was_them() {
    let is = |text: &str| says_it_was_me(&words_of(text), str::to_owned);
    for text in ["that was indeed me", "it was me", "yes that was really me!", "das war wirklich ich", "det var mig"] {
        assert!(is(text), "{text}");
    }
    for text in ["that was not me", "was that me", "it was mean", "that was my brother, not me"] {
        assert!(!is(text), "{text}");
    }
}

#[test]
fn thanks_and_excuses_leave_a_yes_one() {
    let asked =
        |gravity| AskedLine { line: "move 1 a4-a3", gravity, challenges: false, asks_another: false, does: Does::Else };
    let is_yes = |said: &str, gravity| answer_in_a_sentence(said, &asked(gravity)).map(|(yes, _)| yes);
    for said in [
        "Yes, that is right, thank you for checking my sums",
        "Yes please, thank you dear",
        "Yes, please do, sorry for the muddle",
        "Yes please, and sorry to keep everyone waiting",
        "Ja, genau, danke f\u{fc}rs Nachfragen",
        "Ja, und entschuldige das Durcheinander",
        "Ja tak, undskyld for ventetiden",
    ] {
        assert_eq!(is_yes(said, Gravity::Move), Some(true), "{said}");
        assert_eq!(is_yes(said, Gravity::Heavy), None, "{said}");
    }
    for said in [
        "Yes, sorry wrong move",
        "Yes, sorry for the wrong move",
        "Yes, thanks but no thanks",
        "Yes, sorry, no",
        "Yes, thank you for not asking again",
        "Yes, sorry, d1-c1 I mean",
        "Yes, sorry to say I never would",
    ] {
        assert_eq!(is_yes(said, Gravity::Move), None, "{said}");
    }
}

#[test]
fn a_no_that_is_set_off_declines_a_draw() {
    let asked = AskedLine {
        line: "ann brandubh",
        gravity: Gravity::Draw,
        challenges: false,
        asks_another: false,
        does: Does::Else,
    };
    let answer = |said: &str| answer_in_a_sentence(said, &asked).map(|(yes, _)| yes);
    for said in [
        "No thanks, I fancy my chances",
        "No thank you, I shall fight on",
        "Lieber nicht, ich will noch gewinnen",
        "Nein, noch steht mein K\u{f6}nig gut",
        "Nej tak, jeg vil vinde",
    ] {
        assert_eq!(answer(said), Some(false), "{said}");
    }
    for said in [
        "No objections",
        "No, no objections",
        "No, I don't mind a draw",
        "No, why not",
        "Not bad, a draw is fine",
        "No reason to refuse, a draw it is",
        "Nein, ich habe nichts dagegen",
        "No? Well, a draw then",
    ] {
        assert_ne!(answer(said), Some(false), "{said}");
    }
}
