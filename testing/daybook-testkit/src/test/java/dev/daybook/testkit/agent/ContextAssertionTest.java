package dev.daybook.testkit.agent;

import static dev.daybook.testkit.agent.MemoryAssertions.assertContext;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.daybook.Memory;
import dev.daybook.model.Message;
import dev.daybook.query.ContextOptions;
import dev.daybook.testkit.FixedClock;
import org.assertj.core.api.AbstractThrowableAssert;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class ContextAssertionTest {

    @RegisterExtension
    static final DaybookExtension DAYBOOK = DaybookExtension.inMemory();

    private static final String PROMPT = "Book a table for two.";

    @BeforeEach
    void remember(Memory ada, FixedClock clock) {
        SessionFixture.resource(ContextAssertionTest.class, "kitchen.txt").rememberIn(ada, clock);
    }

    @Test
    void it_passes_with_the_texts_as_expected_within_the_budget(Memory ada) {
        ContextAssertion assertion = assertContext(ada, "s2", PROMPT);

        assertThat(assertion.within(200).contains("PEANUTS", "Lisbon").omits("bicycle"))
                .isSameAs(assertion);
        assertThat(assertion.context()).isEqualTo(ada.session("s2").context(PROMPT));
    }

    @Test
    void a_text_of_several_lines_is_found_without_the_marks_of_the_quotation(Memory ada) {
        ada.session("s1").remember(Message.user("My shopping list:\nflour\nyeast"));

        assertContext(ada, "s2", "the shopping list").contains("shopping list:\nflour\nyeast");
    }

    @Test
    void a_context_above_the_budget_is_shown_by_section(Memory ada) {
        fails(() -> assertContext(ada, "s2", PROMPT).within(10))
                .hasMessageMatching("(?s)the context has \\d+ tokens\n.*")
                .hasMessageContaining("memory:    user:ada in space default")
                .hasMessageContaining("session:   s2")
                .hasMessageContaining("prompt:    \"Book a table for two.\"")
                .hasMessageContaining("expected:  at most 10 tokens")
                .hasMessageContaining("details: ")
                .hasMessageContaining(
                        "remedy:    give the context this budget: ContextOptions.defaults().maxTokens(10)");
    }

    @Test
    void a_text_without_room_is_shown_with_the_entry_that_was_left_out(Memory ada) {
        ContextOptions small = ContextOptions.defaults().maxTokens(60);

        fails(() -> assertContext(ada, "s2", "the weather in Lisbon", small).contains("peanuts"))
                .hasMessageStartingWith("the context does not contain the expected text")
                .hasMessageContaining("budget:    60 tokens")
                .hasMessageContaining("> user: I moved to Lisbon last week.")
                .hasMessageContaining("episode ep_1: recalled, but the budget is spent")
                .hasMessageContaining("remedy:    the search finds it, but other entries")
                .hasMessageContaining("more than 60 tokens");
    }

    @Test
    void a_text_that_no_entry_has_is_said_to_be_missing(Memory ada) {
        fails(() -> assertContext(ada, "s2", PROMPT).contains("bicycle"))
                .hasMessageContaining("no entry of this scope contains it")
                .hasMessageContaining("remedy:    check that the agent wrote it");
    }

    @Test
    void a_text_that_must_not_be_there_is_shown_in_the_whole_context(Memory ada) {
        fails(() -> assertContext(ada, "s2", PROMPT).omits("bicycle", "lisbon"))
                .hasMessageStartingWith("the context contains a text that must not be in it")
                .hasMessageContaining("expected:  no \"lisbon\"")
                .hasMessageContaining("> user: I moved to Lisbon last week.")
                .hasMessageContaining("remedy:    forget or quarantine");
    }

    private static AbstractThrowableAssert<?, ? extends Throwable> fails(ThrowingCallable assertion) {
        return assertThatThrownBy(assertion).isExactlyInstanceOf(AssertionError.class);
    }
}
