//! The possible values of a rule set's parameters, for tests that try them all.

/// Each parameter with some of its values, as TOML or bare words.
pub const SETTINGS: [(&str, &[&str]); 20] = [
    ("first", &["attackers", "defenders"]),
    ("escape", &["corners", "edge"]),
    ("corner_squares", &["[\"a1\", \"b2\"]", "[\"c3\", \"c4\", \"g1\"]"]),
    ("king_capture", &["two", "two-but-four-at-throne", "four", "four-edge-counts"]),
    ("king_armed", &["yes", "no", "hammer", "anvil"]),
    ("exit_fort", &["true", "false"]),
    ("encirclement", &["true", "false"]),
    ("attackers_left_loses", &["1", "3"]),
    ("no_move", &["loses", "draw"]),
    ("linnaean", &["true", "false"]),
    ("throne", &["none"]),
    ("throne.stop", &["king", "nobody"]),
    ("throne.re_enter", &["true", "false"]),
    ("throne.pass", &["all", "king", "none"]),
    ("throne.hostile_empty", &["[]", "[\"attackers\"]", "[\"defenders\"]", "[\"king\"]", "[\"attackers\", \"king\"]"]),
    ("throne.hostile_occupied", &["[]", "[\"attackers\"]", "[\"defenders\"]", "[\"attackers\", \"defenders\"]"]),
    ("corners", &["none", "{ stop = \"king\", hostile = [\"men\"] }", "{ stop = \"king\", hostile = [\"king\"] }"]),
    (
        "shieldwall",
        &[
            "no",
            "{ by = \"flanking-move\", corner_closes = true, at_least = 1 }",
            "{ by = \"flanking-move\", corner_closes = false, at_least = 2 }",
        ],
    ),
    (
        "repetition",
        &[
            "ignore",
            "{ count = 2, binds = \"both\", effect = \"illegal\" }",
            "{ count = 3, binds = \"attackers\", effect = \"illegal\" }",
            "{ count = 2, binds = \"defenders\", effect = \"loses\" }",
            "{ count = 3, binds = \"both\", effect = \"loses\" }",
            "{ count = 2, binds = \"attackers\", effect = \"draw\" }",
        ],
    ),
    ("speed", &["{ attackers = 1 }", "{ king = 2 }", "{ attackers = 3, defenders = 1, king = 1 }"]),
];
