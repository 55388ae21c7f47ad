package dev.daybook.internal.encryption;

import static dev.daybook.internal.encryption.EncryptedRows.ADA;
import static dev.daybook.internal.encryption.EncryptedRows.MASTER;
import static dev.daybook.internal.encryption.EncryptedRows.episode;
import static dev.daybook.internal.encryption.EncryptedRows.flipped;
import static dev.daybook.internal.encryption.EncryptedRows.key;
import static dev.daybook.internal.encryption.EncryptedRows.open;
import static dev.daybook.internal.encryption.EncryptedRows.put;
import static dev.daybook.internal.encryption.EncryptedRows.write;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.daybook.error.StoreException;
import dev.daybook.local.InMemoryStore;
import dev.daybook.model.Scope;
import dev.daybook.model.Space;
import dev.daybook.spi.MasterKey;
import dev.daybook.spi.MasterKeys;
import dev.daybook.store.CopyableStore;
import dev.daybook.store.EntryPut;
import dev.daybook.store.ScopeState;
import dev.daybook.store.StateChange;
import dev.daybook.store.Store;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class DatabaseKeyTest {

    private static final MasterKeys KEYS = new MasterKeys(MASTER, null, null);
    private static final MasterKey OTHER = key('b');

    private final InMemoryStore database = new InMemoryStore();

    private static String text(Store store) {
        return store.get(ADA, List.of(episode("e1"))).get(0).body().text();
    }

    private ScopeState kept() {
        return database.states(DatabaseKey.PLACE, "", null, 10).items().get(0);
    }

    @Test
    void an_encrypted_database_is_refused_without_its_master_key_which_is_named() {
        write(open(database, KEYS), ADA, List.of(put("e1", "text")));
        for (MasterKeys wrong : List.of(MasterKeys.NONE, new MasterKeys(OTHER, null, null))) {
            assertThatThrownBy(() -> open(database, wrong))
                    .isInstanceOf(StoreException.class)
                    .hasMessageContaining("master key " + MASTER.id());
        }
        assertThatThrownBy(() -> EncryptedStore.requireClear(database, "the store"))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("master key " + MASTER.id());
        assertThatThrownBy(() -> open(database, new MasterKeys(null, null, MASTER)))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("give it as the current master key");
        assertThat(text(open(database, KEYS))).isEqualTo("text");
    }

    @Test
    void a_database_without_a_key_stays_in_clear_without_a_master_key() {
        assertThat(open(database, MasterKeys.NONE)).isSameAs(database);
        assertThat(database.scopes(null, 10).items()).isEmpty();
    }

    @Test
    void a_master_key_for_a_database_in_clear_is_refused_with_the_remedy_and_changes_nothing() {
        write(database, ADA, List.of(put("e1", "text")));
        assertThatThrownBy(() -> open(database, KEYS))
                .isInstanceOf(ClearContentsException.class)
                .hasMessageContaining("daybook copy");
        assertThat(database.scopes(null, 10).items()).containsExactly(ADA);
    }

    @Test
    void a_removed_key_is_no_reason_for_a_new_one() {
        write(open(database, KEYS), ADA, List.of(put("e1", "text")));
        write(database, DatabaseKey.PLACE, List.of(), new StateChange(kept().name(), EntryPut.ANY, null));
        assertThatThrownBy(() -> open(database, KEYS)).isInstanceOf(ClearContentsException.class);
    }

    @Test
    void a_rotation_wraps_the_key_again_and_writes_no_record() {
        write(open(database, KEYS), ADA, List.of(put("e1", "text")));
        Store before = open(database, KEYS);
        Scope sealed = database.scopes(null, 10).items().stream()
                .filter(scope -> !scope.equals(DatabaseKey.PLACE))
                .findFirst()
                .orElseThrow();
        long revision = database.head(sealed).revision();

        assertThat(text(open(database, new MasterKeys(OTHER, MASTER, null)))).isEqualTo("text");
        assertThat(kept().version()).isEqualTo(2);
        assertThat(database.head(sealed).revision()).isEqualTo(revision);
        assertThat(text(open(database, new MasterKeys(OTHER, null, null)))).isEqualTo("text");
        assertThat(text(before)).isEqualTo("text");
        assertThatThrownBy(() -> open(database, KEYS)).hasMessageContaining("master key " + OTHER.id());
    }

    /** A layout that notes what the database had when it was marked. */
    private final class NotedLayout implements DatabaseLayout {

        private final List<Boolean> keyAtMark = new ArrayList<>();
        private boolean isUsed;

        @Override
        public boolean isUsedOutside(Space space) {
            return isUsed;
        }

        @Override
        public void markEncrypted() {
            keyAtMark.add(
                    database.states(DatabaseKey.PLACE, "", null, 10).items().size() == 1);
        }
    }

    @Test
    void the_layout_is_marked_before_the_key_is_written_and_at_each_opening_with_it() {
        NotedLayout layout = new NotedLayout();
        EncryptedStore.open(database, layout, MasterKeys.NONE, "the store");
        assertThat(layout.keyAtMark).isEmpty();
        EncryptedStore.open(database, layout, KEYS, "the store");
        assertThat(layout.keyAtMark).containsExactly(false);
        EncryptedStore.open(database, layout, KEYS, "the store");
        assertThat(layout.keyAtMark).containsExactly(false, true);
        assertThatThrownBy(() -> EncryptedStore.open(database, layout, new MasterKeys(OTHER, null, null), "the store"))
                .isInstanceOf(StoreException.class);
        assertThat(layout.keyAtMark).hasSize(2);
    }

    @Test
    void a_database_whose_scopes_are_all_erased_is_refused_and_not_marked() {
        NotedLayout layout = new NotedLayout();
        layout.isUsed = true;
        assertThatThrownBy(() -> EncryptedStore.open(database, layout, KEYS, "the store"))
                .isInstanceOf(ClearContentsException.class)
                .hasMessageContaining("audit entries of erased scopes");
        assertThat(layout.keyAtMark).isEmpty();
        assertThat(database.scopes(null, 10).items()).isEmpty();
    }

    @Test
    void the_source_of_a_copy_is_read_as_it_is_and_nothing_is_written() {
        MasterKeys rotating = new MasterKeys(OTHER, MASTER, null);
        assertThat(EncryptedStore.openToRead(database, rotating, "the store")).isSameAs(database);
        assertThat(database.scopes(null, 10).items()).isEmpty();

        write(open(database, KEYS), ADA, List.of(put("e1", "text")));
        assertThat(text(EncryptedStore.openToRead(database, rotating, "the store")))
                .isEqualTo("text");
        assertThat(kept().version()).isEqualTo(1);
        assertThatThrownBy(() -> EncryptedStore.openToRead(database, MasterKeys.NONE, "the store"))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("master key " + MASTER.id());
    }

    /** A database in which something happens between the read of the key and its write. */
    private static final class Interrupted extends ForwardedDatabase {

        private @Nullable Runnable meanwhile;

        Interrupted(CopyableStore store, Runnable meanwhile) {
            super(store);
            this.meanwhile = meanwhile;
        }

        @Override
        public Optional<ScopeState> state(Scope scope, String name) {
            Optional<ScopeState> read = super.state(scope, name);
            Runnable now = meanwhile;
            meanwhile = null;
            if (now != null) {
                now.run();
            }
            return read;
        }
    }

    @Test
    void two_daybooks_that_open_an_empty_database_at_once_have_one_key() {
        CopyableStore late = open(
                new Interrupted(database, () -> write(open(database, KEYS), ADA, List.of(put("e1", "text")))), KEYS);
        assertThat(kept().version()).isEqualTo(1);
        assertThat(text(late)).isEqualTo("text");
    }

    @Test
    void a_key_that_another_daybook_writes_at_once_without_a_record_is_taken() {
        CopyableStore late = open(new Interrupted(database, () -> open(database, KEYS)), KEYS);
        write(late, ADA, List.of(put("e1", "text")));
        assertThat(kept().version()).isEqualTo(1);
        assertThat(text(open(database, KEYS))).isEqualTo("text");
    }

    @Test
    void two_daybooks_that_rotate_at_once_have_one_key() {
        write(open(database, KEYS), ADA, List.of(put("e1", "text")));
        MasterKeys rotating = new MasterKeys(OTHER, MASTER, null);
        CopyableStore late = open(new Interrupted(database, () -> open(database, rotating)), rotating);
        assertThat(kept().version()).isEqualTo(2);
        assertThat(text(late)).isEqualTo("text");
    }

    @Test
    void a_changed_wrapped_key_is_damage_and_changes_nothing() {
        write(open(database, KEYS), ADA, List.of(put("e1", "text")));
        ScopeState sound = kept();
        for (int at = 0; at < sound.bytes().size(); at++) {
            write(
                    database,
                    DatabaseKey.PLACE,
                    List.of(),
                    new StateChange(sound.name(), EntryPut.ANY, flipped(sound.bytes(), at)));
            long version = kept().version();
            assertThatThrownBy(() -> open(database, KEYS)).isInstanceOf(StoreException.class);
            assertThat(kept().version()).isEqualTo(version);
        }
        write(database, DatabaseKey.PLACE, List.of(), new StateChange(sound.name(), EntryPut.ANY, sound.bytes()));
        assertThat(text(open(database, KEYS))).isEqualTo("text");
    }

    @Test
    void a_master_key_that_unwraps_to_another_key_is_refused() {
        write(open(database, KEYS), ADA, List.of(put("e1", "text")));
        MasterKey lying = new MasterKey() {
            @Override
            public String id() {
                return MASTER.id();
            }

            @Override
            public byte[] wrap(byte[] key) {
                return MASTER.wrap(key);
            }

            @Override
            public byte[] unwrap(byte[] wrapped) {
                byte[] key = MASTER.unwrap(wrapped);
                key[0] ^= 1;
                return key;
            }
        };
        assertThatThrownBy(() -> open(database, new MasterKeys(lying, null, null)))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("to another one");
    }
}
