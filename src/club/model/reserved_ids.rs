//! Ids that nobody can take when joining, because they would be mistaken for something or somebody else. Players who already have such an
//! id keep it.

use crate::club::model::player::PlayerId;
use crate::command;
use std::collections::BTreeSet;

/// Names that speak for the server or for the mail system, or mean anybody at all.
const KEPT: [&str; 58] = [
    "abuse",
    "admin",
    "administrator",
    "anybody",
    "anyone",
    "auto",
    "bot",
    "club",
    "computer",
    "daemon",
    "engine",
    "event",
    "everybody",
    "everyone",
    "first",
    "guest",
    "hnefatafl",
    "hostmaster",
    "house",
    "info",
    "judge",
    "king",
    "last",
    "letter",
    "list",
    "mail",
    "mailer-daemon",
    "master",
    "moderator",
    "myself",
    "no-reply",
    "nobody",
    "none",
    "noreply",
    "official",
    "operator",
    "organiser",
    "organizer",
    "owner",
    "player",
    "postmaster",
    "previous",
    "referee",
    "robot",
    "root",
    "security",
    "self",
    "server",
    "somebody",
    "someone",
    "support",
    "sysop",
    "system",
    "tafl",
    "taflpost",
    "test",
    "us",
    "webmaster",
];

/// Whether the id is reserved: it is such a name or looks like one, a square or a move, a word of the commands or an option, or it is or
/// looks like one of `house`, the server's own names and those of the variants.
pub(crate) fn is_kept(id: &PlayerId, house: &BTreeSet<String>) -> bool {
    let (id, looks) = (id.as_str(), skeleton(id.as_str()));
    let squares = || id.split(['-', '_']).all(is_square);
    let kept = KEPT.into_iter().chain(house.iter().map(String::as_str));
    kept.map(skeleton).any(|kept| kept == looks) || !command::is_name_for_a_game(id) || squares()
}

/// Whether one id can be mistaken for the other.
pub(crate) fn are_alike(one: &PlayerId, other: &PlayerId) -> bool {
    skeleton(one.as_str()) == skeleton(other.as_str())
}

/// What remains of an id when characters that look alike become the same, and dashes are left out.
fn skeleton(id: &str) -> String {
    let signs = id.chars().filter(|c| !matches!(c, '-' | '_')).map(|c| match c {
        '0' => 'o',
        '1' | 'i' => 'l',
        '2' => 'z',
        '5' => 's',
        '8' => 'b',
        c => c,
    });
    signs.collect::<String>().replace("rn", "m").replace("vv", "w")
}

/// Whether it is a letter and one or two digits.
fn is_square(word: &str) -> bool {
    let mut signs = word.chars();
    let digits = signs.next().filter(char::is_ascii_lowercase).map(|_| signs.as_str());
    digits.is_some_and(|digits| matches!(digits.len(), 1 | 2) && digits.bytes().all(|b| b.is_ascii_digit()))
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;

    fn id(text: &str) -> PlayerId {
        text.parse().unwrap()
    }

    #[test]
    fn names_that_mean_something_else_are_nobodys() {
        let house = BTreeSet::from(["taflclub".to_owned(), "brandubh".to_owned()]);
        for kept in [
            "admin",
            "adm1n",
            "ad-min",
            "root",
            "r00t",
            "postmaster",
            "post-master",
            "club",
            "server",
            "me",
            "all",
            "next",
            "new",
            "resign",
            "signup",
            "a1",
            "k11",
            "d1-c1",
            "e5_e3",
            "taflclub",
            "taf1c1ub",
            "tafl-club",
            "brandubh",
            "brandu8h",
            "taf1post",
            "serv-er",
            "yes",
        ] {
            assert!(is_kept(&id(kept), &house), "{kept}");
        }
        for free in ["ann", "bob", "cleo", "rolf", "mary-ann", "clubber", "a1b", "x2000", "old_hand-1", "kingsley"] {
            assert!(!is_kept(&id(free), &house), "{free}");
        }
    }

    #[test]
    fn ids_that_look_alike_are_told() {
        for (one, other) in
            [("bill", "bi11"), ("ann-b", "annb"), ("arnold", "amold"), ("otto", "ott0"), ("vvera", "wera")]
        {
            assert!(are_alike(&id(one), &id(other)), "{one} {other}");
        }
        for (one, other) in [("ann", "anna"), ("ann", "anne"), ("bob", "rob"), ("p1", "p2"), ("ann1", "ann2")] {
            assert!(!are_alike(&id(one), &id(other)), "{one} {other}");
        }
    }
}
