package dev.daybook.internal.encryption;

import static dev.daybook.internal.encryption.EncryptedRows.ADA;
import static dev.daybook.internal.encryption.EncryptedRows.MASTER;
import static dev.daybook.internal.encryption.EncryptedRows.write;
import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.internal.expiry.EndFilterStore;
import dev.daybook.internal.expiry.EndMarkingStore;
import dev.daybook.internal.store.StateFamilies;
import dev.daybook.local.InMemoryStore;
import dev.daybook.model.Scope;
import dev.daybook.spi.MasterKeys;
import dev.daybook.store.Blob;
import dev.daybook.store.CopyableStore;
import dev.daybook.store.EntryPut;
import dev.daybook.store.Page;
import dev.daybook.store.ScopeState;
import dev.daybook.store.StateChange;
import dev.daybook.store.Store;
import java.time.Clock;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** How many states of a database a read of a family takes. */
class StateReadsTest {

    private static final int STATES = 1_201;

    private final InMemoryStore database = new InMemoryStore();
    private final Counted counted = new Counted(database);
    private final Store store = new EndFilterStore(
            new EndMarkingStore(EncryptedRows.open(counted, new MasterKeys(MASTER, null, null))), Clock.systemUTC());

    /** A database that counts the states that it returns. */
    private static final class Counted extends ForwardedDatabase {

        private long read;

        Counted(CopyableStore store) {
            super(store);
        }

        @Override
        public Page<ScopeState> states(Scope scope, String prefix, @Nullable String cursor, int limit) {
            Page<ScopeState> page = super.states(scope, prefix, cursor, limit);
            read += page.items().size();
            return page;
        }
    }

    private static String name(int i) {
        return String.format(Locale.ROOT, "ends/note/n%04d", i);
    }

    @Test
    void a_stream_of_a_family_reads_it_once_and_the_test_for_one_a_single_state() {
        write(
                store,
                ADA,
                List.of(),
                IntStream.range(0, STATES)
                        .mapToObj(i -> new StateChange(name(i), EntryPut.ANY, Blob.of("end " + i)))
                        .toArray(StateChange[]::new));
        counted.read = 0;
        List<ScopeState> all = StateFamilies.all(store, ADA, "ends/").toList();
        assertThat(counted.read).isEqualTo(STATES);
        assertThat(all).hasSize(STATES);
        assertThat(all.get(7).name()).isEqualTo(name(7));
        assertThat(all.get(7).bytes().text()).isEqualTo("end 7");
        assertThat(StateFamilies.all(store, ADA, "ends/note/n000")).hasSize(10);

        counted.read = 0;
        assertThat(StateFamilies.isEmpty(store, ADA, "ends/")).isFalse();
        assertThat(counted.read).isEqualTo(1);
        assertThat(StateFamilies.isEmpty(store, ADA, "due/")).isTrue();
        assertThat(StateFamilies.isEmpty(store, ADA, "ends/note/n12")).isFalse();
        assertThat(StateFamilies.isEmpty(store, ADA, "ends/note/n13")).isTrue();
    }
}
