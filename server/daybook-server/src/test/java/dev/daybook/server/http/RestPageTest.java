package dev.daybook.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.server.http.routes.DocumentRoutes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** {@code docs/rest.md} is written by {@code docs/rest.sh}; who adds a route adds a call there, and runs it. */
class RestPageTest {

    private static final List<String> OPERATING =
            List.of("GET /healthz", "GET /readyz", "GET /metrics", "GET /openapi.json");

    private static TreeSet<String> routes() {
        TreeSet<String> routes = new TreeSet<>(OPERATING);
        Stream.concat(DocumentRoutes.all().stream(), StreamRoutes.all().stream())
                .forEach(route -> routes.add(route.method() + " " + route.path()));
        return routes;
    }

    private static List<String> matches(String text, String pattern) {
        return Pattern.compile(pattern, Pattern.MULTILINE)
                .matcher(text)
                .results()
                .map(found -> found.group(1))
                .toList();
    }

    @Test
    void the_page_shows_a_call_of_every_route() throws IOException {
        String page = Files.readString(Path.of("..", "..", "docs", "rest.md"));

        assertThat(new TreeSet<>(matches(page, "^`((?:GET|PUT|POST|DELETE) \\S+)`$")))
                .isEqualTo(routes());
    }

    @Test
    void no_call_on_it_failed_but_those_that_were_to() throws IOException {
        String page = Files.readString(Path.of("..", "..", "docs", "rest.md"));
        String well = page.substring(0, page.indexOf("## When it goes wrong"));

        // An id that is not there, and a version that is stale.
        assertThat(matches(well, "^HTTP/1.1 ([45].*)$")).containsExactly("404 Not Found", "412 Precondition Failed");
    }

    @Test
    void its_script_calls_every_route() throws IOException {
        String script = Files.readString(Path.of("..", "..", "docs", "rest.sh"));

        assertThat(new TreeSet<>(matches(script, "call '([A-Z]+ [^']+)'"))).isEqualTo(routes());
    }
}
