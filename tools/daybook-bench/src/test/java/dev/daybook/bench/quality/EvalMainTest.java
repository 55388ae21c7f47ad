package dev.daybook.bench.quality;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command as it is called, on a conversation small enough to know the answers. */
class EvalMainTest {

    private static final String ROWS = """
            {"conversation":"a","session":"s1","turn":1,"speaker":"Bram","text":"The bell of the chapel has a crack."}
            {"conversation":"a","session":"s1","turn":2,"speaker":"Ottilie","text":"Who is going to mend it?"}
            {"conversation":"a","session":"s2","turn":3,"speaker":"Bram","text":"My kettle whistles like a train."}
            {"conversation":"b","session":"s1","turn":"x","speaker":"user","text":"My goat is called Pim."}
            """;

    private static final String QUESTIONS = """
            {"qid":"q1","conversation":"a","question":"What is wrong with the chapel bell?","category":"fact","evidence":[1]}
            {"qid":"q2","conversation":"b","question":"What is my goat called?","category":"name","evidence":["x"]}
            {"qid":"q3","conversation":"a","question":"Which chapel kettle?","category":"none","evidence":[]}
            """;

    @TempDir
    Path folder;

    private Path run;
    private final ByteArrayOutputStream answer = new ByteArrayOutputStream();
    private final ByteArrayOutputStream notes = new ByteArrayOutputStream();

    @BeforeEach
    void write() throws IOException {
        run = folder.resolve("run.jsonl");
        Files.writeString(folder.resolve("conversations.jsonl"), ROWS);
        Files.writeString(folder.resolve("questions.jsonl"), QUESTIONS);
    }

    @Test
    void each_question_has_a_line_in_the_order_of_the_file() throws IOException {
        assertThat(eval()).isEqualTo(EvalMain.DONE);

        List<String> lines = lines();
        assertThat(lines).hasSize(3);
        assertThat(lines.get(0)).startsWith("{\"qid\":\"q1\",\"ranked\":[1");
        assertThat(lines.get(1)).isEqualTo("{\"qid\":\"q2\",\"ranked\":[\"x\"]}");
        assertThat(lines.get(2)).startsWith("{\"qid\":\"q3\"");
    }

    @Test
    void questions_without_evidence_are_not_scored() {
        eval();

        assertThat(rows())
                .anyMatch(row -> row.matches(".* all +2 +100\\.0 .*"))
                .anyMatch(row -> row.matches(".* fact +1 +100\\.0 .*"))
                .noneMatch(row -> row.matches(".* none +\\d.*"));
        assertThat(text(answer)).contains("recall: 3 questions, p50 ");
    }

    @Test
    void labels_of_a_file_replace_those_of_the_questions() throws IOException {
        Path labels = Files.writeString(
                folder.resolve("qrels.json"),
                "{\"q1\":{\"category\":\"moved\",\"turns\":[\"gone\"],\"sessions\":[\"s9\"]}}");

        assertThat(eval("--qrels", labels.toString())).isEqualTo(EvalMain.DONE);

        assertThat(rows())
                .anyMatch(row -> row.matches(".* moved +1 +0\\.0 .*"))
                .anyMatch(row -> row.matches(".* all +2 +50\\.0 .*"));
    }

    @Test
    void top_is_the_number_of_messages_also_in_pairs() throws IOException {
        eval("--pairs", "--top", "1");

        assertThat(lines().get(0)).isEqualTo("{\"qid\":\"q1\",\"ranked\":[1]}");
        assertThat(text(answer)).contains("embedder none, pairs");
    }

    @Test
    void a_question_before_a_turn_finds_what_was_said_until_then() throws IOException {
        Files.writeString(folder.resolve("questions.jsonl"), """
                {"qid":"q1","conversation":"a","question":"chapel kettle bell mend","evidence":[1]}
                {"qid":"q2","conversation":"a","question":"chapel kettle bell mend","evidence":[1],"before":3}
                {"qid":"q3","conversation":"a","question":"chapel kettle bell mend","evidence":[1],"before":2}
                {"qid":"q4","conversation":"a","question":"chapel kettle bell mend","evidence":[1],"before":1}
                """);

        assertThat(eval()).isEqualTo(EvalMain.DONE);

        assertThat(lines().get(0)).contains("1").contains("2").contains("3");
        assertThat(lines().get(1)).contains("[1,2]");
        assertThat(lines().get(2)).isEqualTo("{\"qid\":\"q3\",\"ranked\":[1]}");
        assertThat(lines().get(3)).isEqualTo("{\"qid\":\"q4\",\"ranked\":[]}");
    }

    @Test
    void a_question_in_the_middle_of_a_pair_finds_its_first_turn() throws IOException {
        Files.writeString(folder.resolve("questions.jsonl"), """
                {"qid":"q1","conversation":"a","question":"chapel kettle bell mend","evidence":[1],"before":2}
                """);

        assertThat(eval("--pairs")).isEqualTo(EvalMain.DONE);

        assertThat(lines()).containsExactly("{\"qid\":\"q1\",\"ranked\":[1]}");
    }

    @Test
    void vectors_are_there_before_a_question_in_the_middle() throws IOException {
        Files.writeString(folder.resolve("questions.jsonl"), """
                {"qid":"q1","conversation":"a","question":"unheard","evidence":[1],"before":3}
                """);

        assertThat(call(List.of("--embedder", "hash"))).isEqualTo(EvalMain.DONE);

        // No word matches, so only vectors find the two turns.
        assertThat(lines().get(0)).contains("1").contains("2").doesNotContain("3");
        assertThat(text(answer)).contains("4 episodes have a vector");
    }

    @Test
    void a_question_before_an_unknown_turn_is_named() throws IOException {
        Files.writeString(
                folder.resolve("questions.jsonl"),
                "{\"qid\":\"q\",\"conversation\":\"a\",\"question\":\"?\",\"before\":\"x\"}");

        assertThat(eval()).isEqualTo(EvalMain.FAILED);
        assertThat(text(notes)).contains("line 1: before names turn 'x', which is not in conversation 'a'");
    }

    /** A context shows the whole session by itself: of its 60 turns the newest would fill the budget. */
    @Test
    void one_session_asks_for_a_context_in_the_session_itself() throws IOException {
        StringBuilder rows = new StringBuilder(ROWS);
        for (int i = 0; i < 60; i++) {
            rows.append("""
                    {"conversation":"a","session":"t%s","turn":"t%s","speaker":"Bram","text":"%s"}
                    """.formatted(
                            i, i, "The weather of day " + i + " was mild and a little cloudy, as it mostly is here. "));
        }
        Files.writeString(folder.resolve("conversations.jsonl"), rows.toString());

        assertThat(eval("--one-session")).isEqualTo(EvalMain.DONE);

        assertThat(text(answer)).contains("embedder none, one session");
        assertThat(rows()).anyMatch(row -> row.matches(".* fact +1 .* 100\\.0 +100\\.0"));
    }

    @Test
    void one_session_has_one_session() {
        eval("--one-session", "--json");
        String oneSession = text(answer);
        answer.reset();
        eval("--json");

        assertThat(oneSession).contains("\"oneSession\":true");
        assertThat(text(answer)).contains("\"oneSession\":false");
    }

    @Test
    void a_program_gets_one_document() {
        eval("--json");

        assertThat(text(answer).strip())
                .startsWith("{\"data\":")
                .contains("\"category\":\"all\",\"n\":2,\"R@1\":1.0")
                .doesNotContain("\n");
    }

    @Test
    void the_hash_embedder_gives_each_episode_a_vector() {
        assertThat(call(List.of("--embedder", "hash"))).isEqualTo(EvalMain.DONE);

        assertThat(text(answer)).contains("4 episodes have a vector");
    }

    @Test
    void each_question_has_a_context_within_the_budget() throws IOException {
        Path contexts = folder.resolve("contexts.jsonl");

        assertThat(eval("--contexts", contexts.toString(), "--max-tokens", "60"))
                .isEqualTo(EvalMain.DONE);

        List<String> written = Files.readAllLines(contexts);
        assertThat(written).hasSize(3);
        assertThat(written.get(0))
                .startsWith("{\"qid\":\"q1\",\"text\":\"From earlier")
                .contains("has a crack.");
        assertThat(written.get(2)).startsWith("{\"qid\":\"q3\"");
        assertThat(written)
                .allSatisfy(line -> assertThat(Integer.parseInt(line.replaceAll(".*\"tokens\":(\\d+)}", "$1")))
                        .isBetween(1, 60));
    }

    @Test
    void a_grounded_statement_is_derived_and_the_ranking_still_names_turns() throws IOException {
        Path contexts = folder.resolve("contexts.jsonl");
        Path derived = Files.writeString(folder.resolve("derived.jsonl"), """
                {"conversation":"a","session":"s2","kind":"statement","speaker":"Bram","text":"Bram has a kettle that whistles like a train.","sources":[3]}
                {"conversation":"a","session":"s2","kind":"statement","speaker":"Bram","text":"Bram sold the train to a museum in Delft.","sources":[3]}
                {"conversation":"a","session":"s1","kind":"summary","speaker":null,"text":"They met.","sources":[1,2]}
                """);
        Files.writeString(folder.resolve("questions.jsonl"), """
                {"qid":"q1","conversation":"a","question":"What whistles like a train?","category":"fact","evidence":[3]}
                """);

        assertThat(eval("--derived", derived.toString(), "--contexts", contexts.toString(), "--max-tokens", "30"))
                .isEqualTo(EvalMain.DONE);

        assertThat(lines().get(0)).startsWith("{\"qid\":\"q1\",\"ranked\":[3");
        assertThat(Files.readString(contexts))
                .contains("Bram has a kettle that whistles like a train.")
                .doesNotContain("museum");
    }

    @Test
    void a_statement_of_an_unknown_conversation_is_named() throws IOException {
        Path derived = Files.writeString(
                folder.resolve("derived.jsonl"),
                "{\"conversation\":\"z\",\"kind\":\"statement\",\"speaker\":\"Bram\",\"text\":\"x\",\"sources\":[1]}");

        assertThat(eval("--derived", derived.toString())).isEqualTo(EvalMain.FAILED);
        assertThat(text(notes)).contains("derived.jsonl, line 1: conversation 'z' is not in the file of conversations");
    }

    @Test
    void a_missing_file_is_not_found() {
        assertThat(eval("--qrels", folder.resolve("nowhere").toString())).isEqualTo(EvalMain.NOT_FOUND);
        assertThat(text(notes))
                .startsWith("daybook: --qrels '")
                .contains("is not there")
                .doesNotContain("\tat ");
    }

    @Test
    void a_missing_folder_of_the_run_is_reported_before_the_work() {
        run = folder.resolve("nowhere/run.jsonl");

        assertThat(eval()).isEqualTo(EvalMain.NOT_FOUND);
        assertThat(text(notes)).contains("the folder of --out '");
    }

    @Test
    void a_broken_line_is_named_and_nothing_is_written() throws IOException {
        Files.writeString(folder.resolve("questions.jsonl"), QUESTIONS + "{\"qid\":\"q4\"");

        assertThat(eval()).isEqualTo(EvalMain.FAILED);
        assertThat(text(notes)).contains("questions.jsonl, line 4: not JSON").doesNotContain("\tat ");
        assertThat(run).doesNotExist();
    }

    @Test
    void a_question_about_an_unknown_session_is_named() throws IOException {
        Files.writeString(
                folder.resolve("questions.jsonl"), "{\"qid\":\"q\",\"conversation\":\"z\",\"question\":\"?\"}");

        assertThat(eval()).isEqualTo(EvalMain.FAILED);
        assertThat(text(notes)).contains("line 1: conversation 'z' is not in the file of conversations");
    }

    @Test
    void wrong_usage_says_how_it_is_right() {
        assertThat(eval("--top", "0")).isEqualTo(EvalMain.WRONG_USAGE);
        assertThat(eval("--max-tokens", "0")).isEqualTo(EvalMain.WRONG_USAGE);
        assertThat(eval("--top", "many")).isEqualTo(EvalMain.WRONG_USAGE);
        assertThat(eval("--colour")).isEqualTo(EvalMain.WRONG_USAGE);
        assertThat(call(List.of("--embedder", "best"))).isEqualTo(EvalMain.WRONG_USAGE);

        assertThat(text(notes))
                .contains("--top is 0; ask for at least 1")
                .contains("Try 'daybook eval --help'.")
                .contains("--embedder is 'best'; use none, hash, bundled or the folder");
    }

    @Test
    void problems_are_json_if_the_answer_would_be() {
        eval("--json", "--qrels", "nowhere");

        assertThat(text(notes)).startsWith("{\"type\":\"about:blank\",\"title\":\"Not found\",\"status\":404");
    }

    private int eval(String... more) {
        List<String> arguments = new ArrayList<>(List.of("--embedder", "none"));
        arguments.addAll(List.of(more));
        return call(arguments);
    }

    private int call(List<String> more) {
        List<String> arguments = new ArrayList<>(List.of(
                "--conversations",
                folder.resolve("conversations.jsonl").toString(),
                "--questions",
                folder.resolve("questions.jsonl").toString(),
                "--out",
                run.toString()));
        arguments.addAll(more);
        PrintStream out = new PrintStream(answer, true, StandardCharsets.UTF_8);
        PrintStream err = new PrintStream(notes, true, StandardCharsets.UTF_8);
        return EvalMain.run(new EvalCommand(out, err), out, err, arguments.toArray(String[]::new));
    }

    private List<String> lines() throws IOException {
        return Files.readAllLines(run);
    }

    private List<String> rows() {
        return text(answer).lines().toList();
    }

    private static String text(ByteArrayOutputStream bytes) {
        return bytes.toString(StandardCharsets.UTF_8);
    }
}
