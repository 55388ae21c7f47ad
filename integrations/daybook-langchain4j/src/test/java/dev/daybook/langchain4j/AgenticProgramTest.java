package dev.daybook.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.daybook.Daybook;
import dev.daybook.Memory;
import dev.daybook.model.Entry;
import dev.daybook.model.Episode;
import dev.daybook.model.Message;
import dev.daybook.model.NewEpisode;
import dev.daybook.model.SizeLimits;
import dev.daybook.model.Space;
import dev.daybook.query.Selection;
import dev.langchain4j.agentic.Agent;
import dev.langchain4j.agentic.AgenticServices;
import dev.langchain4j.agentic.scope.AgenticScopeAccess;
import dev.langchain4j.agentic.scope.AgenticScopeKey;
import dev.langchain4j.agentic.scope.AgenticScopePersister;
import dev.langchain4j.agentic.scope.DefaultAgenticScope;
import dev.langchain4j.service.MemoryId;
import dev.langchain4j.service.UserMessage;
import dev.langchain4j.service.V;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Agents of LangChain4j whose scope outlives the process; the program of docs/frameworks.md. */
class AgenticProgramTest {

    /** Public, because the agents of LangChain4j call it by reflection. */
    public interface Planner {
        @UserMessage("Plan a trip: {{wish}}")
        @Agent("plans a trip")
        String plan(@V("wish") String wish);
    }

    // tag::agenticSystem[]
    public interface Trip extends AgenticScopeAccess {
        @Agent
        String plan(@MemoryId UserSession id, @V("wish") String wish);
    }
    // end::agenticSystem[]

    @TempDir
    Path folder;

    private Daybook daybook;

    @BeforeEach
    void open() {
        daybook = StoredTurns.daybook(folder);
    }

    @AfterEach
    void close() {
        AgenticScopePersister.setStore(null);
        daybook.close();
    }

    private Trip trip(String answer) {
        ScriptedChatModel model = ScriptedChatModel.answering(answer);
        // tag::agentic[]
        AgenticScopePersister.setStore(DaybookAgenticScopeStore.of(daybook.space("default")));
        Planner planner = AgenticServices.agentBuilder(Planner.class)
                .chatModel(model)
                .outputKey("plan")
                .build();
        Trip trip = AgenticServices.sequenceBuilder(Trip.class)
                .subAgents(planner)
                .outputKey("plan")
                .build();
        // end::agentic[]
        return trip;
    }

    @Test
    void a_scope_of_agents_is_there_after_a_restart() {
        UserSession id = new UserSession("ada", "s1");
        assertThat(trip("Take the train.").plan(id, "to Porto")).isEqualTo("Take the train.");
        daybook.close();
        open();

        Trip trip = trip("Take the bus.");

        assertThat(trip.getAgenticScope(id).readState("plan")).isEqualTo("Take the train.");
        assertThat(trip.getAgenticScope(new UserSession("bob", "s1"))).isNull();
        assertThat(trip.plan(id, "to Faro")).isEqualTo("Take the bus.");
        assertThat(trip.getAgenticScope(id).readState("wish")).isEqualTo("to Faro");
    }

    @Test
    void the_longest_id_of_a_session_has_a_scope() {
        UserSession longest = new UserSession("ada", "/".repeat(SizeLimits.NAME));
        trip("Take the train.").plan(longest, "to Porto");

        assertThat(trip("").getAgenticScope(longest).readState("plan")).isEqualTo("Take the train.");
        assertThat(DaybookAgenticScopeStore.of(daybook.space(Space.DEFAULT.id()))
                        .getAllKeys())
                .extracting(AgenticScopeKey::memoryId)
                .containsExactly(longest);
    }

    @Test
    void a_state_is_no_memory_and_is_forgotten_with_its_session() {
        UserSession id = new UserSession("ada", "s1");
        trip("Take the train.").plan(id, "to Porto");
        Memory ada = daybook.user("ada");

        assertThat(ada.session("s1").context("Porto train").text())
                .doesNotContain("train")
                .doesNotContain("Porto");
        assertThat(ada.session("s1").turns(10)).isEmpty();

        ada.forget(Selection.session("s1"));
        assertThat(DaybookAgenticScopeStore.of(daybook.space(Space.DEFAULT.id()))
                        .getAllKeys())
                .isEmpty();
    }

    @Test
    void an_episode_of_another_writer_with_metadata_of_the_same_names_is_no_scope() {
        UserSession id = new UserSession("ada", "s1");
        trip("Take the train.").plan(id, "to Porto");
        DaybookAgenticScopeStore store = DaybookAgenticScopeStore.of(daybook.space(Space.DEFAULT.id()));
        Set<AgenticScopeKey> keys = store.getAllKeys();
        for (String episode : List.of("e1", "agentic/s2/trip")) {
            daybook.user("ada")
                    .remember(NewEpisode.of(Message.user("I keep goats."))
                            .id(episode)
                            .metadata(Map.of("agentic.agent", "trip", "agentic.scope", "{}")));
        }

        assertThat(keys).hasSize(1);
        assertThat(store.getAllKeys()).isEqualTo(keys);
        assertThat(store.load(new AgenticScopeKey("trip", new UserSession("ada", "s2"))))
                .isEmpty();
    }

    @Test
    void a_state_that_cannot_be_read_hides_no_other_key() {
        trip("Take the train.").plan(new UserSession("ada", "s1"), "to Porto");
        trip("Take the bus.").plan(new UserSession("bob", "s1"), "to Faro");
        DaybookAgenticScopeStore store = DaybookAgenticScopeStore.of(daybook.space(Space.DEFAULT.id()));
        Memory ada = daybook.user("ada");
        Episode state;
        try (Stream<Entry> entries = ada.archive().exportAll()) {
            state = (Episode) entries.findFirst().orElseThrow();
        }
        Map<String, Object> unreadable = new HashMap<>(state.metadata());
        unreadable.put("agentic.scope", "{\"state\":");
        ada.remember(NewEpisode.of(List.of())
                .id(state.id())
                .session("s1")
                .metadata(unreadable)
                .origin(state.provenance().origin()));

        assertThat(store.getAllKeys())
                .extracting(AgenticScopeKey::memoryId)
                .containsExactly(new UserSession("bob", "s1"));
    }

    @Test
    void a_memory_id_without_a_user_is_refused() {
        DaybookAgenticScopeStore store = DaybookAgenticScopeStore.of(daybook.space(Space.DEFAULT.id()));
        DefaultAgenticScope scope = DefaultAgenticScope.ephemeralAgenticScope();

        assertThatIllegalArgumentException()
                .isThrownBy(() -> store.save(new AgenticScopeKey("trip", "s1"), scope))
                .withMessageContaining("names no user");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> store.save(new AgenticScopeKey("trip", "default"), scope))
                .withMessageContaining("no memory id is set, so there is no user");
        assertThat(daybook.spaces()).isEmpty();
    }

    @Test
    void agents_and_sessions_with_slashes_in_their_names_are_apart() {
        DaybookAgenticScopeStore store = DaybookAgenticScopeStore.of(daybook.space(Space.DEFAULT.id()));
        DefaultAgenticScope scope = DefaultAgenticScope.ephemeralAgenticScope();
        store.save(new AgenticScopeKey("b/c", new UserSession("ada", "a")), scope);

        assertThat(store.load(new AgenticScopeKey("c", new UserSession("ada", "a/b"))))
                .isEmpty();
        assertThat(store.load(new AgenticScopeKey("b/c", new UserSession("ada", "a"))))
                .isPresent();
    }
}
