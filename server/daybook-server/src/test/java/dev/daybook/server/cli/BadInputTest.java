package dev.daybook.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.server.cli.TestShell.Run;
import dev.daybook.server.cli.options.DaybookCommand;
import dev.daybook.server.cli.terminal.CommandTerminal;
import dev.daybook.server.cli.terminal.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.Model.CommandSpec;

class BadInputTest {

    @TempDir
    Path temporary;

    private TestShell shell;

    @BeforeEach
    void open() {
        shell = new TestShell(temporary.resolve("memory"));
    }

    static Stream<Arguments> wrongOptions() {
        return Stream.of(
                wrong("U+0000", "--user", "a\0b"),
                wrong("U+D800", "--user", "a\uD800"),
                wrong("user has 513 characters", "--user", "a".repeat(513)),
                wrong("U+0007", "--session", "a\7"),
                wrong("U+0000", "--id", "a\0"),
                wrong("2026-05-08T13:56:00Z", "--at", "2026-05-08T13:56:00"),
                wrong("'2026-05-32'; use ISO 8601", "--at", "2026-05-32"),
                wrong("'now'; use ISO 8601", "--at", "now"),
                wrong("exclude each other", "--user", "ada", "--shared"),
                wrong("exclude each other", "--user", "ada", "--anonymous"),
                wrong("exclude each other", "--shared", "--anonymous"),
                wrong("'best'; use none, hash, bundled or the folder of an encoder", "--embedder", "best"),
                wrong("--colour", "--colour"),
                wrong("--user", "--user"),
                wrong("'more'; quote a text of several words", "more"),
                wrong("quote a text", "more", "words"));
    }

    private static Arguments wrong(String message, String... options) {
        return Arguments.of(message, options);
    }

    @Test
    void a_checked_clock_is_a_day() {
        shell.variable("DAYBOOK_CLOCK_CHECKED", "yes");
        Run run = shell.run("remember", "hello");

        assertThat(run.exit()).isEqualTo(ExitCode.WRONG_USAGE);
        assertThat(run.err()).contains("DAYBOOK_CLOCK_CHECKED is 'yes'; give the day");

        shell.variable("DAYBOOK_CLOCK_CHECKED", "2026-03-01");
        assertThat(shell.run("remember", "hello").exit()).isZero();
    }

    @ParameterizedTest
    @MethodSource("wrongOptions")
    void remember_refuses_invalid_input_and_names_the_remedy(String message, String[] given) {
        String[] words = new String[given.length + 4];
        System.arraycopy(new String[] {"--data", shell.folder().toString(), "remember", "hello"}, 0, words, 0, 4);
        System.arraycopy(given, 0, words, 4, given.length);

        Run run = shell.runAsIs(words);

        assertThat(run.exit()).isEqualTo(ExitCode.WRONG_USAGE);
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).startsWith("daybook: ").contains(message).doesNotContain("\tat ");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "it's \"quoted\"",
                "../../etc/passwd",
                "{\"$ne\":\"x\"}",
                "'; DROP TABLE entry; --",
                "%_*?",
                "@home",
                "${sys:user.home}",
                "-",
                "\uD83D\uDC39"
            })
    void an_id_is_only_data(String id) {
        shell.run("remember", "a secret of " + "many words", "--user=" + id, "--session=" + id, "--id=" + id);

        assertThat(shell.run("recall", "secret", "--user=" + id, "--json").list("hits"))
                .singleElement()
                .satisfies(hit -> assertThat(hit).containsEntry("id", id).containsEntry("session", id));
        assertThat(shell.run("recall", "secret", "--user", "else", "--json").list("hits"))
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"--all", "--help", "--user=ada", "-h", "forget"})
    void an_id_behind_an_equals_sign_may_be_the_name_of_an_option_or_a_command(String id) {
        shell.run("--user=" + id, "remember", "hello", "--id=" + id);

        assertThat(shell.run("--user=" + id, "forget", "--kind=episode", "--id=" + id, "--yes")
                        .out())
                .startsWith("Forgot 1 episode of user " + id);
    }

    @ParameterizedTest
    @CsvSource({
        "remember hello --id --user,--user",
        "remember hello --user --id=e,--id=e",
        "forget --session --yes,--yes",
        "forget --yes --session -hV,-hV",
        "--user recall x,recall"
    })
    void a_value_that_is_missing_is_not_the_next_option(String command, String found) {
        Run run = shell.run(command.split(" "));

        assertThat(run.exit()).isEqualTo(ExitCode.WRONG_USAGE);
        assertThat(run.err()).contains("but found '" + found + "'");
    }

    @Test
    void a_text_behind_two_hyphens_is_no_option() {
        String folder = "--data=" + shell.folder();

        assertThat(shell.runAsIs("remember", folder, "--embedder=none", "--json", "--", "--json=")
                        .json())
                .containsKey("id");
        assertThat(shell.runAsIs("remember", folder, "--embedder=none", "--user=", "--", "--json")
                        .err())
                .startsWith("daybook: --user is blank");
        assertThat(shell.runAsIs("forget", folder, "--", "--all").err())
                .contains("Unknown option: '--all'; give an option before --");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "FILE|DIR,backup,",
                "FILE,restore,",
                "FILE,import,",
                "FILE,import,,--from,chatgpt",
                "FILE,verify-certificate,"
            })
    void a_blank_path_is_not_the_working_directory(String argumentAndCommand) {
        String[] words = argumentAndCommand.split(",", -1);
        shell.run("remember", "hello");

        Run run = shell.run(Arrays.copyOfRange(words, 1, words.length));

        assertThat(run.exit()).isEqualTo(ExitCode.WRONG_USAGE);
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).startsWith("daybook: " + words[0] + " is blank; name a file or folder");
        assertThat(shell.run("recall", "hello").out()).contains("hello");
    }

    @Test
    void a_text_is_only_data() {
        for (String text : new String[] {"@home", "${sys:user.home}", "'quoted'", "a\tb"}) {
            assertThat(shell.run("remember", text, "--id", "e", "--session", "s")
                            .exit())
                    .isEqualTo(ExitCode.DONE);
            assertThat(shell.run("history", "--session", "s", "--json")
                            .list("messages")
                            .get(0))
                    .containsEntry("text", text);
        }
    }

    @Test
    void a_blank_text_is_refused() {
        assertThat(shell.run("remember", " ").exit()).isEqualTo(ExitCode.WRONG_USAGE);
        assertThat(shell.input("\n").run("remember", "-").exit()).isEqualTo(ExitCode.WRONG_USAGE);
    }

    @Test
    void a_text_with_a_lone_surrogate_or_that_is_not_utf8_is_refused() {
        assertThat(shell.run("remember", "a\uDC00b").exit()).isEqualTo(ExitCode.WRONG_USAGE);
        Run run = shell.input(new byte[] {'a', (byte) 0xff}).run("remember", "-");
        assertThat(run.exit()).isEqualTo(ExitCode.WRONG_USAGE);
        assertThat(run.err()).contains("not UTF-8");
    }

    @Test
    void a_text_of_a_megabyte_is_remembered_whole() {
        String text = "All work and no play. ".repeat(50_000);

        shell.input(text).run("remember", "-", "--session", "s");

        assertThat(shell.run("history", "--session", "s", "--json")
                        .list("messages")
                        .get(0))
                .containsEntry("text", text);
        assertThat(shell.run("recall", "play").out()).contains(text.strip());
        assertThat(shell.terminal(80).run("recall", "play").out().length()).isLessThan(1_000);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "recall,x,--limit,many",
                "recall,x,--by,magic",
                "recall,x,--kinds,poem",
                "recall,x,--from,2026-05-08T13:56:00",
                "recall,x,--to,monday",
                "recall",
                "context",
                "context,x,--max-tokens,all",
                "history,--limit,x",
                "settings,secrets=",
                "notes",
                "notes,add",
                "notes,add, ",
                "notes,latest,--begin,0",
                "bank",
                "bank,add,x,--level,year",
                "bank,clear",
                "bank,clear,--yes,--user,ada",
                "bank,compress,--max-tokens,0",
                "bank,due,--idle,-1",
                "bank,summarize",
                "import",
                "import,x,--from,nosuch",
                "export,--user,a,--shared",
                "forget",
                "forget,--all",
                "forget,--all,--session,s,--yes",
                "forget,--all,--before,2026-05-08T13:56:00Z,--yes",
                "forget,--before,2026-05-08T13:56:00,--yes",
                "forget,--session,,--yes",
                "nosuch",
                "tour,--json"
            })
    void wrong_usage_is_exit_code_two_and_a_problem_document_with_json(String command) {
        String[] words = command.split(",", -1);
        String[] json = new String[words.length + 1];
        System.arraycopy(words, 0, json, 0, words.length);
        json[words.length] = "--json";

        shell.run("remember", "first");

        Run run = shell.run(json);

        assertThat(run.exit()).isEqualTo(ExitCode.WRONG_USAGE);
        assertThat(run.out()).isEmpty();
        assertThat(run.problem()).containsEntry("code", "invalid").containsEntry("status", 400L);
    }

    @Test
    void a_period_that_ends_before_it_begins_is_refused() {
        shell.run("remember", "first");
        Run run = shell.run("recall", "x", "--from", "2026-05-08T13:56:00Z", "--to", "2026-05-08T14:00:00+02:00");

        assertThat(run.exit()).isEqualTo(ExitCode.WRONG_USAGE);
        assertThat(run.err())
                .contains("--from 2026-05-08T13:56:00Z is later than --to 2026-05-08T14:00:00+02:00")
                .contains("earlier time first");
        assertThat(shell.run("recall", "x", "--from", "2026-05-08T13:56:00Z", "--to", "2026-05-08T15:56:00+02:00")
                        .exit())
                .isEqualTo(ExitCode.DONE);
    }

    /** Options whose blank value has a meaning: no text between, no name. */
    private static final List<String> MAY_BE_BLANK = List.of("blocks append --separator", "sessions --name");

    /** Each option of each command whose value is required: the words of its command, and its name. */
    static Stream<Arguments> optionsWithAValue() {
        DaybookCommand root = new DaybookCommand(CommandTerminal.ofProcess(), null);
        return optionsWithAValue(List.of(), CommandRunner.complete(root).getCommandSpec());
    }

    private static Stream<Arguments> optionsWithAValue(List<String> words, CommandSpec command) {
        Stream<Arguments> own = command.options().stream()
                .filter(option -> option.arity().min() > 0)
                // Those of every command are the same in a command below another.
                .filter(option -> words.size() == 1 || !option.inherited() && !words.isEmpty())
                .map(option -> option.longestName())
                .filter(option -> !MAY_BE_BLANK.contains(String.join(" ", words) + " " + option))
                .map(option -> Arguments.of(String.join(" ", words), option));
        return Stream.concat(
                own,
                command.subcommands().entrySet().stream()
                        .flatMap(each -> optionsWithAValue(
                                Stream.concat(words.stream(), Stream.of(each.getKey()))
                                        .toList(),
                                each.getValue().getCommandSpec())));
    }

    @ParameterizedTest
    @MethodSource("optionsWithAValue")
    void an_option_with_a_blank_value_is_wrong_usage(String command, String option) {
        refuseBlank(command, option, option, "");
    }

    @Test
    void a_blank_value_may_have_spaces_or_stand_behind_an_equals_sign() {
        refuseBlank("mcp", "--session", "--session", " \t");
        refuseBlank("import", "--zone", "--zone=");
    }

    private void refuseBlank(String command, String option, String... words) {
        Run run = shell.run(
                Stream.concat(Stream.of(command.split(" ")), Stream.of(words)).toArray(String[]::new));

        assertThat(run.exit()).isEqualTo(ExitCode.WRONG_USAGE);
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).startsWith("daybook: " + option + " is blank; give a value, or leave it out");
    }

    @Test
    void a_blank_name_takes_the_name_of_a_session_away() {
        shell.run("remember", "hello");
        shell.run("sessions", "--name", "Trip");
        assertThat(shell.run("sessions").out()).contains("Trip");

        assertThat(shell.run("sessions", "--name", "").exit()).isEqualTo(ExitCode.DONE);
        assertThat(shell.run("sessions").out()).doesNotContain("Trip");
    }

    @Test
    void every_command_is_among_those_whose_options_are_tried() {
        assertThat(optionsWithAValue().map(each -> String.valueOf(each.get()[0]).split(" ")[0]))
                .containsAll(CommandRunner.names())
                .hasSizeGreaterThan(300);
    }

    @Test
    void an_unknown_command_is_named_and_help_is_not_about_quotes() {
        Run run = shell.run("nosuch");

        assertThat(run.exit()).isEqualTo(ExitCode.WRONG_USAGE);
        assertThat(run.err())
                .contains("unknown command 'nosuch'; 'daybook --help' lists all")
                .doesNotContain("quotes");
        assertThat(shell.run("sessions", "more").err()).contains("'more'").doesNotContain("quotes");
    }

    @ParameterizedTest
    @CsvSource({
        "recal,did you mean 'recall'?",
        "sesions,did you mean 'sessions'?",
        "sessions --prviate x,did you mean --private?",
        "recall x --limt=3,did you mean --limit?",
        "remember x --usr ada,did you mean --user?"
    })
    void a_word_that_is_misspelt_is_answered_with_the_one_that_was_meant(String command, String suggestion) {
        Run run = shell.runAsIs(command.split(" "));

        assertThat(run.exit()).isEqualTo(ExitCode.WRONG_USAGE);
        assertThat(run.err()).contains(suggestion);
    }

    @Test
    void no_command_is_wrong_usage_and_help_is_not() {
        assertThat(shell.runAsIs().exit()).isEqualTo(ExitCode.WRONG_USAGE);
        Run help = shell.runAsIs("--help");
        assertThat(help.exit()).isEqualTo(ExitCode.DONE);
        assertThat(help.out())
                .contains("remember")
                .contains("tour")
                .contains("doctor")
                .contains("notes")
                .contains("bank");
        assertThat(shell.runAsIs("recall", "--help").out()).contains("--explain");
        assertThat(shell.runAsIs("--version").out()).startsWith("daybook ");
    }

    @Test
    void a_refused_command_makes_no_folder() {
        shell.run("remember", "hello", "--user", "");
        shell.run("recall", "hello", "--from", "monday");
        shell.run("forget", "--all");

        assertThat(shell.folder()).doesNotExist();
    }

    @Test
    void a_file_that_is_not_a_store_is_a_failure_that_says_why_and_stays_as_it_was() throws IOException {
        Files.createDirectories(shell.folder());
        Path file = shell.folder().resolve("daybook.db");
        Files.writeString(file, "Dear diary, this is no database. ".repeat(100));

        Run run = shell.run("recall", "diary", "--json");

        assertThat(run.exit()).isEqualTo(ExitCode.FAILED);
        assertThat(run.problem()).containsEntry("code", "unavailable").containsEntry("status", 503L);
        assertThat(Files.readString(file)).startsWith("Dear diary");
    }

    @Test
    void a_data_folder_that_is_a_file_is_a_failure_that_says_why() throws IOException {
        Files.writeString(shell.folder(), "a file");

        Run run = shell.run("recall", "diary");

        assertThat(run.exit()).isEqualTo(ExitCode.FAILED);
        assertThat(run.err()).contains(shell.folder().toString()).doesNotContain("\tat ");
    }

    @Test
    void a_stack_trace_is_printed_only_on_request() throws IOException {
        Files.writeString(shell.folder(), "a file");

        assertThat(shell.run("recall", "diary").err()).doesNotContain("\tat ");
        assertThat(shell.variable("DAYBOOK_DEBUG", "1").run("recall", "diary").err())
                .contains("\tat ");
    }

    @Test
    void a_rejected_secret_is_wrong_usage_and_not_repeated() {
        shell.run("settings", "secrets=reject");

        Run run = shell.run("remember", "my key is AKIAIOSFODNN7EXAMPLE");

        assertThat(run.exit()).isEqualTo(ExitCode.WRONG_USAGE);
        assertThat(run.err()).doesNotContain("AKIAIOSFODNN7EXAMPLE");
        assertThat(shell.run("profile", "--json").json()).containsEntry("counts", Map.of());
    }
}
