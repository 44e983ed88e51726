-- What players have noted for themselves about their boards. Nobody else ever sees it.
CREATE TABLE note (
    game INTEGER NOT NULL REFERENCES game (number),
    player TEXT NOT NULL REFERENCES player (id),
    words TEXT NOT NULL CONSTRAINT note_words CHECK (length(words) BETWEEN 1 AND 500),
    PRIMARY KEY (game, player)
) STRICT, WITHOUT ROWID;
