//! How people say in a sentence that they make a move: `Ok, then I'll play d1-c1, I think. Good luck!` Each language has lists of its own,
//! because a word of one may mean something else in another (`was`, `er`, `am`, `som`).
//!
//! The lists are closed, and a line counts only if one language covers all of it. So nothing stands in them that doubts a move (`perhaps`),
//! wishes it (`I would play`), tells of it (`I played`) or puts it off (`tomorrow`). What a list lacks costs a question, no more.

/// Phrases of which one stands at this place of a sentence. An empty one may be left out.
pub(in crate::command) type Slot = &'static [&'static str];

/// A sentence that says that its move is made: what stands before the move, and behind it.
pub(in crate::command) struct Sentence {
    pub(in crate::command) before: &'static [Slot],
    pub(in crate::command) behind: &'static [Slot],
}

/// The words of one language.
pub(in crate::command) struct SentenceWords {
    /// A name may follow: `Hi Bob,`.
    pub(in crate::command) greetings: &'static [&'static str],
    /// A name must follow: `Dear Bob,`, `Lieber Bob,`, because these words have other meanings.
    pub(in crate::command) addresses: &'static [&'static str],
    /// Words at the beginning that say nothing.
    pub(in crate::command) openers: &'static [&'static str],
    /// Friendly words, before the move or behind it.
    pub(in crate::command) thanks: &'static [&'static str],
    /// The sentences.
    pub(in crate::command) says: &'static [Sentence],
    /// What goes on with the sentence behind the move.
    pub(in crate::command) tails: &'static [&'static str],
    /// Friendly words only behind the move. A name may follow at the end of the line: `Best wishes, Ann`.
    pub(in crate::command) closers: &'static [&'static str],
    /// `and` before friendly words.
    pub(in crate::command) and: &'static str,
}

/// All languages.
pub(in crate::command) const LANGUAGES: &[SentenceWords] =
    &[ENGLISH, GERMAN, DANISH, DUTCH, FRENCH, SPANISH, NORWEGIAN, SWEDISH];

/// Words that deny or doubt something, or put it off. With a capital they look like names, and they stand in none of the lists.
#[rustfmt::skip]
pub(in crate::command) const DOUBTS: &[&str] = &[
    "not", "no", "nope", "nah", "never", "none", "if", "unless", "when", "maybe", "perhaps", "probably", "wait", "stop", "suppose", "imagine", "but", "or",
    "later", "soon", "tomorrow", "tonight", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday", "joke", "joking", "kidding", "wrong", "oops", "draft",
    "nein", "nicht", "nie", "wenn", "falls", "vielleicht", "aber", "oder", "moment", "warte", "quatsch", "scherz", "irrtum", "falsch", "später",
    "montag", "dienstag", "mittwoch", "donnerstag", "freitag", "samstag", "sonntag", "entwurf",
    "nej", "ikke", "aldrig", "hvis", "måske", "men", "eller", "vent", "spøg", "sjov", "forkert", "senere", "mandag", "tirsdag", "onsdag", "torsdag", "fredag", "lørdag", "søndag",
    "niet", "misschien", "als", "peut-être", "si", "demain", "mañana", "quizás", "kanskje", "kanske", "inte", "om", "morgen",
];

const fn says(before: &'static [Slot], behind: &'static [Slot]) -> Sentence {
    Sentence { before, behind }
}

#[rustfmt::skip]
const ENGLISH: SentenceWords = SentenceWords {
    greetings: &["hi", "hi there", "hello", "hello there", "hey", "hiya", "howdy", "morning", "good morning", "good afternoon", "good evening", "thanks", "thank you", "ok", "okay"],
    addresses: &["dear", "my dear"],
    openers: &[
        "ok", "okay", "okey", "k", "ok then", "okay then", "right", "right then", "alright", "alright then", "all right", "all right then", "well", "well then", "very well", "very well then",
        "fine", "here goes", "here it goes", "here we go", "here you go", "here it is", "ok here goes", "here's mine", "my turn", "my turn again", "my turn then", "sir", "dear sir", "madam", "dear madam",
    ],
    thanks: &[
        "thanks", "thanks a lot", "thanks so much", "many thanks", "thank you", "thank you very much", "thank you so much", "thank you kindly", "thx", "ty", "cheers", "thanks for the game",
        "thank you for the game", "thanks for your patience", "thank you for your patience", "thank you for waiting", "thanks for waiting", "thank you for your letter", "thank you for the letter",
        "thanks for your letter", "thanks for the reminder", "good game", "nice game", "great game", "well played", "good luck", "have fun", "sorry", "sorry for the delay", "sorry for the wait",
        "sorry about the delay", "sorry about the wait", "sorry for the late reply", "sorry for the long silence", "sorry for the silence", "sorry it took me so long", "sorry it took so long",
        "sorry for my english",
    ],
    says: &[
        says(&[
            &["", "so", "then", "so then", "now", "and so"],
            &["", "i think", "i think that", "i guess", "i suppose", "i believe", "i reckon"],
            &["", "then", "now"],
            &["i", "i'll", "ill", "i will", "i shall", "i'm going to", "im going to", "i am going to", "i'm gonna", "im gonna", "i have the honour to"],
            &["", "just", "now", "then", "simply", "hereby", "therefore", "will", "just now"],
            &[
                "play", "move", "go", "go with", "go for", "take", "choose", "pick", "make", "do", "try", "submit", "make the move", "make this move", "do the move", "play the move",
                "move my man", "move my piece", "move the piece", "move the man", "answer", "answer with", "reply", "reply with",
            ],
            &["", "from"],
        ], &[]),
        says(&[
            &["", "so", "then", "so then", "now"],
            &["i'm", "im", "i am"],
            &["", "just", "now"],
            &["playing", "moving", "going", "going with", "going for", "taking", "choosing", "moving my man", "moving my piece"],
            &["", "from"],
        ], &[]),
        says(&[&["moving", "i've decided on", "i have decided on", "i've settled on", "i have settled on"], &["", "from"]], &[]),
        says(&[
            &["", "so", "then", "and", "and so", "now"],
            &[
                "my move", "my move is", "my move's", "my move will be", "my move is from", "my moove is", "my answer", "my answer is", "my reply", "my reply is", "here is my move",
                "here's my move", "heres my move", "here comes my move", "this is my move", "hereby my move",
            ],
            &["", "from"],
        ], &[]),
        says(&[&["", "so", "then"], &["let's", "lets"], &["do", "go", "go with", "go for", "play", "make it"]], &[]),
        says(&[
            &["please", "pls", "plz"],
            &["", "just"],
            &["play", "move", "make", "do", "take", "put", "enter", "make the move", "play the move", "make my move", "enter my move"],
            &["", "my man", "my piece", "the man", "the piece", "my stone"],
            &["", "from", "on"],
        ], &[]),
        says(&[
            &["play", "move", "make", "make the move", "play the move"],
            &["", "my man", "my piece", "the man", "the piece"],
            &["", "from", "on"],
        ], &[&["", "for me"], &["please", "pls", "plz"]]),
        says(&[&["move"], &["my man", "my piece"], &["from", "on"]], &[]),
        says(&[
            &["i'd like to", "i would like to", "i should like to"],
            &["play", "move", "go", "move my man", "move my piece"],
            &["", "from"],
        ], &[&["please", "pls", "plz"]]),
        says(&[&["please", "pls", "plz"], &["", "from"]], &[]),
        says(&[&["from"]], &[]),
        says(&[&["", "so", "then"]], &[&["it is", "it is then", "then"]]),
        says(&[], &[&["is my move", "is my answer", "is my reply", "is what i play"]]),
        says(&[], &[]),
    ],
    tails: &["then", "please", "pls", "plz", "now", "for me", "from me", "i think", "i guess", "i suppose", "i believe", "i reckon", "this time", "thanks", "thank you"],
    closers: &[
        "your turn", "ur turn", "your move", "your go", "you're up", "over to you", "bye", "bye bye", "gtg", "gotta go", "have a nice day", "have a good day", "have a nice weekend",
        "have a good weekend", "have a good evening", "good night", "nighty night", "night night", "see you", "see you soon", "take care", "there you go", "there you are", "take that", "enjoy",
        "let's go", "lets go", "no mercy", "thanks ever so much", "best", "best wishes", "all the best", "kind regards", "best regards", "warm regards", "regards", "greetings", "love", "yours",
        "cheers", "thanks", "thank you", "good luck",
    ],
    and: "and",
};

#[rustfmt::skip]
const GERMAN: SentenceWords = SentenceWords {
    greetings: &["hi", "hallo", "hey", "moin", "moin moin", "servus", "huhu", "guten morgen", "guten tag", "guten abend", "grüß dich", "grüezi", "danke"],
    addresses: &["lieber", "liebe", "guten abend lieber", "guten abend liebe", "hallo lieber", "hallo liebe", "sehr geehrter herr", "sehr geehrte frau"],
    openers: &[
        "ok", "okay", "na gut", "also gut", "also", "na dann", "nun gut", "nun denn", "so", "jetzt aber", "alles klar", "joa", "hier", "los geht's", "los gehts", "dann los", "auf geht's",
        "ich bin dran",
    ],
    thanks: &[
        "danke", "danke dir", "danke schön", "dankeschön", "vielen dank", "besten dank", "danke für das spiel", "danke für die partie", "danke fürs warten", "danke für deine geduld",
        "danke für deinen brief", "vielen dank für deine nachricht", "danke für deine nachricht", "gut gespielt", "gutes spiel", "schönes spiel", "schöne partie", "viel glück", "viel spaß",
        "viel spass", "sorry", "entschuldigung", "entschuldige die verspätung", "entschuldige die späte antwort", "entschuldige die lange pause", "sorry für die verspätung",
        "sorry für die späte antwort", "sorry fürs warten",
    ],
    says: &[
        says(&[
            &["", "also", "so", "gut"],
            &["", "ich glaube", "ich glaub", "ich denke", "ich denk", "glaub"],
            &["ich", "i"],
            &["ziehe", "zieh", "zihe", "ziag", "spiele", "spiel", "nehme", "nehm", "mache", "mach", "setze", "setz", "rücke", "wähle", "probiere", "versuche"],
            &["", "dann", "also", "jetzt", "jetz", "nun", "hiermit", "daher", "deshalb", "einfach", "eben", "halt", "mal", "diesmal"],
            &["", "mal", "einfach", "eben", "halt", "jetzt", "also", "es mit", "zug", "den zug", "meinen stein"],
            &["", "von"],
        ], &[]),
        says(&[
            &["dann", "also", "so", "nun", "jetzt", "hiermit", "daher", "diesmal", "gut dann", "na dann", "und nun", "und jetzt"],
            &["ziehe", "zieh", "spiele", "spiel", "nehme", "nehm", "mache", "mach", "setze", "setz", "rücke", "wähle", "probiere", "versuche"],
            &["ich"],
            &["", "mal", "also", "jetzt", "nun", "einfach", "eben", "halt", "hiermit", "es mit"],
            &["", "mal", "von"],
            &["", "von"],
        ], &[]),
        says(&[
            &["ich werde", "ich werd", "dann werde ich", "also werde ich", "ich denke ich werde", "ich glaube ich werde"],
            &["", "dann", "jetzt", "nun", "mal", "also"],
            &["", "von"],
        ], &[&["ziehen", "spielen", "nehmen", "machen", "setzen"]]),
        says(&[&["ich möchte", "ich will"], &["bitte"], &["", "von"]], &[&["ziehen", "spielen", "setzen"]]),
        says(&[&["ich möchte", "ich will"], &["", "gern", "gerne"], &["", "von"]], &[&["ziehen", "spielen", "setzen"], &["bitte"]]),
        says(&[&["ich erlaube mir"], &["", "den zug", "von"]], &[&["", "zu ziehen", "zu spielen"]]),
        says(&[&["ich entscheide mich für"]], &[]),
        says(&[
            &["", "also", "so", "und", "und nun"],
            &[
                "mein zug", "mein zug ist", "mein zug lautet", "zug", "zug von mir", "hier mein zug", "hier ist mein zug", "hier kommt mein zug", "meine antwort", "meine antwort ist",
                "meine antwort lautet", "hier meine antwort", "hier ist meine antwort",
            ],
            &["", "von"],
        ], &[]),
        says(&[
            &["bitte"],
            &["", "ziehe", "zieh", "ziehen sie", "spiele", "spiel", "spielen sie", "setze", "setz", "nimm", "mach", "mache", "trag", "trage"],
            &["", "für mich"],
            &["", "von", "den stein von", "meinen stein von"],
        ], &[&["", "ziehen", "spielen", "setzen", "eintragen", "ein", "für mich eintragen", "für mich ziehen", "für mich"]]),
        says(&[&["dann eben", "dann halt", "dann mal", "na dann", "also dann", "dann also"]], &[]),
        says(&[&["von"]], &[]),
        says(&[], &[&["ist mein zug", "ist meine antwort", "soll es sein"]]),
        says(&[], &[]),
    ],
    tails: &["dann", "bitte", "bitte schön", "denke ich", "denk ich", "glaube ich", "glaub ich", "für mich", "von mir", "jetzt", "mal", "dann mal", "diesmal"],
    closers: &[
        "du bist dran", "jetzt bist du dran", "sie sind am zug", "du bist am zug", "viel spaß damit", "viel spass damit", "schönen abend", "schönen abend noch", "schönen tag noch",
        "schönes wochenende", "gute nacht", "bis bald", "bis dann", "pfiat di", "tschüss", "muss los", "bitteschön", "zieh dich warm an", "gruß", "gruss", "grüße", "liebe grüße", "viele grüße",
        "schöne grüße", "herzliche grüße", "beste grüße", "herzlich", "lg", "vg", "mfg", "mit freundlichen grüßen", "grüßle", "danke", "danke dir", "vielen dank", "viel glück", "viel spaß",
        "deine", "dein",
    ],
    and: "und",
};

#[rustfmt::skip]
const DANISH: SentenceWords = SentenceWords {
    greetings: &["hej", "hejsa", "hej hej", "hej igen", "halløj", "godmorgen", "god morgen", "goddag", "godaften", "god aften", "tak", "værsgo"],
    addresses: &["kære"],
    openers: &[
        "ok", "okay", "ok så", "okay så", "nå så", "godt så", "jamen", "jamen så", "her kommer det", "her er det", "værsgo", "så kører vi", "min tur", "så er det min tur",
        "så er det min tur igen",
    ],
    thanks: &[
        "tak", "mange tak", "tusind tak", "tak for spillet", "tak for kampen", "tak for partiet", "tak for trækket", "tak for sidst", "tak for dit brev", "godt spil", "godt spillet",
        "flot spillet", "held og lykke", "god fornøjelse", "undskyld", "undskyld ventetiden", "undskyld forsinkelsen", "undskyld det sene svar", "beklager", "beklager ventetiden", "sorry",
    ],
    says: &[
        says(&[
            &["", "jeg tror", "jeg tror at", "så tror jeg", "så tror jeg at", "jeg tænker", "jeg tænker at"],
            &["jeg", "jge"],
            &["rykker", "spiller", "flytter", "tager", "tar", "trækker", "går", "vælger", "sætter", "gør", "prøver", "satser på"],
            &["", "så", "bare", "nu", "lige", "da", "derfor", "hermed", "altså", "denne gang"],
            &["", "bare", "lige", "nu", "så", "med", "min brik", "trækket"],
            &["", "fra"],
        ], &[]),
        says(&[
            &["så", "nu", "hermed", "altså", "derfor", "da", "denne gang", "ok så", "okay så", "nå så", "jamen så"],
            &["rykker", "spiller", "flytter", "tager", "tar", "trækker", "går", "vælger", "sætter", "prøver", "satser"],
            &["jeg"],
            &["", "bare", "lige", "nu", "så", "da", "med", "på"],
            &["", "bare", "lige", "med", "min brik"],
            &["", "fra"],
        ], &[]),
        says(&[
            &["", "så", "og", "nu"],
            &["mit træk", "mit træk er", "mit træk bliver", "træk", "mit svar", "mit svar er", "her er mit træk", "her kommer mit træk", "her er mit svar", "det bliver", "så bliver det"],
            &["", "fra"],
        ], &[]),
        says(&[
            &["jeg tillader mig at", "jeg tillader mig hermed at", "vær venlig at", "vær så venlig at", "vær sød at", "vær rar at"],
            &["flytte", "rykke", "spille", "trække", "tage", "sætte"],
            &["", "min brik"],
            &["", "fra"],
        ], &[&["", "for mig", "ind for mig"]]),
        says(&[&["flyt venligst", "ryk venligst", "spil venligst"], &["", "min brik"], &["", "fra"]], &[&["", "for mig"]]),
        says(&[&["fra"]], &[]),
        says(&[], &[&["er mit træk", "er mit svar", "bliver det"]]),
        says(&[], &[]),
    ],
    tails: &["så", "da", "tak", "værsgo", "tror jeg", "nu", "for mig", "fra mig", "her fra mig", "denne gang", "bare", "venligst"],
    closers: &[
        "din tur", "så er det din tur", "det er din tur", "god weekend", "god dag", "god aften", "god nat", "god søndag", "vi ses", "farvel", "hav det godt", "ha' det godt", "på forhånd tak",
        "hilsen", "venlig hilsen", "med venlig hilsen", "kærlig hilsen", "mange hilsner", "hilsner", "de bedste hilsner", "kh", "mvh", "vh", "knus", "tak", "mange tak", "held og lykke", "makker",
    ],
    and: "og",
};

#[rustfmt::skip]
const DUTCH: SentenceWords = SentenceWords {
    greetings: &["hoi", "hallo", "hey", "hi", "goedemorgen", "goedemiddag", "goedenavond", "bedankt", "dank je"],
    addresses: &["beste", "dag"],
    openers: &["ok", "oké", "oke", "nou", "nou goed", "vooruit", "nou vooruit", "daar gaan we"],
    thanks: &["bedankt", "dank je", "dank je wel", "dank u wel", "dankjewel", "sorry", "sorry voor het wachten", "goed gespeeld", "veel plezier", "veel succes", "succes"],
    says: &[
        says(&[
            &["", "ik denk dat", "dus"],
            &["ik"],
            &["speel", "zet", "neem", "doe", "ga", "kies", "schuif"],
            &["", "nu", "dan", "dus", "gewoon", "maar", "even", "dan maar"],
            &["", "maar", "gewoon", "voor", "met", "van"],
            &["", "van"],
        ], &[]),
        says(&[&["dan", "nu", "dus"], &["speel", "zet", "neem", "doe", "ga", "kies", "schuif"], &["ik"], &["", "maar", "gewoon", "nu"], &["", "voor", "met", "van"]], &[]),
        says(&[&["mijn zet", "mijn zet is", "zet", "hier is mijn zet", "hierbij mijn zet", "doe maar", "van"], &["", "van"]], &[]),
        says(&[], &[]),
    ],
    tails: &["dan", "graag", "alsjeblieft", "alstublieft", "denk ik", "nu"],
    closers: &[
        "jij bent", "jouw beurt", "jij weer", "fijne dag", "fijne avond", "fijne dag nog", "fijne avond nog", "tot ziens", "fijn weekend", "groetjes", "groeten", "groet", "hartelijke groet",
        "bedankt",
    ],
    and: "en",
};

#[rustfmt::skip]
const FRENCH: SentenceWords = SentenceWords {
    greetings: &["bonjour", "bonsoir", "salut", "coucou", "merci"],
    addresses: &["cher", "chère"],
    openers: &["ok", "bon", "allez", "allons-y", "c'est parti"],
    thanks: &["merci", "merci beaucoup", "merci pour la partie", "désolé pour le retard", "désolée pour le retard", "bien joué", "bonne chance"],
    says: &[
        says(&[
            &["", "alors", "donc", "bon", "je crois que", "je pense que"],
            &["je"],
            &["joue", "bouge", "déplace", "prends", "choisis", "vais jouer", "vais bouger", "vais prendre"],
            &["", "donc", "alors", "maintenant"],
            &["", "mon pion", "ma pièce"],
            &["", "de"],
        ], &[]),
        says(&[&["mon coup", "mon coup est", "mon coup sera", "voici mon coup"], &["", "de"]], &[]),
        says(&[&["de"]], &[]),
        says(&[], &[]),
    ],
    tails: &["alors", "donc", "s'il te plaît", "s'il vous plaît", "stp", "svp", "et voilà", "voilà", "merci", "maintenant"],
    closers: &["à toi", "à toi de jouer", "à toi maintenant", "bonne journée", "bonne soirée", "à bientôt", "bon week-end", "bises", "bisous", "amitiés", "cordialement", "merci"],
    and: "et",
};

#[rustfmt::skip]
const SPANISH: SentenceWords = SentenceWords {
    greetings: &["hola", "buenas", "buenos días", "buenas tardes", "buenas noches", "gracias"],
    addresses: &["querido", "querida"],
    openers: &["ok", "vale", "bueno", "pues", "venga", "allá va"],
    thanks: &["gracias", "muchas gracias", "perdón por el retraso", "bien jugado", "suerte", "buena suerte"],
    says: &[
        says(&[
            &["", "pues", "entonces"],
            &["", "creo que"],
            &["", "yo"],
            &["muevo", "juego", "tomo", "elijo", "voy a jugar", "voy a mover", "voy con"],
            &["", "de"],
        ], &[]),
        says(&[&["mi jugada", "mi jugada es", "mi movimiento", "mi movimiento es"], &["", "de"]], &[]),
        says(&[&["de"]], &[]),
        says(&[], &[]),
    ],
    tails: &["por favor", "porfa", "entonces", "creo", "ahora", "gracias"],
    closers: &["te toca", "tu turno", "hasta luego", "buen fin de semana", "buenas noches", "saludos", "besos", "un abrazo", "abrazos", "gracias"],
    and: "y",
};

#[rustfmt::skip]
const NORWEGIAN: SentenceWords = SentenceWords {
    greetings: &["hei", "hei hei", "god morgen", "god kveld", "takk"],
    addresses: &["kjære"],
    openers: &["ok", "okei", "ok da", "greit"],
    thanks: &["takk", "takk for sist", "takk for spillet", "tusen takk", "beklager ventetiden", "lykke til", "bra spilt"],
    says: &[
        says(
            &[&["", "jeg tror", "da", "så"], &["jeg"], &["flytter", "spiller", "trekker", "går", "tar", "velger"], &["", "da", "nå", "bare"], &["", "brikken min"], &["", "fra"]],
            &[],
        ),
        says(&[&["da", "så", "nå"], &["flytter", "spiller", "trekker", "går", "tar", "velger"], &["jeg"], &["", "bare", "nå"], &["", "fra"]], &[]),
        says(&[&["trekket mitt", "trekket mitt er", "mitt trekk", "mitt trekk er", "her er trekket mitt", "fra"]], &[]),
        says(&[], &[]),
    ],
    tails: &["da", "takk", "nå", "tror jeg"],
    closers: &["din tur", "god helg", "ha det bra", "ha det", "god natt", "hilsen", "vennlig hilsen", "mvh", "klem", "klem fra", "takk"],
    and: "og",
};

#[rustfmt::skip]
const SWEDISH: SentenceWords = SentenceWords {
    greetings: &["hej", "hej hej", "hejsan", "god morgon", "god kväll", "tack"],
    addresses: &["kära", "käre"],
    openers: &["ok", "okej", "ok då", "nåväl"],
    thanks: &["tack", "tack så mycket", "tack för partiet", "tack för senast", "lycka till", "bra spelat"],
    says: &[
        says(
            &[&["", "jag tror", "jag tror att"], &["jag"], &["flyttar", "spelar", "drar", "går", "tar", "kör", "väljer"], &["", "då", "nu", "bara"], &["", "min pjäs"], &["", "från"]],
            &[],
        ),
        says(&[&["då", "nu"], &["flyttar", "spelar", "drar", "går", "tar", "kör", "väljer"], &["jag"], &["", "bara", "nu"], &["", "från"]], &[]),
        says(&[&["mitt drag", "mitt drag är", "här är mitt drag", "kör", "från"]], &[]),
        says(&[], &[]),
    ],
    tails: &["då", "tack", "nu", "tror jag"],
    closers: &["din tur", "trevlig helg", "ha det bra", "hej då", "god natt", "hälsningar", "vänliga hälsningar", "mvh", "kram", "tack"],
    and: "och",
};
