//! The club: name, addresses, language, time zone, organizers.

use crate::cli::settings::values::{WholeNumber, from_text, from_texts};
use crate::clock::Zone;
use crate::club::PlayerId;
use crate::command::Language;
use crate::mail::Address;
use serde::Deserialize;
use std::str::FromStr;

/// The club.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Club {
    /// Its name in letters.
    pub name: String,
    /// The address that players write to.
    #[serde(deserialize_with = "from_text")]
    pub address: Address,
    /// Other addresses that mail for it arrives at.
    #[serde(deserialize_with = "from_texts")]
    pub aliases: Vec<Address>,
    /// Whether mail to `tafl+anything@` arrives at `tafl@`.
    pub plus_addresses: bool,
    /// The language of letters to strangers, and to players who have set no other.
    #[serde(deserialize_with = "from_text")]
    pub language: Language,
    /// The time zone for players who have not set one.
    #[serde(deserialize_with = "from_text")]
    pub zone: Zone,
    /// The ids of players who may create tournaments.
    #[serde(deserialize_with = "from_texts")]
    pub organizers: Vec<PlayerId>,
    /// In a tournament game, observers see the board this many moves late.
    #[serde(deserialize_with = "plies")]
    pub observers_wait_plies: u32,
}

impl Default for Club {
    fn default() -> Club {
        let address = Address::from_str("tafl@localhost").expect("the default address is an address");
        Club {
            name: "Taflpost".to_owned(),
            address,
            aliases: Vec::new(),
            plus_addresses: true,
            language: Language::English,
            zone: Zone::default(),
            organizers: Vec::new(),
            observers_wait_plies: 0,
        }
    }
}

fn plies<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<u32, D::Error> {
    deserializer.deserialize_i64(WholeNumber { min: 0, max: 100u32 })
}
