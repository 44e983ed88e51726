-- Answers to a letter about a board that hold only words.

-- What happens with them: the player is asked, they go to the opponent at once, or they go to nobody.
ALTER TABLE player ADD COLUMN words TEXT NOT NULL DEFAULT 'ask' CONSTRAINT player_words CHECK (words IN ('ask', 'on', 'off'));

-- Those that went to the opponent: at how many moves, and a hash of the words. Two programs that answer mail must not write to each other
-- through the server for ever.
CREATE TABLE only_words (
    game INTEGER NOT NULL REFERENCES game (number),
    player TEXT NOT NULL REFERENCES player (id),
    hash BLOB NOT NULL CONSTRAINT only_words_hash CHECK (length(hash) = 32),
    ply INTEGER NOT NULL CONSTRAINT only_words_ply CHECK (ply >= 0),
    PRIMARY KEY (game, player, hash)
) STRICT, WITHOUT ROWID;
