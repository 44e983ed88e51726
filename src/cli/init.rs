//! `taflpost init`: asks for what a club with a mailbox needs, or takes it from flags. It writes a settings file in which everything is
//! explained, and then checks whether it works.

use crate::cli::providers::{self, Provider};
use crate::cli::stdout::say;
use crate::cli::template::{self, Setting, quoted};
use crate::cli::{Place, Trouble, check};
use crate::mail::Address;
use std::io::{BufRead, IsTerminal, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

#[derive(clap::Args)]
pub(super) struct Args {
    /// The folder for the database. It is written into the settings file. Without this option, it is ./taflpost-data
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
    /// Not used: this command writes the settings. It is here so that it is not shown, and refused with a reason.
    #[arg(long, value_name = "FILE", hide = true)]
    config: Option<PathBuf>,
    /// The settings file to write. It must not exist yet
    #[arg(long, value_name = "FILE", default_value = "server.toml")]
    file: PathBuf,
    /// The mail address of the club
    #[arg(long, value_name = "ADDR")]
    address: Option<Address>,
    /// The name of the club, as players will see it in letters
    #[arg(long)]
    name: Option<String>,
    /// The provider's server for reading mail (port 993, or HOST:143 for STARTTLS)
    #[arg(long, value_name = "HOST[:PORT]")]
    imap: Option<String>,
    /// The provider's server for sending mail (port 587, or HOST:465)
    #[arg(long, value_name = "HOST[:PORT]")]
    smtp: Option<String>,
    /// The login name, if it differs from the address
    #[arg(long)]
    user: Option<String>,
    /// A file that contains the password
    #[arg(long, value_name = "FILE", conflicts_with_all = ["password_command", "token_command"])]
    password_file: Option<PathBuf>,
    /// A command that prints the password
    #[arg(long, value_name = "COMMAND", conflicts_with = "token_command")]
    password_command: Option<String>,
    /// A command that prints an OAuth access token
    #[arg(long, value_name = "COMMAND")]
    token_command: Option<String>,
    /// Choose this if the provider does not deliver mail for tafl+anything@... to the mailbox
    #[arg(long)]
    no_plus: bool,
    /// Write the file without testing it
    #[arg(long)]
    no_check: bool,
}

/// The source of the password or token, as settings.
type Proof = (&'static str, String);

pub(super) fn run(args: &Args) -> Result<(), Trouble> {
    if args.config.is_some() {
        return Err(Trouble::Failed(
            "init writes the settings file; to name it, use --file instead of --config".to_owned(),
        ));
    }
    if args.file.exists() {
        let file = args.file.display();
        return Err(Trouble::Failed(format!(
            "{file} already exists; choose another name with --file, or move the file"
        )));
    }
    let asker = Asker { is_terminal: std::io::stdin().is_terminal() };
    if asker.is_terminal {
        say!(
            "The club needs its own mailbox at a mail provider. The server treats every mail in its inbox as a mail to the club."
        )?;
    }
    let address = match &args.address {
        Some(address) => address.clone(),
        None => asker.until("The mail address of the club", "--address", None, |text| {
            text.parse().map_err(|_| "not an address")
        })?,
    };
    let provider = providers::of(address.domain());
    if let (Some(provider), true) = (provider, asker.is_terminal) {
        say!("This provider wants {}.", provider.wants)?;
    }
    let guess = |prefix: &str| format!("{prefix}.{}", address.domain());
    let name = asker.text(
        args.name.clone(),
        "The name of the club, as players will see it in letters",
        "--name",
        "Tafl club",
    )?;
    let imap = provider.map_or_else(|| guess("imap"), |provider| provider.imap.to_owned());
    let imap = asker.text(args.imap.clone(), "The provider's IMAP server, for reading mail", "--imap", &imap)?;
    let smtp = provider.map_or_else(|| guess("smtp"), |provider| format!("{}:{}", provider.smtp, provider.smtp_port));
    let smtp = asker.text(args.smtp.clone(), "The provider's SMTP server, for sending mail", "--smtp", &smtp)?;
    let user = asker.text(args.user.clone(), "The login name", "--user", address.as_str())?;
    let proof = proof(args, &asker)?;
    let folder = args.data.clone().unwrap_or_else(|| PathBuf::from("./taflpost-data"));

    let plus = !args.no_plus && provider.is_none_or(|provider: &Provider| provider.plus);
    let (imap, imap_port) = host_and_port(&imap, 993)?;
    let (smtp, smtp_port) = host_and_port(&smtp, 587)?;
    let tls = |port: u16| quoted(if [465, 993].contains(&port) { "implicit" } else { "starttls" });
    let settings: Vec<Setting> = vec![
        ("club", "name", quoted(&name)),
        ("club", "address", quoted(address.as_str())),
        ("club", "plus_addresses", plus.to_string()),
        ("store", "folder", quoted(&folder.to_string_lossy())),
        ("listen", "smtp", quoted("off")),
        ("listen", "lmtp", quoted("off")),
        ("mailbox", "host", quoted(imap)),
        ("mailbox", "port", imap_port.to_string()),
        ("mailbox", "tls", tls(imap_port)),
        ("mailbox", "user", quoted(&user)),
        ("mailbox", proof.0, quoted(&proof.1)),
        ("relay", "host", quoted(smtp)),
        ("relay", "port", smtp_port.to_string()),
        ("relay", "tls", tls(smtp_port)),
        ("relay", "user", quoted(&user)),
        ("relay", proof.0, quoted(&proof.1)),
        ("relay", "envelope", quoted("fixed")),
    ];
    write_new(&args.file, &template::filled(&settings), 0o600)?;
    let file = args.file.display();
    say!("The settings are in {file}. A comment explains each of them.")?;
    if !args.no_check {
        let place = Place::new(Some(&args.file), None)?;
        check::run(&place, &check::Args { mail: true, deep: false }).inspect_err(|_| {
            eprintln!("taflpost: correct {file}, then run: taflpost --config {file} check --mail");
        })?;
    }
    say!("Start the server with:   taflpost --config {file} serve")?;
    Ok(())
}

fn host_and_port(text: &str, usual: u16) -> Result<(&str, u16), Trouble> {
    let Some((host, port)) = text.rsplit_once(':') else {
        return Ok((text, usual));
    };
    let port = port.parse().map_err(|_| Trouble::Failed(format!("{text:?}: {port:?} is not a port number")))?;
    Ok((host, port))
}

fn proof(args: &Args, asker: &Asker) -> Result<Proof, Trouble> {
    if let Some(file) = &args.password_file {
        let whole = std::path::absolute(file)?;
        return Ok(("password_file", whole.to_string_lossy().into_owned()));
    }
    if let Some(command) = &args.password_command {
        return Ok(("password_command", command.clone()));
    }
    if let Some(command) = &args.token_command {
        return Ok(("token_command", command.clone()));
    }
    let password = asker.unseen("The password (or app password) of the mailbox")?;
    let file = std::path::absolute(args.file.with_extension("password"))?;
    write_new(&file, &format!("{password}\n"), 0o600)?;
    say!("The password is in {}. Only you can read this file.", file.display())?;
    Ok(("password_file", file.to_string_lossy().into_owned()))
}

/// Writes a file that must not exist yet.
fn write_new(path: &Path, text: &str, mode: u32) -> Result<(), Trouble> {
    let failed = |error: std::io::Error| Trouble::Failed(format!("cannot write {}: {error}", path.display()));
    let mut file = std::fs::OpenOptions::new().write(true).create_new(true).mode(mode).open(path).map_err(failed)?;
    file.write_all(text.as_bytes()).map_err(failed)
}

/// Asks questions if a person is there to answer them.
struct Asker {
    is_terminal: bool,
}

impl Asker {
    /// The value of a flag, or the answer. An empty answer means the proposed value. Without a terminal, the proposed value is used at
    /// once.
    fn text(&self, flag: Option<String>, question: &str, name: &str, proposed: &str) -> Result<String, Trouble> {
        match flag {
            Some(text) => Ok(text),
            None if !self.is_terminal => Ok(proposed.to_owned()),
            None => self.until(question, name, Some(proposed), |text| match text.contains(char::is_control) {
                true => Err("not on one line"),
                false => Ok(text.to_owned()),
            }),
        }
    }

    /// Asks until the answer can be read.
    fn until<T>(
        &self,
        question: &str,
        name: &str,
        proposed: Option<&str>,
        read: impl Fn(&str) -> Result<T, &'static str>,
    ) -> Result<T, Trouble> {
        if !self.is_terminal {
            return Err(Trouble::Failed(format!(
                "{name} is missing, and the program cannot ask for it because there is no terminal"
            )));
        }
        loop {
            let hint = proposed.map_or(String::new(), |proposed| format!(" [{proposed}]"));
            let answer = line(&format!("{question}{hint}: "))?;
            let answer = match (answer.trim(), proposed) {
                ("", Some(proposed)) => proposed,
                (answer, _) => answer,
            };
            match read(answer) {
                Ok(read) => return Ok(read),
                Err(why) => say!("That is {why}: {answer:?}")?,
            }
        }
    }

    /// Asks for something that is not shown while it is typed.
    fn unseen(&self, question: &str) -> Result<String, Trouble> {
        if !self.is_terminal {
            let flags = "--password-file, --password-command or --token-command";
            return Err(Trouble::Failed(format!(
                "give one of {flags}; the program cannot ask for the password because there is no terminal"
            )));
        }
        echo(false);
        let answer = line(&format!("{question}: "));
        echo(true);
        say!()?;
        let answer = answer?.trim_end_matches(['\r', '\n']).to_owned();
        if answer.is_empty() {
            Err(Trouble::Failed("the password is empty; the mail server needs one".to_owned()))
        } else {
            Ok(answer)
        }
    }
}

fn line(prompt: &str) -> Result<String, Trouble> {
    let mut out = std::io::stdout();
    out.write_all(prompt.as_bytes())?;
    out.flush()?;
    let mut answer = String::new();
    if std::io::stdin().lock().read_line(&mut answer)? == 0 {
        return Err(Trouble::Failed(
            "the input ended before all questions were answered; no file was written".to_owned(),
        ));
    }
    Ok(answer)
}

/// Makes the terminal show what is typed, or hide it. If that is not possible, it is shown.
fn echo(on: bool) {
    let _ = Command::new("stty").arg(if on { "echo" } else { "-echo" }).stdin(Stdio::inherit()).status();
}
