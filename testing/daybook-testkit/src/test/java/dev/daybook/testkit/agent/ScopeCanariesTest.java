package dev.daybook.testkit.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.daybook.Daybook;
import dev.daybook.Memory;
import dev.daybook.model.Episode;
import dev.daybook.model.Kind;
import dev.daybook.model.Message;
import dev.daybook.model.Scope;
import dev.daybook.model.Space;
import dev.daybook.outcome.Hit;
import dev.daybook.query.Query;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class ScopeCanariesTest {

    @RegisterExtension
    static final DaybookExtension DAYBOOK = DaybookExtension.inMemory();

    @Test
    void canaries_are_in_used_scopes_and_in_those_that_are_easily_confused(Daybook daybook, Memory ada) {
        ada.session("s1").remember(Message.user("Good morning."));
        daybook.space("work").user("eve").session("s1").remember(Message.user("Good evening."));

        ScopeCanaries.plant(daybook, ada);

        assertThat(daybook.space("default").scopes())
                .extracting(Scope::code)
                .containsExactlyInAnyOrder("user:ada", "user:ada2", "user:ADA", "user:canary", "anonymous");
        assertThat(daybook.space("canary").scopes())
                .extracting(Scope::code)
                .containsExactlyInAnyOrder("user:ada", "shared");
        assertThat(daybook.space("work").user("eve").recall("favourite word").stream()
                        .map(Hit::text))
                .anyMatch(text -> text.contains("My favourite word is canary"));
        assertThat(ada.archive().exportAll()).hasSize(1);
        assertThat(daybook.user("canary").recall(Query.of("canary").kinds(Kind.EPISODE)))
                .hasSize(2)
                .noneMatch(hit -> ((Episode) hit.entry()).sensitive());
    }

    @Test
    void a_memory_with_its_own_entries_shows_none(Daybook daybook, Memory ada) {
        ada.session("s1").remember(Message.user("My favourite word is abracadabra."));
        ScopeCanaries canaries = ScopeCanaries.plant(daybook, ada);

        canaries.assertUnseen();
        canaries.assertNotIn(
                ada.session("s1").context("What is my favourite word?").text());
    }

    @Test
    void the_shared_scope_is_tested_against_all_its_readers(Daybook daybook, Memory ada) {
        ada.session("s1").remember(Message.user("Good morning."));
        ScopeCanaries canaries =
                ScopeCanaries.plant(daybook, daybook.space(Space.DEFAULT.id()).shared());
        String ofAda = secretOf(ada);

        canaries.assertUnseen();
        daybook.space(Space.DEFAULT.id()).shared().session("s1").remember(Message.user(ofAda));

        assertThatThrownBy(canaries::assertUnseen).hasMessageContaining("the canary of user:ada in space default");
    }

    @Test
    void a_text_that_an_agent_copies_from_another_scope_is_reported_with_the_scope_and_the_views(
            Daybook daybook, Memory ada) {
        Memory bob = daybook.user("bob");
        bob.session("s1").remember(Message.user("Hello."));
        ScopeCanaries canaries = ScopeCanaries.plant(daybook, ada);

        String leaked = secretOf(bob);
        ada.session("s1").remember(Message.assistant(leaked));

        assertThatThrownBy(canaries::assertUnseen)
                .isExactlyInstanceOf(AssertionError.class)
                .hasMessageStartingWith("a text of another scope is shown")
                .hasMessageContaining("memory:    user:ada in space default")
                .hasMessageContaining("none of the canaries of 7 other scopes")
                .hasMessageContaining("the canary of user:bob in space default: entry: episode")
                .hasMessageContaining("the canary of user:bob in space default: recall by best: episode")
                .hasMessageContaining("the canary of user:bob in space default: context of session s1")
                .hasMessageNotContaining("the canary of user:ada2")
                .hasMessageContaining("remedy:    find the write");
    }

    @Test
    void an_answer_of_the_agent_with_a_canary_is_reported_with_the_scope(Daybook daybook, Memory ada) {
        ScopeCanaries canaries = ScopeCanaries.plant(daybook, ada);

        String answer = daybook.space(Space.DEFAULT.id())
                .anonymous()
                .session("s1")
                .context("What is the favourite word?")
                .text();

        assertThatThrownBy(() -> canaries.assertNotIn(answer))
                .isExactlyInstanceOf(AssertionError.class)
                .hasMessageStartingWith("a text of the agent has a text of another scope")
                .hasMessageContaining("the canary of anonymous in space default")
                .hasMessageContaining("remedy:    find the call that read the other scope");
    }

    /** Stands for an agent that reads one memory and writes to another. */
    private static String secretOf(Memory memory) {
        List<Hit> hits = memory.recall(Query.of("My favourite word is").by(Query.By.TEXT));
        return hits.get(0).text();
    }
}
