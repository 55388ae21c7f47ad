package dev.daybook.chroma;

import dev.daybook.model.Kind;
import dev.daybook.model.Message;
import dev.daybook.model.Origin;
import dev.daybook.model.Provenance;
import dev.daybook.model.Scope;
import dev.daybook.model.Space;
import dev.daybook.store.EntryKey;
import dev.daybook.store.EntryPut;
import dev.daybook.store.Sidecar;
import dev.daybook.store.StateChange;
import dev.daybook.store.WriteBatch;
import dev.daybook.testkit.HashEmbedder;
import java.time.Clock;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** Entries for the tests, and direct access to the server's collections. */
final class ChromaSamples {

    static final Scope.User ADA = new Scope.User(Space.DEFAULT, "ada");
    static final Scope.User BOB = new Scope.User(Space.DEFAULT, "bob");
    static final OffsetDateTime NOON = OffsetDateTime.parse("2025-03-01T12:00:00+01:00");

    private ChromaSamples() {}

    static final CollectionLayout LAYOUT = new CollectionLayout(
            "jeeves_episodes", "jeeves_facts", new HashEmbedder(), Duration.ofMinutes(10), 5, Clock.systemUTC());

    private static ChromaTenant tenant(String name) {
        ChromaServer server = new ChromaServer(RealServer.url(), Map.of(), Duration.ofSeconds(30));
        ChromaTenant tenant = ChromaTenant.open(server, name);
        tenant.makeDatabase(ChromaNames.DEFAULT_DATABASE);
        return tenant;
    }

    /** The collections of the default space of a tenant. */
    static SpaceCollections shelves(String tenant) {
        return new SpaceCollections(tenant(tenant), Space.DEFAULT, LAYOUT);
    }

    /** The default space of a tenant without a lease: the test says what may be written. */
    static SpaceStore space(String tenant, Runnable mayWrite) {
        return new SpaceStore(tenant(tenant), Space.DEFAULT, LAYOUT, mayWrite);
    }

    static ChromaDatabase database(String tenant) {
        return tenant(tenant).database(ChromaNames.DEFAULT_DATABASE);
    }

    /** Removes a collection, as another program might. */
    static void drop(String tenant, String collection) {
        ChromaDatabase database = database(tenant);
        database.server().delete(database.path() + "/collections/" + collection);
    }

    static EntryKey episode(String id) {
        return new EntryKey(Kind.EPISODE, id);
    }

    static EntryPut said(String id, String text) {
        return EntryDocuments.put(
                new dev.daybook.model.Episode(
                        id,
                        "s1",
                        NOON,
                        NOON,
                        List.of(Message.user(text)),
                        List.of(),
                        Map.of(),
                        new Provenance(1, 1, Origin.USER, Origin.USER.source().trust()),
                        false,
                        null),
                NOON.toInstant());
    }

    static WriteBatch batch(Scope scope, EntryPut... puts) {
        return new WriteBatch(scope, UUID.randomUUID().toString(), List.of(puts), List.of(), List.of(), null);
    }

    static WriteBatch batch(Scope scope, Sidecar... sidecars) {
        return new WriteBatch(scope, UUID.randomUUID().toString(), List.of(), List.of(sidecars), List.of(), null);
    }

    static WriteBatch batch(Scope scope, StateChange... states) {
        return new WriteBatch(scope, UUID.randomUUID().toString(), List.of(), List.of(), List.of(states), null);
    }
}
