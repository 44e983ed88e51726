//! Mails of which nothing can be read here because they are encrypted, by S/MIME or by OpenPGP.
//!
//! To us they look empty, and an empty answer means yes to some letters; so they must be told apart. An S/MIME mail that is
//! only signed, but with its text inside the signature, is no different: both are one part of the same type.

use crate::mail::parts::Leaf;

/// The types of encrypted parts. The text of an OpenPGP mail is in a second part without a type of its own.
const SEALS: [&str; 3] = ["application/pkcs7-mime", "application/x-pkcs7-mime", "application/pgp-encrypted"];

/// Whether all that the mail has to say is behind a seal. `shows_text`: whether there is anything to be seen beside it.
pub(crate) fn is_sealed(leaves: &[Leaf], text: &str, shows_text: bool) -> bool {
    let armoured = text.lines().map(str::trim).find(|line| !line.is_empty()) == Some("-----BEGIN PGP MESSAGE-----");
    armoured || (!shows_text && leaves.iter().any(|leaf| SEALS.contains(&leaf.mimetype.as_str())))
}
