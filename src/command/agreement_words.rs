//! The words and phrases in which people say yes or no, each language by itself: a word may say yes in one and something else in another.

/// A phrase with free places: `I gladly accept Tom's kind invitation`, `ich nehme die Einladung gern an`.
pub(super) struct Frame {
    /// How it begins.
    pub begins: &'static [&'static str],
    /// Words that may follow.
    pub may: &'static [&'static str],
    /// The same, and with one of them it is only a yes to a challenge.
    pub challenge: &'static [&'static str],
    /// How it must end. If it is empty, it may end after any word.
    pub ends: &'static str,
}

/// What people write in one language.
pub(super) struct Words {
    /// A yes, whatever was asked.
    pub yes: &'static [&'static str],
    /// A yes to a challenge. Where a draw is offered, `let's play` says the opposite.
    pub play: &'static [&'static str],
    /// A yes to a line that we have shown.
    pub act: &'static [&'static str],
    /// What may be a yes, or only a kind word.
    pub weak: &'static [&'static str],
    /// Phrases with free places, all of which say yes.
    pub frames: &'static [Frame],
    /// A no.
    pub no: &'static [&'static str],
    /// What may stand beside either and changes nothing.
    pub polite: &'static [&'static str],
    /// The same, but not where something grave is asked: who laughs may be joking.
    pub chatty: &'static [&'static str],
}

/// Words that mean the same as a written yes, whatever was asked.
pub(super) const CLEAR_YES: [&str; 8] = ["yep", "yeah", "yup", "jep", "jap", "jawohl", "jada", "jup"];

#[rustfmt::skip]
pub(super) const LANGUAGES: [Words; 3] = [
    Words {
        yes: &[
            "yes", "yep", "yeah", "hell yeah", "hell yes", "yes yes", "sure thing", "sure why not", "of course i want to", "of course i do", "yes i do", "yes i want to", "yea", "ye", "yeh", "yup", "aye", "ok", "okay", "okey", "sure", "of course", "certainly", "absolutely",
            "definitely", "exactly", "correct", "alright", "all right", "gladly", "with pleasure", "please do", "i do", "i did",
            "i would", "i'd love to", "i would love to", "i'd like that", "i would like that", "that's right", "thats right",
            "that is right", "that's correct", "thats correct", "that is correct", "that's what i want", "thats what i want",
            "that's what i meant", "thats what i meant", "that is what i meant", "i want that", "i meant it", "i meant that",
            "i mean it", "i mean that", "accepted", "i accept", "i accept it", "accept it is", "i agree", "agreed", "confirmed",
            "i confirm", "deal", "that was me", "that's me", "thats me", "indeed", "very well", "yes sir", "yessir", "that is what i mean",
            "that's what i mean", "thats what i mean", "that is what i want", "it is", "happily",
        ],
        play: &[
            "k", "ya", "sounds good", "sounds great", "sounds fun", "go ahead", "go for it", "lets go", "let's go", "lets play",
            "let's play", "lets do it", "let's do it", "lets do this", "let's do this", "bring it on", "i'm in", "im in", "i am in",
            "count me in", "i'm ready", "i am ready", "game on", "lets start", "let's start", "lets begin", "let's begin",
        ],
        act: &[
            "do it", "do that", "do so", "send it", "send that", "send them", "send these", "send this", "send", "send em", "send my words",
            "send the words", "pass it on", "pass them on", "make it", "make the move", "make that move", "make this move",
            "that's my move", "thats my move", "that is my move", "go ahead", "please do it", "please do that", "please do so", "do this",
            "please send it", "please send them",
        ],
        frames: &[Frame {
            begins: &[
                "i accept", "i gladly accept", "i happily accept", "i do accept", "i would accept", "i will accept", "i'll accept", "ill accept",
                "i would like to accept", "i should like to accept", "i'd like to accept", "id like to accept", "i'd love to accept",
                "i would love to accept", "i want to accept", "i am happy to accept", "i'm happy to accept", "im happy to accept",
                "i am glad to accept", "i'm glad to accept", "happy to accept", "glad to accept", "i'd be happy to accept",
                "i would be happy to accept", "i would gladly accept", "i hereby accept", "gladly accepted",
            ],
            may: &[
                "gladly", "happily", "it", "this", "that", "the", "your", "his", "her", "their", "kind", "offer", "proposal", "draw", "request",
                "with", "pleasure",
            ],
            challenge: &["invitation", "invite", "challenge", "game", "match"],
            ends: "",
        }],
        weak: &["fine", "perfect", "great", "cool", "nice", "why not", "no problem", "no prob", "no probs", "no worries", "if you like", "np", "all good", "fair enough"],
        no: &[
            "no", "nope", "nah", "no way", "never", "rather not", "i'd rather not", "i would rather not", "better not", "not now",
            "not today", "not this time", "don't do it", "dont do it", "do not do it", "don't send it", "dont send it",
            "do not send it", "don't send them", "do not send them", "i don't", "i dont", "i do not", "i don't want to",
            "i dont want to", "i do not want to", "i don't want that", "i refuse", "no thanks", "no thank you", "no deal",
            "of course not", "certainly not", "absolutely not", "definitely not",
        ],
        polite: &[
            "please", "pls", "plz", "thanks", "thank you", "thx", "then", "very much", "a lot", "to him", "to her", "to them", "for me", "sorry",
            "my friend", "and", "for sure", "good luck",
        ],
        chatty: &[
            "so", "well", "oh", "ah", "haha", "hehe", "lol", "hi", "hello", "hey", "now", "bro", "dude", "mate", "really", "totally",
            "have fun", "how nice", "how lovely", "how kind", "how wonderful", "that's nice", "thats nice", "that is nice", "that's kind",
            "that is very kind", "that's very kind", "that is kind of you", "what a nice idea", "what a good idea", "good idea",
            "nice to meet you", "nice to hear from you", "thank you for the invitation", "thanks for the invitation",
            "thank you for your invitation", "thanks for your invitation", "thank you for inviting me", "thanks for inviting me",
            "thanks for the invite", "thank you for the challenge", "thanks for the challenge", "thanks for asking", "thank you for asking",
            "thank you so much", "thanks so much", "thank you kindly", "so much", "that is very clear", "that's very clear", "very clear",
            "that is clear", "that's clear", "got it", "i see", "understood", "that helps", "that helps a lot", "that is helpful", "very helpful",
            "very kind", "very kind of you", "that was quick", "delightful", "lovely", "splendid", "wonderful", "marvellous", "how very kind",
            "good morning", "good evening", "good afternoon", "good day", "i am delighted", "i'm delighted", "i'd be delighted", "delighted",
        ],
    },
    Words {
        yes: &[
            "ja", "jawohl", "jep", "jap", "jo", "ok", "okay", "klar", "na klar", "natürlich", "sicher", "gerne", "gern", "sehr gern",
            "sehr gerne", "genau", "richtig", "stimmt", "das stimmt", "das ist richtig", "ganz genau", "in ordnung", "einverstanden",
            "jaja", "jau", "joa", "jup", "jawoll", "aber ja", "ja doch", "genau das", "genau so", "das will ich", "das möchte ich",
            "das ist gemeint", "das habe ich gemeint", "das war gemeint", "abgemacht", "angenommen", "ich nehme an", "das meine ich", "das meinte ich", "so ist es", "bitte ja", "aber gern",
            "aber gerne", "das war ich", "na sicher", "logo", "auf jeden fall", "unbedingt", "selbstverständlich", "ja klar",
        ],
        play: &[
            "los geht's", "los gehts", "los geht es", "auf geht's", "auf gehts", "bin dabei", "ich bin dabei", "spielen wir",
            "machen wir", "fangen wir an", "passt", "das passt",
        ],
        act: &[
            "mach", "mach ruhig", "bitte mach das", "mach das", "mach es", "bitte machen", "machen", "machs", "mach's", "mach mal", "tu das", "schick es", "schick das", "schick sie", "schick es ab",
            "abschicken", "senden", "sende es",
        ],
        frames: &[
            Frame {
                begins: &["ich nehme", "nehme", "gern nehme ich", "gerne nehme ich", "dann nehme ich"],
                may: &[
                    "gern", "gerne", "sehr", "mit", "freude", "freuden", "vergnügen", "dankend", "das", "dein", "ihr", "euer", "angebot", "die",
                    "deine", "ihre", "eure", "remis", "es", "den", "vorschlag",
                ],
                challenge: &["einladung", "herausforderung", "partie", "spiel"],
                ends: "an",
            },
            Frame {
                begins: &[
                    "ich würde gern", "ich würde gerne", "ich möchte", "ich möchte gern", "ich möchte gerne", "ich will",
                ],
                may: &[
                    "gern", "gerne", "sehr", "das", "dein", "ihr", "euer", "angebot", "die", "deine", "ihre", "eure", "remis", "es", "den", "vorschlag",
                ],
                challenge: &["einladung", "herausforderung", "partie", "spiel"],
                ends: "annehmen",
            },
        ],
        weak: &["warum nicht", "meinetwegen", "von mir aus", "kein problem", "perfekt", "super", "prima", "fein", "gut"],
        no: &[
            "nein", "ne", "nee", "nö", "noe", "lieber nicht", "besser nicht", "auf keinen fall", "nein danke", "jetzt nicht",
            "heute nicht", "nicht senden", "nicht schicken", "mach das nicht", "ich lehne ab", "abgelehnt", "kein interesse",
            "niemals", "natürlich nicht", "sicher nicht", "auf gar keinen fall",
        ],
        polite: &["bitte", "bitte sehr", "danke", "danke sehr", "danke schön", "vielen dank", "dann", "leider", "sorry", "viel glück", "viel spaß", "und"],
        chatty: &[
            "wie schön", "wie nett", "das ist nett", "das ist ja nett", "das freut mich", "das freut mich sehr", "freut mich", "freut mich sehr", "das ist sehr nett", "sehr nett", "schön", "gute idee",
            "verstanden", "alles klar", "das hilft", "sehr hilfreich", "guten morgen", "guten tag", "guten abend", "danke für die einladung", "vielen dank für die einladung", "danke für die herausforderung", "also", "haha", "hehe", "lol", "hallo", "hi", "moin", "servus", "mal", "so",
        ],
    },
    Words {
        yes: &[
            "ja", "jo", "jep", "jada", "ok", "okay", "okej", "selvfølgelig", "naturligvis", "gerne", "meget gerne", "klart", "netop",
            "præcis", "rigtigt", "det er rigtigt", "det stemmer", "i orden", "det er i orden", "aftale", "det er en aftale", "enig",
            "jeg er enig", "accepteret", "jeg accepterer", "det mente jeg", "det mener jeg", "med glæde", "med fornøjelse", "jatak", "jaja", "jo da", "ja da",
            "det er det", "det er det jeg mener", "det vil jeg", "det vil jeg gerne", "det var mig", "det siger jeg ja til", "siger jeg ja til", "jeg siger ja", "jeg siger ja tak",
        ],
        play: &["så kører vi", "lad os spille", "lad os komme i gang", "jeg er med", "er med", "lad os begynde", "helt fint"],
        act: &["gør det", "gør det bare", "bare gør det", "gør du det", "send det", "send dem", "send den", "bare send", "det er mit træk"],
        frames: &[Frame {
            begins: &[
                "jeg accepterer", "jeg accepterer gerne", "jeg vil gerne acceptere", "jeg vil acceptere", "jeg siger ja til", "jeg tager imod",
                "jeg tager gerne imod", "jeg vil gerne tage imod", "jeg vil gerne sige ja til",
            ],
            may: &[
                "gerne", "meget", "med", "glæde", "fornøjelse", "det", "din", "dit", "den", "tilbud", "tilbuddet", "remis",
            ],
            challenge: &["invitation", "invitationen", "udfordring", "udfordringen", "spil", "spillet", "parti", "partiet"],
            ends: "",
        }],
        weak: &["hvorfor ikke", "perfekt", "super", "fint", "for min skyld", "intet problem"],
        no: &[
            "nej", "næ", "næh", "niks", "helst ikke", "hellere ikke", "nej tak", "ikke nu", "ikke i dag", "send det ikke",
            "send dem ikke", "gør det ikke", "jeg afslår", "afslået", "aldrig", "selvfølgelig ikke", "naturligvis ikke",
        ],
        polite: &["tak", "mange tak", "tusind tak", "så", "da", "venligst", "desværre", "undskyld", "held og lykke", "god fornøjelse", "og"],
        chatty: &[
            "haha", "hehe", "lol", "hej", "hejsa", "bare", "jamen", "det glæder mig", "det glæder mig meget", "hvor hyggeligt", "hvor rart", "hvor dejligt", "god idé", "det lyder godt",
            "forstået", "det hjælper", "godmorgen", "goddag", "godaften", "tak for invitationen", "tak for udfordringen",
        ],
    },
];
