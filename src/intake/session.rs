//! The talk at the door: SMTP (RFC 5321) and LMTP (RFC 2033) as a state machine without a socket.
//!
//! Bytes go in, in whatever pieces they come; replies and finished mails come out. It has no clock and waits for
//! nothing: whoever owns the socket reads, writes and stores.
//!
//! ```text
//!  greeting -> commands --MAIL--> RCPT, RCPT ... --DATA--> text --CR LF . CR LF--> settling --settle()--> commands
//!                 |                                                                  ^ the owner stores the mail here
//!                 '--QUIT, too many errors--> closed
//! ```
//!
//! **Replies after DATA** are 250 when the mail is on the disk and 451 when it is not; nothing else. Behind a relay
//! that has taken the mail, a 5xx there would become a bounce to a sender whom anybody can forge. A mail longer than
//! announced is read to its end; its first part is kept and accepted, since people write above their pictures.
//!
//! **Bounds**: a command line has 2,048 bytes, a mail 1 MiB and 100 recipients, a talk 20 errors. A line of text may
//! be as long as its mail.

use std::sync::Arc;

use crate::intake::arrival::House;
use crate::intake::arrival::Mail;
use crate::intake::arrival::RECEIVED_BYTES_MAX;
use crate::intake::arrival::Speech;
use crate::intake::arrival::plain_name;
use crate::intake::data::Data;
use crate::intake::verb::Verb;
use crate::mail::Address;
use crate::mail::limits::MESSAGE_BYTES_MAX;

/// The longest command line, in bytes, with its CR LF.
pub const LINE_BYTES_MAX: usize = 2_048;

/// Recipients of one mail.
pub const RECIPIENTS_MAX: usize = 100;

/// Errors since the last mail after which the door closes.
pub const ERRORS_MAX: u32 = 20;

/// Commands since the last mail that lead to none.
const CHATTER_MAX: u32 = 100;

/// What comes out of a [`Session`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Step {
    /// Write this to the peer; its lines end in CR LF.
    Reply(String),
    /// Store this, then call [`Session::settle`].
    Mail(Mail),
    /// There is nothing to do before more bytes come (or the mail is settled).
    Hungry,
    /// Close the connection; everything has been said.
    Close,
}

/// What became of a mail.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Answer {
    /// It is on the disk.
    Stored,
    /// It is not; the peer keeps it and tries again.
    NotNow,
}

/// One talk with one peer.
#[derive(Debug)]
pub struct Session {
    speech: Speech,
    house: Arc<House>,
    stage: Stage,
    /// The command line so far; never longer than [`LINE_BYTES_MAX`].
    line: Vec<u8>,
    line_is_too_long: bool,
    /// The peer's name and the protocol it chose.
    peer: Option<(String, &'static str)>,
    envelope: Option<Envelope>,
    errors: u32,
    chatter: u32,
}

#[derive(Debug)]
enum Stage {
    Greeting,
    Commands,
    Text(Data),
    Settling { replies: usize },
    Closed,
}

#[derive(Debug, Default)]
struct Envelope {
    from: String,
    to: Vec<String>,
}

impl Session {
    /// A new talk; its first step is the greeting.
    pub fn new(speech: Speech, house: Arc<House>) -> Session {
        Session {
            speech,
            house,
            stage: Stage::Greeting,
            line: Vec::new(),
            line_is_too_long: false,
            peer: None,
            envelope: None,
            errors: 0,
            chatter: 0,
        }
    }

    /// Takes what it needs off the front of `input` and says what is to be done. Call it until it is hungry.
    pub fn step(&mut self, input: &mut &[u8]) -> Step {
        match &mut self.stage {
            Stage::Greeting => {
                self.stage = Stage::Commands;
                let protocol = match self.speech {
                    Speech::Smtp => "ESMTP",
                    Speech::Lmtp => "LMTP",
                };
                Step::Reply(format!("220 {} {protocol} Taflpost\r\n", self.house.name()))
            }
            Stage::Commands => match self.take_line(input) {
                Some(Ok(line)) => self.command(&line),
                Some(Err(reply)) => self.mistake(reply),
                None => Step::Hungry,
            },
            Stage::Text(data) => {
                if data.take(input) {
                    self.finish_mail()
                } else {
                    Step::Hungry
                }
            }
            Stage::Settling { .. } => Step::Hungry,
            Stage::Closed => Step::Close,
        }
    }

    /// Tells what became of the mail; the reply is to be written to the peer. Empty when there was no mail.
    pub fn settle(&mut self, answer: Answer) -> String {
        let Stage::Settling { replies } = self.stage else {
            return String::new();
        };
        self.stage = Stage::Commands;
        let line = match answer {
            Answer::Stored => "250 2.0.0 Received and stored\r\n",
            Answer::NotNow => "451 4.3.0 It could not be stored, please try again later\r\n",
        };
        line.repeat(replies)
    }

    /// Says farewell before the peer does, because the server closes or the peer is silent. Empty inside a mail's text,
    /// where nothing may be said: the peer keeps the mail and tries again.
    pub fn dismiss(&mut self, why: &str) -> String {
        let may_speak = matches!(self.stage, Stage::Greeting | Stage::Commands);
        self.stage = Stage::Closed;
        if may_speak { format!("421 4.3.2 {} {why}\r\n", self.house.name()) } else { String::new() }
    }

    /// Whether the peer is between mails, so that closing disturbs nothing.
    pub fn is_between_mails(&self) -> bool {
        let waits = matches!(self.stage, Stage::Greeting | Stage::Commands | Stage::Closed);
        waits && self.envelope.is_none()
    }

    /// A whole command line without its CR LF, or what is wrong with it.
    fn take_line(&mut self, input: &mut &[u8]) -> Option<Result<Vec<u8>, &'static str>> {
        let end = input.iter().position(|&byte| byte == b'\n');
        let (piece, rest) = input.split_at(end.map_or(input.len(), |end| end + 1));
        *input = rest;
        if self.line.len() + piece.len() > LINE_BYTES_MAX {
            self.line_is_too_long = true;
            self.line.clear();
        }
        if !self.line_is_too_long {
            self.line.extend_from_slice(piece);
        }
        end?;
        let mut line = std::mem::take(&mut self.line);
        if std::mem::take(&mut self.line_is_too_long) {
            return Some(Err("500 5.5.2 The line is too long"));
        }
        if !line.ends_with(b"\r\n") {
            return Some(Err("500 5.5.2 A line ends in CR LF"));
        }
        line.truncate(line.len() - 2);
        Some(Ok(line))
    }

    fn command(&mut self, line: &[u8]) -> Step {
        match Verb::read(line) {
            Ok(Verb::Helo(name)) => self.hello(Speech::Smtp, name, "SMTP"),
            Ok(Verb::Ehlo(name)) => self.hello(Speech::Smtp, name, "ESMTP"),
            Ok(Verb::Lhlo(name)) => self.hello(Speech::Lmtp, name, "LMTP"),
            Ok(Verb::Mail { from, size_bytes }) => self.mail(from, size_bytes),
            Ok(Verb::Rcpt(to)) => self.rcpt(to),
            Ok(Verb::Data) => self.data(),
            Ok(Verb::Rset) => {
                self.envelope = None;
                self.chat("250 2.0.0 Forgotten")
            }
            Ok(Verb::Noop) => self.chat("250 2.0.0 Yes"),
            Ok(Verb::Vrfy) => self.chat("252 2.1.5 Send it and see"),
            Ok(Verb::Help) => self.chat("214 2.0.0 EHLO LHLO MAIL RCPT DATA RSET NOOP QUIT"),
            Ok(Verb::Quit) => {
                self.stage = Stage::Closed;
                Step::Reply(format!("221 2.0.0 {} closes\r\n", self.house.name()))
            }
            Err(bad) => self.mistake(&bad.to_string()),
        }
    }

    fn hello(&mut self, speech: Speech, name: String, with: &'static str) -> Step {
        if speech != self.speech {
            return self.mistake(match self.speech {
                Speech::Smtp => "500 5.5.1 This is SMTP, say EHLO",
                Speech::Lmtp => "500 5.5.1 This is LMTP, say LHLO",
            });
        }
        self.envelope = None;
        self.peer = Some((plain_name(&name), with));
        let house = self.house.name();
        if with == "SMTP" {
            let reply = format!("250 {house}");
            return self.chat(&reply);
        }
        let reply = format!(
            "250-{house}\r\n250-PIPELINING\r\n250-8BITMIME\r\n250-SMTPUTF8\r\n250-SIZE {MESSAGE_BYTES_MAX}\r\n\
             250 ENHANCEDSTATUSCODES"
        );
        self.chat(&reply)
    }

    fn mail(&mut self, from: String, size_bytes: Option<u64>) -> Step {
        if self.peer.is_none() {
            return self.mistake("503 5.5.1 Say who you are first");
        }
        if self.envelope.is_some() {
            return self.mistake("503 5.5.1 There is a sender already");
        }
        if size_bytes.is_some_and(|size| size > MESSAGE_BYTES_MAX as u64) {
            let reply = format!("552 5.3.4 A mail may have {MESSAGE_BYTES_MAX} bytes");
            return self.mistake(&reply);
        }
        let to = Vec::new();
        self.envelope = Some(Envelope { from, to });
        Step::Reply("250 2.1.0 Sender is noted\r\n".to_owned())
    }

    fn rcpt(&mut self, to: String) -> Step {
        let Some(envelope) = &mut self.envelope else {
            return self.mistake("503 5.5.1 Say MAIL first");
        };
        let address: Result<Address, _> = to.parse();
        if !address.is_ok_and(|address| self.house.owns(&address)) {
            return self.mistake("550 5.1.1 Nobody has that address here");
        }
        if envelope.to.len() == RECIPIENTS_MAX {
            return Step::Reply("452 4.5.3 Too many recipients\r\n".to_owned());
        }
        envelope.to.push(to);
        Step::Reply("250 2.1.5 Recipient is noted\r\n".to_owned())
    }

    fn data(&mut self) -> Step {
        match &self.envelope {
            None => self.mistake("503 5.5.1 Say MAIL first"),
            Some(envelope) if envelope.to.is_empty() => self.mistake("503 5.5.1 There is no recipient"),
            Some(_) => {
                self.stage = Stage::Text(Data::new(MESSAGE_BYTES_MAX - RECEIVED_BYTES_MAX));
                Step::Reply("354 Send the mail, end it with a dot alone on its line\r\n".to_owned())
            }
        }
    }

    fn finish_mail(&mut self) -> Step {
        let envelope = self.envelope.take().unwrap_or_default();
        let replies = match self.speech {
            Speech::Smtp => 1,
            Speech::Lmtp => envelope.to.len(),
        };
        let Stage::Text(data) = std::mem::replace(&mut self.stage, Stage::Settling { replies }) else {
            return Step::Hungry;
        };
        self.errors = 0;
        self.chatter = 0;
        let (text, size_bytes) = data.finish();
        let (helo, with) = self.peer.clone().unwrap_or_default();
        Step::Mail(Mail {
            from: envelope.from,
            to: envelope.to,
            text,
            size_bytes,
            speech: self.speech,
            with,
            helo,
            by: self.house.name().to_owned(),
        })
    }

    /// A reply to a command that leads to no mail by itself.
    fn chat(&mut self, reply: &str) -> Step {
        self.chatter += 1;
        if self.chatter > CHATTER_MAX {
            self.stage = Stage::Closed;
            return Step::Reply("421 4.7.0 Come back when there is a mail\r\n".to_owned());
        }
        Step::Reply(format!("{reply}\r\n"))
    }

    /// A refusal; after too many the door closes.
    fn mistake(&mut self, reply: &str) -> Step {
        self.errors += 1;
        if self.errors < ERRORS_MAX {
            return Step::Reply(format!("{reply}\r\n"));
        }
        self.stage = Stage::Closed;
        Step::Reply(format!("{reply}\r\n421 4.7.0 Too many errors\r\n"))
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;
    use crate::mail::Own;
    use crate::store::Door;
    use chrono::DateTime;
    use proptest::prelude::*;

    fn house() -> Arc<House> {
        let own = Own::new(vec!["Club@tafl.test".parse().unwrap()]);
        Arc::new(House::new("door.test", own))
    }

    /// Everything that comes out when these pieces go in and every mail is stored.
    fn talk<'a>(speech: Speech, pieces: impl IntoIterator<Item = &'a [u8]>) -> Vec<Step> {
        let mut session = Session::new(speech, house());
        let mut steps = Vec::new();
        for mut piece in std::iter::once(&b""[..]).chain(pieces) {
            loop {
                match session.step(&mut piece) {
                    Step::Hungry => break,
                    Step::Close => {
                        steps.push(Step::Close);
                        return steps;
                    }
                    Step::Mail(mail) => {
                        steps.push(Step::Mail(mail));
                        steps.push(Step::Reply(session.settle(Answer::Stored)));
                    }
                    reply => steps.push(reply),
                }
            }
            assert!(piece.is_empty(), "left on the wire: {piece:?}");
            assert!(session.line.len() <= LINE_BYTES_MAX);
        }
        steps
    }

    /// The first three characters of every reply line, and the mails.
    fn outline(steps: &[Step]) -> (String, Vec<Mail>) {
        let mut codes = Vec::new();
        let mut mails = Vec::new();
        for step in steps {
            match step {
                Step::Reply(text) => codes.extend(text.lines().map(|line| line[..3].to_owned())),
                Step::Mail(mail) => mails.push(mail.clone()),
                Step::Close => codes.push("close".to_owned()),
                Step::Hungry => {}
            }
        }
        (codes.join(" "), mails)
    }

    fn check(speech: Speech, wire: &str, codes: &str) -> Vec<Mail> {
        let (found, mails) = outline(&talk(speech, [wire.as_bytes()]));
        assert_eq!(found, codes, "{wire}");
        mails
    }

    const ONE_MAIL: &str = "MAIL FROM:<ann@example.org>\r\nRCPT TO:<club@tafl.test>\r\nDATA\r\n\
                            Subject: help\r\n\r\n..\r\n.\r\n";

    #[test]
    fn a_mail_comes_over_smtp() {
        let wire = format!("EHLO ann.example\r\n{ONE_MAIL}QUIT\r\n");
        let mails = check(Speech::Smtp, &wire, "220 250 250 250 250 250 250 250 250 354 250 221 close");
        assert_eq!(mails[0].text, b"Subject: help\r\n\r\n.\r\n");
        assert_eq!(mails[0].from, "ann@example.org");
        let incoming = mails[0].clone().into_incoming("127.0.0.1:999", "2026-11-21T12:00:00Z".parse().unwrap());
        assert_eq!(
            String::from_utf8(incoming.raw).unwrap(),
            "Received: from ann.example (127.0.0.1:999)\r\n\tby door.test (Taflpost) with ESMTP;\r\n\
             \tSat, 21 Nov 2026 12:00:00 +0000\r\nSubject: help\r\n\r\n.\r\n"
        );
        assert_eq!(incoming.door, Door::Smtp);
    }

    #[test]
    fn lmtp_answers_for_each_recipient_that_was_taken() {
        let mails = check(
            Speech::Lmtp,
            "LHLO mx\r\nMAIL FROM:<>\r\nRCPT TO:<club+12.k7qf@tafl.test>\r\nRCPT TO:<nobody@tafl.test>\r\n\
             RCPT TO:<CLUB@TAFL.TEST>\r\nDATA\r\n.\r\nNOOP\r\n",
            "220 250 250 250 250 250 250 250 250 550 250 354 250 250 250",
        );
        assert_eq!(mails[0].from, "");
        assert_eq!(mails[0].to, ["club+12.k7qf@tafl.test", "CLUB@TAFL.TEST"]);
        assert_eq!(mails[0].text, b"");
    }

    #[test]
    fn each_language_at_its_own_door() {
        check(Speech::Smtp, "LHLO a\r\nHELO a\r\n", "220 500 250");
        check(Speech::Lmtp, "EHLO a\r\nHELO a\r\n", "220 500 500");
    }

    #[test]
    fn commands_out_of_order_are_refused() {
        let wire = format!(
            "{ONE_MAIL}HELO a\r\nRCPT TO:<club@tafl.test>\r\nDATA\r\nMAIL FROM:<a@b>\r\nMAIL FROM:<a@b>\r\nDATA\r\n"
        );
        check(
            Speech::Smtp,
            &wire,
            // Without a name there is no sender, no recipient, no text; its lines are no commands.
            "220 503 503 503 500 500 500 500 250 503 503 250 503 503",
        );
    }

    #[test]
    fn only_our_addresses_are_taken() {
        for (to, code) in [
            ("club@tafl.test", "250"),
            ("cLuB+anything@TAFL.test", "250"),
            ("clubb@tafl.test", "550"),
            ("club@elsewhere.test", "550"),
            ("club", "550"),
            ("\"club\"@tafl.test", "550"),
            ("club@tafl.test@elsewhere.test", "550"),
            ("club%elsewhere.test@tafl.test", "550"),
        ] {
            let wire = format!("HELO a\r\nMAIL FROM:<a@b>\r\nRCPT TO:<{to}>\r\n");
            check(Speech::Smtp, &wire, &format!("220 250 250 {code}"));
        }
    }

    #[test]
    fn a_size_that_is_told_in_time_is_refused_in_time() {
        check(
            Speech::Smtp,
            "HELO a\r\nMAIL FROM:<a@b> SIZE=1048577\r\nMAIL FROM:<a@b> SIZE=1048576\r\n",
            "220 250 552 250",
        );
    }

    #[test]
    fn a_mail_that_is_too_long_is_cut_and_accepted() {
        let mut session = Session::new(Speech::Smtp, house());
        let mut size = 0;
        let feed = |session: &mut Session, mut bytes: &[u8]| {
            loop {
                match session.step(&mut bytes) {
                    Step::Hungry => return None,
                    Step::Mail(mail) => return Some(mail),
                    _ => {}
                }
            }
        };
        feed(&mut session, b"HELO a\r\nMAIL FROM:<a@b>\r\nRCPT TO:<club@tafl.test>\r\nDATA\r\n");
        let line = [[b'x'; 98].as_slice(), b"\r\n"].concat().repeat(100);
        for _ in 0..500 {
            assert_eq!(feed(&mut session, &line), None);
            size += line.len();
        }
        let mail = feed(&mut session, b".\r\n").unwrap();
        assert_eq!(mail.size_bytes, size as u64);
        assert!(mail.text.ends_with(b"x\r\n"));
        let raw = mail.into_incoming("unix", DateTime::UNIX_EPOCH).raw;
        assert!((1_040_000..=MESSAGE_BYTES_MAX).contains(&raw.len()));
        assert!(session.settle(Answer::Stored).starts_with("250"));
        assert_eq!(session.settle(Answer::Stored), "");
    }

    #[test]
    fn a_peer_that_errs_or_chats_without_end_is_dismissed() {
        let errors = "500 ".repeat(20);
        check(Speech::Smtp, &"what\r\n".repeat(30), &format!("220 {errors}421 close"));
        let chats = "250 ".repeat(100);
        check(Speech::Smtp, &"NOOP\r\n".repeat(200), &format!("220 {chats}421 close"));
    }

    #[test]
    fn lines_are_bounded_and_end_in_cr_lf() {
        let long = format!("NOOP {}\r\nNOOP\r\nNOOP\nNOOP\r\n", "x".repeat(5_000));
        check(Speech::Smtp, &long, "220 500 250 500 250");
        let fits = format!("NOOP {}\r\n", "x".repeat(LINE_BYTES_MAX - 7));
        check(Speech::Smtp, &fits, "220 250");
    }

    #[test]
    fn the_hundred_and_first_recipient_comes_with_another_mail() {
        let recipients = "RCPT TO:<club@tafl.test>\r\n".repeat(102);
        let wire = format!("LHLO a\r\nMAIL FROM:<a@b>\r\n{recipients}DATA\r\n.\r\n");
        let mails = check(
            Speech::Lmtp,
            &wire,
            &format!("220 {}452 452 354 {}250", "250 ".repeat(6 + 1 + 100), "250 ".repeat(99)),
        );
        assert_eq!(mails[0].to.len(), 100);
    }

    #[test]
    fn nothing_is_said_inside_a_text() {
        let mut session = Session::new(Speech::Smtp, house());
        assert!(session.dismiss("closes").starts_with("421 4.3.2 door.test closes"));
        let mut session = Session::new(Speech::Smtp, house());
        let mut wire: &[u8] = b"HELO a\r\nMAIL FROM:<a@b>\r\nRCPT TO:<club@tafl.test>\r\nDATA\r\nhello";
        while session.step(&mut wire) != Step::Hungry {}
        assert!(!session.is_between_mails());
        assert_eq!(session.dismiss("closes"), "");
        assert_eq!(session.step(&mut wire), Step::Close);
    }

    /// Pieces of talk, sensible and not.
    fn wire() -> impl Strategy<Value = Vec<u8>> {
        let piece = prop_oneof![
            Just(b"EHLO a\r\n".to_vec()),
            Just(b"LHLO a\r\n".to_vec()),
            Just(b"MAIL FROM:<a@b>\r\n".to_vec()),
            Just(b"RCPT TO:<club@tafl.test>\r\n".to_vec()),
            Just(b"DATA\r\n".to_vec()),
            Just(b"\r\n.\r\n".to_vec()),
            Just(b"\n.\r\n".to_vec()),
            Just(b".".to_vec()),
            Just(b"\r".to_vec()),
            Just(b"\n".to_vec()),
            Just(b"QUIT\r\n".to_vec()),
            Just(vec![b'x'; 3_000]),
            prop::collection::vec(any::<u8>(), 0..20),
        ];
        prop::collection::vec(piece, 0..40).prop_map(|pieces| pieces.concat())
    }

    proptest! {
        #[test]
        fn pieces_do_not_matter(
            wire in wire(),
            cuts in prop::collection::vec(any::<prop::sample::Index>(), 0..30),
            speech in prop_oneof![Just(Speech::Smtp), Just(Speech::Lmtp)],
        ) {
            let whole = talk(speech, [wire.as_slice()]);
            let bytewise = talk(speech, wire.chunks(1));
            prop_assert_eq!(&whole, &bytewise);
            let mut cuts: Vec<usize> = cuts.iter().map(|cut| cut.index(wire.len() + 1)).collect();
            cuts.extend([0, wire.len()]);
            cuts.sort_unstable();
            let pieces = cuts.windows(2).map(|pair| &wire[pair[0]..pair[1]]);
            prop_assert_eq!(&whole, &talk(speech, pieces));
        }

        #[test]
        fn after_the_text_comes_250_or_451_and_nothing_else(wire in wire(), stored in any::<bool>()) {
            let mut session = Session::new(Speech::Lmtp, house());
            let mut rest = wire.as_slice();
            loop {
                match session.step(&mut rest) {
                    Step::Hungry | Step::Close => break,
                    Step::Reply(_) => {}
                    Step::Mail(mail) => {
                        let (answer, code) = if stored { (Answer::Stored, "250") } else { (Answer::NotNow, "451") };
                        let reply = session.settle(answer);
                        prop_assert_eq!(reply.lines().count(), mail.to.len());
                        prop_assert!(reply.lines().all(|line| line.starts_with(code)));
                    }
                }
            }
        }
    }
}
