package dev.daybook.server.keys;

import dev.daybook.data.Scope;
import dev.daybook.data.Space;
import dev.daybook.data.Trust;
import dev.daybook.server.files.InterProcessLock;
import dev.daybook.server.problem.NotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The keys of a data folder. A key is shown once, on creation; the file {@value KeyFileCopies#NAME} holds hashes, so
 * its reader has no key. A running server applies a change at the next request. Thread-safe.
 */
public final class ApiKeys {

    /** Lets secret scanners and people recognise a leaked key. */
    private static final String PREFIX = "daybook_";

    private static final int SECRET_BYTES = 32;
    private static final int ID_BYTES = 5;
    private static final FileTime NEVER = FileTime.fromMillis(0);

    private final Path file;
    private final Clock clock;
    private final SecureRandom random = new SecureRandom();

    private FileTime read = NEVER;
    private long readSize = -1;
    private List<ApiKey> keys = List.of();

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
     * Creates a key.
     *
     * @throws IllegalArgumentException if the expiry is past
     */
    public synchronized CreatedKey create(
            Space space, @Nullable Scope scope, Set<AccessRight> rights, @Nullable OffsetDateTime expiresAt) {
        return create(space, scope, rights, null, expiresAt);
    }

    /**
     * Creates a key with an upper limit for the trust of its entries.
     *
     * @param trust null: no limit
     * @throws IllegalArgumentException if the expiry is past
     */
    public synchronized CreatedKey create(
            Space space,
            @Nullable Scope scope,
            Set<AccessRight> rights,
            @Nullable Trust trust,
            @Nullable OffsetDateTime expiresAt) {
        CreatedKey made = made(space, scope, rights, trust, expiresAt);
        change(all -> with(all, made.key()));
        return made;
    }

    private CreatedKey made(
            Space space,
            @Nullable Scope scope,
            Set<AccessRight> rights,
            @Nullable Trust trust,
            @Nullable OffsetDateTime expiresAt) {
        OffsetDateTime now = OffsetDateTime.now(clock);
        if (expiresAt != null && !expiresAt.isAfter(now)) {
            throw new IllegalArgumentException("expires is " + expiresAt + ", which is past; give a later time");
        }
        String id = random(ID_BYTES);
        String text = PREFIX + id + "_" + random(SECRET_BYTES);
        return new CreatedKey(new ApiKey(id, space, scope, rights, trust, hash(text), now, expiresAt, null), text);
    }

    /** Returns all keys, including expired and revoked ones, in the order of creation. */
    public synchronized List<ApiKey> all() {
        refresh();
        return keys;
    }

    /**
     * Revokes a key at once. Idempotent.
     *
     * @throws NotFoundException if there is no such key
     */
    public synchronized ApiKey revoke(String id) {
        change(all -> revoked(all, id));
        return named(keys, id);
    }

    /**
     * Replaces a key by a new one with the same rights, and revokes the old one, in one step.
     *
     * @throws NotFoundException if there is no such key
     */
    public synchronized CreatedKey rotate(String id, @Nullable OffsetDateTime expiresAt) {
        // The rights of a key never change, so they may be read before the lock is taken.
        ApiKey old = named(all(), id);
        CreatedKey made = made(old.space(), old.scope(), old.rights(), old.trust(), expiresAt);
        change(all -> with(revoked(all, id), made.key()));
        return made;
    }

    /** Returns the valid key with this text, if any. */
    public synchronized Optional<ApiKey> find(String text) {
        byte[] hash = hash(text).getBytes(StandardCharsets.US_ASCII);
        OffsetDateTime now = OffsetDateTime.now(clock);
        // Compared in constant time.
        return all().stream()
                .filter(key -> MessageDigest.isEqual(hash, key.hash().getBytes(StandardCharsets.US_ASCII)))
                .filter(key -> key.isGood(now))
                .findFirst();
    }

    private static ApiKey named(List<ApiKey> all, String id) {
        return all.stream()
                .filter(key -> key.id().equals(id))
                .findFirst()
                .orElseThrow(
                        () -> new NotFoundException("key '" + id + "' does not exist; 'daybook key list' shows all"));
    }

    private static List<ApiKey> with(List<ApiKey> all, ApiKey made) {
        List<ApiKey> more = new ArrayList<>(all);
        more.add(made);
        return more;
    }

    private List<ApiKey> revoked(List<ApiKey> all, String id) {
        ApiKey revoked = named(all, id).revoked(OffsetDateTime.now(clock));
        return all.stream().map(key -> key.id().equals(id) ? revoked : key).toList();
    }

    private void refresh() {
        try {
            if (!Files.exists(file)) {
                keys = List.of();
                readSize = -1;
                return;
            }
            FileTime changed = Files.getLastModifiedTime(file);
            long size = Files.size(file);
            if (!changed.equals(read) || size != readSize) {
                keys = KeysFile.read(Files.readString(file));
                read = changed;
                readSize = size;
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read the keys in " + file.getFileName() + ": " + e.getMessage(), e);
        }
    }

    /**
     * Reads, changes and writes the file under the inter-process lock, so that no change of another process is lost.
     */
    @SuppressWarnings("try") // the lock is held, not used
    private void change(UnaryOperator<List<ApiKey>> change) {
        try (InterProcessLock lock = InterProcessLock.of(file)) {
            read = NEVER;
            KeysFile.write(file, change.apply(all()));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write the keys to " + file.getFileName() + ": " + e.getMessage(), e);
        }
        read = NEVER;
        refresh();
    }

    private String random(int bytes) {
        byte[] secret = new byte[bytes];
        random.nextBytes(secret);
        return HexFormat.of().formatHex(secret);
    }

    private static String hash(String text) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("this Java has no SHA-256, which every Java must have", e);
        }
    }
}
