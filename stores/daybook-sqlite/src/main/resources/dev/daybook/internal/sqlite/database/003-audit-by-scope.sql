-- A page of the audit log of one scope must not read those of all others: a copy reads the log of each scope.
CREATE INDEX audit_by_scope ON audit (scope);
