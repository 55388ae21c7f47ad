package dev.daybook.internal.encryption;

import dev.daybook.local.InMemoryStore;
import dev.daybook.model.Kind;
import dev.daybook.model.Scope;
import dev.daybook.model.Space;
import dev.daybook.spi.MasterKey;
import dev.daybook.spi.MasterKeys;
import dev.daybook.store.Blob;
import dev.daybook.store.CopyableStore;
import dev.daybook.store.EntryKey;
import dev.daybook.store.EntryPut;
import dev.daybook.store.EntryScan;
import dev.daybook.store.IndexRow;
import dev.daybook.store.ScopeState;
import dev.daybook.store.StateChange;
import dev.daybook.store.Store;
import dev.daybook.store.StoredEntry;
import dev.daybook.store.WriteBatch;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** A database in memory with its encrypted store, and edits of its rows as by somebody with access to the database. */
final class EncryptedRows {

    static final Instant NOON = Instant.parse("2026-03-01T12:00:00.123456Z");
    static final MasterKey MASTER = key('a');
    static final Scope ADA = new Scope.User(Space.DEFAULT, "ada@example.org");
    static final Scope BOB = new Scope.User(Space.DEFAULT, "bob@example.org");

    final InMemoryStore database = new InMemoryStore();
    final CopyableStore store = open(database, new MasterKeys(MASTER, null, null));

    static MasterKey key(char letter) {
        return MasterKey.of((letter + " key of a test with 32 letters.").getBytes(StandardCharsets.US_ASCII));
    }

    static CopyableStore open(CopyableStore database, MasterKeys keys) {
        return EncryptedStore.open(database, keys, "the store");
    }

    static EntryKey episode(String id) {
        return new EntryKey(Kind.EPISODE, id);
    }

    static EntryPut put(String id, String text) {
        return new EntryPut(
                episode(id),
                "trip",
                NOON,
                NOON,
                EntryPut.LIVE,
                Blob.of(text),
                Map.of("terms/en-1", Blob.of("terms of " + text)),
                EntryPut.ANY);
    }

    static void write(Store store, Scope scope, List<EntryPut> puts, StateChange... states) {
        store.write(new WriteBatch(scope, UUID.randomUUID().toString(), puts, List.of(), List.of(states), null));
    }

    /** Returns the scope as the database has it. */
    Scope sealed(Scope scope) {
        return new ScopeNames(dataKey()).seal(scope);
    }

    byte[] dataKey() {
        return new DatabaseKey(
                        database, DatabaseLayout.unnumbered(database), new MasterKeys(MASTER, null, null), "the store")
                .open()
                .key();
    }

    /** Returns the row of the current version of an entry as the database has it. */
    EntryPut row(Scope scope, String id) {
        EntryKey key = new ScopeCipher(dataKey(), scope).seal(episode(id));
        StoredEntry found = database.get(sealed(scope), List.of(key)).get(0);
        IndexRow row = database.rows(sealed(scope), 0, 1_000).items().stream()
                .filter(each -> each.key().equals(key))
                .findFirst()
                .orElseThrow();
        return new EntryPut(
                key,
                found.session(),
                found.time(),
                found.recorded(),
                found.status(),
                found.body(),
                row.sidecars(),
                EntryPut.ANY);
    }

    /** Puts a row into the database in place of that of its entry. */
    void edit(Scope scope, EntryPut row) {
        write(database, sealed(scope), List.of(row));
    }

    void edit(Scope scope, ScopeState state) {
        write(database, sealed(scope), List.of(), new StateChange(state.name(), EntryPut.ANY, state.bytes()));
    }

    ScopeState state(Scope scope, String name) {
        return database.state(sealed(scope), new ScopeCipher(dataKey(), scope).sealState(name))
                .orElseThrow();
    }

    static EntryPut with(EntryPut row, Blob body) {
        return new EntryPut(
                row.key(),
                row.session(),
                row.time(),
                row.recorded(),
                row.status(),
                body,
                row.sidecars(),
                row.expected());
    }

    static Blob flipped(Blob blob, int at) {
        byte[] bytes = blob.toArray();
        bytes[at] ^= 1;
        return Blob.of(bytes);
    }

    static EntryScan everyVersion() {
        return EntryScan.of(Kind.EPISODE).versions(EntryScan.Versions.ALL);
    }
}
