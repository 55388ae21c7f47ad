-- Few B-trees: each one costs about a page of the write-ahead log per write.
CREATE TABLE meta (
  name TEXT PRIMARY KEY,
  value ANY NOT NULL
) STRICT, WITHOUT ROWID;

-- erased and scrubbed: the number of the last erasure, and of the last one whose bytes have left the file.
INSERT INTO meta (name, value) VALUES ('salt', randomblob(32)), ('erased', 0), ('scrubbed', 0);

-- tallies: for each kind the last position given and how many entries live (Tallies.java); living: their sum.
-- audited: the seq of the scope's last audit record, so that a record cut off the end is missed.
CREATE TABLE scope (
  number INTEGER PRIMARY KEY,
  space TEXT NOT NULL,
  code TEXT NOT NULL,
  revision INTEGER NOT NULL,
  epoch INTEGER NOT NULL,
  audited INTEGER NOT NULL,
  living INTEGER NOT NULL,
  tallies BLOB NOT NULL,
  checksum INTEGER NOT NULL
) STRICT;

CREATE UNIQUE INDEX scope_by_code ON scope (space, code);

-- place packs (scope, kind, position), so that a scope lies together and long bodies stay in their page (Places.java).
-- body is last: a scan that only filters does not read it.
CREATE TABLE entry (
  place INTEGER PRIMARY KEY,
  scope INTEGER NOT NULL,
  kind INTEGER NOT NULL,
  position INTEGER NOT NULL,
  content_revision INTEGER NOT NULL,
  revision INTEGER NOT NULL,
  time INTEGER NOT NULL,
  recorded INTEGER NOT NULL,
  checksum INTEGER NOT NULL,
  id TEXT NOT NULL,
  session TEXT,
  status TEXT NOT NULL,
  body BLOB NOT NULL
) STRICT;

CREATE UNIQUE INDEX entry_by_id ON entry (scope, kind, id);

CREATE INDEX entry_by_session ON entry (scope, session, time, position, kind, status);

-- Earlier versions of replaced entries; replaced: when the next one was recorded.
CREATE TABLE version (
  scope INTEGER NOT NULL,
  kind INTEGER NOT NULL,
  position INTEGER NOT NULL,
  content_revision INTEGER NOT NULL,
  time INTEGER NOT NULL,
  recorded INTEGER NOT NULL,
  replaced INTEGER NOT NULL,
  checksum INTEGER NOT NULL,
  id TEXT NOT NULL,
  session TEXT,
  status TEXT NOT NULL,
  body BLOB NOT NULL,
  PRIMARY KEY (scope, kind, position, content_revision)
) STRICT, WITHOUT ROWID;

-- What an index of the scope needs, in one sequential read: place packs (scope, revision), packed is a whole
-- spi.Row with its sidecars and a checksum (PackedRow.java).
CREATE TABLE index_row (
  place INTEGER PRIMARY KEY,
  packed BLOB NOT NULL
) STRICT;

CREATE TABLE state (
  scope INTEGER NOT NULL,
  name TEXT NOT NULL,
  version INTEGER NOT NULL,
  checksum INTEGER NOT NULL,
  bytes BLOB NOT NULL,
  PRIMARY KEY (scope, name)
) STRICT, WITHOUT ROWID;

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
