-- One way more for a game to be over: a player resigned before both had moved, and it does not count. `winner` is the other side. The table
-- is made anew, because a CHECK cannot be changed; its columns, indexes and triggers are as before, but for that word.
PRAGMA legacy_alter_table = ON;
CREATE TABLE anew (
    number INTEGER PRIMARY KEY CONSTRAINT game_number CHECK (number BETWEEN 1 AND 4294967295),
    variant TEXT NOT NULL,
    title TEXT NOT NULL,
    record BLOB NOT NULL REFERENCES rule_record (hash),
    attackers TEXT NOT NULL REFERENCES player (id),
    defenders TEXT NOT NULL REFERENCES player (id),
    challenger TEXT NOT NULL CONSTRAINT game_challenger CHECK (challenger IN ('attackers', 'defenders')),
    stage TEXT NOT NULL CONSTRAINT game_stage CHECK (stage IN
        ('invited', 'running', 'won', 'drawn', 'resigned', 'agreed', 'timed-out', 'adjudicated', 'declined', 'withdrawn',
         'annulled')),
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
    CONSTRAINT game_winner_of_stage CHECK ((winner IS NOT NULL) = (stage IN ('won', 'resigned', 'timed-out', 'annulled')) OR stage = 'adjudicated'),
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
INSERT INTO anew SELECT * FROM game;
DROP TABLE game;
ALTER TABLE anew RENAME TO game;

CREATE INDEX game_due ON game (due) WHERE due IS NOT NULL;
CREATE INDEX game_attackers ON game (attackers);
CREATE INDEX game_defenders ON game (defenders);
CREATE INDEX game_open_attackers ON game (attackers) WHERE stage IN ('invited', 'running');
CREATE INDEX game_open_defenders ON game (defenders) WHERE stage IN ('invited', 'running');
CREATE INDEX game_ended ON game (touched) WHERE stage NOT IN ('invited', 'running', 'declined', 'withdrawn', 'annulled');
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
    OR (OLD.stage = 'running' AND NEW.stage IN ('won', 'drawn', 'resigned', 'agreed', 'timed-out', 'adjudicated', 'annulled')))
BEGIN
    SELECT raise(ABORT, 'a game does not go back to an earlier stage');
END;

CREATE TRIGGER game_plies BEFORE UPDATE OF plies ON game
WHEN NEW.plies <> (SELECT coalesce(max(ply), 0) FROM play WHERE game = NEW.number)
BEGIN
    SELECT raise(ABORT, 'the count of plies follows the plays');
END;

CREATE INDEX game_tournament ON game (tournament) WHERE tournament IS NOT NULL;
CREATE TRIGGER rating_stale AFTER UPDATE OF stage, winner, variant, rated, touched ON game
WHEN (NEW.stage NOT IN ('invited', 'running', 'declined', 'withdrawn', 'annulled')
        AND NEW.touched < (SELECT until FROM rating_closed))
    OR (OLD.stage NOT IN ('invited', 'running', 'declined', 'withdrawn', 'annulled')
        AND OLD.touched < (SELECT until FROM rating_closed))
BEGIN
    UPDATE rating_closed SET state = 'stale', late = late + 1;
END;

CREATE TRIGGER forfeit_waits_no_more AFTER UPDATE OF plies, stage ON game
BEGIN
    DELETE FROM forfeit_wait WHERE game = NEW.number;
END;
