package dev.daybook.examples;

import static dev.daybook.testkit.agent.MemoryAssertions.assertContext;
import static dev.daybook.testkit.agent.MemoryAssertions.assertForgets;
import static dev.daybook.testkit.agent.MemoryAssertions.assertNeverRecalls;
import static dev.daybook.testkit.agent.MemoryAssertions.assertRecalls;
import static dev.daybook.testkit.agent.MemoryAssertions.assertRecallsAsRecorded;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.daybook.Daybook;
import dev.daybook.LocalDaybook;
import dev.daybook.Memory;
import dev.daybook.model.Message;
import dev.daybook.query.ContextOptions;
import dev.daybook.query.Query;
import dev.daybook.query.Selection;
import dev.daybook.testkit.FixedClock;
import dev.daybook.testkit.agent.DaybookExtension;
import dev.daybook.testkit.agent.ScopeCanaries;
import dev.daybook.testkit.agent.SessionFixture;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Memory tests of an agent, as its authors would write them; docs/testing.md shows the marked regions. */
// tag::first[]
@ExtendWith(DaybookExtension.class)
class DinnerAgentTest {

    @Test
    void an_allergy_is_known_in_a_later_session(Memory ada) {
        DinnerAgent agent = new DinnerAgent(ada);
        agent.answer("monday", "I am allergic to peanuts.");

        String answer = agent.answer("friday", "Suggest a dinner.");

        assertEquals("Rice noodles without peanuts.", answer);
        assertRecalls(ada, "what is she allergic to?").first("allergic to peanuts");
        assertContext(ada, "friday", "Suggest a dinner.").within(500).contains("allergic to peanuts");
    }
    // end::first[]

    // tag::fixture[]
    @Test
    void the_oven_is_no_answer_to_a_question_about_the_city(Memory ada, FixedClock clock) {
        SessionFixture.resource(DinnerAgentTest.class, "dinners.txt").rememberIn(ada, clock);

        assertRecalls(ada, "where did she move?").first("Lisbon").contains("allergic");
        assertNeverRecalls(ada, Query.of("where did she move?").limit(1), "oven", "peanuts");
    }
    // end::fixture[]

    // tag::context[]
    @Test
    void a_small_context_has_the_allergy_and_not_the_oven(Memory ada, FixedClock clock) {
        SessionFixture.resource(DinnerAgentTest.class, "dinners.txt").rememberIn(ada, clock);

        ContextOptions options = ContextOptions.defaults().maxTokens(60);

        assertContext(ada, "friday", "May she eat peanuts?", options)
                .contains("allergic to peanuts")
                .omits("Lisbon");
    }
    // end::context[]

    // tag::time[]
    @Test
    void on_wednesday_the_move_was_not_known(Memory ada, FixedClock clock) {
        SessionFixture.resource(DinnerAgentTest.class, "dinners.txt").rememberIn(ada, clock);
        Query question = Query.of("where did she move?");

        assertNeverRecalls(ada, question.asOf(Instant.parse("2026-03-04T12:00:00Z")), "Lisbon");
        assertRecalls(ada, question.asOf(Instant.parse("2026-03-06T12:00:00Z"))).first("Lisbon");
    }
    // end::time[]

    // tag::forget[]
    @Test
    void a_user_who_leaves_is_forgotten(LocalDaybook daybook, Memory ada) {
        DinnerAgent agent = new DinnerAgent(ada);
        agent.answer("monday", "I am allergic to peanuts.");

        assertForgets(daybook, "I am allergic to peanuts.", agent::forgetUser);
    }
    // end::forget[]

    // tag::canaries[]
    @Test
    void no_other_user_is_in_an_answer_or_in_the_memory(Daybook daybook, Memory ada) {
        ScopeCanaries canaries = ScopeCanaries.plant(daybook, ada);

        String answer = new DinnerAgent(ada).answer("friday", "What is my favourite word?");

        canaries.assertNotIn(answer);
        canaries.assertUnseen();
    }
    // end::canaries[]

    // tag::recorded[]
    @Test
    void the_questions_of_the_agent_recall_the_recorded_texts(Memory ada, FixedClock clock) {
        SessionFixture.resource(DinnerAgentTest.class, "dinners.txt").rememberIn(ada, clock);

        assertRecallsAsRecorded(
                ada,
                Path.of("src/test/resources/dev/daybook/examples/dinners.recall"),
                "what is she allergic to?",
                "where did she move?",
                "how hot is the oven?");
    }
    // end::recorded[]

    // tag::agent[]
    /** Stands for an agent with a model: it answers from the context of its memory. */
    private record DinnerAgent(Memory memory) {

        String answer(String session, String prompt) {
            String context = memory.session(session).context(prompt).text();
            String answer =
                    context.contains("allergic") ? "Rice noodles without peanuts." : "Rice noodles with peanuts.";
            memory.session(session).remember(Message.user(prompt), Message.assistant(answer));
            return answer;
        }

        void forgetUser() {
            memory.forget(Selection.everything());
        }
    }
    // end::agent[]
}
