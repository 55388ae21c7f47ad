-- Every key begins with the scope, so that the rows of a scope can be placed together (decision 80).
-- layout: the number of the last script that was run. salt: for the keys of scopes.
CREATE TABLE daybook_store (
  layout integer NOT NULL,
  salt bytea NOT NULL
);

-- Numbers erasures. A sequence, so that erasures of two scopes do not wait for each other.
CREATE SEQUENCE daybook_erasure;

-- scope: a salted hash of space and code (ScopeKeys.java). code: null after an erasure of the whole scope.
-- positions and counts: by kind (KindNumbers.java); living: the sum of the counts.
-- audited and chain: the number and the chain of the last audit entry. Each write updates this row, which it locks first;
-- the free room keeps the update on its page.
CREATE TABLE daybook_scope (
  scope bytea PRIMARY KEY,
  space text COLLATE "C" NOT NULL,
  code text COLLATE "C",
  revision bigint NOT NULL,
  epoch bigint NOT NULL,
  positions bigint[] NOT NULL,
  counts bigint[] NOT NULL,
  living bigint NOT NULL,
  audited bigint NOT NULL,
  chain bytea NOT NULL
) WITH (fillfactor = 50);

CREATE INDEX daybook_scope_by_space ON daybook_scope (space, scope);

-- The current versions. Times are microseconds since 1970. Ids and sessions are UTF-8 bytes: text cannot hold U+0000.
-- revision: of the index row; sidecars: its sidecars (PackedSidecars.java).
CREATE TABLE daybook_entry (
  scope bytea NOT NULL,
  kind smallint NOT NULL,
  position bigint NOT NULL,
  id bytea NOT NULL,
  content_revision bigint NOT NULL,
  revision bigint NOT NULL,
  session bytea,
  time bigint NOT NULL,
  recorded bigint NOT NULL,
  status text NOT NULL,
  body bytea NOT NULL,
  sidecars bytea NOT NULL,
  PRIMARY KEY (scope, kind, position)
);

-- Vectors do not compress.
ALTER TABLE daybook_entry ALTER COLUMN sidecars SET STORAGE EXTERNAL;

CREATE UNIQUE INDEX daybook_entry_by_id ON daybook_entry (scope, kind, id);

CREATE UNIQUE INDEX daybook_entry_by_revision ON daybook_entry (scope, revision);

CREATE INDEX daybook_entry_by_session ON daybook_entry (scope, session, time);

-- The replaced versions. replaced: when the next version was recorded.
CREATE TABLE daybook_version (
  scope bytea NOT NULL,
  kind smallint NOT NULL,
  position bigint NOT NULL,
  id bytea NOT NULL,
  content_revision bigint NOT NULL,
  session bytea,
  time bigint NOT NULL,
  recorded bigint NOT NULL,
  replaced bigint NOT NULL,
  status text NOT NULL,
  body bytea NOT NULL,
  PRIMARY KEY (scope, kind, position, content_revision)
);

-- Names are UTF-8 bytes, whose order is that of the code points.
CREATE TABLE daybook_state (
  scope bytea NOT NULL,
  name bytea NOT NULL,
  version bigint NOT NULL,
  bytes bytea NOT NULL,
  PRIMARY KEY (scope, name)
);

-- chain: SHA-256 over the chain before it and this entry (ScopeAudits.java).
CREATE TABLE daybook_audit (
  scope bytea NOT NULL,
  seq bigint NOT NULL,
  at bigint NOT NULL,
  operation text NOT NULL,
  action text NOT NULL,
  detail text NOT NULL,
  chain bytea NOT NULL,
  PRIMARY KEY (scope, seq)
);

CREATE INDEX daybook_audit_by_operation ON daybook_audit (operation);

-- The results of the last day, by which a repeated batch is recognized (OperationRows.java). No content.
CREATE TABLE daybook_operation (
  scope bytea NOT NULL,
  operation text NOT NULL,
  at timestamptz NOT NULL DEFAULT now(),
  result bigint[] NOT NULL,
  PRIMARY KEY (scope, operation)
);

CREATE INDEX daybook_operation_by_time ON daybook_operation (at);

-- The statistics of the planner would hold copies of texts and names, which an erasure does not reach.
ALTER TABLE daybook_scope ALTER COLUMN code SET STATISTICS 0;

ALTER TABLE daybook_entry
  ALTER COLUMN id SET STATISTICS 0,
  ALTER COLUMN session SET STATISTICS 0,
  ALTER COLUMN body SET STATISTICS 0,
  ALTER COLUMN sidecars SET STATISTICS 0;

ALTER TABLE daybook_version
  ALTER COLUMN id SET STATISTICS 0,
  ALTER COLUMN session SET STATISTICS 0,
  ALTER COLUMN body SET STATISTICS 0;

ALTER TABLE daybook_state
  ALTER COLUMN name SET STATISTICS 0,
  ALTER COLUMN bytes SET STATISTICS 0;
