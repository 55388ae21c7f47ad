package dev.daybook.internal.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.error.StoreException;
import dev.daybook.internal.store.ForwardingStore;
import dev.daybook.local.InMemoryStore;
import dev.daybook.model.Scope;
import dev.daybook.model.Space;
import dev.daybook.store.Blob;
import dev.daybook.store.EntryPut;
import dev.daybook.store.Page;
import dev.daybook.store.ScopeHead;
import dev.daybook.store.StateChange;
import dev.daybook.store.WriteBatch;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class BacklogSweepTest {

    private final InMemoryStore store = new InMemoryStore();
    private final List<Scope> visited = new ArrayList<>();
    private final List<String> reads = new ArrayList<>();

    private boolean isAway;

    private final BacklogSweep sweep = new BacklogSweep(
            new ForwardingStore(store) {
                @Override
                public Page<ScopeHead> heads(Space space, @Nullable String cursor, int limit) {
                    reads.add(space.id());
                    if (isAway) {
                        throw new StoreException("the store is away");
                    }
                    return super.heads(space, cursor, limit);
                }
            },
            head -> visited.add(head.scope()));

    @AfterEach
    void close() {
        sweep.close();
        store.close();
    }

    private Scope user(String space, int number) {
        Scope scope = new Scope.User(new Space(space), "user " + (10_000 + number));
        StateChange state = new StateChange("name", EntryPut.ANY, Blob.of("x"));
        store.write(new WriteBatch(scope, "op", List.of(), List.of(), List.of(state), null));
        return scope;
    }

    private List<Scope> users(String space, int count) {
        return IntStream.range(0, count).mapToObj(i -> user(space, i)).toList();
    }

    @Test
    void a_small_store_is_visited_at_each_step() {
        List<Scope> all = new ArrayList<>(users("first", 2));
        all.addAll(users("second", 1));

        sweep.step();
        assertThat(visited).containsExactlyElementsOf(all);

        all.add(user("third", 0));
        visited.clear();
        sweep.step();
        assertThat(visited).containsExactlyElementsOf(all);
    }

    @Test
    void a_large_store_is_visited_in_steps_of_a_thousand_scopes() {
        List<Scope> all = users("first", 2_500);

        sweep.step();
        assertThat(visited).hasSize(1_000);
        sweep.step();
        sweep.step();

        assertThat(visited).containsExactlyElementsOf(all);
        assertThat(reads).hasSize(3);
    }

    @Test
    void many_spaces_are_read_in_steps_too() {
        IntStream.range(0, 600).forEach(i -> users("space " + (1_000 + i), 1));

        sweep.step();
        assertThat(reads).hasSize(500);
        sweep.step();

        assertThat(visited).hasSize(600).doesNotHaveDuplicates();
    }

    @Test
    void an_empty_store_has_no_scopes() {
        sweep.step();

        assertThat(visited).isEmpty();
    }

    @Test
    void a_round_that_failed_begins_again() {
        List<Scope> all = users("first", 1_500);
        sweep.step();
        isAway = true;
        sweep.step();
        isAway = false;
        visited.clear();

        sweep.step();
        sweep.step();

        assertThat(visited).containsExactlyElementsOf(all);
    }
}
