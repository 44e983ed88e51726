-- Whether players get a letter for each move of their own.
ALTER TABLE player ADD COLUMN receipts TEXT NOT NULL DEFAULT 'on' CONSTRAINT player_receipts CHECK (receipts IN ('on', 'off'));
