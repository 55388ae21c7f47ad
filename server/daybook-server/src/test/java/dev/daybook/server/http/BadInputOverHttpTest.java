package dev.daybook.server.http;

import static dev.daybook.server.http.TestServer.ADA;
import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.server.http.TestServer.Answer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BadInputOverHttpTest {

    private static final long MAX = 2_000;

    @TempDir
    Path folder;

    private TestServer testServer;

    @BeforeEach
    void serve() {
        testServer = TestServer.with(folder, new ServeOptions("127.0.0.1", 0, true, List.of(), List.of(), MAX, 0));
    }

    @AfterEach
    void stop() {
        assertThat(testServer.daybook.user("ada").archive().profile().counts()).isEmpty();
        testServer.close();
    }

    /** To some methods of Java the last ones are white space, to others not. */
    @ParameterizedTest
    @ValueSource(strings = {"\"\"", "\" \"", "[]", "[\" \"]", "\"\\u0085\"", "\"\\u00a0\"", "[\"\\u0085\"]"})
    void blank_notes_are_refused(String contents) {
        Answer refused = testServer.post(ADA + "/notes", "{\"contents\":" + contents + "}");

        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.at("detail")).asString().contains("'contents'");
    }

    @Test
    void a_truth_in_the_path_is_true_or_false() {
        assertThat(testServer.get("/v1/spaces/default/bank?archive=yes").at("detail"))
                .asString()
                .contains("'archive' is 'yes'");
    }

    /** A parameter that cannot be decoded would be missing, and the answer that of the whole scope. */
    @ParameterizedTest
    @ValueSource(strings = {"%", "%2", "%zz", "%-1", "a%ff", "%ed%a0%80"})
    void a_parameter_that_is_not_percent_encoded_is_refused(String value) throws IOException {
        for (String path : List.of(ADA + "/episodes", ADA + "/export", ADA + "/changes")) {
            String target = path + "?limit=1&session=" + value;
            String answer = RawCall.withoutBody(testServer, "GET", target);

            assertThat(answer)
                    .as(target)
                    .startsWith("HTTP/1.1 400")
                    .contains("parameter 'session' is not percent-encoded UTF-8");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"/export?complete=yes", "/export?complete=true&complete=true", "/export?full=true"})
    void an_export_refuses_parameters_that_it_does_not_know(String path) {
        Answer refused = testServer.get(ADA + path);

        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.at("detail")).asString().startsWith("parameter '");
    }

    @Test
    void an_import_and_the_events_refuse_parameters_and_change_nothing() throws IOException {
        String line = "{\"kind\":\"episode\",\"id\":\"e1\",\"user\":\"ada\",\"session\":\"s\","
                + "\"messages\":[{\"role\":\"user\",\"text\":\"x\"}]}\n";

        Answer trial = testServer.post(ADA + "/import?dryRun=true", line, "Content-Type", "application/x-ndjson");
        String events;
        try (RawCall call = new RawCall(testServer)) { // a stream has no end
            events = call.send("GET /v1/events?space=default HTTP/1.1\r\nHost: localhost\r\n\r\n")
                    .head();
        }

        assertThat(trial.status()).isEqualTo(400);
        assertThat(trial.at("detail")).isEqualTo("parameter 'dryRun' is not known; this path has none");
        assertThat(events).startsWith("HTTP/1.1 400");
    }

    @Test
    void the_place_and_the_id_of_a_refused_entry_of_a_batch_are_named() {
        Answer refused = testServer.post(
                ADA + "/episodes",
                "[{\"input\":\"x\"},{\"id\":\"e2\",\"messages\":[{\"role\":\"user\",\"text\":\"y\"},"
                        + "{\"role\":\"user\",\"text\":\"a\\ud83d\"}]}]");
        Answer fact = testServer.post(
                ADA + "/facts", "[{\"id\":\"f1\",\"subject\":\" \",\"predicate\":\"likes\",\"object\":\"tea\"}]");

        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.at("detail"))
                .isEqualTo("episodes[1].messages[1]: text has the lone surrogate U+D83D at index 1, which UTF-8 cannot"
                        + " hold; remove or replace it (id 'e2')");
        assertThat(fact.at("detail")).asString().startsWith("facts[0] (id 'f1'): subject is blank");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "null",
                "7",
                "\"text\"",
                "{",
                "{\"input\":\"x\"} x",
                "{\"input\":7}",
                "{\"input\":\"x\",\"input\":\"y\"}",
                "{\"imput\":\"x\"}",
                "{\"messages\":[{\"role\":\"user\"}]}",
                "{\"messages\":{}}",
                "{\"messages\":null}",
                "{\"input\":\"x\",\"occurredAt\":\"yesterday\"}",
                "{\"input\":\"x\",\"occurredAt\":\"2026-01-01T00:00:00\"}",
                "{\"input\":\"x\",\"id\":\" \"}",
                "{\"input\":\"x\",\"metadata\":{\"a\":[]}}",
                "{\"input\":\"x\",\"embedding\":[\"a\"]}",
                "{\"input\":\"\\ud800\"}",
                "[[]]",
                "[1]"
            })
    void a_body_that_makes_no_sense_is_named_and_changes_nothing(String body) {
        Answer refused = testServer.post(ADA + "/episodes", body);

        assertThat(refused.status()).as(refused.body()).isEqualTo(400);
        assertThat(refused.header("content-type")).startsWith("application/problem+json");
        assertThat(refused.at("code")).isEqualTo("invalid");
        assertThat(refused.at("detail").toString()).isNotBlank();
    }

    @Test
    void a_body_that_is_too_deep_is_refused() {
        Answer refused = testServer.post(ADA + "/episodes", "[".repeat(500) + "]".repeat(500));

        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.at("detail").toString()).contains("64");
    }

    @Test
    void a_body_that_is_too_large_is_refused() {
        Answer refused = testServer.post(ADA + "/episodes", "{\"input\":\"" + "x".repeat((int) MAX) + "\"}");

        assertThat(refused.status()).isEqualTo(413);
        assertThat(refused.at("code")).isEqualTo("too_large");
    }

    @Test
    void a_form_of_a_foreign_page_is_no_json() {
        for (String type : List.of("text/plain", "application/x-www-form-urlencoded", "multipart/form-data")) {
            Answer refused = testServer.post(ADA + "/episodes", "{\"input\":\"x\"}", "Content-Type", type);
            assertThat(refused.status()).as(type).isEqualTo(400);
            assertThat(refused.at("detail").toString()).contains("Content-Type");
        }
    }

    @Test
    void a_parameter_that_is_not_known_or_no_number_is_refused() {
        assertThat(testServer.get(ADA + "/episodes?limt=5").at("detail").toString())
                .contains("'limt'")
                .contains("limit");
        assertThat(testServer.get(ADA + "/episodes?limit=many").status()).isEqualTo(400);
        assertThat(testServer.get(ADA + "/episodes?limit=5&limit=6").status()).isEqualTo(400);
        assertThat(testServer.get(ADA + "/episodes?limit=1001").status()).isEqualTo(400);
        assertThat(testServer.get(ADA + "/episodes?from=today").status()).isEqualTo(400);
        assertThat(testServer.get(ADA + "/episodes?cursor=x").status()).isEqualTo(400);
        assertThat(testServer.post(ADA + "/recall?limit=3", "{\"query\":\"x\"}").status())
                .isEqualTo(400);
    }

    @Test
    void limits_of_zero_and_below_give_nothing() {
        assertThat(testServer.get(ADA + "/episodes?limit=0").list("episodes")).isEmpty();
        assertThat(testServer.get(ADA + "/episodes?limit=-3").list("episodes")).isEmpty();
        assertThat(testServer
                        .post(ADA + "/recall", "{\"query\":\"x\",\"limit\":-1}")
                        .list("hits"))
                .isEmpty();
    }

    @Test
    void a_path_that_is_not_served_says_so() {
        assertThat(testServer.get("/v1/nothing").at("code")).isEqualTo("not_found");
        assertThat(testServer.get("/nothing").status()).isEqualTo(404);
        assertThat(testServer.post("/v1/nothing", "{}").status()).isEqualTo(404);
    }

    @Test
    void a_path_that_is_there_names_the_methods_that_it_takes() {
        Answer refused = testServer.send("PATCH", ADA + "/episodes", "{}");

        assertThat(refused.status()).isEqualTo(405);
        assertThat(refused.at("code")).isEqualTo("invalid");
        assertThat(refused.header("Content-Type")).isEqualTo("application/problem+json");
        assertThat(refused.header("Allow").split(", "))
                .contains("GET", "POST")
                .doesNotContain("PUT", "DELETE", "PATCH");
        assertThat(String.valueOf(refused.at("detail"))).contains(refused.header("Allow"));
        assertThat(testServer.delete("/healthz").header("Allow").split(", ")).contains("GET");
        assertThat(testServer.post(ADA + "/export", "{}").status()).isEqualTo(405);
    }

    @Test
    void a_forget_that_says_nothing_or_too_much_forgets_nothing() {
        assertThat(testServer.post(ADA + "/forget", "{}").at("detail").toString())
                .contains("'all'");
        assertThat(testServer
                        .post(ADA + "/forget", "{\"all\":true,\"session\":\"s\"}")
                        .status())
                .isEqualTo(400);
        assertThat(testServer.post(ADA + "/forget", "{\"all\":\"yes\"}").status())
                .isEqualTo(400);
    }

    @Test
    void an_error_says_nothing_of_the_machine() {
        Answer refused = testServer.post(ADA + "/context", "{\"session\":\"s\",\"prompt\":7}");

        assertThat(refused.body()).doesNotContain("Exception").doesNotContain("dev.daybook");
        assertThat(refused.headers()).doesNotContainKeys("server", "x-powered-by");
    }
}
