package dev.daybook.server.http;

import static dev.daybook.server.http.TestServer.ADA;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.daybook.Blocks;
import dev.daybook.Daybook;
import dev.daybook.error.StaleVersionException;
import dev.daybook.model.Block;
import dev.daybook.model.NewBlock;
import dev.daybook.query.ClientOptions;
import dev.daybook.query.VersionCondition;
import dev.daybook.server.http.TestServer.Answer;
import dev.daybook.server.http.routes.DocumentRoutes;
import dev.daybook.server.http.routes.HttpRoute;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Conditional requests (RFC 9110, section 13): evaluated by every write of a block, an episode or a fact, refused by
 * every other write.
 */
class ConditionsOverHttpTest {

    private static final String BLOCK = ADA + "/blocks/persona";

    @TempDir
    Path folder;

    private TestServer server;
    private String first;
    private String second;

    /** A write of the block. */
    private record Write(String method, String path, String body) {}

    private static final List<Write> WRITES = List.of(
            new Write("PUT", BLOCK, "{\"content\":\"Rude.\"}"),
            new Write("POST", BLOCK + "/append", "{\"text\":\"And rude.\"}"),
            new Write("POST", BLOCK + "/move", "{\"order\":1}"),
            new Write("DELETE", BLOCK, ""));

    @BeforeEach
    void start() {
        server = TestServer.open(folder);
        first = server.put(BLOCK, "{\"content\":\"Kind.\"}").header("etag");
        second = server.put(BLOCK, "{\"content\":\"Kind and brief.\"}").header("etag");
        server.put(ADA + "/blocks/other", "{\"content\":\"x\"}");
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private Answer send(Write write, String... headers) {
        return server.send(write.method(), write.path(), write.body().isEmpty() ? null : write.body(), headers);
    }

    private String content() {
        return String.valueOf(server.get(ADA + "/blocks").list("blocks").get(0).get("content"));
    }

    @Test
    void every_write_of_a_block_is_refused_if_its_condition_does_not_hold() {
        for (Write write : WRITES) {
            for (String[] condition : new String[][] {
                {"If-Match", first},
                {"If-Match", "\"0\""},
                {"If-Match", "\"another-program\""},
                {"If-Match", "W/" + second},
                {"If-Match", first + ", \"77777777\""},
                {"If-None-Match", "*"},
                {"If-None-Match", second},
                {"If-None-Match", "W/" + second},
                {"If-None-Match", "\"77777777\", " + second},
                {"If-Match", second, "If-None-Match", second},
                {"If-Match", "*", "If-None-Match", "*"}
            }) {
                Answer answer = send(write, condition);

                assertThat(answer.status())
                        .as("%s with %s", write, List.of(condition))
                        .isEqualTo(412);
                assertThat(answer.at("code")).isEqualTo("precondition");
                assertThat(content()).isEqualTo("Kind and brief.");
            }
        }
        assertThat(server.get(BLOCK + "/versions").list("versions")).hasSize(2);
    }

    @Test
    void a_write_of_a_block_is_done_if_its_condition_holds() {
        for (String[] condition : new String[][] {
            {"If-Match", "*"},
            {"If-Match", "%s"},
            {"If-Match", "\"77777777\" , W/\"5\",%s"},
            {"If-None-Match", "\"77777777\""},
            {"If-None-Match", first},
            {"If-Match", "%s", "If-None-Match", first}
        }) {
            for (Write write : WRITES) {
                String tag =
                        server.put(BLOCK, "{\"content\":\"Kind.\",\"order\":0}").header("etag");
                String[] headers =
                        Stream.of(condition).map(each -> each.formatted(tag)).toArray(String[]::new);

                assertThat(send(write, headers).status())
                        .as("%s with %s", write, List.of(headers))
                        .isEqualTo(200);
            }
        }
    }

    @Test
    void a_block_is_made_only_if_there_is_none() {
        String made = ADA + "/blocks/made";
        assertThat(server.put(made, "{\"content\":\"1\"}", "If-Match", "*").status())
                .isEqualTo(412);
        assertThat(server.put(made, "{\"content\":\"1\"}", "If-None-Match", "*").status())
                .isEqualTo(200);
        assertThat(server.put(made, "{\"content\":\"2\"}", "If-None-Match", "*").status())
                .isEqualTo(412);
        assertThat(server.post(made + "/append", "{\"text\":\"2\"}", "If-None-Match", "*")
                        .status())
                .isEqualTo(412);
        // A condition does not turn what is missing into a conflict (RFC 9110, section 13.2.1).
        assertThat(server.delete(ADA + "/blocks/missing", "If-Match", "*").status())
                .isEqualTo(404);
    }

    @Test
    void a_condition_that_cannot_be_read_is_refused() {
        for (String wrong : List.of("new", "\"open", "\"1\" \"2\"x", ",", "W/5")) {
            for (String header : List.of("If-Match", "If-None-Match")) {
                assertThat(server.put(BLOCK, "{\"content\":\"x\"}", header, wrong)
                                .status())
                        .as("%s: %s", header, wrong)
                        .isEqualTo(400);
            }
        }
    }

    @Test
    void every_other_write_refuses_a_condition_that_it_does_not_evaluate() {
        int refused = 0;
        for (HttpRoute route : Stream.concat(DocumentRoutes.all().stream(), StreamRoutes.all().stream())
                .toList()) {
            if (route.reads()
                    || route.path().contains("/blocks/")
                    || Set.of("S/episodes", "S/facts").contains(route.path())) {
                continue;
            }
            String path = route.paths()
                    .findFirst()
                    .orElseThrow()
                    .replace("{space}", "default")
                    .replace("{user}", "ada")
                    .replace("{kind}", "block")
                    .replaceAll("\\{[a-zA-Z]+\\}", "persona");
            for (String header : List.of("If-Match", "If-None-Match")) {
                Answer answer = server.send(route.method(), path, "{}", header, "*");

                assertThat(answer.status()).as("%s %s", route.method(), path).isEqualTo(400);
                assertThat(String.valueOf(answer.at("detail"))).contains("'" + header + "' is not evaluated");
                refused++;
            }
        }
        assertThat(refused).isGreaterThan(40);
    }

    @Test
    void the_client_sends_the_conditions_of_the_library() {
        try (Daybook remote = Daybook.connect(server.uri("/"), ClientOptions.DEFAULTS)) {
            Blocks blocks = remote.user("ada").blocks();
            Block persona = blocks.find("persona").orElseThrow();
            VersionCondition stale = VersionCondition.of(persona.revision() + 100);

            assertThatThrownBy(() -> blocks.end("persona", stale)).isInstanceOf(StaleVersionException.class);
            assertThatThrownBy(() -> blocks.append("persona", "x", "", stale))
                    .isInstanceOf(StaleVersionException.class);
            assertThatThrownBy(() -> blocks.move("persona", 1, stale)).isInstanceOf(StaleVersionException.class);
            assertThatThrownBy(() -> blocks.remember(NewBlock.of("persona", "x"), VersionCondition.absent()))
                    .isInstanceOf(StaleVersionException.class);
            assertThatThrownBy(() -> blocks.remember(NewBlock.of("fresh", "x"), VersionCondition.existing()))
                    .isInstanceOf(StaleVersionException.class);
            assertThatThrownBy(() ->
                            blocks.append("persona", "x", "", VersionCondition.noneOf(Set.of(persona.revision()))))
                    .isInstanceOf(StaleVersionException.class);
            assertThatThrownBy(() -> blocks.append("persona", "x", "", VersionCondition.oneOf(Set.of())))
                    .isInstanceOf(StaleVersionException.class);
            assertThat(content()).isEqualTo("Kind and brief.");

            Block longer =
                    blocks.append("persona", "Always.", " ", VersionCondition.oneOf(Set.of(persona.revision(), 77L)));
            assertThat(longer.content()).isEqualTo("Kind and brief. Always.");
            assertThat(blocks.end("persona", VersionCondition.of(longer.revision())))
                    .isTrue();
        }
    }

    @Test
    void a_write_of_one_episode_or_fact_has_a_condition_on_its_revision() {
        String episode = "{\"id\":\"e1\",\"input\":\"%s\"}";
        String fact = "{\"id\":\"f1\",\"subject\":\"ada\",\"predicate\":\"likes\",\"object\":\"%s\"}";
        for (Map.Entry<String, String> each :
                Map.of("/episodes", episode, "/facts", fact).entrySet()) {
            String path = ADA + each.getKey();
            String body = each.getValue();
            assertThat(server.post(path, String.format(body, "tea"), "If-Match", "*")
                            .status())
                    .isEqualTo(412);
            Answer first = server.post(path, String.format(body, "tea"), "If-None-Match", "*");
            assertThat(first.status()).as(first.body()).isEqualTo(201);
            String tag = "\"" + first.at("revision") + "\"";

            assertThat(server.post(path, String.format(body, "milk"), "If-Match", tag)
                            .status())
                    .isEqualTo(201);
            Answer stale = server.post(path, String.format(body, "beer"), "If-Match", tag);
            assertThat(stale.status()).isEqualTo(412);
            assertThat(stale.at("code")).isEqualTo("precondition");
            Answer batch = server.post(path, "[" + String.format(body, "beer") + "]", "If-Match", tag);
            assertThat(batch.status()).isEqualTo(400);
            assertThat(String.valueOf(batch.at("detail"))).contains("the body is a list", "'If-Match'");
            Answer nameless =
                    server.post(path, String.format(body, "x").replaceFirst("\"id\":\"..\",", ""), "If-Match", tag);
            assertThat(nameless.status()).isEqualTo(400);
            assertThat(String.valueOf(nameless.at("detail"))).contains("has no id; give the id");
        }
        assertThat(server.get(ADA + "/export").body()).contains("milk").doesNotContain("beer");
    }
}
