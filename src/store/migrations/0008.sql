-- No rule changes. A list of more than two words costs a temporary tree in each statement that checks it: twenty for a mail with a move.
-- Words that are compared one by one cost nothing. What each mail writes is made anew with them; the rest stays as it is.
PRAGMA legacy_alter_table = ON;

CREATE TABLE anew (
    id INTEGER PRIMARY KEY,
    received INTEGER NOT NULL,
    door TEXT NOT NULL CONSTRAINT spool_door CHECK (door = 'smtp' OR door = 'lmtp' OR door = 'pipe' OR door = 'maildir' OR door = 'imap'),
    source_key TEXT,
    fingerprint BLOB NOT NULL UNIQUE CONSTRAINT spool_fingerprint CHECK (length(fingerprint) = 32),
    envelope_from TEXT,
    state TEXT NOT NULL DEFAULT 'spooled' CONSTRAINT spool_state CHECK (state = 'spooled' OR state = 'done' OR state = 'failed'),
    tries INTEGER NOT NULL DEFAULT 0 CONSTRAINT spool_tries CHECK (tries >= 0),
    note TEXT NOT NULL DEFAULT ''
) STRICT;
INSERT INTO anew SELECT * FROM spool;
DROP TABLE spool;
ALTER TABLE anew RENAME TO spool;
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

CREATE TABLE anew (
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
    state TEXT NOT NULL DEFAULT 'waiting' CONSTRAINT outbox_state CHECK (state = 'waiting' OR state = 'sent'
        OR state = 'given-up' OR state = 'dropped'),
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
INSERT INTO anew SELECT * FROM outbox;
DROP TABLE outbox;
ALTER TABLE anew RENAME TO outbox;
CREATE INDEX outbox_waiting ON outbox (next_try) WHERE state = 'waiting';
CREATE INDEX outbox_given_up ON outbox (id) WHERE state = 'given-up';
CREATE INDEX outbox_returned ON outbox (reader) WHERE returned IS NOT NULL;
CREATE UNIQUE INDEX outbox_bounce_key ON outbox (bounce_key) WHERE bounce_key IS NOT NULL;
CREATE INDEX outbox_answers ON outbox (reader, created) WHERE kind = 'answer' OR kind = 'answer-key' OR kind = 'unproven'
    OR kind = 'password' OR kind = 'confirm' OR kind = 'confirm-own' OR kind = 'confirm-key' OR kind = 'confirm-password';
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

CREATE TABLE anew (
    hash BLOB NOT NULL PRIMARY KEY CONSTRAINT token_hash CHECK (length(hash) = 32),
    purpose TEXT NOT NULL CONSTRAINT token_purpose CHECK (purpose = 'game' OR purpose = 'letter'
        OR purpose = 'signup' OR purpose = 'confirm' OR purpose = 'address' OR purpose = 'password' OR purpose = 'take-back'
        OR purpose = 'no-reminders' OR purpose = 'no-announcements'),
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
INSERT INTO anew SELECT * FROM token;
DROP TABLE token;
ALTER TABLE anew RENAME TO token;
CREATE INDEX token_game ON token (game, ply) WHERE game IS NOT NULL;
CREATE INDEX token_address ON token (player) WHERE purpose = 'address';
CREATE INDEX token_confirm ON token (player) WHERE purpose = 'confirm';

DROP INDEX game_ended;
CREATE INDEX game_ended ON game (touched) WHERE stage <> 'invited' AND stage <> 'running' AND stage <> 'declined'
    AND stage <> 'withdrawn' AND stage <> 'annulled';

DROP TRIGGER rating_stale;
CREATE TRIGGER rating_stale AFTER UPDATE OF stage, winner, variant, rated, touched ON game
WHEN (NEW.stage <> 'invited' AND NEW.stage <> 'running' AND NEW.stage <> 'declined' AND NEW.stage <> 'withdrawn'
        AND NEW.stage <> 'annulled' AND NEW.touched < (SELECT until FROM rating_closed))
    OR (OLD.stage <> 'invited' AND OLD.stage <> 'running' AND OLD.stage <> 'declined' AND OLD.stage <> 'withdrawn'
        AND OLD.stage <> 'annulled' AND OLD.touched < (SELECT until FROM rating_closed))
BEGIN
    UPDATE rating_closed SET state = 'stale', late = late + 1;
END;
