//! The actions: what can be done with a tournament, as data. Help, complaints and the parser use this list.

use crate::command::player_id;
use crate::command::tournament::ask::TournamentAsk;

/// What can be done with a tournament.
#[derive(Debug)]
pub struct Act {
    /// The word.
    pub name: &'static str,
    /// Other words for it.
    pub synonyms: &'static [&'static str],
    /// The form to write.
    pub usage: &'static str,
    pub(in crate::command) kind: Kind,
}

/// How the words after it are read.
#[derive(Debug, Clone, Copy)]
pub(in crate::command) enum Kind {
    Create,
    Set,
    Withdraw,
    Adjudicate,
    Export,
    Extend,
    Reason(fn(String) -> TournamentAsk),
    Substitute,
    Announce,
    Organizers,
    Undo,
    Pairings,
    Plain(fn() -> TournamentAsk),
}

/// All acts.
pub fn acts() -> &'static [Act] {
    &ACTS
}

const fn plain(name: &'static str, usage: &'static str, ask: fn() -> TournamentAsk) -> Act {
    Act { name, synonyms: &[], usage, kind: Kind::Plain(ask) }
}

/// All actions. The first is the one for a name alone.
pub(in crate::command) static ACTS: [Act; 24] = [
    Act { synonyms: &["info", "rules"], ..plain("show", "tournament show NAME", || TournamentAsk::Show) },
    Act { synonyms: &["enter"], ..plain("join", "tournament join NAME", || TournamentAsk::Join) },
    plain("leave", "tournament leave NAME", || TournamentAsk::Leave),
    Act { synonyms: &["table"], ..plain("standings", "tournament standings NAME", || TournamentAsk::Standings) },
    Act { synonyms: &["cross"], ..plain("crosstable", "tournament crosstable NAME", || TournamentAsk::Crosstable) },
    plain("status", "tournament status NAME", || TournamentAsk::Status),
    Act {
        name: "create",
        synonyms: &["new"],
        usage: "tournament create NAME (-VARIANT) (-TERM=VALUE ...)",
        kind: Kind::Create,
    },
    Act { name: "set", synonyms: &["change"], usage: "tournament set NAME -TERM=VALUE ...", kind: Kind::Set },
    plain("open", "tournament open NAME", || TournamentAsk::Open),
    plain("close", "tournament close NAME", || TournamentAsk::Close),
    Act {
        name: "pairings",
        synonyms: &["pairing", "draw"],
        usage: "tournament pairings NAME (swap ID ID|bye ID)",
        kind: Kind::Pairings,
    },
    Act { synonyms: &["begin"], ..plain("start", "tournament start NAME", || TournamentAsk::Start) },
    Act {
        name: "withdraw",
        synonyms: &["retire"],
        usage: "tournament withdraw NAME (ID REASON)",
        kind: Kind::Withdraw,
    },
    Act {
        name: "adjudicate",
        synonyms: &["decide"],
        usage: "tournament adjudicate NAME BOARD (provisional) SIDE|draw REASON",
        kind: Kind::Adjudicate,
    },
    Act { name: "export", synonyms: &[], usage: "tournament export NAME (csv|json|trf|pgn|otg)", kind: Kind::Export },
    Act { synonyms: &["log", "decisions"], ..plain("record", "tournament record NAME", || TournamentAsk::Record) },
    Act {
        name: "extend",
        synonyms: &[],
        usage: "tournament extend NAME BOARD|ID|all by 3d (REASON)",
        kind: Kind::Extend,
    },
    Act {
        name: "hold",
        synonyms: &["pause"],
        usage: "tournament hold NAME (REASON)",
        kind: Kind::Reason(|why| TournamentAsk::Hold { why }),
    },
    Act {
        name: "resume",
        synonyms: &["continue"],
        usage: "tournament resume NAME (REASON)",
        kind: Kind::Reason(|why| TournamentAsk::Resume { why }),
    },
    Act {
        name: "substitute",
        synonyms: &["replace"],
        usage: "tournament substitute NAME ID with ID",
        kind: Kind::Substitute,
    },
    Act { name: "announce", synonyms: &["tell"], usage: "tournament announce NAME: TEXT", kind: Kind::Announce },
    Act {
        name: "organizers",
        synonyms: &["organizer"],
        usage: "tournament organizers NAME +ID -ID ...",
        kind: Kind::Organizers,
    },
    Act { name: "undo", synonyms: &["rollback"], usage: "tournament undo NAME", kind: Kind::Undo },
    Act { synonyms: &["end"], ..plain("finish", "tournament finish NAME", || TournamentAsk::Finish) },
];

/// The action that a word means. Four letters are enough if no other begins like this.
pub(in crate::command) fn act(word: &str) -> Option<&'static Act> {
    const BEGINNING_LETTERS_MIN: usize = 4;
    let whole = ACTS.iter().find(|act| act.name == word || act.synonyms.contains(&word));
    whole.or_else(|| {
        let mut fitting = ACTS.iter().filter(|act| word.len() >= BEGINNING_LETTERS_MIN && act.name.starts_with(word));
        fitting.next().filter(|_| fitting.next().is_none())
    })
}

/// Whether a tournament can have this name, in lower case: it has the form of a player's id, and is not a word that may be beside it.
pub fn is_tournament_name(name: &str) -> bool {
    player_id::is_player_id(name) && act(name).is_none() && !player_id::is_reserved(name) && name != "list"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_act_has_a_word_of_its_own() {
        let mut words: Vec<&str> = ACTS.iter().flat_map(|act| act.synonyms.iter().copied().chain([act.name])).collect();
        let all = words.len();
        words.sort_unstable();
        words.dedup();
        assert_eq!(words.len(), all);
        for act in &ACTS {
            assert!(
                act.usage.len() <= 68 && act.usage.starts_with(&format!("tournament {}", act.name)),
                "{}",
                act.usage
            );
        }
    }

    #[test]
    fn a_name_is_no_word_of_the_language() {
        for good in ["spring26", "club-cup", "nordic_open"] {
            assert!(is_tournament_name(good), "{good}");
        }
        for bad in ["start", "tournament", "x", "26", "spring 26", "games", "list", "stan", "crosst"] {
            assert!(!is_tournament_name(bad), "{bad}");
        }
    }
}
