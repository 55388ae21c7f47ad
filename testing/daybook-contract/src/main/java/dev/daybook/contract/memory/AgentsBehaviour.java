package dev.daybook.contract.memory;

import static dev.daybook.contract.MemoryContract.NOON;
import static dev.daybook.contract.memory.MessageFixture.HOSTILE;
import static dev.daybook.contract.memory.MessageFixture.ids;
import static dev.daybook.contract.memory.MessageFixture.said;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.daybook.Memory;
import dev.daybook.MemorySpace;
import dev.daybook.contract.MemoryContract;
import dev.daybook.model.EntryRef;
import dev.daybook.model.Kind;
import dev.daybook.model.NewFact;
import dev.daybook.model.NewSummary;
import dev.daybook.model.Scope;
import dev.daybook.model.SessionRef;
import dev.daybook.model.Space;
import dev.daybook.model.Summary;
import dev.daybook.outcome.ErasureReceipt;
import dev.daybook.query.IsolationPolicy;
import dev.daybook.query.Query;
import dev.daybook.query.Selection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Agents of a user and of a space: scopes of their own, forgotten with the user. */
public abstract class AgentsBehaviour {

    private final MemoryContract contract;

    protected AgentsBehaviour(MemoryContract contract) {
        this.contract = contract;
    }

    private MemorySpace space() {
        return contract.daybook().space("default");
    }

    private Memory planner() {
        return contract.ada().agent("planner");
    }

    @Test
    void an_agent_has_a_memory_that_neither_its_user_nor_another_agent_reads() {
        List<Memory> all = List.of(
                contract.ada(),
                planner(),
                contract.ada().agent("critic"),
                space().user("bob").agent("planner"),
                space().agent("planner"),
                space().user("planner"),
                space().anonymous(),
                space().shared());
        for (int i = 0; i < all.size(); i++) {
            all.get(i).remember(said("e" + i, "heron"));
        }

        for (int i = 0; i < all.size(); i++) {
            assertThat(ids(all.get(i).recall("heron"))).containsExactly("e" + i);
            assertThat(all.get(i).recall("heron"))
                    .extracting(hit -> hit.scope())
                    .containsExactly(all.get(i).scope());
        }
        assertThat(space().scopes())
                .containsExactlyInAnyOrderElementsOf(
                        all.stream().map(Memory::scope).toList());
        assertThat(planner().session("s").context("heron").text()).contains("heron");
    }

    @Test
    void ids_of_agents_and_users_are_never_taken_for_each_other() {
        List<Memory> all = new ArrayList<>();
        for (int i = 0; i < HOSTILE.size(); i++) {
            String id = HOSTILE.get(i);
            all.add(space().user(id));
            all.add(space().agent(id));
            all.add(space().user(id).agent(HOSTILE.get((i + 7) % HOSTILE.size())));
        }
        all.add(space().user("agent:ada"));
        all.add(space().user("agent-of:ada/planner"));
        all.add(space().user("a").agent("b/c"));
        all.add(space().user("a/b").agent("c"));
        all.add(space().user("a%2Fb").agent("c"));
        for (int i = 0; i < all.size(); i++) {
            all.get(i).remember(said("e" + i, "heron"));
        }

        for (int i = 0; i < all.size(); i++) {
            assertThat(ids(all.get(i).recall("heron"))).containsExactly("e" + i);
        }
    }

    @Test
    void only_a_user_and_a_space_have_agents() {
        for (Memory memory : List.of(planner(), space().agent("planner"), space().anonymous(), space().shared())) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> memory.agent("critic"))
                    .withMessageContaining("agent 'critic'")
                    .withMessageContaining(memory.scope().code())
                    .withMessageContaining("ask the memory of a user");
        }
        assertThatIllegalArgumentException()
                .isThrownBy(() -> contract.ada().agent(" "))
                .withMessageContaining("agent is blank");
    }

    /** Ada with two agents, and others with the same names, in two spaces. */
    private List<Memory> written() {
        for (String id : List.of("default", "lab")) {
            MemorySpace space = contract.daybook().space(id);
            space.user("ada").remember(said("e", "heron"));
            space.user("ada").agent("planner").remember(said("e", "heron of the planner"));
            space.user("ada").agent("planner").blocks().remember("persona", "heron");
            space.user("ada").agent("critic").session("s1").change(options -> options.name("Herons"));
        }
        List<Memory> others = List.of(
                space().agent("planner"),
                space().user("Ada").agent("planner"),
                space().user("planner"),
                space().user("ada/planner"),
                space().anonymous());
        others.forEach(memory -> memory.remember(said("e", "heron")));
        return others;
    }

    @Test
    void forgetting_a_user_erases_the_agents_of_the_user_and_no_other() {
        List<Memory> others = written();
        Memory ada = contract.ada();
        EntryRef noted = new EntryRef(planner().scope(), Kind.EPISODE, "e");
        space().shared()
                .facts()
                .remember(NewFact.of("ada", "plans", "a trip").id("derived").sources(List.of(noted)));
        Map<Kind, Long> counts = Map.of(Kind.EPISODE, 2L, Kind.BLOCK, 1L, Kind.FACT, 1L);
        assertThat(ada.preview(Selection.everything()).receipt().counts()).isEqualTo(counts);
        assertThat(ada.preview(Selection.everything()).entries()).hasSize(4).contains(noted);

        ErasureReceipt receipt = ada.forget(Selection.everything());

        assertThat(receipt.counts()).isEqualTo(counts);
        assertThat(contract.daybook().auditEntry(receipt.operation()))
                .hasValueSatisfying(entry -> assertThat(entry.counts()).isEqualTo(counts));
        assertThat(planner().archive().exportAll()).isEmpty();
        assertThat(planner().recall("heron")).isEmpty();
        assertThat(ada.agent("critic").sessions()).isEmpty();
        assertThat(space().shared().facts().find("derived")).isEmpty();
        assertThat(space().scopes().filter(scope -> !(scope instanceof Scope.Shared)))
                .containsExactlyInAnyOrderElementsOf(
                        others.stream().map(Memory::scope).toList());
        assertThat(contract.daybook().space("lab").user("ada").agent("planner").recall("heron"))
                .isNotEmpty();
    }

    @Test
    void forgetting_a_user_in_all_spaces_erases_agents_also_where_the_user_has_nothing() {
        written();
        contract.daybook().space("club").user("ada").agent("planner").remember(said("e", "heron"));
        contract.daybook()
                .space("park")
                .user("ada")
                .agent("planner")
                .session("s")
                .change(options -> options.name("n"));

        assertThat(contract.daybook().forgetUser("ada"))
                .containsOnlyKeys(new Space("default"), new Space("lab"), new Space("club"), new Space("park"));

        contract.daybook()
                .spaces()
                .forEach(space -> assertThat(
                                contract.daybook().space(space.id()).scopes())
                        .noneMatch(scope -> scope instanceof Scope.Agent agent && "ada".equals(agent.user())));
        assertThat(contract.daybook().forgetUser("ada")).isEmpty();
    }

    @Test
    void any_other_forget_of_a_user_leaves_the_agents_and_an_agent_is_forgotten_alone() {
        written();
        contract.ada().forget(Selection.before(NOON.plusDays(1).toInstant()));
        assertThat(ids(planner().recall("heron"))).containsExactly("e");

        contract.ada().remember(said("later", "heron"));
        planner().forget(Selection.everything());

        assertThat(planner().archive().exportAll()).isEmpty();
        assertThat(ids(contract.ada().recall("heron"))).containsExactly("later");
    }

    @Test
    void the_lines_of_an_export_name_the_agent_and_its_user() {
        planner().remember(said("e", "heron"));
        space().agent("scout").remember(said("e", "heron"));

        assertThat(planner().archive().exportLines())
                .singleElement()
                .asString()
                .contains("\"user\":\"ada\",\"agent\":\"planner\"");
        assertThat(space().agent("scout").archive().exportLines())
                .singleElement()
                .asString()
                .contains("\"agent\":\"scout\"")
                .doesNotContain("\"user\":", "\"shared\"");
    }

    @Test
    void notes_of_agents_show_that_a_user_is_missing_those_of_the_space_do_not() {
        contract.openedWith(parts -> parts.noEmbedder().isolation(IsolationPolicy.REFUSE));
        space().agent("planner").remember(said("e", "heron"));
        assertThat(space().anonymous().recall("heron")).isEmpty();

        planner().remember(said("e", "heron"));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> space().anonymous().recall(Query.of("heron")))
                .withMessageContaining("user is missing");
    }

    @Test
    void the_bank_of_all_users_has_no_session_of_an_agent() {
        space().changeSettings(settings -> settings.bank(settings.bank().enabled(true)));
        contract.ada().remember(said("e", "s1", NOON, "heron"));
        planner().remember(said("e", "s1", NOON, "heron"));
        contract.clock().advance(Duration.ofHours(1));

        assertThat(space().bank().due())
                .containsExactly(new SessionRef(contract.ada().scope(), "s1"));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> space().bank()
                        .remember(NewSummary.of(Summary.Level.SESSION, "- of a heron")
                                .session(new SessionRef(planner().scope(), "s1"))
                                .lastSourceAt(NOON)))
                .withMessageContaining("session");
    }
}
