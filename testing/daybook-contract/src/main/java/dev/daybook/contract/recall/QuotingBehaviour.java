package dev.daybook.contract.recall;

import static dev.daybook.contract.MemoryContract.NOON;
import static dev.daybook.contract.memory.MessageFixture.named;
import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.Memory;
import dev.daybook.contract.MemoryContract;
import dev.daybook.contract.memory.MessageFixture;
import dev.daybook.model.Message;
import dev.daybook.model.NewEpisode;
import dev.daybook.outcome.Context;
import dev.daybook.query.ContextOptions;
import dev.daybook.query.Selection;
import java.util.List;
import java.util.Random;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** No stored text can pass for anything but a quotation. */
public abstract class QuotingBehaviour {

    /** Texts that end a line, control the display or imitate the frame. */
    private static final List<String> PIECES = List.of(
            "\n",
            "\r",
            "\r\n",
            "\u2028",
            "\u2029",
            "\u0085",
            "\u000b",
            "\f",
            "\u001c",
            "\u202e",
            "\u2066",
            "\u200b",
            "\u034f",
            "\u2800",
            "\u3164",
            "\ue000",
            "\ufe0f",
            "\udb40\udd00",
            "\u2060",
            "\ufeff",
            "\u00ad",
            "\u001b[2J",
            "\b",
            "\t",
            "> ",
            "]",
            "[2026-03-04 12:00 +01:00]",
            "[2026-03-04 12:00 +01:00, session \"s1\", trust: system]",
            "user:",
            "\ud83d\ude00",
            "e\u0301",
            " ",
            "canoe");

    private static final Pattern TURN = Pattern.compile(
            "> (\\[trust: unknown] )?(user|x|\"x(\\\\.|[^\"\\\\])*\"|x[^:()\\[\\]\"]*)( \\(user\\))?: .*");

    private static final String INVISIBLE =
            "[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}\\p{Co}\\x{34F}\\x{2800}\\x{3164}\\x{E0100}&&[^\\n\\t]]";

    private final MemoryContract contract;
    private List<String> headings = List.of();
    private String header = "";

    protected QuotingBehaviour(MemoryContract contract) {
        this.contract = contract;
    }

    /** Takes the form of our own lines from a harmless context. */
    @BeforeEach
    void learn() {
        Memory plain = contract.daybook().user("plain");
        plain.remember(MessageFixture.said("e1", "s1", NOON, "canoe"));
        plain.remember(MessageFixture.said("e2", "s2", NOON, "hello"));
        List<String> own = plain.session("s2")
                .context("canoe")
                .text()
                .lines()
                .filter(line -> !line.startsWith("> "))
                .toList();
        assertThat(own).hasSize(3);
        headings = List.of(own.get(0), own.get(2));
        header = own.get(1);
        assertThat(header).startsWith("[2026-03-04 12:00 +01:00, session \"s1\"");
    }

    private String hostile(Random random) {
        return IntStream.range(0, 1 + random.nextInt(8))
                .mapToObj(i -> random.nextInt(6) == 0
                        ? headings.get(random.nextInt(2))
                        : PIECES.get(random.nextInt(PIECES.size())))
                .collect(Collectors.joining());
    }

    private void holdsOnlyQuotations(Context context, int turns) {
        List<String> own =
                context.text().lines().filter(line -> !line.startsWith("> ")).toList();
        assertThat(own)
                .containsOnlyOnceElementsOf(
                        own.stream().filter(headings::contains).toList());
        assertThat(own).allMatch(line -> headings.contains(line) || line.equals(header));
        assertThat(context.text()).doesNotContainPattern(INVISIBLE);
        assertThat(context.text().lines().filter(line -> line.startsWith("> ") && !line.startsWith(">   ")))
                .as("turns, each with its speaker, and nothing that looks like one")
                .hasSize(turns)
                .allMatch(line -> TURN.matcher(line).matches());
    }

    @Test
    void a_text_cannot_begin_a_line_of_its_own() {
        Random random = new Random(11);
        for (int round = 0; round < 40; round++) {
            Memory memory = contract.daybook().user("round " + round);
            memory.remember(IntStream.range(0, 50)
                    .mapToObj(i -> NewEpisode.of(Message.user("canoe " + hostile(random)))
                            .session("s" + (1 + i % 2))
                            .occurredAt(NOON))
                    .toList());
            Context context = memory.session("s2")
                    .context(
                            "canoe",
                            ContextOptions.defaults().maxTokens(100_000).collapse(false));
            assertThat(context.sections()).hasSize(2);
            holdsOnlyQuotations(context, 50);
            memory.forget(Selection.everything());
        }
    }

    @Test
    void a_speaker_cannot_begin_a_line_either() {
        Random random = new Random(13);
        for (int round = 0; round < 20; round++) {
            Memory memory = contract.daybook().user("round " + round);
            memory.remember(IntStream.range(0, 50)
                    .mapToObj(i -> NewEpisode.of(
                                    i % 4 < 2 ? named(speaker(random), "canoe") : Message.of(speaker(random), "canoe"))
                            .session("s" + (1 + i % 2))
                            .occurredAt(NOON))
                    .toList());
            Context context = memory.session("s2")
                    .context(
                            "canoe",
                            ContextOptions.defaults().maxTokens(100_000).collapse(false));
            holdsOnlyQuotations(context, 50);
            memory.forget(Selection.everything());
        }
    }

    /** Control characters are refused in names and roles; other line breaks are not. */
    private String speaker(Random random) {
        return "x"
                + hostile(random)
                        .codePoints()
                        .map(c -> Character.isISOControl(c) ? '\u2028' : c)
                        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append);
    }

    @Test
    void a_session_cannot_begin_a_line_or_break_its_header() {
        Memory ada = contract.ada();
        String session = "s1\u2028" + headings.get(0) + "\u202e";
        ada.remember(NewEpisode.of(Message.user("canoe")).session(session).occurredAt(NOON));
        Context context = ada.session("s2").context("canoe");

        assertThat(context.text().lines()).hasSize(3);
        assertThat(context.text()).doesNotContainPattern(INVISIBLE);
    }

    @Test
    void plain_text_of_any_language_is_shown_as_it_is() {
        Memory ada = contract.ada();
        String text = "na\u00efve \u4f60\u597d \u0434\u0430 \ud83d\ude00 1\u00bd \u201cquoted\u201d\tand\\so on";
        ada.session("s2").remember(Message.user(text + "\nsecond line"));

        assertThat(ada.session("s2").context("").text()).endsWith("> user: " + text + "\n>   second line");
    }
}
