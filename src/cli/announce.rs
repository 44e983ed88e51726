//! `taflpost announce [FILE]`: a letter to every player who has not switched announcements off.

use crate::cli::stdout::say;
use crate::cli::{Place, Trouble, clock};
use crate::command;
use crate::worker::HandleError;
use std::io::Read;
use std::path::PathBuf;

#[derive(clap::Args)]
pub(super) struct Args {
    /// A file with the text, in UTF-8. Without a file, standard input is read
    file: Option<PathBuf>,
    /// The subject. Without this option, it is "News from" and the name of the club
    #[arg(long, value_name = "TEXT", default_value = "", hide_default_value = true)]
    subject: String,
    /// Only count the letters, and send nothing
    #[arg(long)]
    dry_run: bool,
}

/// The most characters of a text and of a Subject.
const TEXT_MAX: usize = 10_000;
const SUBJECT_MAX: usize = 70;

pub(super) fn run(place: &Place, args: &Args) -> Result<(), Trouble> {
    let failed = |why: &str| Err(Trouble::Failed(why.to_owned()));
    let text = text(args)?;
    if text.trim().is_empty() {
        return failed("there is no text to announce; name a file, or write the text to standard input");
    }
    if text.chars().count() > TEXT_MAX {
        return failed(
            "the text is longer than 10000 characters; put it on a web page, and announce the address of the page",
        );
    }
    let subject = args.subject.trim();
    if subject.chars().count() > SUBJECT_MAX || subject.chars().any(char::is_control) {
        return failed("the subject must be one line of at most 70 characters");
    }
    let mut incoming = place.incoming()?;
    // An answer brings the Subject back, and then it must not be a command.
    if !command::read(subject, "", &incoming.composer.catalogue).items.is_empty() {
        return failed("if a player answered, the server would read this subject as a command; choose another subject");
    }
    let mut store = place.write()?;
    let (now, stays) = (store.now(&clock::reading())?, !args.dry_run);
    let announce = store.act(now, |tx| Ok::<_, HandleError>((incoming.announce(tx, subject, &text)?, stays)));
    let letters = announce.map_err(|error| match error {
        HandleError::Store(error) => Trouble::Store(error),
        HandleError::Letter(error) => Trouble::Failed(error.to_string()),
    })?;
    match stays {
        true => say!("letters written: {letters}; they now wait to be sent, see: taflpost queue list")?,
        false => say!("letters that would be written: {letters}")?,
    }
    Ok(())
}

fn text(args: &Args) -> Result<String, Trouble> {
    let mut bytes = Vec::new();
    // One byte more than the longest text can have, so that a longer one is noticed.
    let most = 4 * TEXT_MAX as u64 + 1;
    match &args.file {
        Some(path) => {
            let wrong = |error| Trouble::Failed(format!("cannot read {}: {error}", path.display()));
            std::fs::File::open(path).map_err(wrong)?.take(most).read_to_end(&mut bytes).map_err(wrong)?;
        }
        None => {
            std::io::stdin().lock().take(most).read_to_end(&mut bytes)?;
        }
    }
    String::from_utf8(bytes).map_err(|_| Trouble::Failed("the text is not UTF-8".to_owned()))
}
