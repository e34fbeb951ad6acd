-- The tables as SQLite has them (see migrations.py); "arrived" tells in which order rows came, as rowid does there.
CREATE TABLE match (
  id TEXT PRIMARY KEY, game TEXT NOT NULL, title TEXT NOT NULL, head TEXT NOT NULL, created_at TEXT NOT NULL,
  owner TEXT NOT NULL, write_code TEXT NOT NULL UNIQUE, read_code TEXT NOT NULL UNIQUE,
  settings TEXT NOT NULL DEFAULT '{}', archived INTEGER NOT NULL DEFAULT 0, changes INTEGER NOT NULL DEFAULT 0,
  follows TEXT UNIQUE REFERENCES match(id) ON DELETE SET NULL DEFERRABLE INITIALLY DEFERRED);
CREATE INDEX match_owner ON match(owner);
CREATE TABLE entry (
  match TEXT NOT NULL REFERENCES match(id) ON DELETE CASCADE, number INTEGER NOT NULL, entry_id TEXT NOT NULL,
  at TEXT NOT NULL, by TEXT NOT NULL, phone TEXT NOT NULL, body TEXT NOT NULL,
  PRIMARY KEY (match, number), UNIQUE (match, entry_id));
CREATE TABLE guest (
  match TEXT NOT NULL REFERENCES match(id) ON DELETE CASCADE, phone TEXT NOT NULL, may_write INTEGER NOT NULL,
  player TEXT NOT NULL DEFAULT '', joined_at TEXT NOT NULL, arrived BIGINT GENERATED ALWAYS AS IDENTITY,
  PRIMARY KEY (match, phone));
CREATE INDEX guest_phone ON guest(phone);
CREATE TABLE part (
  match TEXT NOT NULL REFERENCES match(id) ON DELETE CASCADE, number INTEGER NOT NULL, player TEXT NOT NULL,
  phone TEXT NOT NULL, at TEXT NOT NULL, body TEXT NOT NULL, arrived BIGINT GENERATED ALWAYS AS IDENTITY,
  PRIMARY KEY (match, number, player));
CREATE TABLE same (
  match TEXT NOT NULL REFERENCES match(id) ON DELETE CASCADE, entry_id TEXT NOT NULL, number INTEGER NOT NULL,
  PRIMARY KEY (match, entry_id));
CREATE TABLE claim (
  match TEXT NOT NULL REFERENCES match(id) ON DELETE CASCADE, phone TEXT NOT NULL, player TEXT NOT NULL,
  before TEXT NOT NULL, at TEXT NOT NULL, arrived BIGINT GENERATED ALWAYS AS IDENTITY);
CREATE INDEX claim_match ON claim(match);
CREATE TABLE invitation (
  code TEXT PRIMARY KEY, match TEXT NOT NULL REFERENCES match(id) ON DELETE CASCADE, owner INTEGER NOT NULL,
  until TEXT NOT NULL);
