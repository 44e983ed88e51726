//! How values of settings are read: numbers in a range, and texts with a fixed form.

use serde::Deserialize;
use std::str::FromStr;

pub(in crate::cli::settings) fn from_text<'de, D, T>(deserializer: D) -> Result<T, D::Error>
where
    D: serde::Deserializer<'de>,
    T: FromStr,
    T::Err: std::fmt::Display,
{
    String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
}

pub(in crate::cli::settings) fn from_texts<'de, D, T>(deserializer: D) -> Result<Vec<T>, D::Error>
where
    D: serde::Deserializer<'de>,
    T: FromStr,
    T::Err: std::fmt::Display,
{
    let texts = Vec::<String>::deserialize(deserializer)?;
    texts.iter().map(|text| text.parse().map_err(serde::de::Error::custom)).collect()
}

pub(in crate::cli::settings) fn port<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<u16, D::Error> {
    deserializer.deserialize_i64(WholeNumber { min: 1, max: u16::MAX })
}

pub(in crate::cli::settings) fn connections<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<u8, D::Error> {
    deserializer.deserialize_i64(WholeNumber { min: 1, max: 32u8 })
}

/// A number in a range. The error for a wrong one names the range and not a type of Rust.
pub(in crate::cli::settings) struct WholeNumber<N> {
    pub(in crate::cli::settings) min: N,
    pub(in crate::cli::settings) max: N,
}

impl<N> serde::de::Visitor<'_> for WholeNumber<N>
where
    N: TryFrom<i64> + PartialOrd + std::fmt::Display,
{
    type Value = N;

    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "a number from {} to {}, without quotes", self.min, self.max)
    }

    fn visit_i64<E: serde::de::Error>(self, number: i64) -> Result<N, E> {
        match N::try_from(number) {
            Ok(fits) if fits >= self.min && fits <= self.max => Ok(fits),
            _ => Err(E::invalid_value(serde::de::Unexpected::Signed(number), &self)),
        }
    }
}
