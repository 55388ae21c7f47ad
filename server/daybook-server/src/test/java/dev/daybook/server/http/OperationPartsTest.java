package dev.daybook.server.http;

import static dev.daybook.access.AccessRight.READ;
import static dev.daybook.access.AccessRight.WRITE;
import static dev.daybook.server.http.TestServer.bearer;
import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.Daybook;
import dev.daybook.access.AccessRight;
import dev.daybook.local.InMemoryStore;
import dev.daybook.model.Message;
import dev.daybook.model.Scope;
import dev.daybook.model.Space;
import dev.daybook.server.http.TestServer.Answer;
import dev.daybook.server.keys.ApiKeys.CreatedKey;
import dev.daybook.server.keys.GrantPlace;
import dev.daybook.server.keys.Grantor;
import dev.daybook.server.keys.KeyGrant;
import dev.daybook.store.AuditRecord;
import dev.daybook.store.WriteBatch;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An operation over several scopes, as it is seen by keys that read some of them. */
class OperationPartsTest {

    private static final Scope ADA = new Scope.User(Space.DEFAULT, "ada");
    private static final Scope BOB = new Scope.User(Space.DEFAULT, "bob");
    private static final Scope SHARED = new Scope.Shared(Space.DEFAULT);
    private static final String OPERATION = "op_parts";

    @TempDir
    Path folder;

    private final InMemoryStore store = new InMemoryStore();
    private TestServer server;

    @BeforeEach
    void serve() {
        server = TestServer.withMem0(Daybook.builder(store).noEmbedder(), folder);
        forgotten(ADA, "count=2 kinds=episode:2");
        forgotten(BOB, "count=5 kinds=episode:5");
        forgotten(SHARED, "count=3 kinds=fact:3");
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private void forgotten(Scope scope, String detail) {
        server.daybook.space("default").memory(scope).session("s").remember(Message.user("x"));
        AuditRecord record = new AuditRecord(OPERATION, "forget", Instant.EPOCH, detail);
        store.write(new WriteBatch(scope, "op_of_" + scope.code(), List.of(), List.of(), List.of(), record));
    }

    private CreatedKey key(GrantPlace place, AccessRight... rights) {
        return server.keys.create(place.space(), place.scope(), Set.of(rights), null);
    }

    private CreatedKey with(CreatedKey key, Scope scope, AccessRight... rights) {
        server.keys.grant(key.key().id(), new KeyGrant(GrantPlace.of(scope), Set.of(rights)), Grantor.OWNER);
        return key;
    }

    private void sees(CreatedKey key, String scope, Map<String, Long> counts) {
        for (String path : List.of("/v1/operations/" + OPERATION, "/v1/operations/" + OPERATION + "/audit")) {
            Answer answer = server.get(path, bearer(key.text()));
            assertThat(answer.status()).as(answer.body()).isEqualTo(200);
            assertThat(answer.at("scope")).as(path).isEqualTo(scope);
            assertThat(answer.at("counts")).as(path).isEqualTo(counts);
        }
    }

    @Test
    void a_key_sees_the_counts_of_the_scopes_that_it_reads_only() {
        sees(key(GrantPlace.of(SHARED), READ), "shared", Map.of("fact", 3L));
        sees(key(GrantPlace.of(ADA), READ), "user:ada", Map.of("episode", 2L));
        sees(with(key(GrantPlace.of(SHARED), READ), ADA, READ), "user:ada", Map.of("episode", 2L, "fact", 3L));
        sees(with(key(GrantPlace.of(SHARED), READ), ADA, WRITE), "shared", Map.of("fact", 3L));
        sees(with(key(GrantPlace.of(Space.DEFAULT), WRITE), BOB, READ), "user:bob", Map.of("episode", 5L));
        sees(key(GrantPlace.of(Space.DEFAULT), READ), "user:ada", Map.of("episode", 7L, "fact", 3L));
    }

    @Test
    void a_key_without_the_right_in_any_of_the_scopes_is_refused_and_one_without_a_scope_of_it_sees_nothing() {
        String path = "/v1/operations/" + OPERATION + "/audit";
        Scope eve = new Scope.User(Space.DEFAULT, "eve");

        for (CreatedKey key : List.of(key(GrantPlace.of(ADA), WRITE), key(GrantPlace.of(Space.DEFAULT), WRITE))) {
            assertThat(server.get(path, bearer(key.text())).status()).isEqualTo(403);
        }
        for (CreatedKey key : List.of(key(GrantPlace.of(eve), READ), key(GrantPlace.of(new Space("lab")), READ))) {
            assertThat(server.get(path, bearer(key.text())).status()).isEqualTo(404);
        }
    }
}
