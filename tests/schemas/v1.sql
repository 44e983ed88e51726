-- The first schema of a Taflpost file. Frozen: what changes later is another migration.
--
-- Instants are INTEGER microseconds since 1970-01-01 UTC. Words stand in TEXT columns with a CHECK
-- instead of several booleans. Of a reply token only its SHA-256 is kept.

-- The players, and where they can be reached. Of one who is gone the id is left, so that nobody else can have it. `rescued` is when leave
-- began by itself for one who has not been heard of since; `amended` when a letter last told them that their clocks got time back.

CREATE TABLE player (
    id TEXT NOT NULL PRIMARY KEY CONSTRAINT player_id CHECK (id = lower(id) AND length(id) BETWEEN 2 AND 16),
    password_hash TEXT CONSTRAINT player_password_hash CHECK (password_hash LIKE '$argon2%'),
    dialect TEXT NOT NULL DEFAULT 'plain' CONSTRAINT player_dialect CHECK (dialect IN ('plain', 'no-i')),
    language TEXT NOT NULL DEFAULT 'club' CONSTRAINT player_language CHECK (language IN ('club', 'en', 'de', 'da')),
    zone TEXT,
    reminded INTEGER,
    downtime_told INTEGER,
    letters TEXT NOT NULL DEFAULT 'html' CONSTRAINT player_letters CHECK (letters IN ('html', 'text', 'picture')),
    board TEXT NOT NULL DEFAULT 'ascii' CONSTRAINT player_board CHECK (board IN ('ascii', 'unicode')),
    digest TEXT NOT NULL DEFAULT 'off' CONSTRAINT player_digest CHECK (digest = 'off' OR CAST(digest AS INTEGER) BETWEEN 0 AND 23),
    announcements TEXT NOT NULL DEFAULT 'on' CONSTRAINT player_announcements CHECK (announcements IN ('on', 'off')),
    reminders TEXT NOT NULL DEFAULT 'on' CONSTRAINT player_reminders CHECK (reminders IN ('on', 'off')),
    auto_vacation TEXT NOT NULL DEFAULT 'off' CONSTRAINT player_auto_vacation CHECK (auto_vacation IN ('on', 'off')),
    auto_vacation_since INTEGER,
    game_limit INTEGER CONSTRAINT player_game_limit CHECK (game_limit BETWEEN 0 AND 100),
    account TEXT NOT NULL DEFAULT 'active' CONSTRAINT player_account CHECK (account IN ('active', 'paused', 'closed')),
    joined INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Of players who have set no zone: the zone that their mails show (null for the club's), whether they have been told, and another that
-- the last of their mails have shown, since then.
CREATE TABLE mail_zone (
    player TEXT NOT NULL PRIMARY KEY REFERENCES player (id),
    zone TEXT,
    told TEXT NOT NULL CONSTRAINT mail_zone_told CHECK (told IN ('told', 'waits')),
    other TEXT,
    since INTEGER,
    CONSTRAINT mail_zone_other_since CHECK ((other IS NULL) = (since IS NULL))
) STRICT, WITHOUT ROWID;

-- Players who joined under a name that the settings already had among the organizers: they are none until the operator says so.
CREATE TABLE unconfirmed_organizer (
    player TEXT NOT NULL PRIMARY KEY REFERENCES player (id)
) STRICT, WITHOUT ROWID;

-- `address` is in lower case and is what is compared; `written` is as it was given.
-- Letters go to place 0. `since` is when the mailbox said yes.
CREATE TABLE address (
    address TEXT NOT NULL PRIMARY KEY CONSTRAINT address_address CHECK (length(address) BETWEEN 3 AND 254),
    written TEXT NOT NULL,
    player TEXT NOT NULL REFERENCES player (id),
    place INTEGER NOT NULL CONSTRAINT address_place CHECK (place >= 0),
    since INTEGER NOT NULL,
    UNIQUE (player, place)
) STRICT, WITHOUT ROWID;

-- Addresses to which letters have stopped because they came back. The row stays when they go out again, so that nobody is told too often.
CREATE TABLE suspension (
    address TEXT NOT NULL PRIMARY KEY REFERENCES address (address) ON DELETE CASCADE,
    status TEXT NOT NULL,
    since INTEGER NOT NULL,
    state TEXT NOT NULL CONSTRAINT suspension_state CHECK (state IN ('on', 'lifted'))
) STRICT, WITHOUT ROWID;

-- When players are on leave: from one instant up to another.
CREATE TABLE vacation (
    id INTEGER PRIMARY KEY,
    player TEXT NOT NULL REFERENCES player (id),
    begins INTEGER NOT NULL,
    ends INTEGER NOT NULL CONSTRAINT vacation_ends CHECK (ends > begins)
) STRICT;

CREATE INDEX vacation_player ON vacation (player, ends);

-- Clocks that stood still because a letter had not reached their player: it counts among the player's days of leave. The time ends when the
-- clock runs, a half-move is made or the game is over. Where it was not the mailbox's fault there is none of it.
CREATE TABLE clock_held (
    id INTEGER PRIMARY KEY,
    player TEXT NOT NULL REFERENCES player (id),
    game INTEGER NOT NULL REFERENCES game (number),
    plies INTEGER NOT NULL CONSTRAINT clock_held_plies CHECK (plies >= 0),
    begins INTEGER NOT NULL,
    ends INTEGER NOT NULL CONSTRAINT clock_held_ends CHECK (ends >= begins)
) STRICT;

CREATE INDEX clock_held_player ON clock_held (player, ends);
CREATE INDEX clock_held_game ON clock_held (game, ends);

CREATE TABLE wrong_password (
    id INTEGER PRIMARY KEY,
    player TEXT NOT NULL REFERENCES player (id),
    at INTEGER NOT NULL
) STRICT;

CREATE INDEX wrong_password_player ON wrong_password (player, at);

-- Mails that brought a reply token which does not live, by the SHA-256 of their sender's address in lower case.
CREATE TABLE dead_token (
    id INTEGER PRIMARY KEY,
    source BLOB NOT NULL CONSTRAINT dead_token_source CHECK (length(source) = 32),
    at INTEGER NOT NULL
) STRICT;

CREATE INDEX dead_token_source ON dead_token (source, at);

-- The games. An invitation is a game that has not begun.
--
--   invited -> running | declined | withdrawn
--   running -> won | drawn | resigned | agreed | timed-out | adjudicated      adjudicated -> running, where that is taken back

-- A rule set by its content: thousands of games share one row.
CREATE TABLE rule_record (
    hash BLOB NOT NULL PRIMARY KEY CONSTRAINT rule_record_hash CHECK (length(hash) = 32),
    text TEXT NOT NULL
) STRICT;

-- `clock` is the time control in its written form; `bank_...` are seconds. `since` is from when the time of the side to move
-- counts (null while the letter that tells its player is on its way), `counted` how many seconds of it counted before that, until
-- such a letter came back or time passed that nobody served, less what was given on top (`raised` is after how many half-moves an
-- absence has last given any). `deadline` is when that time is over (null where it
-- has to be reckoned anew), and `due` when the clockwork has to look. `asked_back` is when the player to move was asked about a legal
-- move that they may not have meant, with less than a day of their time left: that question keeps the game from being lost on time for
-- 24 hours. A game has one such instant at most; later questions leave it as it is.
CREATE TABLE game (
    number INTEGER PRIMARY KEY CONSTRAINT game_number CHECK (number BETWEEN 1 AND 4294967295),
    variant TEXT NOT NULL,
    title TEXT NOT NULL,
    record BLOB NOT NULL REFERENCES rule_record (hash),
    attackers TEXT NOT NULL REFERENCES player (id),
    defenders TEXT NOT NULL REFERENCES player (id),
    challenger TEXT NOT NULL CONSTRAINT game_challenger CHECK (challenger IN ('attackers', 'defenders')),
    stage TEXT NOT NULL CONSTRAINT game_stage CHECK (stage IN
        ('invited', 'running', 'won', 'drawn', 'resigned', 'agreed', 'timed-out', 'adjudicated', 'declined', 'withdrawn')),
    winner TEXT CONSTRAINT game_winner CHECK (winner IN ('attackers', 'defenders')),
    reason TEXT CONSTRAINT game_reason CHECK (reason IN
        ('king-captured', 'king-escaped', 'encircled', 'exit-fort', 'no-move', 'no-men', 'repetition')),
    plies INTEGER NOT NULL DEFAULT 0 CONSTRAINT game_plies CHECK (plies >= 0),
    first TEXT NOT NULL CONSTRAINT game_first CHECK (first IN ('attackers', 'defenders')),
    offer TEXT CONSTRAINT game_offer CHECK (offer IN ('draw', 'undo')),
    offer_by TEXT CONSTRAINT game_offer_by CHECK (offer_by IN ('attackers', 'defenders')),
    offer_at INTEGER,
    clock TEXT,
    bank_attackers INTEGER,
    bank_defenders INTEGER,
    since INTEGER,
    counted INTEGER NOT NULL DEFAULT 0,
    deadline INTEGER,
    due INTEGER,
    raised INTEGER CONSTRAINT game_raised CHECK (raised >= 0),
    rated TEXT NOT NULL DEFAULT 'rated' CONSTRAINT game_rated CHECK (rated IN ('rated', 'unrated')),
    visibility TEXT NOT NULL DEFAULT 'public' CONSTRAINT game_visibility CHECK (visibility IN ('public', 'private')),
    tournament TEXT REFERENCES tournament (name),
    round INTEGER CONSTRAINT game_round CHECK (round >= 1),
    vacation_from INTEGER,
    vacation_seconds_max INTEGER CONSTRAINT game_vacation_seconds_max CHECK (vacation_seconds_max >= 0),
    asked_back INTEGER,
    created INTEGER NOT NULL,
    touched INTEGER NOT NULL,
    CONSTRAINT game_tournament_has_round CHECK ((tournament IS NULL) = (round IS NULL)),
    CONSTRAINT game_vacation_whole CHECK ((vacation_from IS NULL) = (vacation_seconds_max IS NULL)),
    CONSTRAINT game_two_players CHECK (attackers <> defenders),
    CONSTRAINT game_winner_of_stage CHECK ((winner IS NOT NULL) = (stage IN ('won', 'resigned', 'timed-out')) OR stage = 'adjudicated'),
    CONSTRAINT game_reason_of_stage CHECK ((reason IS NOT NULL) = (stage IN ('won', 'drawn'))),
    CONSTRAINT game_offer_has_author CHECK ((offer IS NULL) = (offer_by IS NULL)),
    CONSTRAINT game_offer_has_instant CHECK ((offer IS NULL) = (offer_at IS NULL)),
    CONSTRAINT game_offer_while_running CHECK (offer IS NULL OR stage = 'running'),
    CONSTRAINT game_plies_once_begun CHECK (plies = 0 OR stage NOT IN ('invited', 'declined', 'withdrawn')),
    CONSTRAINT game_bank_of_attackers CHECK ((clock IS NULL) = (bank_attackers IS NULL)),
    CONSTRAINT game_bank_of_defenders CHECK ((clock IS NULL) = (bank_defenders IS NULL)),
    CONSTRAINT game_banks_not_negative CHECK (bank_attackers >= 0 AND bank_defenders >= 0),
    CONSTRAINT game_clock_while_running
        CHECK ((since IS NULL AND deadline IS NULL AND due IS NULL) OR (clock IS NOT NULL AND stage = 'running'))
) STRICT;

CREATE INDEX game_due ON game (due) WHERE due IS NOT NULL;
CREATE INDEX game_attackers ON game (attackers);
CREATE INDEX game_defenders ON game (defenders);
CREATE INDEX game_open_attackers ON game (attackers) WHERE stage IN ('invited', 'running');
CREATE INDEX game_open_defenders ON game (defenders) WHERE stage IN ('invited', 'running');

-- The games that have ended, by when.
CREATE INDEX game_ended ON game (touched) WHERE stage NOT IN ('invited', 'running', 'declined', 'withdrawn');

-- One half-move, as `e5-e3`. Captures are not stored: the rules give them. `bank` is what its side had before it, in seconds.
CREATE TABLE play (
    game INTEGER NOT NULL REFERENCES game (number),
    ply INTEGER NOT NULL CONSTRAINT play_ply CHECK (ply >= 1),
    play TEXT NOT NULL CONSTRAINT play_play CHECK (play GLOB '[a-z][1-9]*-[a-z][1-9]*'),
    at INTEGER NOT NULL,
    bank INTEGER,
    PRIMARY KEY (game, ply)
) STRICT, WITHOUT ROWID;

-- Moves prepared for later: plays with blanks between them, for the half-move after `ply` half-moves. In a conditional line the other
-- side's plays stand before one's own. They go with the end of the game, and with a half-move that is taken back.
CREATE TABLE prepared_line (
    id INTEGER PRIMARY KEY,
    game INTEGER NOT NULL REFERENCES game (number),
    side TEXT NOT NULL CONSTRAINT prepared_line_side CHECK (side IN ('attackers', 'defenders')),
    ply INTEGER NOT NULL CONSTRAINT prepared_line_ply CHECK (ply >= 1),
    conditional INTEGER NOT NULL CONSTRAINT prepared_line_conditional CHECK (conditional IN (0, 1)),
    plays TEXT NOT NULL CONSTRAINT prepared_line_plays CHECK (plays <> '')
) STRICT;

CREATE INDEX prepared_line_game ON prepared_line (game, side);

CREATE TRIGGER prepared_lines_go_with_the_game AFTER UPDATE OF stage ON game
WHEN NEW.stage <> 'running'
BEGIN
    DELETE FROM prepared_line WHERE game = NEW.number;
END;

CREATE TRIGGER clock_is_held_no_more AFTER UPDATE OF since, plies, stage ON game
WHEN NEW.since IS NOT NULL OR NEW.plies <> OLD.plies OR NEW.stage <> 'running'
BEGIN
    UPDATE clock_held SET ends = max(begins, coalesce(NEW.since, NEW.touched))
    WHERE game = NEW.number AND ends > coalesce(NEW.since, NEW.touched);
END;

CREATE TRIGGER rule_record_is_fixed BEFORE UPDATE ON rule_record
BEGIN
    SELECT raise(ABORT, 'a rule record is never changed');
END;

CREATE TRIGGER game_begins_empty BEFORE INSERT ON game
WHEN NEW.stage <> 'invited' OR NEW.plies <> 0
BEGIN
    SELECT raise(ABORT, 'a game begins as an invitation, without plays');
END;

CREATE TRIGGER game_stage BEFORE UPDATE OF stage ON game
WHEN NOT (
    (OLD.stage = 'invited' AND NEW.stage IN ('running', 'declined', 'withdrawn'))
    -- An organizer takes his decision back.
    OR (OLD.stage = 'adjudicated' AND NEW.stage = 'running')
    OR (OLD.stage = 'running' AND NEW.stage IN ('won', 'drawn', 'resigned', 'agreed', 'timed-out', 'adjudicated')))
BEGIN
    SELECT raise(ABORT, 'a game does not go back to an earlier stage');
END;

CREATE TRIGGER game_plies BEFORE UPDATE OF plies ON game
WHEN NEW.plies <> (SELECT coalesce(max(ply), 0) FROM play WHERE game = NEW.number)
BEGIN
    SELECT raise(ABORT, 'the count of plies follows the plays');
END;

CREATE TRIGGER play_continues BEFORE INSERT ON play
WHEN NOT EXISTS (
    SELECT 1 FROM game WHERE number = NEW.game AND stage = 'running' AND plies = NEW.ply - 1)
BEGIN
    SELECT raise(ABORT, 'the play does not continue a running game');
END;

CREATE TRIGGER play_counts AFTER INSERT ON play
BEGIN
    UPDATE game SET plies = NEW.ply, offer = NULL, offer_by = NULL, offer_at = NULL, touched = NEW.at
    WHERE number = NEW.game;
END;

CREATE TRIGGER play_is_fixed BEFORE UPDATE ON play
BEGIN
    SELECT raise(ABORT, 'a play is never changed, only the last one is taken back');
END;

CREATE TRIGGER play_is_last BEFORE DELETE ON play
WHEN NOT EXISTS (
    SELECT 1 FROM game WHERE number = OLD.game AND stage = 'running' AND plies = OLD.ply)
BEGIN
    SELECT raise(ABORT, 'only the last play of a running game is taken back');
END;

-- With the play go the letters that were answered from its position or a later one: their tokens die.
CREATE TRIGGER play_uncounts AFTER DELETE ON play
BEGIN
    UPDATE game SET plies = OLD.ply - 1, offer = NULL, offer_by = NULL, offer_at = NULL WHERE number = OLD.game;
    DELETE FROM token WHERE game = OLD.game AND ply >= OLD.ply - 1;
    DELETE FROM prepared_line WHERE game = OLD.game;
END;

-- Events: tournaments of the club.
--
--   draft -> open <-> closed, draft | open | closed -> running -> finished, draft | open | closed -> finished
--
-- `plan` holds the terms as JSON. Since `held` its clocks stand still: nothing of its games is due. At `due` somebody has to look
-- at it: it closes, or the time of a round is over. `overrides` is what an
-- organizer wants otherwise in the next pairing, as JSON. What a game of a tournament counts stands beside it: a tournament may score a game otherwise than its board.
CREATE TABLE tournament (
    name TEXT NOT NULL PRIMARY KEY CONSTRAINT tournament_name CHECK (name = lower(name) AND length(name) BETWEEN 2 AND 16),
    stage TEXT NOT NULL CONSTRAINT tournament_stage CHECK (stage IN ('draft', 'open', 'closed', 'running', 'finished')),
    terms TEXT NOT NULL CONSTRAINT tournament_terms CHECK (json_type(terms) = 'object'),
    variant TEXT NOT NULL,
    title TEXT NOT NULL,
    record BLOB NOT NULL REFERENCES rule_record (hash),
    lot TEXT NOT NULL,
    held INTEGER,
    due INTEGER,
    began INTEGER,
    pairing_wishes TEXT NOT NULL DEFAULT '[]' CONSTRAINT tournament_pairing_wishes CHECK (json_type(pairing_wishes) = 'array'),
    created INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX tournament_due ON tournament (due) WHERE due IS NOT NULL;

CREATE TABLE tournament_organizer (
    tournament TEXT NOT NULL REFERENCES tournament (name),
    player TEXT NOT NULL REFERENCES player (id),
    PRIMARY KEY (tournament, player)
) STRICT, WITHOUT ROWID;

CREATE TABLE tournament_entry (
    tournament TEXT NOT NULL REFERENCES tournament (name),
    player TEXT NOT NULL REFERENCES player (id),
    seat INTEGER NOT NULL CONSTRAINT tournament_entry_seat CHECK (seat >= 0),
    joined INTEGER NOT NULL,
    participation TEXT NOT NULL DEFAULT 'playing' CONSTRAINT tournament_entry_participation CHECK (participation IN ('playing', 'left', 'struck')),
    PRIMARY KEY (tournament, player),
    UNIQUE (tournament, seat)
) STRICT, WITHOUT ROWID;

-- One row for each player of a meeting, so that nobody is paired twice in a round; a bye has one row.
CREATE TABLE pairing (
    tournament TEXT NOT NULL,
    round INTEGER NOT NULL CONSTRAINT pairing_round CHECK (round >= 1),
    player TEXT NOT NULL,
    section INTEGER NOT NULL CONSTRAINT pairing_section CHECK (section >= 0),
    place INTEGER NOT NULL CONSTRAINT pairing_place CHECK (place >= 0),
    seat TEXT NOT NULL CONSTRAINT pairing_seat CHECK (seat IN ('home', 'away')),
    PRIMARY KEY (tournament, round, player),
    UNIQUE (tournament, round, section, place, seat),
    FOREIGN KEY (tournament, player) REFERENCES tournament_entry (tournament, player)
) STRICT, WITHOUT ROWID;

CREATE TABLE tournament_game (
    game INTEGER NOT NULL PRIMARY KEY REFERENCES game (number),
    tournament TEXT NOT NULL REFERENCES tournament (name),
    round INTEGER NOT NULL,
    section INTEGER NOT NULL,
    place INTEGER NOT NULL,
    outcome TEXT NOT NULL DEFAULT 'open' CONSTRAINT tournament_game_outcome CHECK (outcome IN ('open', 'provisional', 'played', 'forfeit')),
    winner TEXT CONSTRAINT tournament_game_winner CHECK (winner IN ('attackers', 'defenders')),
    plies INTEGER CONSTRAINT tournament_game_plies CHECK (plies >= 0),
    taken_attackers INTEGER CONSTRAINT tournament_game_taken_attackers CHECK (taken_attackers >= 0),
    taken_defenders INTEGER CONSTRAINT tournament_game_taken_defenders CHECK (taken_defenders >= 0),
    CONSTRAINT tournament_game_winner_of_outcome CHECK (winner IS NULL OR outcome <> 'open'),
    CONSTRAINT tournament_game_plies_of_outcome CHECK ((plies IS NOT NULL) = (outcome = 'played')),
    CONSTRAINT tournament_game_attackers_of_outcome CHECK ((taken_attackers IS NOT NULL) = (outcome = 'played')),
    CONSTRAINT tournament_game_defenders_of_outcome CHECK ((taken_defenders IS NOT NULL) = (outcome = 'played'))
) STRICT;

CREATE INDEX tournament_game_tournament ON tournament_game (tournament);
CREATE INDEX game_tournament ON game (tournament) WHERE tournament IS NOT NULL;

-- Each decision of an organizer, or of the server where `who` is null: `deed` is what was decided, as JSON. Never changed.
CREATE TABLE tournament_ruling (
    id INTEGER PRIMARY KEY,
    tournament TEXT NOT NULL REFERENCES tournament (name),
    at INTEGER NOT NULL,
    who TEXT REFERENCES player (id),
    ruling TEXT NOT NULL CONSTRAINT tournament_ruling_ruling CHECK (json_type(ruling) = 'object'),
    why TEXT NOT NULL
) STRICT;

CREATE INDEX tournament_ruling_tournament ON tournament_ruling (tournament);

CREATE TRIGGER tournament_ruling_is_fixed BEFORE UPDATE ON tournament_ruling
BEGIN
    SELECT raise(ABORT, 'a ruling on record is never changed');
END;

CREATE TRIGGER tournament_stage BEFORE UPDATE OF stage ON tournament
WHEN NOT (
    (OLD.stage IN ('draft', 'open', 'closed') AND NEW.stage IN ('open', 'closed', 'running'))
    OR (OLD.stage <> 'finished' AND NEW.stage = 'finished'))
BEGIN
    SELECT raise(ABORT, 'a tournament does not go back to an earlier stage');
END;

-- Events that were held elsewhere, as archives in JSON. Their players need not be players here, and their boards are none of the club's;
-- `players` is for lists.
CREATE TABLE tournament_archive (
    name TEXT NOT NULL PRIMARY KEY CONSTRAINT tournament_archive_name CHECK (name = lower(name) AND length(name) BETWEEN 2 AND 16),
    record BLOB NOT NULL REFERENCES rule_record (hash),
    title TEXT NOT NULL,
    players INTEGER NOT NULL CONSTRAINT tournament_archive_players CHECK (players >= 0),
    text TEXT NOT NULL CONSTRAINT tournament_archive_text CHECK (json_type(text) = 'object'),
    created INTEGER NOT NULL,
    imported INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TRIGGER tournament_archive_is_fixed BEFORE UPDATE ON tournament_archive
BEGIN
    SELECT raise(ABORT, 'an archived tournament is never changed');
END;

CREATE TRIGGER tournament_has_its_name_alone BEFORE INSERT ON tournament
WHEN EXISTS (SELECT 1 FROM tournament_archive WHERE name = NEW.name)
BEGIN
    SELECT raise(ABORT, 'an archived tournament has this name');
END;

-- Games that were played elsewhere, as records in JSON. Their players need not be players here. `hash` is of what makes a game
-- this one, so that a record which comes twice is one row; the other columns are for lists.
CREATE TABLE archive (
    id INTEGER PRIMARY KEY,
    hash BLOB NOT NULL UNIQUE CONSTRAINT archive_hash CHECK (length(hash) = 32),
    attackers TEXT NOT NULL,
    defenders TEXT NOT NULL,
    variant TEXT NOT NULL,
    plies INTEGER NOT NULL CONSTRAINT archive_plies CHECK (plies >= 0),
    result TEXT NOT NULL CONSTRAINT archive_result CHECK (result IN ('attackers', 'defenders', 'draw', 'unfinished')),
    text TEXT NOT NULL,
    imported INTEGER NOT NULL
) STRICT;

CREATE TRIGGER archive_is_fixed BEFORE UPDATE ON archive
BEGIN
    SELECT raise(ABORT, 'an archived game is never changed');
END;

-- Who looks on at which board.
CREATE TABLE observer (
    game INTEGER NOT NULL REFERENCES game (number),
    player TEXT NOT NULL REFERENCES player (id),
    PRIMARY KEY (game, player)
) STRICT, WITHOUT ROWID;

CREATE INDEX observer_player ON observer (player);

-- Open invitations. Their numbers are those of boards: the game that comes of one bears its number.
CREATE TABLE open_challenge (
    number INTEGER PRIMARY KEY CONSTRAINT open_challenge_number CHECK (number BETWEEN 1 AND 4294967295),
    player TEXT NOT NULL REFERENCES player (id),
    variant TEXT NOT NULL,
    title TEXT NOT NULL,
    record BLOB NOT NULL REFERENCES rule_record (hash),
    side TEXT CONSTRAINT open_challenge_side CHECK (side IN ('attackers', 'defenders')),
    rated TEXT NOT NULL CONSTRAINT open_challenge_rated CHECK (rated IN ('rated', 'unrated')),
    visibility TEXT NOT NULL CONSTRAINT open_challenge_visibility CHECK (visibility IN ('public', 'private')),
    clock TEXT,
    state TEXT NOT NULL DEFAULT 'open' CONSTRAINT open_challenge_state CHECK (state IN ('open', 'taken', 'withdrawn')),
    created INTEGER NOT NULL
) STRICT;

CREATE INDEX open_challenge_open ON open_challenge (number) WHERE state = 'open';

-- Ratings. All of this follows from the games that have ended, and can be reckoned again from them; it stands here so that nobody
-- waits. Weeks are counted from that of Monday 1970-01-05. Points and deviations are thousandths of a point, volatilities
-- thousand-millionths.

-- Up to which instant, a Monday's 00:00 UTC, weeks are closed. It is stale once a game has ended in a closed week after all (`late` counts
-- how often), and while ratings that were reckoned anew are being written.
CREATE TABLE rating_closed (
    one INTEGER PRIMARY KEY CONSTRAINT rating_closed_one CHECK (one = 1),
    until INTEGER NOT NULL,
    state TEXT NOT NULL CONSTRAINT rating_closed_state CHECK (state IN ('true', 'stale')),
    late INTEGER NOT NULL DEFAULT 0
) STRICT;

-- A player's rating after each week in which he had a rated game, and how many he had had by then.
CREATE TABLE rating (
    variant TEXT NOT NULL,
    player TEXT NOT NULL REFERENCES player (id),
    week INTEGER NOT NULL,
    points INTEGER NOT NULL,
    deviation INTEGER NOT NULL CONSTRAINT rating_deviation CHECK (deviation > 0),
    volatility INTEGER NOT NULL CONSTRAINT rating_volatility CHECK (volatility > 0),
    games INTEGER NOT NULL CONSTRAINT rating_games CHECK (games > 0),
    PRIMARY KEY (variant, player, week)
) STRICT, WITHOUT ROWID;

CREATE INDEX rating_player ON rating (player);

-- What the defenders are worth after each week in which the variant had a rated game.
CREATE TABLE rating_offset (
    variant TEXT NOT NULL,
    week INTEGER NOT NULL,
    offset INTEGER NOT NULL,
    PRIMARY KEY (variant, week)
) STRICT, WITHOUT ROWID;

-- The games of closed weeks: whether they count, and by how much the defenders' points were above the attackers'.
CREATE TABLE rated_game (
    game INTEGER PRIMARY KEY REFERENCES game (number),
    week INTEGER NOT NULL,
    weight TEXT NOT NULL CONSTRAINT rated_game_weight CHECK (weight IN
        ('rated', 'unrated', 'own-rules', 'hardly-begun', 'vanished', 'pair-limit')),
    gap INTEGER,
    CONSTRAINT rated_game_gap_of_weight CHECK ((gap IS NOT NULL) = (weight = 'rated'))
) STRICT;

-- A mail that was accepted in a closed week is handled later, a result is reversed: then all weeks are reckoned again.
CREATE TRIGGER rating_stale AFTER UPDATE OF stage, winner, variant, rated, touched ON game
WHEN (NEW.stage NOT IN ('invited', 'running', 'declined', 'withdrawn')
        AND NEW.touched < (SELECT until FROM rating_closed))
    OR (OLD.stage NOT IN ('invited', 'running', 'declined', 'withdrawn')
        AND OLD.touched < (SELECT until FROM rating_closed))
BEGIN
    UPDATE rating_closed SET state = 'stale', late = late + 1;
END;

-- The next letter of those who want one a day, and when; it stands here while there is news for it.
CREATE TABLE digest (
    player TEXT NOT NULL PRIMARY KEY REFERENCES player (id),
    due INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX digest_due ON digest (due);

-- The news for it: a board, and the words that came with what happened there. `author` is against whom it counts; null where the game
-- bounds how often it happens. They go in the same commit in which the letter with them waits. Where a letter has told the news
-- and has come back, it is kept again: `letter` is which, and `since` is when it was first told.
CREATE TABLE digest_news (
    id INTEGER PRIMARY KEY,
    player TEXT NOT NULL REFERENCES digest (player) ON DELETE CASCADE,
    game INTEGER NOT NULL REFERENCES game (number),
    author TEXT REFERENCES player (id),
    words TEXT NOT NULL,
    at INTEGER NOT NULL,
    letter INTEGER,
    since INTEGER,
    CONSTRAINT digest_news_letter_since CHECK ((letter IS NULL) = (since IS NULL))
) STRICT;

CREATE INDEX digest_news_player ON digest_news (player, id);
CREATE INDEX digest_news_author ON digest_news (author, at);

-- Blocks of lines that have closed mails of a player, as SHA-256: one that has closed three is taken for the player's signature, and is no
-- longer passed on. At most eight for each player, and none that was not seen for three months.
CREATE TABLE signature_block (
    player TEXT NOT NULL REFERENCES player (id),
    hash BLOB NOT NULL CONSTRAINT signature_block_hash CHECK (length(hash) = 32),
    mails INTEGER NOT NULL CONSTRAINT signature_block_mails CHECK (mails BETWEEN 1 AND 3),
    last_seen INTEGER NOT NULL,
    PRIMARY KEY (player, hash)
) STRICT, WITHOUT ROWID;

-- Reply tokens: what the holder of a letter may do.

CREATE TABLE token (
    hash BLOB NOT NULL PRIMARY KEY CONSTRAINT token_hash CHECK (length(hash) = 32),
    purpose TEXT NOT NULL CONSTRAINT token_purpose CHECK (purpose IN
        ('game', 'letter', 'signup', 'confirm', 'address', 'password', 'take-back', 'no-reminders', 'no-announcements')),
    player TEXT REFERENCES player (id),
    game INTEGER REFERENCES game (number),
    ply INTEGER CONSTRAINT token_ply CHECK (ply >= 0),
    offer INTEGER,
    expires INTEGER NOT NULL,
    CONSTRAINT token_player_of_purpose CHECK ((player IS NULL) = (purpose = 'signup')),
    CONSTRAINT token_game_of_purpose CHECK ((game IS NOT NULL) = (purpose = 'game')),
    CONSTRAINT token_ply_of_purpose CHECK ((ply IS NOT NULL) = (purpose = 'game')),
    CONSTRAINT token_offer_of_purpose CHECK (offer IS NULL OR purpose = 'game')
) STRICT, WITHOUT ROWID;

CREATE INDEX token_game ON token (game, ply) WHERE game IS NOT NULL;
CREATE INDEX token_address ON token (player) WHERE purpose = 'address';

-- Lines that came without proof and wait for their player's word. `lines` is a JSON array of texts.
CREATE TABLE confirmation (
    token BLOB NOT NULL PRIMARY KEY REFERENCES token (hash) ON DELETE CASCADE,
    lines TEXT NOT NULL CONSTRAINT confirmation_lines CHECK (json_type(lines) = 'array'),
    comment TEXT NOT NULL,
    asked INTEGER NOT NULL,
    elsewhere TEXT
) STRICT, WITHOUT ROWID;

-- Further lines that came without proof while that question was open. They are asked about when it has been answered.
CREATE TABLE further_line (
    id INTEGER PRIMARY KEY,
    token BLOB NOT NULL REFERENCES token (hash) ON DELETE CASCADE,
    line TEXT NOT NULL,
    comment TEXT NOT NULL
) STRICT;

CREATE INDEX further_line_token ON further_line (token);
CREATE INDEX token_confirm ON token (player) WHERE purpose = 'confirm';

-- What waits behind the key of a letter about a game: the line that the letter asks about (a yes does it, with the words beside it), and
-- words for the opponent that go with the next thing an answer does.
CREATE TABLE pending (
    token BLOB NOT NULL PRIMARY KEY REFERENCES token (hash) ON DELETE CASCADE,
    line TEXT,
    beside TEXT NOT NULL,
    words TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Addresses that wait for their mailbox to say that they are the token's player's. With `first` his letters go there.
CREATE TABLE claim (
    token BLOB NOT NULL PRIMARY KEY REFERENCES token (hash) ON DELETE CASCADE,
    address TEXT NOT NULL CONSTRAINT claim_address CHECK (length(address) BETWEEN 3 AND 254),
    written TEXT NOT NULL,
    first INTEGER NOT NULL CONSTRAINT claim_first CHECK (first IN (0, 1))
) STRICT, WITHOUT ROWID;

-- The mailbox that was told of a change of its player's account, made at `since`, and can undo it. It need not be his any more.
CREATE TABLE take_back (
    token BLOB NOT NULL PRIMARY KEY REFERENCES token (hash) ON DELETE CASCADE,
    written TEXT NOT NULL,
    since INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Sign-ups that wait for their mailbox. Whoever asks twice gets two letters, and either can be answered.
CREATE TABLE signup (
    token BLOB NOT NULL PRIMARY KEY REFERENCES token (hash) ON DELETE CASCADE,
    player TEXT NOT NULL CONSTRAINT signup_player CHECK (player = lower(player) AND length(player) BETWEEN 2 AND 16),
    address TEXT NOT NULL CONSTRAINT signup_address CHECK (length(address) BETWEEN 3 AND 254),
    written TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Sign-ups that came when there was no room for letters to strangers: they wait for a day, each domain in its turn.
CREATE TABLE signup_queue (
    address TEXT NOT NULL PRIMARY KEY CONSTRAINT signup_queue_address CHECK (length(address) BETWEEN 3 AND 254),
    written TEXT NOT NULL,
    domain TEXT NOT NULL,
    player TEXT NOT NULL CONSTRAINT signup_queue_player CHECK (player = lower(player) AND length(player) BETWEEN 2 AND 16),
    asked INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX signup_queue_domain ON signup_queue (domain, asked);

-- Mail that came in.
--
--   spooled -> done | failed        failed -> spooled | done, by the operator's hand
--
-- A row stands here before the door says yes. When the mail is done its text goes and its fingerprint stays,
-- so that a repeat is known. `envelope_from` is null where the door does not know. `envelope_to` is a JSON array; it
-- may carry a reply token, and so it goes with the text.
-- Texts have tables of their own here and below: a row that shrinks would leave its page half empty for good. They stand deflated;
-- `size` is how long a mail was as it came.
-- No number comes twice: the newest row always stays.
CREATE TABLE spool (
    id INTEGER PRIMARY KEY,
    received INTEGER NOT NULL,
    door TEXT NOT NULL CONSTRAINT spool_door CHECK (door IN ('smtp', 'lmtp', 'pipe', 'maildir', 'imap')),
    source_key TEXT,
    fingerprint BLOB NOT NULL UNIQUE CONSTRAINT spool_fingerprint CHECK (length(fingerprint) = 32),
    envelope_from TEXT,
    state TEXT NOT NULL DEFAULT 'spooled' CONSTRAINT spool_state CHECK (state IN ('spooled', 'done', 'failed')),
    tries INTEGER NOT NULL DEFAULT 0 CONSTRAINT spool_tries CHECK (tries >= 0),
    note TEXT NOT NULL DEFAULT ''
) STRICT;

CREATE TABLE mail_text (
    mail INTEGER PRIMARY KEY REFERENCES spool (id) ON DELETE CASCADE,
    envelope_to TEXT NOT NULL CONSTRAINT mail_text_envelope_to CHECK (json_type(envelope_to) = 'array'),
    size INTEGER NOT NULL CONSTRAINT mail_text_size CHECK (size >= 0),
    raw BLOB NOT NULL
) STRICT;

-- Most mails have no such key.
CREATE UNIQUE INDEX spool_source ON spool (source_key) WHERE source_key IS NOT NULL;
CREATE INDEX spool_spooled ON spool (id) WHERE state = 'spooled';
CREATE INDEX spool_failed ON spool (id) WHERE state = 'failed';

CREATE TRIGGER mail_done AFTER UPDATE OF state ON spool
WHEN NEW.state = 'done'
BEGIN
    DELETE FROM mail_text WHERE mail = NEW.id;
END;

CREATE TRIGGER mail_again BEFORE UPDATE OF state ON spool
WHEN NEW.state = 'spooled' AND NOT EXISTS (SELECT 1 FROM mail_text WHERE mail = NEW.id)
BEGIN
    SELECT raise(ABORT, 'the text of this mail is gone');
END;

-- The group of mails being handled, written down before: from `first`, which had failed `tries` times by then, to `last`. When the
-- first of them is found as it was, the program has fallen over one of them. Mails up to `careful_until` are only taken one by one.
CREATE TABLE handling (
    one INTEGER PRIMARY KEY CONSTRAINT handling_one CHECK (one = 1),
    first INTEGER NOT NULL,
    tries INTEGER NOT NULL,
    last INTEGER NOT NULL,
    careful_until INTEGER NOT NULL
) STRICT;

-- How the doors that fetch mails themselves fare, for `status`. `well` is when one last looked and all was well,
-- `failing` since when it is not. `began` is when the last full look began that has come to its end, and `heard` the same once every mail
-- of it has been handled: nothing is lost on time that ended later, and no key is dead.
CREATE TABLE door (
    name TEXT NOT NULL PRIMARY KEY CONSTRAINT door_name CHECK (name IN ('maildir', 'imap')),
    place TEXT NOT NULL,
    state TEXT NOT NULL CONSTRAINT door_state CHECK (state IN ('well', 'trying', 'needs-hand')),
    well INTEGER,
    failing INTEGER,
    began INTEGER,
    heard INTEGER,
    why TEXT,
    CONSTRAINT door_failing_of_state CHECK ((failing IS NULL) = (state = 'well')),
    CONSTRAINT door_why_of_state CHECK ((why IS NULL) = (state = 'well'))
) STRICT, WITHOUT ROWID;

-- Letters that go out, one recipient in each row.
--
--   waiting -> sent | given-up      given-up -> waiting, waiting | given-up -> dropped, by the operator's hand
--
-- A letter waits from the same commit as the change it reports. Its bytes are finished, so that every try
-- carries the same Message-ID; they go when it is sent or dropped, and so does its sender, which may hold the key by which it is known
-- when it comes back; `bounce_key` is the SHA-256 of that. `tried` is when it was tried in vain last, `open` for how many
-- seconds the way was open while it waited. `board` tells that a letter shows its game as it stood: a `plain` one, which tells of a move
-- alone, does not go when a newer one shows the same reader the same board. No number comes twice: the newest row always stays.
CREATE TABLE outbox (
    id INTEGER PRIMARY KEY,
    created INTEGER NOT NULL,
    envelope_from TEXT NOT NULL,
    bounce_key BLOB CONSTRAINT outbox_bounce_key CHECK (length(bounce_key) = 32),
    recipient TEXT NOT NULL CONSTRAINT outbox_recipient CHECK (recipient <> ''),
    audience TEXT NOT NULL CONSTRAINT outbox_audience CHECK (audience IN ('player', 'stranger')),
    reader TEXT REFERENCES player (id),
    author TEXT REFERENCES player (id),
    game INTEGER REFERENCES game (number),
    kind TEXT NOT NULL CONSTRAINT outbox_kind CHECK (kind <> ''),
    board TEXT CONSTRAINT outbox_board CHECK (board IN ('plain', 'weighty')),
    state TEXT NOT NULL DEFAULT 'waiting' CONSTRAINT outbox_state CHECK (state IN ('waiting', 'sent', 'given-up', 'dropped')),
    attempts INTEGER NOT NULL DEFAULT 0 CONSTRAINT outbox_attempts CHECK (attempts >= 0),
    next_try INTEGER,
    tried INTEGER,
    open_seconds INTEGER NOT NULL DEFAULT 0 CONSTRAINT outbox_open_seconds CHECK (open_seconds >= 0),
    settled INTEGER,
    last_error TEXT,
    returned INTEGER,
    CONSTRAINT outbox_next_try_of_state CHECK ((next_try IS NOT NULL) = (state = 'waiting')),
    CONSTRAINT outbox_settled_of_state CHECK ((settled IS NULL) = (state = 'waiting'))
) STRICT;

-- The games of which a letter tells its reader that it is his turn, after so many half-moves: his clocks start when it is sent, and
-- stand still again when it comes back.
CREATE TABLE turn_told (
    letter INTEGER NOT NULL REFERENCES outbox (id) ON DELETE CASCADE,
    game INTEGER NOT NULL REFERENCES game (number),
    plies INTEGER NOT NULL CONSTRAINT turn_told_plies CHECK (plies >= 0),
    PRIMARY KEY (letter, game)
) STRICT, WITHOUT ROWID;

-- What another player wrote that a letter tells, and the board it is about (null in a message). Of a letter that shows many boards there
-- is a row for each, words or not. When it comes back, a letter that is written in its place tells this too; `since` is when a
-- letter first told it. The rows go when the letter can come back no more.
CREATE TABLE letter_words (
    letter INTEGER NOT NULL REFERENCES outbox (id) ON DELETE CASCADE,
    place INTEGER NOT NULL,
    author TEXT NOT NULL REFERENCES player (id),
    game INTEGER REFERENCES game (number),
    words TEXT NOT NULL,
    since INTEGER NOT NULL,
    PRIMARY KEY (letter, place),
    CONSTRAINT letter_words_or_game CHECK (words <> '' OR game IS NOT NULL)
) STRICT, WITHOUT ROWID;

-- Answers that told of nothing but mistakes. `gist` is a hash of what they told, to know the same answer again.
CREATE TABLE mistake (
    letter INTEGER PRIMARY KEY REFERENCES outbox (id) ON DELETE CASCADE,
    reader TEXT NOT NULL REFERENCES player (id),
    gist INTEGER NOT NULL,
    at INTEGER NOT NULL
) STRICT;

CREATE INDEX mistake_reader ON mistake (reader, at);

-- Letters that came back or were refused for good, and what was said of them: an enhanced status code. While one is `new`, somebody has
-- to look whether letters to its address stop; what came back by mail was looked at as that mail was handled. `again` tells of those
-- whose news was to be told once more at the same address.
CREATE TABLE bounce (
    letter INTEGER PRIMARY KEY REFERENCES outbox (id) ON DELETE CASCADE,
    address TEXT NOT NULL REFERENCES address (address) ON DELETE CASCADE,
    at INTEGER NOT NULL,
    status TEXT NOT NULL,
    state TEXT NOT NULL CONSTRAINT bounce_state CHECK (state IN ('new', 'weighed')),
    again TEXT NOT NULL DEFAULT 'no' CONSTRAINT bounce_again CHECK (again IN ('no', 'yes'))
) STRICT;

CREATE INDEX bounce_address ON bounce (address, at);
CREATE INDEX bounce_new ON bounce (letter) WHERE state = 'new';

-- Letters to strangers that answer genuine mail. What is forged uses up nothing of theirs.
CREATE TABLE to_genuine (
    letter INTEGER PRIMARY KEY REFERENCES outbox (id) ON DELETE CASCADE
) STRICT;

CREATE TABLE letter_text (
    letter INTEGER PRIMARY KEY REFERENCES outbox (id) ON DELETE CASCADE,
    bytes BLOB NOT NULL
) STRICT;

-- When the clockwork last looked and its commit stood, and what the machine's own clocks showed then (`clock::Reading`, microseconds).
-- All instants that a clock counts from or to stand on the line that ends at `at`. `owed` is what those that move by the hour
-- have not got yet, in microseconds. `doubted` is since when nobody has said that the time is right; what goes by the calendar waits
-- until somebody does, or for a day of served time. `agreed` is when a mail first came of which another machine's clock said the same time
-- as ours, while ours is doubted (`store/witness.rs`). `served` is how much time has been served in all. What becomes of each instant when the clocks are put right stands in `store/instants.rs`.
CREATE TABLE clockwork_look (
    one INTEGER PRIMARY KEY CONSTRAINT clockwork_look_one CHECK (one = 1),
    at INTEGER NOT NULL,
    awake INTEGER NOT NULL,
    up INTEGER NOT NULL,
    boot BLOB NOT NULL CONSTRAINT clockwork_look_boot CHECK (length(boot) = 16),
    owed INTEGER NOT NULL,
    doubted INTEGER,
    agreed INTEGER,
    served INTEGER NOT NULL DEFAULT 0
) STRICT;

-- The days of served time, counted from the first: the last mail and the last letter that there were when each was first seen. What is
-- forgotten by its age is so old in served time: no clock that is set makes it older.
CREATE TABLE served_day (
    day INTEGER PRIMARY KEY CONSTRAINT served_day_day CHECK (day >= 0),
    mail INTEGER NOT NULL,
    letter INTEGER NOT NULL
) STRICT;

-- When a door last stored a mail. It is no row of its own: every road writes the one of its mail, and no move writes more for it.
CREATE VIEW last_mail AS SELECT received AS at FROM spool ORDER BY id DESC LIMIT 1;

-- Games that would be lost on time and that wait, since when, and what for: for the operator. A row goes when the game goes on or ends.
CREATE TABLE forfeit_wait (
    game INTEGER PRIMARY KEY REFERENCES game (number),
    since INTEGER NOT NULL,
    why TEXT NOT NULL CONSTRAINT forfeit_wait_why CHECK (why IN ('mail', 'door', 'question', 'time'))
) STRICT;

CREATE TRIGGER forfeit_waits_no_more AFTER UPDATE OF plies, stage ON game
BEGIN
    DELETE FROM forfeit_wait WHERE game = NEW.number;
END;

-- The last times at which the clocks of the club were put right: how long nobody was there, and by how much the machine's clock was set,
-- in microseconds.
CREATE TABLE leap (
    id INTEGER PRIMARY KEY,
    at INTEGER NOT NULL,
    away INTEGER NOT NULL,
    step INTEGER NOT NULL
) STRICT;

-- Players whose clocks got time back and who have not been told: from when to when nobody was there, and how many seconds they got.
-- `soon` where a deadline moved that was near: that is worth a letter of its own.
CREATE TABLE downtime (
    player TEXT NOT NULL PRIMARY KEY REFERENCES player (id),
    gone INTEGER NOT NULL,
    back INTEGER NOT NULL,
    given INTEGER NOT NULL CONSTRAINT downtime_given CHECK (given > 0),
    soon INTEGER NOT NULL CONSTRAINT downtime_soon CHECK (soon IN (0, 1))
) STRICT, WITHOUT ROWID;

-- A row that `taflpost check` rewrites, to see that a commit reaches the disk.
CREATE TABLE probe (
    one INTEGER PRIMARY KEY CONSTRAINT probe_one CHECK (one = 1),
    at INTEGER NOT NULL
) STRICT;

-- What waits: all letters (`relay`, the name is empty), those to a domain or to a mailbox; since when, and why. `hand` tells whether
-- somebody must mend it. Written by delivery as it finds out.
CREATE TABLE pause (
    what TEXT NOT NULL CONSTRAINT pause_what CHECK (what IN ('relay', 'domain', 'mailbox')),
    name TEXT NOT NULL CONSTRAINT pause_name CHECK ((name = '') = (what = 'relay')),
    since INTEGER NOT NULL,
    why TEXT NOT NULL,
    needs TEXT NOT NULL CONSTRAINT pause_needs CHECK (needs IN ('time', 'operator')),
    PRIMARY KEY (what, name)
) STRICT, WITHOUT ROWID;

CREATE INDEX outbox_waiting ON outbox (next_try) WHERE state = 'waiting';
-- How many letters went out in a minute and in a day is counted by one more index, `outbox_sent`: it is made where a provider allows so
-- many, and dropped elsewhere, since each letter writes it.
CREATE INDEX outbox_given_up ON outbox (id) WHERE state = 'given-up';
-- Those that came back although a relay had taken them.
CREATE INDEX outbox_returned ON outbox (reader) WHERE returned IS NOT NULL;
-- Every letter to a player has a key of its own, by which it is known when it comes back.
CREATE UNIQUE INDEX outbox_bounce_key ON outbox (bounce_key) WHERE bounce_key IS NOT NULL;
-- How many letters a player got that only answer a mail: more than so many an hour are a loop. Those to mails that anybody may have sent in
-- the player's name are fewer still: 'unproven', 'password', 'confirm' and 'confirm-password'.
CREATE INDEX outbox_answers ON outbox (reader, created) WHERE kind IN
    ('answer', 'answer-key', 'unproven', 'password', 'confirm', 'confirm-own', 'confirm-key', 'confirm-password');
-- How many letters told a player of changes of his account.
CREATE INDEX outbox_account ON outbox (reader, created) WHERE kind = 'account';
-- How many letters told a player that another came back.
CREATE INDEX outbox_came_back ON outbox (reader, created) WHERE kind = 'came-back';
-- How many letters a player caused others: `author` is who did what the letter tells, where that is not its reader.
CREATE INDEX outbox_author ON outbox (author, created) WHERE author IS NOT NULL;
CREATE INDEX outbox_stranger ON outbox (created) WHERE audience = 'stranger';

CREATE TRIGGER letter_settled AFTER UPDATE OF state ON outbox
WHEN NEW.state IN ('sent', 'dropped')
BEGIN
    DELETE FROM letter_text WHERE letter = NEW.id;
    UPDATE outbox SET envelope_from = '' WHERE id = NEW.id;
END;

CREATE TRIGGER letter_again BEFORE UPDATE OF state ON outbox
WHEN NEW.state = 'waiting' AND NOT EXISTS (SELECT 1 FROM letter_text WHERE letter = NEW.id)
BEGIN
    SELECT raise(ABORT, 'the text of this letter is gone');
END;
