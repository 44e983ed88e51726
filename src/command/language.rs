//! The languages of letters. The commands are the same in all of them.

use std::str::FromStr;

/// A language with a folder of its own in `config/letters`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Language {
    /// English: every template is written in it first.
    #[default]
    English,
    /// German.
    German,
    /// Danish.
    Danish,
}

impl Language {
    /// All of them.
    pub const ALL: [Language; 3] = [Language::English, Language::German, Language::Danish];

    /// Its code (BCP 47), which is also its folder.
    pub const fn word(self) -> &'static str {
        match self {
            Language::English => "en",
            Language::German => "de",
            Language::Danish => "da",
        }
    }
}

/// A word that names no language.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("\"{0}\" is not a language of this server: write en, de or da")]
pub struct BadLanguage(pub String);

impl FromStr for Language {
    type Err = BadLanguage;

    /// Reads a code, or a name in English or in the language itself.
    fn from_str(word: &str) -> Result<Language, BadLanguage> {
        match word.to_lowercase().as_str() {
            "en" | "english" => Ok(Language::English),
            "de" | "german" | "deutsch" => Ok(Language::German),
            "da" | "danish" | "dansk" => Ok(Language::Danish),
            _ => Err(BadLanguage(word.chars().take(40).collect())),
        }
    }
}
