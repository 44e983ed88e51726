//! The words of [`move_in_sentence`](crate::command::move_in_sentence), in the languages of our letters and a few others.
//!
//! What stands before a move is a sentence of slots, and nothing else is: `I think | I'll go | with | my king | to`. What is free, behind a
//! move, is searched for words that are about the move.

/// A place in a sentence, and the phrases that may stand there. The empty phrase means that there need be none.
pub(super) type Slot = &'static [&'static str];

/// Words that say nothing about a move: `well then`. Between them and the move nothing needs to be, and they may be several.
#[rustfmt::skip]
pub(super) const OPENERS: &[&str] = &[
    // English.
    "ok", "okay", "k", "oki", "okey", "ok then", "okay then", "alright", "alright then", "all right", "all right then", "right", "right then",
    "well", "well then", "so", "so then", "hm", "hmm", "hmmm", "hmmmm", "morning", "evening", "sir", "madam", "good morning", "gud morning", "good evening", "good afternoon", "guten morgen", "guten abend", "guten tag", "godmorgen", "godaften", "goddag", "ah", "aha", "ahh", "oh", "ooh", "oh well", "ha", "haha", "hahaha", "hehe",
    "hihi", "lol", "muhaha", "phew", "uff", "ugh", "bruh", "yes", "yeah", "yep", "yup", "ya", "sure", "of course", "fine then", "very well", "now", "now then",
    "anyway", "please", "pls", "plz", "let's see", "let me see", "here goes", "here it goes", "so here goes", "so here it goes", "here we go", "here we go again", "here you go",
    "here it is", "my turn", "my turn then", "it's my turn", "finally", "at last", "next", "for now", "this time", "sorry for my english", "my friend", "thanks for the mail", "thanks for your letter", "thank you for the mail", "tough one", "interesting",
    "it's me", "it's me again", "its me", "its me again", "still", "but now", "now watch this", "watch this", "i know", "good one", "nice one", "well played", "thanks for waiting",
    "thanks for the reminder", "thank you for the reminder", "thanks for your move", "thanks for your mail", "thanks for the quick reply", "thank you for your move",
    "sorry for the delay", "sorry for the dealy", "sorry for the wait", "sorry for the late reply", "sorry for the late move", "sorry for the long silence", "sorry for being slow", "sorry i'm late", "sorry about the delay", "sorry to keep you waiting",
    // German.
    "also", "also dann", "also gut", "also los", "na", "na dann", "na gut", "na ja", "naja", "tja", "gut", "gut dann", "schön", "so jetzt", "so jetzt aber", "so nun", "jetzt aber", "aber jetzt", "und jetzt", "nun", "nun gut", "nun denn",
    "ja", "jo", "joa", "jup", "jawohl", "ja gut", "klar", "oh je", "ach", "ach ja", "ach so", "puh", "hui", "moin", "bitte", "bitte schön", "dann", "dann mal", "dann also", "mal sehen", "schauen wir mal", "auf geht's", "los geht's", "weiter geht's",
    "ich bin dran", "bin dran", "ich bin wieder dran", "endlich", "diesmal", "digga", "alter", "sorry für die verspätung", "entschuldige die verspätung", "entschuldige die späte antwort", "entschuldigung für die verspätung", "entschuldige die lange pause",
    "sorry fürs späte antworten", "danke für deinen zug", "danke für deine geduld", "danke fürs warten", "danke der nachfrage", "vielen dank für deinen zug", "okay dann", "ok dann", "und nun zum spiel", "zum spiel", "nun zum spiel", "und nun",
    // Danish, Norwegian, Swedish.
    "nå", "nå ja", "nå men", "nåh", "så", "okay så", "ok så", "så så", "ja ja", "jaja", "ja da", "jo tak", "ja tak", "jep", "godt", "nu", "nu da", "her kommer den", "her kommer det", "så er det min tur", "så er det min tur igen", "min tur", "min tur igen", "det er min tur",
    "asså", "altså", "tja tja", "lad os se", "lad mig se", "undskyld ventetiden", "undskyld forsinkelsen", "beklager forsinkelsen", "undskyld det sene svar", "tak for dit træk", "tak for sidst", "okej", "då så", "nu så", "oj", "nu skal du bare se",
    // French, Dutch, Spanish, Italian.
    "allez", "allez hop", "alors", "bon", "bon alors", "donc", "eh bien", "d'accord", "voilà", "voici", "à moi", "c'est parti", "désolé pour le retard", "goed", "goed dan", "nou", "nou ja", "nou vooruit", "vooruit", "vooruit dan", "oké", "ja hoor", "zo", "daar gaan we",
    "sorry voor het wachten", "pues", "pues nada", "vale", "venga", "bueno", "bien", "a ver", "jajaja", "jaja", "perdón por el retraso", "perdona el retraso", "va bene", "allora", "ecco",
];

#[rustfmt::skip]
const EN_THINK: Slot = &["", "i think", "i guess", "i believe", "i suppose", "so", "now", "then", "ok", "today", "and", "but", "this time", "for my move", "for my turn", "so now", "i think that", "so i think", "so i guess", "so then"];
const EN_HOW: Slot =
    &["", "now", "then", "just", "simply", "again", "with", "for", "from", "just with", "now with", "with the move"];
#[rustfmt::skip]
const EN_WHAT: Slot = &["", "my king", "the king", "my king from", "the king from", "king from", "my man", "the man", "my man from", "the man from", "my piece", "the piece", "my piece from", "the piece from", "my piece on", "the piece on", "my man on", "the man on", "my attacker from", "my defender from", "my attacker on", "my defender on", "the attacker from", "the defender from", "my attacker", "my defender", "one from", "the one on", "the one from"];
#[rustfmt::skip]
const DE_HOW: Slot = &["", "jetz", "jetzt", "nun", "dann", "mal", "also", "einfach", "eben", "halt", "gerne", "lieber", "diesmal", "bitte", "heute", "dann mal", "jetzt mal", "also mal", "mal eben", "dann eben", "dann also", "doch einfach", "einfach mal", "jetzt einfach", "mir"];
#[rustfmt::skip]
const DE_WHAT: Slot = &["", "mit", "von", "den zug", "den könig", "meinen könig", "den könig von", "meinen könig von", "mit dem könig", "mit dem könig von", "den stein", "den stein von", "den stein auf", "meinen stein von", "einen stein von", "mit dem stein von", "auf"];
const DA_HOW: Slot =
    &["", "så", "nu", "da", "bare", "lige", "også", "gerne", "så bare", "nu bare", "så lige", "nok", "vist"];
#[rustfmt::skip]
const DA_WHAT: Slot = &["", "med", "fra", "til", "kongen", "kongen fra", "min konge", "min konge fra", "med kongen", "med kongen fra", "brikken", "brikken fra", "brikken på", "min brik", "min brik fra", "en brik fra"];
#[rustfmt::skip]
const DA_VERB: Slot = &["spiller", "spille", "flytte", "trækker", "rykker", "flytter", "tager", "ta'r", "går", "vælger", "prøver", "svarer", "sætter", "kører", "trekker", "tar", "velger", "svarer med", "rykker med", "prøver med"];
#[rustfmt::skip]
const SV_VERB: Slot = &["spelar", "flyttar", "drar", "tar", "går", "väljer", "kör", "svarar", "provar", "testar"];

/// Sentences before a move that say that it is made, as slots.
#[rustfmt::skip]
pub(super) const SAYS: &[&[Slot]] = &[
    // I think I'll go with my king from ...
    &[EN_THINK, &["i'll", "ill", "i will", "i'm going to", "i am going to", "im going to", "i'm gonna", "im gonna", "im goign to", "gonna", "i shall", "i should like to", "i want to", "i'd like to", "i would like to", "i wanna", "let me", "let's", "lets", "we'll", "i'll just", "i'll simply", "i'll now", "i will now", "i'll try and"],
      &["play", "move", "go", "take", "try", "do", "choose", "pick", "make", "go for", "go with", "make the move", "answer", "reply", "answer with", "reply with", "play it"], EN_HOW, EN_WHAT],
    &[EN_THINK, &["i", "i now", "i just", "i simply", "so i", "i hereby", "i do", "i do now"], &["play", "move", "go", "take", "choose", "pick", "go for", "go with", "do", "do the move", "make this move", "have decided on", "decided on", "decide on", "have chosen", "will go", "answer", "reply", "answer with", "reply with", "make the move", "submit"], EN_HOW, EN_WHAT],
    &[EN_THINK, &["i'm", "im", "i am"], &["playing", "moving", "going", "taking", "choosing", "trying", "going for", "going with", "answering", "answering with"], EN_HOW, EN_WHAT],
    &[&["", "please", "pls", "plz", "so", "ok", "just", "hello computer please", "then", "simply"], &["play", "move", "do", "make", "take", "put", "play the move", "make the move", "do the move"], &["", "from", "for me"], EN_WHAT],
    &[&["", "so", "and", "and here is", "and here's", "and here comes", "here is", "here's", "heres", "here comes", "this is", "that's", "ok", "well", "now", "then"], &["my", "me next"], &["", "next", "first", "best", "second", "new", "own", "humble"], &["move", "moves", "moov", "reply", "answer", "response", "turn", "choice"], &["", "is", "will be", "for today is", "today is", "then is", "goes", "now is", "this time is", "is simply", "is from", "from", "for now is"]],
    // Ich spiele dann mal ...
    &[&["", "bitte"], &["trag", "trage", "notiere", "notier", "vermerke"], &["", "für mich", "bitte", "mal", "mir"]],
    &[&["i"], &["ziag", "spui"]],
    &[&["hiermit"], &["ziehe", "spiele", "setze"], &["ich"], DE_HOW, DE_WHAT],
    &[&["", "ich glaub", "ich glaube", "ich denke", "ich denk", "so", "dann", "also", "na gut", "und"], &["ich"], &["spiele", "spiel", "ziehe", "zieh", "setze", "setz", "nehme", "nehm", "mache", "mach", "mache zug", "mache den zug", "gehe", "geh", "wähle", "versuche", "versuch", "probiere", "probier", "rücke", "rück", "antworte", "antworte mit", "schiebe", "schieb", "bewege", "werde", "werd", "möchte", "will", "erlaube", "bleibe bei", "nehme also", "nehme mal", "entscheide mich für"], DE_HOW, DE_WHAT],
    &[&["", "dann", "jetzt", "nun", "heute", "diesmal", "also", "so", "hier", "dann also", "und jetzt", "und nun", "na dann", "ok dann"], &["spiele", "spiel", "ziehe", "zieh", "setze", "setz", "nehme", "nehm", "mache", "mach", "mache zug", "mache den zug", "gehe", "geh", "wähle", "versuche", "probiere", "probier", "rücke", "antworte", "schiebe", "bewege", "werde", "möchte", "will"], &["ich"], DE_HOW, DE_WHAT],
    &[&["", "hier", "hier ist", "hier kommt", "und hier", "und hier ist", "und hier kommt", "das ist", "so", "und", "also"], &["mein", "meine", "der"], &["", "nächster", "nächste", "erster", "erste", "neuer", "heutiger"], &["zug", "antwort", "konter", "gegenzug"], &["", "ist", "lautet", "ist also", "lautet also", "wird", "kommt", "heißt", "ist jetzt", "ist heute"]],
    &[&["zug", "zug von mir", "spielzug", "attackers", "attacker", "defenders", "angreifer", "verteidiger", "angriber", "angribere", "angriberne", "forsvarer", "move", "træk"]],
    &[&["i've decided on", "i've chosen", "i've decided to play", "i have decided to play", "hereby", "hereby my move", "here is mine", "here's mine", "mine is", "moving", "moving from", "playing", "going", "going with"]],
    &[&["værsgo", "vær så god", "voilà", "bitte sehr", "bitteschön", "bitte schön"]],
    &[&["jeg"], DA_VERB, &["herved", "hermed"], DA_WHAT],
    &[&["i have the honour of", "i have the honor of", "i have the honour to"], &["moving", "playing", "making the move", "play", "move"], EN_HOW, EN_WHAT],
    &[&["", "bitte", "also"], &["setz", "setze", "zieh", "ziehe", "spiel", "spiele", "schieb", "mach", "nimm"], &["", "mal", "bitte", "bitte mal", "für mich", "mir", "doch bitte", "mir bitte"], DE_WHAT],
    &[&["", "bitte"], &["von", "den stein von", "meinen stein von", "den könig von"]],
    &[&["dann eben", "dann halt", "dann nehme ich eben", "na gut dann eben"]],
    // Jeg tror, jeg tager ...
    &[&["", "jeg tror", "så tror jeg", "så tror jeg at", "jeg tror at", "jeg tænker", "så", "nu", "ok", "og"], &["jeg"], DA_VERB, DA_HOW, DA_WHAT],
    &[&["", "jeg tror", "så tror jeg", "så"], &["jeg tillader mig at", "jeg tillader mig hermed at", "jeg vil", "jeg vil gerne", "jeg vil da", "jeg skal", "lad mig"], &["spille", "trække", "rykke", "flytte", "tage", "gå", "vælge", "prøve", "svare", "svare med", "prøve med", "trekke", "velge", "ta"], DA_HOW, DA_WHAT],
    &[&["", "så", "nu", "her", "da", "denne gang", "i dag", "ok så"], DA_VERB, &["jeg"], DA_HOW, DA_WHAT],
    &[&["", "her er", "her kommer", "det er", "så", "og", "så her er"], &["mit", "mitt"], &["", "næste", "første", "nye", "neste", "nästa"], &["træk", "svar", "modtræk", "trekk", "drag", "svarstrekk"], &["", "er", "bliver", "blir", "er så", "är", "bliver så"]],
    &[&["trekket mitt er", "trækket er", "draget blir", "trekket blir", "trekket mitt blir"]],
    &[&["", "jag tror", "jag tror att", "så", "nu", "ok"], &["jag"], SV_VERB, &["", "så", "nu", "bara", "väl", "med", "då", "från"], &["", "kungen", "min kung", "med kungen", "pjäsen från"]],
    &[&["", "så", "nu", "då"], SV_VERB, &["jag"], &["", "så", "nu", "bara", "väl", "med", "från"]],
    &[&["kör", "vi kör"]],
    &[&["vær sød at", "vær så sød at", "vær så venlig at", "vær venlig at"], &["flytte", "rykke", "trække", "spille", "sætte"], DA_WHAT],
    &[&["", "vær sød at", "kan du"], &["flyt", "ryk", "træk", "spil"], &["", "lige", "venligst", "for mig"], DA_WHAT],
    &[&["fra", "from", "från"]],
    // Je joue, ik speel, juego.
    &[&["", "alors", "donc", "bon", "je crois que", "je pense que", "maintenant", "du coup"], &["je"], &["joue", "bouge", "déplace", "prends", "choisis", "réponds", "tente", "vais jouer", "vais bouger", "fais", "mets", "joue donc", "joue alors", "propose"], &["", "donc", "alors", "maintenant", "avec", "simplement"], &["", "de", "mon pion de", "le pion de", "mon roi de", "le roi de", "ma pièce de", "la pièce de"]],
    &[&["", "voici", "et", "donc"], &["mon", "ma"], &["", "prochain"], &["coup", "réponse"], &["", "est", "sera", "c'est"]],
    &[&["", "nou", "dan", "dus", "weet je wat", "ik denk dat"], &["ik"], &["speel", "zet", "doe", "ga", "kies", "neem", "schuif", "probeer", "verplaats", "antwoord"], &["", "dan", "nu", "maar", "gewoon", "dus", "voor", "met", "van", "eens"], &["", "van", "mijn stuk van", "de koning van", "mijn koning van"]],
    &[&["", "vandaag", "dan", "nu", "dus"], &["speel", "zet", "doe", "ga", "kies", "neem", "probeer"], &["ik"], &["", "dan", "nu", "maar", "voor", "met", "gewoon"]],
    &[&["mijn zet", "mijn zet is", "mijn antwoord", "mijn antwoord is", "mijn zet wordt", "doe maar"]],
    &[&["", "pues", "entonces", "creo que", "ahora", "vale"], &["", "yo"], &["juego", "muevo", "hago", "elijo", "voy con", "voy a jugar", "voy a mover", "respondo", "respondo con", "tomo", "pongo"], &["", "de", "con", "mi pieza de", "la ficha de", "la pieza de", "mi rey de", "el rey de"]],
    &[&["", "y", "aquí va"], &["mi"], &["", "próxima", "siguiente"], &["jugada", "respuesta", "movimiento", "turno"], &["", "es", "será"]],
    &[&["de"]],
];

/// Requests before a move, which may end in a question mark: `Could you please move my piece from b4 to b3?`
#[rustfmt::skip]
pub(super) const REQUESTS: &[&[Slot]] = &[
    &[&["could you", "would you", "can you", "will you", "could you be so kind and", "would you be so kind and"], &["please", "pls", "please just"], &["move", "play", "make", "do", "take", "make the move", "moving"], &["", "from"], EN_WHAT],
    &[&["würdest du", "könntest du", "kannst du", "würden sie", "könnten sie", "können sie"], &["für mich", "bitte für mich", "mir bitte", "bitte", "bitte mal", "für mich bitte"], DE_WHAT],
    &[&["vil du", "kan du", "kunne du", "vil du ikke", "kan du ikke"], &["være sød at", "være så sød at", "være så venlig at", "venligst"], &["flytte", "rykke", "trække", "spille", "tage"], DA_HOW, DA_WHAT],
    &[&["kunt u", "kun je", "wil je", "wilt u", "kan je"], &["alstublieft", "alsjeblieft"], &["", "van", "mijn stuk van"]],
    &[&["peux-tu", "pourrais-tu", "pouvez-vous", "pourriez-vous"], &["s'il te plaît", "s'il vous plaît"], &["jouer", "déplacer", "bouger"], &["", "de", "mon pion de"]],
    &[&["puedes", "podrías", "puede"], &["por favor"], &["jugar", "mover"], &["", "de", "mi pieza de"]],
];

/// Phrases that may follow a move that is made, besides polite words: `d3-e3 it is then`.
#[rustfmt::skip]
pub(super) const TAILS: &[&str] = &[
    // English.
    "again", "there you go", "there you are", "makker", "night night", "night night x", "x", "and good luck", "ha", "hah", "short and sweet", "no mercy", "more tonight", "more later", "gotta go", "got to go", "gotta run", "must run", "must dash", "have to run", "see you later", "see you tomorrow", "talk soon", "love", "all my love", "yours", "yours truly", "best", "warmly", "with love", "good night", "good evening", "good morning", "good weekend", "nice weekend", "your go", "your turn then", "you're on", "done", "and thanks", "and thank you", "anyway", "as my move", "as my next move", "bro", "bruh", "buddy", "btw", "dude", "ez", "for me", "for me please", "for my move", "for my turn", "for now", "for this turn", "for today",
    "from me", "from my side", "get rekt", "gtg", "haha", "hahaha", "happy now", "hehe", "here", "here we go", "hihi", "i choose", "i go", "i guess", "i move", "i play", "i say", "i suppose", "i think", "if i may", "if you please",
    "is it", "is it then", "is mine", "is my answer", "is my choice", "is my move", "is my next move", "is my reply", "it is", "it is then", "it is for me", "let's go", "lets go", "lets goo", "lets gooo", "lol", "mate", "muhaha", "my friend", "my turn", "now",
    "ok", "okay", "over to you", "pls", "plz", "right", "so", "take that", "that's it", "that's my move", "that is my move", "then", "thnaks", "this time", "this turn", "today", "too", "ur turn", "your turn now", "will be my move", "with my attacker", "with my king", "with the king", "xoxo", "xx", "yes", "zzz", "you're up", "back to you",
    // German.
    "als nächstes", "viel spaß damit", "und gute tag", "und guten tag", "und einen schönen tag", "und schönen tag", "pfiat di", "ein", "bitte schön", "bitte sehr", "bitteschön", "mit vorzüglicher hochachtung", "ihr", "ihre", "deine freundin", "eintragen", "eintragen bitte", "muss los", "ich muss los", "bis dann", "bis bald", "bis morgen", "bis später", "gute nacht", "guten abend", "guten morgen", "schönen abend", "schönen abend noch", "schönen tag", "schönen tag noch", "schönen sonntag", "schönes wochenende", "schönes we", "herzlich", "deine", "dein", "herzliche grüße", "danke dir", "du bist am zug", "bist am zug", "tschüss", "tschüs", "alter", "an", "bei mir", "bist dran", "bitte setzen", "bitte ziehen", "dann", "dann mal", "denk ich", "denke ich", "diesmal", "digga", "du bist dran", "für mich", "glaub ich", "glaube ich", "heute", "ist meine antwort", "ist mein zug", "ja", "jetzt", "jetzt bist du dran", "jetzt du",
    "lautet mein zug", "lautet meine antwort", "mal", "mein lieber", "mein zug", "mfg", "nun", "sag ich", "sage ich", "schieben", "setzen", "setze ich", "so", "spiele ich", "spielen", "spiel ich", "und danke", "von mir", "wenn ich bitten darf", "wenn's recht ist", "wird gespielt", "ziehe ich", "ziehen", "zieh ich", "zu spielen", "zu ziehen",
    // Danish, Norwegian, Swedish.
    "da", "deres ærbødige", "og god dag", "og god dag til dig", "ind for mig", "ind", "må løpe", "jeg må løbe", "god weekend", "god aften", "god nat", "god dag", "god søndag", "din tur igen", "vi ses", "vi snakkes", "kærlig hilsen", "de bedste hilsner", "mange hilsner fra", "hilsen fra", "ha det", "god helg", "trevlig helg", "hälsningar", "hilsener", "den här gången", "denne gang", "den her gang", "då", "er mit svar", "er mit træk", "for mig", "fra mig", "her fra mig", "herfra", "i dag", "klem", "knus", "kram", "min ven", "mit træk", "nu", "nå", "rykker jeg", "så", "spiller jeg", "takk", "tack", "tager jeg", "tror jag", "tror jeg", "trækker jeg", "tænker jeg", "vær så god", "værsgo", "varsågod", "din tur nu", "så er det dig", "är mitt drag", "er mitt trekk", "for mig tak", "bliver det", "bliver mit træk",
    // French, Dutch, Spanish.
    "aan jou", "amitiés", "amicalement", "cordialement", "à toi mon cher", "à toi maintenant", "bonne journée", "bonne soirée", "bon week-end", "fijne dag", "fijn weekend", "groet", "groeten", "hartelijke groet", "hartelijke groeten", "un abrazo", "buen fin de semana", "buenas noches", "a ti", "alors", "alsjeblieft", "alstublieft", "ahora", "à toi", "à vous", "bedankt", "besos", "bises", "bisous", "cette fois", "dan", "dank je", "dank u", "dank u wel", "denk ik", "deze keer", "entonces", "es mi jugada", "est mon coup", "esta vez", "et voilà", "gracias", "graag", "groetjes", "is mijn zet", "je crois", "je croi", "je pense", "jij weer", "maintenant", "mdr", "por favor", "porfa",
    "pour moi", "pues", "s'il te plaît", "s'il vous plaît", "saludos", "schuiven", "schuiven alstublieft", "spelen", "stp", "svp", "te toca", "tu turno", "voilà", "voor mij", "wordt het", "wordt mijn zet", "zetten", "te plaît", "creo",
];

/// Words in the sentences above a move that make it a thought, a condition or somebody else's: `Imagine this. I play d1-c1.`
#[rustfmt::skip]
pub(super) const THOUGHTS: &[&str] = &[
    "unless", "might", "imagine", "suppose", "supposing", "example", "examples", "instance", "e.g", "i.e", "draft", "ignore", "theory", "plans", "planning", "idea", "ideas", "threat", "threatens", "option", "options", "candidate", "candidates", "alternative", "variation", "analysis",
    "engine", "sequence", "wrong", "mistake", "blunder", "regret", "thinking", "tempted", "tempting", "wonder", "wondering", "cancel", "joking", "kidding", "test", "undo", "says", "said", "told", "recommends", "suggests", "suggested", "wrote", "writes", "quote", "dream", "dreamt", "dreamed",
    "eventuell", "angenommen", "beispiel", "z.b", "bsp", "entwurf", "drohung", "droht", "theorie", "idee", "ideen", "vorschlag", "analyse", "falsch", "sagt", "sagte", "meinte", "schrieb", "überlege", "überlegte", "scherz", "traum", "geträumt",
    "eksempel", "f.eks", "spørgsmål", "kladde", "trussel", "bogen", "fejl", "forkert", "siger", "sagde", "skrev", "overvejer", "spøg", "dersom", "drømte",
    "peut-être", "exemple", "imagine", "erreur", "disait", "voorbeeld", "stel", "fout", "zegt", "zei", "ejemplo", "supongamos", "error", "dice", "dijo",
];

/// Words above a move that make it one if nothing but its openers stands before it.
#[rustfmt::skip]
pub(super) const PERHAPS: &[&str] = &[
    "if", "maybe", "perhaps", "later", "tomorrow", "yesterday", "otherwise", "wenn", "falls", "vielleicht", "morgen", "gestern", "später", "sonst", "hvis", "måske", "kanskje", "kanske", "imorgen", "senere", "ellers", "demain", "sinon", "misschien", "gisteren", "anders", "quizás", "quizá", "mañana", "ayer", "hätte", "wäre", "würde", "könnte", "sollte", "kunne", "skulle", "ville", "frage", "fehler", "book", "buch", "question", "joke", "wanted",
    "yet", "undecided", "decide", "decided", "sure", "sleep", "nearly", "almost", "sicher", "unschlüssig", "unentschlossen", "entscheiden", "entschieden", "überlegen", "tvivl", "sikker", "endnu", "vent", "bestemt", "besluttet", "nok", "weet", "sais", "tips", "tip", "tipp", "forget", "missed",
    "mind", "tonight", "weekend", "wochenende", "heute nicht", "erst",
];

/// Beginnings of sentences behind a move that are not about it: `How are you?`
#[rustfmt::skip]
pub(super) const CHAT_BEGINS: &[&str] = &[
    "sorry", "excuse me", "apologies", "my apologies", "entschuldige", "entschuldigung", "sorry f\u{fc}r", "undskyld", "beklager", "excuse", "d\u{e9}sol\u{e9}", "perd\u{f3}n", "håber", "jeg håber", "and greetings", "and how are", "and hav a", "hav a", "hope the", "hope your", "hoping", "love to", "best wishes from", "greetings from", "regards from", "love from", "kisses", "night", "how are", "how is", "how's", "how was", "how were", "how did your", "and how is", "and how's", "and how are", "what's the weather", "hope you", "i hope you", "hope all", "i hope all", "have a", "have nice", "have fun", "give my", "greetings", "and greetings", "say hi", "and say hi", "say hello", "happy", "merry", "enjoy", "love to", "thank you for", "thanks for", "and thank you for", "and thanks for", "sorry for", "sorry about", "see you",
    "gr\u{fc}\u{df} mir", "wie geht", "wie geht's", "wie war", "wie ist das wetter", "und wie geht's", "und wie geht es", "gr\u{fc}\u{df}", "gr\u{fc}\u{df}e", "und gr\u{fc}\u{df}", "liebe gr\u{fc}\u{df}e", "viele gr\u{fc}\u{df}e", "sch\u{f6}nen", "sch\u{f6}nes", "sch\u{f6}ne", "gute besserung", "frohe", "fr\u{f6}hliche", "bin gespannt", "ich bin gespannt", "danke f\u{fc}r", "vielen dank f\u{fc}r", "und danke f\u{fc}r", "bl\u{fc}ht bei", "herzliche", "komm gut",
    "vi ses", "hvordan g\u{e5}r", "hvordan har", "hvordan st\u{e5}r", "hils", "og hils", "hilsen", "god", "tak for", "og tak for", "mange hilsner", "k\u{e6}rlig hilsen", "ha en", "hav en", "hav det", "h\u{e4}lsa", "och h\u{e4}lsa", "ha det", "hvordan er vejret", "k\u{f8}r forsigtigt", "tillykke med",
    "dsl pour", "d\u{e9}sol\u{e9} pour", "comment vas", "comment va", "et comment va", "bonne", "bon week-end", "merci pour", "salue", "hoe gaat", "hoe is", "is het bij jullie", "is het bij jou", "fijne", "fijn weekend", "groeten", "groetjes", "doe de groeten", "bedankt voor", "c\u{f3}mo est\u{e1}", "qu\u{e9} tal", "saludos", "gracias por", "un abrazo", "buen fin",
];

/// Words that say something about a move, wherever they stand behind one: then it is in doubt.
#[rustfmt::skip]
pub(super) const ABOUT_A_MOVE: &[&str] = &[
    "alternative", "back", "better", "blunder", "blundered", "cancel", "candidate", "cancelled", "dangerous", "draft", "dubious", "error", "example", "forget", "ignore", "instead", "jk", "joke", "joking", "just kidding", "kidding", "later", "legal", "lose", "loses", "losing", "mean", "meant", "mistake", "mistaken", "move", "moves", "moved", "never", "nevermind", "nope", "nvm", "oops", "otherwise",
    "option", "play", "played", "plays", "rather", "reconsider", "regret", "risky", "scratch", "second", "should", "stupid", "suicide", "takeback", "takebacks", "tempting", "terrible", "test", "tomorrow", "unless", "undo", "unsure", "variation", "wait", "whether", "wins", "winning", "worse", "wrong", "would've", "thought", "think", "sure",
    "besser", "entwurf", "erst", "falls", "falsch", "fehler", "gefährlich", "doch", "halt", "lieber", "meinte", "moment", "morgen", "ob", "quatsch", "scherz", "schlecht", "schlechter", "sicher", "sobald", "sondern", "sonst", "später", "statt", "stattdessen", "überlege", "überlegen", "verloren", "verliert", "vergiss", "warte", "warten", "ziehen", "ziehe", "zieht", "zug", "züge", "zurück", "blöd", "dumm", "gewinnt",
    "bedre", "dårligt", "dårlig", "fejl", "forkert", "hellere", "heller", "hov", "glem", "imorgen", "kladde", "mente", "om", "senere", "sikker", "skulle", "spøg", "taber", "tabt", "tilbage", "trække", "trækker", "træk", "vent", "vente", "vinder", "dumt", "bättre", "fel", "feil", "vänta", "ångrar", "fortryder", "angrer",
    "attends", "demain", "erreur", "mauvais", "mieux", "peut-être", "plutôt", "perd", "perdu", "coup", "beter", "fout", "liever", "misschien", "slecht", "straks", "wacht", "zet", "verliest", "terug", "broma", "espera", "grapje", "malo", "mañana", "mejor", "quizá", "quizás", "jugada", "atrás", "pierde",
    "king", "könig", "konge", "kongen", "roi", "rey", "koning", "kungen", "corner", "ecke", "hjørne", "disregard", "typo", "typed", "vertippt", "tippfehler", "spaß", "spass", "sjov", "mind", "sleep", "schlafe", "löschen", "ignorieren", "ignorer", "sike", "thinking", "decided", "decide", "tvivl", "illegal", "ulovligt", "verboten", "allowed", "erlaubt", "lovligt", "capture", "captures", "capturing", "escape", "escapes", "schlägst", "schlagen", "fool", "fooled", "hang", "nachdenken", "denken", "tænke", "tænker", "overvejer", "provided", "sofern", "medmindre", "tenzij", "moins",
    "confirm", "bestätige", "bekræfter", "check", "torn", "mistyped", "reflection", "computer", "recommended", "recommends", "suggestion", "empfiehlt", "empfohlen", "rät", "anbefaler", "opinion", "meinung", "idea", "idee", "wants", "chatgpt", "ki", "ai", "engine", "lehrbuch", "book", "tempted", "timid", "asking", "brother", "daughter", "grandson", "enkel", "sohn", "tochter", "søn", "datter", "barnebarn", "missed", "overlooked", "übersehen", "overså", "funny", "dream", 
    "delete", "stryg", "tuller", "skojar", "skojade", "geintje", "hésite", "grubler", "grübeln", "grüble", "galt", "verkehrte", "verkehrt", "reingelegt", "unschlüssig", "undecided", "endgültige", "anschauen", "strike", "scrap", "convinced", "bet", "hoping", "honestly", "ehrliche", "tontería", "worried", "braver", "carl's", "gap", "hope for", "reconsidering", "meint", "meinen", "sure", 
];

/// Words with which a doubt begins, or which make a short sentence one: `But only if you like.`
#[rustfmt::skip]
pub(super) const DOUBTS: &[&str] = &[
    "although", "bad", "best", "but", "can't", "cannot", "could", "couldn't", "didn't", "don't", "dont", "else", "except", "first", "hold", "if", "isn't", "maybe", "might", "nah", "no", "not", "only", "or", "perhaps", "possibly", "probably", "seems", "stop", "though", "when", "won't", "would", "wouldn't", "yet", "looks", "once", "before", "until", "unlikely", "hmm", "hm", "actually", "however", "depends", "supposedly", "allegedly", "says", "said",
    "aber", "bevor", "dachte", "eher", "eigentlich", "eventuell", "kein", "keine", "könnte", "nachdem", "nee", "nein", "nicht", "nie", "nö", "oder", "obwohl", "sollte", "vielleicht", "wäre", "wenn", "würde", "sagt", "sagte", "stop", "stopp",
    "eller", "før", "hvis", "hvorvidt", "ikke", "ikkje", "inte", "kanske", "kanskje", "kunne", "men", "måske", "nej", "nei", "nok", "når", "sagde", "tænkte", "ville",
    "mais", "non", "ou", "pas", "quand", "sauf", "si", "als", "geen", "maar", "nee", "niet", "of", "aunque", "cuando", "no", "o", "pero", "sino", "tal",
];

/// Words that make all lines below a draft.
pub(super) const DRAFTS: &[&str] = &[
    "draft",
    "imagine",
    "suppose",
    "supposing",
    "entwurf",
    "angenommen",
    "kladde",
    "example",
    "beispiel",
    "eksempel",
    "cancel",
    "dream",
    "dreamt",
    "dreamed",
    "geträumt",
    "drømte",
    "stel",
    "supposons",
    "supongamos",
];

/// Words for a game or a board. Chat about one may be about another.
pub(super) const BOARDS: &[&str] = &[
    "board", "game", "boards", "games", "brett", "partie", "partien", "bræt", "spillet", "partiet", "parti", "bord",
    "partij", "partida",
];

/// Words that negate, which make a short sentence above a move a doubt.
pub(super) const NEGATIONS: &[&str] = &[
    "not", "nicht", "ikke", "ikkje", "inte", "niet", "can't", "cannot", "don't", "dont", "haven't", "won't", "kein",
    "keine", "never", "nie",
];

/// Beginnings of questions below a move that are about it: `Is that allowed?`
#[rustfmt::skip]
pub(super) const ASKS_BELOW: &[&str] = &[
    "is that", "is this", "is it", "does that", "would that", "can i", "may i", "am i allowed", "what do you think", "thoughts", "legal", "allowed", "ist das", "geht das", "darf ich", "kann ich", "was meinst du", "was denkst du", "was h\u{e4}ltst du", "er det", "m\u{e5} jeg", "kan jeg", "hvad synes du", "hvad t\u{e6}nker du",
    "est-ce", "c'est permis", "tu en penses quoi", "mag dat", "mag ik", "wat vind je", "puedo", "est\u{e1} permitido", "\u{e4}r det", "vad tycker du", "hva synes du",
];

/// Words with which a question begins, if its sign is missing.
pub(super) const QUESTION_BEGINS: &[&str] = &[
    "can",
    "could",
    "may",
    "is",
    "do",
    "does",
    "did",
    "what",
    "would",
    "should",
    "am",
    "kann",
    "darf",
    "ist",
    "was",
    "soll",
    "kan",
    "m\u{e5}",
    "er",
    "hvad",
    "skal",
    "que",
    "considering",
];

/// Words that follow `Good` and `Sehr` in a greeting.
pub(super) const GREETED: &[&str] =
    &["morning", "evening", "afternoon", "day", "night", "morgen", "abend", "tag", "geehrter", "geehrte", "geehrten"];

/// Words that make a question one about the move: `d1-c1. Is that allowed?`
#[rustfmt::skip]
pub(super) const THIS: &[&str] = &[
    "allowed", "correct", "good", "it", "legal", "ok", "okay", "possible", "right", "that", "this", "das", "dies", "erlaubt", "es", "geht", "gut", "möglich", "richtig", "so", "det", "dette", "gyldig", "lovligt", "må", "rigtigt", "okej", "ça", "cela", "ce", "bon", "permis", "dat", "dit", "het", "mag", "goed", "eso", "esto", "puede", "vale", "bien", "legt", "lov", "think", "meinst", "denkst", "hältst", "synes", "tænker", "reckon",
];
