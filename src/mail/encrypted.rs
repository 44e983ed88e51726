//! Mails that cannot be read here because they are encrypted with S/MIME or OpenPGP.
//!
//! To us they look empty, and some letters take an empty answer as yes. So they must be recognized. A signed S/MIME mail with its text
//! inside the signature is treated in the same way: it too is a single part of the same type.

use crate::mail::parts::Leaf;

/// The types of encrypted parts. The text of an OpenPGP mail is in a second part that has no special type.
const SEALS: [&str; 3] = ["application/pkcs7-mime", "application/x-pkcs7-mime", "application/pgp-encrypted"];

/// Whether everything that the mail says is encrypted. `shows_text`: whether anything else can be seen beside the encrypted part.
pub(crate) fn is_sealed(leaves: &[Leaf], text: &str, shows_text: bool) -> bool {
    let armoured = text.lines().map(str::trim).find(|line| !line.is_empty()) == Some("-----BEGIN PGP MESSAGE-----");
    armoured || (!shows_text && leaves.iter().any(|leaf| SEALS.contains(&leaf.mimetype.as_str())))
}
