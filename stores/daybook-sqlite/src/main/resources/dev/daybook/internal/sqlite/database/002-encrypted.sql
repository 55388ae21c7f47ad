-- Content is encrypted: an erasure destroys the key of a record instead of rewriting the file (KeyFile.java, decision 69).
-- In clear are numbers, times, kinds, statuses, spaces and the audit log. Few B-trees: each one costs about a page of the
-- write-ahead log per write.
CREATE TABLE meta (
  name TEXT PRIMARY KEY,
  value ANY NOT NULL
) STRICT, WITHOUT ROWID;

-- erased and scrubbed: the number of the last erasure, and of the last one whose keys are destroyed.
-- key_slots: the last key slot that was ever used, with a check. key_file: the id of the key file. salt: for the hashes of codes.
INSERT INTO meta (name, value) VALUES ('erased', 0), ('scrubbed', 0), ('key_slots', 0), ('key_file', lower(hex(randomblob(8)))),
  ('salt', randomblob(32));

-- code_hash: a salted hash of the scope's code. An erased scope has no name and no key.
-- name_key: the slot of the key of the name, also of the hashes of ids and sessions. state_key: that of the states.
-- tallies: for each kind the last position given and how many entries live (KindCounts.java); living: their sum.
-- audited: the seq of the scope's last audit record, so that a record cut off the end is missed.
CREATE TABLE scope (
  number INTEGER PRIMARY KEY,
  space TEXT NOT NULL,
  code_hash BLOB NOT NULL,
  name BLOB,
  name_key INTEGER NOT NULL,
  state_key INTEGER NOT NULL,
  revision INTEGER NOT NULL,
  epoch INTEGER NOT NULL,
  audited INTEGER NOT NULL,
  living INTEGER NOT NULL,
  tallies BLOB NOT NULL,
  checksum INTEGER NOT NULL
) STRICT;

CREATE UNIQUE INDEX scope_by_code ON scope (space, code_hash);

CREATE INDEX scope_by_space ON scope (space, number);

-- place packs (scope, kind, position), so that a scope lies together; revision_key packs (scope, revision) (OrderKeys.java).
-- id_hash and session are keyed hashes of 64 bits. 64 consecutive positions share a key;
-- key_slot is its slot with a check (KeySlots.java). content is encrypted: id, session,
-- body and sidecars (EntryContent.java).
CREATE TABLE entry (
  place INTEGER PRIMARY KEY,
  scope INTEGER NOT NULL,
  kind INTEGER NOT NULL,
  position INTEGER NOT NULL,
  content_revision INTEGER NOT NULL,
  revision_key INTEGER NOT NULL,
  time INTEGER NOT NULL,
  recorded INTEGER NOT NULL,
  id_hash INTEGER NOT NULL,
  session INTEGER,
  key_slot INTEGER NOT NULL,
  status TEXT NOT NULL,
  content BLOB NOT NULL
) STRICT;

CREATE INDEX entry_by_id ON entry (scope, id_hash);

CREATE UNIQUE INDEX entry_by_revision ON entry (revision_key);

CREATE INDEX entry_by_session ON entry (scope, session, time, position, kind, status);

-- Earlier versions of replaced entries; replaced: when the next one was recorded.
CREATE TABLE version (
  place INTEGER NOT NULL,
  content_revision INTEGER NOT NULL,
  scope INTEGER NOT NULL,
  kind INTEGER NOT NULL,
  position INTEGER NOT NULL,
  time INTEGER NOT NULL,
  recorded INTEGER NOT NULL,
  replaced INTEGER NOT NULL,
  session INTEGER,
  key_slot INTEGER NOT NULL,
  status TEXT NOT NULL,
  content BLOB NOT NULL,
  PRIMARY KEY (place, content_revision)
) STRICT, WITHOUT ROWID;

-- family: the beginning of the name up to its first slash, which is the same for all scopes. content is encrypted.
CREATE TABLE state (
  scope INTEGER NOT NULL,
  family TEXT NOT NULL,
  name_hash INTEGER NOT NULL,
  version INTEGER NOT NULL,
  content BLOB NOT NULL,
  PRIMARY KEY (scope, family, name_hash)
) STRICT, WITHOUT ROWID;

-- The slots of keys that an erasure made useless and that are not destroyed yet.
CREATE TABLE erased_key (
  slot INTEGER PRIMARY KEY
) STRICT;

-- chain: SHA-256 over the chain before it and this record (AuditChain.java).
CREATE TABLE audit (
  seq INTEGER PRIMARY KEY,
  scope INTEGER NOT NULL,
  at INTEGER NOT NULL,
  operation TEXT NOT NULL,
  action TEXT NOT NULL,
  detail TEXT NOT NULL,
  chain BLOB NOT NULL
) STRICT;
