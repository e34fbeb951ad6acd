-- What the cookie of a phone must hold, since it has gained a match: an earlier copy of it counts no more.
CREATE TABLE phone_key (phone TEXT PRIMARY KEY, key TEXT NOT NULL);
-- So that a backup lets no forgotten phone in again; the ids themselves are not kept.
CREATE TABLE forgotten (sign TEXT PRIMARY KEY);
-- Who sent what was taken for an entry of another phone, and when: not known of what was sent before.
ALTER TABLE same ADD COLUMN at TEXT NOT NULL DEFAULT '', ADD COLUMN by TEXT NOT NULL DEFAULT '',
  ADD COLUMN phone TEXT NOT NULL DEFAULT '';
