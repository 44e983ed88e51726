//! The line in which a phone or a mail program advertises itself: `Sent from my phone`.

/// Beginnings of such a line, in lower case.
const DEVICE_BEGINNINGS: [&str; 62] = [
    "sent from ",
    "sent on the go",
    "get outlook for ",
    "get [outlook for",
    "get bluemail for ",
    "yahoo mail: ",
    "yahoo mail on ",
    "virus-free",
    "gesendet von ",
    "gesendet mit ",
    "gesendet über ",
    "von meinem ",
    "diese nachricht wurde von mein",
    "holen sie sich outlook",
    "envoyé de ",
    "envoyé d'",
    "envoyé d\u{2019}",
    "envoyé depuis ",
    "envoyé à partir ",
    "envoyé avec ",
    "obtenez outlook ",
    "télécharger outlook ",
    "provenance : courrier",
    "enviado desde ",
    "enviado de ",
    "enviado do ",
    "enviado a partir ",
    "enviado con ",
    "enviado com ",
    "enviado via ",
    "obtener outlook ",
    "obter o outlook ",
    "inviato da ",
    "inviato dal ",
    "inviato con ",
    "ottieni outlook ",
    "scarica outlook ",
    "verzonden vanaf ",
    "verzonden met ",
    "verzonden via ",
    "verstuurd vanaf ",
    "verstuurd met ",
    "download outlook ",
    "sendt fra ",
    "hent outlook ",
    "skickat från ",
    "skickades från ",
    "hämta outlook ",
    "lähetetty ",
    "wysłane z ",
    "wysłano z ",
    "odesláno z",
    "отправлено с ",
    "отправлено из ",
    "надіслано з ",
    "στάλθηκε από ",
    "εστάλη από ",
    "αποκτήστε το outlook",
    "λήψη του outlook",
    "poslano s mo",
    "preuzmite outlook",
    "nabavite outlook",
];

/// Beginnings that need a device or a program after them, because ordinary sentences begin like this too.
const WEAK_BEGINNINGS: [&str; 5] = ["sent via ", "sent with ", "sent using ", "sent by ", "from my "];

/// Beginnings in languages where the word for "sent" comes first. A device or a program must be named after it, because each program puts
/// other words between: `Wysłane za pomocą bezpiecznej poczty e-mail Proton Mail.`
const SENT: [&str; 32] = [
    "sent",
    "gesendet",
    "versendet",
    "sendt",
    "skickat",
    "skickades",
    "verzonden",
    "verstuurd",
    "envoyé",
    "enviado",
    "enviada",
    "inviato",
    "inviata",
    "wysłane",
    "wysłano",
    "wysłana",
    "отправлено",
    "надіслано",
    "lähetetty",
    "odesláno",
    "odoslané",
    "elküldve",
    "trimis",
    "enviat",
    "στάλθηκε",
    "εστάλη",
    "απεστάλη",
    "poslano",
    "poslato",
    "послато",
    "изпратено",
    "изпратена",
];

/// Words that turn a weak beginning or a weak ending into a certain one, in lower case.
const DEVICES: [&str; 30] = [
    "iphone",
    "ipad",
    "ipod",
    "phone",
    "mobile",
    "android",
    "galaxy",
    "samsung",
    "htc",
    "huawei",
    "xiaomi",
    "pixel",
    "nokia",
    "blackberry",
    "tablet",
    "cell",
    "mail",
    "outlook",
    "thunderbird",
    "proton",
    "handy",
    "windows",
    "smartphone",
    "mutt",
    "spark",
    "superhuman",
    "canary",
    "boxer",
    "app",
    "hey",
];

/// Endings of such a line.
const DEVICE_ENDINGS: [&str; 10] =
    ["from mobile", "から送信", "에서 보냄", "傳送", "传送", "发送", "gönderildi", "gesendet", "küldve", "odoslané"];

/// Beginnings in languages without blanks.
const DEVICE_SIGNS: [&str; 5] = ["发自我的", "發自我的", "来自我的", "從我的", "从我的"];

/// The longest line of a device.
const DEVICE_LINE_CHARS_MAX: usize = 120;

/// Whether the line also names a device or a program, so it is not a sentence that only begins in the same way.
pub(crate) fn names_device(line: &str) -> bool {
    let line = line.to_lowercase();
    DEVICES.iter().any(|device| line.contains(device))
}

/// Whether a device or a mail program wrote the line to advertise itself.
pub(crate) fn is_device_line(line: &str) -> bool {
    if line.chars().count() > DEVICE_LINE_CHARS_MAX {
        return false;
    }
    let line = line.to_lowercase();
    let line = line.trim_matches(|c: char| matches!(c, '<' | '(' | '*' | '_' | '[') || c.is_whitespace());
    let end = line.trim_end_matches(['>', ')', '.', ']', '*']);
    let names_device = names_device(line);
    DEVICE_BEGINNINGS.iter().any(|words| line.starts_with(words))
        || DEVICE_SIGNS.iter().any(|words| line.starts_with(words))
        || (names_device && (WEAK_BEGINNINGS.iter().any(|words| line.starts_with(words)) || begins_with_sent(line)))
        || praises_outlook(line)
        || (names_device && DEVICE_ENDINGS.iter().any(|words| end.ends_with(words)))
}

fn begins_with_sent(line: &str) -> bool {
    line.split(|c: char| !c.is_alphabetic()).next().is_some_and(|first| SENT.contains(&first))
}

/// `Get Outlook for iOS` in any language: the name, the system, and two or three words more.
fn praises_outlook(line: &str) -> bool {
    let words = line.split(['<', '(']).next().unwrap_or("");
    let names = |name: &str| words.split_whitespace().any(|word| word == name);
    names("outlook") && (names("ios") || names("android")) && words.split_whitespace().count() <= 7
}
