package dev.daybook.chroma;

import static dev.daybook.model.Message.assistant;
import static dev.daybook.model.Message.user;
import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.Daybook;
import dev.daybook.outcome.Hit;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** Compiles and runs the example in docs/chroma.md. */
class DocumentedTest {

    private static final Pattern JAVA_BLOCK =
            Pattern.compile("^```java\\n(.*?)^```$", Pattern.MULTILINE | Pattern.DOTALL);
    private static final Pattern MARKED =
            Pattern.compile("^ *// tag::docs\\[]\\n(.*?)^ *// end::docs\\[]$", Pattern.MULTILINE | Pattern.DOTALL);

    @Test
    void the_program_of_the_page_is_this_one() throws Exception {
        String shown = first(JAVA_BLOCK, Path.of("..", "..", "docs", "chroma.md"));
        String run = first(MARKED, Path.of("src/test/java/dev/daybook/chroma/DocumentedTest.java"));

        assertThat(shown.stripTrailing().stripIndent())
                .isEqualTo(run.stripTrailing().stripIndent());
    }

    private static String first(Pattern pattern, Path file) throws Exception {
        Matcher matcher = pattern.matcher(Files.readString(file));
        assertThat(matcher.find()).as("%s", file).isTrue();
        return matcher.group(1);
    }

    @Test
    @EnabledIfSystemProperty(named = RealServer.PROPERTY, matches = "http.+")
    void the_program_of_the_page_runs_as_documented() {
        List<Hit> hits = remembered(RealServer.url(), RealServer.freshTenant());

        assertThat(hits).isNotEmpty();
    }

    private static List<Hit> remembered(URI server, String tenant) {
        // tag::docs[]
        ChromaStore store = ChromaStore.at(server).tenant(tenant).open();
        try (Daybook daybook = Daybook.builder(store).open()) {
            daybook.user("ada")
                    .session("s1")
                    .remember(user("I moved to Lisbon in May."), assistant("Lovely! How is it?"));
            return daybook.user("ada").recall("Lisbon");
        }
        // end::docs[]
    }
}
