//! Pages of help that belong to no single command.

/// One page.
#[derive(Debug)]
pub struct Topic {
    /// The word to write behind `help`.
    pub name: &'static str,
    /// What it is about, in one line.
    pub about: &'static str,
    /// The page, paragraph by paragraph.
    pub detail: &'static [&'static str],
}

/// All of them.
pub fn topics() -> &'static [Topic] {
    &TOPICS
}

static TOPICS: [Topic; 8] = [
    Topic {
        name: "moves",
        about: "how to write a move",
        detail: &[
            "A square is a letter and a number: A to S from left to right with no letter left out, 1 to 19 from the bottom up. Capitals do not matter. If you are used to boards without the letter I, send set dialect no-i.",
            "A play is two squares: e5-e3, or e5 e3, e5e3, e5:e3, e5 to e3.",
            "The squares of captured men may follow, as in d4-d8xd7/e8. They need not; when they are there, they must be right.",
            "#6 at the end makes sure that it is the 6th half-move of the game, and otherwise nothing is done.",
        ],
    },
    Topic {
        name: "options",
        about: "the options of a challenge",
        detail: &[
            "An option begins with a dash and may stand anywhere in the line. The beginning of its name is enough when it fits no other.",
            "-small or -tablut, -medium, -large: the board of 9x9, 13x13 or 19x19 instead of 11x11. -variant=NAME, or -NAME, is any game in the list of variants. Where several games share a name, you are told which one it means.",
            "-weak: the king is taken between two men like anybody else, except on the throne and beside it. -strong: he must be surrounded on all four sides, and the edge of the board counts as one. A game without a throne has no -weak.",
            "-edge: the king escapes to any square on the edge, not only to the corners.",
        ],
    },
    Topic {
        name: "clocks",
        about: "how much time a game has",
        detail: &[
            "-clock=NAME in a challenge says how much time each side has. Without it the game has the usual clock of this server; the invitation tells which.",
            "standard: 10 days and a day more for each move, at most 20. fast: 6 and a half days and 10 hours. slow: 30 days and 2, at most 45. perday: 3 days for each move. none: no clock. Others are federation, golem, fischer, iccf (10 moves in 50 days) and triple.",
            "Or write your own: -clock=10d+1d is 10 days and 1 more for each move, -clock=3d/move is 3 days for each, -clock=10/50d is 50 days for 10 moves. d, h and m are days, hours and minutes. With commas behind it: cap=20d (at most so much), max=5d (for one move), first=7d (for the first), until=40 (moves that add), double=20d (beyond that time counts twice), days (only whole days count), grace=12h, noleave.",
            "Your time counts from when the letter about your turn has left us to when your answer comes in, whenever we read it. You are reminded before it is over. Then some hours of grace follow, and then the game is lost. set zone Europe/Copenhagen tells you all times by your own clock.",
        ],
    },
    Topic {
        name: "own-rules",
        about: "how to play by rules that are in no list",
        detail: &[
            "Behind -rules= in a challenge the rules themselves can stand, as an OpenTafl rules record. It may go on over several lines. Your opponent gets them in plain words, with the board, and the game keeps them.",
            "A record is made of entries with blanks between them, and a value stands behind its colon without one. dim, the length of a side, comes first. start, the opening, comes last: rows with slashes between them, row 1 first, numbers for empty squares, t for an attacker, T for a defender, K for the king. starti begins with the top row.",
            "The others may be left out. esc: the king escapes at corners (c) or the edge (e). atkf: the attackers begin (y, n). surf: a ring round all defenders wins (y, n). tfr: what comes three times is a draw (d), lost for who does it (l), ignored (i). ka: the king captures (y), not at all (n), as the hammer (h) or the anvil (a) only. The first value of each is the usual one.",
            "ks: the king is taken from four sides (s); four at the throne and else two (c); four, the edge counting (m); two (w). sw: no shieldwalls (n), without corners (w), with corners (s). efe: forts on the edge win (n, y). linc: Linnaean capture (n, y). spd: squares in a move, -1 for any, of all or as ATTACKERS,DEFENDERS.",
            "cor and cen: the squares that are corners and the throne, or nothing for none. Lists of t, T and K: corh, cenhe, cenh, against whom corners, the empty and the king's throne help (tTK, tTK, t); corp, cenp, who passes over them (K, tTK); cors, cens, who stops there (K, K); corre, cenre, who may come back (tTK).",
            "To look before you challenge, send rules, board or preview new with the same record. -weak, -strong and -edge do not go with a record: it says ks and esc itself. -rules=17 means the rules of board 17 once more.",
        ],
    },
    Topic {
        name: "letters",
        about: "where commands stand in a letter",
        detail: &[
            "When the Subject is a command, it is done, and what you write below is a comment to your opponent. Otherwise each line of the letter is read, up to 20 commands.",
            "Lines that are no command are a comment as well, as long as one line was. Below a move that is so for lines that only begin like a command, and you are told. A line with the word end stops the reading; what comes after it is not looked at.",
            "Quoted text and signatures are never read.",
        ],
    },
    Topic {
        name: "passwords",
        about: "when a password is needed, and when not",
        detail: &[
            "Reply to a letter of ours and no password is needed: each letter carries a key that fits its reader and its board.",
            "In pbmserv's way a command carries id and password behind the number of the board, as in: move 17 bob secret e5-e3. Passwords are told apart by capitals; everything else is not.",
            "signup ID PASSWORD asks for a password too: then answer the letter with that same line, so that we know the password is yours.",
            "We never write a password back to you. A line in which one seems to stand is passed on to nobody.",
        ],
    },
    Topic {
        name: "tournament-terms",
        about: "what an organizer can set",
        detail: &[
            "Terms stand behind tournament create and tournament set, as -max=24, -max 24 or max=24.",
            "-round-robin (the usual one), -groups=2, -knockout, -swiss=5: the format. -double: each meeting is a match of two games with sides switched; -single: one game. -rounds=5: rounds of a Swiss; -round=21d: so long it waits for the games of a round, then they go on and count as drawn for the pairing until they are over. -qualify=2: how many of each group play the final; -best=2: of those next placed the best two, too. -seed=rating, entry or lot: how players are put in order for groups, a knockout and the first round of a Swiss. -third: the losers of the semi-finals play for the third place.",
            "-max=24: most players. -load=12: most games a player can have at a time; a tournament in which it would be more does not start, and groups are the way out. -entry=5: finished games one needs to join. -tiebreak=SB,WIN,LOT: what tells equal players apart. -close=2027-02-28/12:00/Europe/Copenhagen: when nobody can join any more; -close=none: not before you close it.",
            "-clock=standard: the clock of its games, as in a challenge; -days=3: so many days for each move; -clock=none: no clock. -leave=10: so many days of leave stop each player's clocks in it; -leave=none: leave stops none. Without -clock the games have the usual clock of the club.",
            "Terms can be changed until it starts.",
        ],
    },
    Topic {
        name: "tie-breaks",
        about: "what tells players of equal points apart",
        detail: &[
            "DE: the points in the games among those who are equal, where all of them have met. SB: the points of those you beat, and half the points of those you drew with. WIN: games won. ATT: games won with the attackers. CAP: men taken minus men lost. SHORT: half-moves of your shortest win. LOT: a lot, drawn from a seed that is published.",
            "BH: the points of all your opponents; BH-C1: without the lowest. These two are for a Swiss. Rounds without a game count there as FIDE had it before 2023: your own as against somebody with your points, those of your opponents as draws.",
            "The usual order is DE, SB, WIN, SHORT, LOT, and in a Swiss BH-C1, BH, DE, WIN, LOT. In a knockout a match that stands 1-1 goes to the shorter win, then to who took more men, then to the better seed.",
        ],
    },
];
