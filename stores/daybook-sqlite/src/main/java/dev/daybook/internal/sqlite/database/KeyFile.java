package dev.daybook.internal.sqlite.database;

import dev.daybook.spi.MasterKey;
import dev.daybook.spi.MasterKeys;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
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
 *
 * <p>With a master key the slots are encrypted with a {@link DataKey}, which the header has in its wrapped form. A rotation
 * of the master key writes only the header again.
 */
public final class KeyFile implements AutoCloseable {

    static final int KEY_BYTES = 16;

    private static final String PREFIX = "encryption-keys-";

    /** Not a copy under another name that an operator put beside it. */
    private static final Pattern OURS = Pattern.compile(PREFIX + "[0-9a-f]{16}(" + Pattern.quote(UnfinishedFile.SUFFIX)
            + "|" + Pattern.quote(UnwrappedFile.SUFFIX) + ")?");

    static final int PAGE = 4096;
    private static final int SLOT_BYTES = 32;
    private static final int SLOTS_OF_A_PAGE = PAGE / SLOT_BYTES;

    /** Bytes in memory. */
    private static final int KEYS_OF_A_PAGE = SLOTS_OF_A_PAGE * KEY_BYTES;

    /** Pairs of pages generated at once: 1,024 keys in 64 KB. */
    private static final int PAIRS_AT_ONCE = 8;

    private static final SecureRandom RANDOM = new SecureRandom();

    private final Path path;
    private final KeyFileHeader header;

    /** Not a channel, which an interrupt of the calling thread would close. */
    private final RandomAccessFile file;

    /**
     * The keys by page, {@value #KEY_BYTES} bytes each; zeros for an erased one. A page in use is replaced and never
     * changed: a reader copies a key without a lock, and must not see a part of one.
     */
    private volatile byte[][] pages;

    private KeyFile(Path path, RandomAccessFile file, KeyFileHeader header, byte[][] pages) {
        this.path = path;
        this.file = file;
        this.header = header;
        this.pages = pages;
    }

    public static Path path(Path folder, String id) {
        return folder.resolve(PREFIX + id);
    }

    public static boolean isKeyFile(Path file) {
        return file.getFileName().toString().startsWith(PREFIX);
    }

    /** Deletes the key files of a folder that do not belong to its database: of a replaced store, or of an interrupted creation. */
    public static void deleteOthers(Path folder, String id) throws IOException {
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
    public static KeyFile create(Path folder, String id, MasterKeys masters) throws IOException {
        byte[] keys = new byte[PAIRS_AT_ONCE * KEYS_OF_A_PAGE];
        RANDOM.nextBytes(keys);
        return create(folder, id, keys, masters);
    }

    /** Creates a file with the keys of a backup; a slot of zeros stays erased. */
    public static KeyFile create(Path folder, String id, byte[] keys, MasterKeys masters) throws IOException {
        writeUnfinished(folder, id, keys, masters.current());
        UnfinishedFile.putInPlace(unfinished(folder, id), path(folder, id));
        return open(folder, id, masters);
    }

    private static Path unfinished(Path folder, String id) {
        return folder.resolve(PREFIX + id + UnfinishedFile.SUFFIX);
    }

    private static void writeUnfinished(Path folder, String id, byte[] keys, @Nullable MasterKey master)
            throws IOException {
        KeyFileHeader header = KeyFileHeader.create(master);
        Path unfinished = unfinished(folder, id);
        Files.deleteIfExists(unfinished);
        PrivateFolder.createPrivateFile(unfinished);
        byte[][] pages = new byte[keys.length / KEYS_OF_A_PAGE][];
        for (int pair = 0; pair < pages.length; pair++) {
            pages[pair] = Arrays.copyOfRange(keys, pair * KEYS_OF_A_PAGE, (pair + 1) * KEYS_OF_A_PAGE);
        }
        try (KeyFile created = new KeyFile(unfinished, open(unfinished), header, pages)) {
            header.write(created.file);
            for (int pair = 0; pair < created.pairs(); pair++) {
                created.writePair(pair);
            }
        }
    }

    /**
     * Opens a file and repairs damaged pages from their mirrors. What a previous master key wrapped is wrapped by the
     * current one; a file without a master key gets the current one.
     *
     * @throws IOException if it is missing or no key file
     * @throws dev.daybook.error.StoreException if its master key is not given, or fails
     */
    public static KeyFile open(Path folder, String id, MasterKeys masters) throws IOException {
        Path path = path(folder, id);
        KeyFile keys = openAsItIs(path, masters);
        if (keys.header.isWrapped() || masters.current() == null) {
            if (keys.header.isWrapped()) {
                new UnwrappedFile(path).overwrite();
            }
            return keys;
        }
        try (keys) {
            writeUnfinished(folder, id, keys.copyOfKeys(), masters.current());
        }
        new UnwrappedFile(path).keep();
        UnfinishedFile.putInPlace(unfinished(folder, id), path);
        return open(folder, id, masters);
    }

    private static KeyFile openAsItIs(Path path, MasterKeys masters) throws IOException {
        RandomAccessFile file = open(path);
        boolean done = false;
        try {
            KeyFileHeader header = KeyFileHeader.read(file, path, masters);
            long bytesAtOnce = 2L * PAIRS_AT_ONCE * PAGE;
            // After an interrupted growth the missing keys count as erased, and are never used.
            int pairs = Math.max(0, (int) ((file.length() - header.length() + bytesAtOnce - 1) / bytesAtOnce))
                    * PAIRS_AT_ONCE;
            KeyFile keys = new KeyFile(path, file, header, new byte[pairs][KEYS_OF_A_PAGE]);
            for (int pair = 0; pair < pairs; pair++) {
                keys.load(pair);
            }
            // A damaged header alone costs nothing.
            if (isErased(keys.copyOfKeys()) && !header.isPresent()) {
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
        byte[] page = header.apply(pair, read(file, primary(pair)));
        byte[] mirror = header.apply(pair, read(file, mirror(pair)));
        boolean damaged = false;
        for (int i = 0; i < SLOTS_OF_A_PAGE; i++) {
            int slot = pair * SLOTS_OF_A_PAGE + i;
            byte[] key = key(page, slot);
            byte[] copy = key(mirror, slot);
            damaged |= !Arrays.equals(key, copy);
            byte[] valid = key == null ? copy : key;
            if (valid != null) {
                System.arraycopy(valid, 0, pages[pair], i * KEY_BYTES, KEY_BYTES);
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
    static byte[] read(RandomAccessFile file, long at) throws IOException {
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
    private long primary(int pair) {
        return header.length() + (2L * (pair - pair % PAIRS_AT_ONCE) + pair % PAIRS_AT_ONCE) * PAGE;
    }

    private long mirror(int pair) {
        return primary(pair) + (long) PAIRS_AT_ONCE * PAGE;
    }

    private int pairs() {
        return pages.length;
    }

    private void writePair(int pair) throws IOException {
        ByteBuffer page = ByteBuffer.allocate(PAGE);
        for (int i = 0; i < SLOTS_OF_A_PAGE; i++) {
            int slot = pair * SLOTS_OF_A_PAGE + i;
            byte[] key = keyIn(pages[pair], slot);
            if (!isErased(key)) {
                page.position(i * SLOT_BYTES).put(key).putLong(checksum(slot, key));
            }
        }
        byte[] stored = header.apply(pair, page.array());
        for (int slot = pair * SLOTS_OF_A_PAGE; slot < (pair + 1) * SLOTS_OF_A_PAGE; slot++) {
            // The encrypted zeros of an erased slot would decrypt its former bytes in an older copy of the file.
            if (isErased(keyIn(pages[pair], slot))) {
                int from = slot % SLOTS_OF_A_PAGE * SLOT_BYTES;
                Arrays.fill(stored, from, from + SLOT_BYTES, (byte) 0);
            }
        }
        write(primary(pair), stored);
        write(mirror(pair), stored);
    }

    private static byte[] keyIn(byte[] page, int slot) {
        int from = slot % SLOTS_OF_A_PAGE * KEY_BYTES;
        return Arrays.copyOfRange(page, from, from + KEY_BYTES);
    }

    private void grow() throws IOException {
        byte[][] old = pages;
        byte[][] all = Arrays.copyOf(old, old.length + PAIRS_AT_ONCE);
        for (int pair = old.length; pair < all.length; pair++) {
            all[pair] = new byte[KEYS_OF_A_PAGE];
            RANDOM.nextBytes(all[pair]);
        }
        pages = all;
        boolean done = false;
        try {
            for (int pair = old.length; pair < all.length; pair++) {
                writePair(pair);
            }
            flush();
            done = true;
        } finally {
            if (!done) {
                pages = old;
            }
        }
    }

    /**
     * Makes sure that a slot has a durable key.
     *
     * @throws dev.daybook.error.StoreException if the file cannot grow; nothing was changed
     */
    synchronized void require(int slot) {
        try {
            while (slot >= slots()) {
                grow();
            }
        } catch (IOException e) {
            throw PrivateFolder.failure("a new encryption key cannot be written to " + path, path, e);
        }
    }

    /** Returns the key of a slot, or null if it is erased or was never there. */
    public byte @Nullable [] key(int slot) {
        byte[][] all = pages;
        if (slot < 0 || slot >= all.length * SLOTS_OF_A_PAGE) {
            return null;
        }
        byte[] key = keyIn(all[slot / SLOTS_OF_A_PAGE], slot);
        return isErased(key) ? null : key;
    }

    /** Overwrites the keys of some slots; on return they are gone from the file, and no reader gets one any more. Idempotent. */
    public synchronized void erase(Collection<Integer> slots) throws IOException {
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
        byte[][] left = pages.clone();
        for (int slot : there) {
            byte[] page = left[slot / SLOTS_OF_A_PAGE].clone();
            int from = slot % SLOTS_OF_A_PAGE * KEY_BYTES;
            Arrays.fill(page, from, from + KEY_BYTES, (byte) 0);
            left[slot / SLOTS_OF_A_PAGE] = page;
        }
        pages = left;
    }

    /** Returns the number of slots. */
    public int slots() {
        return pages.length * SLOTS_OF_A_PAGE;
    }

    /** Returns the keys of all slots, for a backup. */
    public byte[] copyOfKeys() {
        byte[][] all = pages;
        byte[] keys = new byte[all.length * KEYS_OF_A_PAGE];
        for (int pair = 0; pair < all.length; pair++) {
            System.arraycopy(all[pair], 0, keys, pair * KEYS_OF_A_PAGE, KEYS_OF_A_PAGE);
        }
        return keys;
    }

    /** Copies the key of a slot between arrays as of {@link #copyOfKeys}; returns false if it is erased. */
    public static boolean copyKey(int slot, byte[] from, byte[] to) {
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

    /** Returns the id of the master key that wraps the keys, or null. */
    public @Nullable String masterKey() {
        return header.masterKey();
    }

    @Override
    public synchronized void close() throws IOException {
        file.close();
    }
}
