//! A move inside a sentence: `Ok Bob, I'll go d3 to e3 then. Good luck!`
//!
//! Such a move is made only if the sentence says nothing but that it is made. Every word before it must belong to a closed list, and so
//! must every phrase after it. What a comma, a dash or the end of the sentence sets off may be chat, as long as it cannot be about the
//! move. In all other cases the move is doubtful, and its author is asked.

use crate::command::lexer::{Line, Word};
use crate::command::move_words;
use crate::command::polite_words;
use crate::command::redact;
use crate::command::salutation::is_salutation;
use crate::tafl::ParsedPlay;

/// A move that a line says is made.
#[derive(Debug, PartialEq, Eq)]
pub(in crate::command) struct Said {
    /// The move.
    pub play: ParsedPlay,
    /// Whether the line says more than that the move is made, so that the opponent wants to read it.
    pub chat: bool,
}

/// Words that may stand before a move that is made: `well then, my next move is`.
#[rustfmt::skip]
const BEFORE: &[&str] = &[
    // English.
    "a", "anyway", "again", "ah", "aha", "all", "alright", "am", "and", "answer", "attacker", "be", "board", "choose", "choosing", "comes", "course",
    "defender", "do", "doing", "fine", "for", "from", "go", "goes", "going", "gonna", "got", "great", "guess", "ha", "haha", "have", "here",
    "here's", "heres", "hm", "hmm", "hmmm", "i", "i'd", "i'll", "i'm", "ill", "im", "is", "it", "it's", "its", "just", "king", "let", "let's",
    "lets", "like", "lol", "man", "me", "mine", "move", "moves", "moving", "my", "next", "now", "of", "oh", "ok", "okay", "once", "our", "over",
    "pick", "piece", "play", "playing", "please", "reply", "response", "right", "shall", "simply", "so", "submit", "sure", "take", "thanks", "the",
    "then", "there", "think", "this", "thx", "time", "to", "too", "try", "trying", "turn", "very", "want", "we", "well", "will", "with", "would",
    "yeah", "yep", "yes", "your", "you", "wanna", "on", "pls", "plz", "bye", "quick", "quickly", "still", "today", "goes:", "shot", "believe", "suppose", "must", "can", "could", "put", "dear", "moov", "goign", "gonna", "still:",
    // German.
    "als", "also", "an", "antwort", "antworte", "auf", "bitte", "dann", "danke", "das", "den", "der", "die", "diesmal", "einfach", "es", "geh",
    "gehe", "geht's", "gerne", "gut", "ha", "hier", "ich", "ist", "ja", "jetzt", "klar", "könig", "lautet", "mache", "mach", "mal", "mein",
    "meine", "meinen", "mich", "mir", "mit", "na", "nächster", "nehme", "nun", "nächste", "probiere", "schiebe", "setze", "so", "spiel",
    "spiele", "stein", "und", "von", "wähle", "versuche", "werde", "wir", "zieh", "ziehe", "zug", "ziehen", "spielen", "möchte", "will", "dir", "glaub", "glaube", "denke", "denk", "eben", "nehm", "joa", "erlaube", "setz", "digga", "alter", "ok", "okay", "heute", "bin", "dran",
    // Danish, Norwegian, Swedish.
    "af", "at", "bare", "da", "den", "det", "drag", "draget", "du", "er", "flytter", "for", "fra", "får", "her", "har", "ja", "jeg", "jag",
    "kommer", "konge", "lad", "laver", "med", "min", "mit", "mitt", "næste", "nästa", "nu", "nå", "når", "og", "ok", "og så", "prøver",
    "rykker", "spelar", "spiller", "svar", "svarer", "så", "tager", "tar", "tak", "tror", "træk", "trækker", "trekk", "trekker", "vil",
    "vælger", "flyttar", "drar", "är", "blir", "bliver", "mig", "meg", "takk", "tack", "får", "här", "kör", "asså", "trekket", "trækket", "draget", "ska", "skal", "vill", "brikke", "brik", "brikken", "på", "til", "flytte", "spille", "spela",
    // French, Dutch, Spanish.
    "allez", "alors", "bon", "coup", "d'accord", "de", "donc", "est", "et", "je", "joue", "jouer", "le", "maintenant", "merci", "mon",
    "moi", "prends", "va", "vais", "voici", "voilà", "c'est", "ce", "sera", "dit", "daar", "dan", "doe", "een", "en", "ga", "goed", "graag",
    "hier", "het", "ik", "is", "maar", "mijn", "nou", "oké", "speel", "spelen", "voor", "wordt", "zet", "zetten", "ahora", "aquí", "bien", "bueno", "entonces",
    "es", "gracias", "hago", "juego", "jugada", "juego", "mi", "mover", "movimiento", "muevo", "pues", "sí", "si,", "turno", "va", "vale",
    "bouge", "crois", "creo", "que", "jugar", "gewoon", "déplace", "pion", "pièce", "coucou", "salut", "kies", "vandaag", "kunt", "u", "schuif", "stuk", "ficha", "pieza", "mueve", "vamos", "voy", "y", "yo", "con", "la", "esta", "vez", "à", "el",
];

/// Words that say in the first person, directly before a move, that it is made now.
const MAKES: [&str; 34] = [
    "i play",
    "i move",
    "i go",
    "i choose",
    "i'll play",
    "i'll go",
    "i'll move",
    "i will play",
    "i'm playing",
    "i shall play",
    "my move is",
    "my move",
    "my answer is",
    "ich spiele",
    "ich ziehe",
    "spiele ich",
    "ziehe ich",
    "ich setze",
    "ich nehme",
    "mein zug ist",
    "mein zug",
    "jeg spiller",
    "jeg trækker",
    "jeg flytter",
    "spiller jeg",
    "trækker jeg",
    "mit træk er",
    "jag spelar",
    "jag flyttar",
    "je joue",
    "ik speel",
    "juego",
    "muevo",
    "mi jugada es",
];

/// Phrases that may follow a move that is made, besides polite words: `d3-e3 it is then`.
#[rustfmt::skip]
const AFTER: &[&str] = &[
    // English.
    "again", "and good luck", "btw", "for me", "for my move", "for my turn", "for now", "for this turn", "from me", "haha", "here", "here we go", "i choose", "i go", "i guess",
    "i'll go", "i'm going", "i move", "i play", "i say", "i suppose", "i think", "is it", "is it then", "is mine", "is my answer", "is my choice", "is my move",
    "is my next move", "is my reply", "is my response", "it is", "it is then", "it is for me", "lol", "my friend", "my move", "next", "now", "over to you", "pls", "plz", "right", "so",
    "that's my move", "that is my move", "that's it", "then", "this time", "this turn", "today", "too", "with my attacker", "my turn", "and thanks", "and thank you", "as my move", "mate", "buddy", "dude", "bro",
    "tonight", "from my side", "yes", "ok", "okay", "would be my move", "will be my move", "will do", "if you please", "if i may", "gtg", "zzz", "happy now", "let's goo", "lets go", "lets goo", "lets gooo", "anyway", "cheers", "xx", "xoxo", "hehe", "hihi", "and that's it", "for the win", "and you", "good luck", "let's go",
    // German.
    "als nächstes", "an", "bei mir", "dann", "dann mal", "denk ich", "denke ich", "diesmal", "für mich", "ist mein zug", "jetzt", "ist meine antwort", "lautet mein zug", "lautet meine antwort",
    "mal", "mein zug", "nun", "sag ich", "so", "spiele ich", "würde ich sagen", "ziehe ich", "zieh ich", "ja", "glaube ich", "glaub ich", "mein lieber", "von mir", "heute", "setze ich", "spiel ich", "wird gespielt", "und danke", "jetzt bist du dran", "du bist dran", "wenn's recht ist", "wenn ich bitten darf", "setzen", "bitte setzen", "ziehen", "mfg", "digga", "alter",
    // Danish, Norwegian, Swedish.
    "denne gang", "er mit træk", "er mit svar", "herfra", "jeg", "nu", "nå", "så", "tror jeg", "fra mig", "for mig", "i dag", "min ven", "tænker jeg", "mit træk", "rykker jeg", "spiller jeg", "blir mitt trekk",
    "blir mitt drag", "den här gången", "denne gangen", "tror jag", "är mitt drag", "er mitt trekk", "då", "da", "spelar jag", "takk", "tack", "den her gang", "vil jeg sige", "bliver mit træk", "bliver det", "blir det", "her fra mig", "værsgo", "vær så god", "varsågod", "knus", "kram", "klem",
    // French, Dutch, Spanish.
    "alors", "cette fois", "je crois", "je pense", "maintenant", "merci", "s'il te plaît", "s'il vous plaît", "stp", "svp", "pour moi", "dan", "denk ik", "deze keer", "is mijn zet", "nu",
    "graag", "alsjeblieft", "aub", "wordt het", "dank je", "bedankt", "creo", "entonces", "esta vez", "por favor", "es mi jugada", "gracias", "ahora", "pues", "voor mij", "wordt mijn zet", "es mi movimiento", "est mon coup", "et voilà", "voilà", "mdr", "bisous", "schuiven alstublieft", "schuiven", "alstublieft", "dank u wel", "dank u", "porfa", "groetjes", "besos", "saludos",
];

/// The most words of a phrase after the move.
const AFTER_WORDS_MAX: usize = 4;

/// Words that make a remark one about the move, or a doubt. A remark with one of them is not chat.
#[rustfmt::skip]
const ABOUT_MOVES: &[&str] = &[
    // English.
    "again?", "although", "bad", "best", "better", "blunder", "but", "can't", "could", "didn't", "don't", "dont", "else", "error", "except", "first", "hold", "if", "instead", "isn't", "kidding",
    "jk", "later", "loses", "lost", "maybe", "mean", "meant", "might", "mistake", "never", "no", "nope", "not", "only", "or", "otherwise", "perhaps", "rather", "seems", "should",
    "tempting", "terrible", "though", "thought", "tomorrow", "unless", "unsure", "wait", "was", "wasn't", "were", "when", "whether", "wins", "won't", "worse", "would", "wouldn't", "wrong", "yet", "looks",
    "risky", "dangerous", "once", "before", "until", "joke", "joking", "undo", "back", "draft", "ignore", "example", "idea", "question", "threat", "threatens", "option", "candidate", "alternative", "variation", "theory", "book", "test", "plan", "planning", "decide", "decided", "sure", "winning", "losing", "cancel", "actually", "hmm", "considered", "considering",
    "played", "answered", "recommends", "says", "said",
    // German.
    "aber", "besser", "bevor", "dachte", "doch", "eher", "eigentlich", "erst", "eventuell", "falls", "falsch", "fehler", "gefährlich", "kein", "keine", "könnte", "lieber", "morgen", "nachdem", "nee", "nein", "nicht", "nie",
    "nö", "ob", "oder", "obwohl", "scherz", "schlecht", "schlechter", "sicher", "sobald", "sollte", "sonst", "später", "statt", "überlege", "verloren", "vielleicht", "war", "warte", "warten", "wäre", "wenn",
    "würde", "zurück", "moment", "halt", "quatsch", "sondern", "spielte", "zieht", "entwurf", "beispiel", "idee", "frage", "drohung", "droht", "theorie", "buch", "plane", "plan",
    // Danish, Norwegian, Swedish.
    "bedre", "dårligt", "eller", "fejl", "forkert", "før", "hellere", "heller", "hvis", "hvorvidt", "ikke", "ikkje", "imorgen", "inte", "kanske", "kanskje", "kunne", "men", "måske", "nej", "nei", "når", "om", "sagde", "senere",
    "skulle", "trak", "tænkte", "var", "vent", "vente", "ville", "vänta", "tilbage", "bättre", "fel", "feil", "sikker", "spøg", "hov", "kladde", "eksempel", "ide", "idé", "spørgsmål", "trussel", "bogen",
    // French, Dutch, Spanish.
    "attends", "demain", "mais", "non", "ou", "pas", "peut-être", "sauf", "si", "était", "mieux", "erreur", "quand", "als", "beter", "fout", "geen", "liever", "maar", "misschien", "morgen", "nee", "niet", "of", "slecht", "straks",
    "wacht", "aunque", "cuando", "espera", "malo", "mañana", "mejor", "pero", "quizás", "quizá", "tal", "o", "sino", "broma", "grapje",
];

/// Words that make everything after them in the sentence a condition, or past.
#[rustfmt::skip]
const CONDITIONS: &[&str] = &[
    "if", "when", "whenever", "unless", "maybe", "perhaps", "might", "should", "could", "would", "wouldn't", "shouldn't", "other", "another", "against", "vs", "considered", "thought", "wonder", "wondered", "suppose", "supposing", "imagine", "would've", "yesterday", "tomorrow", "later", "sometimes", "usually", "always", "often", "normally", "manchmal", "meist", "meistens", "immer", "oft", "altid", "ofte", "siempre", "toujours", "altijd",
    "vielleicht", "eventuell", "sollte", "könnte", "würde", "hätte", "wäre", "andere", "anderen", "anderes", "gegen", "überlege", "überlegte", "wenn", "falls", "sobald", "gestern", "morgen", "später", 
    "måske", "kanskje", "kanske", "skulle", "kunne", "ville", "anden", "andet", "andre", "mod", "tænkte", "overvejer", "peut-être", "pourrais", "autre", "contre", "misschien", "zou", "ander", "tegen", "quizás", "quizá", "podría", "otro", "otra", "contra", "hvis", "når", "om", "i går", "imorgen", "senere", "hvis", "dersom", "igår", "si", "quand", "demain", "hier", "als", "zodra", "gisteren", "cuando", "mañana", "ayer",
    "moved", "played", "send", "sende", "senden", "sender", "envoie", "envoyer", "has", "gezogen", "gespielt", "schick", "schicke", "hat", "trukket", "flyttet", "spillet", "flyttat", "spelat", "joué", "jugado", "movido", "gespeeld", "gezet",
];

/// Words before a move that only shows how moves are written.
const EXAMPLES: [&str; 6] = ["example", "instance", "beispiel", "z.b", "eksempel", "e.g"];

/// Words before the number of a board.
const BOARDS: [&str; 14] = [
    "board",
    "game",
    "challenge",
    "number",
    "no",
    "nr",
    "brett",
    "spiel",
    "partie",
    "br\u{e6}t",
    "parti",
    "spil",
    "bord",
    "partida",
];

/// Words that let a sentence go on behind a move with something else: `g4-g5 and I'm off to the dentist`.
const AND: [&str; 7] = ["and", "und", "og", "och", "et", "y", "&"];

/// Laughs set off what follows them as a dash does.
const LAUGHS: [&str; 12] =
    ["haha", "hahaha", "hehe", "hihi", "lol", "jaja", "jajaja", "mdr", "xd", "muhaha", "hah", "rofl"];

/// Sighs before such words: `Oh no, not that one.`
const SIGHS: [&str; 12] = ["oh", "ah", "ach", "uh", "um", "ohh", "eh", "hm", "hmm", "\u{e5}h", "ups", "haha"];

/// Words that negate a move in their part of the sentence.
const NEGATIONS: &[&str] = &[
    "not", "don't", "dont", "never", "nicht", "nie", "kein", "ikke", "aldrig", "inte", "pas", "niet", "nooit", "nunca",
    "no",
];

/// Words before a comma or a colon that make the move behind it somebody else's, or only a thought.
#[rustfmt::skip]
const SAYS: &[&str] = &[
    "said", "says", "recommends", "suggests", "suggested", "gives", "idea", "ideas", "example", "question", "draft", "ignore", "threat", "threatens", "option", "options", "candidate", "candidates", "alternative",
    "variation", "theory", "book", "plan", "plans", "planning", "mean", "meant", "undo", "cancel", "joke", "joking", "kidding", "test", "analysis", "engine", "sequence", "wrong", "mistake", "blunder",
    "bad", "worse", "regret", "played", "thinking", "tempted", "tempting", "like", "hope", "fear", "wanted", "forget",
    "entwurf", "beispiel", "frage", "drohung", "droht", "theorie", "buch", "sagt", "sagte", "meint", "meinte", "idee", "ideen", "plan", "plane", "vorschlag", "analyse", "fehler", "falsch", "schlecht", "dachte",
    "siger", "sagde", "kladde", "eksempel", "spørgsmål", "trussel", "bogen", "mener", "mente", "forslag", "fejl", "forkert", "dårligt", "ide", "idé", "foreslår",
    "dit", "disait", "idée", "propose", "dice", "dijo", "propone", "zegt", "zei", "voorstel", "erreur", "fout", "error", "malo", "brouillon", "borrador", "klad", "kladje", "vraag", "pregunta",
];

/// Words at the beginning of the next sentence that put the move in doubt.
#[rustfmt::skip]
const DOUBTS_FIRST: &[&str] = &[
    "or", "but", "stop", "not", "wait", "actually", "unless", "although", "if", "kidding", "jk", "oops",
    "oder", "aber", "doch", "warte", "moment", "außer", "wenn", "falls", "quatsch",
    "eller", "men", "vent", "vänta", "hvis", "medmindre", "ou", "mais", "attends", "si", "of", "maar", "wacht", "als", "tenzij", "o", "pero", "espera", "aunque",
];

/// The move that a line says is made. `None` as well if a number in its sentence may mean a board, or if a word may be a password.
pub(in crate::command) fn read(line: &Line) -> Option<Said> {
    let words = line.words();
    let all: Vec<&Word> = words.iter().collect();
    let mut found = (0..words.len()).filter_map(|at| match move_words::play_length(&all[at..]) {
        0 => None,
        length => Some((at, length, move_words::read(&all[at..], length)?)),
    });
    let (at, length, play) = found.next()?;
    // The second word of `d3 to e3` begins no further move.
    let differs = |other: &ParsedPlay| (other.from, other.to) != (play.from, play.to);
    let several = found.filter(|(other, ..)| *other >= at + length).any(|(_, _, other)| differs(&other));
    let (before, behind) = (&words[..at], &words[at + length..]);
    // `3. d1-c1` is the number of the move.
    let before = before.split_last().filter(|(last, _)| is_count(last)).map_or(before, |(_, before)| before);
    let is_counted = before.len() < at;
    let own = &before[before.iter().rposition(ends_sentence).map_or(0, |end| end + 1)..];
    let last = &words[at + length - 1];
    let after = if ends_sentence(last) { &[][..] } else { first_sentence(behind) };
    let is_board = |(at, word): (usize, &Word)| {
        word.number().is_some()
            && (at + 1 == own.len() || word.raw.starts_with('#') || own[..at].last().is_some_and(names_boards))
    };
    if own.iter().enumerate().any(is_board) || after.first().is_some_and(|word| word.number().is_some()) {
        return None;
    }
    // A line of a list, as our letters have them: `- d1-c1`.
    if own.first().is_some_and(|word| word.raw.chars().all(|c| c.is_ascii_punctuation() || c == '\u{2022}')) {
        return None;
    }
    // Our own letters name examples, and somebody may copy them.
    if own.iter().any(|word| EXAMPLES.contains(&folded(word).as_str())) {
        return None;
    }
    /// A login has at most the word `move`, a number, an id and a password before the move.
    const LOGIN_WORDS_MAX: usize = 5;
    let may_hold_login = own.len() <= LOGIN_WORDS_MAX
        && redact::guess(words).into_iter().any(|at| words.get(at).is_none_or(|word| !may_lead(word)));
    let is_made = !several && !may_hold_login && is_lead(before) && !asks(last) && is_trail(last, behind, is_counted);
    let chat = !(polite_words::is_polite(behind) && before.iter().all(|word| is_before(&word.lower())));
    is_made.then_some(Said { play, chat })
}

/// Whether a word may stand before a move, and so is no password: `mir` in `ich erlaube mir d6-e6`.
fn may_lead(word: &Word) -> bool {
    polite_words::is_face(word) || is_before(&word.lower())
}

/// Whether a number behind this word means a board: `board 12`.
fn names_boards(word: &Word) -> bool {
    BOARDS.contains(&folded(word).as_str())
}

/// Whether it is a number as our letters print it before a move: `3.`
fn is_count(word: &Word) -> bool {
    word.number().is_some() && word.closing.starts_with(['.', ':'])
}

/// Whether nothing before a move makes it doubtful: other sentences, chat before a comma, a greeting, and words that lead to a move.
fn is_lead(before: &[Word]) -> bool {
    let (earlier, own) = before.split_at(before.iter().rposition(ends_sentence).map_or(0, |end| end + 1));
    // A question may be about the move behind it: `What about this? d1-c1`.
    let holds = |words: &[Word], list: &[&str]| words.iter().any(|word| list.contains(&folded(word).as_str()));
    if earlier.last().is_some_and(asks) || holds(own, CONDITIONS) || is_of_another_turn(own) {
        return false;
    }
    let Some(last) = own.split_inclusive(ends_clause).next_back() else {
        return true;
    };
    let is_directly_before = !ends_clause(&last[last.len() - 1]);
    !holds(last, NEGATIONS)
        && (is_leading_clause(last) || (!is_directly_before && !own.iter().any(asks) && !holds(own, SAYS)))
}

/// `Next turn I go d1-c1`, `last time d1-c1`, but not `my next move is d1-c1`.
fn is_of_another_turn(words: &[Word]) -> bool {
    words.windows(2).any(|pair| {
        let [next, of] = [&pair[0], &pair[1]].map(folded);
        [
            "next",
            "last",
            "n\u{e4}chstes",
            "n\u{e4}chste",
            "letztes",
            "letzte",
            "letzter",
            "seneste",
            "n\u{e6}ste",
            "sidste",
        ]
        .contains(&next.as_str())
            && !(next == "next" && of == "move")
            && [
                "turn",
                "time",
                "week",
                "game",
                "year",
                "move",
                "mal",
                "zug",
                "jahr",
                "tr\u{e6}k",
                "woche",
                "partie",
                "runde",
                "gang",
                "uge",
                "parti",
                "tur",
            ]
            .contains(&of.as_str())
    })
}

/// A part of the sentence before a move, up to a comma, a colon or a dash.
fn is_leading_clause(clause: &[Word]) -> bool {
    let leads = clause.iter().all(|word| is_dash(word) || may_lead(word));
    leads || polite_words::is_polite(clause) || is_salutation(&text_of(clause)) || says_that_it_is_made(clause)
}

/// Whether a clause says in the first person that the move behind it is made: `after half an hour I play`.
fn says_that_it_is_made(clause: &[Word]) -> bool {
    let said: Vec<String> = clause.iter().map(folded).collect();
    MAKES.iter().any(|makes| {
        let makes: Vec<&str> = makes.split(' ').collect();
        let above = clause.len().saturating_sub(makes.len());
        said[above..] == makes[..]
    })
}

fn is_before(word: &str) -> bool {
    BEFORE.contains(&word.replace('\u{2019}', "'").as_str())
}

/// Whether nothing behind a move makes it doubtful. `last` is the last word of the move.
///
/// A number before the move, `1. d1-c1`, shows that it is one of the game. What annotators write behind it may be about the move.
fn is_trail(last: &Word, behind: &[Word], is_counted: bool) -> bool {
    let mut rest = behind;
    let mut last = last;
    loop {
        let Some(first) = rest.first() else {
            return true;
        };
        // The opponent's name, or one's own below the last word.
        if rest.len() == 1 && rest.len() < behind.len() && (polite_words::is_name(first) || is_initial(first)) {
            return true;
        }
        if ends_sentence(last) {
            return is_next_sentence_chat(rest);
        }
        if polite_words::is_polite(rest) {
            return true;
        }
        let is_set_off = !last.closing.is_empty()
            || is_dash(first)
            || polite_words::is_face(first)
            || first.raw.starts_with('(')
            || LAUGHS.contains(&folded(first).as_str())
            || AND.contains(&folded(first).as_str());
        if is_set_off && phrase_length(rest) == 0 {
            let (first, behind) = rest.split_at(first_sentence(rest).len());
            return match is_counted {
                true => !names_a_move(rest) && !polite_words::takes_back(&text_of(rest)),
                false => is_chat(first) && is_next_sentence_chat(behind),
            };
        }
        let length = phrase_length(rest).max(polite_words::phrase_length(rest));
        if length == 0 || asks(&rest[length - 1]) {
            return false;
        }
        (last, rest) = (&rest[length - 1], &rest[length..]);
    }
}

/// `A` for Ann.
fn is_initial(word: &Word) -> bool {
    word.plain.chars().count() == 1 && word.plain.chars().all(char::is_uppercase)
}

/// Whether the sentence after that of a move takes nothing back: `d1-c1. Or is that bad?`
fn is_next_sentence_chat(words: &[Word]) -> bool {
    const SHORT_MAX: usize = 4;
    let sentence = first_sentence(words);
    let sighs = sentence.iter().take_while(|word| SIGHS.contains(&folded(word).as_str())).count();
    let doubts = sentence.get(sighs).is_some_and(|word| {
        let (said, ends) = (folded(word), sighs + 1 == sentence.len() || !word.closing.is_empty());
        DOUBTS_FIRST.contains(&said.as_str()) || (ends && polite_words::NEGATIVES.contains(&said.as_str()))
    });
    let asks_back = sentence.len() <= SHORT_MAX && sentence.last().is_some_and(asks);
    let is_no = sentence.first().is_some_and(|word| polite_words::NEGATIVES.contains(&folded(word).as_str()));
    let short_doubt = sentence.len() <= SHORT_MAX && !is_no && !is_chat(sentence);
    !(doubts || asks_back || short_doubt || polite_words::takes_back(&text_of(sentence)) || names_a_move(sentence))
}

/// The length of the longest phrase at the beginning of the words that may follow a move.
fn phrase_length(words: &[Word]) -> usize {
    let longest = words.len().min(AFTER_WORDS_MAX);
    let whole = words[..longest].iter().position(|word| !word.closing.is_empty()).map_or(longest, |end| end + 1);
    let said: Vec<String> = words[..whole].iter().map(|word| word.lower().replace('\u{2019}', "'")).collect();
    (1..=whole).rev().find(|length| AFTER.contains(&said[..*length].join(" ").as_str())).unwrap_or(0)
}

/// Whether words that are set off from a move cannot be about it.
fn is_chat(words: &[Word]) -> bool {
    let is_about = |word: &Word| ABOUT_MOVES.contains(&folded(word).as_str());
    !words.iter().any(|word| asks(word) || is_about(word))
        && !names_a_move(words)
        && !polite_words::takes_back(&text_of(words))
}

fn names_a_move(words: &[Word]) -> bool {
    words.iter().any(|word| ParsedPlay::looks_like(&word.plain))
}

/// The words up to the end of the first sentence.
fn first_sentence(words: &[Word]) -> &[Word] {
    let end = words.iter().position(ends_sentence).map_or(words.len(), |end| end + 1);
    &words[..end]
}

/// Whether a question ends with this word. `!?` is what annotators write behind a move.
pub(in crate::command) fn asks(word: &Word) -> bool {
    word.closing.contains('?') && word.closing != "!?"
}

fn ends_sentence(word: &Word) -> bool {
    word.closing.contains(['.', '!', '?', ';', '\u{2026}'])
}

fn ends_clause(word: &Word) -> bool {
    !word.closing.is_empty() || is_dash(word) || polite_words::is_face(word)
}

/// A word that is only a dash.
fn is_dash(word: &Word) -> bool {
    !word.raw.is_empty() && word.raw.chars().all(|c| matches!(c, '-' | '\u{2013}' | '\u{2014}'))
}

/// In small letters, with a straight apostrophe.
fn folded(word: &Word) -> String {
    word.lower().replace('\u{2019}', "'")
}

fn text_of(words: &[Word]) -> String {
    words.iter().map(|word| word.raw.as_str()).collect::<Vec<_>>().join(" ")
}
