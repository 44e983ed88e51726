-- What a challenge that waits for somebody to join says to them.
ALTER TABLE awaited ADD COLUMN words TEXT NOT NULL DEFAULT '';
