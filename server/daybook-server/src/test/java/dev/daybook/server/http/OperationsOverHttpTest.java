package dev.daybook.server.http;

import static dev.daybook.server.http.TestServer.ADA;
import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.Daybook;
import dev.daybook.access.AccessRight;
import dev.daybook.model.Message;
import dev.daybook.query.ContextOptions;
import dev.daybook.query.Selection;
import dev.daybook.server.http.TestServer.Answer;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OperationsOverHttpTest {

    @TempDir
    Path folder;

    private TestServer testServer;
    private String[] admin;

    @BeforeEach
    void serve() {
        start();
        admin = TestServer.bearer(testServer.key("default", AccessRight.values()));
    }

    private void start() {
        testServer =
                TestServer.closedOver(Daybook.builder(folder.resolve("memory")).noEmbedder(), folder);
    }

    @AfterEach
    void stop() {
        testServer.close();
    }

    private String derived() {
        testServer.daybook.user("ada").session("s1").remember(Message.user("My name is Ada Quill."));
        return testServer.post(ADA + "/consolidate", "{}", admin).list("outcomes").stream()
                .filter(outcome -> Objects.equals(outcome.get("derivation"), "facts"))
                .map(outcome -> String.valueOf(outcome.get("operation")))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void an_operation_is_looked_up_and_undone_by_its_id_alone() {
        String operation = derived();

        assertThat(testServer.get("/v1/operations/" + operation, admin).json())
                .containsEntry("kind", "derived")
                .containsEntry("space", "default")
                .containsEntry("scope", "user:ada")
                .containsEntry("derivation", "facts")
                .containsEntry("result", "done")
                .containsEntry("undoable", true);
        assertThat(testServer.get("/v1/operations/" + operation, admin).list("wrote"))
                .isNotEmpty();

        Answer undone = testServer.post("/v1/operations/" + operation + "/undo", "", admin);

        assertThat(undone.status()).as(undone.body()).isEqualTo(200);
        assertThat(testServer.get(ADA + "/facts", admin).list("facts")).isEmpty();
        assertThat(testServer.get("/v1/operations/" + operation, admin).json()).containsEntry("undoable", false);
        assertThat(testServer
                        .post("/v1/operations/" + operation + "/undo", "", admin)
                        .status())
                .isEqualTo(410);
    }

    @Test
    void it_is_known_after_a_restart() {
        String operation = derived();
        testServer.close();
        start();

        assertThat(testServer.get("/v1/operations/" + operation, admin).json())
                .containsEntry("derivation", "facts")
                .containsEntry("undoable", true);
        assertThat(testServer
                        .post("/v1/operations/" + operation + "/undo", "", admin)
                        .status())
                .isEqualTo(200);
    }

    @Test
    void a_forget_is_waited_for_until_its_bytes_are_gone_and_has_no_undo() {
        testServer.daybook.user("ada").session("s1").remember(Message.user("The quokka sleeps."));
        Answer forgotten = testServer.delete(ADA + "/sessions/s1", admin);
        String operation = String.valueOf(forgotten.at("operation"));

        assertThat(testServer
                        .get("/v1/operations/" + operation + "?wait=30", admin)
                        .json())
                .containsEntry("kind", "forget")
                .containsEntry("scope", "user:ada")
                .containsEntry("counts", Map.of("episode", 1L))
                .containsEntry("bytes", "gone")
                .containsEntry("undoable", false);
        Answer undone = testServer.post("/v1/operations/" + operation + "/undo", "", admin);
        assertThat(undone.status()).isEqualTo(410);
        assertThat(undone.at("code")).isEqualTo("gone");
    }

    @Test
    void a_forget_of_any_principal_is_known_after_a_restart() {
        testServer.daybook.user("ada").session("s1").remember(Message.user("The quokka sleeps."));
        testServer.daybook.user("ada").session("s2").remember(Message.user("The quokka eats."));
        String operation =
                testServer.daybook.user("ada").forget(Selection.session("s1")).operation();
        testServer.close();
        start();

        String[] own = TestServer.bearer(testServer.keyOf("ada", AccessRight.values()));
        for (String[] key : List.of(admin, own)) {
            assertThat(testServer
                            .get("/v1/operations/" + operation + "?wait=30", key)
                            .json())
                    .containsEntry("kind", "forget")
                    .containsEntry("scope", "user:ada")
                    .containsEntry("counts", Map.of("episode", 1L))
                    .containsEntry("bytes", "gone")
                    .containsEntry("undoable", false);
        }
        assertThat(testServer
                        .post("/v1/operations/" + operation + "/undo", "", own)
                        .status())
                .isEqualTo(410);
        String[] bob = TestServer.bearer(testServer.keyOf("bob", AccessRight.values()));
        assertThat(testServer.get("/v1/operations/" + operation, bob).status()).isEqualTo(404);
        String[] other = TestServer.bearer(testServer.key("other", AccessRight.values()));
        assertThat(testServer.get("/v1/operations/" + operation, other).status())
                .isEqualTo(404);
    }

    @Test
    void a_forget_of_a_whole_scope_names_it_no_more() {
        testServer.daybook.user("ada").session("s1").remember(Message.user("The quokka sleeps."));
        String operation =
                testServer.daybook.user("ada").forget(Selection.everything()).operation();

        String[] own = TestServer.bearer(testServer.keyOf("ada", AccessRight.values()));
        for (String[] key : List.of(admin, own)) {
            assertThat(testServer.get("/v1/operations/" + operation, key).json())
                    .containsEntry("kind", "forget")
                    .containsEntry("scope", null)
                    .containsEntry("counts", Map.of("episode", 1L));
            assertThat(testServer
                            .post("/v1/operations/" + operation + "/undo", "", key)
                            .status())
                    .isEqualTo(410);
        }
        String[] bob = TestServer.bearer(testServer.keyOf("bob", AccessRight.values()));
        assertThat(testServer.get("/v1/operations/" + operation, bob).status()).isEqualTo(404);
    }

    @Test
    void an_undo_gives_the_same_answer_by_the_path_of_its_scope() {
        String derived = derived();
        testServer.daybook.user("bob").session("s1").remember(Message.user("The quokka sleeps."));
        testServer.daybook.user("bob").session("s2").remember(Message.user("The quokka eats."));
        String forget =
                testServer.daybook.user("bob").forget(Selection.session("s1")).operation();
        testServer.post("/v1/operations/" + derived + "/undo", "", admin);

        for (String operation : List.of(derived, forget)) {
            String scope = operation.equals(derived) ? ADA : ADA.replace("ada", "bob");
            Answer byPath = testServer.post(scope + "/undo", "{\"operation\":\"" + operation + "\"}", admin);
            Answer byId = testServer.post("/v1/operations/" + operation + "/undo", "", admin);
            assertThat(byPath.status()).as(byPath.body()).isEqualTo(410);
            assertThat(byId.body()).isEqualTo(byPath.body());
        }
        assertThat(testServer
                        .post(ADA + "/undo", "{\"operation\":\"op_never\"}", admin)
                        .status())
                .isEqualTo(400);
    }

    @Test
    void a_plain_write_is_not_listed_as_an_operation() {
        testServer.daybook.user("ada").session("s1").remember(Message.user("The quokka sleeps."));
        String written = testServer
                .daybook
                .user("ada")
                .session("s2")
                .context("quokka", ContextOptions.defaults().keep(true))
                .id();
        String operation = String.valueOf(written).replaceFirst("^ctx_", "op_");
        assertThat(testServer.daybook.auditEntry(operation)).isPresent();

        assertThat(testServer.get("/v1/operations/" + operation, admin).status())
                .isEqualTo(404);
        assertThat(testServer
                        .post("/v1/operations/" + operation + "/undo", "", admin)
                        .status())
                .isEqualTo(404);
    }

    @Test
    void an_undo_whose_sources_were_forgotten_is_refused_as_gone() {
        String operation = derived();
        testServer.delete(ADA + "/sessions/s1", admin);

        Answer undone = testServer.post("/v1/operations/" + operation + "/undo", "", admin);

        assertThat(undone.status()).isEqualTo(410);
        assertThat(undone.at("code")).isEqualTo("gone");
        assertThat(testServer.get(ADA + "/facts", admin).list("facts")).isEmpty();
    }

    @Test
    void another_key_gets_the_same_answer_as_for_a_missing_entry() {
        String operation = derived();
        String forget =
                String.valueOf(testServer.delete(ADA + "/sessions/s1", admin).at("operation"));
        Answer nothing = testServer.get(
                "/v1/operations/op_none", TestServer.bearer(testServer.keyOf("bob", AccessRight.values())));
        assertThat(nothing.status()).isEqualTo(404);

        for (String key :
                List.of(testServer.keyOf("bob", AccessRight.values()), testServer.key("other", AccessRight.values()))) {
            for (String id : List.of(operation, forget)) {
                Answer found = testServer.get("/v1/operations/" + id, TestServer.bearer(key));
                Answer undone = testServer.post("/v1/operations/" + id + "/undo", "", TestServer.bearer(key));
                assertThat(found.status()).isEqualTo(404);
                assertThat(found.body()).isEqualTo(nothing.body());
                assertThat(undone.body()).isEqualTo(nothing.body());
            }
        }
    }

    @Test
    void a_key_of_the_scope_sees_it_and_undoes_it_with_the_right_to_write() {
        String operation = derived();
        String[] reader = TestServer.bearer(testServer.keyOf("ada", AccessRight.READ));
        String[] writer = TestServer.bearer(testServer.keyOf("ada", AccessRight.READ, AccessRight.WRITE));

        assertThat(testServer.get("/v1/operations/" + operation, reader).status())
                .isEqualTo(200);
        assertThat(testServer
                        .post("/v1/operations/" + operation + "/undo", "", reader)
                        .status())
                .isEqualTo(403);
        assertThat(testServer
                        .post("/v1/operations/" + operation + "/undo", "", writer)
                        .status())
                .isEqualTo(200);
    }

    @Test
    void a_wait_has_its_bounds() {
        assertThat(testServer.get("/v1/operations/op_none?wait=31", admin).status())
                .isEqualTo(400);
        assertThat(testServer.get("/v1/operations/op_none?wait=-1", admin).status())
                .isEqualTo(400);
    }

    @Test
    void a_kept_context_is_read_again_until_something_in_it_is_forgotten() {
        testServer.daybook.user("ada").session("s1").remember(Message.user("The ferry leaves at nine."));
        Answer given = testServer.post(
                ADA + "/context",
                "{\"session\":\"s2\",\"prompt\":\"When does the ferry leave?\",\"keep\":true}",
                admin);
        String id = String.valueOf(given.at("id"));

        assertThat(testServer.get(ADA + "/contexts/" + id, admin).at("text")).isEqualTo(given.at("text"));

        testServer.delete(ADA + "/sessions/s1", admin);
        assertThat(testServer.get(ADA + "/contexts/" + id, admin).status()).isEqualTo(404);
    }

    @Test
    void summarize_works_on_one_session_and_derives_nothing_else() {
        for (String session : List.of("s1", "s2")) {
            testServer
                    .daybook
                    .user("ada")
                    .session(session)
                    .remember(Message.user("My name is Ada Quill and I like " + session + "."));
        }

        Answer summarized = testServer.post(ADA + "/sessions/s1/summarize", "", admin);

        assertThat(summarized.list("outcomes"))
                .singleElement()
                .satisfies(outcome ->
                        assertThat(outcome).containsEntry("derivation", "gist").containsEntry("subject", "s1"));
        assertThat(testServer.get(ADA + "/facts", admin).list("facts")).isEmpty();
        assertThat(testServer.get(ADA + "/summaries", admin).list("summaries")).hasSize(1);
    }
}
