//! Words that clients put around a quoted letter, in many languages: introductions, forwards, footers. This file only lists them. What they
//! mean for the body is decided in the files beside it.

/// Verbs that end an introduction, in lower case, each one word.
const WRITING_VERBS: &[&str] = &[
    "כתבה",
    "كتب",
    "كتبت",
    "نوشت",
    "viết",
    "menulis",
    "rakstīja",
    "rašė",
    "napisala",
    "piše",
    "написа",
    "написао",
    "írja",
    "escribía",
    "scriveva",
    "wrote",
    "writes",
    "schrieb",
    "schreibt",
    "geschrieben",
    "écrit",
    "écrivait",
    "escribió",
    "escribio",
    "escribe",
    "escrito",
    "escreveu",
    "escreve",
    "scritto",
    "scrisse",
    "scrive",
    "schreef",
    "geschreven",
    "schrijft",
    "skrev",
    "skriver",
    "skrifaði",
    "kirjoitti",
    "писал",
    "писала",
    "пишет",
    "написал",
    "написала",
    "написав",
    "пише",
    "писа",
    "napisał",
    "napisała",
    "pisze",
    "napsal",
    "napsala",
    "napísal",
    "napísala",
    "napisao",
    "írta",
    "scris",
    "yazdı",
    "έγραψε",
    "escriure",
    "kirjutas",
    "כתב",
    "dijo",
    "napisao",
];

/// The same for languages without blanks between words.
const WRITING_SIGNS: [&str; 8] = ["写道", "寫道", "写到", "書きました", "のメッセージ", "作成", "작성", "님이"];

/// Words that begin an introduction, in lower case.
const OPENERS: &[&str] = &[
    "at", "u", "on", "am", "le", "el", "il", "op", "den", "dne", "dnia", "dňa", "em", "no", "na", "w", "på", "pe",
    "în", "la", "в", "у", "на", "στις", "ter", "dana", "þann", "quoting", "zitat", "de", "a", "pada", "vào", "kl",
    "dia", "data", "ons", "tir", "citat",
];

/// Beginnings of sentences in which people speak about what they or others wrote, in lower case.
const SELF: &[&str] = &[
    "i", "we", "you", "he", "she", "they", "as", "and", "what", "ich", "wir", "du", "ihr", "er", "sie", "wie", "und",
    "jeg", "vi", "han", "hun", "de", "som", "og", "jag", "je", "j", "nous", "tu", "il", "elle", "comme", "yo", "eu",
    "ik", "wij", "ja", "\u{44f}",
];

/// The same for languages without blanks between words.
const OPENING_SIGNS: [&str; 3] = ["在", "於", "于"];

/// How Apple and others announce a forwarded letter, in lower case, without the colon.
const FORWARDS: [&str; 17] = [
    "begin forwarded message",
    "forwarded message",
    "anfang der weitergeleiteten nachricht",
    "weitergeleitete nachricht",
    "début du message réexpédié",
    "début du message transféré",
    "inicio del mensaje reenviado",
    "inizio messaggio inoltrato",
    "início da mensagem reencaminhada",
    "início da mensagem encaminhada",
    "begin doorgestuurd bericht",
    "start på videresendt besked",
    "start på videresendt melding",
    "vidarebefordrat brev",
    "välitetty viesti alkaa",
    "początek przekazywanej wiadomości",
    "начало переадресованного сообщения",
];

/// Beginnings of footers that lists and companies append, in lower case.
const FOOTERS: [&str; 12] = [
    "you received this message because you are subscribed",
    "you are receiving this because you are subscribed",
    "to unsubscribe from this group",
    "to unsubscribe from this list",
    "to unsubscribe, ",
    "to post to this group",
    "unsubscribe: http",
    "confidentiality notice",
    "disclaimer:",
    "this e-mail and any attachments",
    "this email and any attachments",
    "diese e-mail enthält vertrauliche",
];

/// Words between dashes above a letter that is answered or forwarded, in lower case.
const ORIGINALS: [&str; 34] = [
    "original message",
    "original appointment",
    "original-nachricht",
    "originalnachricht",
    "urspr\u{fc}ngliche nachricht",
    "ursprungsnachricht",
    "message d'origine",
    "message d\u{2019}origine",
    "message original",
    "mensaje original",
    "mensagem original",
    "messaggio originale",
    "messaggio inoltrato",
    "oorspronkelijk bericht",
    "origineel bericht",
    "oprindelig meddelelse",
    "oprindelig besked",
    "oprindelig mail",
    "original meddelande",
    "originalmeddelande",
    "ursprungligt meddelande",
    "opprinnelig melding",
    "alkuper\u{e4}inen viesti",
    "oryginalna wiadomo\u{15b}\u{107}",
    "wiadomo\u{15b}\u{107} oryginalna",
    "\u{438}\u{441}\u{445}\u{43e}\u{434}\u{43d}\u{43e}\u{435} \u{441}\u{43e}\u{43e}\u{431}\u{449}\u{435}\u{43d}\u{438}\u{435}",
    "p\u{16f}vodn\u{ed} zpr\u{e1}va",
    "p\u{f4}vodn\u{e1} spr\u{e1}va",
    "eredeti \u{fc}zenet",
    "mesaj original",
    "orijinal mesaj",
    "izvorna poruka",
    "originalna poruka",
    "\u{3b1}\u{3c1}\u{3c7}\u{3b9}\u{3ba}\u{3cc} \u{3bc}\u{3ae}\u{3bd}\u{3c5}\u{3bc}\u{3b1}",
];

/// The same for languages without blanks.
const ORIGINAL_SIGNS: [&str; 6] = [
    "\u{539f}\u{59cb}\u{90ae}\u{4ef6}",
    "\u{539f}\u{59cb}\u{90f5}\u{4ef6}",
    "\u{8f6c}\u{53d1}\u{7684}\u{90ae}\u{4ef6}",
    "\u{5143}\u{306e}\u{30e1}\u{30c3}\u{30bb}\u{30fc}\u{30b8}",
    "\u{539f}\u{672c}",
    "\u{c6d0}\u{bcf8} \u{ba54}\u{c2dc}\u{c9c0}",
];

/// What lists, companies and virus scanners write about themselves below a ruled line, in lower case.
const BELOW_RULES: [&str; 17] = [
    "unsubscribe",
    "mailing list",
    "mailinglist",
    "mailingliste",
    "maillist",
    "list archive",
    "list info",
    "listinfo",
    "groups.io",
    "you receive all messages",
    "you received this message",
    "checked for viruses",
    "virus-free",
    "auf viren",
    "virenfrei",
    "antivirus",
    "confidential",
];

/// Whether the text contains a verb such as "wrote".
pub(crate) fn has_writing_verb(text: &str) -> bool {
    let text = text.to_lowercase();
    WRITING_SIGNS.iter().any(|sign| text.contains(sign))
        || text.split(|c: char| !c.is_alphanumeric()).any(|word| WRITING_VERBS.contains(&word))
}

/// Whether the text ends in a verb such as "wrote", perhaps with a short ending as in `napisał(a)`.
pub(crate) fn ends_in_writing_verb(text: &str) -> bool {
    let text = text.to_lowercase();
    let mut words = text.rsplit(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    let last = words.next().unwrap_or("");
    let before = words.next().unwrap_or("");
    WRITING_VERBS.contains(&last) || (last.len() <= 2 && WRITING_VERBS.contains(&before))
}

/// Whether the text begins like a sentence about what people wrote (`I wrote`, `as you wrote`), so it is not an introduction.
pub(crate) fn is_writer_himself(text: &str) -> bool {
    let text = text.to_lowercase();
    let first = text.split(|c: char| !c.is_alphabetic()).find(|word| !word.is_empty());
    first.is_some_and(|first| SELF.contains(&first))
}

/// Whether the text begins like an introduction.
pub(crate) fn has_opener(text: &str) -> bool {
    let text = text.trim_start().to_lowercase();
    let first = text.split(|c: char| !c.is_alphabetic()).next().unwrap_or("");
    OPENERS.contains(&first) || OPENING_SIGNS.iter().any(|sign| text.starts_with(sign))
}

/// Whether the line announces a forwarded letter.
pub(crate) fn is_forward(line: &str) -> bool {
    let line = line.to_lowercase();
    let line = line.trim_matches(|c: char| !c.is_alphabetic());
    FORWARDS.contains(&line)
}

/// Whether the words between dashes announce a letter.
pub(crate) fn is_original(line: &str) -> bool {
    let line = line.to_lowercase();
    let line = line.trim_matches(|c: char| !c.is_alphabetic());
    // `Forwarded message from Ann`.
    ORIGINALS.iter().chain(&FORWARDS).any(|known| line.starts_with(known))
        || ORIGINAL_SIGNS.iter().any(|sign| line.contains(sign))
}

/// Whether the line is one that a list, a company or a virus scanner writes about itself below a ruled line.
pub(crate) fn is_below_rules(line: &str) -> bool {
    let line = line.to_lowercase();
    BELOW_RULES.iter().any(|words| line.contains(words)) || is_footer(&line)
}

/// Whether a list's or a company's footer begins here.
pub(crate) fn is_footer(line: &str) -> bool {
    let line = line.to_lowercase();
    FOOTERS.iter().any(|footer| line.starts_with(footer))
}
