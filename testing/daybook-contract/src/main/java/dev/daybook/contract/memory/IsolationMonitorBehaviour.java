package dev.daybook.contract.memory;

import static dev.daybook.contract.memory.MessageFixture.said;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.daybook.Daybook;
import dev.daybook.Memory;
import dev.daybook.contract.MemoryContract;
import dev.daybook.model.Entry;
import dev.daybook.model.Kind;
import dev.daybook.model.NewFact;
import dev.daybook.model.Space;
import dev.daybook.outcome.Event;
import dev.daybook.query.FactQuery;
import dev.daybook.query.IsolationPolicy;
import dev.daybook.query.Query;
import dev.daybook.query.Query.By;
import dev.daybook.query.Selection;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

/** A warning for recalls of the anonymous scope although there are users. */
public abstract class IsolationMonitorBehaviour {

    private static final NewFact TEA = NewFact.of("ada", "likes", "tea");

    private final MemoryContract contract;
    private final List<Event> events = new CopyOnWriteArrayList<>();

    protected IsolationMonitorBehaviour(MemoryContract contract) {
        this.contract = contract;
    }

    private Daybook watched(IsolationPolicy isolation) {
        return contract.openedWith(
                parts -> parts.noEmbedder().listener(this::hear).isolation(isolation));
    }

    private void hear(Event event) {
        if (event instanceof Event.AnonymousRecall) {
            events.add(event);
        }
    }

    private static Event unnamed(Daybook daybook, Kind kind) {
        return new Event.AnonymousRecall(
                daybook.space(Space.DEFAULT.id()).anonymous().scope(), kind);
    }

    @Test
    void a_recall_of_the_anonymous_scope_is_reported_once_users_have_episodes() {
        Daybook daybook = watched(IsolationPolicy.WARN);
        Memory anonymous = daybook.space(Space.DEFAULT.id()).anonymous();
        anonymous.remember(said("mine", "hello"));
        anonymous.recall("hello");
        daybook.space(Space.DEFAULT.id()).shared().remember(said("all", "hello"));
        daybook.space("other").user("ada").remember(said("elsewhere", "hello"));
        anonymous.recall("hello");
        assertThat(events).isEmpty();

        daybook.user("ada").remember(said("hers", "hello"));
        assertThat(anonymous.recall(Query.of("hello").by(By.WORDS)))
                .extracting(hit -> hit.id())
                .containsExactly("mine");
        assertThat(events).containsExactly(unnamed(daybook, Kind.EPISODE));
        anonymous.session("s").context("hello");
        assertThat(events).as("a context is one recall").hasSize(2);
    }

    @Test
    void earlier_entries_are_seen_and_forgotten_ones_are_not() {
        contract.ada().remember(said("hers", "hello"));
        contract.daybook().user("bob").remember(said("his", "hello"));
        Daybook daybook = watched(IsolationPolicy.WARN);
        daybook.space(Space.DEFAULT.id()).anonymous().recall("hello");
        assertThat(events).hasSize(1);

        contract.ada().forget(Selection.everything());
        daybook.space(Space.DEFAULT.id()).anonymous().recall("hello");
        assertThat(events).as("bob is left").hasSize(2);
        daybook.user("bob").forget(Selection.everything());
        daybook.space(Space.DEFAULT.id()).anonymous().recall("hello");
        daybook.space(Space.DEFAULT.id()).anonymous().recall("hello");
        assertThat(events).as("anonymous is left").hasSize(2);
        daybook.user("eve").remember(said("new", "hello"));
        daybook.space(Space.DEFAULT.id()).anonymous().recall("hello");
        assertThat(events).hasSize(3);
    }

    @Test
    void facts_make_a_user_known_and_blocks_do_not() {
        Daybook daybook = watched(IsolationPolicy.WARN);
        daybook.user("ada").blocks().remember("persona", "hello");
        daybook.space(Space.DEFAULT.id()).anonymous().facts().recall("tea", 5);
        assertThat(events).isEmpty();

        daybook.user("ada").facts().remember(TEA);
        daybook.space(Space.DEFAULT.id()).anonymous().facts().recall("tea", 5);
        assertThat(events).containsExactly(unnamed(daybook, Kind.FACT));
    }

    @Test
    void an_import_makes_a_user_known() {
        contract.ada().remember(said("hers", "hello"));
        List<Entry> exported = contract.ada().archive().exportAll().toList();
        contract.ada().forget(Selection.everything());
        Daybook daybook = watched(IsolationPolicy.WARN);
        daybook.space(Space.DEFAULT.id()).anonymous().recall("hello");
        assertThat(events).isEmpty();

        daybook.user("ada").archive().importAll(exported);
        daybook.space(Space.DEFAULT.id()).anonymous().recall("hello");
        assertThat(events).containsExactly(unnamed(daybook, Kind.EPISODE));
    }

    @Test
    void only_recalls_of_the_anonymous_scope_are_monitored() {
        Daybook daybook = watched(IsolationPolicy.REFUSE);
        Memory ada = daybook.user("ada");
        ada.remember(said("hers", "hello"));
        ada.facts().remember(TEA);
        ada.recall("hello");
        ada.session("s").context("hello");
        ada.facts().recall("tea", 5);
        daybook.space(Space.DEFAULT.id()).shared().recall("hello");
        Memory anonymous = daybook.space(Space.DEFAULT.id()).anonymous();
        anonymous.remember(said("mine", "hello"));
        anonymous.session("s").turns(5);
        anonymous.sessions();
        anonymous.archive().profile();
        anonymous.archive().exportAll().close();
        anonymous.blocks().list();
        anonymous.facts().list(FactQuery.all());
        anonymous.forget(Selection.everything());

        assertThat(events).isEmpty();
    }

    @Test
    void it_is_refused_if_it_was_asked_to_be() {
        Daybook daybook = watched(IsolationPolicy.REFUSE);
        Memory anonymous = daybook.space(Space.DEFAULT.id()).anonymous();
        anonymous.recall("hello");
        daybook.user("ada").remember(said("hers", "hello"));
        daybook.user("ada").facts().remember(TEA);

        assertThatIllegalArgumentException()
                .isThrownBy(() -> anonymous.recall("hello"))
                .withMessageContaining("user is missing")
                .withMessageContaining("default");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> anonymous.session("s").context("hello"));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> anonymous.facts().recall("tea", 5))
                .withMessageContaining("named users of the space");
        assertThat(events).hasSize(3);
    }

    @Test
    void it_is_silent_if_it_was_asked_to_be() {
        Daybook daybook = watched(IsolationPolicy.IGNORE);
        daybook.user("ada").remember(said("hers", "hello"));
        daybook.space(Space.DEFAULT.id()).anonymous().recall("hello");

        assertThat(events).isEmpty();
    }

    @Test
    void a_listener_that_fails_breaks_nothing() {
        Daybook daybook = contract.openedWith(parts -> parts.noEmbedder().listener(event -> {
            events.add(event);
            throw new IllegalStateException("the listener fails");
        }));
        daybook.user("ada").remember(said("hers", "hello"));
        daybook.space(Space.DEFAULT.id()).anonymous().remember(said("mine", "hello"));

        assertThat(daybook.space(Space.DEFAULT.id()).anonymous().recall("hello"))
                .hasSize(1);
        assertThat(events)
                .filteredOn(event -> event instanceof Event.AnonymousRecall)
                .hasSize(1);
    }
}
