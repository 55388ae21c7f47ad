package dev.daybook.internal.encryption;

import dev.daybook.error.ConflictException;
import dev.daybook.error.StoreException;
import dev.daybook.internal.codec.HmacSha256;
import dev.daybook.model.Scope;
import dev.daybook.model.Space;
import dev.daybook.spi.MasterKey;
import dev.daybook.spi.MasterKeys;
import dev.daybook.store.Blob;
import dev.daybook.store.CopyableStore;
import dev.daybook.store.ScopeState;
import dev.daybook.store.StateChange;
import dev.daybook.store.WriteBatch;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;

/**
 * The data key of a database: a state in a space of its own, wrapped by the master key. It is written only if it is not
 * there, and replaced only in the version that was read, so that daybooks that open the database at once have one key.
 */
final class DatabaseKey {

    /** No caller of an encrypted store reaches it. */
    static final Scope PLACE = new Scope.Anonymous(new Space("daybook:encryption"));

    private static final String STATE = "encryption/key";
    private static final byte FORMAT = 1;

    /** Each one fails only if another process wrote the key meanwhile. */
    private static final int ATTEMPTS = 10;

    private final CopyableStore rows;
    private final DatabaseLayout layout;
    private final MasterKeys masters;
    private final String what;

    /** @param what the store in messages */
    DatabaseKey(CopyableStore rows, DatabaseLayout layout, MasterKeys masters, String what) {
        this.rows = rows;
        this.layout = layout;
        this.masters = masters;
        this.what = what;
    }

    /**
     * Refuses an encrypted database.
     *
     * @throws StoreException if there is a key; the message names its master key
     */
    void requireNone() {
        Optional<ScopeState> kept = rows.state(PLACE, STATE);
        if (kept.isPresent()) {
            // Fails with the id of the master key unless that is the key of backups.
            read(kept.get()).requireCurrent(what, masters);
        }
    }

    /**
     * Returns the key, which is created in an empty database and wrapped again if the previous master key wrapped it.
     *
     * @throws ClearContentsException if there is no key, and the database is not empty
     * @throws StoreException if its master key was not given or fails, or the key is damaged
     */
    WrappedKey open() {
        MasterKey current = Objects.requireNonNull(masters.current());
        for (int attempt = 1; attempt <= ATTEMPTS; attempt++) {
            Optional<ScopeState> kept = rows.state(PLACE, STATE);
            if (kept.isEmpty() && layout.isUsedOutside(PLACE.space())) {
                requireKeyNow();
                continue;
            }
            WrappedKey key = kept.map(this::read).orElseGet(() -> WrappedKey.create(current));
            // Before the key, so that no older version writes in clear beside records of it.
            layout.markEncrypted();
            boolean isWritten = kept.isPresent() && key.masterKey().equals(current.id());
            if (isWritten) {
                return key;
            }
            WrappedKey written = kept.isPresent() ? key.under(current) : key;
            if (write(written, kept.map(ScopeState::version).orElse(0L))) {
                return written;
            }
        }
        throw new StoreException(
                "the wrapped key of " + what + " is being changed by other processes; open the store again",
                null,
                true);
    }

    /**
     * Returns the key as it is, unwrapped by any of the master keys; nothing is written.
     *
     * @return empty if the database has none
     * @throws StoreException if its master key was not given or fails, or the key is damaged
     */
    Optional<WrappedKey> find() {
        return rows.state(PLACE, STATE).map(this::read);
    }

    /** Another process may have written the key, and then records, since the key was looked for. */
    private void requireKeyNow() {
        if (rows.state(PLACE, STATE).isEmpty()) {
            throw new ClearContentsException("a master key is given, but " + what
                    + " has contents in clear, if only audit entries of erased scopes, or its wrapped key was removed;"
                    + " copy it with `daybook copy` into an empty database, which is then encrypted, or unset the"
                    + " master key");
        }
    }

    /** Returns false if the state has another version. */
    private boolean write(WrappedKey key, long expected) {
        byte[] serialized = key.serialized();
        byte[] proof = proof(key).seal(new ContextFields("proof").bytes(), new byte[0]);
        Blob bytes = Blob.of(ByteBuffer.allocate(1 + serialized.length + proof.length)
                .put(FORMAT)
                .put(serialized)
                .put(proof)
                .array());
        try {
            rows.write(new WriteBatch(
                    PLACE,
                    "encryption-" + UUID.randomUUID(),
                    List.of(),
                    List.of(),
                    List.of(new StateChange(STATE, expected, bytes)),
                    null));
            return true;
        } catch (ConflictException other) {
            return false;
        }
    }

    private WrappedKey read(ScopeState state) {
        ByteBuffer in = state.bytes().read();
        if (!in.hasRemaining() || in.get() != FORMAT) {
            throw new StoreException("the wrapped key of " + what
                    + " is damaged or of a newer version; restore a backup, or use a newer version of Daybook");
        }
        WrappedKey key = WrappedKey.read(in, what, masters);
        byte[] sealed = new byte[in.remaining()];
        in.get(sealed);
        if (proof(key).open(new ContextFields("proof").bytes(), sealed) == null) {
            throw new StoreException("the master key " + key.masterKey() + " unwraps the key of " + what
                    + " to another one, or the wrapped key is damaged; give the master key that wrapped it, or restore"
                    + " a backup");
        }
        return key;
    }

    private static AesGcm proof(WrappedKey key) {
        return new AesGcm(HmacSha256.of(key.key(), new ContextFields("proof").bytes()));
    }
}
