-- A full file of version 1, written by the program of that version: tests/it/upgrade. It never changes.
PRAGMA foreign_keys = OFF;
BEGIN;
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
CREATE TABLE mail_zone (
    player TEXT NOT NULL PRIMARY KEY REFERENCES player (id),
    zone TEXT,
    told TEXT NOT NULL CONSTRAINT mail_zone_told CHECK (told IN ('told', 'waits')),
    other TEXT,
    since INTEGER,
    CONSTRAINT mail_zone_other_since CHECK ((other IS NULL) = (since IS NULL))
) STRICT, WITHOUT ROWID;
CREATE TABLE unconfirmed_organizer (
    player TEXT NOT NULL PRIMARY KEY REFERENCES player (id)
) STRICT, WITHOUT ROWID;
CREATE TABLE address (
    address TEXT NOT NULL PRIMARY KEY CONSTRAINT address_address CHECK (length(address) BETWEEN 3 AND 254),
    written TEXT NOT NULL,
    player TEXT NOT NULL REFERENCES player (id),
    place INTEGER NOT NULL CONSTRAINT address_place CHECK (place >= 0),
    since INTEGER NOT NULL,
    UNIQUE (player, place)
) STRICT, WITHOUT ROWID;
CREATE TABLE suspension (
    address TEXT NOT NULL PRIMARY KEY REFERENCES address (address) ON DELETE CASCADE,
    status TEXT NOT NULL,
    since INTEGER NOT NULL,
    state TEXT NOT NULL CONSTRAINT suspension_state CHECK (state IN ('on', 'lifted'))
) STRICT, WITHOUT ROWID;
CREATE TABLE vacation (
    id INTEGER PRIMARY KEY,
    player TEXT NOT NULL REFERENCES player (id),
    begins INTEGER NOT NULL,
    ends INTEGER NOT NULL CONSTRAINT vacation_ends CHECK (ends > begins)
) STRICT;
CREATE TABLE clock_held (
    id INTEGER PRIMARY KEY,
    player TEXT NOT NULL REFERENCES player (id),
    game INTEGER NOT NULL REFERENCES game (number),
    plies INTEGER NOT NULL CONSTRAINT clock_held_plies CHECK (plies >= 0),
    begins INTEGER NOT NULL,
    ends INTEGER NOT NULL CONSTRAINT clock_held_ends CHECK (ends >= begins)
) STRICT;
CREATE TABLE wrong_password (
    id INTEGER PRIMARY KEY,
    player TEXT NOT NULL REFERENCES player (id),
    at INTEGER NOT NULL
) STRICT;
CREATE TABLE dead_token (
    id INTEGER PRIMARY KEY,
    source BLOB NOT NULL CONSTRAINT dead_token_source CHECK (length(source) = 32),
    at INTEGER NOT NULL
) STRICT;
CREATE TABLE rule_record (
    hash BLOB NOT NULL PRIMARY KEY CONSTRAINT rule_record_hash CHECK (length(hash) = 32),
    text TEXT NOT NULL
) STRICT;
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
CREATE TABLE play (
    game INTEGER NOT NULL REFERENCES game (number),
    ply INTEGER NOT NULL CONSTRAINT play_ply CHECK (ply >= 1),
    play TEXT NOT NULL CONSTRAINT play_play CHECK (play GLOB '[a-z][1-9]*-[a-z][1-9]*'),
    at INTEGER NOT NULL,
    bank INTEGER,
    PRIMARY KEY (game, ply)
) STRICT, WITHOUT ROWID;
CREATE TABLE prepared_line (
    id INTEGER PRIMARY KEY,
    game INTEGER NOT NULL REFERENCES game (number),
    side TEXT NOT NULL CONSTRAINT prepared_line_side CHECK (side IN ('attackers', 'defenders')),
    ply INTEGER NOT NULL CONSTRAINT prepared_line_ply CHECK (ply >= 1),
    conditional INTEGER NOT NULL CONSTRAINT prepared_line_conditional CHECK (conditional IN (0, 1)),
    plays TEXT NOT NULL CONSTRAINT prepared_line_plays CHECK (plays <> '')
) STRICT;
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
CREATE TABLE tournament_ruling (
    id INTEGER PRIMARY KEY,
    tournament TEXT NOT NULL REFERENCES tournament (name),
    at INTEGER NOT NULL,
    who TEXT REFERENCES player (id),
    ruling TEXT NOT NULL CONSTRAINT tournament_ruling_ruling CHECK (json_type(ruling) = 'object'),
    why TEXT NOT NULL
) STRICT;
CREATE TABLE tournament_archive (
    name TEXT NOT NULL PRIMARY KEY CONSTRAINT tournament_archive_name CHECK (name = lower(name) AND length(name) BETWEEN 2 AND 16),
    record BLOB NOT NULL REFERENCES rule_record (hash),
    title TEXT NOT NULL,
    players INTEGER NOT NULL CONSTRAINT tournament_archive_players CHECK (players >= 0),
    text TEXT NOT NULL CONSTRAINT tournament_archive_text CHECK (json_type(text) = 'object'),
    created INTEGER NOT NULL,
    imported INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
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
CREATE TABLE observer (
    game INTEGER NOT NULL REFERENCES game (number),
    player TEXT NOT NULL REFERENCES player (id),
    PRIMARY KEY (game, player)
) STRICT, WITHOUT ROWID;
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
CREATE TABLE rating_closed (
    one INTEGER PRIMARY KEY CONSTRAINT rating_closed_one CHECK (one = 1),
    until INTEGER NOT NULL,
    state TEXT NOT NULL CONSTRAINT rating_closed_state CHECK (state IN ('true', 'stale')),
    late INTEGER NOT NULL DEFAULT 0
) STRICT;
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
CREATE TABLE rating_offset (
    variant TEXT NOT NULL,
    week INTEGER NOT NULL,
    offset INTEGER NOT NULL,
    PRIMARY KEY (variant, week)
) STRICT, WITHOUT ROWID;
CREATE TABLE rated_game (
    game INTEGER PRIMARY KEY REFERENCES game (number),
    week INTEGER NOT NULL,
    weight TEXT NOT NULL CONSTRAINT rated_game_weight CHECK (weight IN
        ('rated', 'unrated', 'own-rules', 'hardly-begun', 'vanished', 'pair-limit')),
    gap INTEGER,
    CONSTRAINT rated_game_gap_of_weight CHECK ((gap IS NOT NULL) = (weight = 'rated'))
) STRICT;
CREATE TABLE digest (
    player TEXT NOT NULL PRIMARY KEY REFERENCES player (id),
    due INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
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
CREATE TABLE signature_block (
    player TEXT NOT NULL REFERENCES player (id),
    hash BLOB NOT NULL CONSTRAINT signature_block_hash CHECK (length(hash) = 32),
    mails INTEGER NOT NULL CONSTRAINT signature_block_mails CHECK (mails BETWEEN 1 AND 3),
    last_seen INTEGER NOT NULL,
    PRIMARY KEY (player, hash)
) STRICT, WITHOUT ROWID;
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
CREATE TABLE confirmation (
    token BLOB NOT NULL PRIMARY KEY REFERENCES token (hash) ON DELETE CASCADE,
    lines TEXT NOT NULL CONSTRAINT confirmation_lines CHECK (json_type(lines) = 'array'),
    comment TEXT NOT NULL,
    asked INTEGER NOT NULL,
    elsewhere TEXT
) STRICT, WITHOUT ROWID;
CREATE TABLE further_line (
    id INTEGER PRIMARY KEY,
    token BLOB NOT NULL REFERENCES token (hash) ON DELETE CASCADE,
    line TEXT NOT NULL,
    comment TEXT NOT NULL
) STRICT;
CREATE TABLE pending (
    token BLOB NOT NULL PRIMARY KEY REFERENCES token (hash) ON DELETE CASCADE,
    line TEXT,
    beside TEXT NOT NULL,
    words TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE claim (
    token BLOB NOT NULL PRIMARY KEY REFERENCES token (hash) ON DELETE CASCADE,
    address TEXT NOT NULL CONSTRAINT claim_address CHECK (length(address) BETWEEN 3 AND 254),
    written TEXT NOT NULL,
    first INTEGER NOT NULL CONSTRAINT claim_first CHECK (first IN (0, 1))
) STRICT, WITHOUT ROWID;
CREATE TABLE take_back (
    token BLOB NOT NULL PRIMARY KEY REFERENCES token (hash) ON DELETE CASCADE,
    written TEXT NOT NULL,
    since INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE signup (
    token BLOB NOT NULL PRIMARY KEY REFERENCES token (hash) ON DELETE CASCADE,
    player TEXT NOT NULL CONSTRAINT signup_player CHECK (player = lower(player) AND length(player) BETWEEN 2 AND 16),
    address TEXT NOT NULL CONSTRAINT signup_address CHECK (length(address) BETWEEN 3 AND 254),
    written TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE signup_queue (
    address TEXT NOT NULL PRIMARY KEY CONSTRAINT signup_queue_address CHECK (length(address) BETWEEN 3 AND 254),
    written TEXT NOT NULL,
    domain TEXT NOT NULL,
    player TEXT NOT NULL CONSTRAINT signup_queue_player CHECK (player = lower(player) AND length(player) BETWEEN 2 AND 16),
    asked INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
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
CREATE TABLE handling (
    one INTEGER PRIMARY KEY CONSTRAINT handling_one CHECK (one = 1),
    first INTEGER NOT NULL,
    tries INTEGER NOT NULL,
    last INTEGER NOT NULL,
    careful_until INTEGER NOT NULL
) STRICT;
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
CREATE TABLE turn_told (
    letter INTEGER NOT NULL REFERENCES outbox (id) ON DELETE CASCADE,
    game INTEGER NOT NULL REFERENCES game (number),
    plies INTEGER NOT NULL CONSTRAINT turn_told_plies CHECK (plies >= 0),
    PRIMARY KEY (letter, game)
) STRICT, WITHOUT ROWID;
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
CREATE TABLE mistake (
    letter INTEGER PRIMARY KEY REFERENCES outbox (id) ON DELETE CASCADE,
    reader TEXT NOT NULL REFERENCES player (id),
    gist INTEGER NOT NULL,
    at INTEGER NOT NULL
) STRICT;
CREATE TABLE bounce (
    letter INTEGER PRIMARY KEY REFERENCES outbox (id) ON DELETE CASCADE,
    address TEXT NOT NULL REFERENCES address (address) ON DELETE CASCADE,
    at INTEGER NOT NULL,
    status TEXT NOT NULL,
    state TEXT NOT NULL CONSTRAINT bounce_state CHECK (state IN ('new', 'weighed')),
    again TEXT NOT NULL DEFAULT 'no' CONSTRAINT bounce_again CHECK (again IN ('no', 'yes'))
) STRICT;
CREATE TABLE to_genuine (
    letter INTEGER PRIMARY KEY REFERENCES outbox (id) ON DELETE CASCADE
) STRICT;
CREATE TABLE letter_text (
    letter INTEGER PRIMARY KEY REFERENCES outbox (id) ON DELETE CASCADE,
    bytes BLOB NOT NULL
) STRICT;
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
CREATE TABLE served_day (
    day INTEGER PRIMARY KEY CONSTRAINT served_day_day CHECK (day >= 0),
    mail INTEGER NOT NULL,
    letter INTEGER NOT NULL
) STRICT;
CREATE TABLE forfeit_wait (
    game INTEGER PRIMARY KEY REFERENCES game (number),
    since INTEGER NOT NULL,
    why TEXT NOT NULL CONSTRAINT forfeit_wait_why CHECK (why IN ('mail', 'door', 'question', 'time'))
) STRICT;
CREATE TABLE leap (
    id INTEGER PRIMARY KEY,
    at INTEGER NOT NULL,
    away INTEGER NOT NULL,
    step INTEGER NOT NULL
) STRICT;
CREATE TABLE downtime (
    player TEXT NOT NULL PRIMARY KEY REFERENCES player (id),
    gone INTEGER NOT NULL,
    back INTEGER NOT NULL,
    given INTEGER NOT NULL CONSTRAINT downtime_given CHECK (given > 0),
    soon INTEGER NOT NULL CONSTRAINT downtime_soon CHECK (soon IN (0, 1))
) STRICT, WITHOUT ROWID;
CREATE TABLE probe (
    one INTEGER PRIMARY KEY CONSTRAINT probe_one CHECK (one = 1),
    at INTEGER NOT NULL
) STRICT;
CREATE TABLE pause (
    what TEXT NOT NULL CONSTRAINT pause_what CHECK (what IN ('relay', 'domain', 'mailbox')),
    name TEXT NOT NULL CONSTRAINT pause_name CHECK ((name = '') = (what = 'relay')),
    since INTEGER NOT NULL,
    why TEXT NOT NULL,
    needs TEXT NOT NULL CONSTRAINT pause_needs CHECK (needs IN ('time', 'operator')),
    PRIMARY KEY (what, name)
) STRICT, WITHOUT ROWID;
INSERT INTO player VALUES ('ann', NULL, 'plain', 'club', NULL, 1795752065000000, 1795881665000000, 'html', 'ascii', 'off', 'on', 'on', 'off', NULL, NULL, 'active', 1795255202000000);
INSERT INTO player VALUES ('bob', NULL, 'plain', 'de', 'Europe/Berlin', NULL, NULL, 'html', 'unicode', 'off', 'on', 'on', 'off', NULL, NULL, 'active', 1795255204000000);
INSERT INTO player VALUES ('cai', NULL, 'plain', 'club', NULL, NULL, NULL, 'text', 'ascii', '18', 'on', 'on', 'on', NULL, NULL, 'active', 1795255206000000);
INSERT INTO player VALUES ('dag', NULL, 'plain', 'club', NULL, NULL, NULL, 'html', 'ascii', 'off', 'on', 'on', 'off', NULL, 20, 'active', 1795255208000000);
INSERT INTO player VALUES ('eve', '$argon2id$v=19$m=19456,t=2,p=1$DMpRlcy0zo3soLMc51byAw$etB1z1MBR2JrH5tV53kSNjcvQNqwmhMh6KQMCRWVmME', 'plain', 'club', NULL, NULL, NULL, 'html', 'ascii', 'off', 'on', 'on', 'off', NULL, NULL, 'active', 1795255214000000);
INSERT INTO player VALUES ('fia', NULL, 'plain', 'club', NULL, NULL, NULL, 'html', 'ascii', 'off', 'on', 'on', 'off', NULL, NULL, 'paused', 1795255210000000);
INSERT INTO player VALUES ('gro', NULL, 'plain', 'club', NULL, NULL, NULL, 'html', 'ascii', 'off', 'on', 'on', 'off', NULL, NULL, 'active', 1795255212000000);
INSERT INTO mail_zone VALUES ('gro', 'UTC+1', 'told', NULL, NULL);
INSERT INTO unconfirmed_organizer VALUES ('fia');
INSERT INTO address VALUES ('ann@fjord.test', 'ann@fjord.test', 'ann', 0, 1795255202000000);
INSERT INTO address VALUES ('bob@sund.test', 'bob@sund.test', 'bob', 0, 1795255204000000);
INSERT INTO address VALUES ('cai@voe.test', 'cai@voe.test', 'cai', 0, 1795255206000000);
INSERT INTO address VALUES ('dag@nes.test', 'dag@nes.test', 'dag', 0, 1795255208000000);
INSERT INTO address VALUES ('eve@else.test', 'eve@else.test', 'eve', 0, 1795255214000000);
INSERT INTO address VALUES ('eve@work.example', 'eve@work.example', 'eve', 1, 1795255224000000);
INSERT INTO address VALUES ('fia@lund.test', 'fia@lund.test', 'fia', 0, 1795255210000000);
INSERT INTO address VALUES ('gro@dal.test', 'gro@dal.test', 'gro', 0, 1795255212000000);
INSERT INTO suspension VALUES ('gro@dal.test', '5.1.1', 1795600865000000, 'on');
INSERT INTO vacation VALUES (1, 'dag', 1797724800000000, 1798416000000000);
INSERT INTO clock_held VALUES (1, 'gro', 8, 1, 1795600865000000, 1796205665000000);
INSERT INTO clock_held VALUES (2, 'gro', 8, 1, 1795600865000000, 1796205665000000);
INSERT INTO wrong_password VALUES (1, 'eve', 1795881685000000);
INSERT INTO dead_token VALUES (1, x'6f2f8750d89fdc2cffd1a8b6c4e8ea290f8e1cfeea6720b2bfbaff1f9c6fc882', 1795881686000000);
INSERT INTO rule_record VALUES (x'b2d9e4c1d04351bd001f44c38075332c8e7599ccb48aa613d77e7eb3b3dda0b0', 'size = 7' || char(10) || 'layout = """' || char(10) || '...t...' || char(10) || '...t...' || char(10) || '...T...' || char(10) || 'ttTKTtt' || char(10) || '...T...' || char(10) || '...t...' || char(10) || '...t..."""' || char(10) || 'first = "attackers"' || char(10) || 'escape = "corners"' || char(10) || 'king_capture = "two-but-four-at-throne"' || char(10) || 'king_armed = "yes"' || char(10) || 'exit_fort = false' || char(10) || 'encirclement = true' || char(10) || 'no_move = "loses"' || char(10) || 'linnaean = false' || char(10) || 'announce = []' || char(10) || 'shieldwall = "no"' || char(10) || '' || char(10) || '[throne]' || char(10) || 'stop = "king"' || char(10) || 're_enter = true' || char(10) || 'pass = "all"' || char(10) || 'hostile_empty = ["attackers", "defenders", "king"]' || char(10) || 'hostile_occupied = ["attackers"]' || char(10) || '' || char(10) || '[corners]' || char(10) || 'stop = "king"' || char(10) || 'hostile = ["men", "king"]' || char(10) || '' || char(10) || '[repetition]' || char(10) || 'count = 3' || char(10) || 'binds = "both"' || char(10) || 'effect = "loses"' || char(10) || '');
INSERT INTO rule_record VALUES (x'2ad9287f41503fa6ca10c39d721c3eb39b548adf01da037a25d2ec17b26744cc', 'size = 11' || char(10) || 'layout = """' || char(10) || '...ttttt...' || char(10) || '.....t.....' || char(10) || '...........' || char(10) || 't....T....t' || char(10) || 't...TTT...t' || char(10) || 'tt.TTKTT.tt' || char(10) || 't...TTT...t' || char(10) || 't....T....t' || char(10) || '...........' || char(10) || '.....t.....' || char(10) || '...ttttt..."""' || char(10) || 'first = "attackers"' || char(10) || 'escape = "corners"' || char(10) || 'king_capture = "two-but-four-at-throne"' || char(10) || 'king_armed = "yes"' || char(10) || 'exit_fort = false' || char(10) || 'encirclement = false' || char(10) || 'no_move = "loses"' || char(10) || 'linnaean = false' || char(10) || 'announce = []' || char(10) || 'shieldwall = "no"' || char(10) || 'repetition = "ignore"' || char(10) || '' || char(10) || '[throne]' || char(10) || 'stop = "king"' || char(10) || 're_enter = true' || char(10) || 'pass = "all"' || char(10) || 'hostile_empty = ["attackers", "defenders", "king"]' || char(10) || 'hostile_occupied = []' || char(10) || '' || char(10) || '[corners]' || char(10) || 'stop = "king"' || char(10) || 'hostile = ["men", "king"]' || char(10) || '');
INSERT INTO rule_record VALUES (x'023aa80c1bed2a5a4b27f955640da17d4613d17478d6806f0441afceb0deb636', 'size = 11' || char(10) || 'layout = """' || char(10) || '....ttt....' || char(10) || '....t.t....' || char(10) || '.....t.....' || char(10) || '.....T.....' || char(10) || 'tt..TTT..tt' || char(10) || 't.tTTKTTt.t' || char(10) || 'tt..TTT..tt' || char(10) || '.....T.....' || char(10) || '.....t.....' || char(10) || '....t.t....' || char(10) || '....ttt...."""' || char(10) || 'first = "attackers"' || char(10) || 'escape = "edge"' || char(10) || 'king_capture = "two"' || char(10) || 'king_armed = "yes"' || char(10) || 'exit_fort = false' || char(10) || 'encirclement = true' || char(10) || 'no_move = "loses"' || char(10) || 'linnaean = false' || char(10) || 'announce = []' || char(10) || 'throne = "none"' || char(10) || 'corners = "none"' || char(10) || 'shieldwall = "no"' || char(10) || '' || char(10) || '[repetition]' || char(10) || 'count = 3' || char(10) || 'binds = "both"' || char(10) || 'effect = "draw"' || char(10) || '');
INSERT INTO game VALUES (1, 'brandubh', 'Brandubh', x'b2d9e4c1d04351bd001f44c38075332c8e7599ccb48aa613d77e7eb3b3dda0b0', 'ann', 'bob', 'attackers', 'running', NULL, NULL, 1, 'attackers', 'draw', 'defenders', 1795600859000000, '10d+1d,first=14d,grace=12h', 604758, 864000, 1795708858000000, 0, 1796572858000000, 1796313658000000, NULL, 'rated', 'public', NULL, NULL, NULL, NULL, NULL, 1795255215000000, 1795600858000000);
INSERT INTO game VALUES (2, 'brandubh', 'Brandubh', x'b2d9e4c1d04351bd001f44c38075332c8e7599ccb48aa613d77e7eb3b3dda0b0', 'bob', 'cai', 'attackers', 'resigned', 'attackers', NULL, 2, 'attackers', NULL, NULL, NULL, '10d+1d,first=14d,grace=12h', 950399, 950400, NULL, 0, NULL, NULL, NULL, 'rated', 'public', 'winter', 1, NULL, NULL, NULL, 1795255229000000, 1795255235000000);
INSERT INTO game VALUES (3, 'brandubh', 'Brandubh', x'b2d9e4c1d04351bd001f44c38075332c8e7599ccb48aa613d77e7eb3b3dda0b0', 'bob', 'eve', 'attackers', 'resigned', 'attackers', NULL, 2, 'attackers', NULL, NULL, NULL, '10d+1d,first=14d,grace=12h,noleave', 950399, 950399, NULL, 0, NULL, NULL, NULL, 'rated', 'public', 'cup', 1, NULL, NULL, NULL, 1795255243000000, 1795255247000000);
INSERT INTO game VALUES (4, 'brandubh', 'Brandubh', x'b2d9e4c1d04351bd001f44c38075332c8e7599ccb48aa613d77e7eb3b3dda0b0', 'cai', 'dag', 'attackers', 'running', NULL, NULL, 2, 'attackers', NULL, NULL, NULL, '10d+1d,first=14d,grace=12h,noleave', 950397, 431959, NULL, 0, 1796832084000000, 1796486487000000, NULL, 'rated', 'public', 'cup', 1, NULL, NULL, NULL, 1795255243000000, 1795881687000000);
INSERT INTO game VALUES (5, 'brandubh', 'Brandubh', x'b2d9e4c1d04351bd001f44c38075332c8e7599ccb48aa613d77e7eb3b3dda0b0', 'ann', 'dag', 'attackers', 'resigned', 'attackers', NULL, 3, 'attackers', NULL, NULL, NULL, '10d+1d,cap=20d,first=14d,grace=12h', 1036798, 950399, NULL, 0, NULL, NULL, NULL, 'rated', 'public', NULL, NULL, NULL, NULL, NULL, 1795600849000000, 1795600854000000);
INSERT INTO game VALUES (6, 'hnefatafl', 'Hnefatafl 11x11', x'2ad9287f41503fa6ca10c39d721c3eb39b548adf01da037a25d2ec17b26744cc', 'dag', 'eve', 'attackers', 'invited', NULL, NULL, 0, 'attackers', NULL, NULL, NULL, '10d+1d,cap=20d,first=14d,grace=12h', 864000, 864000, NULL, 0, NULL, NULL, NULL, 'unrated', 'public', NULL, NULL, NULL, NULL, NULL, 1795600855000000, 1795600855000000);
INSERT INTO game VALUES (8, 'tawlbwrdd', 'Tawlbwrdd', x'023aa80c1bed2a5a4b27f955640da17d4613d17478d6806f0441afceb0deb636', 'eve', 'gro', 'attackers', 'running', NULL, NULL, 1, 'attackers', NULL, NULL, NULL, '2d/move,first=14d,grace=12h', 172800, 172800, NULL, 0, 1795881665000000, 1796313665000000, NULL, 'rated', 'public', NULL, NULL, NULL, NULL, NULL, 1795600857000000, 1795600865000000);
INSERT INTO game VALUES (9, 'brandubh', 'Brandubh', x'b2d9e4c1d04351bd001f44c38075332c8e7599ccb48aa613d77e7eb3b3dda0b0', 'ann', 'dag', 'defenders', 'running', NULL, NULL, 0, 'attackers', NULL, NULL, NULL, '10d+1d,cap=20d,first=14d,grace=12h', 864000, 864000, 1795708861000000, 0, 1796572861000000, 1796313661000000, NULL, 'rated', 'public', NULL, NULL, NULL, NULL, NULL, 1795600860000000, 1795600861000000);
INSERT INTO game VALUES (10, 'brandubh', 'Brandubh', x'b2d9e4c1d04351bd001f44c38075332c8e7599ccb48aa613d77e7eb3b3dda0b0', 'ann', 'eve', 'attackers', 'running', NULL, NULL, 0, 'attackers', NULL, NULL, NULL, '1d/move,first=14d,grace=0h', 86400, 86400, 1795708864000000, -129602, 1795924866000000, 1795903266000000, 0, 'rated', 'public', NULL, NULL, NULL, NULL, NULL, 1795600863000000, 1795600864000000);
INSERT INTO play VALUES (1, 1, 'a4-a3', 1795600858000000, 864000);
INSERT INTO play VALUES (2, 1, 'd1-b1', 1795255230000000, 864000);
INSERT INTO play VALUES (2, 2, 'c4-c7', 1795255231000000, 864000);
INSERT INTO play VALUES (3, 1, 'd1-b1', 1795255244000000, 864000);
INSERT INTO play VALUES (3, 2, 'c4-c7', 1795255245000000, 864000);
INSERT INTO play VALUES (4, 1, 'a4-a3', 1795255246000000, 864000);
INSERT INTO play VALUES (4, 2, 'c4-c7', 1795881687000000, 864000);
INSERT INTO play VALUES (5, 1, 'd1-b1', 1795600851000000, 864000);
INSERT INTO play VALUES (5, 2, 'c4-c7', 1795600852000000, 864000);
INSERT INTO play VALUES (5, 3, 'b1-b2', 1795600853000000, 950399);
INSERT INTO play VALUES (8, 1, 'a5-a4', 1795600865000000, 172800);
INSERT INTO prepared_line VALUES (1, 1, 'attackers', 2, 1, 'c4-c7 b4-b7');
INSERT INTO tournament VALUES ('autumn', 'open', '{"format":"swiss","games":2,"rounds":3,"round":null,"groups":2,"qualify":2,"third":false,"max":24,"load":12,"entry":0,"clock":"10d+1d,cap=20d,first=14d,grace=12h","leave":"allow","close":null,"seed":"entry","best":0,"tie_breaks":[]}', 'hnefatafl', 'Hnefatafl 11x11', x'2ad9287f41503fa6ca10c39d721c3eb39b548adf01da037a25d2ec17b26744cc', '4b59050ed5993653', NULL, NULL, NULL, '[]', 1795255248000000);
INSERT INTO tournament VALUES ('cup', 'running', '{"format":"knockout","games":1,"rounds":5,"round":null,"groups":2,"qualify":2,"third":false,"max":24,"load":12,"entry":0,"clock":"10d+1d,first=14d,grace=12h","leave":"none","close":null,"seed":"entry","best":0,"tie_breaks":[]}', 'brandubh', 'Brandubh', x'b2d9e4c1d04351bd001f44c38075332c8e7599ccb48aa613d77e7eb3b3dda0b0', '4517d0a79061ef3a', NULL, NULL, 1795255243000000, '[]', 1795255237000000);
INSERT INTO tournament VALUES ('winter', 'finished', '{"format":"round-robin","games":1,"rounds":5,"round":null,"groups":2,"qualify":2,"third":false,"max":24,"load":12,"entry":0,"clock":"10d+1d,first=14d,grace=12h","leave":"allow","close":null,"seed":"entry","best":0,"tie_breaks":[]}', 'brandubh', 'Brandubh', x'b2d9e4c1d04351bd001f44c38075332c8e7599ccb48aa613d77e7eb3b3dda0b0', '71dc789e1a04139b', NULL, NULL, 1795255229000000, '[]', 1795255225000000);
INSERT INTO tournament_organizer VALUES ('autumn', 'ann');
INSERT INTO tournament_organizer VALUES ('cup', 'ann');
INSERT INTO tournament_organizer VALUES ('winter', 'ann');
INSERT INTO tournament_entry VALUES ('autumn', 'ann', 0, 1795255248000000, 'playing');
INSERT INTO tournament_entry VALUES ('cup', 'bob', 0, 1795255238000000, 'playing');
INSERT INTO tournament_entry VALUES ('cup', 'cai', 1, 1795255239000000, 'playing');
INSERT INTO tournament_entry VALUES ('cup', 'dag', 2, 1795255240000000, 'playing');
INSERT INTO tournament_entry VALUES ('cup', 'eve', 3, 1795255241000000, 'playing');
INSERT INTO tournament_entry VALUES ('winter', 'bob', 0, 1795255226000000, 'playing');
INSERT INTO tournament_entry VALUES ('winter', 'cai', 1, 1795255227000000, 'playing');
INSERT INTO pairing VALUES ('cup', 1, 'bob', 0, 0, 'home');
INSERT INTO pairing VALUES ('cup', 1, 'cai', 0, 1, 'home');
INSERT INTO pairing VALUES ('cup', 1, 'dag', 0, 1, 'away');
INSERT INTO pairing VALUES ('cup', 1, 'eve', 0, 0, 'away');
INSERT INTO pairing VALUES ('winter', 1, 'bob', 0, 0, 'home');
INSERT INTO pairing VALUES ('winter', 1, 'cai', 0, 0, 'away');
INSERT INTO tournament_game VALUES (2, 'winter', 1, 0, 0, 'played', 'attackers', 2, 0, 0);
INSERT INTO tournament_game VALUES (3, 'cup', 1, 0, 0, 'played', 'attackers', 2, 0, 0);
INSERT INTO tournament_game VALUES (4, 'cup', 1, 0, 1, 'open', NULL, NULL, NULL, NULL);
INSERT INTO tournament_ruling VALUES (1, 'winter', 1795255225000000, 'ann', '{"decision":"created"}', '');
INSERT INTO tournament_ruling VALUES (2, 'winter', 1795255225000000, 'ann', '{"decision":"opened"}', '');
INSERT INTO tournament_ruling VALUES (3, 'winter', 1795255229000000, 'ann', '{"decision":"started"}', '');
INSERT INTO tournament_ruling VALUES (4, 'winter', 1795255235000000, NULL, '{"decision":"finished","by":"played"}', '');
INSERT INTO tournament_ruling VALUES (5, 'cup', 1795255237000000, 'ann', '{"decision":"created"}', '');
INSERT INTO tournament_ruling VALUES (6, 'cup', 1795255237000000, 'ann', '{"decision":"opened"}', '');
INSERT INTO tournament_ruling VALUES (7, 'cup', 1795255243000000, 'ann', '{"decision":"started"}', '');
INSERT INTO tournament_ruling VALUES (8, 'autumn', 1795255248000000, 'ann', '{"decision":"created"}', '');
INSERT INTO tournament_ruling VALUES (9, 'autumn', 1795255248000000, 'ann', '{"decision":"opened"}', '');
INSERT INTO tournament_archive VALUES ('yule', x'b2d9e4c1d04351bd001f44c38075332c8e7599ccb48aa613d77e7eb3b3dda0b0', 'Brandubh', 2, '{' || char(10) || '  "name": "yule",' || char(10) || '  "variant": "brandubh",' || char(10) || '  "title": "Brandubh",' || char(10) || '  "finished": true,' || char(10) || '  "created": "2026-11-21T10:00:25Z",' || char(10) || '  "began": "2026-11-21T10:00:29Z",' || char(10) || '  "lot": "71dc789e1a04139b",' || char(10) || '  "plan": {' || char(10) || '    "format": "round-robin",' || char(10) || '    "games": 1,' || char(10) || '    "rounds": 5,' || char(10) || '    "round": null,' || char(10) || '    "groups": 2,' || char(10) || '    "qualify": 2,' || char(10) || '    "third": false,' || char(10) || '    "max": 24,' || char(10) || '    "load": 12,' || char(10) || '    "entry": 0,' || char(10) || '    "clock": "10d+1d,first=14d,grace=12h",' || char(10) || '    "leave": "allow",' || char(10) || '    "close": null,' || char(10) || '    "seed": "entry",' || char(10) || '    "best": 0,' || char(10) || '    "tie_breaks": []' || char(10) || '  },' || char(10) || '  "organizers": [' || char(10) || '    "ann"' || char(10) || '  ],' || char(10) || '  "players": [' || char(10) || '    {' || char(10) || '      "id": "bob",' || char(10) || '      "joined": "2026-11-21T10:00:26Z",' || char(10) || '      "presence": "playing"' || char(10) || '    },' || char(10) || '    {' || char(10) || '      "id": "cai",' || char(10) || '      "joined": "2026-11-21T10:00:27Z",' || char(10) || '      "presence": "playing"' || char(10) || '    }' || char(10) || '  ],' || char(10) || '  "meetings": [' || char(10) || '    {' || char(10) || '      "section": 0,' || char(10) || '      "round": 1,' || char(10) || '      "place": 0,' || char(10) || '      "home": "bob",' || char(10) || '      "away": "cai",' || char(10) || '      "games": [' || char(10) || '        {' || char(10) || '          "board": 2,' || char(10) || '          "attackers": "bob",' || char(10) || '          "defenders": "cai",' || char(10) || '          "result": "1",' || char(10) || '          "played": [' || char(10) || '            2,' || char(10) || '            0,' || char(10) || '            0' || char(10) || '          ],' || char(10) || '          "game": {' || char(10) || '            "attackers": "bob",' || char(10) || '            "defenders": "cai",' || char(10) || '            "began": "2026-11-21T10:00:29Z",' || char(10) || '            "ended": "2026-11-21T10:00:35Z",' || char(10) || '            "end": "attackers:resignation",' || char(10) || '            "moves": "d1-b1 c4-c7"' || char(10) || '          }' || char(10) || '        }' || char(10) || '      ]' || char(10) || '    }' || char(10) || '  ],' || char(10) || '  "record": [' || char(10) || '    {' || char(10) || '      "at": "2026-11-21T10:00:25Z",' || char(10) || '      "who": "ann",' || char(10) || '      "deed": {' || char(10) || '        "decision": "created"' || char(10) || '      },' || char(10) || '      "why": ""' || char(10) || '    },' || char(10) || '    {' || char(10) || '      "at": "2026-11-21T10:00:25Z",' || char(10) || '      "who": "ann",' || char(10) || '      "deed": {' || char(10) || '        "decision": "opened"' || char(10) || '      },' || char(10) || '      "why": ""' || char(10) || '    },' || char(10) || '    {' || char(10) || '      "at": "2026-11-21T10:00:29Z",' || char(10) || '      "who": "ann",' || char(10) || '      "deed": {' || char(10) || '        "decision": "started"' || char(10) || '      },' || char(10) || '      "why": ""' || char(10) || '    },' || char(10) || '    {' || char(10) || '      "at": "2026-11-21T10:00:35Z",' || char(10) || '      "who": null,' || char(10) || '      "deed": {' || char(10) || '        "decision": "finished",' || char(10) || '        "by": "played"' || char(10) || '      },' || char(10) || '      "why": ""' || char(10) || '    }' || char(10) || '  ]' || char(10) || '}' || char(10) || '', 1795255225000000, 1795255236000000);
INSERT INTO archive VALUES (1, x'5da5d4f7a79864d6b1d7d10af6bf9277db2db7cad93a9c888d528b036f694cb4', '', '', 'brandubh', 3, 'draw', '{' || char(10) || '  "round": "3",' || char(10) || '  "variant": "brandubh",' || char(10) || '  "rules": {' || char(10) || '    "announce": [],' || char(10) || '    "corners": {' || char(10) || '      "hostile": [' || char(10) || '        "men",' || char(10) || '        "king"' || char(10) || '      ],' || char(10) || '      "stop": "king"' || char(10) || '    },' || char(10) || '    "encirclement": true,' || char(10) || '    "escape": "corners",' || char(10) || '    "exit_fort": false,' || char(10) || '    "first": "attackers",' || char(10) || '    "king_armed": "yes",' || char(10) || '    "king_capture": "two-but-four-at-throne",' || char(10) || '    "layout": "...t...\n...t...\n...T...\nttTKTtt\n...T...\n...t...\n...t...",' || char(10) || '    "linnaean": false,' || char(10) || '    "no_move": "loses",' || char(10) || '    "repetition": {' || char(10) || '      "binds": "both",' || char(10) || '      "count": 3,' || char(10) || '      "effect": "loses"' || char(10) || '    },' || char(10) || '    "shieldwall": "no",' || char(10) || '    "size": 7,' || char(10) || '    "throne": {' || char(10) || '      "hostile_empty": [' || char(10) || '        "attackers",' || char(10) || '        "defenders",' || char(10) || '        "king"' || char(10) || '      ],' || char(10) || '      "hostile_occupied": [' || char(10) || '        "attackers"' || char(10) || '      ],' || char(10) || '      "pass": "all",' || char(10) || '      "re_enter": true,' || char(10) || '      "stop": "king"' || char(10) || '    }' || char(10) || '  },' || char(10) || '  "tags": {' || char(10) || '    "board": "17"' || char(10) || '  },' || char(10) || '  "plays": [' || char(10) || '    "a4-a3",' || char(10) || '    "c4-c7",' || char(10) || '    "b4-b7xc7"' || char(10) || '  ],' || char(10) || '  "comments": [' || char(10) || '    {' || char(10) || '      "after": 3,' || char(10) || '      "text": "Got you.\nSorry."' || char(10) || '    }' || char(10) || '  ],' || char(10) || '  "result": "draw",' || char(10) || '  "termination": "unstated"' || char(10) || '}', 1795255236000000);
INSERT INTO observer VALUES (1, 'gro');
INSERT INTO open_challenge VALUES (7, 'eve', 'brandubh', 'Brandubh', x'b2d9e4c1d04351bd001f44c38075332c8e7599ccb48aa613d77e7eb3b3dda0b0', NULL, 'rated', 'private', NULL, 'open', 1795708856000000);
INSERT INTO open_challenge VALUES (8, 'eve', 'tawlbwrdd', 'Tawlbwrdd', x'023aa80c1bed2a5a4b27f955640da17d4613d17478d6806f0441afceb0deb636', 'attackers', 'rated', 'public', '2d/move', 'taken', 1795600856000000);
INSERT INTO rating_closed VALUES (1, 1795392000000000, 'true', 0);
INSERT INTO rating VALUES ('brandubh', 'bob', 2967, 1747318, 253405, 60000075, 2);
INSERT INTO rating VALUES ('brandubh', 'cai', 2967, 1337689, 290319, 59999675, 1);
INSERT INTO rating VALUES ('brandubh', 'eve', 2967, 1337689, 290319, 59999675, 1);
INSERT INTO rating_offset VALUES ('brandubh', 2967, 0);
INSERT INTO rated_game VALUES (2, 2967, 'rated', 0);
INSERT INTO rated_game VALUES (3, 2967, 'rated', 0);
INSERT INTO digest VALUES ('cai', 1795888800000000);
INSERT INTO digest_news VALUES (1, 'cai', 4, NULL, 'Your turn, cai.', 1795881687000000, NULL, NULL);
INSERT INTO signature_block VALUES ('bob', x'43808b3859e7ca48011d9a8e4e6612c0ca05ef1324ccce7ee39d5d36df01d978', 1, 1795708859000000);
INSERT INTO token VALUES (x'030bdc6ff42303ccc5b80de37e14a7b28520c13beb1f952f18635deb679173cd', 'game', 'bob', 1, 0, NULL, 1829923215000000);
INSERT INTO token VALUES (x'03b2131f5801a36794a52730e3fa7b4aba2303bec8a3178fcd41820afb24e9af', 'signup', NULL, NULL, NULL, NULL, 1796140873000000);
INSERT INTO token VALUES (x'0a3caab6a7522c453962b5db190a8fe65d03874a1ab7b3516a591db52c91b4e6', 'game', 'ann', 5, 1, NULL, 1798300854000000);
INSERT INTO token VALUES (x'0fa72fc9837095e473b8744f99836f338d039ed0886afeadbb5138cc48d85e99', 'letter', 'dag', NULL, NULL, NULL, 1800547208000000);
INSERT INTO token VALUES (x'128230b5c15cc38a0cc9e27230c7f2e55bbb5ae821c96fcdf50c30d017f46bd7', 'signup', NULL, NULL, NULL, NULL, 1796140869000000);
INSERT INTO token VALUES (x'12e1f35eecaf80199c7d25fdf5eb32d6e23573341f1ce9c90cf825fa158f5b19', 'letter', 'eve', NULL, NULL, NULL, 1800547223000000);
INSERT INTO token VALUES (x'1975a7fc6f223f428442ef31c20600a416a1688465beda6d85d9707948363c53', 'game', 'cai', 2, 2, NULL, 1797955235000000);
INSERT INTO token VALUES (x'1a97a405d471cd39285516cfdfad53913a45c3e7a05914cecad744a79659a633', 'letter', 'cai', NULL, NULL, NULL, 1800547243000000);
INSERT INTO token VALUES (x'1c37d6a0642db0cb77713b38900da1e537c263e81c617b1b635f14478e622031', 'letter', 'eve', NULL, NULL, NULL, 1801065686000000);
INSERT INTO token VALUES (x'1c8d53446e4c1f78b96278ade7f07caf530e537fdc4a19c5c59b4ec1ee00bac0', 'game', 'cai', 4, 1, NULL, 1829923246000000);
INSERT INTO token VALUES (x'1cc11b3248351ab96f0010594d0785c1f5d16fb043a5e95beb956279da4ea12f', 'signup', NULL, NULL, NULL, NULL, 1796140871000000);
INSERT INTO token VALUES (x'1e6d29d401228314149b38c87280b84f94fc86b36060f8bdbc4205cd849b834d', 'game', 'gro', 8, 0, NULL, 1830268857000000);
INSERT INTO token VALUES (x'1e7250aabc459c1271d4c279d3c9551a913af84a1510da16b93b1c73efdf1253', 'letter', 'ann', NULL, NULL, NULL, 1800547248000000);
INSERT INTO token VALUES (x'1e94ba89103f660a52f8ec8b99a941329a1cef9bec7122650f64e8ae01e4cdbb', 'game', 'dag', 5, 0, NULL, 1798300854000000);
INSERT INTO token VALUES (x'206410af14b7bbcb2e131b5005f8b749f56f1a37521c389835f6ed5f59ceb11a', 'game', 'ann', 1, 0, NULL, 1829923216000000);
INSERT INTO token VALUES (x'215e57709eb4d259b04736cdb707410e5d95436d10f217c1152dccce380334e5', 'letter', 'bob', NULL, NULL, NULL, 1800547235000000);
INSERT INTO token VALUES (x'233cea232276e4d4db5a21cc976c2edbaa76deb8eb4d78795056cabec970d800', 'game', 'ann', 5, 0, NULL, 1798300854000000);
INSERT INTO token VALUES (x'254e872854d6c21e0e3ca241b9e367042d7cbca618ab9133a85ef74a8c2000a5', 'game', 'dag', 4, 2, NULL, 1830441687000000);
INSERT INTO token VALUES (x'2639894a6ddce9ac8ca81c3ada56a9d954e74ca702f811daeefca050fe654f9c', 'game', 'dag', 9, 0, NULL, 1830268861000000);
INSERT INTO token VALUES (x'2803e685dc3f9139cdf408c8cc3c4d3d1e5030c4e8a6aba82ed8d4ff870f5261', 'letter', 'cai', NULL, NULL, NULL, 1800547206000000);
INSERT INTO token VALUES (x'2a83680a901abe2957691291798ec5a3a86952c37c7a4362b64ac56db4aaf69f', 'letter', 'bob', NULL, NULL, NULL, 1800547229000000);
INSERT INTO token VALUES (x'2a881f15db3449f68544009c557ad3921e15e1a604b0f95504d03e53284df846', 'game', 'eve', 8, 1, NULL, 1830268865000000);
INSERT INTO token VALUES (x'2bd4db0250728fefa694c2d44b04dc200874c5a61fb59492c17d486a18541da0', 'letter', 'gro', NULL, NULL, NULL, 1800547222000000);
INSERT INTO token VALUES (x'2f47a0bf90eaedae5bac44e1b78d3f794715b9f7f8b303e7b1fbce1bc7bdbbbb', 'letter', 'cai', NULL, NULL, NULL, 1800547229000000);
INSERT INTO token VALUES (x'32d7cda36830fc5e1f090c1f5ac7bc7d201245821a8ec864defb31a191182291', 'game', 'ann', 5, 3, NULL, 1798300854000000);
INSERT INTO token VALUES (x'33cc1bfaf9d36ffbeb263ee10c932d4c85f29094e5e644ee7e5731b08a7319c9', 'letter', 'ann', NULL, NULL, NULL, 1800936065000000);
INSERT INTO token VALUES (x'3751bb42d46820b4a279f0cdc50be7b4f9f60cbd68a560b0eaa5a722c89a6349', 'game', 'dag', 5, 0, NULL, 1798300854000000);
INSERT INTO token VALUES (x'3b919ff8fc0ad682116ab041b3bed4811dbfd6e427d11fdcbca4dad3acbee48e', 'signup', NULL, NULL, NULL, NULL, 1796140868000000);
INSERT INTO token VALUES (x'3f0abbd780da486ea61e3e2551f726caa60ad4434e696bb1566021be0811660a', 'letter', 'fia', NULL, NULL, NULL, 1800547220000000);
INSERT INTO token VALUES (x'4286ef434866af309ef904690a6bdacc45884bc4c2b684f9cbf25d5d9f871a10', 'game', 'eve', 8, 0, NULL, 1830268857000000);
INSERT INTO token VALUES (x'440717c4094d4f11d484e6cf75f13fad7a273a2676154d28dc3e07f5b859acc8', 'game', 'bob', 2, 2, NULL, 1797955235000000);
INSERT INTO token VALUES (x'449004c29e47d79d328c8ddce66d396ffaca9b23b5d77a66eea0bf112dc37243', 'game', 'bob', 2, 2, NULL, 1797955235000000);
INSERT INTO token VALUES (x'449317b1d37d7b5687a1b0fd79f4a01fae7e10381fb0ae3d6444f4a8e61dcc27', 'game', 'bob', 2, 1, NULL, 1797955235000000);
INSERT INTO token VALUES (x'450f4c176e6afce749bbca93253378e5b0bea773ab27c6f5c924580d456da8b8', 'game', 'eve', 3, 1, NULL, 1797955247000000);
INSERT INTO token VALUES (x'475340f3b2f6b01733eeb587e197721f126ad15f740722425265a2b44da254e5', 'game', 'ann', 5, 3, NULL, 1798300854000000);
INSERT INTO token VALUES (x'48adb47927489af55e14a6a86ea9137124a46f24bb2504c387848005d5126dd3', 'game', 'ann', 10, 0, NULL, 1830268863000000);
INSERT INTO token VALUES (x'4959a4a49a6d7cf4120097a13514007dd9f5e7d7f44346b10b4693ebdc324623', 'game', 'eve', 10, 0, NULL, 1830268864000000);
INSERT INTO token VALUES (x'51aee7d767523ad552d51832e648b96397f74b712ab89482dbf3e0f0e3948102', 'game', 'dag', 4, 1, NULL, 1829923246000000);
INSERT INTO token VALUES (x'52e6326c8478a1ba5e16d0ba3ed70952fa1e864e3395c6c8edcfb2bbaffaf6b6', 'game', 'ann', 9, 0, NULL, 1830268862000000);
INSERT INTO token VALUES (x'55883b7f245c844d4a6761f6cfafa9b988ed05795f17eab2de36ef6ff62ce8d2', 'game', 'bob', 1, 1, 1795600859000000, 1830268859000000);
INSERT INTO token VALUES (x'56202815b59dfb10413e5d5ce1d51e92078b0fc8f18f713a30d66c69ba8085c9', 'letter', 'ann', NULL, NULL, NULL, 1800547202000000);
INSERT INTO token VALUES (x'5d3ccb613492d6d484982ba36e1323d087f8e967180f3186b2d264e4ca635840', 'letter', 'dag', NULL, NULL, NULL, 1800547240000000);
INSERT INTO token VALUES (x'5d4fc3142352ad927f640693f9a46ce9308b49c65b896c02b09dbe34ac8c23d6', 'signup', NULL, NULL, NULL, NULL, 1796140878000000);
INSERT INTO token VALUES (x'5ddf797f60f46d89073bc209a0131b6b93bd917dea0a0ffef1a3b965f83baae8', 'signup', NULL, NULL, NULL, NULL, 1796140866000000);
INSERT INTO token VALUES (x'5e233ca5454bef733bf9b109edc6a2f6fac5ac5490fce136ceaec77792fe4b10', 'game', 'ann', 10, 0, NULL, 1830268864000000);
INSERT INTO token VALUES (x'5f9d26542080c2c2656852914bcfcbc328aa0f80190cb8cd3e16bb9c6c1a3150', 'game', 'gro', 8, 1, NULL, 1830268865000000);
INSERT INTO token VALUES (x'614394fc3656a86c24876276e036a6358f02ca52ba608af294e5fd5e64a9ec85', 'letter', 'fia', NULL, NULL, NULL, 1800547210000000);
INSERT INTO token VALUES (x'61b9623cc153af35aff12f6cb0fd65aeeccd768b9da2380f474b9b8acd2939e4', 'game', 'ann', 1, 0, NULL, 1829923215000000);
INSERT INTO token VALUES (x'644f79e5c24b8724bcb23556b1e72f84274d08658da909cd5581970d876422af', 'game', 'bob', 1, 1, NULL, 1830268858000000);
INSERT INTO token VALUES (x'65e53b00b7973bc9bb545ff4a9b11242902f95923df4ebba085a88a43e0d80ba', 'game', 'dag', 5, 2, NULL, 1798300854000000);
INSERT INTO token VALUES (x'66db5ae8a023d944a02e449cf64f6cb729646873a91334de8a62471fb9aeb327', 'address', 'eve', NULL, NULL, NULL, 1796140884000000);
INSERT INTO token VALUES (x'67212e13e2a19beb247959a2dbd771101e6347b4d8d6ef61a4ef257c97274331', 'game', 'dag', 5, 3, NULL, 1798300854000000);
INSERT INTO token VALUES (x'678523a556797321e2cd4102c81852c014e285b8ab7d9954a4c61054ff83955a', 'signup', NULL, NULL, NULL, NULL, 1796140870000000);
INSERT INTO token VALUES (x'6a892b7e4a0029dd8705d38781db2eee284463ca1b1c164bb587f907445fcf0c', 'letter', 'bob', NULL, NULL, NULL, 1800547217000000);
INSERT INTO token VALUES (x'6dae1ac39c8af2e35c919a4c65b841457402956d013300932055c31477bbe312', 'game', 'bob', 3, 2, NULL, 1797955247000000);
INSERT INTO token VALUES (x'701029e5d92bc9c0d9f83bf7fc7f671e5168e7fe6c92db4c9cca00cefb8c040d', 'game', 'ann', 5, 2, NULL, 1798300854000000);
INSERT INTO token VALUES (x'7398e7a79c51a35dae72fc0fc2ab028d433db8319b278f2608c9aff73c5d8ff2', 'letter', 'dag', NULL, NULL, NULL, 1800547219000000);
INSERT INTO token VALUES (x'75ea48e981412214138b6e5ffe0bb89424a85ea8e43b77ffecad77c16f1d36a4', 'letter', 'bob', NULL, NULL, NULL, 1800547226000000);
INSERT INTO token VALUES (x'77068540126465b4b56adf38d54ea2122ed49eadb5499b71465eb7077705a8e0', 'letter', 'eve', NULL, NULL, NULL, 1800547224000000);
INSERT INTO token VALUES (x'7ad012b3568860543838d35b44b4783941b1c23d1d8dcf8e7432cad2e554d1e0', 'letter', 'bob', NULL, NULL, NULL, 1800547204000000);
INSERT INTO token VALUES (x'7b5e8a8324babb79dfb3bf2846c7811dca22bb2454d9d93610c0cf8e08a389a2', 'game', 'bob', 2, 2, NULL, 1797955235000000);
INSERT INTO token VALUES (x'7de09210e2138f831133c8ca87bd01afdb13b79e8a750ffece9b723277b210f5', 'letter', 'dag', NULL, NULL, NULL, 1800547243000000);
INSERT INTO token VALUES (x'7e8487d45bbb9960a4310c76039887747642ee5b4a95c0aff800e33060b553a4', 'game', 'bob', 1, 0, NULL, 1829923216000000);
INSERT INTO token VALUES (x'7f638d4bfbe5a6f028718fea62c82417dd98482e7417b63eb68496b802cdcb89', 'game', 'bob', 2, 2, NULL, 1797955235000000);
INSERT INTO token VALUES (x'803506e648dd91d1d7452c63deff6f37646ae27631345131cb2d1bfffaa5cc5a', 'game', 'eve', 6, 0, NULL, 1830268855000000);
INSERT INTO token VALUES (x'86b6963fd0b138f8e2985d228987a10f767f204d166a5bc24dc07d05649619d3', 'letter', 'eve', NULL, NULL, NULL, 1800547243000000);
INSERT INTO token VALUES (x'8865806440c0e6f48ab95815fff969a3a57386f5c4aba270c1bb445ba6a92ef2', 'letter', 'cai', NULL, NULL, NULL, 1800547239000000);
INSERT INTO token VALUES (x'8a0c1a0b27af0e0528c88da951e384856fbb82b4dcd21835b260c2f361c67128', 'take-back', 'eve', NULL, NULL, NULL, 1797955224000000);
INSERT INTO token VALUES (x'929dfdafdac6c21a88c34aee9bcd5f514d2f2c480fa2e641c9e76e66267f41b1', 'letter', 'bob', NULL, NULL, NULL, 1800547238000000);
INSERT INTO token VALUES (x'92bc3492a025be95a8e47fa5afd5e5d5594b5cb7bfd010f247b58ebaa61ac1b8', 'letter', 'ann', NULL, NULL, NULL, 1800547243000000);
INSERT INTO token VALUES (x'93f6cd708bf65a6ef5e077354b02ec9e612905fa794255e375f7cc343a733ddb', 'game', 'dag', 5, 3, NULL, 1798300854000000);
INSERT INTO token VALUES (x'944651de149ae8df7a5f525c74e3294b66c3bf60fbc6afb5726627b730f6ff6a', 'game', 'dag', 6, 0, NULL, 1830441681000000);
INSERT INTO token VALUES (x'95d2e15fa65b6f4e400ffdc62e86c9a79103477a32abcbd9c8a02d4e4c535b82', 'letter', 'eve', NULL, NULL, NULL, 1800892865000000);
INSERT INTO token VALUES (x'9644705544f49ef160d7f09bea133758d8d33be2aa3bfac928142b41393df14f', 'letter', 'cai', NULL, NULL, NULL, 1800547218000000);
INSERT INTO token VALUES (x'9922bb3f55885441b3c26f1539bd6e6f0d6088c0393c8b0863aa9e3b56f5d8b5', 'game', 'gro', 8, 1, NULL, 1830268865000000);
INSERT INTO token VALUES (x'9d8b80f9c62297763a537e1fe26311246d09afc8153720bd345a50357117214b', 'letter', 'ann', NULL, NULL, NULL, 1800547235000000);
INSERT INTO token VALUES (x'a061345c345c4ec0253eb9b9522b5aa9f55d270f8d5e87e7e15645d7e9998b2e', 'letter', 'eve', NULL, NULL, NULL, 1801065684000000);
INSERT INTO token VALUES (x'a0f0f1154db0f0008d9a845c14cb28de8c5dfcba5da3f51d6b05fc77c8d438a7', 'confirm', 'dag', NULL, NULL, NULL, 1796140880000000);
INSERT INTO token VALUES (x'a4bd2067e78f4526820f0a374b69a9ff6ed6478226841d80e57aaac35f089763', 'confirm', 'dag', NULL, NULL, NULL, 1796140879000000);
INSERT INTO token VALUES (x'ad32150afdcdbe0ebb737cfe23315c063b6da8b719edaf176cb426d944b86938', 'letter', 'eve', NULL, NULL, NULL, 1800547214000000);
INSERT INTO token VALUES (x'b0111d3e73f76285968a45627fe3ca6c049ecfeffe27276cc09835fe7470a1c0', 'letter', 'cai', NULL, NULL, NULL, 1800547235000000);
INSERT INTO token VALUES (x'b07bcbb4c2c8b75a3407447e1a0999a394221023ec48c5c492568b63ec93d204', 'letter', 'ann', NULL, NULL, NULL, 1801065665000000);
INSERT INTO token VALUES (x'b308fb35713e71b162b7f5a89977d4ccd433cc7903b208629d1a46ee04b4fe17', 'game', 'bob', 3, 2, NULL, 1797955247000000);
INSERT INTO token VALUES (x'bd66acdcb4c30779f63c2afc1914fc1f6fd5289af98288887adcc65b753ddc96', 'letter', 'eve', NULL, NULL, NULL, 1801065685000000);
INSERT INTO token VALUES (x'bf959d24885643c1cbcd9fe30afc4d53bf91ed5c8ebebb004c02594f0ccfd4ed', 'game', 'ann', 5, 0, NULL, 1798300854000000);
INSERT INTO token VALUES (x'c06f70393ebbd7a38f097426c35b430aceddf12bfbb83f69aa01be47f7612e9d', 'game', 'dag', 5, 1, NULL, 1798300854000000);
INSERT INTO token VALUES (x'c3ee70455c3b01b5fdd13fceed157ebfb046d716dd63517b1fd764289f10a01d', 'signup', NULL, NULL, NULL, NULL, 1796140872000000);
INSERT INTO token VALUES (x'c445790749bd5cdfff88d9a88864b7bd1c5a595141054cc57d162156b51ebcd2', 'game', 'ann', 1, 1, NULL, 1830268858000000);
INSERT INTO token VALUES (x'c5fbd6ea5d1d3bc7028251d061c21142d678eaa7a75c27f7f1362f5d25cc7542', 'letter', 'cai', NULL, NULL, NULL, 1800576048000000);
INSERT INTO token VALUES (x'c72824b60954d73395b25bcd133c8f7aa67a8e62cc49630ee115068600e58a94', 'letter', 'bob', NULL, NULL, NULL, 1800547243000000);
INSERT INTO token VALUES (x'c931097b8ef4000185456d5d641f3cecbb6684acd9e14336ff78247168bd2d39', 'letter', 'ann', NULL, NULL, NULL, 1800547237000000);
INSERT INTO token VALUES (x'cafa6e7ce0ca5bb3cfbf5fcb606375b9f136837c88f2913c1698d31a71a24b33', 'game', 'dag', 6, 0, NULL, 1830268855000000);
INSERT INTO token VALUES (x'cce24e9d54b15fd20785756d6a02b1633a60b8e210b7db460163f10db1cc5803', 'game', 'dag', 9, 0, NULL, 1830268860000000);
INSERT INTO token VALUES (x'd6bd7b2ebff0ee2f46ff21fe2231af1360ea283bdc8d66ead06ae463d55a1671', 'letter', 'ann', NULL, NULL, NULL, 1800547225000000);
INSERT INTO token VALUES (x'd6edffacb764030037bd5f157eba10da8ab6b86f78ccf33831f7a3a56afaa901', 'game', 'ann', 1, 1, 1795600859000000, 1830268859000000);
INSERT INTO token VALUES (x'd8656de809c53790b2351b34783ad1e10f31596396a08616bdc95a6b0d3002ae', 'game', 'ann', 9, 0, NULL, 1830268860000000);
INSERT INTO token VALUES (x'd8a87a16b97a90e7814afe364f99a2acc0a751385ba19353371004aad80050a9', 'game', 'eve', 3, 2, NULL, 1797955247000000);
INSERT INTO token VALUES (x'df18d824e4808479174832a566bd319197b0c38cda9631df23d3453f1587af7a', 'letter', 'cai', NULL, NULL, NULL, 1800547227000000);
INSERT INTO token VALUES (x'e1174e6c1e43896c9f6387f3ecf96af63e116a872fdf58056c2658faea567bc2', 'game', 'cai', 2, 2, NULL, 1797955235000000);
INSERT INTO token VALUES (x'e265463ad2b528e7c0e5e04d9d3d88185f9a1efe74a53e511618f329319751e4', 'game', 'eve', 3, 2, NULL, 1797955247000000);
INSERT INTO token VALUES (x'e2f7e258a139a65326423bb1c109a102e6e527efd353fe74f41427db6a267b75', 'game', 'cai', 2, 2, NULL, 1797955235000000);
INSERT INTO token VALUES (x'e4bdbfdb12f46c93324f3fab9e4caf5c4d54b018fde03191bc70eea97c0437f5', 'signup', NULL, NULL, NULL, NULL, 1796140867000000);
INSERT INTO token VALUES (x'e4cd0e281b27844fe4a1e93a3e14e1af50c831a937988d502bd786eab2a84274', 'signup', NULL, NULL, NULL, NULL, 1796140874000000);
INSERT INTO token VALUES (x'e68c8d7bf07ba54f5210b4f04ffd2aff4f9c426d0a60a4832fca5d368d7a93d1', 'letter', 'ann', NULL, NULL, NULL, 1800892858000000);
INSERT INTO token VALUES (x'ebd41cb5d8bcb207a4f5f3509bbfeaa68edf4aa2277c686a90be5c91ca23d89c', 'letter', 'eve', NULL, NULL, NULL, 1800892856000000);
INSERT INTO token VALUES (x'edfb081e34c8032503339647df80cbcf64f69c979689a9e60e5b099f6993f0bd', 'game', 'bob', 3, 1, NULL, 1797955247000000);
INSERT INTO token VALUES (x'f0a46cc4edd8b2ed7d6ce646919bd08b7ea4a188e3c40d9a8b79a8a3ae4a1ca5', 'game', 'ann', 9, 0, NULL, 1830268861000000);
INSERT INTO token VALUES (x'f185be0679223d7185ae1cd4aaa848830eb8e9fc86a151c454b652bd1e61e98d', 'letter', 'eve', NULL, NULL, NULL, 1800547241000000);
INSERT INTO token VALUES (x'f1e87162de8cb5a85ee1f4c9ab76d721df453e9859c6aa144951c13e852fc108', 'letter', 'ann', NULL, NULL, NULL, 1800547229000000);
INSERT INTO token VALUES (x'f48183279f1d89050e39770888fe5d0bcfded800dc7be22c28db518cfdbc9204', 'game', 'eve', 10, 0, NULL, 1830268863000000);
INSERT INTO token VALUES (x'f85138b49fab99b2ccc248a5409373f31e71a7eb960ad964669bc9680271ea60', 'letter', 'ann', NULL, NULL, NULL, 1800547236000000);
INSERT INTO token VALUES (x'fb069ed164faa2a089fbc213e1de064f66ff5ab077d06f316257d167450c3108', 'letter', 'gro', NULL, NULL, NULL, 1800547212000000);
INSERT INTO token VALUES (x'fd904ef0676ad02497afa4cf0551ec1d96b3b6afd13596b1fad3982e2d4b88ab', 'signup', NULL, NULL, NULL, NULL, 1796140875000000);
INSERT INTO token VALUES (x'ff9b4bc38fe9b06282113cd5a62b31f88b8481ea08be7dca7a14f43ec4ee74a6', 'no-reminders', 'ann', NULL, NULL, NULL, 1830312065000000);
INSERT INTO token VALUES (x'ffa54e8d5e7bed732e8d0e2675ecfdc24a5b5d618b056747acfd75fff2513980', 'letter', 'gro', NULL, NULL, NULL, 1800892857000000);
INSERT INTO confirmation VALUES (x'a0f0f1154db0f0008d9a845c14cb28de8c5dfcba5da3f51d6b05fc77c8d438a7', '["limit 12"]', '', 1795881680000000, NULL);
INSERT INTO confirmation VALUES (x'a4bd2067e78f4526820f0a374b69a9ff6ed6478226841d80e57aaac35f089763', '["resign 9"]', '', 1795881679000000, NULL);
INSERT INTO further_line VALUES (1, x'a0f0f1154db0f0008d9a845c14cb28de8c5dfcba5da3f51d6b05fc77c8d438a7', 'limit 11', '');
INSERT INTO further_line VALUES (2, x'a0f0f1154db0f0008d9a845c14cb28de8c5dfcba5da3f51d6b05fc77c8d438a7', 'limit 10', '');
INSERT INTO pending VALUES (x'52e6326c8478a1ba5e16d0ba3ed70952fa1e864e3395c6c8edcfb2bbaffaf6b6', 'move 9 d1-c1#1', 'looks bad to me, give me a day to think', '');
INSERT INTO claim VALUES (x'66db5ae8a023d944a02e449cf64f6cb729646873a91334de8a62471fb9aeb327', 'eve@sea.example', 'eve@sea.example', 0);
INSERT INTO take_back VALUES (x'8a0c1a0b27af0e0528c88da951e384856fbb82b4dcd21835b260c2f361c67128', 'eve@else.test', 1795255224000000);
INSERT INTO signup VALUES (x'03b2131f5801a36794a52730e3fa7b4aba2303bec8a3178fcd41820afb24e9af', 'crowd7', 'p7@crowd.test', 'p7@crowd.test');
INSERT INTO signup VALUES (x'128230b5c15cc38a0cc9e27230c7f2e55bbb5ae821c96fcdf50c30d017f46bd7', 'crowd3', 'p3@crowd.test', 'p3@crowd.test');
INSERT INTO signup VALUES (x'1cc11b3248351ab96f0010594d0785c1f5d16fb043a5e95beb956279da4ea12f', 'crowd5', 'p5@crowd.test', 'p5@crowd.test');
INSERT INTO signup VALUES (x'3b919ff8fc0ad682116ab041b3bed4811dbfd6e427d11fdcbca4dad3acbee48e', 'crowd2', 'p2@crowd.test', 'p2@crowd.test');
INSERT INTO signup VALUES (x'5d4fc3142352ad927f640693f9a46ce9308b49c65b896c02b09dbe34ac8c23d6', 'hal', 'hal@sea.test', 'hal@sea.test');
INSERT INTO signup VALUES (x'5ddf797f60f46d89073bc209a0131b6b93bd917dea0a0ffef1a3b965f83baae8', 'crowd0', 'p0@crowd.test', 'p0@crowd.test');
INSERT INTO signup VALUES (x'678523a556797321e2cd4102c81852c014e285b8ab7d9954a4c61054ff83955a', 'crowd4', 'p4@crowd.test', 'p4@crowd.test');
INSERT INTO signup VALUES (x'c3ee70455c3b01b5fdd13fceed157ebfb046d716dd63517b1fd764289f10a01d', 'crowd6', 'p6@crowd.test', 'p6@crowd.test');
INSERT INTO signup VALUES (x'e4bdbfdb12f46c93324f3fab9e4caf5c4d54b018fde03191bc70eea97c0437f5', 'crowd1', 'p1@crowd.test', 'p1@crowd.test');
INSERT INTO signup VALUES (x'e4cd0e281b27844fe4a1e93a3e14e1af50c831a937988d502bd786eab2a84274', 'crowd8', 'p8@crowd.test', 'p8@crowd.test');
INSERT INTO signup VALUES (x'fd904ef0676ad02497afa4cf0551ec1d96b3b6afd13596b1fad3982e2d4b88ab', 'crowd9', 'p9@crowd.test', 'p9@crowd.test');
INSERT INTO signup_queue VALUES ('p10@crowd.test', 'p10@crowd.test', 'crowd.test', 'crowd10', 1795881676000000);
INSERT INTO signup_queue VALUES ('p11@crowd.test', 'p11@crowd.test', 'crowd.test', 'crowd11', 1795881677000000);
INSERT INTO spool VALUES (1, 1795255201000000, 'pipe', NULL, x'8818d9a35722fab97f709169e2cee68a7f96b3c183477118029f4687599abbf6', 'ann@fjord.test', 'done', 0, 'sender not verified; signup');
INSERT INTO spool VALUES (2, 1795255202000000, 'pipe', NULL, x'48abd9ad8db44ca2316803541739c48d4fd501c484111809efff8c8d1b5993d8', 'ann@fjord.test', 'done', 0, 'sender not verified; ann: sign-up confirmed');
INSERT INTO spool VALUES (3, 1795255203000000, 'pipe', NULL, x'128a3d592a05c7846c02f04ccfe45928170b73f121fe8ea83753f1e4a7859a49', 'bob@sund.test', 'done', 0, 'sender not verified; signup');
INSERT INTO spool VALUES (4, 1795255204000000, 'pipe', NULL, x'581e95fca994c32948c17197bf843c3d17ae15a4197eb4d278f6e5ddfbf534d2', 'bob@sund.test', 'done', 0, 'sender not verified; bob: sign-up confirmed');
INSERT INTO spool VALUES (5, 1795255205000000, 'pipe', NULL, x'f5b37afd736287190bb42d8fd08171cf7a4c3610f159e1bdced4b474eb0cf9e7', 'cai@voe.test', 'done', 0, 'sender not verified; signup');
INSERT INTO spool VALUES (6, 1795255206000000, 'pipe', NULL, x'a8049e462ddb7a7ca1b4c6eeb568302ca9c3d3d66eb5d23b9ff7f8dbe59c5a13', 'cai@voe.test', 'done', 0, 'sender not verified; cai: sign-up confirmed');
INSERT INTO spool VALUES (7, 1795255207000000, 'pipe', NULL, x'21d61589348a47aa691386a0eab339c2041be2050e98447a91c92cef9822fff8', 'dag@nes.test', 'done', 0, 'sender not verified; signup');
INSERT INTO spool VALUES (8, 1795255208000000, 'pipe', NULL, x'09522c923b18e2115bb54d185691b42640d2d6c9ba6ab63f47573ad9ddb6e1f2', 'dag@nes.test', 'done', 0, 'sender not verified; dag: sign-up confirmed');
INSERT INTO spool VALUES (9, 1795255209000000, 'pipe', NULL, x'6e43a55031936024f337db6620ae5638a5cb482e319974aee6a4e256709bf7cd', 'fia@lund.test', 'done', 0, 'sender not verified; signup');
INSERT INTO spool VALUES (10, 1795255210000000, 'pipe', NULL, x'ee0b92e8c24535e8377829a0986f3991088ec1323b4726f95546d472bf656096', 'fia@lund.test', 'done', 0, 'sender not verified; fia: sign-up confirmed');
INSERT INTO spool VALUES (11, 1795255211000000, 'pipe', NULL, x'0ecf6c1678b8aff172059a596d48be303a935fcfba368f8e076a2204e9d65f87', 'gro@dal.test', 'done', 0, 'sender not verified; signup');
INSERT INTO spool VALUES (12, 1795255212000000, 'pipe', NULL, x'06f131eb59f957c0e2dba4289dd36027c3f22df7d70b055b62bbedebc810bc75', 'gro@dal.test', 'done', 0, 'sender not verified; gro: sign-up confirmed');
INSERT INTO spool VALUES (13, 1795255213000000, 'pipe', NULL, x'f3904066d25b69277357eb59488ce6b7d9a4fef6eb3580732721ecd39f082eb8', 'eve@else.test', 'done', 0, 'sender not verified; signup');
INSERT INTO spool VALUES (14, 1795255214000000, 'pipe', NULL, x'b68f15c20fbb38076f9084a3826d3b9439d9e9d9a5d557b50f5c3e3c8d0cd54f', 'eve@else.test', 'done', 0, 'sender not verified; eve: sign-up confirmed');
INSERT INTO spool VALUES (15, 1795255215000000, 'pipe', NULL, x'006bb856e29ebe30ebf05db7eaca8c1666a54a808812c49197bb0577859d422e', 'ann@fjord.test', 'done', 0, 'sender not verified; ann: challenge');
INSERT INTO spool VALUES (16, 1795255216000000, 'pipe', NULL, x'336b919884dcccb776c9c2e3f5a5d3a0777b415f389834218051ef322dee77f7', 'bob@sund.test', 'done', 0, 'sender not verified; bob: accept 1');
INSERT INTO spool VALUES (17, 1795255217000000, 'pipe', NULL, x'be58d6048fab1b93dd56f50c5d360156bc29fade63ff1b46da61a8afb980cde9', 'bob@sund.test', 'done', 0, 'sender not verified; bob: set; bob: set; bob: set');
INSERT INTO spool VALUES (18, 1795255218000000, 'pipe', NULL, x'65c2212a648c6023ecae75774a9976bea4afacaef63266d1b8bbdd6acae8ce0d', 'cai@voe.test', 'done', 0, 'sender not verified; cai: set; cai: set; cai: set');
INSERT INTO spool VALUES (19, 1795255219000000, 'pipe', NULL, x'cf6cea9aba110b5a0fb6fe9895c446af13ac294b044d7574e979387101fef987', 'dag@nes.test', 'done', 0, 'sender not verified; dag: vacation; dag: limit');
INSERT INTO spool VALUES (20, 1795255220000000, 'pipe', NULL, x'b4a6daee9e13f568c21a42468bb614c31104ad28fd5319a71448a64ee015aa74', 'fia@lund.test', 'done', 0, 'sender not verified; fia: signoff');
INSERT INTO spool VALUES (21, 1795255221000000, 'pipe', NULL, x'07d04a2c484cfff89610d2a0a21942224d86681a0846970ee75dc8d85c855cb4', 'gro@dal.test', 'done', 0, 'sender not verified; gro: add (held)');
INSERT INTO spool VALUES (22, 1795255222000000, 'pipe', NULL, x'dfe362d6cb37ef038c53b7124a7377e4a1e7a44acbda137d264b50100fb3bf77', 'gro@dal.test', 'done', 0, 'sender not verified; gro: add');
INSERT INTO spool VALUES (23, 1795255223000000, 'pipe', NULL, x'49c14cb41e1d728d004363c00fc11e7e431a496bab8883635547e5779534aef1', 'eve@else.test', 'done', 0, 'sender not verified; eve: add');
INSERT INTO spool VALUES (24, 1795255224000000, 'pipe', NULL, x'6497033130e6e00b8c734e4826d69a986b1e8b514876e4314aae5fa388f488e4', 'eve@work.example', 'done', 0, 'sender not verified; eve: address confirmed');
INSERT INTO spool VALUES (25, 1795255225000000, 'pipe', NULL, x'95b491bcc2501b3530e72eda463966096e2bf30ef0a15d4120b870f46e996ee4', 'ann@fjord.test', 'done', 0, 'sender not verified; ann: tournament; ann: tournament');
INSERT INTO spool VALUES (26, 1795255226000000, 'pipe', NULL, x'180d805b7ec33d0af2de535f6a2ca83362f3c06c355a3cd1dc75467ec268e9ac', 'bob@sund.test', 'done', 0, 'sender not verified; bob: tournament');
INSERT INTO spool VALUES (27, 1795255227000000, 'pipe', NULL, x'9c5d48e514734c42e3a765919b68a1e1260458136a146482ed4a0bb5a0d4bb79', 'cai@voe.test', 'done', 0, 'sender not verified; cai: tournament');
INSERT INTO spool VALUES (28, 1795255228000000, 'pipe', NULL, x'384decdb46d30d43de836a85cbe4a768c4c255d1aab948d6401e40825ca10db9', 'ann@fjord.test', 'done', 0, 'sender not verified; ann: tournament (held)');
INSERT INTO spool VALUES (29, 1795255229000000, 'pipe', NULL, x'b2ffda920fc6a86cb3dab0de78073d9a91544c24b50cdd28c933d5394027588a', 'ann@fjord.test', 'done', 0, 'sender not verified; ann: tournament');
INSERT INTO spool VALUES (30, 1795255230000000, 'pipe', NULL, x'3331ed7964d0e6f7df00013147ee8a0fb1900f246a261662922300f10c736562', 'bob@sund.test', 'done', 0, 'sender not verified; bob: move 2');
INSERT INTO spool VALUES (31, 1795255231000000, 'pipe', NULL, x'9ce9100409920cfd954fe0d40620431f5fd067e2e05402892737b42b785959d9', 'cai@voe.test', 'done', 0, 'sender not verified; cai: move 2');
INSERT INTO spool VALUES (32, 1795255232000000, 'pipe', NULL, x'04870cc0a22071be1b55c1e9523a38a235ebac925d679cadc126a10cc7febfdd', 'bob@sund.test', 'done', 0, 'sender not verified; bob: move 2 (refused)');
INSERT INTO spool VALUES (33, 1795255233000000, 'pipe', NULL, x'7b79d92f93d5ea4d6c77e9b0996230789bbb7fc6304d85a5ea78f5871814085d', 'cai@voe.test', 'done', 0, 'sender not verified; cai: move 2 (refused)');
INSERT INTO spool VALUES (34, 1795255234000000, 'pipe', NULL, x'894174062c1d2167b10fc17fd96c29f96659acf131f30c54f85b7f2c9ad21f3a', 'bob@sund.test', 'done', 0, 'sender not verified; bob: move 2 (refused)');
INSERT INTO spool VALUES (35, 1795255235000000, 'pipe', NULL, x'64330ec7f8fcad8a6e464f34621cafceda8d4d7700c24c06e5150e763b52f6f2', 'cai@voe.test', 'done', 0, 'sender not verified; cai: resign 2');
INSERT INTO spool VALUES (36, 1795255236000000, 'pipe', NULL, x'9503e9c3b7a77c74ed7996143048c71834fa1c0c5570f799efe96b9f75b20b7f', 'ann@fjord.test', 'done', 0, 'sender not verified; ann: tournament');
INSERT INTO spool VALUES (37, 1795255237000000, 'pipe', NULL, x'36f9ba58b44e3b65656ef3a5619cff9a8e3d31ef47ba099bce02a6a44be5a504', 'ann@fjord.test', 'done', 0, 'sender not verified; ann: tournament; ann: tournament');
INSERT INTO spool VALUES (38, 1795255238000000, 'pipe', NULL, x'ce3573e9d284b1a0f35883ae87906ba01d3acf2b470f8def94cb8095ea14f65a', 'bob@sund.test', 'done', 0, 'sender not verified; bob: tournament');
INSERT INTO spool VALUES (39, 1795255239000000, 'pipe', NULL, x'c8617de2107b53262b6ec2890ccc1b9b953451d811ec07dcdd2e699af0080925', 'cai@voe.test', 'done', 0, 'sender not verified; cai: tournament');
INSERT INTO spool VALUES (40, 1795255240000000, 'pipe', NULL, x'c764c74162c32c20f97c9d73a1fe4bf0930a9f789145ee99f1e94c1b654bdf3e', 'dag@nes.test', 'done', 0, 'sender not verified; dag: tournament');
INSERT INTO spool VALUES (41, 1795255241000000, 'pipe', NULL, x'8cfa8d9dc36115e932ae7ab6aa1edd0427674a6ae034469309b1d143fb129935', 'eve@else.test', 'done', 0, 'sender not verified; eve: tournament');
INSERT INTO spool VALUES (42, 1795255242000000, 'pipe', NULL, x'a29ff79400e193ea4a91d4e951ba65ba43db2164a59f54f48a283b9b0d139629', 'ann@fjord.test', 'done', 0, 'sender not verified; ann: tournament (held)');
INSERT INTO spool VALUES (43, 1795255243000000, 'pipe', NULL, x'0241c977ba86b17b73cf140de59458cfbea75e15c1c874544f4fae883c863f8d', 'ann@fjord.test', 'done', 0, 'sender not verified; ann: tournament');
INSERT INTO spool VALUES (44, 1795255244000000, 'pipe', NULL, x'bac3c21537d7d8cf4c6fea0c27d11e0e0d6e2cbe0c7bd1298f5b2977c075f2e2', 'bob@sund.test', 'done', 0, 'sender not verified; bob: move 3');
INSERT INTO spool VALUES (45, 1795255245000000, 'pipe', NULL, x'917f8e718fe47a7b154b9dcbd29d1518174a73e58eb84fd8b52abd266d5a7f2f', 'eve@else.test', 'done', 0, 'sender not verified; eve: move 3');
INSERT INTO spool VALUES (46, 1795255246000000, 'pipe', NULL, x'87104e83a4fc9ef06215ce5a1e4ee075be273a0ef379ff257cd278db5be8f374', 'cai@voe.test', 'done', 0, 'sender not verified; cai: move 4');
INSERT INTO spool VALUES (47, 1795255247000000, 'pipe', NULL, x'17ebd095d1d4554b4ab0f4b0e74a52baeb0f83e5409637f283ac9d1b3e68ea2a', 'eve@else.test', 'done', 0, 'sender not verified; eve: resign 3');
INSERT INTO spool VALUES (48, 1795255248000000, 'pipe', NULL, x'ad0ee04dd4c421b5ff2321857c204e66eb1422b43b2f218880b527ad86b6be39', 'ann@fjord.test', 'done', 0, 'sender not verified; ann: tournament; ann: tournament; ann: tournament');
INSERT INTO spool VALUES (49, 1795600849000000, 'pipe', NULL, x'35515e0ab52a8be25a95c6308b7453da397a29b696c22bd15676048ccd99130c', 'ann@fjord.test', 'done', 0, 'sender not verified; ann: challenge');
INSERT INTO spool VALUES (50, 1795600850000000, 'pipe', NULL, x'4cb8cbc0868499d5ed1888784b8c4b764a217fdcad14a375bc6f9138d49ee1c4', 'dag@nes.test', 'done', 0, 'sender not verified; dag: accept 5');
INSERT INTO spool VALUES (51, 1795600851000000, 'pipe', NULL, x'962e0e5e1675a75361b8de3dade7e1cd1f01d503587138e437e0849cde52df08', 'ann@fjord.test', 'done', 0, 'sender not verified; ann: move 5');
INSERT INTO spool VALUES (52, 1795600852000000, 'pipe', NULL, x'75a6c2dc0177a970075e8e29cf4b3fc26862e16a9f07cdee19c6f4bafbd98634', 'dag@nes.test', 'done', 0, 'sender not verified; dag: move 5');
INSERT INTO spool VALUES (53, 1795600853000000, 'pipe', NULL, x'dee471c3f94df566aa40726c11f56318d9d6ac4d379243deb978d85fff9bf111', 'ann@fjord.test', 'done', 0, 'sender not verified; ann: move 5');
INSERT INTO spool VALUES (54, 1795600854000000, 'pipe', NULL, x'b70cc6bbd695d35df956b78a8a369fe75f9c43c2cc7187ae74044598e5c7770b', 'dag@nes.test', 'done', 0, 'sender not verified; dag: resign 5');
INSERT INTO spool VALUES (55, 1795600855000000, 'pipe', NULL, x'cbe373f38130286f4b058fbb71c86810105aaca1cf717c1977b0bca8bdec5839', 'dag@nes.test', 'done', 0, 'sender not verified; dag: challenge');
INSERT INTO spool VALUES (56, 1795600856000000, 'pipe', NULL, x'393ed79bbdc934fb4dd773a09dcd1fe0ef19ce50d5f347b30ea63db41067a196', 'eve@else.test', 'done', 0, 'sender not verified; eve: seek; eve: seek');
INSERT INTO spool VALUES (57, 1795600857000000, 'pipe', NULL, x'ea056c82b808e3401efd95ce935c3c4a94596be8f4195f3cbbda33b0d27ca364', 'gro@dal.test', 'done', 0, 'sender not verified; gro: take; gro: subscribe 1');
INSERT INTO spool VALUES (58, 1795600858000000, 'pipe', NULL, x'ee9c9987d6780288fdb6057b130d6220cda2a81d137d10502229b607a0243e4e', 'ann@fjord.test', 'done', 0, 'sender not verified; ann: move 1; ann: queue 1');
INSERT INTO spool VALUES (59, 1795600859000000, 'pipe', NULL, x'97dbcea39d98bfeed228c4a6f340f513f5fd3479de3400b34a838687dff7dee4', 'bob@sund.test', 'done', 0, 'sender not verified; bob: draw 1');
INSERT INTO spool VALUES (60, 1795600860000000, 'pipe', NULL, x'fdf1378a2b3d3b11d85b2b9dad7cce1bef3ccaff944dab3bfd46de1abfa92670', 'dag@nes.test', 'done', 0, 'sender not verified; dag: challenge');
INSERT INTO spool VALUES (61, 1795600861000000, 'pipe', NULL, x'f5bbf53aea90e26484be70ecf8c9a9ef9f263b879cd54eb49907ee9934c8ea75', 'ann@fjord.test', 'done', 0, 'sender not verified; ann: accept 9');
INSERT INTO spool VALUES (62, 1795600862000000, 'pipe', NULL, x'00b7a69ff0c0324209e4713942e5869a111d6af5b397232450e84d6e7f07b54b', 'ann@fjord.test', 'done', 0, 'sender not verified; ann: move 9 (asked back)');
INSERT INTO spool VALUES (63, 1795600863000000, 'pipe', NULL, x'00aa61ead0c7968fe2d01e47adbef3477f7cce17b9ffe4da6d833b9da8a1405b', 'ann@fjord.test', 'done', 0, 'sender not verified; ann: challenge');
INSERT INTO spool VALUES (64, 1795600864000000, 'pipe', NULL, x'3cda999d14255f551d91caa125d0c0af2249db6ce2a9c428d919f1d097d10948', 'eve@else.test', 'done', 0, 'sender not verified; eve: accept 10');
INSERT INTO spool VALUES (65, 1795600865000000, 'pipe', NULL, x'0a64529ecb7ff3ddcee35ae642907c6672f0a0d1c00afbc25afb543cdd7966ca', 'eve@else.test', 'done', 0, 'sender not verified; eve: move 8');
INSERT INTO spool VALUES (66, 1795881666000000, 'pipe', NULL, x'8f3ae8dd1f18252efa8aa1c8d0da1e912a07ab57dc40f938d9c7cb98b4b7fe7e', 'p0@crowd.test', 'done', 0, 'sender not verified; signup');
INSERT INTO spool VALUES (67, 1795881667000000, 'pipe', NULL, x'ba2c0f754021035f4080f755fd12b839ea820c1a096e4d97e546e39041cae330', 'p1@crowd.test', 'done', 0, 'sender not verified; signup');
INSERT INTO spool VALUES (68, 1795881668000000, 'pipe', NULL, x'5603ff26230605f6b1ccbb9070a17fcd2fb71f844e307d9056a605139bf3b48f', 'p2@crowd.test', 'done', 0, 'sender not verified; signup');
INSERT INTO spool VALUES (69, 1795881669000000, 'pipe', NULL, x'474307d29046d47e368ed99928b503998d34e677426cb56056f952b7a2cb921c', 'p3@crowd.test', 'done', 0, 'sender not verified; signup');
INSERT INTO spool VALUES (70, 1795881670000000, 'pipe', NULL, x'c1cb2b837f1ac15de30e2059871f906cebe6de9e3256676d84bfd7c0c4f0a652', 'p4@crowd.test', 'done', 0, 'sender not verified; signup');
INSERT INTO spool VALUES (71, 1795881671000000, 'pipe', NULL, x'128d34a38692b63e50940f75d10629f42207a1e2aa6ab6283ad1f8d364042439', 'p5@crowd.test', 'done', 0, 'sender not verified; signup');
INSERT INTO spool VALUES (72, 1795881672000000, 'pipe', NULL, x'7e8ba76891606465744e3bf3572ea121634c4898f21050e028220b3af626f1eb', 'p6@crowd.test', 'done', 0, 'sender not verified; signup');
INSERT INTO spool VALUES (73, 1795881673000000, 'pipe', NULL, x'5fc7f52695a572892487cb4cb89b812bef772d81bb3207cad74a4e74e0348d8e', 'p7@crowd.test', 'done', 0, 'sender not verified; signup');
INSERT INTO spool VALUES (74, 1795881674000000, 'pipe', NULL, x'268d3a5be6099a1a5a61fc1dc136bec5403cadbf87a1e991395b4a87c1e53bfc', 'p8@crowd.test', 'done', 0, 'sender not verified; signup');
INSERT INTO spool VALUES (75, 1795881675000000, 'pipe', NULL, x'927b10865eafa17503e5aa10f7dd8272cbee7e0936dff6586eb842e7a5681b72', 'p9@crowd.test', 'done', 0, 'sender not verified; signup');
INSERT INTO spool VALUES (76, 1795881676000000, 'pipe', NULL, x'7fc7f888f76e746c6d59102064ff3d2140892547259b7bb0c11b4d971eef13e2', 'p10@crowd.test', 'done', 0, 'sender not verified; signup');
INSERT INTO spool VALUES (77, 1795881677000000, 'pipe', NULL, x'29bfa6fab5b04de307f99e4749a15f5187a6f3533bde17c4ed3f9650a305e919', 'p11@crowd.test', 'done', 0, 'sender not verified; signup');
INSERT INTO spool VALUES (78, 1795881678000000, 'pipe', NULL, x'a3007b9bc11d38cea845ceb786a70b010dd6c3dd7d832b0f16fbdb0d6d527b0b', 'hal@sea.test', 'done', 0, 'sender genuine; signup');
INSERT INTO spool VALUES (79, 1795881679000000, 'pipe', NULL, x'77595c429f25ff6c7a492fdd6d37ee6392757ff10b9bb5bec0c2dc108e964967', 'dag@nes.test', 'done', 0, 'sender not verified; dag: resign 9 (held)');
INSERT INTO spool VALUES (80, 1795881680000000, 'pipe', NULL, x'1faa375b81f0f620abb88fb6039340d4edbdd30ea653b7d3796a7f81bb94f61b', 'dag@nes.test', 'done', 0, 'sender not verified; dag: limit (held)');
INSERT INTO spool VALUES (81, 1795881681000000, 'pipe', NULL, x'79561ba98dba4dc394581ffc7359c4f8b51a4946650b7cdf94c1dbf2d62e5e2a', 'dag@nes.test', 'done', 0, 'sender not verified; dag: resign 6 (refused)');
INSERT INTO spool VALUES (82, 1795881682000000, 'pipe', NULL, x'36ffcfb1c2b8cc5c0636000e380d3be850b5af532c6a3512f7032e08c1eaffe7', 'dag@nes.test', 'done', 0, 'sender not verified; dag: limit (held); dag not asked: what was asked before waits for an answer');
INSERT INTO spool VALUES (83, 1795881683000000, 'pipe', NULL, x'6f13465fdfa30301c2ac66755ed362b8df3e71673a598d9768da3174e4721325', 'dag@nes.test', 'done', 0, 'sender not verified; dag: limit (held); dag not asked: what was asked before waits for an answer');
INSERT INTO spool VALUES (84, 1795881684000000, 'pipe', NULL, x'c0442e04ccf54a02b5df2c86d10caab555ee2c8c5a395cd9bbb50a98673afd05', 'eve@else.test', 'done', 0, 'sender not verified; eve: add');
INSERT INTO spool VALUES (85, 1795881685000000, 'pipe', NULL, x'162bea55df14c65fa331029b8506569596dc5968ddb9878c27d4cf794c374793', 'eve@else.test', 'done', 0, 'sender not verified; eve: add (refused)');
INSERT INTO spool VALUES (86, 1795881686000000, 'pipe', NULL, x'08510b55d80a6b7530be02298f0e8c0344d78089cb4f80313a985c856a4fba28', 'eve@else.test', 'done', 0, 'sender not verified; eve: games');
INSERT INTO spool VALUES (87, 1795881687000000, 'pipe', NULL, x'3ecc9c994dc873b32bdad884860f61b9824bf2e927c73a8a7560d95660b5fa44', 'dag@nes.test', 'done', 0, 'sender not verified; dag: move 4');
INSERT INTO spool VALUES (88, 1795881687000000, 'maildir', 'maildir ann@fjord.test', x'7244bf6d5595a8d3183befda0dc65d27ad3fb3d4ead4a2caf05cbf414aecf1f2', 'ann@fjord.test', 'failed', 3, 'unlucky');
INSERT INTO spool VALUES (89, 1795881687000000, 'maildir', 'maildir bob@sund.test', x'a3965e05e5892d480d4be8ae69291e3cf9c1e28b4506c2bf4c91aea6e7f9c68b', 'bob@sund.test', 'spooled', 0, '');
INSERT INTO mail_text VALUES (88, '["tafl@club.test"]', 132, x'0183ec3fb601edc04ecbca2f4a01ef17876e3a866c4686ef22b743db219c6b61e1909c93999a57029386ee334e2cd1016dcd42ec3336b33230b4323287ed3386ef5d4e4fcc051d8e0700');
INSERT INTO mail_text VALUES (89, '["tafl@club.test"]', 131, x'0183ec3fb601edb42d2ecd4b016f1787ee3986ec45866f22b743db209c6b61e9909c93999a570293866e334e2cd101edcc426c3336b33230b43232876d33866f5d4e4fcc059d8d0700');
INSERT INTO handling VALUES (1, 88, 2, 88, 0);
INSERT INTO door VALUES ('imap', 'mailbox', 'trying', 1795600865000000, 1795600865000000, 1795708865000000, 1795708865000000, 'the provider does not answer');
INSERT INTO outbox VALUES (1, 1795255201000000, '', NULL, 'ann@fjord.test', 'stranger', NULL, NULL, NULL, 'signup', NULL, 'sent', 1, NULL, NULL, 0, 1795255201000000, NULL, NULL);
INSERT INTO outbox VALUES (2, 1795255202000000, '', x'28b638700e5bb54285c9869adab23c76bc1371a3ed3a2687203569372cfc6725', 'ann@fjord.test', 'player', 'ann', NULL, NULL, 'joined', NULL, 'sent', 1, NULL, NULL, 0, 1795255202000000, NULL, NULL);
INSERT INTO outbox VALUES (3, 1795255203000000, '', NULL, 'bob@sund.test', 'stranger', NULL, NULL, NULL, 'signup', NULL, 'sent', 1, NULL, NULL, 0, 1795255203000000, NULL, NULL);
INSERT INTO outbox VALUES (4, 1795255204000000, '', x'245fb9b5055875012a01d0cddfffd8bfc3f43cbee2ddd47299a69d7d68663c89', 'bob@sund.test', 'player', 'bob', NULL, NULL, 'joined', NULL, 'sent', 1, NULL, NULL, 0, 1795255204000000, NULL, NULL);
INSERT INTO outbox VALUES (5, 1795255205000000, '', NULL, 'cai@voe.test', 'stranger', NULL, NULL, NULL, 'signup', NULL, 'sent', 1, NULL, NULL, 0, 1795255205000000, NULL, NULL);
INSERT INTO outbox VALUES (6, 1795255206000000, '', x'5244c01b274851795a6fd4460deeccb6dc1c17fd2a9f7be7b731592cdc2d11de', 'cai@voe.test', 'player', 'cai', NULL, NULL, 'joined', NULL, 'sent', 1, NULL, NULL, 0, 1795255206000000, NULL, NULL);
INSERT INTO outbox VALUES (7, 1795255207000000, '', NULL, 'dag@nes.test', 'stranger', NULL, NULL, NULL, 'signup', NULL, 'sent', 1, NULL, NULL, 0, 1795255207000000, NULL, NULL);
INSERT INTO outbox VALUES (8, 1795255208000000, '', x'93a13588ac921f82fe223b441619bfcd8c5b3de637778306b7a4225d301a5585', 'dag@nes.test', 'player', 'dag', NULL, NULL, 'joined', NULL, 'sent', 1, NULL, NULL, 0, 1795255208000000, NULL, NULL);
INSERT INTO outbox VALUES (9, 1795255209000000, '', NULL, 'fia@lund.test', 'stranger', NULL, NULL, NULL, 'signup', NULL, 'sent', 1, NULL, NULL, 0, 1795255209000000, NULL, NULL);
INSERT INTO outbox VALUES (10, 1795255210000000, '', x'67814e2aaaf600872c2ca9954f4c41bb11b182eb4ba031ecfeb87c7c645ef8b8', 'fia@lund.test', 'player', 'fia', NULL, NULL, 'joined', NULL, 'sent', 1, NULL, NULL, 0, 1795255210000000, NULL, NULL);
INSERT INTO outbox VALUES (11, 1795255211000000, '', NULL, 'gro@dal.test', 'stranger', NULL, NULL, NULL, 'signup', NULL, 'sent', 1, NULL, NULL, 0, 1795255211000000, NULL, NULL);
INSERT INTO outbox VALUES (12, 1795255212000000, '', x'3b813567753e4d7eb2a53031555399242d081dd0548c34f119dbc1bbe3f2a325', 'gro@dal.test', 'player', 'gro', NULL, NULL, 'joined', NULL, 'sent', 1, NULL, NULL, 0, 1795255212000000, NULL, NULL);
INSERT INTO outbox VALUES (13, 1795255213000000, '', NULL, 'eve@else.test', 'stranger', NULL, NULL, NULL, 'signup', NULL, 'sent', 1, NULL, NULL, 0, 1795255213000000, NULL, NULL);
INSERT INTO outbox VALUES (14, 1795255214000000, '', x'48179a280db135c379a7c4d5fb978b7d3778100165276a94610e404fb00dcf35', 'eve@else.test', 'player', 'eve', NULL, NULL, 'joined', NULL, 'sent', 1, NULL, NULL, 0, 1795255214000000, NULL, NULL);
INSERT INTO outbox VALUES (15, 1795255215000000, '', x'4c72c71ec2ee92494471dc6df49c6464703209a483a756a209c8dbc7e7aeb2d2', 'ann@fjord.test', 'player', 'ann', NULL, 1, 'game', 'weighty', 'sent', 1, NULL, NULL, 0, 1795255215000000, NULL, NULL);
INSERT INTO outbox VALUES (16, 1795255215000000, '', x'5da226b96d6f874157ead799a019dfb8ee3325db465b7b0339025c59b01db014', 'bob@sund.test', 'player', 'bob', 'ann', 1, 'game', 'weighty', 'sent', 1, NULL, NULL, 0, 1795255215000000, NULL, NULL);
INSERT INTO outbox VALUES (17, 1795255216000000, '', x'bfbf7cf90f6c4c2a720866e8b89a9aa89442f2c900f93ae759e631a9994e14f1', 'ann@fjord.test', 'player', 'ann', NULL, 1, 'game', 'weighty', 'sent', 1, NULL, NULL, 0, 1795255216000000, NULL, NULL);
INSERT INTO outbox VALUES (18, 1795255216000000, '', x'13df26dc0edba6ab3d909f413d2c5416f178f0e21e2e2cd23711b9c1b04aad80', 'bob@sund.test', 'player', 'bob', NULL, 1, 'game', 'weighty', 'sent', 1, NULL, NULL, 0, 1795255216000000, NULL, NULL);
INSERT INTO outbox VALUES (19, 1795255217000000, '', x'9613742c78fe9d0681120b9e26e0df418dc53d1f077b64e8469c520e741c6013', 'bob@sund.test', 'player', 'bob', NULL, NULL, 'answer', NULL, 'sent', 1, NULL, NULL, 0, 1795255217000000, NULL, NULL);
INSERT INTO outbox VALUES (20, 1795255218000000, '', x'bc9e3aa7589b001c28070b65af4ef4777b79fed3d37cbb9653dbc67c86c17d8d', 'cai@voe.test', 'player', 'cai', NULL, NULL, 'answer', NULL, 'sent', 1, NULL, NULL, 0, 1795255218000000, NULL, NULL);
INSERT INTO outbox VALUES (21, 1795255219000000, '', x'f8c930251c11542460b01a8942af4b01d7e519d1879a8d47d707981715b0b99f', 'dag@nes.test', 'player', 'dag', NULL, NULL, 'answer', NULL, 'sent', 1, NULL, NULL, 0, 1795255219000000, NULL, NULL);
INSERT INTO outbox VALUES (22, 1795255220000000, '', x'2c5ea2e4b887312574ba4af5859946dd08e3e52a2c889893101c714ad55671a0', 'fia@lund.test', 'player', 'fia', NULL, NULL, 'answer', NULL, 'sent', 1, NULL, NULL, 0, 1795255220000000, NULL, NULL);
INSERT INTO outbox VALUES (23, 1795255221000000, '', x'0d9862b0247fb3085afa7b79aa2719fe2cf7c751a8aa6299c6e72251bb74cb10', 'gro@dal.test', 'player', 'gro', NULL, NULL, 'confirm-own', NULL, 'sent', 1, NULL, NULL, 0, 1795255221000000, NULL, NULL);
INSERT INTO outbox VALUES (24, 1795255222000000, '', NULL, 'gro@work.example', 'stranger', NULL, NULL, NULL, 'address', NULL, 'sent', 1, NULL, NULL, 0, 1795255222000000, NULL, NULL);
INSERT INTO outbox VALUES (25, 1795255222000000, '', x'b4e1ce8639d456093ddf9de5dafe3aa8efd40c5072ffd624a4bd239ce9288607', 'gro@dal.test', 'player', 'gro', NULL, NULL, 'answer', NULL, 'sent', 1, NULL, NULL, 0, 1795255222000000, NULL, NULL);
INSERT INTO outbox VALUES (26, 1795255223000000, '', NULL, 'eve@work.example', 'stranger', NULL, NULL, NULL, 'address', NULL, 'sent', 1, NULL, NULL, 0, 1795255223000000, NULL, NULL);
INSERT INTO outbox VALUES (27, 1795255223000000, '', x'7ce2ec6d96ed65cdef80e7c0f32e412f6ee05b41fd4e38afeaba4fe869016169', 'eve@else.test', 'player', 'eve', NULL, NULL, 'answer', NULL, 'sent', 1, NULL, NULL, 0, 1795255223000000, NULL, NULL);
INSERT INTO outbox VALUES (28, 1795255224000000, '', x'4eeadc14c44bd40cecb0563117a5fce4dfa59299bb9ca4642816ab3ceff5fc9a', 'eve@else.test', 'player', 'eve', NULL, NULL, 'account', NULL, 'sent', 1, NULL, NULL, 0, 1795255224000000, NULL, NULL);
INSERT INTO outbox VALUES (29, 1795255224000000, '', x'0ab8439d8d58e113400d49e01742cd8112ffbc2e15d363f35ac4b2412f8caae9', 'eve@work.example', 'player', 'eve', NULL, NULL, 'account', NULL, 'sent', 1, NULL, NULL, 0, 1795255224000000, NULL, NULL);
INSERT INTO outbox VALUES (30, 1795255225000000, '', x'7e2488b7807965ed2149e81657bd58478891d6b22e1de246ce507117114e932a', 'ann@fjord.test', 'player', 'ann', NULL, NULL, 'answer', NULL, 'sent', 1, NULL, NULL, 0, 1795255225000000, NULL, NULL);
INSERT INTO outbox VALUES (31, 1795255226000000, '', x'c464143f4753238679902c4b234152840d11bc648c0c630979f5f2377fa021cd', 'bob@sund.test', 'player', 'bob', NULL, NULL, 'answer', NULL, 'sent', 1, NULL, NULL, 0, 1795255226000000, NULL, NULL);
INSERT INTO outbox VALUES (32, 1795255227000000, '', x'f70f2e85f194c1a129fdca8b1bb2a17cb0b6042e3d79055c7956bbe22172d144', 'cai@voe.test', 'player', 'cai', NULL, NULL, 'answer', NULL, 'sent', 1, NULL, NULL, 0, 1795255227000000, NULL, NULL);
INSERT INTO outbox VALUES (33, 1795255228000000, '', x'7ed2d7d10705562720c387bdc8737ed682744b73a8d9043c611414acabb785ad', 'ann@fjord.test', 'player', 'ann', NULL, NULL, 'confirm-own', NULL, 'sent', 1, NULL, NULL, 0, 1795255228000000, NULL, NULL);
INSERT INTO outbox VALUES (34, 1795255229000000, '', x'5751b414cfb1d9d2e5f6cdcfc6ee7566c71dc8e0debed8864544d8f14359dcc0', 'bob@sund.test', 'player', 'bob', 'ann', NULL, 'tournament', NULL, 'sent', 1, NULL, NULL, 0, 1795255229000000, NULL, NULL);
INSERT INTO outbox VALUES (35, 1795255229000000, '', x'b5aa9ff5db180fae38d4d5b7401ca4ab614a7bf844752cf55932aff1930e0e2b', 'cai@voe.test', 'player', 'cai', 'ann', NULL, 'tournament', NULL, 'sent', 1, NULL, NULL, 0, 1795255229000000, NULL, NULL);
INSERT INTO outbox VALUES (36, 1795255229000000, '', x'1a0035c79f7a9d734798e4d9390e976f7e54016c63660948969561d35442d5a5', 'ann@fjord.test', 'player', 'ann', NULL, NULL, 'tournament', NULL, 'sent', 1, NULL, NULL, 0, 1795255229000000, NULL, NULL);
INSERT INTO outbox VALUES (37, 1795255230000000, '', x'6ce6bb48e0a66603072c33bc46a08c7f8582d8ec94fdba5a84f7166adac20f45', 'bob@sund.test', 'player', 'bob', NULL, 2, 'game', 'plain', 'sent', 1, NULL, NULL, 0, 1795255230000000, NULL, NULL);
INSERT INTO outbox VALUES (38, 1795255231000000, '', x'e915a0802cddb328e8dc6e87eb75ba81ece100fb5e4301d7a2f9a060ee910c15', 'bob@sund.test', 'player', 'bob', NULL, 2, 'game', 'plain', 'sent', 1, NULL, NULL, 0, 1795255231000000, NULL, NULL);
INSERT INTO outbox VALUES (39, 1795255231000000, '', x'd6f8c3e5d324bcf9db04687e879c16adc7e2302832d45d239d621bc1b2f62f1a', 'cai@voe.test', 'player', 'cai', NULL, 2, 'game', 'plain', 'sent', 1, NULL, NULL, 0, 1795255231000000, NULL, NULL);
INSERT INTO outbox VALUES (40, 1795255232000000, '', x'16f9ab59d054d9a13c9357a81db181a315e3f4b930166427d416af73c538c56f', 'bob@sund.test', 'player', 'bob', NULL, 2, 'answer', NULL, 'sent', 1, NULL, NULL, 0, 1795255232000000, NULL, NULL);
INSERT INTO outbox VALUES (41, 1795255233000000, '', x'8ba420f074a3e60aed7df31d318a0af861318f964964d7ede42de9186b825eb1', 'cai@voe.test', 'player', 'cai', NULL, 2, 'answer', NULL, 'sent', 1, NULL, NULL, 0, 1795255233000000, NULL, NULL);
INSERT INTO outbox VALUES (42, 1795255234000000, '', x'93e512d20c2e651b1ef48ba5c7b15698a248b04ba251e3fa9117042f9ecfbb6b', 'bob@sund.test', 'player', 'bob', NULL, 2, 'answer', NULL, 'sent', 1, NULL, NULL, 0, 1795255234000000, NULL, NULL);
INSERT INTO outbox VALUES (43, 1795255235000000, '', x'e1291d7a36f3d9d92b917a88528edfdfed7330c8d56e14ca4e2d02557a7a1b3f', 'bob@sund.test', 'player', 'bob', NULL, 2, 'game', 'weighty', 'sent', 1, NULL, NULL, 0, 1795255235000000, NULL, NULL);
INSERT INTO outbox VALUES (44, 1795255235000000, '', x'f9dc1f7af370dc495abcfd3c08ec2260323704a36a27b06712820ee5a2873d41', 'cai@voe.test', 'player', 'cai', NULL, 2, 'game', 'weighty', 'sent', 1, NULL, NULL, 0, 1795255235000000, NULL, NULL);
INSERT INTO outbox VALUES (45, 1795255235000000, '', x'73062b4c248ec8addca5656a99c18ec49c3b3d845b2a8911c26184bbfdad70a2', 'bob@sund.test', 'player', 'bob', NULL, NULL, 'tournament', NULL, 'sent', 1, NULL, NULL, 0, 1795255235000000, NULL, NULL);
INSERT INTO outbox VALUES (46, 1795255235000000, '', x'f71d006f3631830f2da6a154cd0604772a956bff84e5cde31cbdaf172a4e80b9', 'cai@voe.test', 'player', 'cai', NULL, NULL, 'tournament', NULL, 'sent', 1, NULL, NULL, 0, 1795255235000000, NULL, NULL);
INSERT INTO outbox VALUES (47, 1795255235000000, '', x'e428b3489772a936cf39778b0a79137ec89b490686fcb01074637d923ab15c7f', 'ann@fjord.test', 'player', 'ann', NULL, NULL, 'tournament', NULL, 'sent', 1, NULL, NULL, 0, 1795255235000000, NULL, NULL);
INSERT INTO outbox VALUES (48, 1795255236000000, '', x'1ef9abcd081238a8a03c6f702df88acb38cb1f667c1e56b7dadc155e6bd7f0d3', 'ann@fjord.test', 'player', 'ann', NULL, NULL, 'answer', NULL, 'sent', 1, NULL, NULL, 0, 1795255236000000, NULL, NULL);
INSERT INTO outbox VALUES (49, 1795255237000000, '', x'4e416e230329756ebfe66efbf224bcd6896a19c5dc995b53fcc6b82ea3ebaa4a', 'ann@fjord.test', 'player', 'ann', NULL, NULL, 'answer', NULL, 'sent', 1, NULL, NULL, 0, 1795255237000000, NULL, NULL);
INSERT INTO outbox VALUES (50, 1795255238000000, '', x'4c1a9210f37b5893750c52f532b83eeb9727bb3f2d007f87d7e2663334900c70', 'bob@sund.test', 'player', 'bob', NULL, NULL, 'answer', NULL, 'sent', 1, NULL, NULL, 0, 1795255238000000, NULL, NULL);
INSERT INTO outbox VALUES (51, 1795255239000000, '', x'e175ffe84d32f3b73a9249b9310494f08b3b589b97fd67e95f026f9354e96326', 'cai@voe.test', 'player', 'cai', NULL, NULL, 'answer', NULL, 'sent', 1, NULL, NULL, 0, 1795255239000000, NULL, NULL);
INSERT INTO outbox VALUES (52, 1795255240000000, '', x'eab792d6945efbf0b8bb14f3411239f5f6d0bcb1afaa5e16d3b230fde3336f88', 'dag@nes.test', 'player', 'dag', NULL, NULL, 'answer', NULL, 'sent', 1, NULL, NULL, 0, 1795255240000000, NULL, NULL);
INSERT INTO outbox VALUES (53, 1795255241000000, '', x'102c688b379e8125e539b5d32add319a0fc88920c0178f6d658773853aaf4b95', 'eve@else.test', 'player', 'eve', NULL, NULL, 'answer', NULL, 'sent', 1, NULL, NULL, 0, 1795255241000000, NULL, NULL);
INSERT INTO outbox VALUES (54, 1795255242000000, '', x'cf20ca8069b31397665d341b9cf93ad208a469c0e977860c5e89ea872b2abd9b', 'ann@fjord.test', 'player', 'ann', NULL, NULL, 'confirm-own', NULL, 'sent', 1, NULL, NULL, 0, 1795255242000000, NULL, NULL);
INSERT INTO outbox VALUES (55, 1795255243000000, '', x'3f6710be00e7792010571e54915429e287e205e3544a6849547932768b3a96e0', 'bob@sund.test', 'player', 'bob', 'ann', NULL, 'tournament', NULL, 'sent', 1, NULL, NULL, 0, 1795255243000000, NULL, NULL);
INSERT INTO outbox VALUES (56, 1795255243000000, '', x'ab169f2887efd2edc2e3f318f5d4bb35e4ec7b0b5870ee9efb060e870bbf3b57', 'cai@voe.test', 'player', 'cai', 'ann', NULL, 'tournament', NULL, 'sent', 1, NULL, NULL, 0, 1795255243000000, NULL, NULL);
INSERT INTO outbox VALUES (57, 1795255243000000, '', x'4191441810eda7bbc0b39ea410d6399b34f8dc0ff3740b095ad4dd2f061cf88b', 'dag@nes.test', 'player', 'dag', 'ann', NULL, 'tournament', NULL, 'sent', 1, NULL, NULL, 0, 1795255243000000, NULL, NULL);
INSERT INTO outbox VALUES (58, 1795255243000000, '', x'6ce16425b002a7926361e73e8e9beaad1686068985d37adf71f690b7af063308', 'eve@else.test', 'player', 'eve', 'ann', NULL, 'tournament', NULL, 'sent', 1, NULL, NULL, 0, 1795255243000000, NULL, NULL);
INSERT INTO outbox VALUES (59, 1795255243000000, '', x'3033d6fdcd1c115a49abc77e04cb5b1c16a24d3228955626afd06cd4e648865f', 'ann@fjord.test', 'player', 'ann', NULL, NULL, 'tournament', NULL, 'sent', 1, NULL, NULL, 0, 1795255243000000, NULL, NULL);
INSERT INTO outbox VALUES (60, 1795255244000000, '', x'2b63dc29d699b4c31f8e950937dabb2fda5592f2ac023d8c4cbf100e7f00e6b2', 'bob@sund.test', 'player', 'bob', NULL, 3, 'game', 'plain', 'sent', 1, NULL, NULL, 0, 1795255244000000, NULL, NULL);
INSERT INTO outbox VALUES (61, 1795255244000000, '', x'2fb6aa9d0d43283535458313c6a570c5fec00120f75b2ee0fb0a8729423c996c', 'eve@else.test', 'player', 'eve', NULL, 3, 'game', 'plain', 'sent', 1, NULL, NULL, 0, 1795255244000000, NULL, NULL);
INSERT INTO outbox VALUES (62, 1795255245000000, '', x'da8abc769fe81b19bb60a7cfee9104305df2d2d3c4ca331abeec66a6052872cb', 'bob@sund.test', 'player', 'bob', NULL, 3, 'game', 'plain', 'sent', 1, NULL, NULL, 0, 1795255245000000, NULL, NULL);
INSERT INTO outbox VALUES (63, 1795255245000000, '', x'c58cb43089651d73e0838fb176bfed4f67ef4560f47f5773ca4dfc8b07060a56', 'eve@else.test', 'player', 'eve', NULL, 3, 'game', 'plain', 'sent', 1, NULL, NULL, 0, 1795255245000000, NULL, NULL);
INSERT INTO outbox VALUES (64, 1795255246000000, '', x'5bab116848ab18a444884bcc1baa3675fc29d9f68e15c19c5acac6c3379577d8', 'cai@voe.test', 'player', 'cai', NULL, 4, 'game', 'plain', 'sent', 1, NULL, NULL, 0, 1795255246000000, NULL, NULL);
INSERT INTO outbox VALUES (65, 1795255246000000, '', x'935627e5ceae9e59073b47196f93e89584d45bfab36a774d345645af10069d08', 'dag@nes.test', 'player', 'dag', NULL, 4, 'game', 'plain', 'sent', 1, NULL, NULL, 0, 1795255246000000, NULL, NULL);
INSERT INTO outbox VALUES (66, 1795255247000000, '', x'54b2912c10a7abc44f98aeeedb64287c47d59a41520ffe6a96554974e5de2643', 'bob@sund.test', 'player', 'bob', NULL, 3, 'game', 'weighty', 'sent', 1, NULL, NULL, 0, 1795255247000000, NULL, NULL);
INSERT INTO outbox VALUES (67, 1795255247000000, '', x'25c0d0645a5802573cf517d9f2ec4587259a9add33a51a17b550182af828fd94', 'eve@else.test', 'player', 'eve', NULL, 3, 'game', 'weighty', 'sent', 1, NULL, NULL, 0, 1795255247000000, NULL, NULL);
INSERT INTO outbox VALUES (68, 1795255248000000, '', x'9c953c817981de241b9c0aae4945688f83ccf2c0041a5ea923dfaed9f2508aed', 'ann@fjord.test', 'player', 'ann', NULL, NULL, 'answer', NULL, 'sent', 1, NULL, NULL, 0, 1795255248000000, NULL, NULL);
INSERT INTO outbox VALUES (69, 1795284048000000, '', x'cb92f44221ade14d40487f56c31103d57ad559e41a000cc71e8feb8a97264d97', 'cai@voe.test', 'player', 'cai', NULL, NULL, 'digest', NULL, 'sent', 1, NULL, NULL, 0, 1795284048000000, NULL, NULL);
INSERT INTO outbox VALUES (70, 1795600849000000, '', x'8cbf685ba2b2f37570ccb9b9a34ced379504da1930e42d9e64a2c60ad0ca87b7', 'ann@fjord.test', 'player', 'ann', NULL, 5, 'game', 'weighty', 'sent', 1, NULL, NULL, 0, 1795600849000000, NULL, NULL);
INSERT INTO outbox VALUES (71, 1795600849000000, '', x'fd4c2d07eac766994a6556d8fa57f7fe33515fe1d536857dc54a183b1d4978f5', 'dag@nes.test', 'player', 'dag', 'ann', 5, 'game', 'weighty', 'sent', 1, NULL, NULL, 0, 1795600849000000, NULL, NULL);
INSERT INTO outbox VALUES (72, 1795600850000000, '', x'ddbe900e8f331205cc3c4a5c78d88c503ca3ab44637d0cada0a968583d3f6f43', 'ann@fjord.test', 'player', 'ann', NULL, 5, 'game', 'weighty', 'sent', 1, NULL, NULL, 0, 1795600850000000, NULL, NULL);
INSERT INTO outbox VALUES (73, 1795600850000000, '', x'a927f9da0f3770d5253e07416dcf8c5f2e15de69b50f30edf69123680f1a20e1', 'dag@nes.test', 'player', 'dag', NULL, 5, 'game', 'weighty', 'sent', 1, NULL, NULL, 0, 1795600850000000, NULL, NULL);
INSERT INTO outbox VALUES (74, 1795600851000000, '', x'b31b6e3ea47e56de123034f93888c66783e94d8d9a17a092b34f69bd633b7e75', 'ann@fjord.test', 'player', 'ann', NULL, 5, 'game', 'plain', 'sent', 1, NULL, NULL, 0, 1795600851000000, NULL, NULL);
INSERT INTO outbox VALUES (75, 1795600851000000, '', x'32df4c25540c7c23e3d7f6ac856b804cad58f9b47df1ca98a623d6e416c8cd1f', 'dag@nes.test', 'player', 'dag', NULL, 5, 'game', 'plain', 'sent', 1, NULL, NULL, 0, 1795600851000000, NULL, NULL);
INSERT INTO outbox VALUES (76, 1795600852000000, '', x'86fdd6eafdb88eefe52b5f93c205f975e953778f91e8122cc247a4d040245124', 'ann@fjord.test', 'player', 'ann', NULL, 5, 'game', 'plain', 'sent', 1, NULL, NULL, 0, 1795600852000000, NULL, NULL);
INSERT INTO outbox VALUES (77, 1795600852000000, '', x'a195ffc17a7c1f3aad108500d4300fcf3c2b719c5f781ea9337de9d6f2e10f2f', 'dag@nes.test', 'player', 'dag', NULL, 5, 'game', 'plain', 'sent', 1, NULL, NULL, 0, 1795600852000000, NULL, NULL);
INSERT INTO outbox VALUES (78, 1795600853000000, '', x'67710cfb272c5442517abdb1ffe2c8ccc3acddef4c381311f9fbd12083bd7e9e', 'ann@fjord.test', 'player', 'ann', NULL, 5, 'game', 'plain', 'sent', 1, NULL, NULL, 0, 1795600853000000, NULL, NULL);
INSERT INTO outbox VALUES (79, 1795600853000000, '', x'ce7d1fefeef798ffe929ab1d4cd47848ce3381d2cbb8aa41261a8b1fb5a3ba59', 'dag@nes.test', 'player', 'dag', NULL, 5, 'game', 'plain', 'sent', 1, NULL, NULL, 0, 1795600853000000, NULL, NULL);
INSERT INTO outbox VALUES (80, 1795600854000000, '', x'1f80cf08ce5bbb7b695a581df19f5e280bd2248e6a557f90e192dc5298f6f704', 'ann@fjord.test', 'player', 'ann', NULL, 5, 'game', 'weighty', 'sent', 1, NULL, NULL, 0, 1795600854000000, NULL, NULL);
INSERT INTO outbox VALUES (81, 1795600854000000, '', x'8c8d45057e97958c180293817da4f269baabaeb29eca3f5c575383b9b0887185', 'dag@nes.test', 'player', 'dag', NULL, 5, 'game', 'weighty', 'sent', 1, NULL, NULL, 0, 1795600854000000, NULL, NULL);
INSERT INTO outbox VALUES (82, 1795600855000000, '', x'8fd10988679b539b93c2b62f91752914239bd3b7f7ecc8b349f3278bf4832d68', 'dag@nes.test', 'player', 'dag', NULL, 6, 'game', 'weighty', 'sent', 1, NULL, NULL, 0, 1795600855000000, NULL, NULL);
INSERT INTO outbox VALUES (83, 1795600855000000, '', x'd731c147e4f946a695cfb2404b7e4201d6c64f3a0703cb27d77d6907c4a8cf53', 'eve@else.test', 'player', 'eve', 'dag', 6, 'game', 'weighty', 'sent', 1, NULL, NULL, 0, 1795600855000000, NULL, NULL);
INSERT INTO outbox VALUES (84, 1795600856000000, '', x'470df1fbbd987a8da2c2b078e1ab32e1f48fc4b1ac6974a03bb7dbb68b679652', 'eve@else.test', 'player', 'eve', NULL, NULL, 'answer', NULL, 'sent', 1, NULL, NULL, 0, 1795600856000000, NULL, NULL);
INSERT INTO outbox VALUES (85, 1795600857000000, '', x'603fc2dde9b8dd5da6a570ce15c2a3c236ee889aa9ddc7dd6d9597facb4903e4', 'eve@else.test', 'player', 'eve', NULL, 8, 'game', 'weighty', 'sent', 1, NULL, NULL, 0, 1795600857000000, NULL, NULL);
INSERT INTO outbox VALUES (86, 1795600857000000, '', x'0b71ad2e9d16506a51eedae35493cffee8edcc9de088a6e0a118fde61cdc05ef', 'gro@dal.test', 'player', 'gro', NULL, 8, 'game', 'weighty', 'sent', 1, NULL, NULL, 0, 1795600857000000, NULL, NULL);
INSERT INTO outbox VALUES (87, 1795600857000000, '', x'36dfc0e07345b588ad31813bd5d2ebad4d78218abe880ecd42c579d009758a13', 'gro@dal.test', 'player', 'gro', NULL, NULL, 'answer', NULL, 'sent', 1, NULL, NULL, 0, 1795600857000000, NULL, NULL);
INSERT INTO outbox VALUES (88, 1795600858000000, '', x'c514de299d997b8a292e2bdfaa619281e11434ff16a2bf6c858ade2d8e5eaf12', 'gro@dal.test', 'player', 'gro', 'ann', 1, 'observed', NULL, 'sent', 1, NULL, NULL, 0, 1795600858000000, NULL, NULL);
INSERT INTO outbox VALUES (89, 1795600858000000, '', x'20f1da40a31edd4ee3aa6c98f62d680bd4f5ca2f506e5e58539f3d4d1f55efb5', 'ann@fjord.test', 'player', 'ann', NULL, 1, 'game', 'plain', 'sent', 1, NULL, NULL, 0, 1795600858000000, NULL, NULL);
INSERT INTO outbox VALUES (90, 1795600858000000, '', x'e410b01a6bbce648cc0d40b97770d2794d925526f84d41f46427e21c57c4b96f', 'bob@sund.test', 'player', 'bob', NULL, 1, 'game', 'plain', 'sent', 1, NULL, NULL, 0, 1795600858000000, NULL, NULL);
INSERT INTO outbox VALUES (91, 1795600858000000, '', x'b989a7f5a1048de461c9f14fea475af03ee7f23fb6dd2425461e4add7dfdf9de', 'ann@fjord.test', 'player', 'ann', NULL, NULL, 'answer', NULL, 'sent', 1, NULL, NULL, 0, 1795600858000000, NULL, NULL);
INSERT INTO outbox VALUES (92, 1795600859000000, '', x'fd6b6438cb8043449785b6000631418380407990a1dc563bede0ceff541dc07c', 'ann@fjord.test', 'player', 'ann', 'bob', 1, 'game', 'weighty', 'sent', 1, NULL, NULL, 0, 1795600859000000, NULL, NULL);
INSERT INTO outbox VALUES (93, 1795600859000000, '', x'4d5320b5be83a7988c92fe70963719f03ab24d68245675d725f4a7c01ab49856', 'bob@sund.test', 'player', 'bob', NULL, 1, 'game', 'weighty', 'sent', 1, NULL, NULL, 0, 1795600859000000, NULL, NULL);
INSERT INTO outbox VALUES (94, 1795600860000000, '', x'2d8e074e4ecc152dc16703d77f9f82d7e8a3f90aa2674f7660e5bae82b455c7a', 'ann@fjord.test', 'player', 'ann', 'dag', 9, 'game', 'weighty', 'sent', 1, NULL, NULL, 0, 1795600860000000, NULL, NULL);
INSERT INTO outbox VALUES (95, 1795600860000000, '', x'6e14245b605e19215304f468704c33f95a598c285880dc0881ad096bf43eacef', 'dag@nes.test', 'player', 'dag', NULL, 9, 'game', 'weighty', 'sent', 1, NULL, NULL, 0, 1795600860000000, NULL, NULL);
INSERT INTO outbox VALUES (96, 1795600861000000, '', x'37dc7bedd239384761fe241045b6128745e85999ebf7a5f11c3fefbf816ac9cd', 'ann@fjord.test', 'player', 'ann', NULL, 9, 'game', 'weighty', 'sent', 1, NULL, NULL, 0, 1795600861000000, NULL, NULL);
INSERT INTO outbox VALUES (97, 1795600861000000, '', x'f214e4b513fab49bf7130e0ab172adde7ae46fa4da256b83bdead9f2d4f697b1', 'dag@nes.test', 'player', 'dag', NULL, 9, 'game', 'weighty', 'sent', 1, NULL, NULL, 0, 1795600861000000, NULL, NULL);
INSERT INTO outbox VALUES (98, 1795600862000000, '', x'126f21220cb3387039201b81d3a7375b6893edab7182024da5b8ddb7e9817d29', 'ann@fjord.test', 'player', 'ann', NULL, 9, 'answer', NULL, 'sent', 1, NULL, NULL, 0, 1795600862000000, NULL, NULL);
INSERT INTO outbox VALUES (99, 1795600863000000, '', x'47828c28aa5db3669210dd0dafc1d3d81047b06d50b6e77a3bc7b97b27f8e454', 'ann@fjord.test', 'player', 'ann', NULL, 10, 'game', 'weighty', 'sent', 1, NULL, NULL, 0, 1795600863000000, NULL, NULL);
INSERT INTO outbox VALUES (100, 1795600863000000, '', x'a8c8d2934eec1303157b02193812eabb48fa3904a379bbc33e1c408bf05ca66e', 'eve@else.test', 'player', 'eve', 'ann', 10, 'game', 'weighty', 'sent', 1, NULL, NULL, 0, 1795600863000000, NULL, NULL);
INSERT INTO outbox VALUES (101, 1795600864000000, '', x'55a910850ec98a304aeddeabe34b538d0140a3401029f91461c207b7c49a184f', 'ann@fjord.test', 'player', 'ann', NULL, 10, 'game', 'weighty', 'sent', 1, NULL, NULL, 0, 1795600864000000, NULL, NULL);
INSERT INTO outbox VALUES (102, 1795600864000000, '', x'b965cb6a5ecebd2554a6d12d5f57328d4ea10382dac69616203bb4528a2ed396', 'eve@else.test', 'player', 'eve', NULL, 10, 'game', 'weighty', 'sent', 1, NULL, NULL, 0, 1795600864000000, NULL, NULL);
INSERT INTO outbox VALUES (103, 1795600865000000, '', x'2e2d7d77235acfd4ac78132481630eec97fc235e3687d94fac4412a100e85c70', 'eve@else.test', 'player', 'eve', NULL, 8, 'game', 'plain', 'sent', 1, NULL, NULL, 0, 1795600865000000, NULL, NULL);
INSERT INTO outbox VALUES (104, 1795600865000000, 'tafl+b.76thv5q6tvswbtc5@club.test', x'02d4a2e363a2a690aa3ad0c66a5370b4764a70f0f6c1074f067e1ca96a0f841b', 'gro@dal.test', 'player', 'gro', NULL, 8, 'game', 'plain', 'given-up', 1, NULL, NULL, 0, 1795600865000000, '550 5.1.1 no such user', NULL);
INSERT INTO outbox VALUES (105, 1795600865000000, '', x'3dfe7fbf8c906143e4c46996981dd1c724d05758bf1dfcfd69f00e45c720ab4b', 'eve@else.test', 'player', 'eve', NULL, NULL, 'unreachable', NULL, 'sent', 1, NULL, NULL, 0, 1795600865000000, NULL, NULL);
INSERT INTO outbox VALUES (106, 1795644065000000, '', x'032ef7b8e8dadbb9ac6b9726be0d97be69e3a06293162c4d0b0b1f059a97cd68', 'ann@fjord.test', 'player', 'ann', NULL, NULL, 'reminder', NULL, 'sent', 1, NULL, NULL, 0, 1795644065000000, NULL, NULL);
INSERT INTO outbox VALUES (107, 1795881665000000, '', x'94491d7de3df9d8e93da20c025749d7b285271c497abc3b64d82a52bbe615aab', 'ann@fjord.test', 'player', 'ann', NULL, NULL, 'given-back', NULL, 'sent', 1, NULL, NULL, 0, 1795881665000000, NULL, NULL);
INSERT INTO outbox VALUES (108, 1795881666000000, '', NULL, 'p0@crowd.test', 'stranger', NULL, NULL, NULL, 'signup', NULL, 'sent', 1, NULL, NULL, 0, 1795881678000000, NULL, NULL);
INSERT INTO outbox VALUES (109, 1795881667000000, '', NULL, 'p1@crowd.test', 'stranger', NULL, NULL, NULL, 'signup', NULL, 'sent', 1, NULL, NULL, 0, 1795881678000000, NULL, NULL);
INSERT INTO outbox VALUES (110, 1795881668000000, '', NULL, 'p2@crowd.test', 'stranger', NULL, NULL, NULL, 'signup', NULL, 'sent', 1, NULL, NULL, 0, 1795881678000000, NULL, NULL);
INSERT INTO outbox VALUES (111, 1795881669000000, '', NULL, 'p3@crowd.test', 'stranger', NULL, NULL, NULL, 'signup', NULL, 'sent', 1, NULL, NULL, 0, 1795881678000000, NULL, NULL);
INSERT INTO outbox VALUES (112, 1795881670000000, '', NULL, 'p4@crowd.test', 'stranger', NULL, NULL, NULL, 'signup', NULL, 'sent', 1, NULL, NULL, 0, 1795881678000000, NULL, NULL);
INSERT INTO outbox VALUES (113, 1795881671000000, '', NULL, 'p5@crowd.test', 'stranger', NULL, NULL, NULL, 'signup', NULL, 'sent', 1, NULL, NULL, 0, 1795881678000000, NULL, NULL);
INSERT INTO outbox VALUES (114, 1795881672000000, '', NULL, 'p6@crowd.test', 'stranger', NULL, NULL, NULL, 'signup', NULL, 'sent', 1, NULL, NULL, 0, 1795881678000000, NULL, NULL);
INSERT INTO outbox VALUES (115, 1795881673000000, '', NULL, 'p7@crowd.test', 'stranger', NULL, NULL, NULL, 'signup', NULL, 'sent', 1, NULL, NULL, 0, 1795881678000000, NULL, NULL);
INSERT INTO outbox VALUES (116, 1795881674000000, '', NULL, 'p8@crowd.test', 'stranger', NULL, NULL, NULL, 'signup', NULL, 'sent', 1, NULL, NULL, 0, 1795881678000000, NULL, NULL);
INSERT INTO outbox VALUES (117, 1795881675000000, '', NULL, 'p9@crowd.test', 'stranger', NULL, NULL, NULL, 'signup', NULL, 'sent', 1, NULL, NULL, 0, 1795881678000000, NULL, NULL);
INSERT INTO outbox VALUES (118, 1795881678000000, '', NULL, 'hal@sea.test', 'stranger', NULL, NULL, NULL, 'signup', NULL, 'sent', 1, NULL, NULL, 0, 1795881678000000, NULL, NULL);
INSERT INTO outbox VALUES (119, 1795881679000000, 'tafl+b.18myb89q0w3nghnw@club.test', x'f980808485d69fc4e28f485f27c0ee26bfe1cc04630e3582978e641d9f7ac9af', 'dag@nes.test', 'player', 'dag', NULL, NULL, 'confirm', NULL, 'waiting', 0, 1795881679000000, NULL, 0, NULL, NULL, NULL);
INSERT INTO outbox VALUES (120, 1795881680000000, 'tafl+b.8j8v0ecwbj2k460g@club.test', x'ecef9c45ea73ca62b8e73b9955f197e688b5d4626612f18c625ab1078a8d0e9f', 'dag@nes.test', 'player', 'dag', NULL, NULL, 'confirm', NULL, 'waiting', 0, 1795881680000000, NULL, 0, NULL, NULL, NULL);
INSERT INTO outbox VALUES (121, 1795881681000000, 'tafl+b.9xaxepay88zb981b@club.test', x'28c7b1c09ccd85d378cf70a4250b090b49a7fea83b09df771d5b99a3cb96d3f6', 'dag@nes.test', 'player', 'dag', NULL, 6, 'unproven', NULL, 'waiting', 0, 1795881681000000, NULL, 0, NULL, NULL, NULL);
INSERT INTO outbox VALUES (122, 1795881684000000, '', NULL, 'eve@sea.example', 'stranger', NULL, NULL, NULL, 'address', NULL, 'waiting', 0, 1795881684000000, NULL, 0, NULL, NULL, NULL);
INSERT INTO outbox VALUES (123, 1795881684000000, 'tafl+b.hppge0fqqvxd13dh@club.test', x'90a1aa24886b9bf7eb3f7010cf9e73917873d5a2fdb821134003090e465ebd08', 'eve@else.test', 'player', 'eve', NULL, NULL, 'answer', NULL, 'waiting', 0, 1795881684000000, NULL, 0, NULL, NULL, NULL);
INSERT INTO outbox VALUES (124, 1795881685000000, 'tafl+b.bx5zbaz8tm16secc@club.test', x'eb9b1b3672862bef6c50e273b4105f2134cb7d321e639c256d91a8ab78f7e048', 'eve@else.test', 'player', 'eve', NULL, NULL, 'unproven', NULL, 'waiting', 0, 1795881685000000, NULL, 0, NULL, NULL, NULL);
INSERT INTO outbox VALUES (125, 1795881686000000, 'tafl+b.9vdvbaejc405gahh@club.test', x'43b621c96710709e11db713f75bff6cce594e594171671e1548bca197e3969dc', 'eve@else.test', 'player', 'eve', NULL, NULL, 'unproven', NULL, 'waiting', 0, 1795881686000000, NULL, 0, NULL, NULL, NULL);
INSERT INTO outbox VALUES (126, 1795881687000000, 'tafl+b.21mvzfzxxsf0smvb@club.test', x'26a14d8ffd4853fd474b946d5bfa6e82572b3c9f45dc22fd585960ff74fea126', 'dag@nes.test', 'player', 'dag', NULL, 4, 'game', 'plain', 'waiting', 0, 1795881687000000, NULL, 0, NULL, NULL, NULL);
INSERT INTO turn_told VALUES (17, 1, 0);
INSERT INTO turn_told VALUES (34, 2, 0);
INSERT INTO turn_told VALUES (38, 2, 2);
INSERT INTO turn_told VALUES (55, 3, 0);
INSERT INTO turn_told VALUES (56, 4, 0);
INSERT INTO turn_told VALUES (61, 3, 1);
INSERT INTO turn_told VALUES (62, 3, 2);
INSERT INTO turn_told VALUES (65, 4, 1);
INSERT INTO turn_told VALUES (72, 5, 0);
INSERT INTO turn_told VALUES (75, 5, 1);
INSERT INTO turn_told VALUES (76, 5, 2);
INSERT INTO turn_told VALUES (79, 5, 3);
INSERT INTO turn_told VALUES (85, 8, 0);
INSERT INTO turn_told VALUES (90, 1, 1);
INSERT INTO turn_told VALUES (96, 9, 0);
INSERT INTO turn_told VALUES (101, 10, 0);
INSERT INTO turn_told VALUES (104, 8, 1);
INSERT INTO letter_words VALUES (69, 0, 'bob', 2, '', 1795284048000000);
INSERT INTO letter_words VALUES (80, 0, 'dag', 5, 'That was short.', 1795600854000000);
INSERT INTO letter_words VALUES (92, 0, 'bob', 1, 'Bist du einverstanden?' || char(10) || '-----' || char(10) || 'Bob vom Sund', 1795600859000000);
INSERT INTO mistake VALUES (40, 'bob', 4299612374000645082, 1795255232000000);
INSERT INTO mistake VALUES (41, 'cai', -4023039299079945211, 1795255233000000);
INSERT INTO mistake VALUES (42, 'bob', 4285625662089443029, 1795255234000000);
INSERT INTO mistake VALUES (98, 'ann', 7747268017525541712, 1795600862000000);
INSERT INTO mistake VALUES (121, 'dag', -1100310222938120131, 1795881681000000);
INSERT INTO mistake VALUES (124, 'eve', 2755406871386333565, 1795881685000000);
INSERT INTO bounce VALUES (104, 'gro@dal.test', 1795600865000000, '5.1.1', 'weighed', 'no');
INSERT INTO to_genuine VALUES (118);
INSERT INTO letter_text VALUES (104, x'01eddd4d6f82301807f0bb89df81e3920d034ea07ada699f60c9ce201597b9301981659f7e29f2d242555e430bcf510553dbc78ad0df1f0e52b6ccf0181967338c7e6227dc1b579072aecb53a2ec05fe8b6b9f92a7289ffc66c727270e5c373d92443b05475889c8f6994c7ec7ee13e1604ce2a2bed30cae4c462b7d157b472ffcd6d69fe7afbf5f64784c6b4a2c19ddd8ba8c92d18a7c0cf6cd28925c7db96f904cb5ac0f8e8cdcc376bdc58eeb3aa6a5e367c7d0adcd01ed37f646332d23e3c8f7361b8d23939153c9d0a964ec5432780947262594a7fdd8866af3509617f8d5280026ef67cdc4fdbc061f041b1655a8ef349dc4a63cea9cc49fe5c23f2859e24f2dbf5ca05c5a3073527f32987c23f587cdcba1fc723571a7e4970ba04cf364c62ffb54eacfe571e1971f48180fef1d32bf9cebe5721b387e99fd14a5f8c24a3f147ef94a4f36f4cb35c36b92f2a20033a93dfe3ff8a4e028c09cefd93963a86bca5047618aa34b91b79c29662d4cf9531875b0d77e2e63cfeaf43ea9814d059bdae08c3cd854b0a9f72fa2f12fdb4a70157632d76e67cef72454aae2ef253d91137f2fa0aa920d18542ea055914a1056cd8bdc7d5397abf3f680135b3c3c90059981571d7cd5b98054b579f10b34189229d5feed1e4ccf303d8f6f52a7684b41a48a7b6c0d2c55907217fa9749ccbd2413a942f6a13c853be7ef875c3655cc3e14f5fc0114395055a0aa405505a5aa6596aa7054ea72d192a536b95d60bac8b4ab4b6dbcaab54fa59aae72adab54ebdfb7b0cb725756a98e71fbc37e84cf2dff50a12939d7a0480ababc84239c8a142ff03baa9e81db14b4953c03b7ab89deb9b7d29ae89d7f');
INSERT INTO letter_text VALUES (119, x'01e59cdb4ec24010865fa531e91d98ed41a05e28c6c4c407305c4fbb4b5ba55b71a9a43ebdf9670b948310050f8997b4653a7bfea7c9f7ef8094bd4151c783682ae6814e333dff00525ed2e50da22c291d6a65f8528b4f1e11f86c4bcbc00a26bd5ef2c834eb00e15af1c8bd4be15d7ad14e1e99cec5793a1d0f62aa8d282e9ea661fcb696c3068c4c7b9ede44918b7e344c26b9d2b355b01688bc7dfbd418722bb35340c8b1507d6f10fa92a427a5086512065138eef7c230a1c40b1b08f9d063bf062163e4ba18ba2ec6ae8bc16308f9c66a7b2ef8726d8b0b4d85ea58b98fed31d7a915fba8369e5f6c709ae1c2dc0afd17140ccb0d56c1b90777337a5588e0c40af64ca5863ba1b5f2696c9e22fcbe47e9919b45b0ce627bb62de015c4c9e4da09d84bc8a6f65861ac1d87cd20394a9310ded88ea34bf61690e5a235d66b68d1b48c9e51e530eef7602a9aa00b6d89a3959288e7982ac99c69a50c9c3c9d395c8a5030727ceb95d0e44931d387dc3fbcfdf0abf90fdcb570e884ab014c9d34977459ae65736f42354e25d89c7c792efd6bf270f7246f89801f9fed9b8ae2f33e38ab95d26ac7514ba6398079ddacc73c7601ad7f84f80d779bd308b87d07dd96f21891717d819e777d519795ebdfbabe9094bac1dd4a64d4ca9c5dd5ca7c42027d4316ba3cbbd2e59636fe33dbde3ee975683b84f47a07');
INSERT INTO letter_text VALUES (120, x'01e55c5d6f9b4010fc2b28126fb675c61893a84a1345aa941f50e579f19de11cfb707210cabfaf660f30fea8a3c86e13a9af1c5ef66ebdcb0cd2cc119172bc8cdf849a57c932780e2391fe41a4dca9cb1b89b2a4f4ce28cb977afae427823edba9656005937eeff4c8540c20e1daea91a31b31be09c4513d328dc428a14d34bb96d1cbb35cd0e457b693c39e18994edcbd2f455ec7e26ebed2ca14db603d21f2e1f2a565c8bdcc2e214256e14c448292641145e399a2389ccac93452144e49c5e17523427eefb64f1321a37243946e88da0d513c1621df3b6ccf844f1b472e0cadd5c0c17d8c476d5207f6c13636af2e3815b85039a0ff0ac2d00d5805e71eac66f4a610c14b14ec997203774267e5b3d2f06f1ab3d0ef11d443db36d8a01dcf6e07dc419c8c36de84bd845c6acb12b5f63c3683e4284d4278623f8ec9d95b40e6ed6e9cd750bbb58c3660392cf7fb694b5ae1081dc5314a49c4f36c39cfbc97525938797a155c8a401839bef34a68f2a484d5877c3e3c7ef8d1fc033e5a3874c2d500a64e86295da68d6cd65654e3ad049b131ca7b6ad110353e6eef14cd5b405bb974c504d5e8dbcc785b7cec1a0912a6a6abd79be86855585648a4cd59d354345bab08daf0d781a17caed46c9feb98fcef857ffd71ac8e3edd68323ffbceff6b1cdc71d79b63ddbdbc759cddb4001eee0dd98e7b6f2eee790cff0d9b90c943cf5ca3dc0404f64fd40e0e4fd40d479e9070f7e2024a5fee4c716eed4ca5eddd6ca7e008cfd852c4c7e756bf20394fe6506f0b73e73f81a93f8142e7d6f420397fe06');
INSERT INTO letter_text VALUES (121, x'01ed9ddb8e82301086ef4d7c873ec04aacab78b832fb0cbe4091aa244a1570957dfacd5f40d4c503abd1a27365829d52ed3874daf97e0b20e5fe566ce552c4bdde8fd3ef71e704a4bca3cb5344d915d3a12f437de9229f6cebf6ec9b49c837a47cb2883e8074e57cb23d68f2418b17f2c9b6d5b4ec563095cd55ec4eb6ee6a190707633a8293ed33ad8fd1e4458f0fc7734ffa51ded91e986c5bf8acf9bd8a0c0a41652ce1bdff60ca7b23bd07a43cf9ec745a82b7e5a4df1a37db8ee4fdb6630bd171ba9cf3ae4c21e54bcd9e062963261b98ca06e6b281c9d490f26826d914d9a0f2333f83b810f31514e8a66b7f9024243bedadbd77213ba6232d06184b00fcf5da57da89089173692db7d082cfee0c331b9dbae4fd661d94a49adf560be81aaaf91ab1a0a26fb224d57c4aaa25254535c1e7455a22224bcaff26e33aff04218ad744dc10eee985995c85de5898eb88abf3765f6dd00d526ce1cd433ceeb5abfa70679dc7baaa5e83c721f62757a2998c1994fad032b4d8483147e61e2990844f14f64ad23544923bd76b5aec42df1b524201db045e946289cbb988b1da80f89dcba0d10a5d0be6c89997485eb1b15a40d6cbba2146bc35715a1cbc0e177ff78c627b3ddf18ce88552556b5c40e3db1aac4aa5e3e54abe231ae81e7ab7482fba284eaab5a995c4160a615b1aa159b30b27a8ad33f135da5a856856249d39e7344ad568df2785708f511ae5d296ad55082db4060f551bf0062555f71194211daa008fd4c38f5f55c9bc05423972104a61ae2e964f516602af9063de68853a5034e3ae0244495105542542b84a896634e4f17981e7291a52a4d5350212f373d2828bcadee94f92a4afefdeca6ba53a6d641bd7687bad373ccc3a57a54300fbf');
INSERT INTO letter_text VALUES (122, x'01e59c4d6f82401086ef26fe878d093725eb4a413c985e7b6bd243cf8b0c8a1f4c6511c3bf6f66972f2bd198927ae8799761997dc3cc1c9eb7933faec1f1923e861c5e15c8ca09b0451fbfef412a602b4ca2383d18b84686a1eed4a81dad02d70cb2ccc6846d350cb2bbe0d385703a19646973db3d46fe6eebbe4cfd7ce7ee727171b81f00b2bcb1bb7f76b815ba0f7238f0420110f933197a108839f7c50aa6b379e8781078915392c3f7b63d8d1ca6d44f28f7134afe84b2afc9e10f3c00a9931a780c64b02fa8dd1eb3afbd2c14dbd4f83a597652e72eb3468e64b3739649a686830cf51366d0bbd05986a8f1b7379a0aa426b3148eabffa639a5e6efcd50b03dd10d325680ba16b68e1267ec2c09dbd233481d29418dfd87482b9b3859dbecb31c8b6a6b01fd8a38211497fc58f44093c2f1044a9f2bc2748de429651c84141af782e663ec5f5cf2bfe6f8bad5d72aa9bdc89065381cdc9461eb8d0fe9b12c349da2bc8cf95c755e8eeecff084e9a7edb9552aaeeab5a97296e0659db304a7b4904b8a498c257884a925782599a6601740ab9083e5f0d6ad8e961d57fd40cbf167e74f70b44cf07eb371ef9745cdc637');
INSERT INTO letter_text VALUES (123, x'01e59c4d0ac2301484f78277f00056d218dbe84a4fe13a699e3658abb5c59fdbcba4a556ad0a2228b84d420899f0f266f14d0ba41c6fb74b628b2cdb1f8d3f34f10348b9a6cb2b4499f634a5242737d60094cb6c04f464c5a6dea3669255d107c67561928309f3275cb432c96ac00624e2933c65e37065227f2db2ab73dc00c9eac9ea5b1c792dc5344a2ca5c565b3068c7c3fdd8a22a349b7ef80c88d737d024356c43917dc081dea280804e35268a9c348d342327f5461c8af967d0d43866e1e84f3a09c07e91c863c435213f29e62058b4129daf6022f0bcf2f2755a755f6e688e7b10ed42a4b2819e712bb1d1451ea3b8b60d3deb08afc29632a8c712ea3a2bbf232e907f6e060930471953bb80fc7f7bf7d817f0ddc51abb28dbfef97247e565d5f498fea7a06');
INSERT INTO letter_text VALUES (124, x'01e59ccd8e82301485f726be030f2084522b3f2b9e6056f302a5bd512285451b9df0f4e6740ca2d3d164c6c4855b5a2e0da769ef597c270029375f626ce45838c3369694fa05529ee8f233a24c07aaa9b3e49fcd00e5ef6c04f4646e986a4c4cb2742b605c17267953a5acca44904996499a98f59e978ddb1d2dcf6ca1ccd53a6e80647967f62d8e6c0a51abaea5de5d8acd60e49fc34114194d7afb171079b6ae6760c8b9d24ca47acd4b9ee54cab5250c973629c51aa738ea041ec9047d35e862143b718c2c5502e86741e43fe4447ef912ae7cd02422401dec312d08192e86370bbb6df464769233d20b82be07722b95c747eb7e33def51b612f93fde30f4441a5f988a27fff8596f0dd799a08a57f7dc6be4bc776a3e9219a7e609');
INSERT INTO letter_text VALUES (125, x'01ed9cdf6e832014c6ef9bf41d7880d5c8fc5baffa107d01acb4daa12cca34ddd32f1f38b49db5c95cb28b8d4b3811029c703e93df3701296fdbac4d193f1f7c3738b13cbf03295bbabc479479cb775c345cf78d0065e38d809a4c49fb0dcb2433f5048c6b6092c3c4a5c97338c92433078e75e5b9e4cd7b5d07ec651bf857ebb80192d94cf42d8e5cc6e1ee200a5ea9e1632318f9ebf0248a8c22bdf80e883c5ad74f60c8c788523fa661c03cdfdb46aec76894c62c8a82cca351c67b0cf951d8af61c838b70d0e6e8393dbe0e83486bccfb9aef3c989951ca63bb876c9409786048e6da445f7585be59692b70d11396b8c2a31e614662036632d39d5c06e6d53ac13695767d908407474903222c66a3cd30472456a87447089f68abb7ee252b8b1f4f140150dac7fb368eb153634206855756742e3fd32331df6af683e1d13b4b6153ae9b574ac6487c380ca638568f0e268f956415f6b2995c9f5aa924aab3dd3a3727e21308b4364e390bd2429eff713066ad0814709b9de3f6346bead57da6f41cf0d379b9a7475a17a32ee55b00b1e3cf8af650436a1b0562029cf0be3ba440eb284b394b3e012ff69e8713abbaeeb8fc9345bf8f3e33f3be7b2f3fab7cfc244259554c6b16451a212f956af573f90a87375caa304469df201');
INSERT INTO letter_text VALUES (126, x'01ed9cdf6e823014c6ef97ec1d7ab9254ab0563acd2ebcda0bccbb6517052a928cb20032f5e99753ba095a75382320dc9a5afae770427bbedfa78194f1204837f3cd6a15cfcd3848ed0390f22f5dae1065977953c163f993d6b14d7e48920972988f5268fe0b26b3a4072cd7164cb626e66082a9164c260636a86507d1029b34b5ecb5a0bc30981d2a991c69bdcb24074f74ea7cf85c24dbce724432316092db67e9fe7069423937d64bf0c9dc64988ec6439b5067640d0967d41d0f6c4c471c3393388a4f3ed5ac323e19f6b20f9bd987ddecc3764a3eb960a3e210e9fdb76f0e00a157d246659cb35181b054362a27bdff56ef87ccae4a79ff19287c301e35de7f3f9cf11efc5bcefb4f3387b31c5ee492e7285fb9d2da63aecbbc02e5cb489f0df79b61b4ed73063100ce50c883b37e76fc4349b88c040bb84890b3fceca108821c0de4e654e2200386682a457e31c0fe12142d85f085975d4fbc443ec0ac055f59194f2adc5e59a2d2e0fddd4ec0a1193c1b9841e4863ceb5b1e63b383732c4fcb936c5c12358cd182a51cf6d8656b642993aa208c32dafecc37bcd5a8a83ef5ecdcac5c330775ec68c78e368a1dad011b49abac1a1e2921bfad0e28a4da5869ab52b77c83e5e05a4ea961eadf5aae6173e429b72a95bdd21b7ca622f70a14425dc8802a65a4754ec8ed4d0b558a2c6bb9868d89d94e9bd8454427e9fb43f6e9247d674bfada216f2b633bae6edbffab6fbbe0c57f510757b206a053bc5dd3fdf93957cd6f4655e05829f954b5004ac9df');
INSERT INTO clockwork_look VALUES (1, 1795881678000000, 885678000000, 885678000000, x'00000000000000000000000000000001', 0, NULL, NULL, 518477000000);
INSERT INTO served_day VALUES (6, 65, 107);
INSERT INTO forfeit_wait VALUES (10, 1795795265000000, 'door');
INSERT INTO leap VALUES (1, 1795881665000000, 108000000000, 0);
INSERT INTO downtime VALUES ('bob', 1795773665000000, 1795881665000000, 108000, 0);
INSERT INTO probe VALUES (1, 1795881665000000);
INSERT INTO pause VALUES ('domain', 'voe.test', 1795881665000000, '451 4.7.1 later', 'time');
CREATE INDEX vacation_player ON vacation (player, ends);
CREATE INDEX clock_held_player ON clock_held (player, ends);
CREATE INDEX clock_held_game ON clock_held (game, ends);
CREATE INDEX wrong_password_player ON wrong_password (player, at);
CREATE INDEX dead_token_source ON dead_token (source, at);
CREATE INDEX game_due ON game (due) WHERE due IS NOT NULL;
CREATE INDEX game_attackers ON game (attackers);
CREATE INDEX game_defenders ON game (defenders);
CREATE INDEX game_open_attackers ON game (attackers) WHERE stage IN ('invited', 'running');
CREATE INDEX game_open_defenders ON game (defenders) WHERE stage IN ('invited', 'running');
CREATE INDEX game_ended ON game (touched) WHERE stage NOT IN ('invited', 'running', 'declined', 'withdrawn');
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
CREATE TRIGGER play_uncounts AFTER DELETE ON play
BEGIN
    UPDATE game SET plies = OLD.ply - 1, offer = NULL, offer_by = NULL, offer_at = NULL WHERE number = OLD.game;
    DELETE FROM token WHERE game = OLD.game AND ply >= OLD.ply - 1;
    DELETE FROM prepared_line WHERE game = OLD.game;
END;
CREATE INDEX tournament_due ON tournament (due) WHERE due IS NOT NULL;
CREATE INDEX tournament_game_tournament ON tournament_game (tournament);
CREATE INDEX game_tournament ON game (tournament) WHERE tournament IS NOT NULL;
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
CREATE TRIGGER tournament_archive_is_fixed BEFORE UPDATE ON tournament_archive
BEGIN
    SELECT raise(ABORT, 'an archived tournament is never changed');
END;
CREATE TRIGGER tournament_has_its_name_alone BEFORE INSERT ON tournament
WHEN EXISTS (SELECT 1 FROM tournament_archive WHERE name = NEW.name)
BEGIN
    SELECT raise(ABORT, 'an archived tournament has this name');
END;
CREATE TRIGGER archive_is_fixed BEFORE UPDATE ON archive
BEGIN
    SELECT raise(ABORT, 'an archived game is never changed');
END;
CREATE INDEX observer_player ON observer (player);
CREATE INDEX open_challenge_open ON open_challenge (number) WHERE state = 'open';
CREATE INDEX rating_player ON rating (player);
CREATE TRIGGER rating_stale AFTER UPDATE OF stage, winner, variant, rated, touched ON game
WHEN (NEW.stage NOT IN ('invited', 'running', 'declined', 'withdrawn')
        AND NEW.touched < (SELECT until FROM rating_closed))
    OR (OLD.stage NOT IN ('invited', 'running', 'declined', 'withdrawn')
        AND OLD.touched < (SELECT until FROM rating_closed))
BEGIN
    UPDATE rating_closed SET state = 'stale', late = late + 1;
END;
CREATE INDEX digest_due ON digest (due);
CREATE INDEX digest_news_player ON digest_news (player, id);
CREATE INDEX digest_news_author ON digest_news (author, at);
CREATE INDEX token_game ON token (game, ply) WHERE game IS NOT NULL;
CREATE INDEX token_address ON token (player) WHERE purpose = 'address';
CREATE INDEX further_line_token ON further_line (token);
CREATE INDEX token_confirm ON token (player) WHERE purpose = 'confirm';
CREATE INDEX signup_queue_domain ON signup_queue (domain, asked);
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
CREATE INDEX mistake_reader ON mistake (reader, at);
CREATE INDEX bounce_address ON bounce (address, at);
CREATE INDEX bounce_new ON bounce (letter) WHERE state = 'new';
CREATE VIEW last_mail AS SELECT received AS at FROM spool ORDER BY id DESC LIMIT 1;
CREATE TRIGGER forfeit_waits_no_more AFTER UPDATE OF plies, stage ON game
BEGIN
    DELETE FROM forfeit_wait WHERE game = NEW.number;
END;
CREATE INDEX outbox_waiting ON outbox (next_try) WHERE state = 'waiting';
CREATE INDEX outbox_given_up ON outbox (id) WHERE state = 'given-up';
CREATE INDEX outbox_returned ON outbox (reader) WHERE returned IS NOT NULL;
CREATE UNIQUE INDEX outbox_bounce_key ON outbox (bounce_key) WHERE bounce_key IS NOT NULL;
CREATE INDEX outbox_answers ON outbox (reader, created) WHERE kind IN
    ('answer', 'answer-key', 'unproven', 'password', 'confirm', 'confirm-own', 'confirm-key', 'confirm-password');
CREATE INDEX outbox_account ON outbox (reader, created) WHERE kind = 'account';
CREATE INDEX outbox_came_back ON outbox (reader, created) WHERE kind = 'came-back';
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
PRAGMA application_id = 1952540268;
PRAGMA user_version = 1;
COMMIT;
