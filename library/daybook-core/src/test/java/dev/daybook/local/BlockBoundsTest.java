package dev.daybook.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.daybook.Blocks;
import dev.daybook.Daybook;
import dev.daybook.Memory;
import dev.daybook.internal.embedded.SettableClock;
import dev.daybook.model.Block;
import dev.daybook.model.Message;
import dev.daybook.model.NewFact;
import dev.daybook.model.Space;
import dev.daybook.outcome.Event;
import dev.daybook.query.Selection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class BlockBoundsTest {

    private static final Duration DAY = Duration.ofDays(1);
    private static final Duration TICK = Duration.ofMillis(1);

    private final SettableClock clock = new SettableClock("2026-03-04T12:00:00Z");
    private final List<Event> events = new ArrayList<>();
    private Daybook daybook = over(BlockBounds.DEFAULTS);

    private void pass(Duration time) {
        clock.advance(time);
    }

    private Daybook over(BlockBounds bounds) {
        return Daybook.builder(new InMemoryStore(bounds, clock))
                .noEmbedder()
                .clock(clock)
                .listener(this::hear)
                .open();
    }

    private void bounded(BlockBounds bounds) {
        daybook.close();
        daybook = over(bounds);
    }

    @AfterEach
    void close() {
        daybook.close();
    }

    private Blocks of(String user) {
        return daybook.user(user).blocks();
    }

    private static Event evicted(Memory memory) {
        return new Event.BlocksEvicted(memory.scope());
    }

    private void hear(Event event) {
        if (event instanceof Event.BlocksEvicted) {
            events.add(event);
        }
    }

    @Test
    void the_bounds_are_those_of_the_seed_unless_set_otherwise() {
        assertThat(BlockBounds.DEFAULTS.maxUsers()).isEqualTo(100_000);
        assertThat(BlockBounds.DEFAULTS.idleTtl()).isEqualTo(Duration.ofSeconds(86_400));
    }

    @Test
    void a_bound_of_nothing_is_refused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> BlockBounds.DEFAULTS.maxUsers(0))
                .withMessageContaining("maxUsers is 0; use at least 1");
        for (Duration ttl : List.of(Duration.ZERO, TICK.negated())) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> BlockBounds.DEFAULTS.idleTtl(ttl))
                    .withMessageContaining("idleTtl is " + ttl);
        }
    }

    @Test
    void of_too_many_users_the_one_not_touched_for_longest_loses_all_blocks_together() {
        bounded(BlockBounds.NONE.maxUsers(2));
        of("ada").remember("a", "1");
        of("ada").remember("b", "2");
        of("bob").remember("a", "3");
        of("ada").list();
        of("eve").remember("a", "4");

        assertThat(of("bob").list()).isEmpty();
        assertThat(of("bob").history("a")).isEmpty();
        assertThat(of("ada").list()).extracting(Block::content).containsExactly("1", "2");
        assertThat(events).containsExactly(evicted(daybook.user("bob")));
        of("bob").remember("a", "new");
        assertThat(of("eve").list()).isEmpty();
        assertThat(of("bob").find("a").orElseThrow().order()).isZero();
    }

    @Test
    void a_user_without_blocks_takes_no_cache_slot() {
        bounded(BlockBounds.NONE.maxUsers(1));
        of("ada").remember("a", "1");
        of("bob").list();
        of("bob").find("a");
        daybook.user("bob").session("s").remember(Message.user("hello"));
        daybook.space(Space.DEFAULT.id()).shared().blocks().remember("a", "2");

        assertThat(of("ada").list()).hasSize(1);
        assertThat(events).isEmpty();
    }

    @Test
    void a_forgotten_user_takes_no_cache_slot() {
        bounded(BlockBounds.NONE.maxUsers(1));
        of("ada").remember("a", "1");
        daybook.user("ada").forget(Selection.everything());
        of("bob").remember("a", "2");

        assertThat(events).isEmpty();
    }

    @Test
    void idle_blocks_go_at_the_next_access_by_anyone() {
        of("ada").remember("a", "1");
        daybook.space(Space.DEFAULT.id()).anonymous().blocks().remember("a", "2");
        pass(DAY.minus(TICK));
        of("eve").list();
        assertThat(events).isEmpty();
        of("ada").list();
        pass(TICK);
        of("eve").list();

        assertThat(events)
                .containsExactly(evicted(daybook.space(Space.DEFAULT.id()).anonymous()));
        assertThat(of("ada").list()).as("reading is a touch").hasSize(1);
        pass(DAY);
        assertThat(of("ada").list()).as("at the ttl it is too late").isEmpty();
    }

    @Test
    void nothing_but_blocks_of_users_is_dropped() {
        Memory ada = daybook.user("ada");
        ada.session("s").remember(Message.user("hello"));
        ada.facts().remember(NewFact.of("ada", "likes", "tea").id("f"));
        ada.blocks().remember("a", "1");
        daybook.space(Space.DEFAULT.id()).shared().blocks().remember("a", "2");
        pass(DAY.multipliedBy(400));

        assertThat(ada.blocks().list()).isEmpty();
        assertThat(ada.recall("hello")).hasSize(1);
        assertThat(ada.facts().find("f")).isPresent();
        assertThat(daybook.space(Space.DEFAULT.id()).shared().blocks().list()).hasSize(1);
    }

    @Test
    void either_bound_can_be_off() {
        bounded(BlockBounds.DEFAULTS.maxUsers(null).idleTtl(null));
        IntStream.range(0, 50).forEach(i -> of("u" + i).remember("a", "1"));
        pass(DAY.multipliedBy(400));

        assertThat(IntStream.range(0, 50)).allMatch(i -> of("u" + i).list().size() == 1);
        assertThat(events).isEmpty();
    }

    @Test
    void a_listener_may_come_back_to_the_store() {
        daybook.close();
        List<Integer> left = new ArrayList<>();
        InMemoryStore store = new InMemoryStore(BlockBounds.NONE.maxUsers(1), clock);
        Daybook[] opened = new Daybook[1];
        opened[0] = Daybook.builder(store)
                .noEmbedder()
                .listener(event -> left.add(opened[0]
                        .space("default")
                        .memory(event.scope())
                        .blocks()
                        .list()
                        .size()))
                .open();
        daybook = opened[0];
        of("ada").remember("a", "1");
        of("bob").remember("a", "1");

        assertThat(left).containsExactly(0);
    }
}
