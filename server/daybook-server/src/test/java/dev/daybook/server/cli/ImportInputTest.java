package dev.daybook.server.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.server.cli.TestShell.Run;
import dev.daybook.server.cli.terminal.ExitCode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What an import takes that was not made for it, and what it says of the rest. */
class ImportInputTest {

    @TempDir
    Path temporary;

    private TestShell shell;

    @BeforeEach
    void open() {
        shell = new TestShell(temporary.resolve("memory"));
    }

    @Test
    void messages_as_a_model_has_them_are_taken() {
        Run run = shell.input("{\"session\":\"s\",\"messages\":[{\"role\":\"user\",\"content\":\"I like tea.\"},"
                        + "{\"role\":\"assistant\",\"content\":\"Noted.\"}]}\n")
                .run("import", "-");

        assertThat(run.exit()).as(run.err()).isEqualTo(ExitCode.DONE);
        assertThat(shell.run("history", "--session", "s", "--json").list("messages"))
                .extracting(message -> message.get("text"))
                .containsExactly("I like tea.", "Noted.");
    }

    @Test
    void a_message_with_text_and_content_is_refused() {
        Run run = shell.input("{\"messages\":[{\"role\":\"user\",\"content\":\"a\",\"text\":\"b\"}]}\n")
                .run("import", "-");

        assertThat(run.exit()).isEqualTo(ExitCode.FAILED);
        assertThat(run.err()).contains("line 1: messages[0]: fields 'text' and 'content' of a message are both given");
    }

    @Test
    void a_fact_without_its_time_is_learnt_now_and_once() {
        String fact = "{\"kind\":\"fact\",\"subject\":\"user\",\"predicate\":\"likes\",\"object\":\"tea\"}\n";

        assertThat(shell.input(fact).run("import", "-", "--json").json()).containsEntry("new", 1L);
        Object learnt =
                shell.run("facts", "list", "--json").list("facts").get(0).get("recordedAt");
        assertThat(shell.input(fact).run("import", "-", "--json").json()).containsEntry("unchanged", 1L);

        assertThat(shell.run("facts", "list", "--json").list("facts"))
                .singleElement()
                .satisfies(there -> assertThat(there).containsEntry("recordedAt", learnt));
    }

    @Test
    void a_file_that_is_no_text_is_named_once_and_creates_no_memory() throws Exception {
        Map<String, byte[]> files = Map.of(
                "is compressed with gzip", gzip("{\"input\":\"x\"}\n".repeat(1000)),
                "is an SQLite database", "SQLite format 3\0\20\0".getBytes(UTF_8),
                "is a zip archive", "PK\3\4\0\0".getBytes(UTF_8),
                "is UTF-16", "\uFEFF{\"input\":\"x\"}\n".getBytes(StandardCharsets.UTF_16LE),
                "its byte 3 is 0", new byte[] {'a', 'b', 0, '\n', 0, '\n'});
        for (Map.Entry<String, byte[]> each : files.entrySet()) {
            Path file = Files.write(temporary.resolve("file"), each.getValue());

            for (Run run : new Run[] {
                shell.run("import", file.toString()),
                shell.input(each.getValue()).run("import", "-")
            }) {
                assertThat(run.exit()).isEqualTo(ExitCode.WRONG_USAGE);
                assertThat(run.err().lines().filter(line -> !line.startsWith("Try ")))
                        .singleElement()
                        .asString()
                        .contains(each.getKey());
            }
        }
        assertThat(shell.folder()).doesNotExist();
    }

    @Test
    void an_import_that_does_not_wait_is_found_by_keyword_search_at_once_and_by_semantic_search_later() {
        String[] place = {"--data", shell.folder().toString(), "--embedder", "hash"};
        shell.input("{\"id\":\"e1\",\"input\":\"The ferry leaves at nine.\"}\n");

        Run run = shell.runAsIs("import", "-", "--no-wait", place[0], place[1], place[2], place[3]);

        assertThat(run.exit()).as(run.err()).isEqualTo(ExitCode.DONE);
        assertThat(shell.run("recall", "ferry", "--by", "words").out()).contains("The ferry leaves");
        assertThat(shell.runAsIs("recall", "ferry", "--by", "meaning", place[0], place[1], place[2], place[3])
                        .out())
                .contains("The ferry leaves");
    }

    private static byte[] gzip(String text) throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream packing = new GZIPOutputStream(packed)) {
            packing.write(text.getBytes(UTF_8));
        }
        return packed.toByteArray();
    }
}
