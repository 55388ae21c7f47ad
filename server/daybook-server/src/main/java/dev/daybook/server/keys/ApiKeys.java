package dev.daybook.server.keys;

import dev.daybook.access.AccessRight;
import dev.daybook.error.StoreException;
import dev.daybook.model.Scope;
import dev.daybook.model.Space;
import dev.daybook.server.files.InterProcessLock;
import dev.daybook.server.files.OwnedFile;
import dev.daybook.server.problem.NotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.OffsetDateTime;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The keys of a data folder, and the log of their changes. A key is shown once, on creation; the file {@value KeyFileCopies#NAME} holds hashes, so
 * its reader has no key. A running server applies a change at the next request. Thread-safe.
 */
public final class ApiKeys {

    /** Lets secret scanners and people recognise a leaked key. */
    private static final String PREFIX = "daybook_";

    private static final int SECRET_BYTES = 32;
    private static final int ID_BYTES = 5;
    /** The maker of a change in its record. */
    static final String USER = System.getProperty("user.name", "");

    private static final FileTime NEVER = FileTime.fromMillis(0);

    private final Path file;
    private final Clock clock;
    private final SecureRandom random = new SecureRandom();

    private FileTime read = NEVER;
    private long readSize = -1;
    private KeyRegister register = KeyRegister.EMPTY;

    /** The reason for which the present file cannot be read; null: it was read, or there is none. */
    private @Nullable StoreException damage;

    /** True once a state of the file was read: a damaged file leaves that one in force. */
    private boolean everRead;

    /** Creates the keys of a data folder; the file need not exist. */
    public ApiKeys(Path folder, Clock clock) {
        this.file = folder.resolve(KeyFileCopies.NAME);
        this.clock = clock;
    }

    /**
     * A newly created key.
     *
     * @param text the secret that its holder sends; it cannot be recovered
     */
    public record CreatedKey(ApiKey key, String text) {}

    /**
     * Creates a key without limits.
     *
     * @throws IllegalArgumentException if the expiry is past
     */
    public CreatedKey create(
            Space space, @Nullable Scope scope, Set<AccessRight> rights, @Nullable OffsetDateTime expiresAt) {
        return create(space, scope, rights, KeyLimits.NONE, expiresAt);
    }

    /**
     * Creates a key with limits.
     *
     * @throws IllegalArgumentException if the expiry is past
     */
    public synchronized CreatedKey create(
            Space space,
            @Nullable Scope scope,
            Set<AccessRight> rights,
            KeyLimits limits,
            @Nullable OffsetDateTime expiresAt) {
        CreatedKey made = made(space, scope, rights, limits, expiresAt);
        change(register -> register.created(made.key(), made.key().createdAt(), USER));
        return made;
    }

    private CreatedKey made(
            Space space,
            @Nullable Scope scope,
            Set<AccessRight> rights,
            KeyLimits limits,
            @Nullable OffsetDateTime expiresAt) {
        OffsetDateTime now = OffsetDateTime.now(clock);
        if (expiresAt != null && !expiresAt.isAfter(now)) {
            throw new IllegalArgumentException("expires is " + expiresAt + ", which is past; give a later time");
        }
        String id = random(ID_BYTES);
        String text = PREFIX + id + "_" + random(SECRET_BYTES);
        ApiKey key = new ApiKey(id, space, scope, rights, limits, KeyHash.of(text), now, expiresAt, null);
        return new CreatedKey(key, text);
    }

    /** Returns all keys, including expired and revoked ones, in the order of creation. */
    public synchronized List<ApiKey> all() {
        refreshUndamaged();
        return register.keys();
    }

    /** Returns the log of all changes of the keys, the first one first. Empty for a file that was written before it. */
    public synchronized List<KeyChange> changes() {
        refreshUndamaged();
        return register.changes();
    }

    /**
     * Returns the first contradiction in the log of changes, or between it and the keys, if any: a change of the file
     * by another program. Records cut off at the end together with their keys are not found.
     */
    public synchronized Optional<String> contradiction() {
        refreshUndamaged();
        return register.contradiction();
    }

    /**
     * Revokes a key at once. Idempotent.
     *
     * @throws NotFoundException if there is no such key
     */
    public synchronized ApiKey revoke(String id) {
        change(register -> register.revoked(id, OffsetDateTime.now(clock), USER));
        return register.named(id);
    }

    /**
     * Replaces a key by a new one with the same rights and limits, and revokes the old one, in one step.
     *
     * @throws NotFoundException if there is no such key
     */
    public synchronized CreatedKey rotate(String id, @Nullable OffsetDateTime expiresAt) {
        refreshUndamaged();
        // The rights of a key never change, so they may be read before the lock is taken.
        ApiKey old = register.named(id);
        CreatedKey made = made(old.space(), old.scope(), old.rights(), old.limits(), expiresAt);
        OffsetDateTime now = made.key().createdAt();
        change(register -> register.revoked(id, now, USER).created(made.key(), now, USER));
        return made;
    }

    /**
     * Returns a key by its id.
     *
     * @throws NotFoundException if there is no such key
     */
    public synchronized ApiKey named(String id) {
        refreshUndamaged();
        return register.named(id);
    }

    /**
     * Returns the valid key with this text, if any. While the file is damaged the keys are those that were read last.
     *
     * @throws StoreException if the file is damaged and no state of it was ever read; retryable
     */
    public synchronized Optional<ApiKey> find(String text) {
        refresh();
        if (damage != null && !everRead) {
            throw damage;
        }
        byte[] hash = KeyHash.of(text).getBytes(StandardCharsets.US_ASCII);
        OffsetDateTime now = OffsetDateTime.now(clock);
        // Compared in constant time.
        return register.keys().stream()
                .filter(key -> MessageDigest.isEqual(hash, key.hash().getBytes(StandardCharsets.US_ASCII)))
                .filter(key -> key.isGood(now))
                .findFirst();
    }

    /** The state of the file. */
    public enum FileState {
        /** It was read, or there is none. */
        GOOD,
        /** It is damaged, or another user could have written it; the keys that were read before are in force. */
        DAMAGED,
        /** The same, and no key is known. */
        UNREADABLE
    }

    /** Returns the state of the file now. */
    public synchronized FileState state() {
        refresh();
        if (damage == null) {
            return FileState.GOOD;
        }
        return everRead ? FileState.DAMAGED : FileState.UNREADABLE;
    }

    /** As {@link #refresh}, for a caller that shows or changes the file: the keys of an earlier state are no answer. */
    private void refreshUndamaged() {
        refresh();
        if (damage != null) {
            throw damage;
        }
    }

    /** Reads the file if it has changed. A damaged one changes no key; it is logged once. */
    private void refresh() {
        try {
            if (!Files.exists(file)) {
                accept(KeyRegister.EMPTY, NEVER, -1);
                everRead = false;
                return;
            }
            FileTime changed = Files.getLastModifiedTime(file);
            long size = Files.size(file);
            if (damage != null || !changed.equals(read) || size != readSize) {
                read = changed;
                readSize = size;
                OwnedFile.require(file);
                accept(KeysFile.read(Files.readString(file)), changed, size);
            }
        } catch (IOException | IllegalArgumentException e) {
            reject(e);
        }
    }

    private void accept(KeyRegister present, FileTime changed, long size) {
        register = present;
        read = changed;
        readSize = size;
        damage = null;
        everRead = true;
    }

    /** The cause may quote the file, so it is for the log and for commands, and not part of an answer to a stranger. */
    private void reject(Exception cause) {
        boolean isNew = damage == null;
        damage = new StoreException(
                "the API keys cannot be read: " + file.getFileName()
                        + " is damaged, or others may write it; 'daybook doctor' names the cause; correct it, restore the"
                        + " file from a backup made with --keys, or delete it and create keys again",
                cause,
                true);
        if (isNew) {
            System.getLogger(ApiKeys.class.getName())
                    .log(
                            System.Logger.Level.ERROR,
                            file + " cannot be read (" + cause.getMessage() + "); "
                                    + (everRead ? "the keys that were read before stay in force" : "no key is accepted")
                                    + " until it is restored or deleted");
        }
    }

    /**
     * Reads, changes and writes the file under the inter-process lock, so that no change of another process is lost.
     */
    @SuppressWarnings("try") // the lock is held, not used
    private void change(UnaryOperator<KeyRegister> change) {
        try (InterProcessLock lock = InterProcessLock.of(file)) {
            read = NEVER;
            refreshUndamaged();
            KeysFile.write(file, change.apply(register));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write the keys to " + file.getFileName() + ": " + e.getMessage(), e);
        }
        read = NEVER;
        refreshUndamaged();
    }

    private String random(int bytes) {
        byte[] secret = new byte[bytes];
        random.nextBytes(secret);
        return HexFormat.of().formatHex(secret);
    }
}
