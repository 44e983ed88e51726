//! What a letter says, before it is put into a mail.

use crate::command::{Language, LetterStyle};
use crate::mail::{Address, Attachment, AutoSubmitted};
use crate::wording::blocks::Block;

/// What a letter says and to whom, without key, headers or HTML.
pub(super) struct Draft {
    /// What it is, in one word, for the operator's lists.
    pub(super) kind: &'static str,
    pub(super) to: Address,
    /// The board whose thread it belongs to.
    pub(super) number: Option<u32>,
    pub(super) subject: String,
    pub(super) blocks: Vec<Block>,
    pub(super) language: Language,
    pub(super) style: LetterStyle,
    pub(super) attachments: Vec<Attachment>,
    pub(super) auto: AutoSubmitted,
    /// Where a mail turns off letters of this kind.
    pub(super) list_unsubscribe: Option<Address>,
}
