//! Variants: rule sets with a name, and pbmserv's options that change them.

use crate::tafl::parameter::{Escape, KingCapture};
use crate::tafl::rules_error::TEXT_BYTES_MAX;
use crate::tafl::variant_file::Record;
use crate::tafl::{Rules, RulesError};

/// The name of rules that a player wrote. No variant file may have it.
pub const OWN_RULES: &str = "own-rules";

/// A rule set with a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variant {
    /// The name in a challenge, with options after it.
    pub name: String,
    /// Other names for it.
    pub aliases: Vec<String>,
    /// Names that other variants have too.
    pub shared_names: Vec<String>,
    /// The name in the request, if others have it too.
    pub asked_as: Option<String>,
    /// The name in letters.
    pub title: String,
    /// One line about it.
    pub about: String,
    /// The source of its rules.
    pub source: String,
    /// What the source leaves open, and how this server decides it.
    pub readings: Vec<String>,
    /// Its rules.
    pub rules: Rules,
}

/// How strong the king is, in pbmserv's words (P5, P6).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum KingStrength {
    /// Captured like a man, except on the throne and beside it.
    Weak,
    /// Captured from four sides. The edge counts as one of them.
    Strong,
}

/// Options that change a variant.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Overlay {
    /// How the king is captured, if the option says so.
    pub king: Option<KingStrength>,
    /// Whether the king escapes on the whole edge.
    pub edge: bool,
}

/// An option that does not fit a variant.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OverlayError {
    /// The weak king is defined by the throne.
    #[error(
        "{variant} cannot have -weak. With -weak, only a king at the throne must be surrounded on four sides, and {variant} has no throne."
    )]
    NoThrone {
        /// The variant.
        variant: String,
    },
    /// The changed rules would not be valid.
    #[error("{variant} cannot have these options: {why}.")]
    Unlawful {
        /// The variant.
        variant: String,
        /// The reason.
        why: RulesError,
    },
}

impl Variant {
    /// The longest variant file, in bytes. Longer ones are refused without reading them.
    pub const FILE_BYTES_MAX: usize = TEXT_BYTES_MAX;

    /// Reads a variant file.
    pub fn from_toml(text: &str) -> Result<Variant, RulesError> {
        let (head, record) = Record::read_variant(text)?;
        Ok(Variant {
            name: head.name,
            aliases: head.aliases,
            shared_names: head.shared_names,
            asked_as: None,
            title: head.title,
            about: head.about,
            source: head.source,
            readings: head.readings,
            rules: Rules::checked(record, text)?,
        })
    }

    /// Rules that a player wrote. They have no other name, and no source.
    pub fn own(rules: Rules) -> Variant {
        Variant {
            name: OWN_RULES.to_owned(),
            aliases: Vec::new(),
            shared_names: Vec::new(),
            asked_as: None,
            title: format!("Own rules {size}x{size}", size = rules.size()),
            about: String::new(),
            source: String::new(),
            readings: Vec::new(),
            rules,
        }
    }

    /// This variant with options. An option that changes nothing leaves no trace, neither in the rules nor in the name.
    pub fn with(&self, overlay: Overlay) -> Result<Variant, OverlayError> {
        let mut record = self.rules.record.clone();
        let mut variant = self.clone();
        if let Some(strength) = overlay.king {
            let (capture, option, title) = match strength {
                KingStrength::Weak => (KingCapture::TwoButFourAtThrone, " -weak", ", weak king"),
                KingStrength::Strong => (KingCapture::FourEdgeCounts, " -strong", ", strong king"),
            };
            if strength == KingStrength::Weak && record.throne.is_none() {
                return Err(OverlayError::NoThrone { variant: self.name.clone() });
            }
            if record.king_capture != capture {
                record.king_capture = capture;
                variant.name.push_str(option);
                variant.title.push_str(title);
            }
        }
        if overlay.edge && record.escape != Escape::Edge {
            record.escape = Escape::Edge;
            variant.name.push_str(" -edge");
            variant.title.push_str(", edge escape");
        }
        let text = record.write();
        variant.rules =
            Rules::checked(record, &text).map_err(|why| OverlayError::Unlawful { variant: self.name.clone(), why })?;
        Ok(variant)
    }

    /// Whether this is a name that it shares with others, in any case.
    pub(in crate::tafl) fn shares(&self, name: &str) -> bool {
        self.shared_names.iter().any(|shared| shared.eq_ignore_ascii_case(name))
    }
}
