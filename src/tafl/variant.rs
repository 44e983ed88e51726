//! Variants: rule sets with a name, and pbmserv's options laid over them.

use crate::tafl::parameter::{Escape, KingCapture};
use crate::tafl::rules_error::TEXT_BYTES_MAX;
use crate::tafl::variant_file::Record;
use crate::tafl::{Rules, RulesError};

/// The name of rules that a player has brought himself. No variant file may have it.
pub const OWN_RULES: &str = "own-rules";

/// A rule set with a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variant {
    /// The name a challenge takes; with options, they follow it.
    pub name: String,
    /// Other names for it.
    pub aliases: Vec<String>,
    /// Names that other variants have too.
    pub shared_names: Vec<String>,
    /// The name it was asked for by, if others have it too.
    pub asked_as: Option<String>,
    /// What it is called in letters.
    pub title: String,
    /// One line about it.
    pub about: String,
    /// Where its rules come from.
    pub source: String,
    /// What the source leaves open, and how it is read here.
    pub readings: Vec<String>,
    /// Its rules.
    pub rules: Rules,
}

/// How strong the king is, in pbmserv's words (P5, P6).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum KingStrength {
    /// Captured like a man, except on the throne and beside it.
    Weak,
    /// Captured from four sides, the edge counting as one.
    Strong,
}

/// Options that change a variant.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Overlay {
    /// How the king is captured, if not as the variant says.
    pub king: Option<KingStrength>,
    /// Whether the king escapes on the whole edge.
    pub edge: bool,
}

/// An option that does not fit a variant.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OverlayError {
    /// The weak king is defined by the throne.
    #[error(
        "{variant} cannot have -weak. With -weak the king must be surrounded on four sides only at the throne, and {variant} has no throne."
    )]
    NoThrone {
        /// The variant.
        variant: String,
    },
    /// The rules that would come of it are no rules.
    #[error("{variant} cannot have these options: {why}.")]
    Unlawful {
        /// The variant.
        variant: String,
        /// Why not.
        why: RulesError,
    },
}

impl Variant {
    /// Bytes of a variant file; longer ones are refused unread.
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

    /// Rules that a player has brought himself: they have no other name, and nobody vouches for them.
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

    /// This variant with options laid over it. An option that changes nothing leaves no trace, neither in the rules nor in the name.
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
}
