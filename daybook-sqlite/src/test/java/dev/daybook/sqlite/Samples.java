package dev.daybook.sqlite;

import dev.daybook.data.Kind;
import dev.daybook.data.Scope;
import dev.daybook.data.Space;
import dev.daybook.spi.Audit;
import dev.daybook.spi.Batch;
import dev.daybook.spi.Blob;
import dev.daybook.spi.Key;
import dev.daybook.spi.Put;
import dev.daybook.spi.Sidecar;
import dev.daybook.spi.StateChange;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** Entries and batches for the tests. */
final class Samples {

    static final Scope ADA = user("ada");
    static final Scope BOB = user("bob");
    static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");
    static final Map<String, Blob> TERMS = Map.of("terms/en-1", Blob.of("boat lake"));

    private Samples() {}

    static Scope user(String id) {
        return new Scope.User(Space.DEFAULT, id);
    }

    static Key episode(String id) {
        return new Key(Kind.EPISODE, id);
    }

    static Put put(String id, String text) {
        return put(id, text, Put.ANY);
    }

    static Put put(String id, String text, long expected) {
        return new Put(episode(id), "s1", NOON, NOON, Put.LIVE, Blob.of(text), TERMS, expected);
    }

    static Batch batch(Scope scope, Put... puts) {
        return new Batch(scope, "op", List.of(puts), List.of(), List.of(), audit("remember"));
    }

    static Batch vectors(Scope scope, Sidecar... sidecars) {
        return new Batch(scope, "op", List.of(), List.of(sidecars), List.of(), null);
    }

    static Batch states(Scope scope, StateChange... changes) {
        return new Batch(scope, "op", List.of(), List.of(), List.of(changes), null);
    }

    static Batch nothing(Scope scope) {
        return new Batch(scope, "op", List.of(), List.of(), List.of(), null);
    }

    static Audit audit(String action) {
        return new Audit("op", action, NOON, "1 episode");
    }
}
