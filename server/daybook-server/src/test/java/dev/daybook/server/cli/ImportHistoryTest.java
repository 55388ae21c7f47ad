package dev.daybook.server.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.server.cli.TestShell.Run;
import dev.daybook.server.cli.terminal.ExitCode;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the imports of all chat histories have in common: archives, folders, dry runs, wrong files. */
class ImportHistoryTest {

    private static final String CHAT = """
            {"uuid": "c%1$s", "name": "N", "created_at": "2025-03-01T10:00:00Z", "chat_messages": [
             {"uuid": "m1", "text": "Word %1$s.", "sender": "human", "created_at": "2025-03-01T10:00:01Z"}]}""";

    @TempDir
    Path temporary;

    private TestShell shell;

    @BeforeEach
    void open() {
        shell = new TestShell(temporary.resolve("memory"));
    }

    @Test
    void the_conversations_of_an_archive_are_read_and_its_other_files_are_not() throws IOException {
        Path zip = zip(Map.of(
                "export/conversations-000.json",
                "[" + CHAT.formatted(1) + "]",
                "export/conversations-001.json",
                "\uFEFF[" + CHAT.formatted(2) + "]",
                "export/user.json",
                "{\"email\": \"x\"}",
                "__MACOSX/export/conversations-000.json",
                "junk"));

        Run run = shell.run("import", "--from", "claude", zip.toString());

        assertThat(run).isEqualTo(new Run(ExitCode.DONE, "", "Imported: 2 new, 0 unchanged, 0 changed, 0 bad rows.\n"));
    }

    @Test
    void a_truncated_archive_is_named_and_creates_no_memory() throws IOException {
        Path zip = zip(Map.of("conversations.json", "[" + CHAT.formatted(1) + "]"));
        byte[] bytes = Files.readAllBytes(zip);
        Files.write(zip, Arrays.copyOf(bytes, bytes.length / 2));

        Run run = shell.run("import", "--from", "claude", zip.toString());

        assertThat(run.exit()).isNotEqualTo(ExitCode.DONE);
        assertThat(run.err()).contains("is a damaged or truncated zip archive").contains("download it again");
        assertThat(shell.folder()).doesNotExist();
    }

    @Test
    void a_bomb_in_an_archive_ends_the_import_and_what_came_before_stays() throws IOException {
        Path zip = temporary.resolve("bomb.zip");
        try (OutputStream out = Files.newOutputStream(zip);
                ZipOutputStream packing = new ZipOutputStream(out)) {
            packing.putNextEntry(new ZipEntry("conversations.json"));
            packing.write(("[" + CHAT.formatted(1) + ",").getBytes(UTF_8));
            byte[] spaces = new byte[1 << 20];
            Arrays.fill(spaces, (byte) ' ');
            for (int i = 0; i < 80; i++) {
                packing.write(spaces);
            }
            packing.write((CHAT.formatted(2) + "]").getBytes(UTF_8));
        }

        Run run = shell.run("import", "--from", "claude", zip.toString());

        assertThat(run.exit()).isNotEqualTo(ExitCode.DONE);
        assertThat(run.err()).contains("it unpacks to more than 200 times its size");
        assertThat(shell.run("history", "--session", "c1").out()).contains("Word 1.");
    }

    @Test
    void a_dry_run_counts_and_writes_nothing() throws IOException {
        String file = file("conversations.json", "[" + CHAT.formatted(1) + "," + CHAT.formatted(2) + "]");

        assertThat(shell.run("import", "--from", "claude", file, "--dry-run").out())
                .contains("Word 1.", "Word 2.", "\"trust\":\"import\"");
        assertThat(shell.run("import", "--from", "claude", file, "--dry-run").err())
                .isEqualTo("Would import: 2 new, 0 unchanged, 0 changed, 0 bad rows.\n");
        assertThat(shell.folder()).doesNotExist();

        shell.run("import", "--from", "claude", file);
        String before = shell.run("export", "--all-scopes").out();
        file(
                "conversations.json",
                "[" + CHAT.formatted(1) + "," + CHAT.formatted(2).replace("Word", "Words") + "," + CHAT.formatted(3)
                        + "]");

        assertThat(shell.run("import", "--from", "claude", file, "--dry-run").err())
                .isEqualTo("Would import: 1 new, 1 unchanged, 1 changed, 0 bad rows.\n");
        assertThat(shell.run("export", "--all-scopes").out()).isEqualTo(before);
    }

    @Test
    void a_file_of_another_format_is_named_with_the_right_option() throws IOException {
        String claude = file("conversations.json", "[" + CHAT.formatted(1) + "]");
        String messages = file("m.json", "[{\"role\": \"user\", \"content\": \"Hi\"}]");
        String table = file("t.csv", "a,b\n1,2\n");

        assertThat(shell.run("import", "--from", "chatgpt", claude).err())
                .contains("is an export of claude.ai; use --from claude");
        assertThat(shell.run("import", "--from", "codex", messages).err())
                .contains("is a list of messages; use --from openai");
        assertThat(shell.run("import", "--from", "openai", table).err()).contains("is not a list of messages");
        assertThat(shell.run("import", "--from", "chatgpt", temporary.toString())
                        .err())
                .contains("is an export of claude.ai; use --from claude");
        assertThat(shell.folder()).doesNotExist();
    }

    @Test
    void a_folder_without_a_history_and_options_of_another_source_are_wrong_usage() throws IOException {
        Path empty = Files.createDirectory(temporary.resolve("empty"));

        assertThat(shell.run("import", "--from", "claude-code", empty.toString())
                        .err())
                .contains("has no file *.jsonl");
        assertThat(shell.run("import", "--from", "lyra", "--mine", "x").err())
                .contains("--mine is given with --from lyra; it is an option of a chat history");
        assertThat(shell.run("import", "--from", "claude", "--tool-output", "-1", "x")
                        .exit())
                .isEqualTo(ExitCode.WRONG_USAGE);
    }

    private String file(String name, String text) throws IOException {
        return Files.writeString(temporary.resolve(name), text).toString();
    }

    private Path zip(Map<String, String> files) throws IOException {
        Path zip = temporary.resolve("export.zip");
        try (OutputStream out = Files.newOutputStream(zip);
                ZipOutputStream packing = new ZipOutputStream(out)) {
            for (Map.Entry<String, String> file : files.entrySet()) {
                packing.putNextEntry(new ZipEntry(file.getKey()));
                packing.write(file.getValue().getBytes(UTF_8));
            }
        }
        return zip;
    }
}
