package dev.daybook.server.http;

import static dev.daybook.server.http.Served.ADA;
import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.Daybook;
import dev.daybook.data.Message;
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
                .isEqualTo(401);
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
}
