package dev.daybook.spi;

import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The master keys of a store.
 *
 * @param current wraps the data key of the store; null: the encryption keys lie unwrapped in the
 *     data folder, the records in the database of a server in clear
 * @param previous the key before a rotation: what it wrapped is read, and wrapped by the current one; null: none
 * @param backup wraps the data keys of backups; null: the current one
 */
public record MasterKeys(
        @Nullable MasterKey current,
        @Nullable MasterKey previous,
        @Nullable MasterKey backup) {

    /** No master key. */
    public static final MasterKeys NONE = new MasterKeys(null, null, null);

    private static final int MAX_ID = 200;

    /** @throws IllegalArgumentException if there is a previous key and no current one, or an id is blank or too long */
    public MasterKeys {
        if (previous != null && current == null) {
            throw new IllegalArgumentException("previous is " + previous.id()
                    + ", but there is no current master key; give the one that replaces it");
        }
        Stream.of(Optional.ofNullable(current), Optional.ofNullable(previous), Optional.ofNullable(backup))
                .flatMap(Optional::stream)
                .forEach(MasterKeys::requireId);
    }

    private static void requireId(MasterKey key) {
        String id = Objects.requireNonNull(key.id(), "id() of a master key");
        if (id.isBlank() || id.length() > MAX_ID) {
            throw new IllegalArgumentException("the id of a master key has " + id.length()
                    + " characters or is blank; give 1 to " + MAX_ID + " that name it");
        }
    }

    /** Returns the key that wraps the data keys of backups, or null. */
    public @Nullable MasterKey ofBackups() {
        return backup == null ? current : backup;
    }

    /** Returns the key with an id. */
    public Optional<MasterKey> find(String id) {
        return Stream.of(Optional.ofNullable(current), Optional.ofNullable(previous), Optional.ofNullable(backup))
                .flatMap(Optional::stream)
                .filter(key -> key.id().equals(id))
                .findFirst();
    }
}
