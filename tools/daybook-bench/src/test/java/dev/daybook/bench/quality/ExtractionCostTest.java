package dev.daybook.bench.quality;

import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.Daybook;
import dev.daybook.Memory;
import dev.daybook.MemorySpace;
import dev.daybook.bench.quality.data.DataConversation;
import dev.daybook.bench.quality.data.DataFile;
import dev.daybook.bench.quality.data.DataStatement;
import dev.daybook.bench.quality.data.DataTurn;
import dev.daybook.local.ApproximateTokens;
import dev.daybook.local.InMemoryStore;
import dev.daybook.model.NewEpisode;
import dev.daybook.outcome.DerivationOutcome;
import dev.daybook.query.ExtractionOptions;
import dev.daybook.query.FactQuery;
import dev.daybook.query.SpaceSettings.Derivation;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * The calls of a model, and the tokens beyond reading each message once, that the facts of a conversation cost. With
 * {@code -Ddaybook.conversations=FILE} it prints these of a data set of the form of {@code ./daybook eval}, and with
 * {@code -Ddaybook.derived=FILE} the recorded statements that are accepted when a model answers the windows with them.
 */
class ExtractionCostTest {

    private static final int ALL = 100_000;

    private static final Pattern REJECTED = Pattern.compile("(\\d+) (\\w+)(?=,|$)");

    /** In each session of its own, a window holds a session; otherwise it spans the short ones. */
    private enum Moment {
        AT_ONCE,
        AFTER_EACH_SESSION
    }

    private record Cost(
            int messages, int calls, long beyond, int answered, int accepted, Map<String, Integer> rejected) {

        double callsPerThousand() {
            return 1_000.0 * calls / messages;
        }

        double beyondPerThousand() {
            return 1_000.0 * beyond / messages;
        }

        String text() {
            return "%d messages, %d calls (%.0f a thousand), %.0f tokens beyond the text a thousand, %d of %d statements accepted, rejected: %s"
                    .formatted(messages, calls, callsPerThousand(), beyondPerThousand(), accepted, answered, rejected);
        }
    }

    @Test
    void windows_cost_a_tenth_of_the_calls_of_single_messages() {
        Map<String, DataConversation> own =
                OwnQuestions.of("conversations.jsonl", "questions.jsonl").conversations();

        Cost windows = cost(own, List.of(), ExtractionOptions.DEFAULTS, Moment.AFTER_EACH_SESSION);
        Cost single = cost(own, List.of(), ExtractionOptions.DEFAULTS.windowTokens(0), Moment.AFTER_EACH_SESSION);

        assertThat(windows.messages()).isPositive().isEqualTo(single.messages());
        assertThat(windows.callsPerThousand()).isLessThan(single.callsPerThousand() / 10);
        assertThat(windows.beyond()).isLessThan(single.beyond() / 8);
        assertThat(cost(own, List.of(), ExtractionOptions.DEFAULTS, Moment.AT_ONCE)
                        .calls())
                .isLessThanOrEqualTo(windows.calls());
    }

    @Test
    void the_cost_of_a_data_set_is_printed() {
        @Nullable String file = System.getProperty("daybook.conversations");
        Map<String, DataConversation> said = file == null
                ? OwnQuestions.of("conversations.jsonl", "questions.jsonl").conversations()
                : DataConversation.read(new DataFile("daybook.conversations", Path.of(file)));
        @Nullable String derived = System.getProperty("daybook.derived");
        List<DataStatement> recorded = derived == null
                ? List.of()
                : DataStatement.read(new DataFile("daybook.derived", Path.of(derived)), said);

        for (Moment moment : Moment.values()) {
            Cost cost = cost(said, recorded, ExtractionOptions.DEFAULTS, moment);
            System.out.println(moment + ": " + cost.text());
            assertThat(cost.calls()).isPositive();
            assertThat(cost.accepted()).isLessThanOrEqualTo(cost.answered());
        }
    }

    private static Cost cost(
            Map<String, DataConversation> conversations,
            List<DataStatement> recorded,
            ExtractionOptions windows,
            Moment moment) {
        RecordedReader model = new RecordedReader(recorded);
        ApproximateTokens counter = new ApproximateTokens();
        int messages = 0;
        long text = 0;
        int accepted = 0;
        Map<String, Integer> rejected = new TreeMap<>();
        try (Daybook daybook = Daybook.builder(new InMemoryStore())
                .noEmbedder()
                .languageModel(model)
                .extraction(windows)
                .background(false)
                .open()) {
            MemorySpace space = daybook.space("default");
            space.settings(space.settings().off(Set.of(Derivation.GISTS)));
            for (DataConversation conversation : conversations.values()) {
                Memory memory = daybook.user(conversation.id());
                List<NewEpisode> session = new ArrayList<>();
                @Nullable DataTurn last = null;
                for (DataTurn turn : conversation.turns()) {
                    boolean isNext = last != null && !Objects.equals(last.session(), turn.session());
                    if (isNext && moment == Moment.AFTER_EACH_SESSION) {
                        consolidated(memory, session, rejected);
                    }
                    session.add(NewEpisode.of(turn.message())
                            .session(turn.session())
                            .occurredAt(turn.at()));
                    messages++;
                    text += counter.count(RecordedReader.line(
                            turn.message().speaker(), turn.message().text()));
                    last = turn;
                }
                consolidated(memory, session, rejected);
                accepted += memory.facts().list(FactQuery.all().limit(ALL)).size();
            }
        }
        return new Cost(messages, model.calls(), model.tokens() - text, model.answered(), accepted, rejected);
    }

    private static void consolidated(Memory memory, List<NewEpisode> session, Map<String, Integer> rejected) {
        memory.remember(session);
        session.clear();
        for (DerivationOutcome outcome : memory.consolidate()) {
            int at = outcome.detail().indexOf("rejected: ");
            if (at >= 0) {
                REJECTED.matcher(outcome.detail().substring(at))
                        .results()
                        .forEach(each -> rejected.merge(each.group(2), Integer.valueOf(each.group(1)), Integer::sum));
            }
        }
    }
}
