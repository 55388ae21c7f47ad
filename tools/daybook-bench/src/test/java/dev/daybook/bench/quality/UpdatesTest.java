package dev.daybook.bench.quality;

import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.Memory;
import dev.daybook.model.Episode;
import dev.daybook.model.Message;
import dev.daybook.model.NewEpisode;
import dev.daybook.query.Query;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/**
 * Of two statements about the same thing the newer leads, unless the older one answers better. Fifty pairs of messages that
 * were written for this, in one scope, each with a question: 25 updates, and 25 pairs that resemble one, such as a wish, a
 * thing of another person, or a question about the past. The floors are the measured counts.
 */
class UpdatesTest {

    private static final int CASES = 25;

    private static final int UPDATES_BY_WORDS = 19;

    private static final int COUNTEREXAMPLES_BY_WORDS = 22;

    private static final int UPDATES_WITH_VECTORS = 19;

    private static final int COUNTEREXAMPLES_WITH_VECTORS = 24;

    private static final OffsetDateTime FIRST = OffsetDateTime.parse("2026-03-02T09:00:00Z");

    private final List<UpdateCase> cases = UpdateCase.read();

    /** @param by the author of the newer message if it is not the user: the assistant, or a name */
    private record UpdateCase(
            String name,
            String older,
            String newer,
            String question,
            boolean newerLeads,
            @Nullable String by) {

        static List<UpdateCase> read() {
            List<UpdateCase> cases = new ArrayList<>();
            OwnQuestions.file("updates.jsonl")
                    .eachLine(fields -> cases.add(new UpdateCase(
                            fields.text("case"),
                            fields.text("older"),
                            fields.text("newer"),
                            fields.text("question"),
                            fields.text("leads").equals("newer"),
                            fields.optionalText("by"))));
            return cases;
        }

        Message update() {
            if (by == null) {
                return Message.user(newer);
            }
            return by.equals(Message.ASSISTANT)
                    ? Message.assistant(newer)
                    : Message.user(newer).withName(by);
        }
    }

    @Test
    void there_are_as_many_updates_as_counterexamples() {
        assertThat(cases).filteredOn(UpdateCase::newerLeads).hasSize(CASES);
        assertThat(cases).filteredOn(each -> !each.newerLeads()).hasSize(CASES);
    }

    @Test
    void the_newer_statement_leads_by_words_unless_the_older_one_answers_better() {
        assertRight(EmbedderChoice.NONE, UPDATES_BY_WORDS, COUNTEREXAMPLES_BY_WORDS);
    }

    @Test
    void the_newer_statement_leads_with_the_bundled_embedder_unless_the_older_one_answers_better() {
        Assumptions.assumeTrue(EmbedderChoice.bundledIsThere(), "skipped: no embedder's jar is on the path");

        assertRight(EmbedderChoice.bundled(), UPDATES_WITH_VECTORS, COUNTEREXAMPLES_WITH_VECTORS);
    }

    /** Asserts how many of the two kinds of cases have the expected order. */
    private void assertRight(EmbedderChoice embedder, int updates, int counterexamples) {
        try (ScratchDaybook scratch = ScratchDaybook.open(embedder)) {
            Memory memory = scratch.daybook().user("ada");
            write(memory);
            List<String> wrong = cases.stream()
                    .filter(each -> newerLeads(memory, each) != each.newerLeads())
                    .map(UpdateCase::name)
                    .toList();

            assertThat(cases)
                    .as("updates whose newer message leads; the wrong ones are among %s", wrong)
                    .filteredOn(each -> each.newerLeads() && !wrong.contains(each.name()))
                    .hasSizeGreaterThanOrEqualTo(updates);
            assertThat(cases)
                    .as("counterexamples whose older message leads; the wrong ones are among %s", wrong)
                    .filteredOn(each -> !each.newerLeads() && !wrong.contains(each.name()))
                    .hasSizeGreaterThanOrEqualTo(counterexamples);
        }
    }

    /** Writes all older messages on the days of one spring, and all newer ones on those of the summer. */
    private void write(Memory memory) {
        List<NewEpisode> episodes = new ArrayList<>();
        for (UpdateCase each : cases) {
            episodes.add(episode(Message.user(each.older()), "spring", episodes.size()));
        }
        for (UpdateCase each : cases) {
            episodes.add(episode(each.update(), "summer", episodes.size()));
        }
        memory.remember(episodes).forEach(receipt -> memory.operations().await(receipt, Duration.ofMinutes(1)));
    }

    private static NewEpisode episode(Message message, String season, int day) {
        return NewEpisode.of(message).session(season + "-" + day).occurredAt(FIRST.plusDays(day));
    }

    /** Returns whether the newer message of a case comes before the older one among the first hits. */
    private static boolean newerLeads(Memory memory, UpdateCase asked) {
        List<String> texts = memory.recall(Query.of(asked.question())).stream()
                .map(hit -> ((Episode) hit.entry()).messages().get(0).text())
                .toList();
        int older = texts.indexOf(asked.older());
        int newer = texts.indexOf(asked.newer());
        return newer >= 0 && (older < 0 || newer < older);
    }
}
