package dev.daybook.server.http;

import static dev.daybook.server.http.Served.ADA;
import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.Daybook;
import dev.daybook.data.ContextOptions;
import dev.daybook.data.Message;
import dev.daybook.data.Selection;
import dev.daybook.server.http.Served.Answer;
import dev.daybook.server.keys.Right;
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

    private Served served;
    private String[] admin;

    @BeforeEach
    void serve() {
        start();
        admin = Served.bearer(served.key("default", Right.values()));
    }

    private void start() {
        served = Served.closedOver(Daybook.builder(folder.resolve("memory")).noEmbedder(), folder);
    }

    @AfterEach
    void stop() {
        served.close();
    }

    private String derived() {
        served.daybook.user("ada").remember("s1", Message.user("My name is Ada Quill."));
        return served.post(ADA + "/consolidate", "{}", admin).list("outcomes").stream()
                .filter(outcome -> Objects.equals(outcome.get("derivation"), "facts"))
                .map(outcome -> String.valueOf(outcome.get("operation")))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void what_was_derived_is_asked_after_and_undone_by_its_id_alone() {
        String operation = derived();

        assertThat(served.get("/v1/operations/" + operation, admin).json())
                .containsEntry("kind", "derived")
                .containsEntry("space", "default")
                .containsEntry("scope", "user:ada")
                .containsEntry("derivation", "facts")
                .containsEntry("result", "done")
                .containsEntry("undoable", true);
        assertThat(served.get("/v1/operations/" + operation, admin).list("wrote"))
                .isNotEmpty();

        Answer undone = served.post("/v1/operations/" + operation + "/undo", "", admin);

        assertThat(undone.status()).as(undone.body()).isEqualTo(200);
        assertThat(served.get(ADA + "/facts", admin).list("facts")).isEmpty();
        assertThat(served.get("/v1/operations/" + operation, admin).json()).containsEntry("undoable", false);
        assertThat(served.post("/v1/operations/" + operation + "/undo", "", admin)
                        .status())
                .isEqualTo(410);
    }

    @Test
    void it_is_known_after_a_restart() {
        String operation = derived();
        served.close();
        start();

        assertThat(served.get("/v1/operations/" + operation, admin).json())
                .containsEntry("derivation", "facts")
                .containsEntry("undoable", true);
        assertThat(served.post("/v1/operations/" + operation + "/undo", "", admin)
                        .status())
                .isEqualTo(200);
    }

    @Test
    void a_forget_is_waited_for_until_its_bytes_are_gone_and_has_no_undo() {
        served.daybook.user("ada").remember("s1", Message.user("The quokka sleeps."));
        Answer forgotten = served.delete(ADA + "/sessions/s1", admin);
        String operation = String.valueOf(forgotten.at("operation"));

        assertThat(served.get("/v1/operations/" + operation + "?wait=30", admin).json())
                .containsEntry("kind", "forget")
                .containsEntry("scope", "user:ada")
                .containsEntry("counts", Map.of("episode", 1L))
                .containsEntry("bytes", "gone")
                .containsEntry("undoable", false);
        Answer undone = served.post("/v1/operations/" + operation + "/undo", "", admin);
        assertThat(undone.status()).isEqualTo(410);
        assertThat(undone.at("code")).isEqualTo("gone");
    }

    @Test
    void a_forget_is_known_after_a_restart_whoever_asked_for_it() {
        served.daybook.user("ada").remember("s1", Message.user("The quokka sleeps."));
        served.daybook.user("ada").remember("s2", Message.user("The quokka eats."));
        String operation =
                served.daybook.user("ada").forget(Selection.session("s1")).operation();
        served.close();
        start();

        String[] own = Served.bearer(served.keyOf("ada", Right.values()));
        for (String[] key : List.of(admin, own)) {
            assertThat(served.get("/v1/operations/" + operation + "?wait=30", key)
                            .json())
                    .containsEntry("kind", "forget")
                    .containsEntry("scope", "user:ada")
                    .containsEntry("counts", Map.of("episode", 1L))
                    .containsEntry("bytes", "gone")
                    .containsEntry("undoable", false);
        }
        assertThat(served.post("/v1/operations/" + operation + "/undo", "", own).status())
                .isEqualTo(410);
        String[] bob = Served.bearer(served.keyOf("bob", Right.values()));
        assertThat(served.get("/v1/operations/" + operation, bob).status()).isEqualTo(404);
        String[] other = Served.bearer(served.key("other", Right.values()));
        assertThat(served.get("/v1/operations/" + operation, other).status()).isEqualTo(404);
    }

    @Test
    void a_forget_of_a_whole_scope_names_it_no_more() {
        served.daybook.user("ada").remember("s1", Message.user("The quokka sleeps."));
        String operation =
                served.daybook.user("ada").forget(Selection.everything()).operation();

        String[] own = Served.bearer(served.keyOf("ada", Right.values()));
        for (String[] key : List.of(admin, own)) {
            assertThat(served.get("/v1/operations/" + operation, key).json())
                    .containsEntry("kind", "forget")
                    .containsEntry("scope", null)
                    .containsEntry("counts", Map.of("episode", 1L));
            assertThat(served.post("/v1/operations/" + operation + "/undo", "", key)
                            .status())
                    .isEqualTo(410);
        }
        String[] bob = Served.bearer(served.keyOf("bob", Right.values()));
        assertThat(served.get("/v1/operations/" + operation, bob).status()).isEqualTo(404);
    }

    @Test
    void an_undo_gives_the_same_answer_by_the_path_of_its_scope() {
        String derived = derived();
        served.daybook.user("bob").remember("s1", Message.user("The quokka sleeps."));
        served.daybook.user("bob").remember("s2", Message.user("The quokka eats."));
        String forget =
                served.daybook.user("bob").forget(Selection.session("s1")).operation();
        served.post("/v1/operations/" + derived + "/undo", "", admin);

        for (String operation : List.of(derived, forget)) {
            String scope = operation.equals(derived) ? ADA : ADA.replace("ada", "bob");
            Answer byPath = served.post(scope + "/undo", "{\"operation\":\"" + operation + "\"}", admin);
            Answer byId = served.post("/v1/operations/" + operation + "/undo", "", admin);
            assertThat(byPath.status()).as(byPath.body()).isEqualTo(410);
            assertThat(byId.body()).isEqualTo(byPath.body());
        }
        assertThat(served.post(ADA + "/undo", "{\"operation\":\"op_never\"}", admin)
                        .status())
                .isEqualTo(400);
    }

    @Test
    void what_was_only_written_is_no_operation_to_ask_after() {
        served.daybook.user("ada").remember("s1", Message.user("The quokka sleeps."));
        String written = served.daybook
                .user("ada")
                .context("s2", "quokka", ContextOptions.defaults().keep(true))
                .id();
        String operation = String.valueOf(written).replaceFirst("^ctx_", "op_");
        assertThat(served.daybook.auditEntry(operation)).isPresent();

        assertThat(served.get("/v1/operations/" + operation, admin).status()).isEqualTo(404);
        assertThat(served.post("/v1/operations/" + operation + "/undo", "", admin)
                        .status())
                .isEqualTo(404);
    }

    @Test
    void an_undo_whose_sources_were_forgotten_is_refused_as_gone() {
        String operation = derived();
        served.delete(ADA + "/sessions/s1", admin);

        Answer undone = served.post("/v1/operations/" + operation + "/undo", "", admin);

        assertThat(undone.status()).isEqualTo(410);
        assertThat(undone.at("code")).isEqualTo("gone");
        assertThat(served.get(ADA + "/facts", admin).list("facts")).isEmpty();
    }

    @Test
    void another_key_gets_the_same_answer_as_for_what_is_not_there() {
        String operation = derived();
        String forget =
                String.valueOf(served.delete(ADA + "/sessions/s1", admin).at("operation"));
        Answer nothing = served.get("/v1/operations/op_none", Served.bearer(served.keyOf("bob", Right.values())));
        assertThat(nothing.status()).isEqualTo(404);

        for (String key : List.of(served.keyOf("bob", Right.values()), served.key("other", Right.values()))) {
            for (String id : List.of(operation, forget)) {
                Answer found = served.get("/v1/operations/" + id, Served.bearer(key));
                Answer undone = served.post("/v1/operations/" + id + "/undo", "", Served.bearer(key));
                assertThat(found.status()).isEqualTo(404);
                assertThat(found.body()).isEqualTo(nothing.body());
                assertThat(undone.body()).isEqualTo(nothing.body());
            }
        }
    }

    @Test
    void a_key_of_the_scope_sees_it_and_undoes_it_with_the_right_to_write() {
        String operation = derived();
        String[] reader = Served.bearer(served.keyOf("ada", Right.READ));
        String[] writer = Served.bearer(served.keyOf("ada", Right.READ, Right.WRITE));

        assertThat(served.get("/v1/operations/" + operation, reader).status()).isEqualTo(200);
        assertThat(served.post("/v1/operations/" + operation + "/undo", "", reader)
                        .status())
                .isEqualTo(403);
        assertThat(served.post("/v1/operations/" + operation + "/undo", "", writer)
                        .status())
                .isEqualTo(200);
    }

    @Test
    void a_wait_has_its_bounds() {
        assertThat(served.get("/v1/operations/op_none?wait=31", admin).status()).isEqualTo(400);
        assertThat(served.get("/v1/operations/op_none?wait=-1", admin).status()).isEqualTo(400);
    }

    @Test
    void a_kept_context_is_read_again_until_something_in_it_is_forgotten() {
        served.daybook.user("ada").remember("s1", Message.user("The ferry leaves at nine."));
        Answer given = served.post(
                ADA + "/context",
                "{\"session\":\"s2\",\"prompt\":\"When does the ferry leave?\",\"keep\":true}",
                admin);
        String id = String.valueOf(given.at("id"));

        assertThat(served.get(ADA + "/contexts/" + id, admin).at("text")).isEqualTo(given.at("text"));

        served.delete(ADA + "/sessions/s1", admin);
        assertThat(served.get(ADA + "/contexts/" + id, admin).status()).isEqualTo(404);
    }

    @Test
    void summarize_works_on_one_conversation_and_derives_nothing_else() {
        for (String session : List.of("s1", "s2")) {
            served.daybook
                    .user("ada")
                    .remember(session, Message.user("My name is Ada Quill and I like " + session + "."));
        }

        Answer summarized = served.post(ADA + "/sessions/s1/summarize", "", admin);

        assertThat(summarized.list("outcomes"))
                .singleElement()
                .satisfies(outcome ->
                        assertThat(outcome).containsEntry("derivation", "gist").containsEntry("subject", "s1"));
        assertThat(served.get(ADA + "/facts", admin).list("facts")).isEmpty();
        assertThat(served.get(ADA + "/summaries", admin).list("summaries")).hasSize(1);
    }

    @Test
    void who_waits_for_an_operation_waits_beside_the_slow_calls() {
        Route find = OperationRoutes.all().get(0);

        assertThat(find.pace(Map.of("wait", List.of("30")))).isEqualTo(Route.Pace.WAIT);
        assertThat(find.pace(Map.of())).isEqualTo(Route.Pace.SLOW);
    }
}
