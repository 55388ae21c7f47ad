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

/** Blocks, facts, notes and summaries on the command line. */
class OtherKindsTest {

    private static final String NOTE = """
            {"kind":"note","id":"n1","user":"ada","text":"Ada watches herons by the lake.","occurredAt":"2026-05-08T13:56:00+02:00","sources":[{"kind":"episode","id":"e1"}],"method":"model","origin":"derivation"}
            """;

    @TempDir
    Path temporary;

    private TestShell shell;

    @BeforeEach
    void open() {
        shell = new TestShell(temporary.resolve("memory"));
    }

    private Run ada(String... words) {
        String[] all = new String[words.length + 2];
        System.arraycopy(words, 0, all, 0, words.length);
        all[words.length] = "--user";
        all[words.length + 1] = "ada";
        Run run = shell.run(all);
        assertThat(run.err()).doesNotContain("Exception");
        return run;
    }

    @Test
    void an_addition_to_a_block_begins_a_new_line_unless_a_separator_is_given() {
        ada("blocks", "append", "persona", "Answers briefly.");
        ada("blocks", "append", "persona", "Likes boats.");
        assertThat(ada("blocks", "show", "persona").out()).isEqualTo("Answers briefly.\nLikes boats.\n");

        ada("blocks", "append", "persona", "\nAnd tea.");
        ada("blocks", "append", "persona", "!", "--separator", "");
        assertThat(ada("blocks", "show", "persona").out()).isEqualTo("Answers briefly.\nLikes boats.\nAnd tea.!\n");
    }

    @Test
    void blocks_are_set_shown_moved_and_removed() {
        assertThat(ada("blocks", "set", "persona", "calm").exit()).isEqualTo(ExitCode.DONE);
        ada("blocks", "set", "user", "likes herons", "--max-length", "40", "--agent-writable");
        ada("blocks", "append", "persona", "and kind", "--separator", " ");
        assertThat(ada("blocks", "move", "user", "0").exit()).isEqualTo(ExitCode.DONE);

        assertThat(ada("blocks", "show").out())
                .isEqualTo("<user>\nlikes herons\n</user>\n<persona>\ncalm and kind\n</persona>\n");
        assertThat(ada("blocks", "show", "persona").out()).isEqualTo("calm and kind\n");
        assertThat(ada("blocks", "show", "--json").list("blocks"))
                .extracting(block -> block.get("id"), block -> block.get("agentWritable"))
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple("user", true),
                        org.assertj.core.groups.Tuple.tuple("persona", null));
        assertThat(ada("blocks", "history", "persona", "--json").list("versions"))
                .extracting(version -> version.get("content"))
                .startsWith("calm", "calm and kind");
        assertThat(ada("blocks", "set", "persona", "x", "--if-version", "1").err())
                .contains("read it again");
        assertThat(ada("blocks", "remove", "persona").exit()).isEqualTo(ExitCode.DONE);
        assertThat(ada("blocks", "remove", "persona").exit()).isEqualTo(ExitCode.NOT_FOUND);
        assertThat(ada("blocks", "show", "persona").exit()).isEqualTo(ExitCode.NOT_FOUND);
        assertThat(ada("blocks").exit()).isEqualTo(ExitCode.WRONG_USAGE);
        assertThat(ada("blocks", "show", "x", "--core").exit()).isEqualTo(ExitCode.WRONG_USAGE);
        assertThat(shell.run("blocks", "show", "--user", "bob").out()).isEmpty();
    }

    @Test
    void the_core_blocks_are_shown_as_one_document() {
        ada("blocks", "set", "USER", "likes herons");
        ada("blocks", "set", "persona", "calm");

        String core = ada("blocks", "show", "--core").out();

        assertThat(core).contains("SOUL").contains("likes herons\n").doesNotContain("calm");
        assertThat(ada("blocks", "show", "--core", "--json").json()).isEqualTo(Map.of("core", core));
    }

    @Test
    void a_fact_that_begins_later_is_listed_with_its_start() {
        ada("facts", "add", "ada", "works_at", "Acme", "--id", "f1", "--from", "9000-05-01T00:00:00Z");
        ada("facts", "add", "ada", "lives_in", "Porto", "--id", "f2");
        ada("facts", "add", "ada", "knows", "Bob", "--id", "f3", "--from", "2020-05-01T00:00:00Z");

        assertThat(ada("facts", "list").out().lines())
                .anyMatch(line -> line.contains("Acme") && line.contains("(from 9000-05-01T00:00"))
                .filteredOn(line -> line.contains("(from"))
                .hasSize(1);
    }

    @Test
    void facts_are_added_listed_and_removed() {
        assertThat(ada("facts", "add", "ada", "lives_in", "Porto", "--id", "f1", "--from", "2026-01-01T00:00:00Z")
                        .out())
                .isEqualTo("f1\n");
        ada("facts", "add", "ada", "lives_in", "Faro", "--id", "f2", "--from", "2026-02-01T00:00:00Z");

        assertThat(ada("facts", "list").out()).contains("(until 2026-02-01");
        assertThat(ada("facts", "list", "--valid-at", "2026-01-15T00:00:00Z", "--json")
                        .list("facts"))
                .singleElement()
                .satisfies(fact ->
                        assertThat(fact).containsEntry("object", "Porto").containsEntry("supersededBy", "f2"));
        assertThat(ada("facts", "remove", "f2").exit()).isEqualTo(ExitCode.DONE);
        assertThat(ada("facts", "list").out()).doesNotContain("Faro").doesNotContain("until");
        assertThat(ada("facts", "remove", "f2").exit()).isEqualTo(ExitCode.NOT_FOUND);
        assertThat(ada("facts", "add", "a", "b", "c", "--from", "2026-01-01T00:00:00")
                        .exit())
                .isEqualTo(ExitCode.WRONG_USAGE);
        assertThat(ada("profile").out())
                .contains("1 fact")
                .contains("recorded last:")
                .contains("Porto");
        assertThat(ada("profile", "--json").list("sampleFacts"))
                .singleElement()
                .satisfies(fact -> assertThat(fact).containsEntry("id", "f1"));
    }

    @Test
    void a_text_is_assessed_before_it_is_written() {
        ada("remember", "I live in Porto.");
        ada("consolidate");
        String before = ada("facts", "list").out();

        assertThat(ada("facts", "assess", "I live in Faro. I love chess.").out())
                .containsPattern("(?m)^ends  \\S+  user lives in Porto")
                .containsPattern("(?m)^new  I love chess\\.$");
        assertThat(ada("facts", "assess", "I live in Porto.", "--json").list("effects"))
                .singleElement()
                .satisfies(effect -> assertThat(effect).containsEntry("effect", "repeats"));
        assertThat(ada("facts", "assess", "Good morning.").err()).contains("states no fact");
        assertThat(ada("facts", "assess", " ").exit()).isEqualTo(ExitCode.WRONG_USAGE);
        assertThat(ada("facts", "list").out()).isEqualTo(before);
    }

    @Test
    void summaries_are_set_read_and_counted() {
        ada("remember", "A heron stood by the lake.", "--session", "s1");
        ada("remember", "It flew.", "--session", "s1");

        assertThat(ada("summaries", "pending", "--session", "s1").out()).isEqualTo("2\n");
        assertThat(ada("summaries", "set", "Of a heron.", "--session", "s1", "--up-to", "1")
                        .exit())
                .isEqualTo(ExitCode.DONE);
        assertThat(ada("summaries", "pending", "--session", "s1", "--json").json())
                .isEqualTo(Map.of("pending", 1L));
        ada("summaries", "set", "Of a heron that flew.", "--session", "s1");
        assertThat(ada("summaries", "get", "--session", "s1").out()).isEqualTo("Of a heron that flew.\n");
        assertThat(ada("summaries", "list").out()).contains("s1  Of a heron that flew.");
        assertThat(ada("summaries", "list", "--json").list("summaries"))
                .singleElement()
                .satisfies(summary -> assertThat(summary).containsEntry("upTo", 2L));
        assertThat(ada("summaries", "get", "--session", "s2").exit()).isEqualTo(ExitCode.NOT_FOUND);
    }

    private void fill() {
        shell.input("""
                {"id":"e1","user":"ada","session":"s1","occurredAt":"2026-05-08T13:56:00+02:00","input":"A heron stood by the lake."}
                """ + NOTE).run("import", "-");
        ada("facts", "add", "ada", "lives_in", "Porto", "--confidence", "0.5");
        ada("facts", "add", "ada", "lives_in", "Faro");
        ada("blocks", "set", "persona", "calm");
        ada("blocks", "set", "dropped", "gone");
        ada("blocks", "set", "user", "likes herons", "--max-length", "40");
        ada("blocks", "remove", "dropped");
        ada("summaries", "set", "Of a heron.", "--session", "s1");
        shell.run("settings", "secrets=redact");
    }

    @Test
    void every_kind_is_exported_and_imported_byte_for_byte_and_twice_changes_nothing() {
        fill();
        String exported = shell.run("export", "--all-scopes").out();
        assertThat(exported.lines())
                .extracting(line -> line.replaceAll("\\{\"kind\":\"(\\w+)\".*", "$1"))
                .containsExactly("settings", "episode", "fact", "fact", "block", "block", "note", "summary");
        TestShell other = new TestShell(temporary.resolve("other")).input(exported);

        assertThat(other.run("import", "-").err()).isEqualTo("Imported: 7 new, 0 unchanged, 0 changed, 0 bad lines.\n");
        assertThat(other.run("export", "--all-scopes").out()).isEqualTo(exported);
        assertThat(other.run("import", "-").err()).contains("0 new, 7 unchanged, 0 changed");
        assertThat(other.run("export", "--all-scopes").out()).isEqualTo(exported);
        assertThat(other.run("summaries", "pending", "--user", "ada", "--session", "s1")
                        .out())
                .isEqualTo("0\n");
        assertThat(shell.run("export", "--shared").out())
                .isEqualTo(
                        "{\"kind\":\"settings\",\"secrets\":\"redact\",\"bank\":{\"enabled\":false,\"maxTokens\":2000},\"models\":{\"tokensPerDay\":1000000}}\n");
    }

    @Test
    void bad_lines_of_every_kind_are_named_and_the_others_go_on() {
        Run run = shell.input("""
                {"kind":"fact","subject":"a","predicate":"b","object":"c","recordedAt":"2026-05-08T13:56:00"}
                {"kind":"fact","subject":"a","predicate":"b","object":"c"}
                {"kind":"fact","subject":"a","predicate":"b","object":"c","recordedAt":"2026-05-08T13:56:00Z"}
                {"kind":"fact","subject":"a","predicate":"b","object":"d","confidence":3,"recordedAt":"2026-05-08T13:56:00Z"}
                {"kind":"note","text":" ","occurredAt":"2026-05-08T13:56:00Z"}
                {"kind":"block","content":"c","updatedAt":"2026-05-08T13:56:00Z"}
                {"kind":"block","name":"persona","content":"c","updatedAt":"2026-05-08T13:56:00Z"}
                {"kind":"summary","text":"t","session":"s","updatedAt":"2026-05-08T13:56:00Z","covers":[{"kind":"poem","id":"x"}]}
                {"kind":"note","text":"n","occurredAt":"2026-05-08T13:56:00Z","sources":[{"kind":"episode","id":"e","user":"eve"}]}
                """).run("import", "-", "--user", "ada");

        assertThat(run.exit()).isEqualTo(ExitCode.FAILED);
        assertThat(run.err())
                .contains("line 1: field 'recordedAt' is '2026-05-08T13:56:00'; use ISO 8601")
                .doesNotContain("line 2:")
                .contains("line 4: confidence is 3.0")
                .contains("line 5: note text is blank")
                .contains("line 6: field 'id' is missing")
                .contains("line 8: kind is 'poem'")
                .contains("line 9: note '")
                .contains("3 new, 0 unchanged, 0 changed, 6 bad lines");
        assertThat(shell.run("import", "-", "--user", "ada").err()).contains("0 new, 3 unchanged");
    }

    @Test
    void the_erasure_proof_covers_derived_entries() {
        fill();

        Run run = ada("forget", "--session", "s1", "--yes", "--prove", "--json");

        assertThat(run.exit()).isEqualTo(ExitCode.DONE);
        assertThat(run.json()).containsEntry("counts", Map.of("episode", 1L, "note", 1L, "summary", 1L));
        assertThat((Map<?, ?>) run.json().get("proof")).satisfies(proof -> {
            assertThat(proof.get("texts")).isEqualTo(3L);
            assertThat(proof.get("found")).isEqualTo(0L);
        });
        assertThat(ada("export").out().lines()).hasSize(4).noneMatch(line -> line.contains("stood by"));
        assertThat(List.of(ada("forget", "--all", "--dry-run").out()))
                .containsExactly("Would forget 3 blocks, 2 facts of user ada.\n");
    }

    @Test
    void facts_are_found_by_a_question_and_a_time_in_the_world() {
        ada("facts", "add", "ada", "lives_in", "Porto", "--id", "f1", "--from", "2026-01-01T00:00:00Z");
        ada("facts", "add", "ada", "lives_in", "Faro", "--id", "f2", "--from", "2026-02-01T00:00:00Z");

        assertThat(ada("facts", "list", "--query", "where ada lives_in", "--valid-at", "2026-01-15", "--json")
                        .list("facts"))
                .extracting(fact -> fact.get("id"))
                .isEqualTo(List.of("f1"));
        assertThat(ada("facts", "list", "--query", "ada lives_in", "--limit", "1")
                        .out())
                .hasLineCount(1);
        Run both = ada("facts", "list", "--query", "ada", "--subject", "ada");
        assertThat(both.exit()).isEqualTo(ExitCode.WRONG_USAGE);
        assertThat(both.err()).contains("--query");
    }

    @Test
    void a_session_is_named() {
        ada("remember", "Tea at five.", "--session", "s1");

        Run named = ada("sessions", "--session", "s1", "--name", "Kitchen", "--json");

        assertThat(named.list("sessions"))
                .singleElement()
                .satisfies(session -> assertThat(session).containsEntry("name", "Kitchen"));
        assertThat(ada("sessions").out()).contains("Kitchen");
        assertThat(ada("sessions", "--session", "s2", "--name", "None").exit()).isEqualTo(ExitCode.NOT_FOUND);
        assertThat(ada("sessions", "--name", "x", "--private", "s1").exit()).isEqualTo(ExitCode.WRONG_USAGE);
    }

    @Test
    void a_fact_with_a_blank_object_is_refused_but_imported_from_an_earlier_build() {
        Run refused = shell.run("facts", "add", "ada", "likes", " ");
        assertThat(refused.exit()).isEqualTo(ExitCode.WRONG_USAGE);
        assertThat(refused.err()).contains("object is blank");

        String line = "{\"kind\":\"fact\",\"id\":\"f1\",\"subject\":\"ada\",\"predicate\":\"retired\",\"object\":\"\"}";
        assertThat(shell.input(line).run("import", "-").exit()).isEqualTo(ExitCode.DONE);
        assertThat(shell.run("facts", "list", "--json").list("facts"))
                .singleElement()
                .satisfies(fact -> assertThat(fact).containsEntry("object", ""));
    }
}
