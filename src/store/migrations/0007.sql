-- What is known of something that waits for an answer. Until now, one such mark stood in the place of the words beside a line.
ALTER TABLE pending ADD COLUMN mark TEXT CONSTRAINT pending_mark CHECK (mark IN ('unasked', 'last-asked'));
UPDATE pending SET mark = 'unasked', beside = ''
    WHERE beside = 'unasked' AND token IN (SELECT hash FROM token WHERE purpose = 'signup');
