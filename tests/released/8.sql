BEGIN TRANSACTION;
CREATE TABLE "_sqlite_migrations" (
   "id" INTEGER PRIMARY KEY,
   "migration_set" TEXT,
   "name" TEXT,
   "applied_at" TEXT
);
INSERT INTO "_sqlite_migrations" VALUES(1,'companion','first_tables','2026-11-28 05:27:54.545276+00:00');
INSERT INTO "_sqlite_migrations" VALUES(2,'companion','parts_of_deals','2026-11-28 05:27:54.545585+00:00');
INSERT INTO "_sqlite_migrations" VALUES(3,'companion','evenings_and_equal_deals','2026-11-28 05:27:54.545890+00:00');
INSERT INTO "_sqlite_migrations" VALUES(4,'companion','seats_and_invitations','2026-11-28 05:27:54.546091+00:00');
INSERT INTO "_sqlite_migrations" VALUES(5,'companion','phones_let_back_in','2026-11-28 05:27:54.546320+00:00');
INSERT INTO "_sqlite_migrations" VALUES(6,'companion','phones_and_merged_deals','2026-11-28 12:37:50.419802+00:00');
INSERT INTO "_sqlite_migrations" VALUES(7,'companion','events_of_matches','2026-11-28 13:03:08.747504+00:00');
INSERT INTO "_sqlite_migrations" VALUES(8,'companion','names_and_codes_of_phones','2026-11-28 15:34:22.913932+00:00');
CREATE TABLE claim (
            match TEXT NOT NULL REFERENCES match(id) ON DELETE CASCADE, phone TEXT NOT NULL, player TEXT NOT NULL,
            before TEXT NOT NULL, at TEXT NOT NULL) STRICT;
INSERT INTO "claim" VALUES('83c8697e5fa9','c9ff079ed72501ec7f8943092e472c67','Cia','','2026-11-22T05:42:47Z');
INSERT INTO "claim" VALUES('83c8697e5fa9','8c12e02e8c5294c00d3a379562789cef','Bo','','2026-11-22T05:42:47Z');
CREATE TABLE entry (
            match TEXT NOT NULL REFERENCES match(id) ON DELETE CASCADE, number INTEGER NOT NULL,
            entry_id TEXT NOT NULL, at TEXT NOT NULL, by TEXT NOT NULL, phone TEXT NOT NULL, body TEXT NOT NULL,
            PRIMARY KEY (match, number), UNIQUE (match, entry_id)) STRICT;
INSERT INTO "entry" VALUES('83c8697e5fa9',1,'95460bc7-1','2026-11-22T05:42:47Z','','95460bc7ebca3813f9a9d1ab9d1624b2','{"kind": "deal", "tricks": ["Anna", "Anna", "Anna", "Bo", "Cia"]}');
INSERT INTO "entry" VALUES('83c8697e5fa9',2,'95460bc7-2','2026-11-22T05:42:47Z','','95460bc7ebca3813f9a9d1ab9d1624b2','{"kind": "deal", "tricks": ["Anna", "Bo", "Cia", "Bo", "Cia"]}');
INSERT INTO "entry" VALUES('83c8697e5fa9',3,'95460bc7-3','2026-11-22T05:42:47Z','','95460bc7ebca3813f9a9d1ab9d1624b2','{"kind": "deal", "tricks": ["Anna", "Anna", "Bo", "Bo", "Cia"]}');
INSERT INTO "entry" VALUES('83c8697e5fa9',4,'s1','2026-11-22T05:42:47Z','','95460bc7ebca3813f9a9d1ab9d1624b2','{"kind": "correction", "entry": 2, "with": null, "reason": "misread"}');
INSERT INTO "entry" VALUES('83c8697e5fa9',5,'c1','2026-11-22T05:42:47Z','','95460bc7ebca3813f9a9d1ab9d1624b2','{"kind": "contest", "entry": 3, "reason": "who took it?"}');
INSERT INTO "entry" VALUES('b4455d4b539f',1,'import-1','2026-11-22T05:42:47Z','','','{"kind": "deal", "end": "knock", "by": "Åsa", "deadwood": {"Åsa": 6, "José": 15}}');
INSERT INTO "entry" VALUES('b4455d4b539f',2,'import-2','2026-11-22T05:42:47Z','','','{"kind": "deal", "end": "gin", "by": "José", "deadwood": {"Åsa": 32, "José": 0}}');
INSERT INTO "entry" VALUES('b4455d4b539f',3,'import-3','2026-11-22T05:42:47Z','','','{"kind": "note", "text": "Tea."}');
CREATE TABLE forgotten (sign TEXT PRIMARY KEY) STRICT;
CREATE TABLE guest (
            match TEXT NOT NULL REFERENCES match(id) ON DELETE CASCADE, phone TEXT NOT NULL,
            may_write INTEGER NOT NULL, player TEXT NOT NULL DEFAULT '', joined_at TEXT NOT NULL,
            PRIMARY KEY (match, phone)) STRICT;
INSERT INTO "guest" VALUES('83c8697e5fa9','95460bc7ebca3813f9a9d1ab9d1624b2',1,'','2026-11-22T05:42:47Z');
INSERT INTO "guest" VALUES('83c8697e5fa9','c9ff079ed72501ec7f8943092e472c67',0,'Cia','2026-11-22T05:42:47Z');
INSERT INTO "guest" VALUES('83c8697e5fa9','8c12e02e8c5294c00d3a379562789cef',1,'Bo','2026-11-22T05:42:47Z');
INSERT INTO "guest" VALUES('b4455d4b539f','95460bc7ebca3813f9a9d1ab9d1624b2',1,'','2026-11-22T05:42:47Z');
INSERT INTO "guest" VALUES('d936ed8f8f0f','95460bc7ebca3813f9a9d1ab9d1624b2',1,'','2026-11-22T05:42:50Z');
CREATE TABLE hidden_name (
            match TEXT NOT NULL REFERENCES match(id) ON DELETE CASCADE, name TEXT NOT NULL, sign TEXT NOT NULL,
            PRIMARY KEY (match, name)) STRICT;
CREATE TABLE invitation (
            code TEXT PRIMARY KEY, match TEXT NOT NULL REFERENCES match(id) ON DELETE CASCADE,
            owner INTEGER NOT NULL, until TEXT NOT NULL, instead TEXT NOT NULL DEFAULT '') STRICT;
INSERT INTO "invitation" VALUES('T7S6EKGG9A','83c8697e5fa9',1,'2999-01-01T00:00:00Z','');
INSERT INTO "invitation" VALUES('EJ3XSM993N','83c8697e5fa9',0,'2999-01-01T00:00:00Z','8c12e02e8c5294c00d3a379562789cef');
CREATE TABLE joined_name (
            phone TEXT NOT NULL, name TEXT NOT NULL, person TEXT NOT NULL, PRIMARY KEY (phone, name)) STRICT;
CREATE TABLE match (
            id TEXT PRIMARY KEY, game TEXT NOT NULL, title TEXT NOT NULL, head TEXT NOT NULL, created_at TEXT NOT NULL,
            owner TEXT NOT NULL, write_code TEXT NOT NULL UNIQUE, read_code TEXT NOT NULL UNIQUE,
            settings TEXT NOT NULL DEFAULT '{}', archived INTEGER NOT NULL DEFAULT 0, changes INTEGER NOT NULL DEFAULT 0, follows TEXT REFERENCES match(id) ON DELETE SET NULL, event TEXT REFERENCES match(id) ON DELETE SET NULL) STRICT;
INSERT INTO "match" VALUES('83c8697e5fa9','rams','Friday','{"title": "Friday", "players": ["Anna", "Bo", "Cia"], "options": {"first_dealer": "chosen"}, "opening": {"dealer": "Anna"}}','2026-11-22T05:42:47Z','95460bc7ebca3813f9a9d1ab9d1624b2','Q5DAZQX884','Q35WWMCQH4','{"confirm": false, "own_parts": true}',0,8,NULL,NULL);
INSERT INTO "match" VALUES('b4455d4b539f','gin','Torsdag','{"title": "Torsdag", "players": ["Åsa", "José"], "options": {"target": 150}, "opening": {}}','2026-11-22T05:42:47Z','95460bc7ebca3813f9a9d1ab9d1624b2','KED9MCMKCF','83EY4SJYQZ','{}',0,2,NULL,NULL);
INSERT INTO "match" VALUES('d936ed8f8f0f','gin','Torsdag','{"title": "Torsdag", "players": ["Åsa", "José"], "options": {"target": 150}, "opening": {}}','2026-11-22T05:42:50Z','95460bc7ebca3813f9a9d1ab9d1624b2','VYS4GFB9GK','2WVBAN5975','{"confirm": false, "own_parts": false}',0,0,'b4455d4b539f',NULL);
CREATE TABLE part (
            match TEXT NOT NULL REFERENCES match(id) ON DELETE CASCADE, number INTEGER NOT NULL, player TEXT NOT NULL,
            phone TEXT NOT NULL, at TEXT NOT NULL, body TEXT NOT NULL, PRIMARY KEY (match, number, player)) STRICT;
INSERT INTO "part" VALUES('83c8697e5fa9',6,'Bo','8c12e02e8c5294c00d3a379562789cef','2026-11-22T05:42:47Z','{"tricks": ["Bo"]}');
CREATE TABLE phone_code (code TEXT PRIMARY KEY, phone TEXT NOT NULL, until TEXT NOT NULL) STRICT;
CREATE TABLE phone_key (phone TEXT PRIMARY KEY, key TEXT NOT NULL) STRICT;
INSERT INTO "phone_key" VALUES('95460bc7ebca3813f9a9d1ab9d1624b2','key');
CREATE TABLE same (
            match TEXT NOT NULL REFERENCES match(id) ON DELETE CASCADE, entry_id TEXT NOT NULL,
            number INTEGER NOT NULL, at TEXT NOT NULL DEFAULT '', by TEXT NOT NULL DEFAULT '', phone TEXT NOT NULL DEFAULT '', PRIMARY KEY (match, entry_id)) STRICT;
INSERT INTO "same" VALUES('83c8697e5fa9','95460bc7-3b',3,'','','');
CREATE UNIQUE INDEX "idx__sqlite_migrations_migration_set_name"
    ON "_sqlite_migrations" ("migration_set", "name");
CREATE INDEX guest_phone ON guest(phone);
CREATE UNIQUE INDEX match_follows ON match(follows);
CREATE INDEX claim_match ON claim(match);
CREATE INDEX match_event ON match(event);
COMMIT;
