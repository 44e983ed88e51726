-- A letter that speaks of one square of a move: the answer may name only the other one. `d3-` is a piece, `-c3` is where one goes.
ALTER TABLE pending ADD COLUMN half TEXT CONSTRAINT pending_half CHECK (half GLOB '?*-' OR half GLOB '-?*');
