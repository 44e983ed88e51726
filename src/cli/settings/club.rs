//! Who we are: name, addresses, language, zone, organizers.

use crate::cli::settings::values::{WholeNumber, from_text, from_texts};
use crate::clock::Zone;
use crate::club::PlayerId;
use crate::command::Language;
use crate::mail::Address;
use serde::Deserialize;
use std::str::FromStr;

/// Who we are.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Club {
    /// How letters name the server.
    pub name: String,
    /// The address players write to.
    #[serde(deserialize_with = "from_text")]
    pub address: Address,
    /// Other addresses under which mail arrives.
    #[serde(deserialize_with = "from_texts")]
    pub aliases: Vec<Address>,
    /// Whether mail to `tafl+anything@` comes to `tafl@`.
    pub plus_addresses: bool,
    /// The language of letters to strangers, and to players who have set no other.
    #[serde(deserialize_with = "from_text")]
    pub language: Language,
    /// By whose clocks players are told what time it is.
    #[serde(deserialize_with = "from_text")]
    pub zone: Zone,
    /// The ids of players who may create tournaments.
    #[serde(deserialize_with = "from_texts")]
    pub organizers: Vec<PlayerId>,
    /// So many half-moves those who look on at a game of a tournament lag behind.
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
