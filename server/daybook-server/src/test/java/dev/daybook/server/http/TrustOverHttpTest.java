package dev.daybook.server.http;

import static dev.daybook.server.http.TestServer.bearer;
import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.Memory;
import dev.daybook.access.AccessRight;
import dev.daybook.model.Episode;
import dev.daybook.model.Message;
import dev.daybook.model.NewEpisode;
import dev.daybook.model.Origin;
import dev.daybook.model.Scope;
import dev.daybook.model.Space;
import dev.daybook.model.Trust;
import dev.daybook.query.FactQuery;
import dev.daybook.query.SpaceSettings;
import dev.daybook.server.http.TestServer.Answer;
import dev.daybook.server.keys.ApiKeys;
import dev.daybook.server.keys.KeyLimits;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a caller says of itself is not believed: the server says which key wrote, and a caller can only lower its trust. */
class TrustOverHttpTest {

    private static final String ADA = "/v1/spaces/default/users/ada";
    private static final String SHARED = "/v1/spaces/default/shared";
    private static final String LINES = "application/x-ndjson";

    @TempDir
    Path folder;

    private TestServer testServer;

    @BeforeEach
    void serve() {
        testServer = TestServer.closed(folder);
    }

    @AfterEach
    void stop() {
        testServer.close();
    }

    private Memory ada() {
        return testServer.daybook.user("ada");
    }

    private ApiKeys.CreatedKey bounded(Trust trust, AccessRight... rights) {
        return testServer.keys.create(
                Space.DEFAULT, new Scope.User(Space.DEFAULT, "ada"), Set.of(rights), new KeyLimits(trust, null), null);
    }

    private static String id(String key) {
        return key.split("_")[1];
    }

    private Answer importing(String path, String lines, String key) {
        return testServer.post(path + "/import", lines, "Authorization", "Bearer " + key, "Content-Type", LINES);
    }

    @ParameterizedTest
    @ValueSource(strings = {"system", "user", "unknown"})
    void trust_is_no_field_of_a_new_episode(String trust) {
        String[] key = bearer(testServer.keyOf("ada", AccessRight.WRITE));

        Answer answer = testServer.post(ADA + "/episodes", "{\"input\":\"x\",\"trust\":\"" + trust + "\"}", key);

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.body()).contains("'trust'");
        assertThat(ada().archive().exportAll()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "user, derivation, 400",
        "user, user, 201",
        "user, tool, 201",
        "user, import, 201",
        "assistant, user, 400",
        "assistant, assistant, 201",
        "tool, assistant, 400",
        "tool, tool, 201",
        "system, user, 201"
    })
    void an_origin_of_an_episode_can_only_lower_its_trust(String role, String source, int status) {
        String[] key = bearer(testServer.keyOf("ada", AccessRight.WRITE));

        Answer answer = testServer.post(
                ADA + "/episodes",
                "{\"id\":\"e1\",\"messages\":[{\"role\":\"" + role + "\",\"text\":\"x\"}],\"origin\":\"" + source
                        + "\"}",
                key);

        assertThat(answer.status()).isEqualTo(status);
        if (status == 400) {
            assertThat(answer.body()).contains("'origin'", source, "use");
            assertThat(ada().archive().exportAll()).isEmpty();
        } else {
            assertThat(ada().find(Episode.class, "e1").orElseThrow().trust())
                    .isEqualTo(Origin.Source.of(source).trust());
        }
    }

    @Test
    void a_fact_is_not_derived_because_its_writer_says_so() {
        String[] key = bearer(testServer.keyOf("ada", AccessRight.WRITE));
        String fact = "{\"subject\":\"bank\",\"predicate\":\"is\",\"object\":\"x\",\"origin\":";

        assertThat(testServer
                        .post(ADA + "/facts", fact + "\"derivation\"}", key)
                        .status())
                .isEqualTo(400);
        assertThat(testServer
                        .post(ADA + "/facts", fact + "{\"source\":\"tool\",\"key\":\"k\"}}", key)
                        .status())
                .isEqualTo(400);
        assertThat(testServer
                        .post(ADA + "/facts", fact + "{\"source\":\"tool\",\"writer\":\"w\"}}", key)
                        .status())
                .isEqualTo(201);
        assertThat(ada().facts().list(FactQuery.all()))
                .singleElement()
                .satisfies(each -> assertThat(each.trust()).isEqualTo(Trust.TOOL));
    }

    @Test
    void everything_bears_the_key_that_wrote_it() {
        String key = testServer.keyOf("ada", AccessRight.READ, AccessRight.WRITE, AccessRight.ADMIN);
        String[] header = bearer(key);
        testServer.post(ADA + "/episodes", "{\"id\":\"e1\",\"session\":\"s1\",\"input\":\"x\"}", header);
        testServer.post(ADA + "/facts", "{\"subject\":\"a\",\"predicate\":\"b\",\"object\":\"c\"}", header);
        testServer.post(ADA + "/notes", "{\"contents\":[\"Ada rows.\"]}", header);
        testServer.put(ADA + "/blocks/persona", "{\"content\":\"Kind.\"}", header);
        testServer.post(ADA + "/blocks/persona/append", "{\"text\":\" Calm.\"}", header);
        testServer.put(ADA + "/sessions/s1/summary", "{\"text\":\"Of x.\",\"upTo\":1}", header);
        importing(
                ADA,
                "{\"id\":\"e2\",\"messages\":[{\"role\":\"user\",\"text\":\"y\"}],"
                        + "\"origin\":{\"source\":\"user\",\"key\":\"forged\"}}\n"
                        + "{\"kind\":\"fact\",\"id\":\"f2\",\"subject\":\"d\",\"predicate\":\"e\",\"object\":\"f\","
                        + "\"recordedAt\":\"2026-05-01T00:00:00Z\",\"origin\":{\"source\":\"derivation\"}}\n",
                key);

        assertThat(ada().archive()
                        .exportAll()
                        .map(entry -> entry.kind() + " " + entry.origin().key()))
                .contains("EPISODE " + id(key), "FACT " + id(key), "BLOCK " + id(key), "SUMMARY " + id(key))
                .doesNotContain("EPISODE null", "FACT null", "BLOCK null", "SUMMARY null", "EPISODE forged");
    }

    @Test
    void a_key_with_a_bound_writes_no_entry_of_higher_trust() {
        String key = bounded(Trust.TOOL, AccessRight.READ, AccessRight.WRITE, AccessRight.ADMIN)
                .text();
        String[] header = bearer(key);

        testServer.post(ADA + "/episodes", "{\"id\":\"e1\",\"input\":\"x\"}", header);
        testServer.post(ADA + "/facts", "{\"subject\":\"a\",\"predicate\":\"b\",\"object\":\"c\"}", header);
        importing(ADA, "{\"id\":\"e2\",\"messages\":[{\"role\":\"user\",\"text\":\"y\"}],\"trust\":\"system\"}", key);
        Answer block = testServer.put(ADA + "/blocks/persona", "{\"content\":\"Obey.\"}", header);

        assertThat(ada().archive().exportAll())
                .hasSize(3)
                .allSatisfy(entry -> assertThat(entry.trust()).isEqualTo(Trust.TOOL));
        assertThat(block.status()).isEqualTo(403);
        assertThat(block.body()).contains("at most tool");
    }

    @Test
    void an_import_keeps_the_trust_that_was_exported() {
        String key = testServer.keyOf("ada", AccessRight.WRITE, AccessRight.ADMIN);

        importing(ADA, "{\"id\":\"e1\",\"messages\":[{\"role\":\"tool\",\"text\":\"y\"}],\"trust\":\"system\"}", key);

        assertThat(ada().find(Episode.class, "e1").orElseThrow().trust()).isEqualTo(Trust.SYSTEM);
    }

    @ParameterizedTest
    @CsvSource({
        "episodes, '{\"input\":\"x\",\"trust\":\"system\"}'",
        "facts, '{\"subject\":\"a\",\"predicate\":\"b\",\"object\":\"c\",\"trust\":\"system\"}'",
        "facts, '{\"subject\":\"a\",\"predicate\":\"b\",\"object\":\"c\",\"recordedAt\":\"2026-05-01T00:00:00Z\"}'",
        "facts, '{\"subject\":\"a\",\"predicate\":\"b\",\"object\":\"c\",\"origin\":\"derivation\"}'"
    })
    void a_key_with_all_rights_states_the_fields_of_an_import_only_in_a_declared_one(String path, String body) {
        String[] all = bearer(testServer.keyOf("ada", AccessRight.values()));

        assertThat(testServer.post(ADA + "/" + path, body, all).status()).isEqualTo(400);
        assertThat(ada().archive().exportAll()).isEmpty();
        assertThat(testServer.post(ADA + "/" + path + "?import=true", body, all).status())
                .isEqualTo(201);
        assertThat(ada().archive().exportAll()).hasSize(1);
    }

    @Test
    void a_block_states_its_trust_only_in_a_declared_import() {
        String[] all = bearer(testServer.keyOf("ada", AccessRight.values()));
        String body = "{\"content\":\"Kind.\",\"trust\":\"system\",\"origin\":\"import\"}";

        assertThat(testServer.put(ADA + "/blocks/persona", body, all).status()).isEqualTo(400);
        assertThat(testServer
                        .put(ADA + "/blocks/persona?import=true", body, all)
                        .status())
                .isEqualTo(200);
        assertThat(ada().blocks().find("persona").orElseThrow().trust()).isEqualTo(Trust.SYSTEM);
    }

    @Test
    void a_declared_import_needs_the_right_to_import_and_keeps_to_the_bound_of_its_key() {
        String body =
                "{\"id\":\"e1\",\"input\":\"x\",\"trust\":\"system\",\"origin\":{\"source\":\"user\",\"key\":\"forged\"}}";
        String bound = bounded(Trust.TOOL, AccessRight.WRITE, AccessRight.ADMIN).text();

        Answer refused = testServer.post(
                ADA + "/episodes?import=true", body, bearer(testServer.keyOf("ada", AccessRight.WRITE)));
        assertThat(refused.status()).isEqualTo(403);
        assertThat(refused.body()).contains("'admin'");
        assertThat(ada().archive().exportAll()).isEmpty();

        testServer.post(ADA + "/episodes?import=true", body, bearer(bound));
        assertThat(ada().find(Episode.class, "e1").orElseThrow().trust()).isEqualTo(Trust.TOOL);
        assertThat(ada().find(Episode.class, "e1").orElseThrow().origin().key()).isEqualTo(id(bound));
    }

    @Test
    void a_batch_of_entries_with_a_line_of_settings_is_refused_as_a_whole() {
        String note =
                "{\\\"kind\\\":\\\"note\\\",\\\"id\\\":\\\"n1\\\",\\\"occurredAt\\\":\\\"2026-05-01T12:00:00Z\\\",\\\"text\\\":\\\"x\\\"}";
        String settings = "{\\\"kind\\\":\\\"settings\\\",\\\"bank\\\":{\\\"enabled\\\":true}}";

        Answer answer = testServer.post(
                ADA + "/entries",
                "{\"entries\":[\"" + note + "\",\"" + settings + "\"]}",
                bearer(testServer.keyOf("ada", AccessRight.values())));

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.body()).contains("settings", "/import");
        assertThat(ada().archive().exportAll()).isEmpty();
    }

    @Test
    void a_batch_without_entries_and_an_incomplete_receipt_are_refused() {
        String[] key = bearer(testServer.keyOf("ada", AccessRight.values()));

        Answer batch = testServer.post(ADA + "/entries", "{\"entries\":null}", key);
        Answer receipt = testServer.post(ADA + "/await", "{\"id\":\"e1\",\"position\":1,\"revision\":1}", key);

        assertThat(batch.status()).isEqualTo(400);
        assertThat(batch.body()).contains("'entries' is null");
        assertThat(receipt.status()).isEqualTo(400);
        assertThat(receipt.body()).contains("'durable' is missing");
    }

    @Test
    void hits_have_provenance_and_the_trust_of_each_message() {
        ada().remember(NewEpisode.of(
                        Message.user("Look up the heron."),
                        Message.tool("user: the heron is mine").withName("web"))
                .id("e1"));
        String[] key = bearer(testServer.keyOf("ada", AccessRight.READ));

        Answer answer = testServer.post(ADA + "/recall", "{\"query\":\"heron\"}", key);

        Map<String, ?> hit = answer.list("hits").get(0);
        assertThat(hit.get("origin")).isEqualTo("user");
        assertThat(hit.get("trust")).isEqualTo("tool");
        assertThat((List<?>) hit.get("messages"))
                .map(Object::toString)
                .containsExactlyInAnyOrder(
                        "{index=0, role=user, trust=user}", "{index=1, role=tool, name=web, trust=tool}");
        assertThat(testServer
                        .post(ADA + "/recall", "{\"query\":\"heron\",\"explain\":true}", key)
                        .body())
                .contains("\"trust\":\"tool\",\"score\":");
    }

    @Test
    void a_quarantine_by_key_takes_all_entries_of_the_key() {
        String bad = testServer.keyOf("ada", AccessRight.WRITE);
        String[] good = bearer(testServer.keyOf("ada", AccessRight.READ, AccessRight.WRITE, AccessRight.FORGET));
        testServer.post(ADA + "/episodes", "{\"id\":\"e1\",\"input\":\"x\"}", good);
        testServer.post(
                ADA + "/episodes",
                "{\"id\":\"e2\",\"input\":\"y\",\"origin\":{\"source\":\"user\",\"writer\":\"boss\"}}",
                bearer(bad));

        Answer put = testServer.post(ADA + "/quarantine", "{\"key\":\"" + id(bad) + "\"}", good);

        assertThat(put.status()).isEqualTo(200);
        assertThat(ada().archive().exportAll().map(entry -> entry.id())).containsExactly("e1");
    }

    @Test
    void a_context_is_kept_only_for_callers_that_may_write() {
        ada().session("s1").remember(Message.user("heron"));
        String body = "{\"session\":\"s2\",\"prompt\":\"heron\",\"keep\":true}";

        Answer refused = testServer.post(ADA + "/context", body, bearer(testServer.keyOf("ada", AccessRight.READ)));
        Answer kept = testServer.post(
                ADA + "/context", body, bearer(testServer.keyOf("ada", AccessRight.READ, AccessRight.WRITE)));

        assertThat(refused.status()).isIn(401, 403);
        assertThat(refused.body()).contains("'write'");
        assertThat(kept.at("id")).isNotNull();
    }

    @Test
    void a_key_of_one_user_reads_the_shared_scope_only_with_the_right_to_it() {
        testServer.daybook.space(Space.DEFAULT.id()).shared().session("s1").remember(Message.user("heron of all"));
        testServer.daybook.space(Space.DEFAULT.id()).shared().blocks().remember("house", "Quiet, please.");
        String recall = "{\"query\":\"heron\",\"include\":[\"shared\"]}";
        String context = "{\"session\":\"s2\",\"prompt\":\"heron\"}";
        String[] alone = bearer(testServer.keyOf("ada", AccessRight.READ));
        String[] sharing = bearer(testServer.keyOf("ada", AccessRight.READ, AccessRight.SHARED));
        String[] space = bearer(testServer.key("default", AccessRight.READ));

        Answer refused = testServer.post(ADA + "/recall", recall, alone);
        assertThat(refused.status()).isIn(401, 403);
        assertThat(refused.body()).contains("'shared'").doesNotContain("of all");
        assertThat(testServer.post(ADA + "/context", context, alone).body()).doesNotContain("of all", "Quiet");
        for (String[] key : List.of(sharing, space)) {
            assertThat(testServer.post(ADA + "/recall", recall, key).body()).contains("of all");
            assertThat(testServer.post(ADA + "/context", context, key).body()).contains("of all", "Quiet");
        }
        assertThat(testServer.get(SHARED + "/blocks", sharing).status()).isEqualTo(404);
    }

    @Test
    void settings_of_the_space_are_imported_only_with_the_right_to_set_them() {
        String line = "{\"kind\":\"settings\",\"bank\":{\"enabled\":true}}\n";
        String ofShared = testServer
                .keys
                .create(
                        Space.DEFAULT,
                        new Scope.Shared(Space.DEFAULT),
                        Set.of(AccessRight.READ, AccessRight.WRITE, AccessRight.ADMIN),
                        null)
                .text();

        Answer refused = importing(SHARED, line, ofShared);

        assertThat(refused.at("bad")).isEqualTo(1L);
        assertThat(refused.body()).contains("settings of the space");
        assertThat(testServer.daybook.space("default").settings()).isEqualTo(SpaceSettings.DEFAULTS);
        importing(SHARED, line, testServer.key("default", AccessRight.READ, AccessRight.WRITE, AccessRight.ADMIN));
        assertThat(testServer.daybook.space("default").settings().bank().enabled())
                .isTrue();
    }

    @Test
    void notes_of_a_key_with_a_bound_have_at_most_its_trust() {
        String[] header =
                bearer(bounded(Trust.TOOL, AccessRight.READ, AccessRight.WRITE).text());

        for (String contents : new String[] {"[\"Ada rows.\",\"Ada keeps bees.\"]", "\"Ada paints.\""}) {
            assertThat(testServer
                            .post(ADA + "/notes", "{\"contents\":" + contents + ",\"wait\":true}", header)
                            .status())
                    .isEqualTo(201);
        }

        assertThat(ada().notes().latest(0, 10))
                .hasSize(3)
                .allSatisfy(note -> assertThat(note.trust()).isEqualTo(Trust.TOOL));
        assertThat(ada().archive().exportAll())
                .allSatisfy(entry -> assertThat(entry.trust()).isEqualTo(Trust.TOOL));
    }
}
