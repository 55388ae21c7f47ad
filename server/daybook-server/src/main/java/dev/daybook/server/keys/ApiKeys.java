package dev.daybook.server.keys;

import dev.daybook.access.AccessRight;
import dev.daybook.error.StoreException;
import dev.daybook.model.Scope;
import dev.daybook.model.Space;
import dev.daybook.server.files.InterProcessLock;
import dev.daybook.server.keys.KeysFileReader.KeysState;
import dev.daybook.server.problem.NotFoundException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.OffsetDateTime;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
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

    private final Path file;
    private final Clock clock;
    private final SecureRandom random = new SecureRandom();
    private final KeysFileReader reader;

    /** Creates the keys of a data folder; the file need not exist. */
    public ApiKeys(Path folder, Clock clock) {
        this.file = folder.resolve(KeyFileCopies.NAME);
        this.clock = clock;
        this.reader = new KeysFileReader(file);
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
    public CreatedKey create(
            Space space,
            @Nullable Scope scope,
            Set<AccessRight> rights,
            KeyLimits limits,
            @Nullable OffsetDateTime expiresAt) {
        KeyGrant grant = new KeyGrant(new GrantPlace(space, scope), rights);
        CreatedKey made = made(grant.place(), List.of(grant), limits, expiresAt);
        change(register -> register.created(made.key(), made.key().createdAt(), USER));
        return made;
    }

    private CreatedKey made(
            GrantPlace home, List<KeyGrant> grants, KeyLimits limits, @Nullable OffsetDateTime expiresAt) {
        OffsetDateTime now = OffsetDateTime.now(clock);
        if (expiresAt != null && !expiresAt.isAfter(now)) {
            throw new IllegalArgumentException("expires is " + expiresAt + ", which is past; give a later time");
        }
        String id = random(ID_BYTES);
        String text = PREFIX + id + "_" + random(SECRET_BYTES);
        ApiKey key = new ApiKey(id, home, grants, limits, KeyHash.of(text), now, expiresAt, null);
        return new CreatedKey(key, text);
    }

    /** Returns all keys, including expired and revoked ones, in the order of creation. */
    public List<ApiKey> all() {
        return reader.present().undamaged().keys();
    }

    /** Returns the log of all changes of the keys, the first one first. Empty for a file that was written before it. */
    public List<KeyChange> changes() {
        return reader.present().undamaged().changes();
    }

    /**
     * Returns the first contradiction in the log of changes, or between it and the keys, if any: a change of the file
     * by another program. Records cut off at the end together with their keys are not found.
     */
    public Optional<String> contradiction() {
        return reader.present().undamaged().contradiction();
    }

    /**
     * Revokes a key at once. Idempotent.
     *
     * @throws NotFoundException if there is no such key
     */
    public ApiKey revoke(String id) {
        return change(register -> register.revoked(id, OffsetDateTime.now(clock), USER))
                .named(id);
    }

    /**
     * Replaces a key by a new one with the same grants and limits, and revokes the old one, in one step.
     *
     * @throws NotFoundException if there is no such key
     */
    public CreatedKey rotate(String id, @Nullable OffsetDateTime expiresAt) {
        AtomicReference<CreatedKey> rotated = new AtomicReference<>();
        change(register -> {
            ApiKey old = register.named(id);
            CreatedKey made = made(old.home(), old.grants(), old.limits(), expiresAt);
            rotated.set(made);
            OffsetDateTime now = made.key().createdAt();
            return register.revoked(id, now, USER).created(made.key(), now, USER);
        });
        return rotated.get();
    }

    /**
     * Gives a key a grant at once, in the place of the one that it has there. The right of the grantor is checked while no
     * key can change. Idempotent.
     *
     * @throws NotFoundException if there is no such key, or the grantor may not know of it
     * @throws dev.daybook.server.problem.ForbiddenException if the grantor lacks a right
     * @throws IllegalArgumentException if the key is revoked, has {@value ApiKey#MAX_GRANTS} grants already, has these
     *     rights by its grant of a place that covers this one, or has {@value Grantor#MAX_ADMINISTERED} grants in the places
     *     that the grantor, who is not the owner, administers
     */
    public ApiKey grant(String id, KeyGrant grant, Grantor grantor) {
        return change(register -> {
                    OffsetDateTime now = OffsetDateTime.now(clock);
                    grantor.check(register, now, id, grant.place(), grant.rights());
                    KeyRegister granted = register.granted(id, grant, now, grantor.name());
                    grantor.audit();
                    return granted;
                })
                .named(id);
    }

    /**
     * Withdraws a grant of a key at once; with its last one the key is revoked.
     *
     * @throws NotFoundException if there is no such key, it has no such grant, or the grantor may not know of it
     * @throws dev.daybook.server.problem.ForbiddenException if the grantor lacks a right
     * @throws IllegalArgumentException if the key is revoked
     */
    public ApiKey withdraw(String id, GrantPlace place, Grantor grantor) {
        return change(register -> {
                    OffsetDateTime now = OffsetDateTime.now(clock);
                    grantor.check(register, now, id, place, Set.of());
                    KeyRegister withdrawn = register.withdrawn(id, place, now, grantor.name());
                    grantor.audit();
                    return withdrawn;
                })
                .named(id);
    }

    /**
     * Returns a key by its id.
     *
     * @throws NotFoundException if there is no such key
     */
    public ApiKey named(String id) {
        return reader.present().undamaged().named(id);
    }

    /**
     * Returns the valid key with this text, if any. While the file is damaged the keys are those that were read last. Waits
     * for no change that is being made.
     *
     * @throws StoreException if the file is damaged and no state of it was ever read; retryable
     */
    public Optional<ApiKey> find(String text) {
        KeysState state = reader.present();
        if (state.damage() != null && !state.everRead()) {
            throw state.damage();
        }
        byte[] hash = KeyHash.of(text).getBytes(StandardCharsets.US_ASCII);
        OffsetDateTime now = OffsetDateTime.now(clock);
        // Compared in constant time.
        return state.register().keys().stream()
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
    public FileState state() {
        KeysState state = reader.present();
        if (state.damage() == null) {
            return FileState.GOOD;
        }
        return state.everRead() ? FileState.DAMAGED : FileState.UNREADABLE;
    }

    /**
     * Reads, changes and writes the file under the inter-process lock, so that no change of another process is lost.
     */
    @SuppressWarnings("try") // the lock is held, not used
    private KeyRegister change(UnaryOperator<KeyRegister> change) {
        try (InterProcessLock lock = InterProcessLock.of(file)) {
            KeyRegister before = reader.again().undamaged();
            KeyRegister after = change.apply(before);
            if (after != before) {
                KeysFile.write(file, after);
                reader.again();
            }
            return after;
        } catch (IOException e) {
            throw new StoreException(
                    "cannot write the keys to " + file.getFileName() + " (" + e + "); try again", e, true);
        }
    }

    private String random(int bytes) {
        byte[] secret = new byte[bytes];
        random.nextBytes(secret);
        return HexFormat.of().formatHex(secret);
    }
}
