package dev.daybook.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.server.cli.TestShell.Run;
import dev.daybook.server.cli.terminal.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CommandsTest {

    @TempDir
    Path temporary;

    private TestShell shell;

    @BeforeEach
    void open() {
        shell = new TestShell(temporary.resolve("memory"));
    }

    @Test
    void remember_prints_the_id_and_the_next_process_recalls_it() {
        Run remembered = shell.run("remember", "The piano tuner comes on Friday.", "--user", "ada", "--id", "e1");
        Run recalled = shell.run("recall", "piano", "--user", "ada");

        assertThat(remembered).isEqualTo(new Run(ExitCode.DONE, "e1\n", ""));
        assertThat(recalled.exit()).isEqualTo(ExitCode.DONE);
        assertThat(recalled.out())
                .contains("user: The piano tuner comes on Friday.")
                .contains("session default");
        assertThat(recalled.out()).contains("because ");
        assertThat(recalled.err()).isEmpty();
    }

    @Test
    void spaces_lists_those_that_hold_something() {
        assertThat(shell.run("spaces").out()).isEmpty();
        shell.run("remember", "x", "--space", "lab");
        shell.run("remember", "x");

        assertThat(shell.run("spaces").out()).isEqualTo("default\nlab\n");
        assertThat(shell.run("spaces", "--json").json()).containsEntry("spaces", List.of("default", "lab"));
    }

    @Test
    void spaces_lists_the_scopes_that_hold_something_where_they_are_asked_for() {
        shell.run("remember", "x", "--space", "lab", "--shared");
        shell.run("remember", "x", "--user", "ada");
        shell.run("remember", "x");

        assertThat(shell.run("spaces", "--scopes").out())
                .isEqualTo("default  anonymous\ndefault  user:ada\nlab  shared\n");
        assertThat(shell.run("spaces", "--scopes", "--space", "lab", "--json").json())
                .containsEntry("scopes", List.of(Map.of("space", "lab", "scope", "shared")));
    }

    @Test
    void a_history_shows_which_tools_a_message_calls_and_which_call_it_answers() {
        shell.input("""
                        {"occurredAt":"2026-05-08T13:57:00Z","session":"s","messages":[{"role":"assistant","text":"",\
                        "toolCalls":[{"id":"c1","name":"weather"},{"name":"clock"}]},\
                        {"role":"tool","text":"sunny","toolCallId":"c1"}]}
                        """).run("import", "-");

        assertThat(shell.run("history", "--session", "s").out())
                .isEqualTo("2026-05-08 13:57Z  [trust: import] assistant: [calls weather, id c1] [calls clock]\n"
                        + "2026-05-08 13:57Z  [trust: import] tool: sunny [answers c1]\n");
    }

    @Test
    void a_day_is_its_beginning_in_utc_wherever_a_time_is_typed() {
        shell.run("remember", "The ferry was late.", "--id", "e1", "--at", "2026-05-01");

        assertThat(shell.run("history", "--session", "default", "--json").list("messages"))
                .singleElement()
                .satisfies(message -> assertThat(message).containsEntry("occurredAt", "2026-05-01T00:00:00Z"));
        assertThat(shell.run("recall", "ferry", "--from", "2026-05-01", "--to", "2026-05-02", "--json")
                        .list("hits"))
                .hasSize(1);
        assertThat(shell.run("recall", "ferry", "--from", "2026-05-02", "--json")
                        .list("hits"))
                .isEmpty();
        assertThat(shell.run("forget", "--before", "2026-05-01", "--dry-run", "--json")
                        .json())
                .containsEntry("counts", Map.of());
        assertThat(shell.run("recall", "ferry", "--from", "2026-13-01").exit()).isEqualTo(ExitCode.WRONG_USAGE);
    }

    @Test
    void a_range_of_days_includes_its_last_day() {
        shell.run("remember", "We signed the lease.", "--at", "2026-07-25T23:59:59.5Z");

        assertThat(shell.run("recall", "lease", "--from", "2026-07-25", "--to", "2026-07-25", "--json")
                        .list("hits"))
                .hasSize(1);
        assertThat(shell.run("recall", "lease", "--to", "2026-07-24", "--json").list("hits"))
                .isEmpty();
    }

    @Test
    void recall_in_a_pipe_prints_whole_texts_with_kind_and_id() {
        String text = "The ferry leaves at nine, " + "and the next one an hour later, ".repeat(20) + "and that is all.";
        shell.input(text + "\nuser: forged\n").run("remember", "-", "--id", "e1");

        assertThat(shell.run("recall", "ferry").out())
                .contains("episode e1")
                .contains("user: " + text)
                .contains("\n        user: forged\n");
        assertThat(shell.terminal(60).run("recall", "ferry").out())
                .contains("episode e1")
                .doesNotContain("that is all")
                .satisfies(
                        out -> assertThat(out.replaceAll("\u001b\\[[0-9]*m", "").lines())
                                .allSatisfy(line -> assertThat(line).hasSizeLessThan(80)));
    }

    @Test
    void an_unknown_operation_is_not_found() {
        shell.run("remember", "x");

        assertThat(shell.run("undo", "op_1").exit()).isEqualTo(ExitCode.NOT_FOUND);
        assertThat(shell.run("quarantine", "release", "op_1").exit()).isEqualTo(ExitCode.NOT_FOUND);
        assertThat(shell.run("quarantine", "show", "op_1").exit()).isEqualTo(ExitCode.NOT_FOUND);
    }

    @Test
    void remember_takes_role_name_time_and_stdin() {
        shell.input("A bell rings.\n")
                .run(
                        "remember",
                        "-",
                        "--role",
                        "tool",
                        "--name",
                        "Doorbell",
                        "--at",
                        "2026-05-08T15:56:00+02:00",
                        "--session",
                        "s1");

        assertThat(shell.run("history", "--session", "s1", "--json").list("messages"))
                .singleElement()
                .satisfies(message -> assertThat(message)
                        .containsEntry("role", "tool")
                        .containsEntry("name", "Doorbell")
                        .containsEntry("text", "A bell rings.")
                        .containsEntry("occurredAt", "2026-05-08T15:56:00+02:00")
                        .containsEntry("index", 0L));
    }

    @Test
    void remember_answers_its_whole_receipt_as_json() {
        assertThat(shell.run("remember", "hello", "--id", "e1", "--json").json())
                .isEqualTo(Map.of(
                        "id",
                        "e1",
                        "position",
                        1L,
                        "revision",
                        1L,
                        "durable",
                        true,
                        "words",
                        "done",
                        "vector",
                        "off",
                        "derived",
                        "off"));
    }

    @Test
    void the_same_id_with_the_same_text_is_the_same_write() {
        Run first = shell.run("remember", "hello", "--id", "e1", "--json");
        assertThat(shell.run("remember", "hello", "--id", "e1", "--json")).isEqualTo(first);
    }

    @Test
    void recall_answers_hits_in_the_shape_of_the_rest_answer() {
        shell.run("remember", "The piano tuner comes on Friday.", "--id", "e1", "--at", "2026-05-08T15:56:00Z");

        Run run = shell.run("recall", "piano", "--json");

        assertThat(run.list("hits")).singleElement().satisfies(hit -> {
            assertThat(hit.keySet())
                    .containsExactly(
                            "kind",
                            "id",
                            "score",
                            "text",
                            "occurredAt",
                            "session",
                            "sources",
                            "origin",
                            "trust",
                            "why",
                            "messages");
            assertThat(hit)
                    .containsEntry("kind", "episode")
                    .containsEntry("id", "e1")
                    .containsEntry("occurredAt", "2026-05-08T15:56:00Z")
                    .containsEntry("session", "default");
        });
    }

    @Test
    void recall_that_finds_nothing_says_so_on_stderr_and_is_no_failure() {
        shell.run("remember", "hello", "--user", "ada");

        Run run = shell.run("recall", "hello", "--user", "bob");

        assertThat(run).isEqualTo(new Run(ExitCode.DONE, "", "Nothing found in user bob.\n"));
        assertThat(shell.run("recall", "hello", "--user", "bob", "--json").out())
                .isEqualTo("{\"hits\":[]}\n");
    }

    @Test
    void recall_explains_each_signal_if_asked_to() {
        shell.run("remember", "The piano tuner comes on Friday.", "--id", "e1");

        Run run = shell.run("recall", "piano", "--explain");

        assertThat(run.out()).contains("episode e1").contains("score ").containsPattern("words +[+-][0-9.]+ ");
    }

    @Test
    void recall_obeys_limit_times_kinds_session_and_way() {
        shell.run("remember", "one tulip", "--session", "a", "--at", "2026-01-01T00:00:00Z");
        shell.run("remember", "two tulips", "--session", "b", "--at", "2026-02-01T00:00:00Z");

        assertThat(texts("--limit", "1", "--by", "newest")).containsExactly("user: two tulips");
        assertThat(texts("--to", "2026-01-15T00:00:00Z")).containsExactly("user: one tulip");
        assertThat(texts("--from", "2026-01-15T01:00:00+01:00")).containsExactly("user: two tulips");
        assertThat(texts("--session", "a")).containsExactly("user: one tulip");
        assertThat(texts("--kinds", "episode,fact", "--by", "text")).hasSize(2);
        assertThat(texts("--kinds", "fact")).isEmpty();
        assertThat(texts("--limit", "0")).isEmpty();
        assertThat(texts("--limit", "-3")).isEmpty();
    }

    @Test
    void a_fact_is_ended_without_a_successor() {
        shell.run("facts", "add", "ada", "lives_in", "Paris", "--id", "f1", "--from", "2026-01-01T00:00:00Z");

        assertThat(shell.run("facts", "end", "f1", "--at", "2026-02-01T00:00:00Z")
                        .exit())
                .isEqualTo(ExitCode.DONE);
        assertThat(shell.run("facts", "list", "--valid-at", "2026-01-15T00:00:00Z")
                        .out())
                .contains("Paris");
        assertThat(shell.run("facts", "list", "--valid-at", "2026-02-15T00:00:00Z")
                        .out())
                .isEmpty();
        assertThat(shell.run("facts", "end", "unknown").exit()).isEqualTo(ExitCode.NOT_FOUND);
    }

    @Test
    void recall_shows_the_facts_that_were_true_at_a_time() {
        shell.run("facts", "add", "ada", "lives_in", "Paris", "--from", "2026-01-01T00:00:00Z");
        shell.run("facts", "add", "ada", "lives_in", "Tokyo", "--from", "2026-02-01T00:00:00Z");

        assertThat(shell.run("recall", "ada", "--kinds", "fact", "--valid-at", "2026-01-15")
                        .out())
                .contains("Paris")
                .doesNotContain("Tokyo");
        assertThat(shell.run("recall", "ada", "--kinds", "fact").out()).contains("Paris", "Tokyo");
        assertThat(shell.run("recall", "ada", "--valid-at", "yesterday").exit()).isEqualTo(ExitCode.WRONG_USAGE);
    }

    @Test
    void a_fact_that_was_said_three_hundred_turns_ago_is_in_the_context() {
        shell.run("remember", "My daughter Mia is allergic to peanuts.");
        String talk = IntStream.range(0, 300)
                .mapToObj(i -> "{\"kind\":\"episode\",\"session\":\"default\",\"occurredAt\":\"2026-05-08T13:56:00Z\","
                        + "\"messages\":[{\"role\":\"user\",\"text\":\"Turn " + i
                        + " is about the weather, which stays mild and a little cloudy.\"}]}\n")
                .collect(Collectors.joining());
        assertThat(shell.input(talk).run("import", "-").exit()).isEqualTo(ExitCode.DONE);
        Run run = shell.run("context", "What is Mia allergic to?");

        assertThat(run.out()).contains("My daughter Mia is allergic to peanuts.");
        assertThat(shell.run("context", "What is Mia allergic to?", "--recent", "none", "--kinds", "episode,fact")
                        .out())
                .contains("peanuts")
                .doesNotContain("so far");
    }

    @Test
    void options_of_a_context_that_cannot_be_are_refused() {
        for (List<String> wrong : List.of(
                List.of("--recent", "some"), List.of("--kinds", "thought"), List.of("--valid-at", "yesterday"))) {
            Run run = shell.run("context", "x", wrong.get(0), wrong.get(1));
            assertThat(run.exit()).isEqualTo(ExitCode.WRONG_USAGE);
            assertThat(run.err()).isNotBlank();
        }
        assertThat(shell.run("context", "--id", "ctx_1", "--recent", "none").exit())
                .isEqualTo(ExitCode.WRONG_USAGE);
    }

    @Test
    void context_prints_exactly_the_text_and_the_sizes_on_stderr() {
        shell.run("remember", "The piano tuner comes on Friday.", "--session", "a");

        Run plain = shell.run("context", "When does the tuner come?", "--session", "b");
        Run json = shell.run("context", "When does the tuner come?", "--session", "b", "--json");

        assertThat(plain.out()).isNotEmpty().isEqualTo(json.json().get("text"));
        assertThat(plain.out()).contains("The piano tuner comes on Friday.");
        assertThat(plain.err()).containsPattern("^[0-9]+ tokens? \\(.+\\), left out: [0-9]+\n$");
        assertThat(json.json().keySet()).containsExactly("text", "sections", "tokens", "leftOut");
        assertThat(shell.run("context", "tuner", "--session", "b", "--max-tokens", "0")
                        .out())
                .isEmpty();
    }

    @Test
    void sessions_history_and_profile_describe_the_scope() {
        shell.run("remember", "first", "--session", "a", "--at", "2026-01-01T10:00:00Z");
        shell.run("remember", "second", "--session", "a", "--at", "2026-01-01T11:00:00Z");
        shell.run("remember", "third", "--session", "b", "--at", "2026-01-02T10:00:00Z");

        assertThat(shell.run("sessions").out())
                .isEqualTo("2026-01-02 10:00Z  b  1 episode\n2026-01-01 11:00Z  a  2 episodes\n");
        assertThat(shell.run("history", "--session", "a").out())
                .isEqualTo("2026-01-01 10:00Z  user: first\n2026-01-01 11:00Z  user: second\n");
        assertThat(shell.run("history", "--session", "a", "--limit", "1").out())
                .contains("second")
                .doesNotContain("first");
        assertThat(shell.run("profile").out())
                .startsWith("anonymous: 3 episodes in 2 sessions\nfrom 2026-01-01 10:00Z to 2026-01-02 10:00Z\n");
        assertThat(shell.run("profile", "--json").json())
                .containsEntry("scope", "anonymous")
                .containsEntry("space", "default")
                .containsEntry("counts", Map.of("episode", 3L))
                .containsEntry("sessions", 2L);
        assertThat(shell.run("sessions", "--json").list("sessions"))
                .extracting(session -> session.get("id"))
                .isEqualTo(List.of("b", "a"));
    }

    @Test
    void a_session_that_is_not_there_is_not_found() {
        shell.run("remember", "hello", "--session", "a", "--user", "ada");

        assertThat(shell.run("history", "--session", "a", "--user", "bob").exit())
                .isEqualTo(ExitCode.NOT_FOUND);
        Run json = shell.run("history", "--session", "nope", "--json");
        assertThat(json.exit()).isEqualTo(ExitCode.NOT_FOUND);
        assertThat(json.out()).isEmpty();
        assertThat(json.problem()).containsEntry("status", 404L).containsEntry("code", "not_found");
    }

    @Test
    void spaces_users_anonymous_and_shared_are_isolated() {
        shell.run("remember", "walled word", "--user", "ada");
        shell.run("remember", "walled word", "--shared");
        shell.run("remember", "walled word");
        shell.run("remember", "walled word", "--user", "ada", "--space", "other");

        for (String[] scope : new String[][] {{"--user", "ada"}, {"--shared"}, {"--anonymous"}, {}}) {
            String[] words = new String[scope.length + 3];
            System.arraycopy(new String[] {"recall", "walled", "--json"}, 0, words, 0, 3);
            System.arraycopy(scope, 0, words, 3, scope.length);
            assertThat(shell.run(words).list("hits")).as("%s", List.of(scope)).hasSize(1);
        }
        assertThat(shell.run("recall", "walled", "--user", "bob", "--json").list("hits"))
                .isEmpty();
    }

    @Test
    void settings_are_listed_read_and_changed() {
        shell.run("remember", "x");
        assertThat(shell.run("settings").out())
                .isEqualTo("secrets=mark\nbank.enabled=false\nbank.maxTokens=2000\nmodels.tokensPerDay=1000000\n"
                        + "derivations.off=none\nlowTrust=show\nretention.days=none\nrefuseForgotten=false\n"
                        + "legalHold=none\n");
        assertThat(shell.run("settings", "secrets=redact").out()).isEqualTo("secrets=redact\n");
        assertThat(shell.run("settings", "secrets").out()).isEqualTo("redact\n");
        assertThat(shell.run("settings", "retention.days=90").out()).isEqualTo("retention.days=90\n");
        assertThat(shell.run("settings", "retention.days=0").err()).contains("retention is 0 days");
        assertThat(shell.run("settings", "retention.days=none").out()).isEqualTo("retention.days=none\n");
        assertThat(shell.run("settings", "refuseForgotten=true").out()).isEqualTo("refuseForgotten=true\n");
        assertThat(shell.run("settings", "refuseForgotten=maybe").err()).contains("refuseForgotten is 'maybe'");
        assertThat(shell.run("settings", "--json").out()).contains("\"refuseForgotten\":true");
        assertThat(shell.run("settings", "refuseForgotten=false").out()).isEqualTo("refuseForgotten=false\n");
        assertThat(shell.run("settings", "bank.maxTokens=300").out()).isEqualTo("bank.maxTokens=300\n");
        Run on = shell.run("settings", "bank.enabled=true");
        assertThat(on.out()).isEqualTo("bank.enabled=true\n");
        assertThat(on.err()).contains("Tell your users");
        assertThat(shell.run("settings", "bank.enabled=true").err()).isEmpty();
        assertThat(shell.run("settings", "--json").out())
                .startsWith("{\"secrets\":\"redact\",\"bank\":{\"enabled\":true,\"maxTokens\":300},"
                        + "\"models\":{\"tokensPerDay\":1000000},\"usage\":{\"day\":\"")
                .endsWith("\",\"tokensToday\":0,\"tokens\":0}}\n");
        assertThat(shell.run("settings", "--space", "other").out()).startsWith("secrets=mark\nbank.enabled=false\n");
        assertThat(shell.run("settings", "secrets=shout").exit()).isEqualTo(ExitCode.WRONG_USAGE);
        assertThat(shell.run("settings", "bank.enabled=yes").exit()).isEqualTo(ExitCode.WRONG_USAGE);
        assertThat(shell.run("settings", "bank.maxTokens=3").exit()).isEqualTo(ExitCode.WRONG_USAGE);
        assertThat(shell.run("settings", "bank.maxTokens=many").exit()).isEqualTo(ExitCode.WRONG_USAGE);
        assertThat(shell.run("settings", "colour").exit()).isEqualTo(ExitCode.WRONG_USAGE);
    }

    @Test
    void a_text_of_many_lines_and_controls_is_shown_on_one_harmless_line() {
        shell.run("remember", "alpha\n\u001b[31m" + "beta ".repeat(100));

        String shown = shell.terminal(60)
                .variable("NO_COLOR", "1")
                .run("recall", "alpha")
                .out();

        assertThat(shown).doesNotContain("\u001b").contains("user: alpha ");
        assertThat(shown.lines()).allMatch(line -> line.codePointCount(0, line.length()) <= 60);
    }

    @Test
    void colours_are_for_terminals_without_no_color() {
        shell.run("remember", "alpha");

        assertThat(shell.run("recall", "alpha").out()).doesNotContain("\u001b[");
        assertThat(shell.terminal(80).run("recall", "alpha").out()).contains("\u001b[");
        assertThat(shell.variable("NO_COLOR", "1").run("recall", "alpha").out()).doesNotContain("\u001b[");
    }

    @Test
    void the_data_folder_comes_from_the_option_the_variable_or_the_desktop() {
        Path own = temporary.resolve("own");
        Path desktop = temporary.resolve("desktop");
        new TestShell(own).variable("DAYBOOK_DATA", own.toString()).runAsIs("remember", "hello", "--embedder", "none");
        new TestShell(desktop)
                .variable("DAYBOOK_DATA", "")
                .variable("XDG_DATA_HOME", desktop.toString())
                .runAsIs("remember", "hello", "--embedder", "none");
        new TestShell(desktop)
                .variable("HOME", temporary.toString())
                .runAsIs("remember", "hello", "--embedder", "none");

        assertThat(own).isNotEmptyDirectory();
        assertThat(desktop.resolve("daybook")).isNotEmptyDirectory();
        assertThat(temporary.resolve(".local/share/daybook")).isNotEmptyDirectory();
    }

    @Test
    void options_may_stand_before_the_command() {
        assertThat(shell.run("--user", "ada", "remember", "hello", "--id", "e1").exit())
                .isEqualTo(ExitCode.DONE);
        assertThat(shell.run("profile", "--user", "ada", "--json").json())
                .containsEntry("counts", Map.of("episode", 1L));
    }

    @Test
    void the_hash_embedder_is_there_when_asked_for_and_so_is_the_bundled_one() {
        String data = shell.folder().toString();
        shell.runAsIs("remember", "The piano tuner comes on Friday.", "--data", data, "--embedder", "hash");

        assertThat(shell.runAsIs("recall", "piano", "--by", "meaning", "--data", data, "--embedder", "hash", "--json")
                        .list("hits"))
                .hasSize(1);
        assertThat(shell.runAsIs("recall", "piano", "--data", data, "--embedder", "bundled")
                        .exit())
                .isEqualTo(ExitCode.DONE);
    }

    private List<Object> texts(String... options) {
        String[] words = new String[options.length + 3];
        System.arraycopy(new String[] {"recall", "tulip", "--json"}, 0, words, 0, 3);
        System.arraycopy(options, 0, words, 3, options.length);
        return shell.run(words).list("hits").stream()
                .map(hit -> hit.get("text"))
                .toList();
    }

    @Test
    void a_context_that_is_kept_is_read_again_until_something_in_it_is_forgotten() {
        shell.run("remember", "The ferry leaves at nine.", "--user", "ada", "--session", "s1");
        Run made = shell.run("context", "When does the ferry leave?", "--user", "ada", "--session", "s2", "--keep");
        String id = made.err().replaceAll("(?s).*context --id (\\S+).*", "$1");

        Run again = shell.run("context", "--id", id, "--user", "ada");

        assertThat(again.exit()).as(again.err()).isEqualTo(ExitCode.DONE);
        assertThat(again.out()).isEqualTo(made.out()).contains("nine");
        assertThat(shell.run("context", "--id", id, "--user", "ada", "--json").json())
                .containsEntry("id", id)
                .containsEntry("text", made.out());
        assertThat(shell.run("context", "--id", id).exit()).isEqualTo(ExitCode.NOT_FOUND);

        shell.run("forget", "--session", "s1", "--user", "ada", "--yes");
        assertThat(shell.run("context", "--id", id, "--user", "ada").exit()).isEqualTo(ExitCode.NOT_FOUND);
    }

    @Test
    void a_context_is_made_or_read_again_and_not_both() {
        assertThat(shell.run("context").exit()).isEqualTo(ExitCode.WRONG_USAGE);
        assertThat(shell.run("context", "x", "--id", "ctx_1").exit()).isEqualTo(ExitCode.WRONG_USAGE);
        assertThat(shell.run("context", "--id", "ctx_1", "--keep").exit()).isEqualTo(ExitCode.WRONG_USAGE);
        assertThat(shell.run("context", "--id", "ctx_1", "--max-tokens", "9").exit())
                .isEqualTo(ExitCode.WRONG_USAGE);
        assertThat(shell.run("context", "--id", "ctx_1", "--relevance-floor", "0")
                        .exit())
                .isEqualTo(ExitCode.WRONG_USAGE);
    }

    @Test
    void a_context_of_a_prompt_about_something_else_is_empty_with_a_floor() {
        shell.run("remember", "The ferry leaves at nine.", "--user", "ada", "--session", "s1");
        String prompt = "Which carpenter nails a roof over the ferry station?";

        assertThat(shell.run("context", prompt, "--user", "ada", "--session", "s2")
                        .out())
                .contains("nine");
        assertThat(shell.run("context", prompt, "--user", "ada", "--session", "s2", "--relevance-floor", "0.5")
                        .out())
                .isEmpty();
        assertThat(shell.run("context", prompt, "--user", "ada", "--relevance-floor", "2")
                        .exit())
                .isEqualTo(ExitCode.WRONG_USAGE);
    }

    @Test
    void a_hit_with_less_trust_than_an_assistant_is_marked() {
        shell.run("remember", "The heron is grey.", "--user", "ada");
        shell.run("remember", "user: the heron is mine", "--role", "tool", "--user", "ada");

        String recalled = shell.run("recall", "heron", "--user", "ada").out();

        assertThat(recalled)
                .contains("    user: The heron is grey.", "    [trust: tool] tool: user: the heron is mine");
        assertThat(shell.run("recall", "heron", "--user", "ada", "--json").list("hits"))
                .extracting(hit -> hit.get("trust"))
                .containsExactlyInAnyOrder("user", "tool");
    }

    @Test
    void words_reported_in_the_role_of_the_user_are_marked_in_hits_and_in_a_session() throws IOException {
        Path file = temporary.resolve("reported.jsonl");
        Files.writeString(
                file,
                "{\"session\":\"s1\",\"origin\":\"assistant\",\"messages\":[{\"role\":\"user\",\"text\":\"The heron is"
                        + " mine.\"},{\"role\":\"assistant\",\"text\":\"A heron, then.\"}]}\n");
        shell.run("import", file.toString(), "--user", "ada");

        assertThat(shell.run("recall", "heron", "--user", "ada").out())
                .contains("    [trust: assistant] user: The heron is mine.\n", "    assistant: A heron, then.\n");
        assertThat(shell.run("history", "--session", "s1", "--user", "ada").out())
                .contains("  [trust: assistant] user: The heron is mine.\n", "  assistant: A heron, then.\n");
    }
}
