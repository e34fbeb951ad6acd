-- The part from which a deleted one went on: whoever has its address is led back there.
CREATE TABLE deleted_part (id TEXT PRIMARY KEY, earlier TEXT NOT NULL REFERENCES match(id) ON DELETE CASCADE);
-- The matches in which a name was corrected are found without reading every entry.
CREATE INDEX entry_rename ON entry(match) WHERE body LIKE '%"rename"%';
