//! What people wish for in whole sentences.

use super::*;

fn wished(text: &str) -> Option<String> {
    let catalogue = Catalogue::embedded().unwrap();
    wish(text, false, &catalogue).map(|wish| wish.to_string())
}

#[test]
fn a_move_back_is_asked_for_by_its_author_in_clear_words() {
    for text in [
        "argh fat thumb, can i take that back pls",
        "Oh no, can I take that back please? I wanted d1-b1!",
        "oh no fat thumbs. meant f6 not e6. moira can i have that one back?",
        "mist vertippt, kann ich den zug zurücknehmen?",
        "oh nee vertippt sorry, kann ich den nochmal zurück nehmen? wollte d5 d6",
        "zug zurücknehmen bitte",
        "ah bugger fat thumbs i meant e1. can i have that back nora",
        "nee, ich will den letzten zug zurücknehmen",
        "Tom, could I have that one back, if you have not looked at it yet?",
        "Oh bother, I left the row open. Pete, would you mind if I took that last move back?",
        "må jeg få mit sidste træk tilbage",
        "må jeg få d1-c1 tilbage?",
    ] {
        assert!(begs_for_a_move_back(text), "{text}");
    }
    for text in [
        "lol bet you'd like to take that back",
        "Did you want to take that move back?",
        "If I had seen it I would take that back",
        "you can't take that back!",
        "lend me your book, I will let you have it back",
        "Is it ok if I take that one back to Leeds on Sunday?",
        "Would you mind if I took that back to the library?",
        "ich will den letzten Zug zurück nach Köln nehmen, schreibe später",
        "bitte den letzten zug zurück zeigen",
        "Whose turn is it? Oh dear, I moved the wrong piece",
        "Can I ask whose turn it is? That move was wrong of me.",
        "",
    ] {
        assert!(!begs_for_a_move_back(text), "{text}");
    }
}

#[test]
fn one_wish_is_found_and_a_denied_one_is_not() {
    assert_eq!(wished("maja, how about we call it a draw").as_deref(), Some("draw"));
    assert_eq!(wished("Oh no, can I take that\nback please? I wanted f4-f2!").as_deref(), Some("undo"));
    assert_eq!(wished("Hm. Whose turn is it?").as_deref(), Some("show"));
    assert_eq!(wished("I did not understand how I catch the king.").as_deref(), Some("rules"));
    assert_eq!(wished("I do not want to call it a draw"), None);
    assert_eq!(wished("Call it a draw? Or I give up?"), None);
    assert_eq!(wished("Can you help me? Whose turn is it?").as_deref(), Some("show"));
    assert_eq!(wished("a\n\ndraw"), None);
    // The page of all commands is no answer where there is a better one.
    let on_board = wish("How long has she to answer before the game is lost?", true, &Catalogue::embedded().unwrap());
    assert_eq!(on_board.map(|wish| wish.to_string()).as_deref(), Some("help clocks"));
    assert_eq!(wished(&format!("{} call it a draw", "word ".repeat(2_000))), None);
    assert_eq!(wished(""), None);
}

#[test]
fn a_game_and_a_player_are_named_in_a_wish() {
    for (text, line) in [
        ("Thank you! I would like to play Brandubh with jonas.", "brandubh challenge me jonas"),
        ("cool. id like to play brandubh (7x7) with maja", "brandubh challenge me maja"),
        ("Ich will gegen bob spielen", "hnefatafl challenge me bob"),
        ("I want to play against bob please", "hnefatafl challenge me bob"),
        (
            "My friend Tom Whitlock, tom.whitlock@mail.example, is joining too, and I would love a game of brandubh against him.",
            "brandubh challenge me tom",
        ),
        (
            "My friend Tom Whitlock will be along. Could you invite him to a game of brandubh with me, or tell him I am waiting?",
            "brandubh challenge me tom",
        ),
        ("The person I want to play is Tom Whitlock.", "hnefatafl challenge me tom"),
        ("dann lad einfach alle ein, die brandubh spielen wollen", "seek brandubh"),
        ("I would play brandubh against anyone", "seek brandubh"),
        (
            "meine tante hat mir davon erz\u{e4}hlt. w\u{fc}rd gern gegen sie brandubh spielen, ida voss, ida.voss@mail.example. geht das?",
            "brandubh challenge me ida",
        ),
        ("ich wollte nur brandubh, das normale. gegen ida.voss@mail.example", "brandubh challenge me ida"),
        ("Mein Neffe Jonas macht mit. Ich möchte gern gegen ihn Brandubh spielen.", "brandubh challenge me jonas"),
        ("play Brandubh against my friend Tom", "brandubh challenge me tom"),
        ("can i play brandubh against my friend eva?", "brandubh challenge me eva"),
        ("I would very much like to play a game of Brandubh with my old friend Tom.", "brandubh challenge me tom"),
        ("Hello, I'd like to play tafl with my friend Tom", "hnefatafl challenge me tom"),
        ("Ich würde sehr gern Brandubh gegen meinen Freund Tom spielen.", "brandubh challenge me tom"),
        ("Jeg vil gerne spille Brandubh mod min ven Tom", "brandubh challenge me tom"),
        ("cool can i play margaret? the small one, 7x7", "brandubh challenge me margaret"),
        ("wanna play brandubh w margaret", "brandubh challenge me margaret"),
        ("brandubh with margaret please", "brandubh challenge me margaret"),
        ("How does one capture the king in Brandubh?", "rules brandubh"),
        ("ok how do i move", "help move"),
        ("I am afraid I do not quite understand how the king is captured.", "rules"),
        ("How does one capture the king?", "rules"),
        ("how do i challenge someone", "help challenge"),
        ("How do I challenge bob?", "help challenge"),
        ("how exactly do i capture", "rules"),
        ("wer ist denn alles da?", "players"),
        ("hvem er med i klubben", "players"),
        ("kannst du auch deutsch?", "set language de"),
        ("Who plays here, please?", "players"),
        ("who is there?", "players"),
        ("Wer spielt hier?", "players"),
        ("Hvem spiller her?", "players"),
        ("Which games are there?", "variants"),
        ("Which games am I playing?", "games active"),
        ("Who has the best rating?", "ratings"),
        ("Are there any open challenges?", "seeks"),
    ] {
        assert_eq!(wished(text).as_deref(), Some(line), "{text}");
    }
    for text in
        ["I like to play with you", "I do not want to play with bob", "play brandubh (9x9) with maja", "with pleasure"]
    {
        assert_eq!(wished(text), None, "{text}");
    }
}

#[test]
fn words_that_name_a_player_are_a_challenge() {
    let catalogue = Catalogue::embedded().unwrap();
    let named = BTreeSet::from(["bob".to_owned(), "eva".to_owned()]);
    let said = |context: Context, text: &str| {
        let situation = Situation {
            context,
            named: &named,
            opponent: Some("tom"),
            only_phrases: false,
            to_club: false,
            waits: false,
        };
        let Wishes { wants, looks, .. } = wishes(text, &situation, &catalogue);
        let line = |commands: &[Command]| commands.iter().map(Command::to_string).collect::<Vec<_>>().join(", ");
        [line(&wants), line(&looks)]
    };
    for (text, want, look) in [
        // No word of it says that a game is wanted.
        ("Tell Bob to sharpen his axe. He is a fine man.", "", ""),
        ("Eva told me about this place and I thought I'd see what it is like to play", "", ""),
        ("I met bob at the market and he showed me his new board", "", ""),
        ("bob", "hnefatafl challenge me bob", ""),
        ("Bob is here! Then may I challenge him to a game of Brandubh?", "brandubh challenge me bob", ""),
        ("Super, der Bob ist ja da! Ich m\u{f6}chte ihn gern herausfordern.", "hnefatafl challenge me bob", ""),
        ("Could you let Bob know I'd like a game of Brandubh?", "brandubh challenge me bob", ""),
        ("Bob told me that his sister Eva plays. I would like to play with her.", "", ""),
        ("My friend Kai told me about this club. I thought I'd see what it is like to play.", "", ""),
        ("i wanna play brandubh against eva / whats the rules btw?", "brandubh challenge me eva", "rules brandubh"),
        ("I would like to challenge Eva. Could you send me the rules?", "hnefatafl challenge me eva", "rules"),
        ("Has Bob arrived yet?", "", "players"),
        ("I do not want to play with bob", "", ""),
        ("Bob or Eva?", "", ""),
        (
            "Ist Ida schon dabei? Dann w\u{fc}rd ich sie gern zu Brandubh herausfordern",
            "brandubh challenge me ida",
            "show ida active",
        ),
    ] {
        assert_eq!(said(Context::Outside, text), [want, look], "{text}");
    }
    for (text, want, look) in [
        ("Is it me to move or Tom?", "", "show"),
        ("Has Tom moved? I wonder", "", "show"),
        ("Oh dear, wrong square. Could I have my move back please?", "undo", ""),
        ("I can capture your king next time", "", ""),
        ("may the king jump over another piece", "", "rules"),
        ("No draw today, thank you", "", ""),
        ("Shall we call this second one a draw and leave it there?", "draw", ""),
        ("Bob says hello", "", ""),
    ] {
        assert_eq!(said(Context::Board, text), [want, look], "{text}");
    }
    assert_eq!(said(Context::Ended, "Same again please"), ["rematch", ""]);
    assert_eq!(said(Context::Asked, "hell yeah. prepare to lose"), ["accept", ""]);
    assert_eq!(said(Context::Asked, "I am too busy right now"), ["decline", ""]);
}

#[test]
fn a_stranger_wishes_to_join_and_more() {
    let catalogue = Catalogue::embedded().unwrap();
    for (text, lines) in [
        ("I would love to join, my name is Eva. How does one win?", "rules"),
        ("i wanna play, im tom", ""),
        ("Hello, I'd like to play tafl with my friend Tom", "hnefatafl challenge me tom"),
        ("Guten Tag, ich würde gern mitspielen. Wie gewinnt man bei Brandubh?", "rules brandubh"),
        ("Hej, jeg vil gerne være med!", ""),
        ("How can I join?", ""),
    ] {
        let wishes = first_wishes(text, &Situation::of_nobody(Context::Outside), &catalogue);
        assert_eq!((wishes.join, wishes.lines.as_str()), (true, lines), "{text}");
        let foreign = [("ich", Language::German), ("jeg", Language::Danish)];
        let spoken = foreign.into_iter().find(|(word, _)| text.split(' ').any(|said| said == *word));
        assert_eq!(wishes.language, Some(spoken.map_or(Language::English, |(_, language)| language)), "{text}");
    }
    for text in ["I do not want to play", "Who plays here?", "Cheap watches!", "Ich will nicht mitspielen", ""] {
        assert!(!first_wishes(text, &Situation::of_nobody(Context::Outside), &catalogue).join, "{text}");
    }
}

#[test]
fn only_a_short_word_forgets() {
    assert!(forgets("forget") && forgets("Please forget them.\n") && forgets("vergiss sie") && forgets("glem dem"));
    assert!(!forgets("Forget about yesterday, I was tired") && !forgets(""));
}

#[test]
fn who_will_be_challenged_challenges_nobody() {
    let words = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<_>>();
    for text in [
        "my aunt winifred says shes gonna invite me to a game",
        "meine schwester heike will mich zu ner partie brandubh einladen",
        "heike lädt mich nachher ein",
        "min tante vil udfordre mig",
    ] {
        assert!(waits_for_a_challenge(&words(text)), "{text}");
    }
    for text in ["i would like to invite winifred", "ich will heike zu einer partie einladen", "let me invite her"] {
        assert!(!waits_for_a_challenge(&words(text)), "{text}");
    }
}
