package dev.daybook.internal.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.Daybook;
import dev.daybook.internal.store.PagedReads;
import dev.daybook.local.InMemoryStore;
import dev.daybook.model.Kind;
import dev.daybook.model.Message;
import dev.daybook.model.Space;
import dev.daybook.outcome.Event;
import dev.daybook.query.IsolationPolicy;
import dev.daybook.query.Selection;
import dev.daybook.store.Store;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What it costs to notice that users have memories. */
class IsolationMonitorTest {

    private static final int USERS = 2_000;

    private final AtomicInteger pages = new AtomicInteger();
    private final List<Event> events = new ArrayList<>();
    private final Daybook daybook = Daybook.builder(counting(new InMemoryStore()))
            .noEmbedder()
            .listener(this::hear)
            .isolation(IsolationPolicy.WARN)
            .open();

    private Store counting(Store store) {
        return (Store) Proxy.newProxyInstance(
                Store.class.getClassLoader(), new Class<?>[] {Store.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("heads")) {
                        pages.incrementAndGet();
                    }
                    try {
                        return method.invoke(store, arguments);
                    } catch (InvocationTargetException thrown) {
                        throw thrown.getCause();
                    }
                });
    }

    @AfterEach
    void close() {
        daybook.close();
    }

    private void recall(int times) {
        for (int i = 0; i < times; i++) {
            daybook.space(Space.DEFAULT.id()).anonymous().recall("hello");
        }
    }

    private void hear(Event event) {
        if (event instanceof Event.AnonymousRecall) {
            events.add(event);
        }
    }

    @Test
    void a_space_of_users_without_episodes_is_looked_through_once() {
        for (int i = 0; i < USERS; i++) {
            daybook.user("user " + i).blocks().remember("a", "text");
        }
        recall(50);

        assertThat(events).isEmpty();
        assertThat(pages).hasValue((USERS + PagedReads.SIZE - 1) / PagedReads.SIZE);
    }

    @Test
    void a_write_of_a_named_user_is_the_evidence_and_no_scan_is_needed() {
        recall(1);
        int before = pages.get();
        daybook.user("ada").session("s").remember(Message.user("hello"));
        recall(50);

        assertThat(events).hasSize(50);
        assertThat(pages).hasValue(before);
    }

    @Test
    void when_the_witness_is_gone_another_is_looked_for_once() {
        daybook.user("bob").session("s").remember(Message.user("hello"));
        daybook.user("ada").session("s").remember(Message.user("hello"));
        recall(5);
        assertThat(pages).hasValue(1);
        daybook.user("ada").forget(Selection.everything());
        recall(5);
        assertThat(events).hasSize(10);
        daybook.user("bob").forget(Selection.everything());
        int before = pages.get();
        recall(5);

        assertThat(events)
                .hasSize(10)
                .containsOnly(new Event.AnonymousRecall(
                        daybook.space(Space.DEFAULT.id()).anonymous().scope(), Kind.EPISODE));
        assertThat(pages.get() - before).isLessThanOrEqualTo(1);
    }
}
