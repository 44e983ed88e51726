//! A mail provider on this machine: Postfix and Dovecot, started and stopped by the script that the environment variable
//! `TAFLPOST_MAIL_LAB` names. Also here: how a player's mail program sends its mails to it.

use lettre::address::Envelope;
use lettre::transport::smtp::authentication::Credentials;
use lettre::transport::smtp::client::{Certificate, TlsParameters};
use lettre::{SmtpTransport, Transport};
use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Write};
use std::net::TcpStream;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::time::{Duration, Instant};

/// How long anything may take before the test says that it does not happen. Nothing waits so long when all is well.
pub const PATIENCE: Duration = Duration::from_secs(60);

/// What the script answers with when this machine lacks something.
const CANNOT_RUN_HERE: i32 = 77;

/// Looks again and again until there is something to see.
pub fn wait_for<T>(what: &str, mut look: impl FnMut() -> Option<T>) -> T {
    let until = Instant::now() + PATIENCE;
    loop {
        if let Some(found) = look() {
            return found;
        }
        assert!(Instant::now() < until, "waited for {} s: {what}", PATIENCE.as_secs());
        std::thread::sleep(Duration::from_millis(30));
    }
}

pub struct Provider {
    script: PathBuf,
    /// Everything of this provider, and whatever must be reached by the user its programs run as.
    folder: tempfile::TempDir,
    facts: BTreeMap<String, String>,
    /// It signs what its users send, and looks at the signatures of what comes.
    has_dkim: bool,
}

impl Provider {
    /// Starts it; `None`, after saying so, where there is none to start.
    pub fn start() -> Option<Provider> {
        Provider::begin(false)
    }

    /// The same with DKIM, by OpenDKIM.
    pub fn start_with_dkim() -> Option<Provider> {
        Provider::begin(true)
    }

    fn begin(has_dkim: bool) -> Option<Provider> {
        let Some(script) = std::env::var_os("TAFLPOST_MAIL_LAB") else {
            println!("skipped: TAFLPOST_MAIL_LAB does not name the script of a mail lab");
            return None;
        };
        let folder = tempfile::tempdir().unwrap();
        let mut provider = Provider { script: script.into(), folder, facts: BTreeMap::new(), has_dkim };
        let begun = provider.run("up");
        let said = String::from_utf8_lossy(&begun.stderr).into_owned();
        if begun.status.code() == Some(CANNOT_RUN_HERE) {
            println!("skipped: {said}");
            return None;
        }
        assert!(begun.status.success(), "the mail lab does not start:\n{said}");
        let facts = String::from_utf8(provider.run("env").stdout).unwrap();
        let facts = facts.lines().filter_map(|line| line.strip_prefix("export ")?.split_once('='));
        provider.facts = facts.map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
        Some(provider)
    }

    fn run(&self, verb: &str) -> Output {
        let mut command = Command::new(&self.script);
        command.arg(verb).arg(self.folder.path()).env("LAB_PIPE_CMD", self.pipe());
        // Its ports are its own choice. The one for the club's LMTP door is among them, out of the range from which
        // the system gives ports to others, so that it is free again after every fall of the server.
        for name in ["LAB_DIR", "LAB_BASE_PORT", "LAB_GAME_LMTP", "LAB_DKIM", "LAB_MTA"] {
            command.env_remove(name);
        }
        if self.has_dkim {
            command.env("LAB_DKIM", "1");
        }
        command.output().unwrap()
    }

    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// The program that gets mail for `@pipe.test`, with the envelope's sender and recipient as arguments.
    pub fn pipe(&self) -> PathBuf {
        self.folder.path().join("deliver")
    }

    /// One of the facts that the script tells, such as `LAB_CA`.
    pub fn fact(&self, name: &str) -> &str {
        self.facts.get(name).unwrap_or_else(|| panic!("the mail lab does not say {name}"))
    }

    pub fn port(&self, name: &str) -> u16 {
        self.fact(name).parse().unwrap()
    }

    /// The user and the group that the mailboxes and the pipe's program belong to.
    pub fn user(&self) -> (u32, u32) {
        let mailboxes = std::fs::metadata(self.fact("LAB_MAILDIRS")).unwrap();
        (mailboxes.uid(), mailboxes.gid())
    }

    /// Hands a mail to the MX as another provider would. When this returns, Postfix has promised to keep it.
    pub fn hand_over(&self, from: &str, to: &str, mail: &str) {
        self.hand_over_to_all(from, &[to], mail);
    }

    /// One mail to several recipients.
    pub fn hand_over_to_all(&self, from: &str, to: &[&str], mail: &str) {
        let mut socket = TcpStream::connect((self.fact("LAB_HOST"), self.port("LAB_SMTP"))).unwrap();
        socket.set_read_timeout(Some(PATIENCE)).unwrap();
        let mut answers = BufReader::new(socket.try_clone().unwrap());
        let mut answer = |expected: &str, to: &str| loop {
            let mut line = String::new();
            answers.read_line(&mut line).unwrap();
            assert!(line.starts_with(expected), "{to} is answered with {line:?}");
            if line.as_bytes().get(3) != Some(&b'-') {
                break;
            }
        };
        answer("220", "the connection");
        let mut lines = vec!["EHLO players.test".to_owned(), format!("MAIL FROM:<{from}>")];
        lines.extend(to.iter().map(|to| format!("RCPT TO:<{to}>")));
        for line in lines {
            // In one write, as below: several would wait for each other's acknowledgement.
            socket.write_all(format!("{line}\r\n").as_bytes()).unwrap();
            answer("250", &line);
        }
        socket.write_all(b"DATA\r\n").unwrap();
        answer("354", "DATA");
        let stuffed =
            format!("\r\n{}", mail.replace("\r\n", "\n").trim_end().replace('\n', "\r\n")).replace("\r\n.", "\r\n..");
        socket.write_all(format!("{}\r\n.\r\n", &stuffed[2..]).as_bytes()).unwrap();
        answer("250", "the mail");
    }

    /// Hands a mail in as one of the provider's own users does, who has logged in; it goes on to the MX from there, with a
    /// signature where the provider has DKIM.
    pub fn hand_in(&self, from: &str, to: &str, mail: &str) {
        let roots = Certificate::from_pem(&std::fs::read(self.fact("LAB_CA")).unwrap()).unwrap();
        let tls = TlsParameters::builder("localhost".to_owned()).add_root_certificate(roots).build_rustls().unwrap();
        let login = Credentials::new(from.to_owned(), self.fact("LAB_PASSWORD").to_owned());
        let relay = SmtpTransport::builder_dangerous(self.fact("LAB_HOST")).port(self.port("LAB_SUBMISSIONS"));
        let relay = relay.tls(lettre::transport::smtp::client::Tls::Wrapper(tls)).credentials(login).build();
        let envelope = Envelope::new(Some(from.parse().unwrap()), vec![to.parse().unwrap()]).unwrap();
        relay.send_raw(&envelope, mail.replace("\r\n", "\n").replace('\n', "\r\n").as_bytes()).unwrap();
    }

    /// Lets the MX write a header above every mail that holds a line like this.
    pub fn writes_above(&self, line: &str, header: &str) {
        let rules = Path::new(self.fact("LAB_POSTFIX_ETC")).join("header_checks");
        let before = std::fs::read_to_string(&rules).unwrap();
        std::fs::write(&rules, format!("{before}/^{line}/ PREPEND {header}\n")).unwrap();
        self.postfix(&["postfix", "reload"]);
    }

    fn postfix(&self, words: &[&str]) {
        let configuration = self.fact("LAB_POSTFIX_ETC");
        let done = Command::new(words[0]).arg("-c").arg(configuration).args(&words[1..]).output().unwrap();
        assert!(done.status.success(), "{words:?}: {}", String::from_utf8_lossy(&done.stderr));
    }

    /// Lets Postfix hand a mail with several recipients to the pipe at once, as it does where nobody says otherwise.
    pub fn pipes_all_recipients_at_once(&self) {
        let configuration = Path::new(self.fact("LAB_POSTFIX_ETC"));
        self.postfix(&["postconf", "-e", "gamepipe_destination_recipient_limit=50"]);
        // With the flags of config/deploy/postfix-pipe.cf; some others ask for one recipient at a time.
        let master = configuration.join("master.cf");
        let services = std::fs::read_to_string(&master).unwrap();
        std::fs::write(&master, services.replace("flags=DORXq", "flags=Rq")).unwrap();
        self.postfix(&["postfix", "reload"]);
    }

    /// The names of Postfix's queues that its mails are in; empty when it has nothing left to do.
    pub fn queues(&self) -> Vec<String> {
        let listed = Command::new("postqueue").args(["-c", self.fact("LAB_POSTFIX_ETC"), "-j"]).output().unwrap();
        let lines = String::from_utf8(listed.stdout).unwrap();
        let mails = lines.lines().map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap());
        mails.map(|mail| mail["queue_name"].as_str().unwrap().to_owned()).collect()
    }

    /// Waits until Postfix has tried a mail in vain, which it now keeps to try it again.
    pub fn wait_until_a_mail_is_put_off(&self) {
        wait_for("Postfix puts a mail off", || self.queues().iter().any(|queue| queue == "deferred").then_some(()));
    }
}

impl Drop for Provider {
    fn drop(&mut self) {
        if std::thread::panicking() {
            let log = std::fs::read_to_string(self.folder.path().join("log/postfix.log")).unwrap_or_default();
            let lines: Vec<&str> = log.lines().collect();
            eprintln!("the last words of Postfix:\n{}", lines[lines.len().saturating_sub(20)..].join("\n"));
        }
        // Also after a start that failed half-way; then there may be nothing to stop.
        if self.folder.path().join("env").exists() {
            let ended = self.run("down");
            if !ended.status.success() {
                eprintln!("the mail lab does not stop:\n{}", String::from_utf8_lossy(&ended.stderr));
            }
        }
    }
}
