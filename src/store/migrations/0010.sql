-- A move that its player only wanted to see waits for a clearer yes than another, so that is a mark too.
CREATE TABLE anew (
    token BLOB NOT NULL PRIMARY KEY REFERENCES token (hash) ON DELETE CASCADE,
    line TEXT,
    beside TEXT NOT NULL,
    words TEXT NOT NULL,
    mark TEXT CONSTRAINT pending_mark CHECK (mark IN ('unasked', 'last-asked', 'looked-at'))
) STRICT, WITHOUT ROWID;
INSERT INTO anew (token, line, beside, words, mark) SELECT token, line, beside, words, mark FROM pending;
DROP TABLE pending;
ALTER TABLE anew RENAME TO pending;
