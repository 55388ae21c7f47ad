package dev.daybook.internal.entries;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.daybook.error.StoreException;
import dev.daybook.internal.codec.EpisodeCodec;
import dev.daybook.internal.index.RowFixture;
import dev.daybook.internal.store.ForwardingStore;
import dev.daybook.local.InMemoryStore;
import dev.daybook.model.Entry;
import dev.daybook.model.Kind;
import dev.daybook.model.Message;
import dev.daybook.model.Scope;
import dev.daybook.model.Space;
import dev.daybook.store.EntryKey;
import dev.daybook.store.EntryPut;
import dev.daybook.store.IndexRow;
import dev.daybook.store.Page;
import dev.daybook.store.StoredEntry;
import dev.daybook.store.WriteBatch;
import java.time.Clock;
import java.time.Instant;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class EntryReaderTest {

    private static final Scope MIRA = new Scope.User(Space.DEFAULT, "mira");

    private final DamagedStore store = new DamagedStore();
    private final EntryReader entryReader = new EntryReader(store, new EntryCache(1_000_000), Clock.systemUTC());

    /** A store in which some entries are damaged, or nothing can be read. */
    private static final class DamagedStore extends ForwardingStore {
        private final Set<String> damaged = new HashSet<>();
        private boolean fails;

        DamagedStore() {
            super(new InMemoryStore());
        }

        @Override
        public List<StoredEntry> get(Scope scope, Collection<EntryKey> keys) {
            if (fails || keys.stream().anyMatch(key -> damaged.contains(key.id()))) {
                throw new StoreException("damaged", null, false);
            }
            return super.get(scope, keys);
        }

        @Override
        public Page<IndexRow> rows(Scope scope, long afterRevision, int limit) {
            if (fails) {
                throw new StoreException("the disk is away", null, false);
            }
            return super.rows(scope, afterRevision, limit);
        }
    }

    @BeforeEach
    void say() {
        for (String id : List.of("a", "b", "c")) {
            Instant time = RowFixture.NOON.toInstant();
            EntryPut put = new EntryPut(
                    new EntryKey(Kind.EPISODE, id),
                    "s",
                    time,
                    time,
                    EntryPut.LIVE,
                    EpisodeCodec.encode(RowFixture.episode(id, "s", RowFixture.NOON, Message.user("A kayak."))),
                    Map.of(),
                    EntryPut.ANY);
            store.write(new WriteBatch(MIRA, "op" + id, List.of(put), List.of(), List.of(), null));
        }
    }

    private List<String> read(String... ids) {
        List<IndexRow> rows = store.rows(MIRA, 0, 10).items().stream()
                .filter(row -> List.of(ids).contains(row.key().id()))
                .toList();
        return entryReader.read(MIRA, rows).values().stream()
                .map(Entry::id)
                .sorted()
                .toList();
    }

    @Test
    void damaged_entries_are_left_out_beside_cached_ones() {
        assertThat(read("a")).containsExactly("a");
        store.damaged.addAll(List.of("b", "c"));

        assertThat(read("a", "b", "c")).containsExactly("a");
    }

    @Test
    void damaged_entries_are_left_out_though_no_other_is_asked_for() {
        store.damaged.addAll(List.of("b", "c"));

        assertThat(read("b", "c")).isEmpty();
    }

    @Test
    void a_store_that_reads_nothing_fails_the_read() {
        List<IndexRow> rows = store.rows(MIRA, 0, 10).items();
        store.fails = true;

        assertThatThrownBy(() -> entryReader.read(MIRA, rows))
                .isInstanceOf(StoreException.class)
                .hasMessage("damaged");
    }
}
