package dev.daybook.chroma;

import dev.daybook.data.Kind;
import dev.daybook.data.Message;
import dev.daybook.data.Origin;
import dev.daybook.data.Provenance;
import dev.daybook.data.Scope;
import dev.daybook.data.Space;
import dev.daybook.spi.Batch;
import dev.daybook.spi.Key;
import dev.daybook.spi.Put;
import dev.daybook.spi.Sidecar;
import dev.daybook.spi.StateChange;
import dev.daybook.testkit.HashEmbedder;
import java.time.Clock;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** Entries for the tests, and direct access to the server's collections. */
final class Samples {

    static final Scope.User ADA = new Scope.User(Space.DEFAULT, "ada");
    static final Scope.User BOB = new Scope.User(Space.DEFAULT, "bob");
    static final OffsetDateTime NOON = OffsetDateTime.parse("2025-03-01T12:00:00+01:00");

    private Samples() {}

    static final Layout LAYOUT = new Layout(
            "jeeves_episodes", "jeeves_facts", new HashEmbedder(), Duration.ofMinutes(10), 5, Clock.systemUTC());

    private static Tenant tenant(String name) {
        ChromaServer server = new ChromaServer(RealServer.url(), Map.of(), Duration.ofSeconds(30));
        Tenant tenant = Tenant.open(server, name);
        tenant.makeDatabase(Names.DEFAULT_DATABASE);
        return tenant;
    }

    /** The collections of the default space of a tenant. */
    static Shelves shelves(String tenant) {
        return new Shelves(tenant(tenant), Space.DEFAULT, LAYOUT);
    }

    /** The default space of a tenant without a lease: the test says what may be written. */
    static SpaceStore space(String tenant, Runnable mayWrite) {
        return new SpaceStore(tenant(tenant), Space.DEFAULT, LAYOUT, mayWrite);
    }

    static Database database(String tenant) {
        return tenant(tenant).database(Names.DEFAULT_DATABASE);
    }

    /** Removes a collection, as another program might. */
    static void drop(String tenant, String collection) {
        Database database = database(tenant);
        database.server().delete(database.path() + "/collections/" + collection);
    }

    static Key episode(String id) {
        return new Key(Kind.EPISODE, id);
    }

    static Put said(String id, String text) {
        return Entries.put(
                new dev.daybook.data.Episode(
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

    static Batch batch(Scope scope, Put... puts) {
        return new Batch(scope, UUID.randomUUID().toString(), List.of(puts), List.of(), List.of(), null);
    }

    static Batch batch(Scope scope, Sidecar... sidecars) {
        return new Batch(scope, UUID.randomUUID().toString(), List.of(), List.of(sidecars), List.of(), null);
    }

    static Batch batch(Scope scope, StateChange... states) {
        return new Batch(scope, UUID.randomUUID().toString(), List.of(), List.of(), List.of(states), null);
    }
}
