//! The file that goes with an answer.

use crate::club::Reply;
use crate::command;
use crate::mail::{Attachment, AttachmentKind};
use crate::tafl;
use crate::wording::export_names;

/// The file that goes with a reply, if one does.
pub(super) fn attachment(reply: &Reply) -> Option<Attachment> {
    match reply {
        Reply::TournamentExported { name, format, text } => Some(Attachment {
            name: export_names::tournament_file(name, *format),
            kind: match format {
                command::ExportFormat::Json => AttachmentKind::Json,
                _ => AttachmentKind::Text,
            },
            text: text.clone(),
        }),
        Reply::Exported { game, format, text, .. } => Some(Attachment {
            name: export_names::game_file(game, *format),
            kind: match format {
                tafl::RecordFormat::Json => AttachmentKind::Json,
                _ => AttachmentKind::Text,
            },
            text: text.clone(),
        }),
        _ => None,
    }
}
