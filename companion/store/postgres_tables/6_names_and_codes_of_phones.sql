-- Which name counts for a person who is known by several, as a phone has joined them.
CREATE TABLE joined_name (phone TEXT NOT NULL, name TEXT NOT NULL, person TEXT NOT NULL, PRIMARY KEY (phone, name));
-- The sign that is shown in the place of the name of somebody who was forgotten.
CREATE TABLE hidden_name (
  match TEXT NOT NULL REFERENCES match(id) ON DELETE CASCADE, name TEXT NOT NULL, sign TEXT NOT NULL,
  PRIMARY KEY (match, name));
-- A code by which a command gives matches to a phone, once.
CREATE TABLE phone_code (code TEXT PRIMARY KEY, phone TEXT NOT NULL, until TEXT NOT NULL);
