//! The club's name, address and time zone.

use crate::clock::Zone;
use crate::mail::Address;

/// The club as letters name it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClubIdentity {
    /// The name of the club or server.
    pub name: String,
    /// Its address: commands go there, and letters come from there.
    pub address: Address,
    /// Whether mail to `tafl+anything@` arrives at `tafl@`. If not, letters are answered at the plain address, and the key comes back in
    /// the other places.
    pub plus: bool,
    /// The time zone for players who have not set one.
    pub zone: Zone,
}
