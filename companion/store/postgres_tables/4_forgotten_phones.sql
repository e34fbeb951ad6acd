-- So that a backup lets none of them in again; the ids themselves are not kept.
CREATE TABLE forgotten (sign TEXT PRIMARY KEY);
