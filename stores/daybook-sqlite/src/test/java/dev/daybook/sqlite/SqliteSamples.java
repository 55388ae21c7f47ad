package dev.daybook.sqlite;

import dev.daybook.model.Kind;
import dev.daybook.model.Scope;
import dev.daybook.model.Space;
import dev.daybook.store.AuditRecord;
import dev.daybook.store.Blob;
import dev.daybook.store.EntryKey;
import dev.daybook.store.EntryPut;
import dev.daybook.store.Sidecar;
import dev.daybook.store.StateChange;
import dev.daybook.store.WriteBatch;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** Entries and batches for the tests. */
final class SqliteSamples {

    static final Scope ADA = user("ada");
    static final Scope BOB = user("bob");
    static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");
    static final Map<String, Blob> TERMS = Map.of("terms/en-1", Blob.of("boat lake"));

    private SqliteSamples() {}

    static Scope user(String id) {
        return new Scope.User(Space.DEFAULT, id);
    }

    static EntryKey episode(String id) {
        return new EntryKey(Kind.EPISODE, id);
    }

    static EntryPut put(String id, String text) {
        return put(id, text, EntryPut.ANY);
    }

    static EntryPut put(String id, String text, long expected) {
        return new EntryPut(episode(id), "s1", NOON, NOON, EntryPut.LIVE, Blob.of(text), TERMS, expected);
    }

    static WriteBatch batch(Scope scope, EntryPut... puts) {
        return new WriteBatch(scope, "op", List.of(puts), List.of(), List.of(), audit("remember"));
    }

    static WriteBatch vectors(Scope scope, Sidecar... sidecars) {
        return new WriteBatch(scope, "op", List.of(), List.of(sidecars), List.of(), null);
    }

    static WriteBatch states(Scope scope, StateChange... changes) {
        return new WriteBatch(scope, "op", List.of(), List.of(), List.of(changes), null);
    }

    static WriteBatch nothing(Scope scope) {
        return new WriteBatch(scope, "op", List.of(), List.of(), List.of(), null);
    }

    static AuditRecord audit(String action) {
        return new AuditRecord("op", action, NOON, "1 episode");
    }
}
