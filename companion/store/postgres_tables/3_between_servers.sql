-- What the servers on this database know of one another: for minutes, so it is neither logged nor copied nor backed up.
CREATE UNLOGGED TABLE counted (name TEXT NOT NULL, until TIMESTAMPTZ NOT NULL);
CREATE INDEX counted_name ON counted(name, until);
CREATE INDEX counted_until ON counted(until);
CREATE UNLOGGED TABLE screen (
  screen TEXT PRIMARY KEY, code TEXT NOT NULL, until TIMESTAMPTZ NOT NULL, match TEXT NOT NULL DEFAULT '');
