package dev.daybook.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.server.cli.TestShell.Run;
import dev.daybook.server.cli.terminal.ExitCode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The lines are as the reference MCP memory server writes them: an entity or a relation each. */
class ImportMcpMemoryTest {

    @TempDir
    Path temporary;

    private ForeignMemory graph;

    @BeforeEach
    void take() throws Exception {
        Path file = Files.copy(ForeignMemory.sample("memory.jsonl"), temporary.resolve("memory.jsonl"));
        Files.setLastModifiedTime(file, FileTime.fromMillis(1_790_000_000_123L));
        graph = new ForeignMemory(new TestShell(temporary.resolve("memory")), "mcp-memory", file.toString());
    }

    @Test
    void types_observations_and_relations_become_facts_of_the_time_of_the_file() {
        assertThat(graph.take("--user", "ada").err())
                .isEqualTo("Imported: 5 new, 0 unchanged, 0 changed, 0 bad rows.\n");
        assertThat(graph.shell().run("facts", "list", "--user", "ada").out())
                .contains(
                        "Ada type person",
                        "Ada observation Prefers the window seat",
                        "Ada observation Owns a small boat",
                        "Harbour type place",
                        "Ada works_at Harbour");
        assertThat(graph.exported())
                .filteredOn(line -> line.contains("\"fact\""))
                .hasSize(5)
                .allMatch(line -> line.contains(
                        "\"validFrom\":\"2026-09-21T14:13:20.123Z\",\"recordedAt\":" + "\"2026-09-21T14:13:20.123Z\""));
        assertThat(graph.shell().run("recall", "boat", "--user", "ada").out()).contains("Owns a small boat");
    }

    @Test
    void a_second_import_writes_nothing_although_the_file_has_another_time() throws Exception {
        graph.take();
        Files.setLastModifiedTime(Path.of(graph.from()), FileTime.fromMillis(1_790_000_999_000L));

        graph.assertThatASecondTimeWritesNothing(5);

        assertThat(graph.exported()).noneMatch(line -> line.contains("2026-09-21T14:29:59"));
    }

    @Test
    void a_later_import_writes_only_new_parts_of_the_graph() throws Exception {
        graph.take();
        Path file = Path.of(graph.from());
        Files.writeString(
                file, Files.readString(file).replace("\"Owns a small boat\"", "\"Owns a small boat\",\"Sings\""));

        assertThat(graph.take().err()).isEqualTo("Imported: 1 new, 5 unchanged, 0 changed, 0 bad rows.\n");
    }

    @Test
    void torn_and_unknown_lines_are_named_and_the_others_go_on() throws Exception {
        Files.writeString(
                Path.of(graph.from()),
                "{\"type\":\"observation\",\"text\":\"x\"}\n{\"type\":\"relation\",\"from\":\"Ada\",\"to\":\"Bob\"}\n"
                        + "\n{\"type\":\"entity\",\"name\":\"Bob\",\"observations\":\"none\"}\n{\"type\":\"enti",
                StandardOpenOption.APPEND);

        Run run = graph.take("--json");

        assertThat(run.exit()).isEqualTo(ExitCode.FAILED);
        assertThat(run.json()).containsEntry("new", 5L).containsEntry("bad", 4L).containsEntry("rows", 9L);
        assertThat(run.list("problems"))
                .satisfiesExactly(
                        problem -> assertThat(problem)
                                .containsEntry("line", 4L)
                                .containsEntry(
                                        "detail", "field 'type' is the text 'observation'; use entity or relation"),
                        problem -> assertThat(problem)
                                .containsEntry("line", 5L)
                                .containsEntry("detail", "field 'relationType' is missing; give a text"),
                        problem -> assertThat(problem).containsEntry("line", 7L),
                        problem -> assertThat(problem)
                                .containsEntry("line", 8L)
                                .hasEntrySatisfying(
                                        "detail",
                                        detail -> assertThat(detail.toString()).startsWith("not JSON")));
    }
}
