//! The words of many languages that clients put around a quoted letter: introductions, forwards,
//! footers. Facts only: what makes of them a reason to cut stands beside.

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
];

/// The same where words are not separated by blanks.
const WRITING_SIGNS: [&str; 8] = [
    "写道",
    "寫道",
    "写到",
    "書きました",
    "のメッセージ",
    "作成",
    "작성",
    "님이",
];

/// Words with which an introduction opens, in lower case.
const OPENERS: &[&str] = &[
    "at", "u", "on", "am", "le", "el", "il", "op", "den", "dne", "dnia", "dňa", "em", "no", "na",
    "w", "på", "pe", "în", "la", "в", "у", "на", "στις", "ter", "dana", "þann", "quoting", "zitat",
    "de", "a", "pada", "vào", "kl", "dia", "data", "ons", "tir", "citat",
];

/// The same where words are not separated by blanks.
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

/// Whether a verb of writing stands in the text.
pub(crate) fn has_writing_verb(text: &str) -> bool {
    let text = text.to_lowercase();
    WRITING_SIGNS.iter().any(|sign| text.contains(sign))
        || text
            .split(|c: char| !c.is_alphanumeric())
            .any(|word| WRITING_VERBS.contains(&word))
}

/// Whether a verb of writing stands last, or before a last short ending as in `napisał(a)`.
pub(crate) fn ends_in_writing_verb(text: &str) -> bool {
    let text = text.to_lowercase();
    let mut words = text
        .rsplit(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty());
    let last = words.next().unwrap_or("");
    let before = words.next().unwrap_or("");
    WRITING_VERBS.contains(&last) || (last.len() <= 2 && WRITING_VERBS.contains(&before))
}

/// Whether the text opens as an introduction does.
pub(crate) fn has_opener(text: &str) -> bool {
    let text = text.trim_start().to_lowercase();
    let first = text
        .split(|c: char| !c.is_alphabetic())
        .next()
        .unwrap_or("");
    OPENERS.contains(&first) || OPENING_SIGNS.iter().any(|sign| text.starts_with(sign))
}

/// Whether the line announces a forwarded letter.
pub(crate) fn is_forward(line: &str) -> bool {
    let line = line.to_lowercase();
    let line = line.trim_matches(|c: char| !c.is_alphabetic());
    FORWARDS.contains(&line)
}

/// Whether a list's or a company's footer begins here.
pub(crate) fn is_footer(line: &str) -> bool {
    let line = line.to_lowercase();
    FOOTERS.iter().any(|footer| line.starts_with(footer))
}
