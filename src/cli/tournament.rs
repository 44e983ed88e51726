//! `taflpost tournament [ACT NAME ...]`: tournaments, for an operator. The words are those of the mail command `tournament`. The same
//! parser reads them and the same core decides. What a mail would first show as a preview is a preview here too, and is done with a `!`
//! after it.

use crate::cli::stdout::say;
use crate::cli::{Place, Trouble, clock};
use crate::club::tournament::TournamentLine;
use crate::club::{PlayerId, Reply};
use crate::command::{self, Command, ExportFormat, TournamentAsk, TournamentCommand};
use crate::store::Tx;
use crate::worker::{HandleError, MailProcessor, Operated};
use chrono::{DateTime, Utc};

#[derive(clap::Args)]
pub(super) struct Args {
    /// Act as this player. Without this option, you act as an organizer of the tournament
    #[arg(long = "as", value_name = "ID")]
    player: Option<PlayerId>,
    /// Print the list, or everything about one tournament, as JSON
    #[arg(long)]
    json: bool,
    /// The words that you would write after "tournament" in a mail, such as: create spring -tablut. With some of them, such as start, finish and adjudicate, the program only shows what would happen. To really do it, add '!' as the last word
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, value_name = "WORD")]
    words: Vec<String>,
}

pub(super) fn run(place: &Place, args: &Args) -> Result<(), Trouble> {
    let mut words = args.words.clone();
    let confirmed = words.pop_if(|last| last == "!").is_some();
    let mut incoming = place.incoming()?;
    let line = format!("tournament {}", words.join(" "));
    let asked = match command::parse_line(line.trim_end(), &incoming.composer.catalogue) {
        Ok(Command::Tournament(asked)) => asked,
        Ok(_) => return Err(Trouble::Failed(format!("this is not a command about a tournament: {line}"))),
        Err(complaint) => {
            let said = incoming.composer.said(None, &[Reply::Misunderstood(complaint)], clock::now());
            return Err(Trouble::Failed(
                said.map_err(|error| Trouble::Failed(error.to_string()))?.trim_end().to_owned(),
            ));
        }
    };
    let asked = if args.json { as_json(asked)? } else { asked };
    let mut store = place.write()?;
    let now = store.now(&clock::reading())?;
    let operated = store.act(now, |tx| {
        let Some(player) = who(&incoming, tx, args, &asked)? else {
            return Ok((None, false));
        };
        let operated = incoming.operate(tx, &player, &asked, confirmed)?;
        let stays = !matches!(operated, Operated::Preview(_));
        Ok::<_, HandleError>((Some((player, operated)), stays))
    });
    let operated = operated.map_err(|error| match error {
        HandleError::Store(error) => Trouble::Store(error),
        HandleError::Letter(error) => Trouble::Failed(error.to_string()),
    })?;
    let Some((player, operated)) = operated else {
        return Err(Trouble::Failed("which player does this? Add: --as ID".to_owned()));
    };
    tell(&incoming, &player, operated, now, &line, args.json)
}

/// For programs, everything about one tournament is its archive.
fn as_json(asked: TournamentCommand) -> Result<TournamentCommand, Trouble> {
    match asked {
        TournamentCommand::Of { name, ask: TournamentAsk::Show } => {
            Ok(TournamentCommand::Of { name, ask: TournamentAsk::Export { format: ExportFormat::Json } })
        }
        TournamentCommand::List => Ok(asked),
        TournamentCommand::Of { .. } => Err(Trouble::Failed(
            "use --json with the list of tournaments, or with the name of one tournament and nothing else".to_owned(),
        )),
    }
}

/// The player in whose name the command is carried out: the one who is named, else an organizer of the tournament, else the only organizer
/// of the club. A public page needs no real player.
fn who(
    incoming: &MailProcessor,
    tx: &Tx<'_>,
    args: &Args,
    asked: &TournamentCommand,
) -> Result<Option<PlayerId>, HandleError> {
    if args.player.is_some() {
        return Ok(args.player.clone());
    }
    if let TournamentCommand::Of { name, ask } = asked
        && !matches!(ask, TournamentAsk::Join | TournamentAsk::Leave)
        && let Ok(name) = name.parse()
    {
        let needs = crate::club::Needs { tournaments: [name].into(), ..Default::default() };
        let view = tx.view(&needs, tx.now())?;
        if let Some(organizer) = view.tournaments.values().find_map(|tournament| tournament.organizers.first()) {
            return Ok(Some(organizer.clone()));
        }
    }
    let mut organizers = incoming.organizers.iter();
    let only = organizers.next().filter(|_| organizers.next().is_none()).cloned();
    Ok(only.or_else(|| if asked.access().needs_no_proof() { "nobody".parse().ok() } else { None }))
}

fn tell(
    incoming: &MailProcessor,
    player: &PlayerId,
    operated: Operated,
    now: DateTime<Utc>,
    line: &str,
    json: bool,
) -> Result<(), Trouble> {
    let text = |replies: &[Reply]| {
        let said = incoming.composer.said(Some(player), replies, now);
        said.map_err(|error| Trouble::Failed(error.to_string()))
    };
    match operated {
        Operated::Answered { replies, refused: true } => Err(Trouble::Failed(text(&replies)?.trim_end().to_owned())),
        Operated::Answered { replies, .. } => {
            if let [Reply::TournamentExported { text, .. }] = replies.as_slice() {
                return Ok(say!("{}", text.trim_end())?);
            }
            if let ([Reply::Tournaments { tournaments }], true) = (replies.as_slice(), json) {
                let line = |tournament: &TournamentLine| {
                    let TournamentLine { name, title, stage, players, .. } = tournament;
                    serde_json::json!({ "name": name.as_str(), "title": title, "stage": stage, "players": players })
                };
                let list: Vec<_> = tournaments.iter().map(line).collect();
                return Ok(say!("{}", serde_json::to_string_pretty(&list).unwrap_or_default())?);
            }
            match replies.is_empty() {
                true => say!("done; the letters now wait to be sent, see: taflpost queue list")?,
                false => say!("{}", text(&replies)?.trim_end())?,
            }
            Ok(())
        }
        Operated::Preview(preview) => {
            say!("{}", text(&[*preview])?.trim_end())?;
            let again = line.trim_start_matches("tournament ");
            Ok(say!("\nNothing has been done yet. To do it, run:   taflpost tournament {again} '!'")?)
        }
    }
}
