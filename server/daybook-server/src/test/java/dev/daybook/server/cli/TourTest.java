package dev.daybook.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.server.Main;
import dev.daybook.server.cli.TestShell.Run;
import dev.daybook.server.cli.terminal.ExitCode;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TourTest {

    private static final Pattern PAGE = Pattern.compile("explorer is the page (http://\\S+/)");

    @TempDir
    Path temporary;

    @Test
    void the_tour_passes_its_checks() {
        Path folder = temporary.resolve("tour");

        Run run = new TestShell(folder).runAsIs("tour", "--data", folder.toString(), "--embedder", "none");

        assertThat(run.out()).doesNotContain("FAIL").contains("5. Forget").contains("That was Daybook.");
        assertThat(run.exit()).isEqualTo(ExitCode.DONE);
        assertThat(folder.resolve("memory")).isNotEmptyDirectory();
    }

    @Test
    void the_tour_does_not_walk_over_a_folder_with_something_in_it() {
        new TestShell(temporary).run("remember", "hello");

        Run run = new TestShell(temporary).run("tour");

        assertThat(run.exit()).isEqualTo(ExitCode.WRONG_USAGE);
        assertThat(run.err()).contains("not empty");
    }

    @Test
    void the_page_of_the_tour_shows_its_memory_and_leaves_no_folder_behind() throws Exception {
        Process tour = new JavaProgram(Main.class)
                .option("-Djava.io.tmpdir=" + temporary)
                .with("tour", "--page", "--embedder", "none")
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        try (BufferedReader said =
                new BufferedReader(new InputStreamReader(tour.getErrorStream(), StandardCharsets.UTF_8))) {
            String address = said.lines()
                    .map(PAGE::matcher)
                    .filter(Matcher::find)
                    .map(found -> found.group(1))
                    .findFirst()
                    .orElseThrow();

            assertThat(body(address)).contains("<html");
            assertThat(body(address + "v1/access")).contains("user:bram", "user:ottilie");
            assertThat(body(address + "v1/spaces/default/users/ottilie/sessions"))
                    .contains("wedding", "mail");
            assertThat(body(address + "v1/spaces/default/users/ottilie/facts"))
                    .contains("the tram company", "the puppet theatre");
            assertThat(body(address + "v1/spaces/default/users/ottilie/summaries"))
                    .contains("allotment");
            tour.destroy();
            assertThat(tour.waitFor(60, TimeUnit.SECONDS)).isTrue();
        } finally {
            tour.destroyForcibly();
        }
        assertThat(temporary).isDirectoryNotContaining("glob:**daybook-tour*");
    }

    private static String body(String address) throws Exception {
        return HttpClient.newHttpClient()
                .send(HttpRequest.newBuilder(URI.create(address)).build(), HttpResponse.BodyHandlers.ofString())
                .body();
    }
}
