package dev.daybook.testkit.agent;

import static dev.daybook.testkit.agent.MemoryAssertions.assertNeverRecalls;
import static dev.daybook.testkit.agent.MemoryAssertions.assertRecalls;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.daybook.Daybook;
import dev.daybook.Memory;
import dev.daybook.query.Query;
import dev.daybook.query.Selection;
import dev.daybook.testkit.FixedClock;
import java.time.Instant;
import org.assertj.core.api.AbstractThrowableAssert;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class RecallAssertionTest {

    @RegisterExtension
    static final DaybookExtension DAYBOOK = DaybookExtension.inMemory();

    private static final String QUESTION = "what is she allergic to?";

    @BeforeEach
    void remember(Memory ada, FixedClock clock) {
        SessionFixture.resource(RecallAssertionTest.class, "kitchen.txt").rememberIn(ada, clock);
    }

    @Test
    void it_passes_with_the_hits_as_expected_and_ignores_case(Memory ada) {
        RecallAssertion assertion = assertRecalls(ada, QUESTION);

        assertThat(assertion.first("PEANUTS").contains("peanuts", "Lisbon").omits("bicycle"))
                .isSameAs(assertion);
        assertThat(assertion.hits()).isEqualTo(ada.recall(QUESTION));
        assertNeverRecalls(ada, QUESTION, "bicycle");
        assertNeverRecalls(ada, Query.of(QUESTION).limit(1), "Lisbon", "oven");
    }

    @Test
    void a_wrong_first_hit_is_shown_with_the_rank_of_the_expected_one_and_all_reasons(Memory ada) {
        fails(() -> assertRecalls(ada, QUESTION).first("Lisbon"))
                .hasMessageStartingWith("the expected text is hit 3, not the first")
                .hasMessageContaining("memory:    user:ada in space default")
                .hasMessageContaining("query:     \"what is she allergic to?\" (by best, limit 10)")
                .hasMessageContaining("expected:  a first hit that contains \"Lisbon\"")
                .hasMessageMatching(
                        "(?s).* 1\\. score [0-9.]+, episode ep_1, session kitchen, 2026-03-01T09:00\\+01:00\n.*")
                .hasMessageMatching("(?s).* because .*words [0-9.]+ \\(allerg\\).*")
                .hasMessageContaining("remedy:    compare the reasons of hit 1 and hit 3");
    }

    @Test
    void a_text_beyond_the_limit_is_shown_with_its_rank_and_the_limit_that_finds_it(Memory ada) {
        fails(() -> assertRecalls(ada, Query.of(QUESTION).limit(1)).contains("Lisbon"))
                .hasMessageStartingWith("no hit contains the expected text")
                .hasMessageContaining("episode ep_3, session travel, 2026-03-03T18:00+01:00: rank 3")
                .hasMessageContaining("remedy:    ask for at least 3 hits (Query.of(text).limit(3))");
        fails(() -> assertRecalls(ada, Query.of(QUESTION).limit(1)).first("Lisbon"))
                .hasMessageStartingWith("no hit contains the expected text")
                .hasMessageContaining("a first hit that contains");
        assertRecalls(ada, Query.of(QUESTION).limit(3)).contains("Lisbon");
    }

    @Test
    void a_text_that_a_condition_leaves_out_is_shown_with_the_condition(Memory ada) {
        Query kitchen = Query.of(QUESTION).sessions("kitchen");

        fails(() -> assertRecalls(ada, kitchen).contains("Lisbon"))
                .hasMessageContaining("sessions [kitchen])")
                .hasMessageContaining("left out: it is in none of the sessions that were asked for")
                .hasMessageContaining("remedy:    change the condition");
        fails(() -> assertRecalls(ada, Query.of(QUESTION).minimumScore(4.0)).contains("Lisbon"))
                .hasMessageContaining("minimum score 4.0")
                .hasMessageContaining("remedy:    lower the minimum score");
    }

    @Test
    void a_text_that_was_recorded_later_is_shown_with_its_time(Memory ada) {
        Query before = Query.of("where did she move?").asOf(Instant.parse("2026-03-02T00:00:00Z"));

        assertRecalls(ada, Query.of("where did she move?")).first("Lisbon");
        fails(() -> assertRecalls(ada, before).contains("Lisbon"))
                .hasMessageContaining("as of 2026-03-02T00:00:00Z")
                .hasMessageContaining("remedy:    it was recorded at 2026-03-03T18:00+01:00, after the time");
    }

    @Test
    void a_text_that_no_entry_has_is_said_to_be_missing(Memory ada) {
        fails(() -> assertRecalls(ada, QUESTION).contains("bicycle"))
                .hasMessageContaining("no entry of this scope contains it")
                .hasMessageContaining("remedy:    check that the agent wrote it, with this user id");
    }

    @Test
    void a_text_in_quarantine_is_shown_there(Memory ada) {
        ada.quarantine().hide(Selection.episode("ep_3"));

        fails(() -> assertRecalls(ada, QUESTION).contains("Lisbon"))
                .hasMessageContaining("episode ep_3, session travel, 2026-03-03T18:00+01:00: in quarantine ")
                .hasMessageContaining("remedy:    release the quarantine");
    }

    @Test
    void an_empty_answer_fails_at_once_and_says_whether_the_scope_is_empty(Daybook daybook, Memory ada) {
        fails(() -> assertRecalls(daybook.user("bob"), QUESTION))
                .hasMessageStartingWith("nothing is recalled")
                .hasMessageContaining("user:bob in space default")
                .hasMessageContaining("remedy:    the scope is empty");
        fails(() -> assertRecalls(ada, Query.of("bicycle").by(Query.By.TEXT)))
                .hasMessageContaining("remedy:    the scope has 3 entries");
    }

    @Test
    void a_text_that_must_not_be_recalled_is_shown_with_its_hit(Memory ada) {
        fails(() -> assertNeverRecalls(ada, QUESTION, "bicycle", "lisbon"))
                .hasMessageStartingWith("hit 3 contains a text that must not be recalled")
                .hasMessageContaining("expected:  no hit that contains \"lisbon\"")
                .hasMessageContaining("3. score")
                .hasMessageContaining("remedy:    forget or quarantine");
    }

    @Test
    void an_expectation_that_cannot_fail_is_refused(Memory ada) {
        assertThatThrownBy(() -> assertRecalls(ada, QUESTION).contains())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("give at least one text");
        assertThatThrownBy(() -> assertNeverRecalls(ada, QUESTION, " "))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("text is blank");
        assertThatThrownBy(() -> assertRecalls(ada, QUESTION).first("")).isInstanceOf(IllegalArgumentException.class);
    }

    private static AbstractThrowableAssert<?, ? extends Throwable> fails(ThrowingCallable assertion) {
        return assertThatThrownBy(assertion).isExactlyInstanceOf(AssertionError.class);
    }
}
