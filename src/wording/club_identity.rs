//! Whose server it is.

use crate::clock::Zone;
use crate::mail::Address;

/// Whose server it is, as letters name it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClubIdentity {
    /// The name of the club or server.
    pub name: String,
    /// Its address: commands go there, letters come from there.
    pub address: Address,
    /// Whether mail to `tafl+anything@` comes to `tafl@`. Where it does not, letters are answered at the plain address,
    /// and the key comes back in the other places.
    pub plus: bool,
    /// By whose clocks a player is told what time it is who has set nothing else.
    pub zone: Zone,
}
