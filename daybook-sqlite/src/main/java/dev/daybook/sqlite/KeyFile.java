package dev.daybook.sqlite;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/**
 * The file with the encryption keys of the records. To erase records, their keys are overwritten here (crypto-shredding):
 * this takes the same time in a store of any size, and the records in the database, its log and its free pages become
 * unreadable together.
 *
 * <p>The file is a header page and pages of key slots, each with a mirror in another place, so that a damaged page loses no
 * key. A slot is the key, its checksum, or zeros once erased. Keys are generated in advance, so that a write that begins to
 * use one needs no second flush. Thread-safe.
 */
final class KeyFile implements AutoCloseable {

    static final int KEY_BYTES = 16;

    private static final String PREFIX = "encryption-keys-";

    /** Not a copy under another name that an operator put beside it. */
    private static final Pattern OURS =
            Pattern.compile(PREFIX + "[0-9a-f]{16}(" + Pattern.quote(DatabaseBackup.UNFINISHED) + ")?");

    private static final byte[] MAGIC = "DAYBOOK keys 1\n".getBytes(StandardCharsets.US_ASCII);
    private static final int PAGE = 4096;
    private static final int SLOT_BYTES = 32;
    private static final int SLOTS_OF_A_PAGE = PAGE / SLOT_BYTES;

    /** Pairs of pages generated at once: 1,024 keys in 64 KB. */
    private static final int PAIRS_AT_ONCE = 8;

    private static final SecureRandom RANDOM = new SecureRandom();

    private final Path path;

    /** Not a channel, which an interrupt of the calling thread would close. */
    private final RandomAccessFile file;

    /** The keys of all slots, {@value #KEY_BYTES} bytes each; zeros for an erased one. */
    private volatile byte[] keys;

    private KeyFile(Path path, RandomAccessFile file, byte[] keys) {
        this.path = path;
        this.file = file;
        this.keys = keys;
    }

    static Path path(Path folder, String id) {
        return folder.resolve(PREFIX + id);
    }

    static boolean isKeyFile(Path file) {
        return file.getFileName().toString().startsWith(PREFIX);
    }

    /** Deletes the key files of a folder that do not belong to its database: of a replaced store, or of an interrupted creation. */
    static void deleteOthers(Path folder, String id) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.filter(KeyFile::isKeyFile).toList()) {
                if (!file.equals(path(folder, id))
                        && OURS.matcher(file.getFileName().toString()).matches()) {
                    Files.delete(file);
                }
            }
        }
    }

    /** Creates a file with the first keys; it is durable and complete, or not there. */
    static KeyFile create(Path folder, String id) throws IOException {
        return create(folder, id, randomKeys());
    }

    private static byte[] randomKeys() {
        byte[] keys = new byte[PAIRS_AT_ONCE * SLOTS_OF_A_PAGE * KEY_BYTES];
        RANDOM.nextBytes(keys);
        return keys;
    }

    /** Creates a file with the keys of a backup; a slot of zeros stays erased. */
    static KeyFile create(Path folder, String id, byte[] keys) throws IOException {
        Path unfinished = folder.resolve(PREFIX + id + DatabaseBackup.UNFINISHED);
        Files.deleteIfExists(unfinished);
        PrivateFolder.createPrivateFile(unfinished);
        try (KeyFile created = new KeyFile(unfinished, open(unfinished), keys)) {
            created.write(0, Arrays.copyOf(MAGIC, PAGE));
            for (int pair = 0; pair < created.pairs(); pair++) {
                created.writePair(pair);
            }
        }
        DatabaseBackup.putInPlace(unfinished, path(folder, id));
        return open(folder, id);
    }

    /**
     * Opens a file and repairs damaged pages from their mirrors.
     *
     * @throws IOException if it is missing or no key file
     */
    static KeyFile open(Path folder, String id) throws IOException {
        Path path = path(folder, id);
        RandomAccessFile file = open(path);
        boolean done = false;
        try {
            long bytesAtOnce = 2L * PAIRS_AT_ONCE * PAGE;
            // After an interrupted growth the missing keys count as erased, and are never used.
            int pairs = Math.max(0, (int) ((file.length() - PAGE + bytesAtOnce - 1) / bytesAtOnce)) * PAIRS_AT_ONCE;
            KeyFile keys = new KeyFile(path, file, new byte[pairs * SLOTS_OF_A_PAGE * KEY_BYTES]);
            for (int pair = 0; pair < pairs; pair++) {
                keys.load(pair);
            }
            // A damaged header alone costs nothing.
            if (isErased(keys.keys) && !Arrays.equals(MAGIC, Arrays.copyOf(keys.read(0), MAGIC.length))) {
                throw new IOException(path + " holds no encryption keys");
            }
            done = true;
            return keys;
        } finally {
            if (!done) {
                file.close();
            }
        }
    }

    private static RandomAccessFile open(Path path) throws IOException {
        if (!Files.exists(path)) {
            throw new NoSuchFileException(path.toString());
        }
        return new RandomAccessFile(path.toFile(), "rw");
    }

    private void load(int pair) throws IOException {
        byte[] page = read(primary(pair));
        byte[] mirror = read(mirror(pair));
        boolean damaged = false;
        for (int i = 0; i < SLOTS_OF_A_PAGE; i++) {
            int slot = pair * SLOTS_OF_A_PAGE + i;
            byte[] key = key(page, slot);
            byte[] copy = key(mirror, slot);
            damaged |= !Arrays.equals(key, copy);
            byte[] valid = key == null ? copy : key;
            if (valid != null) {
                System.arraycopy(valid, 0, keys, slot * KEY_BYTES, KEY_BYTES);
            }
        }
        if (damaged) {
            writePair(pair);
            flush();
        }
    }

    /** Returns the key in a slot of a page, or null if it is erased or damaged. */
    private static byte @Nullable [] key(byte[] page, int slot) {
        int from = slot % SLOTS_OF_A_PAGE * SLOT_BYTES;
        byte[] key = Arrays.copyOfRange(page, from, from + KEY_BYTES);
        return !isErased(key) && ByteBuffer.wrap(page).getLong(from + KEY_BYTES) == checksum(slot, key) ? key : null;
    }

    private static boolean isErased(byte[] key) {
        for (byte each : key) {
            if (each != 0) {
                return false;
            }
        }
        return true;
    }

    private static long checksum(int slot, byte[] key) {
        CRC32 crc = new CRC32();
        crc.update(key);
        return crc.getValue() << 32 | slot;
    }

    /** Returns a page, with zeros behind the end of the file. */
    private byte[] read(long at) throws IOException {
        byte[] page = new byte[PAGE];
        file.seek(at);
        int filled = 0;
        for (int read = file.read(page); read > 0; read = file.read(page, filled, PAGE - filled)) {
            filled += read;
        }
        return page;
    }

    private void write(long at, byte[] bytes) throws IOException {
        file.seek(at);
        file.write(bytes);
    }

    private void flush() throws IOException {
        file.getFD().sync();
    }

    /** The pages generated at once lie together, and behind them their mirrors: a lost region must not take both. */
    private static long primary(int pair) {
        return PAGE + (2L * (pair - pair % PAIRS_AT_ONCE) + pair % PAIRS_AT_ONCE) * PAGE;
    }

    private static long mirror(int pair) {
        return primary(pair) + (long) PAIRS_AT_ONCE * PAGE;
    }

    private int pairs() {
        return keys.length / KEY_BYTES / SLOTS_OF_A_PAGE;
    }

    private void writePair(int pair) throws IOException {
        ByteBuffer page = ByteBuffer.allocate(PAGE);
        for (int i = 0; i < SLOTS_OF_A_PAGE; i++) {
            int slot = pair * SLOTS_OF_A_PAGE + i;
            byte[] key = Arrays.copyOfRange(keys, slot * KEY_BYTES, (slot + 1) * KEY_BYTES);
            if (!isErased(key)) {
                page.position(i * SLOT_BYTES).put(key).putLong(checksum(slot, key));
            }
        }
        write(primary(pair), page.array());
        write(mirror(pair), page.array());
    }

    private void grow() throws IOException {
        int before = pairs();
        byte[] fresh = randomKeys();
        byte[] all = Arrays.copyOf(keys, keys.length + fresh.length);
        System.arraycopy(fresh, 0, all, keys.length, fresh.length);
        byte[] old = keys;
        keys = all;
        boolean done = false;
        try {
            for (int pair = before; pair < pairs(); pair++) {
                writePair(pair);
            }
            flush();
            done = true;
        } finally {
            if (!done) {
                keys = old;
            }
        }
    }

    /**
     * Makes sure that a slot has a durable key.
     *
     * @throws dev.daybook.data.StoreException if the file cannot grow; nothing was changed
     */
    synchronized void require(int slot) {
        try {
            while (slot >= keys.length / KEY_BYTES) {
                grow();
            }
        } catch (IOException e) {
            throw PrivateFolder.failure("a new encryption key cannot be written to " + path, path, e);
        }
    }

    /** Returns the key of a slot, or null if it is erased or was never there. */
    byte @Nullable [] key(int slot) {
        byte[] all = keys;
        if (slot < 0 || slot >= all.length / KEY_BYTES) {
            return null;
        }
        byte[] key = Arrays.copyOfRange(all, slot * KEY_BYTES, (slot + 1) * KEY_BYTES);
        return isErased(key) ? null : key;
    }

    /** Overwrites the keys of some slots; on return they are gone from the file, and no reader gets one any more. Idempotent. */
    synchronized void erase(Collection<Integer> slots) throws IOException {
        List<Integer> there = slots.stream().filter(slot -> key(slot) != null).toList();
        for (int slot : slots) {
            int pair = slot / SLOTS_OF_A_PAGE;
            int from = slot % SLOTS_OF_A_PAGE * SLOT_BYTES;
            if (pair < pairs()) {
                write(primary(pair) + from, new byte[SLOT_BYTES]);
                write(mirror(pair) + from, new byte[SLOT_BYTES]);
            }
        }
        flush();
        // A reader copies a key without a lock, so it must never see a part of one.
        byte[] left = keys.clone();
        for (int slot : there) {
            Arrays.fill(left, slot * KEY_BYTES, (slot + 1) * KEY_BYTES, (byte) 0);
        }
        keys = left;
    }

    /** Returns the number of slots. */
    int slots() {
        return keys.length / KEY_BYTES;
    }

    /** Returns the keys of all slots, for a backup. */
    byte[] copyOfKeys() {
        return keys.clone();
    }

    /** Copies the key of a slot between arrays as of {@link #copyOfKeys}; returns false if it is erased. */
    static boolean copyKey(int slot, byte[] from, byte[] to) {
        int at = slot * KEY_BYTES;
        if (at + KEY_BYTES > from.length || isErased(Arrays.copyOfRange(from, at, at + KEY_BYTES))) {
            return false;
        }
        System.arraycopy(from, at, to, at, KEY_BYTES);
        return true;
    }

    Path path() {
        return path;
    }

    @Override
    public synchronized void close() throws IOException {
        file.close();
    }
}
