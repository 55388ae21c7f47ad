package dev.daybook.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.Daybook;
import dev.daybook.Memory;
import dev.daybook.model.Block;
import dev.daybook.model.Fact;
import dev.daybook.model.Kind;
import dev.daybook.model.Message;
import dev.daybook.model.NewEpisode;
import dev.daybook.query.FactQuery;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;

/** Daybooks in several processes over one store. */
@EnabledIf("dev.daybook.postgres.PostgresServer#isInstalled")
class SharedDaybookTest {

    private static final int SOURCES = 12;

    private final List<Process> processes = new ArrayList<>();

    @AfterEach
    void end() {
        processes.forEach(process -> process.toHandle().destroyForcibly());
    }

    private static String url(String schema) {
        return PostgresServer.get().source(schema).getUrl();
    }

    private static Daybook open(String url) {
        return Daybook.builder(PostgresStore.connect(url, "daybook", ""))
                .noEmbedder()
                .open();
    }

    private Process start(String url, String name, String work, int secondsAhead) throws IOException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx192m",
                        "-cp",
                        System.getProperty("java.class.path"),
                        DaybookProcess.class.getName(),
                        url,
                        name,
                        work,
                        Integer.toString(secondsAhead))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        processes.add(process);
        return process;
    }

    private static List<String> lines(Process process) throws InterruptedException {
        List<String> lines = process.inputReader()
                .lines()
                .filter(line -> line.endsWith(";end"))
                .toList();
        assertThat(process.waitFor()).as("exit code").isZero();
        return lines;
    }

    @Test
    void changes_of_two_processes_are_all_there_and_none_undoes_another() throws Exception {
        String url = url("changes");
        Process first = start(url, "first", "change", 0);
        Process second = start(url, "second", "change", 0);
        List<String> changes = new ArrayList<>(lines(first));
        changes.addAll(lines(second));
        List<String> ids = changes.stream().map(line -> line.split(";")[1]).toList();
        assertThat(ids).hasSize(2 * DaybookProcess.ROUNDS);

        try (Daybook daybook = open(url)) {
            Memory ada = daybook.user(DaybookProcess.USER);
            assertThat(ada.blocks().find("log").orElseThrow().content().split("\n"))
                    .containsExactlyInAnyOrderElementsOf(ids);
            assertThat(ada.blocks().list())
                    .hasSize(1 + ids.size())
                    .extracting(Block::order)
                    .doesNotHaveDuplicates();
            List<Fact> homes = ada.facts().list(FactQuery.all().limit(1_000));
            assertThat(homes).extracting(Fact::object).containsExactlyInAnyOrderElementsOf(ids);
            assertThat(homes.stream().filter(fact -> fact.validUntil() == null)).hasSize(1);
            assertThat(ada.archive().exportAll().filter(entry -> entry.kind() == Kind.EPISODE))
                    .hasSize(ids.size());
        }
    }

    private static void remember(String url) {
        try (Daybook daybook = open(url)) {
            daybook.user(DaybookProcess.USER)
                    .remember(IntStream.range(0, SOURCES)
                            .mapToObj(i -> NewEpisode.of(Message.user("Ada likes tea" + i + ".")))
                            .toList());
        }
    }

    private static void assertDerivedOnce(String url) {
        try (Daybook daybook = open(url)) {
            Memory ada = daybook.user(DaybookProcess.USER);
            assertThat(ada.facts().list(FactQuery.all().limit(1_000)))
                    .extracting(Fact::object)
                    .containsExactlyInAnyOrderElementsOf(
                            IntStream.range(0, SOURCES).mapToObj(i -> "tea" + i).toList());
        }
    }

    @Test
    void two_processes_that_derive_at_once_ask_for_each_source_once() throws Exception {
        String url = url("derivations");
        remember(url);
        Process first = start(url, "first", "derive", 0);
        Process second = start(url, "second", "derive", 0);

        int asked = lines(first).size() + lines(second).size();

        assertThat(asked).isEqualTo(SOURCES);
        assertDerivedOnce(url);
    }

    @Test
    void the_work_of_a_killed_process_is_taken_over_when_its_lease_is_over() throws Exception {
        String url = url("takeover");
        remember(url);
        Process killed = start(url, "killed", "hang", 0);
        BufferedReader output = killed.inputReader();
        assertThat(output.readLine()).isEqualTo("asked;;end");
        killed.toHandle().destroyForcibly();
        killed.waitFor();

        // Its clock is beyond the term of the lease and the assumed skew.
        assertThat(lines(start(url, "next", "derive", 60))).hasSize(SOURCES);
        assertDerivedOnce(url);
    }
}
