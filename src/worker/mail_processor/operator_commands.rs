//! What an operator does with tournaments on the command line: the same commands as by mail, decided by the same [`club::organizing`] and
//! written in the same way. The operator acts in the name of a player, whose name is in the record.

use crate::club;
use crate::club::{Asked, Authenticated, Decision, PlayerId, Reply, Request};
use crate::command::{Command, Manner, TournamentCommand};
use crate::mail::Authenticity;
use crate::store::Tx;
use crate::worker::mail_processor::{HandleError, MailProcessor};
use std::sync::Arc;

/// The result.
#[derive(Clone, Debug)]
pub enum Operated {
    /// It is done, or is only a page to show; or it is refused.
    Answered {
        /// The replies.
        replies: Vec<Reply>,
        /// Whether it is refused.
        refused: bool,
    },
    /// It is not done yet. This is what it would do.
    Preview(Box<Reply>),
}

impl MailProcessor {
    /// Carries out a command about a tournament in this player's name. With `confirmed`, it is done at once and no preview is shown.
    ///
    /// # Errors
    /// If the store cannot write, or a letter cannot be written.
    pub fn operate(
        &mut self,
        tx: &Tx<'_>,
        player: &PlayerId,
        asked: &TournamentCommand,
        confirmed: bool,
    ) -> Result<Operated, HandleError> {
        let mut organizers = (*self.organizers).clone();
        // An operator may create tournaments.
        organizers.insert(player.clone());
        let request = Request {
            received: tx.now(),
            earliest: tx.now(),
            day_is_certain: true,
            from: None,
            authenticity: Authenticity::Unknown,
            trust: self.trust,
            rules: self.rules,
            organizers: Arc::new(organizers),
            names: Arc::default(),
            token: None,
            board: None,
            subject_board: None,
            confirmed,
            password_is_right: false,
            asked: Asked::Command(Box::new(Command::Tournament(asked.clone()))),
            manner: Manner::PLAIN,
            comment: String::new(),
        };
        let mut needs = club::needs(&request);
        needs.players.insert(player.clone());
        needs.open_games.insert(player.clone());
        needs.tournament_list = true;
        let view = tx.view(&needs, request.received)?;
        if asked.access().needs_no_proof() {
            return Ok(answered(club::organizing::look(&view, asked, Some(player))));
        }
        if !view.players.contains_key(player) {
            return Ok(answered(vec![Reply::Refused(view.unknown_player(player.as_str(), &[]))]));
        }
        let auth = Authenticated { view: &view, request: &request, sender: player };
        let decision = club::organizing::act(&auth, asked, &mut self.chance);
        if let (Some(_), Some(preview)) = (&decision.held, &decision.preview) {
            return Ok(Operated::Preview(Box::new(preview.clone())));
        }
        self.carry_out(tx, None, &Decision { held: None, ..decision.clone() })?;
        Ok(answered(decision.replies))
    }
}

fn answered(replies: Vec<Reply>) -> Operated {
    let refused = replies.iter().any(|reply| matches!(reply, Reply::Refused(_)));
    Operated::Answered { replies, refused }
}
