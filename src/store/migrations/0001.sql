-- The schema of version 1 of a Taflpost file.
--
-- An instant is an INTEGER: microseconds since 1970-01-01 UTC. A word is a TEXT with a CHECK: one word with several values, instead of
-- several booleans. A key in a letter is stored only as its SHA-256.
--
-- This file is frozen, and a test holds it. A change of the schema is a new step beside it: see `src/store/migrations.rs`.

-- The players, and where they can be reached. Of a closed account only the id is kept, so that nobody else can have it.
-- `auto_vacation_since` is when a vacation last began by itself for a player who has not written since. `downtime_told` is when a letter
-- last told them that their clocks got time back. `reminded` is when they were last reminded of what waits for them.

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

-- Only for players who have set no time zone: the zone that their mails show (null: the club's), whether they have been told, and another
-- zone that their latest mails have shown, since then.
CREATE TABLE mail_zone (
    player TEXT NOT NULL PRIMARY KEY REFERENCES player (id),
    zone TEXT,
    told TEXT NOT NULL CONSTRAINT mail_zone_told CHECK (told IN ('told', 'waits')),
    other TEXT,
    since INTEGER,
    CONSTRAINT mail_zone_other_since CHECK ((other IS NULL) = (since IS NULL))
) STRICT, WITHOUT ROWID;

-- Players who joined under a name that stood in the settings as an organizer before. They are not organizers until the operator says so.
CREATE TABLE unconfirmed_organizer (
    player TEXT NOT NULL PRIMARY KEY REFERENCES player (id)
) STRICT, WITHOUT ROWID;

-- `address` is in lower case and is what is compared; `written` is as the player wrote it.
-- Letters go to place 0. `since` is when the mailbox said yes.
CREATE TABLE address (
    address TEXT NOT NULL PRIMARY KEY CONSTRAINT address_address CHECK (length(address) BETWEEN 3 AND 254),
    written TEXT NOT NULL,
    player TEXT NOT NULL REFERENCES player (id),
    place INTEGER NOT NULL CONSTRAINT address_place CHECK (place >= 0),
    since INTEGER NOT NULL,
    UNIQUE (player, place)
) STRICT, WITHOUT ROWID;

-- Addresses to which we stopped sending because letters came back. The row stays when we send again, so that nobody is told too often.
CREATE TABLE suspension (
    address TEXT NOT NULL PRIMARY KEY REFERENCES address (address) ON DELETE CASCADE,
    status TEXT NOT NULL,
    since INTEGER NOT NULL,
    state TEXT NOT NULL CONSTRAINT suspension_state CHECK (state IN ('on', 'lifted'))
) STRICT, WITHOUT ROWID;

-- The vacations of players: from one instant up to another.
CREATE TABLE vacation (
    id INTEGER PRIMARY KEY,
    player TEXT NOT NULL REFERENCES player (id),
    begins INTEGER NOT NULL,
    ends INTEGER NOT NULL CONSTRAINT vacation_ends CHECK (ends > begins)
) STRICT;

CREATE INDEX vacation_player ON vacation (player, ends);

-- Clocks that stood still because a letter did not reach its player: this time counts as vacation. It ends when the clock runs, a move is
-- made or the game ends. If the mailbox was not at fault, it has no length.
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

-- Mails that brought a key that is not valid any more, by the SHA-256 of their sender's address in lower case.
CREATE TABLE dead_token (
    id INTEGER PRIMARY KEY,
    source BLOB NOT NULL CONSTRAINT dead_token_source CHECK (length(source) = 32),
    at INTEGER NOT NULL
) STRICT;

CREATE INDEX dead_token_source ON dead_token (source, at);

-- The games. A challenge is a game that has not begun.
--
--   invited -> running | declined | withdrawn
--   running -> won | drawn | resigned | agreed | timed-out | adjudicated      adjudicated -> running, when that is undone

-- Rule sets, found by their content: thousands of games share one row.
CREATE TABLE rule_record (
    hash BLOB NOT NULL PRIMARY KEY CONSTRAINT rule_record_hash CHECK (length(hash) = 32),
    text TEXT NOT NULL
) STRICT;

-- `clock` is the time control as it is written. `bank_...` are seconds. `since` is the instant from which the time of the side to move
-- counts; it is null while the letter that tells the player is on its way. `counted` is how many seconds counted before that, until such
-- a letter came back or time passed that was not served, less the time that was given back; `raised` is the ply at which time was last
-- given back. `deadline` is when the time is over; it is null while it must be computed again. `due` is when the clockwork must look.
-- `asked_back` is when the player to move was asked about a legal move that they may not have meant, with less than a day left: for
-- 24 hours that question keeps the game from being lost on time. A game has at most one such instant; later questions do not change it.
-- `vacation_from` and `vacation_seconds_max` say how much vacation stops the clocks of a tournament's game, counted from when.
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

-- The games that have ended, by when they ended.
CREATE INDEX game_ended ON game (touched) WHERE stage NOT IN ('invited', 'running', 'declined', 'withdrawn');

-- One move, such as `e5-e3`. Captures are not stored: they follow from the rules. `bank` is what the side had before the move, in seconds.
CREATE TABLE play (
    game INTEGER NOT NULL REFERENCES game (number),
    ply INTEGER NOT NULL CONSTRAINT play_ply CHECK (ply >= 1),
    play TEXT NOT NULL CONSTRAINT play_play CHECK (play GLOB '[a-z][1-9]*-[a-z][1-9]*'),
    at INTEGER NOT NULL,
    bank INTEGER,
    PRIMARY KEY (game, ply)
) STRICT, WITHOUT ROWID;

-- Prepared moves, with blanks between them, that begin after ply `ply`. In a conditional line each move of the player stands behind the
-- expected move of the opponent. They are deleted when the game ends, and when a move is taken back.
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
    -- An organizer undoes a ruling.
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

-- The keys of letters that show this position or a later one are deleted with the move.
CREATE TRIGGER play_uncounts AFTER DELETE ON play
BEGIN
    UPDATE game SET plies = OLD.ply - 1, offer = NULL, offer_by = NULL, offer_at = NULL WHERE number = OLD.game;
    DELETE FROM token WHERE game = OLD.game AND ply >= OLD.ply - 1;
    DELETE FROM prepared_line WHERE game = OLD.game;
END;

-- The tournaments of the club.
--
--   draft -> open <-> closed, draft | open | closed -> running -> finished, draft | open | closed -> finished
--
-- `terms` is JSON. While `held` is set the clocks stand still, and nothing in its games is due. At `due` the clockwork must look:
-- registration closes, or the time of a round is over. `pairing_wishes` is what an organizer wants to be different in the next pairing,
-- as JSON. What a game counts in a tournament has its own table, because it may differ from the result on the board.
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

-- One row for each player of a pairing, so that nobody is paired twice in a round. A bye has one row.
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

-- Each ruling of an organizer, or of the server where `who` is null, as JSON. Never changed.
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

-- Tournaments that were played elsewhere, as archives in JSON. Their players need not be players here, and their boards are not boards of
-- this club. `players` is for lists.
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

-- Games that were played elsewhere, as records in JSON. Their players need not be players here. `hash` is made from what identifies a
-- game, so that a record that comes twice is one row. The other columns are for lists.
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

-- The observers of games.
CREATE TABLE observer (
    game INTEGER NOT NULL REFERENCES game (number),
    player TEXT NOT NULL REFERENCES player (id),
    PRIMARY KEY (game, player)
) STRICT, WITHOUT ROWID;

CREATE INDEX observer_player ON observer (player);

-- Open challenges. They share their numbers with boards: when one is accepted, its game gets its number.
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

-- Ratings. All of this can be computed again from the games that have ended; it is stored so that nobody waits for it. Week 0 begins on
-- Monday 1970-01-05. Points and deviations are thousandths of a point, volatilities are thousand-millionths.

-- Weeks are closed up to this instant, a Monday at 00:00 UTC. The state is stale when a game has ended in a closed week after all (`late`
-- counts how often), and while ratings that were computed again are being written.
CREATE TABLE rating_closed (
    one INTEGER PRIMARY KEY CONSTRAINT rating_closed_one CHECK (one = 1),
    until INTEGER NOT NULL,
    state TEXT NOT NULL CONSTRAINT rating_closed_state CHECK (state IN ('true', 'stale')),
    late INTEGER NOT NULL DEFAULT 0
) STRICT;

-- The rating of a player after each week in which they had a rated game, and how many they had had by then.
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

-- The advantage of the defenders after each week in which the variant had a rated game.
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

-- A mail that came in a closed week may be handled later, and a result may be reversed: then all weeks are computed again.
CREATE TRIGGER rating_stale AFTER UPDATE OF stage, winner, variant, rated, touched ON game
WHEN (NEW.stage NOT IN ('invited', 'running', 'declined', 'withdrawn')
        AND NEW.touched < (SELECT until FROM rating_closed))
    OR (OLD.stage NOT IN ('invited', 'running', 'declined', 'withdrawn')
        AND OLD.touched < (SELECT until FROM rating_closed))
BEGIN
    UPDATE rating_closed SET state = 'stale', late = late + 1;
END;

-- The next digest of a player, and when it is due. The row is there while there is news for it.
CREATE TABLE digest (
    player TEXT NOT NULL PRIMARY KEY REFERENCES player (id),
    due INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX digest_due ON digest (due);

-- The news for a digest: a board, and the words that came with the news. `author` is the player whose quota it counts against; it is null
-- where the game itself sets the limit. The rows are deleted in the commit that puts the digest into the outbox. When a letter with the
-- news comes back, the news is kept again: `letter` is that letter, and `since` is when it first told the news.
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

-- Blocks of lines that ended mails of a player, as SHA-256. A block that has ended three mails is taken for the player's signature and is
-- not passed on any more. At most eight for each player, and none that was not seen for three months.
CREATE TABLE signature_block (
    player TEXT NOT NULL REFERENCES player (id),
    hash BLOB NOT NULL CONSTRAINT signature_block_hash CHECK (length(hash) = 32),
    mails INTEGER NOT NULL CONSTRAINT signature_block_mails CHECK (mails BETWEEN 1 AND 3),
    last_seen INTEGER NOT NULL,
    PRIMARY KEY (player, hash)
) STRICT, WITHOUT ROWID;

-- The keys in letters, and what each of them allows.

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

-- Lines that came without proof and wait until their player confirms them. `lines` is a JSON array of texts.
CREATE TABLE confirmation (
    token BLOB NOT NULL PRIMARY KEY REFERENCES token (hash) ON DELETE CASCADE,
    lines TEXT NOT NULL CONSTRAINT confirmation_lines CHECK (json_type(lines) = 'array'),
    comment TEXT NOT NULL,
    asked INTEGER NOT NULL,
    elsewhere TEXT
) STRICT, WITHOUT ROWID;

-- More lines that came without proof while that question was open. We ask about them when it has been answered.
CREATE TABLE further_line (
    id INTEGER PRIMARY KEY,
    token BLOB NOT NULL REFERENCES token (hash) ON DELETE CASCADE,
    line TEXT NOT NULL,
    comment TEXT NOT NULL
) STRICT;

CREATE INDEX further_line_token ON further_line (token);
CREATE INDEX token_confirm ON token (player) WHERE purpose = 'confirm';

-- What waits behind the key of a letter about a game: the line that the letter asks about, which a yes carries out with the words
-- `beside` it, and words for the opponent that go with the next move.
CREATE TABLE pending (
    token BLOB NOT NULL PRIMARY KEY REFERENCES token (hash) ON DELETE CASCADE,
    line TEXT,
    beside TEXT NOT NULL,
    words TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Addresses that wait until their mailbox confirms that they belong to the token's player. With `first`, letters go there from then on.
CREATE TABLE claim (
    token BLOB NOT NULL PRIMARY KEY REFERENCES token (hash) ON DELETE CASCADE,
    address TEXT NOT NULL CONSTRAINT claim_address CHECK (length(address) BETWEEN 3 AND 254),
    written TEXT NOT NULL,
    first INTEGER NOT NULL CONSTRAINT claim_first CHECK (first IN (0, 1))
) STRICT, WITHOUT ROWID;

-- A mailbox that was told of a change of its player's account, made at `since`, and that can undo it. It may not belong to the player now.
CREATE TABLE take_back (
    token BLOB NOT NULL PRIMARY KEY REFERENCES token (hash) ON DELETE CASCADE,
    written TEXT NOT NULL,
    since INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Sign-ups that wait for their mailbox. If you sign up twice you get two letters, and you can answer either.
CREATE TABLE signup (
    token BLOB NOT NULL PRIMARY KEY REFERENCES token (hash) ON DELETE CASCADE,
    player TEXT NOT NULL CONSTRAINT signup_player CHECK (player = lower(player) AND length(player) BETWEEN 2 AND 16),
    address TEXT NOT NULL CONSTRAINT signup_address CHECK (length(address) BETWEEN 3 AND 254),
    written TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Sign-ups that came when the quota of letters to strangers was used up. They wait for up to a day; the domains take turns.
CREATE TABLE signup_queue (
    address TEXT NOT NULL PRIMARY KEY CONSTRAINT signup_queue_address CHECK (length(address) BETWEEN 3 AND 254),
    written TEXT NOT NULL,
    domain TEXT NOT NULL,
    player TEXT NOT NULL CONSTRAINT signup_queue_player CHECK (player = lower(player) AND length(player) BETWEEN 2 AND 16),
    asked INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX signup_queue_domain ON signup_queue (domain, asked);

-- The spool: mail that came in.
--
--   spooled -> done | failed        failed -> spooled | done, by the operator
--
-- The row is written before the door says yes. When the mail is done its text is deleted and its fingerprint stays, so that we know the
-- mail when it comes again. `envelope_from` is null if the door does not know it. `envelope_to` is a JSON array; it may hold a key, so it
-- is deleted with the text.
-- Here and below, texts have their own tables: a row that shrinks would leave its page half empty for good. They are stored deflated;
-- `size` is how long the mail was.
-- No number is used twice: the newest row is never deleted.
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

-- Only mails from a mailbox or a folder have such a key.
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

-- The group of mails that is being handled, written down beforehand: from `first`, which had failed `tries` times by then, to `last`. If
-- the first of them is still there at a start, the program has crashed on one of them. Mails up to `careful_until` are handled one by one.
CREATE TABLE handling (
    one INTEGER PRIMARY KEY CONSTRAINT handling_one CHECK (one = 1),
    first INTEGER NOT NULL,
    tries INTEGER NOT NULL,
    last INTEGER NOT NULL,
    careful_until INTEGER NOT NULL
) STRICT;

-- How the doors that fetch mails are doing, for `status`. `well` is when a door last looked and all was well, `failing` is since when it
-- has not been. `began` is when the last complete look began. `heard` is the same once every mail of that look has been handled: a game
-- whose time ended later is not lost yet, and a key that ended later is still valid.
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

-- The outbox: letters that go out, one recipient in each row.
--
--   waiting -> sent | given-up      given-up -> waiting, waiting | given-up -> dropped, by the operator
--
-- A letter is written in the same commit as the change that it reports. Its bytes are finished, so that every try has the same
-- Message-ID. When it is sent or dropped, its bytes are deleted, and so is its sender, which may hold the key by which we know the letter
-- when it comes back; `bounce_key` is the SHA-256 of that key. `tried` is when a try last failed. `open_seconds` is for how long the way
-- was open while the letter waited. `board` is set if the letter shows its game as it stood: a `plain` one, which tells only of a move, is
-- not sent if a newer letter shows the same reader the same board. No number is used twice: the newest row is never deleted.
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

-- The games of which a letter tells its reader that it is their turn, and at which ply. Their clock starts when the letter is sent, and
-- stands still again when it comes back.
CREATE TABLE turn_told (
    letter INTEGER NOT NULL REFERENCES outbox (id) ON DELETE CASCADE,
    game INTEGER NOT NULL REFERENCES game (number),
    plies INTEGER NOT NULL CONSTRAINT turn_told_plies CHECK (plies >= 0),
    PRIMARY KEY (letter, game)
) STRICT, WITHOUT ROWID;

-- What another player wrote and a letter tells, and the board it is about (null in a message). A letter that shows several boards has a row
-- for each, with or without words. When it comes back, the letter that is written in its place tells this too; `since` is when a letter
-- first told it. The rows are deleted when the letter cannot come back any more.
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

-- Answers that told only of mistakes. `gist` is a hash of what they told, so that we know the same answer again.
CREATE TABLE mistake (
    letter INTEGER PRIMARY KEY REFERENCES outbox (id) ON DELETE CASCADE,
    reader TEXT NOT NULL REFERENCES player (id),
    gist INTEGER NOT NULL,
    at INTEGER NOT NULL
) STRICT;

CREATE INDEX mistake_reader ON mistake (reader, at);

-- Letters that came back or were refused for good, and the enhanced status code that was given. While the state is `new`, we must still
-- decide whether to stop sending to the address; a letter that came back by mail was decided on with that mail. `again` is set if its news
-- was to be told once more at the same address.
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

-- Letters to strangers that answer genuine mail. A forged mail uses up none of this quota.
CREATE TABLE to_genuine (
    letter INTEGER PRIMARY KEY REFERENCES outbox (id) ON DELETE CASCADE
) STRICT;

CREATE TABLE letter_text (
    letter INTEGER PRIMARY KEY REFERENCES outbox (id) ON DELETE CASCADE,
    bytes BLOB NOT NULL
) STRICT;

-- When the clockwork last looked and its commit was written, and what the machine's clocks showed then (`clock::Reading`, microseconds).
-- All instants that clocks count from or to are on the time line that ends at `at`. `owed` is by how many microseconds the instants that
-- move only by whole hours are behind. `doubted` is since when nobody has confirmed that the machine's clock is right; what goes by the
-- calendar waits for that, or for a day of served time. `agreed` is when, in such a time, a mail first came whose Date agreed with our
-- clock (`store/witness.rs`). `served` is how much time has been served in all. `store/instants.rs` says what becomes of each instant when
-- the clocks are put right.
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

-- The days of served time, counted from the first: the last mail and the last letter that were there when each day began. What is
-- deleted by its age has that age in served time: setting a clock does not make it older.
CREATE TABLE served_day (
    day INTEGER PRIMARY KEY CONSTRAINT served_day_day CHECK (day >= 0),
    mail INTEGER NOT NULL,
    letter INTEGER NOT NULL
) STRICT;

-- When a door last stored a mail. It is a view, so that storing a mail writes nothing more for it.
CREATE VIEW last_mail AS SELECT received AS at FROM spool ORDER BY id DESC LIMIT 1;

-- Games that would be lost on time and that wait: since when, and for what. For the operator. A row is deleted when its game goes on or ends.
CREATE TABLE forfeit_wait (
    game INTEGER PRIMARY KEY REFERENCES game (number),
    since INTEGER NOT NULL,
    why TEXT NOT NULL CONSTRAINT forfeit_wait_why CHECK (why IN ('mail', 'door', 'question', 'time'))
) STRICT;

CREATE TRIGGER forfeit_waits_no_more AFTER UPDATE OF plies, stage ON game
BEGIN
    DELETE FROM forfeit_wait WHERE game = NEW.number;
END;

-- The last times that the clocks of the club were put right: for how long the server was away, and by how much the machine's clock was set,
-- in microseconds.
CREATE TABLE leap (
    id INTEGER PRIMARY KEY,
    at INTEGER NOT NULL,
    away INTEGER NOT NULL,
    step INTEGER NOT NULL
) STRICT;

-- Players whose clocks got time back and who have not been told: from when to when the server was away, and how many seconds they got.
-- `soon` is set if a deadline that was near has moved: that is worth a letter of its own.
CREATE TABLE downtime (
    player TEXT NOT NULL PRIMARY KEY REFERENCES player (id),
    gone INTEGER NOT NULL,
    back INTEGER NOT NULL,
    given INTEGER NOT NULL CONSTRAINT downtime_given CHECK (given > 0),
    soon INTEGER NOT NULL CONSTRAINT downtime_soon CHECK (soon IN (0, 1))
) STRICT, WITHOUT ROWID;

-- A row that `taflpost check` writes again, to see that a commit reaches the disk.
CREATE TABLE probe (
    one INTEGER PRIMARY KEY CONSTRAINT probe_one CHECK (one = 1),
    at INTEGER NOT NULL
) STRICT;

-- What waits: all letters (`relay`, with an empty name), or those to a domain or to a mailbox; since when, and why. `needs` says what ends
-- it: time, or the operator. Written by delivery as it finds out.
CREATE TABLE pause (
    what TEXT NOT NULL CONSTRAINT pause_what CHECK (what IN ('relay', 'domain', 'mailbox')),
    name TEXT NOT NULL CONSTRAINT pause_name CHECK ((name = '') = (what = 'relay')),
    since INTEGER NOT NULL,
    why TEXT NOT NULL,
    needs TEXT NOT NULL CONSTRAINT pause_needs CHECK (needs IN ('time', 'operator')),
    PRIMARY KEY (what, name)
) STRICT, WITHOUT ROWID;

CREATE INDEX outbox_waiting ON outbox (next_try) WHERE state = 'waiting';
-- Another index, `outbox_sent`, counts the letters that went out in a minute and in a day. It is made where the provider has a limit,
-- and dropped elsewhere, because every letter writes it.
CREATE INDEX outbox_given_up ON outbox (id) WHERE state = 'given-up';
-- Letters that came back although the relay had taken them.
CREATE INDEX outbox_returned ON outbox (reader) WHERE returned IS NOT NULL;
-- Every letter to a player has its own key, by which we know it when it comes back.
CREATE UNIQUE INDEX outbox_bounce_key ON outbox (bounce_key) WHERE bounce_key IS NOT NULL;
-- Letters to a player that only answer a mail: too many in an hour are a loop. The limit is lower for those that answer a mail that anybody
-- may have sent in the player's name: 'unproven', 'password', 'confirm' and 'confirm-password'.
CREATE INDEX outbox_answers ON outbox (reader, created) WHERE kind IN
    ('answer', 'answer-key', 'unproven', 'password', 'confirm', 'confirm-own', 'confirm-key', 'confirm-password');
-- Letters that told a player of a change of their account.
CREATE INDEX outbox_account ON outbox (reader, created) WHERE kind = 'account';
-- Letters that told a player that another one came back.
CREATE INDEX outbox_came_back ON outbox (reader, created) WHERE kind = 'came-back';
-- Letters that a player caused others to get: `author` is the player who did what the letter tells, unless that is its reader.
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
