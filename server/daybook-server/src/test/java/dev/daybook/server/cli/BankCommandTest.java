package dev.daybook.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.server.cli.TestShell.Run;
import dev.daybook.server.cli.terminal.ExitCode;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BankCommandTest {

    @TempDir
    Path temporary;

    private TestShell shell;

    @BeforeEach
    void open() {
        shell = new TestShell(temporary.resolve("memory"));
    }

    /** Long enough that a few of its sentences are shorter than the whole. */
    private void talk(String user, String session) {
        StringBuilder lines = new StringBuilder();
        for (int i = 0; i < 12; i++) {
            lines.append("{\"id\":\"")
                    .append(session)
                    .append(i)
                    .append("\",\"user\":\"")
                    .append(user)
                    .append("\",\"session\":\"")
                    .append(session)
                    .append("\",\"occurredAt\":\"2025-05-08T13:")
                    .append(10 + i)
                    .append(":00Z\",\"input\":\"Hive number ")
                    .append(i)
                    .append(" needs a new lid, because the wind took the old one down to the lake on day ")
                    .append(i)
                    .append(" of the storm, and the bees are cold.\",\"output\":\"Noted: lid ")
                    .append(i)
                    .append(" goes on the list for the carpenter in the village.\"}\n");
        }
        assertThat(shell.input(lines.toString()).run("import", "-").exit()).isEqualTo(ExitCode.DONE);
    }

    @Test
    void it_is_off_until_it_is_enabled_with_an_explanation() {
        talk("ada", "s1");
        assertThat(shell.run("bank", "due").err()).contains("The bank is off");
        assertThat(shell.run("bank", "summarize").err()).contains("the bank is off");

        Run on = shell.run("bank", "on");

        assertThat(on.out()).isEqualTo("bank.enabled=true\n");
        assertThat(on.err()).contains("every user of this space").contains("Tell your users");
        assertThat(shell.run("bank", "due", "--json").list("chats"))
                .containsExactly(Map.of("scope", "user:ada", "session", "s1"));
        assertThat(shell.run("bank", "off", "--json").json())
                .containsEntry("bank", Map.of("enabled", false, "maxTokens", 2_000L));
        assertThat(shell.run("bank", "due", "--json").list("chats")).isEmpty();
    }

    @Test
    void due_sessions_are_summarized_listed_and_previewed_but_no_private_ones() {
        shell.run("bank", "on");
        shell.input("{\"kind\":\"session\",\"id\":\"s2\",\"user\":\"bob\",\"private\":true}\n")
                .run("import", "-");
        talk("ada", "s1");
        talk("bob", "s2");

        Run summed = shell.run("bank", "summarize", "--json");

        assertThat(summed.exit()).isEqualTo(ExitCode.DONE);
        assertThat(summed.list("outcomes"))
                .singleElement()
                .satisfies(outcome -> assertThat(outcome).containsEntry("result", "done"));
        Run list = shell.run("bank", "list", "--json");
        assertThat(list.list("summaries"))
                .singleElement()
                .satisfies(summary -> assertThat(summary).containsEntry("session", "s1"));
        assertThat(list.json()).containsEntry("counts", Map.of("session", 1L)).containsEntry("maxTokens", 2_000L);
        assertThat(shell.run("bank", "list").out()).startsWith("session  2025-05-08  s1  ");
        assertThat(shell.run("bank", "preview").out())
                .startsWith("<memory_bank>")
                .contains("the carpenter");
        assertThat(shell.run("bank", "preview", "--json").list("shown")).hasSize(1);
        assertThat(shell.run("bank", "preview", "--as-of", "2025-01-01T00:00:00Z")
                        .out())
                .isEmpty();
        assertThat(shell.run("bank", "due").err()).contains("Nothing is due");
        assertThat(shell.run("bank", "summarize", "--user", "bob", "--session", "s2")
                        .out())
                .contains("nothing")
                .contains("private");
        assertThat(shell.run("bank", "compress").err()).contains("The bank fits its budget already");
    }

    @Test
    void a_summary_is_added_by_hand() {
        assertThat(shell.run(
                                "bank",
                                "add",
                                "May was about bees.",
                                "--level",
                                "month",
                                "--period",
                                "2025-05",
                                "--sources",
                                "12",
                                "--last",
                                "2025-05-08T13:56:00Z",
                                "--json")
                        .json())
                .containsEntry("level", "month")
                .containsEntry("period", "2025-05")
                .containsEntry("sourceCount", 12L)
                .containsEntry("lastSourceAt", "2025-05-08T13:56:00Z");
        talk("ada", "s1");
        shell.run("bank", "add", "Of lids.", "--user", "ada", "--session", "s1", "--last", "2025-05-09T00:00:00Z");
        shell.run("bank", "on");
        assertThat(shell.run("bank", "due", "--json").list("chats")).isEmpty();
        assertThat(shell.run("bank", "list", "--json").list("summaries"))
                .extracting(summary -> summary.get("text"))
                .isEqualTo(List.of("Of lids.", "May was about bees."));
    }

    @Test
    void clear_asks_first_or_takes_a_yes() {
        shell.run("bank", "add", "May was about bees.", "--level", "month", "--period", "2025-05");

        assertThat(shell.run("bank", "clear").exit()).isEqualTo(ExitCode.WRONG_USAGE);
        Run no = new TestShell(shell.folder()).terminal(100).input("no\n").run("bank", "clear");
        assertThat(no.exit()).isEqualTo(ExitCode.FAILED);
        assertThat(no.err()).contains("1 summary").contains("This cannot be undone");
        assertThat(shell.run("bank", "list").out()).contains("May was about bees.");
        assertThat(shell.run("bank", "clear", "--yes", "--json").json()).isEqualTo(Map.of("cleared", 1L));
        assertThat(shell.run("bank", "list").out()).isEmpty();
        shell.run("bank", "add", "June, too.", "--level", "month", "--period", "2025-06");
        Run yes = new TestShell(shell.folder()).terminal(100).input("yes\n").run("bank", "clear");
        assertThat(yes.out()).isEqualTo("Cleared 1 summary.\n");
    }

    @Test
    void it_is_exported_and_imported_byte_for_byte_and_nothing_is_due_again() {
        shell.run("bank", "on");
        talk("ada", "s1");
        talk("bob", "s2");
        shell.run("bank", "summarize");
        shell.run("settings", "bank.maxTokens=300");
        shell.run("bank", "compress", "--max-tokens", "1");
        talk("eve", "s3");
        shell.run("bank", "summarize");
        String exported = shell.run("export", "--all-scopes").out();
        TestShell other = new TestShell(temporary.resolve("other")).input(exported);

        assertThat(exported).contains("\"state\":\"live\"").contains("\"state\":\"folded\"");
        assertThat(other.run("import", "-").exit()).isEqualTo(ExitCode.DONE);

        assertThat(other.run("export", "--all-scopes").out()).isEqualTo(exported);
        assertThat(other.run("bank", "preview").out())
                .isNotEmpty()
                .isEqualTo(shell.run("bank", "preview").out());
        assertThat(other.run("bank", "due", "--json").list("chats")).isEmpty();
        assertThat(other.run("import", "-").err()).contains("0 new").contains("0 changed");
    }
}
