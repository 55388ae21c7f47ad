package dev.daybook.testkit;

import dev.daybook.data.Kind;
import dev.daybook.data.Scope;
import dev.daybook.data.Space;
import dev.daybook.spi.Audit;
import dev.daybook.spi.Batch;
import dev.daybook.spi.Blob;
import dev.daybook.spi.Key;
import dev.daybook.spi.Page;
import dev.daybook.spi.Put;
import dev.daybook.spi.Scan;
import dev.daybook.spi.Sidecar;
import dev.daybook.spi.StateChange;
import dev.daybook.spi.Store;
import dev.daybook.spi.Stored;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What the contract writes, in few words, and how it reads all pages. */
final class Batches {

    static final Scope ADA = new Scope.User(Space.DEFAULT, "ada");
    static final Instant NOON = Instant.parse("2025-03-01T12:00:00Z");

    private Batches() {}

    static Key episode(String id) {
        return new Key(Kind.EPISODE, id);
    }

    static Put put(String id) {
        return put(episode(id), "body of " + id);
    }

    static Put put(Key key, String body) {
        return put(key, null, NOON, body);
    }

    static Put put(Key key, @Nullable String session, Instant time, String body) {
        return new Put(key, session, time, NOON, Put.LIVE, Blob.of(body), Map.of(), Put.ANY);
    }

    static Put expecting(long contentRevision, Put put) {
        return new Put(
                put.key(),
                put.session(),
                put.time(),
                put.recorded(),
                put.status(),
                put.body(),
                put.sidecars(),
                contentRevision);
    }

    static Put with(Map<String, Blob> sidecars, Put put) {
        return new Put(
                put.key(),
                put.session(),
                put.time(),
                put.recorded(),
                put.status(),
                put.body(),
                sidecars,
                put.expected());
    }

    static Put recorded(Instant recorded, Put put) {
        return new Put(
                put.key(),
                put.session(),
                put.time(),
                recorded,
                put.status(),
                put.body(),
                put.sidecars(),
                put.expected());
    }

    static Put status(String status, Put put) {
        return new Put(
                put.key(),
                put.session(),
                put.time(),
                put.recorded(),
                status,
                put.body(),
                put.sidecars(),
                put.expected());
    }

    static Batch batch(Scope scope, Put... puts) {
        return batch(scope, List.of(puts), List.of(), List.of());
    }

    static Batch batch(Scope scope, Sidecar... sidecars) {
        return batch(scope, List.of(), List.of(sidecars), List.of());
    }

    static Batch batch(Scope scope, StateChange... states) {
        return batch(scope, List.of(), List.of(), List.of(states));
    }

    static Batch batch(Scope scope, List<Put> puts, List<Sidecar> sidecars, List<StateChange> states) {
        String operation = UUID.randomUUID().toString();
        return new Batch(scope, operation, puts, sidecars, states, new Audit(operation, "test", NOON, "{}"));
    }

    static Batch nothing(Scope scope) {
        return batch(scope, List.of(), List.of(), List.of());
    }

    static StateChange state(String name, String value) {
        return new StateChange(name, Put.ANY, Blob.of(value));
    }

    /** All pages of a scan. */
    static List<Stored> all(Store store, Scope scope, Scan scan) {
        return pages(cursor -> store.scan(scope, scan.after(cursor)));
    }

    static <T> List<T> pages(Function<@Nullable String, Page<T>> read) {
        List<T> all = new ArrayList<>();
        String cursor = null;
        do {
            Page<T> page = read.apply(cursor);
            all.addAll(page.items());
            cursor = page.cursor();
        } while (cursor != null);
        return all;
    }

    static List<String> ids(List<Stored> versions) {
        return versions.stream().map(version -> version.key().id()).toList();
    }
}
