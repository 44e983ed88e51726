-- Challenges to somebody who is no player yet. When a player of that name joins, the challenger is asked once whether it is still meant.
CREATE TABLE awaited (
    player TEXT NOT NULL REFERENCES player (id),
    wanted TEXT NOT NULL CONSTRAINT awaited_wanted CHECK (length(wanted) BETWEEN 1 AND 16),
    line TEXT NOT NULL CONSTRAINT awaited_line CHECK (length(line) BETWEEN 1 AND 5000),
    since INTEGER NOT NULL,
    PRIMARY KEY (player, wanted)
) STRICT, WITHOUT ROWID;
CREATE INDEX awaited_by_wanted ON awaited (wanted);
