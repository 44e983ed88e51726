//! What joins, what refuses, and what leaves it open, as people write it.

use crate::command::joining::*;

#[test]
fn the_file_can_be_read() {
    let sections: BTreeMap<String, Section> = toml::from_str(FILE).unwrap();
    assert!(sections.keys().eq(["da", "de", "en"]));
}

fn check(texts: &[&str], expected: Joining) {
    let wrong: Vec<_> = texts.iter().filter(|text| joining(text) != expected).collect();
    assert!(wrong.is_empty(), "not {expected:?}: {wrong:#?}");
}

#[test]
fn who_wants_to_join_joins() {
    check(
        &[
            "ya",
            "jo",
            "yes",
            "ok",
            "k",
            "Yes please!",
            "Guilty as charged. Does membership come with a horned helmet or do I bring my own?",
            "I have read the paragraph about passwords twice and conclude that I can manage without one. So please consider me enrolled.\n\nNora W.",
            "Count me in! But put me in the book as captaindad, please. I was promised that I would never be a captain of anything.",
            "can i be called nozza instead, theres already a nora in like every group chat im in",
            "Go on then.",
            "Yes full stop I would like to join please full stop my grandson says it is very good for the brain",
            "You may sign me up, I can't wait.",
            "I hereby confirm my registration.",
            "Sounds fun!",
            "why not",
            "I have never played, but I'd like to give it a go",
            "I would be honoured to become a member of your club.",
            "I've never been a member of anything. Sign me up!",
            "Can I join?",
            "Yep thats me. Parked up near Carlisle for the night so go ahead and put me down",
            "Yes please. I will read the rules tonight.",
            "Yes! How do I start?",
            "That'll be me. No password please, and don't laugh at my moves.",
            "bring it on",
            "\u{1f44d}",
            "Sehr geehrte Damen und Herren,\nhiermit best\u{e4}tige ich meine Anmeldung. Ein Passwort ben\u{f6}tige ich nicht.",
            "Freilich war i des, wer denn sonst, mei Katz? Nehmts mi auf!",
            "Geht das auch auf Deutsch? Mitmachen will ich aber auf jeden Fall.",
            "Gerne, bitte tragen Sie mich ein.\n\nEine Frage h\u{e4}tte ich noch: Wer bekommt meine Mailadresse zu sehen?",
            "Schreibts mi als zenzi ei, so hoa\u{df}t mei Dackel.\nPfiat eich",
            "Ich w\u{fc}rde gern mitspielen",
            "Ich wuerde gerne teilnehmen.",
            "klingt super, bin gespannt!",
            "na logo",
            "Basst scho.",
            "Jeg vil meget gerne v\u{e6}re med",
            "Skriv mig bare p\u{e5} listen, tak",
            "Hermed bekr\u{e6}fter jeg min tilmelding.",
            "Det lyder sjovt!",
            "Det er mig. Skal jeg bruge en adgangskode?",
        ],
        Joining::Joins,
    );
}

#[test]
fn who_does_not_want_to_join_refuses() {
    check(
        &[
            "no",
            "No thanks.",
            "Wasnt me mate, wrong adress. Leave me out of it",
            "I have three children with access to this laptop. After a lengthy interrogation nobody has confessed. Please forget we exist.",
            "I didn't sign up for anything",
            "please do not sign me up",
            "Not interested, ta.",
            "My grandson must have registered my address as a joke. Please delete it, and remove me from your list.",
            "that was indeed not me",
            "unsubscribe",
            "Could you take me off your list?",
            "I have changed my mind",
            "I do not want to join",
            "Das muss ein Irrtum sein. Vermutlich hat mein Enkel sich einen Scherz erlaubt. Ich habe mich nirgends angemeldet.",
            "Ui, des war mei Mann, der Schlawiner, der hat mein Laptop offen stehn sehn. I mog ned mitspuin, dangschee.",
            "Ich m\u{f6}chte nicht mitspielen.",
            "nein danke",
            "Bitte l\u{f6}schen Sie meine Adresse.",
            "Det var ikke mig, der skrev",
            "Nej tak, ellers tak",
            "Jeg \u{f8}nsker ikke at v\u{e6}re med. Slet min adresse.",
        ],
        Joining::Refuses,
    );
}

#[test]
fn questions_and_what_is_put_off_leave_it_open() {
    check(
        &[
            "",
            "Thanks",
            "Tak!",
            "ok?",
            "That was me?",
            "Who are you?",
            "yes\nno",
            "yes. I did not ask for this",
            "I would like to join. No, wait.",
            "Yes, but not yet",
            "Before I commit myself, might I ask whether there is a subscription?",
            "wait do i need an app for this or is it literally just emails",
            "I find myself in two minds. Could you keep my place until the weekend?",
            "Will other people see my email if I join? Last thing I need is more spam about tyres",
            "How can I delete my account later?",
            "I would like to know who sees my address.",
            "do i have to pay for this",
            "I am out of the office until Monday.",
            "Your request has been received. A member of our staff will register it.",
            "Was kostet das eigentlich? Und muss ich jeden Tag spielen? Bevor ich das nicht wei\u{df}, unterschreibe ich nichts.",
            "h\u{e4} was ist hnefatafl? is das sowas wie schach?\nfelix meinte nur ich soll da mal hinschreiben",
            "Guten Abend, braucht man denn nun ein Passwort oder nicht? Ich habe den Absatz dreimal gelesen.",
            "Moment bitte, ich sitze gerade im Elternabend und lese das heute Nacht in Ruhe.",
            "Da hat jemand meinen Rechner benutzt.",
            "Englisch kann ich nicht. Was muss ich jetzt machen?",
            "Hvad koster det?",
            "Jeg l\u{e6}ser det i aften",
        ],
        Joining::Open,
    );
}

#[test]
fn a_first_sentence_that_says_yes_decides() {
    for text in [
        "yes thats me. jamie is fine. but hang on i didnt ask for a game, forget that 11x11 thing pls",
        "Yes. Could you wait until I have asked my aunt about the game?",
        "Ja. Aber warten Sie mit der Partie noch.",
    ] {
        assert_eq!(joining(text), Joining::Joins, "{text}");
    }
    for text in ["Yes. No wait, that was not me.", "yes, but not yet", "Yes. Wrong address, sorry."] {
        assert_ne!(joining(text), Joining::Joins, "{text}");
    }
}
