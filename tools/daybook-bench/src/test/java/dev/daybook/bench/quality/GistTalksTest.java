package dev.daybook.bench.quality;

import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.Daybook;
import dev.daybook.LocalDaybook;
import dev.daybook.Session;
import dev.daybook.bench.quality.data.DataConversation;
import dev.daybook.bench.quality.data.DataTurn;
import dev.daybook.local.InMemoryStore;
import dev.daybook.model.Message;
import dev.daybook.model.Summary;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * Gists without a model must not get worse unseen. Ten talks were written for this, five with an assistant and five
 * between two people; their key facts and rejected plans were chosen before a gist was made of them. A floor or a
 * ceiling is the measured value; a better gist moves it.
 */
class GistTalksTest {

    private static final int TALKS = 10;
    private static final int KEY_FACTS = 60;
    private static final int MIN_KEPT_FACTS = 50;
    private static final int MAX_KEPT_REJECTED_PLANS = 0;
    private static final int MAX_TOKENS = 250;
    private static final int MIN_MEAN_TOKENS = 227;

    private final Map<String, DataConversation> talks =
            DataConversation.read(OwnQuestions.file("gist-talks/talks.jsonl"));
    private final Map<String, List<KeyFact>> facts =
            KeyFact.read(OwnQuestions.file("gist-talks/key-facts.jsonl")).stream()
                    .collect(Collectors.groupingBy(KeyFact::talk));

    @Test
    void there_are_ten_talks_and_half_of_them_are_with_an_assistant() {
        assertThat(talks).hasSize(TALKS).containsOnlyKeys(facts.keySet());
        assertThat(talks.values())
                .allSatisfy(talk -> assertThat(talk.turns()).hasSizeBetween(25, 45))
                .filteredOn(talk -> talk.names().isEmpty())
                .hasSize(TALKS / 2);
    }

    @Test
    void each_talk_has_five_or_six_key_facts_and_a_rejected_plan() {
        assertThat(facts.values()).allSatisfy(ofTalk -> {
            assertThat(ofTalk).filteredOn(fact -> !fact.isRejected()).hasSizeBetween(5, 6);
            assertThat(ofTalk).filteredOn(KeyFact::isRejected).hasSizeBetween(1, 2);
        });
        assertThat(facts.values().stream().flatMap(List::stream).filter(fact -> !fact.isRejected()))
                .hasSize(KEY_FACTS);
    }

    @Test
    void a_sentence_of_the_talk_states_each_of_them() {
        facts.forEach((talk, ofTalk) -> assertThat(ofTalk).allMatch(fact -> fact.isStatedIn(text(talks.get(talk)))));
    }

    @Test
    void gists_are_no_worse_than_before() {
        List<MeasuredGist> gists = talks.values().stream().map(this::measured).toList();
        print(gists);

        assertThat(gists).allMatch(gist -> gist.summary().tokens() <= MAX_TOKENS);
        assertThat(gists.stream().mapToInt(gist -> gist.kept().size()).sum()).isGreaterThanOrEqualTo(MIN_KEPT_FACTS);
        assertThat(gists.stream().mapToInt(gist -> gist.rejected().size()).sum())
                .isLessThanOrEqualTo(MAX_KEPT_REJECTED_PLANS);
        assertThat(gists.stream().mapToInt(gist -> gist.summary().tokens()).sum() / TALKS)
                .isGreaterThanOrEqualTo(MIN_MEAN_TOKENS);
    }

    private MeasuredGist measured(DataConversation talk) {
        return new MeasuredGist(talk.id(), gist(talk), facts.get(talk.id()));
    }

    private static Summary gist(DataConversation talk) {
        try (LocalDaybook daybook =
                Daybook.builder(new InMemoryStore()).noEmbedder().open()) {
            Session session = daybook.user("ada").session(talk.id());
            talk.turns().forEach(turn -> session.remember(turn.message()));
            session.summarize();
            return session.summary().orElseThrow();
        }
    }

    private static String text(DataConversation talk) {
        return talk.turns().stream().map(DataTurn::message).map(Message::text).collect(Collectors.joining("\n"));
    }

    private static void print(List<MeasuredGist> gists) {
        TextTable table = new TextTable(1, List.of("talk", "facts", "kept", "rejected plans", "tokens"));
        gists.forEach(gist -> table.add(gist.row()));
        System.out.println(table);
        gists.forEach(gist -> System.out.println(gist.report()));
    }

    private record MeasuredGist(String talk, Summary summary, List<KeyFact> facts) {

        List<String> row() {
            return List.of(
                    talk,
                    String.valueOf(kept().size() + missed().size()),
                    String.valueOf(kept().size()),
                    String.valueOf(rejected().size()),
                    String.valueOf(summary.tokens()));
        }

        String report() {
            return "== " + talk + "\n" + summary.text() + "\nmissed: " + names(missed()) + "\nrejected plans: "
                    + names(rejected()) + "\n";
        }

        List<KeyFact> kept() {
            return facts.stream()
                    .filter(fact -> !fact.isRejected() && isStated(fact))
                    .toList();
        }

        List<KeyFact> missed() {
            return facts.stream()
                    .filter(fact -> !fact.isRejected() && !isStated(fact))
                    .toList();
        }

        List<KeyFact> rejected() {
            return facts.stream()
                    .filter(fact -> fact.isRejected() && isStated(fact))
                    .toList();
        }

        private boolean isStated(KeyFact fact) {
            return fact.isStatedIn(summary.text());
        }

        private static String names(List<KeyFact> facts) {
            return facts.stream()
                    .map(fact -> fact.kind() + " " + fact.name())
                    .toList()
                    .toString();
        }
    }
}
