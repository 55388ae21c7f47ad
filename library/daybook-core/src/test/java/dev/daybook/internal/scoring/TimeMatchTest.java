package dev.daybook.internal.scoring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.daybook.internal.index.RowFixture;
import dev.daybook.internal.index.ScopeIndex;
import dev.daybook.outcome.ScoreReason;
import dev.daybook.query.Query.By;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TimeMatchTest {

    private static final LocalDate ASKED = LocalDate.of(2024, 11, 11);

    private static final ScopeIndex RUNS = new RowFixture()
            .at(OffsetDateTime.parse("2023-05-02T10:00:00Z"))
            .put("may", "s1", "I ran a race.")
            .at(OffsetDateTime.parse("2023-06-12T10:00:00Z"))
            .put("month", "s2", "I ran a race last month.")
            .put("day", "s2", "I ran a race on Friday.")
            .at(OffsetDateTime.parse("2024-05-20T10:00:00Z"))
            .put("later", "s3", "I ran a race.")
            .scopeIndex();

    /** The score if half of the messages are of the time. */
    private static final double HALF = 0.5;

    private static ScoreSignal time(ScopeIndex scopeIndex, String question) {
        return TimeMatch.of(
                scopeIndex, AnalyzedQuery.of(question, null).on(ASKED).dates());
    }

    private static double time(String question, String id) {
        return time(RUNS, question).values()[RowFixture.message(RUNS, id)];
    }

    private static String detail(String question, String id) {
        return time(RUNS, question).detail().apply(RowFixture.message(RUNS, id));
    }

    @Test
    void a_message_is_of_the_day_on_which_it_was_said() {
        assertThat(time("What did I run in May 2023?", "may")).isEqualTo(HALF);
        assertThat(time("What did I run in May 2023?", "later")).isZero();
        assertThat(detail("What did I run in May 2023?", "may")).isEqualTo("said on 2023-05-02");
    }

    @Test
    void a_message_is_also_of_the_days_that_it_speaks_of() {
        assertThat(time("What did I run in May 2023?", "month")).isEqualTo(HALF);
        assertThat(time("What did I run on 9 June 2023?", "day")).isEqualTo(0.75);
        assertThat(detail("What did I run in May 2023?", "month")).isEqualTo("about 2023-05-01 to 2023-05-31");
        assertThat(detail("What did I run on 9 June 2023?", "day")).isEqualTo("about 2023-06-09");
    }

    @Test
    void a_longer_time_than_that_asked_for_counts_less() {
        double part = Math.sqrt(1.0 / 31);

        assertThat(time("What did I run on 9 May 2023?", "month")).isEqualTo(part * (1 - part / 4), within(1e-12));
    }

    @Test
    void a_time_that_all_messages_share_tells_none_apart() {
        assertThat(time(RUNS, "What did I run after 2022?").values()).containsOnly(0);
    }

    @Test
    void a_question_without_a_year_asks_about_every_year() {
        assertThat(time("What did I run in May?", "may")).isEqualTo(0.25);
        assertThat(time("What did I run in May?", "month")).isEqualTo(0.25);
        assertThat(time("What did I run in May?", "later")).isEqualTo(0.25);
        assertThat(time("What did I run in May?", "day")).isZero();
    }

    @Test
    void the_winter_of_a_question_without_a_year_lies_in_two_years() {
        ScopeIndex winter = new RowFixture()
                .at(OffsetDateTime.parse("2023-01-20T10:00:00Z"))
                .put("a", "s", "It snows.")
                .at(OffsetDateTime.parse("2023-07-20T10:00:00Z"))
                .put("b", "s", "It rains.")
                .scopeIndex();

        assertThat(time(winter, "What fell in winter?").values()).containsExactly(HALF, 0);
    }

    @Test
    void before_and_after_a_date_are_read() {
        assertThat(time("What did I run before 2024?", "day")).isEqualTo(0.25);
        assertThat(time("What did I run before 2024?", "later")).isZero();
        assertThat(time("What did I run after 2023?", "later")).isEqualTo(0.75);
    }

    @Test
    void a_question_without_a_date_has_no_such_signal() {
        assertThat(time(RUNS, "When did I run?").isNone()).isTrue();
        assertThat(time(RUNS, "What did I run before the move?").isNone()).isTrue();
        assertThat(time(RowFixture.session(), "in May").isNone()).isTrue();
    }

    @Test
    void a_replaced_message_counts_no_more() {
        ScopeIndex replaced = new RowFixture()
                .at(OffsetDateTime.parse("2023-05-02T10:00:00Z"))
                .put("a", "s", "I ran.")
                .put("a", "s", "I ran far.")
                .at(OffsetDateTime.parse("2023-06-02T10:00:00Z"))
                .put("b", "s", "I sat.")
                .scopeIndex();

        assertThat(time(replaced, "in May").values()).containsExactly(0, HALF, 0);
    }

    @Test
    void a_message_of_a_distant_age_is_no_obstacle() {
        ScopeIndex scopeIndex = new RowFixture()
                .at(OffsetDateTime.MAX)
                .put("a", "s", "I ran yesterday.")
                .at(OffsetDateTime.MIN)
                .put("b", "s", "I ran.")
                .scopeIndex();

        assertThat(time(scopeIndex, "in May").values()).containsExactly(0, 0);
    }

    /** "Red" occurs once, and the other messages share no more than the time with the question. */
    @Test
    void the_time_moves_hits_and_neither_makes_nor_excludes_one() {
        ScopeIndex scopeIndex = new RowFixture()
                .at(OffsetDateTime.parse("2023-05-02T10:00:00Z"))
                .put("boat", "s1", "A red boat.")
                .put("pear", "s2", "A pear.")
                .at(OffsetDateTime.parse("2023-08-02T10:00:00Z"))
                .put("kite", "s3", "A red kite.")
                .scopeIndex();
        EntryScores scores = HybridScoring.score(
                scopeIndex,
                By.BEST,
                AnalyzedQuery.of("What was red last spring?", null).on(LocalDate.of(2023, 9, 1)));
        int boat = RowFixture.slot(scopeIndex, "boat");
        int kite = RowFixture.slot(scopeIndex, "kite");

        assertThat(scores.eligible().stream()).containsExactlyInAnyOrder(boat, kite);
        assertThat(scores.values()[boat]).isGreaterThan(scores.values()[kite] + 0.2);
        Optional<ScoreReason> reason = scores.why().apply(boat).stream()
                .filter(why -> why.signal().equals("time"))
                .findFirst();
        assertThat(reason).isPresent();
        assertThat(reason.get().contribution()).isEqualTo(1.0 / 3, within(1e-12));
        assertThat(reason.get().detail()).isEqualTo("said on 2023-05-02");
        assertThat(scores.why().apply(kite)).extracting(ScoreReason::signal).doesNotContain("time");
    }
}
