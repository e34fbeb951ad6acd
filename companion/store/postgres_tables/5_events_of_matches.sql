-- The event in which a match stands; an event is a row of its own beside them.
ALTER TABLE match ADD COLUMN event TEXT REFERENCES match(id) ON DELETE SET NULL DEFERRABLE INITIALLY DEFERRED;
CREATE INDEX match_event ON match(event);
