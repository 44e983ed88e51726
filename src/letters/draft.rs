//! The content of a letter before it becomes a mail.

use crate::command::{Language, LetterStyle};
use crate::mail::{Address, Attachment, AutoSubmitted};
use crate::wording::blocks::Block;

/// The content of a letter and its recipient, without key, headers or HTML.
pub(super) struct Draft {
    /// Its kind in one word, for the operator's lists.
    pub(super) kind: &'static str,
    pub(super) to: Address,
    /// The board whose thread it belongs to.
    pub(super) number: Option<u32>,
    pub(super) subject: String,
    pub(super) blocks: Vec<Block>,
    pub(super) language: Language,
    pub(super) style: LetterStyle,
    /// Whether it tells a player that a game is over. Such a letter may be larger.
    pub(super) ends_game: bool,
    pub(super) attachments: Vec<Attachment>,
    pub(super) auto: AutoSubmitted,
    /// The address that turns off letters of this kind.
    pub(super) list_unsubscribe: Option<Address>,
}
