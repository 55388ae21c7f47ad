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
import org.jspecify.annotations.Nullable;

/**
 * The file with the encryption keys of the records. To erase records, their keys are overwritten here (crypto-shredding):
 * this takes the same time in a store of any size, and the records in the database, its log and its free pages become
 * unreadable together.
 *
 * <p>The file is a {@link KeyFileHeader} and pages of key slots, each with a mirror in another place, so that a damaged page
 * loses no key. A slot is a key in its {@link KeySlotFormat}, or zeros once erased. Keys are generated in advance, so that a
 * write that begins to use one needs no second flush. Thread-safe.
 *
 * <p>With a master key the slots are sealed with a {@link DataKey}, which the header has in its wrapped form. A rotation of
 * the master key writes only the header again. A file of an earlier build is replaced by one of this layout with the same
 * keys: a key keeps its length, which tells how its records are encrypted.
 */
public final class KeyFile implements AutoCloseable {

    static final int KEY_BYTES = 32;

    /** The length of the keys of earlier builds. */
    public static final int OLD_KEY_BYTES = 16;

    /** A form and a key. */
    static final int VALUE_BYTES = 1 + KEY_BYTES;

    /** The forms of a key: zero stands for none. */
    private static final byte OLD_KEY = 1;

    private static final byte KEY = 2;

    /** Of the key of a store that an earlier build wrote to. */
    private static final byte KEY_OF_OLD_STORE = 3;

    private static final String PREFIX = "encryption-keys-";

    /** Not a copy under another name that an operator put beside it. */
    private static final Pattern OURS = Pattern.compile(PREFIX + "[0-9a-f]{16}(" + Pattern.quote(UnfinishedFile.SUFFIX)
            + "|" + Pattern.quote(ReplacedKeyFile.SUFFIX) + ")?");

    static final int PAGE = 4096;
    private static final int SLOTS_OF_A_PAGE = PAGE / KeySlotFormat.SLOT_BYTES;

    /** Bytes in memory. */
    private static final int VALUES_OF_A_PAGE = SLOTS_OF_A_PAGE * VALUE_BYTES;

    /** Pairs of pages generated at once: 512 keys in 64 KB. */
    private static final int PAIRS_AT_ONCE = 8;

    private static final SecureRandom RANDOM = new SecureRandom();

    private final Path path;
    private final KeyFileHeader header;
    private final KeySlotFormat format;

    /** Not a channel, which an interrupt of the calling thread would close. */
    private final RandomAccessFile file;

    /**
     * The keys by page, {@value #VALUE_BYTES} bytes each; zeros for an erased one. A page in use is replaced and never
     * changed: a reader copies a key without a lock, and must not see a part of one.
     */
    private volatile byte[][] pages;

    private KeyFile(Path path, RandomAccessFile file, KeyFileHeader header, byte[][] pages) {
        this.path = path;
        this.file = file;
        this.header = header;
        format = header.slots();
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
        byte[] keys = new byte[PAIRS_AT_ONCE * VALUES_OF_A_PAGE];
        for (int at = 0; at < keys.length; at += VALUE_BYTES) {
            putNew(KEY, keys, at);
        }
        return create(folder, id, keys, masters);
    }

    private static void putNew(byte form, byte[] keys, int at) {
        byte[] key = new byte[KEY_BYTES];
        RANDOM.nextBytes(key);
        keys[at] = form;
        System.arraycopy(key, 0, keys, at + 1, KEY_BYTES);
    }

    /** Creates a file with the keys of a backup, as of {@link #copyOfKeys}; a slot of zeros stays erased. */
    public static KeyFile create(Path folder, String id, byte[] keys, MasterKeys masters) throws IOException {
        writeUnfinished(folder, id, keys, masters.current());
        UnfinishedFile.putInPlace(unfinished(folder, id), path(folder, id));
        return open(folder, id, masters);
    }

    /** Returns keys of an earlier build, {@value #OLD_KEY_BYTES} bytes each, in the form of {@link #copyOfKeys}. */
    public static byte[] fromOldKeys(byte[] old) {
        int atOnce = PAIRS_AT_ONCE * SLOTS_OF_A_PAGE;
        int slots = Math.max(1, (old.length / OLD_KEY_BYTES + atOnce - 1) / atOnce) * atOnce;
        byte[] keys = new byte[slots * VALUE_BYTES];
        putNew(KEY_OF_OLD_STORE, keys, 0);
        for (int slot = 1; slot < old.length / OLD_KEY_BYTES; slot++) {
            byte[] key = Arrays.copyOfRange(old, slot * OLD_KEY_BYTES, (slot + 1) * OLD_KEY_BYTES);
            if (!isErased(key)) {
                keys[slot * VALUE_BYTES] = OLD_KEY;
                System.arraycopy(key, 0, keys, slot * VALUE_BYTES + 1, OLD_KEY_BYTES);
            }
        }
        return keys;
    }

    private static Path unfinished(Path folder, String id) {
        return folder.resolve(PREFIX + id + UnfinishedFile.SUFFIX);
    }

    private static void writeUnfinished(Path folder, String id, byte[] keys, @Nullable MasterKey master)
            throws IOException {
        KeyFileHeader header = KeyFileHeader.create(id, Arrays.copyOf(keys, VALUE_BYTES), master);
        Path unfinished = unfinished(folder, id);
        Files.deleteIfExists(unfinished);
        PrivateFolder.createPrivateFile(unfinished);
        byte[][] pages = new byte[keys.length / VALUES_OF_A_PAGE][];
        for (int pair = 0; pair < pages.length; pair++) {
            pages[pair] = Arrays.copyOfRange(keys, pair * VALUES_OF_A_PAGE, (pair + 1) * VALUES_OF_A_PAGE);
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
     * @throws IOException if it is missing, or no key file whose header can be read; it was not changed
     * @throws dev.daybook.error.StoreException if its master key is not given, or fails; it was not changed
     */
    public static KeyFile open(Path folder, String id, MasterKeys masters) throws IOException {
        Path path = path(folder, id);
        byte[] old = oldKeys(path, masters);
        if (old != null) {
            replace(folder, id, old, masters);
            return open(folder, id, masters);
        }
        KeyFile keys = openAsItIs(path, id, masters);
        if (keys.header.isWrapped() || masters.current() == null) {
            try {
                new ReplacedKeyFile(path).overwrite();
            } catch (IOException e) {
                keys.close();
                throw e;
            }
            return keys;
        }
        warnOfClearKeys(path, masters.current());
        try (keys) {
            replace(folder, id, keys.copyOfKeys(), masters);
        }
        return open(folder, id, masters);
    }

    /** Logs that keys in clear get their first master key, if there is one. */
    public static void warnOfClearKeys(Path path, @Nullable MasterKey master) {
        if (master != null) {
            System.getLogger(KeyFile.class.getName())
                    .log(
                            System.Logger.Level.WARNING,
                            "the encryption keys in {0} had no master key; they are wrapped by {1} from now on, and"
                                    + " whoever could write to that file before may have written its records",
                            path,
                            master.id());
        }
    }

    private static byte @Nullable [] oldKeys(Path path, MasterKeys masters) throws IOException {
        try (RandomAccessFile file = open(path)) {
            return OldKeyFile.read(file, path, masters);
        }
    }

    private static void replace(Path folder, String id, byte[] keys, MasterKeys masters) throws IOException {
        Path path = path(folder, id);
        writeUnfinished(folder, id, keys, masters.current());
        ReplacedKeyFile replaced = new ReplacedKeyFile(path);
        // Of an earlier replacement, before its second name is used again.
        replaced.overwrite();
        replaced.keep();
        UnfinishedFile.putInPlace(unfinished(folder, id), path);
    }

    private static KeyFile openAsItIs(Path path, String id, MasterKeys masters) throws IOException {
        RandomAccessFile file = open(path);
        boolean done = false;
        try {
            KeyFileHeader header = KeyFileHeader.read(file, path, id, masters);
            long bytesAtOnce = 2L * PAIRS_AT_ONCE * PAGE;
            // After an interrupted growth the missing keys count as erased, and are never used.
            int pairs = Math.max(0, (int) ((file.length() - KeyFileHeader.LENGTH + bytesAtOnce - 1) / bytesAtOnce))
                    * PAIRS_AT_ONCE;
            KeyFile keys = new KeyFile(path, file, header, new byte[pairs][VALUES_OF_A_PAGE]);
            for (int pair = 0; pair < pairs; pair++) {
                keys.load(pair);
            }
            requireReadable(file, path, KeyFileHeader.LENGTH, keys.pages);
            done = true;
            return keys;
        } finally {
            if (!done) {
                file.close();
            }
        }
    }

    /**
     * Refuses a file with slots of which none can be read: its header is not theirs. It must not be replaced by a file
     * without keys.
     *
     * @param keys those that were read from the slots. The first slot counts: a file may hold no other key
     */
    static void requireReadable(RandomAccessFile file, Path path, long begin, byte[]... keys) throws IOException {
        for (byte[] each : keys) {
            if (!isErased(each)) {
                return;
            }
        }
        for (long at = begin; at < file.length(); at += PAGE) {
            if (!isErased(read(file, at))) {
                throw new IOException(path + " holds no encryption keys that its header can read; put the file back"
                        + " from a copy, or restore a backup");
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
        byte[] page = read(file, primary(pair));
        byte[] mirror = read(file, mirror(pair));
        boolean damaged = false;
        for (int i = 0; i < SLOTS_OF_A_PAGE; i++) {
            int slot = pair * SLOTS_OF_A_PAGE + i;
            byte[] key = format.decode(slot, slotIn(page, slot));
            boolean same = Arrays.equals(slotIn(page, slot), slotIn(mirror, slot));
            byte[] copy = same ? key : format.decode(slot, slotIn(mirror, slot));
            damaged |= !Arrays.equals(key, copy);
            byte[] valid = key == null ? copy : key;
            if (valid != null) {
                System.arraycopy(valid, 0, pages[pair], i * VALUE_BYTES, VALUE_BYTES);
            }
        }
        if (damaged) {
            writePair(pair);
            flush();
        }
    }

    private static byte[] slotIn(byte[] page, int slot) {
        int from = slot % SLOTS_OF_A_PAGE * KeySlotFormat.SLOT_BYTES;
        return Arrays.copyOfRange(page, from, from + KeySlotFormat.SLOT_BYTES);
    }

    static boolean isErased(byte[] key) {
        for (byte each : key) {
            if (each != 0) {
                return false;
            }
        }
        return true;
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
        return KeyFileHeader.LENGTH + (2L * (pair - pair % PAIRS_AT_ONCE) + pair % PAIRS_AT_ONCE) * PAGE;
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
            byte[] value = valueIn(pages[pair], slot);
            // An erased slot is zeros, also with a master key.
            if (!isErased(value)) {
                page.position(i * KeySlotFormat.SLOT_BYTES).put(format.encode(slot, value));
            }
        }
        write(primary(pair), page.array());
        write(mirror(pair), page.array());
    }

    private static byte[] valueIn(byte[] page, int slot) {
        int from = slot % SLOTS_OF_A_PAGE * VALUE_BYTES;
        return Arrays.copyOfRange(page, from, from + VALUE_BYTES);
    }

    private void grow() throws IOException {
        byte[][] old = pages;
        byte[][] all = Arrays.copyOf(old, old.length + PAIRS_AT_ONCE);
        for (int pair = old.length; pair < all.length; pair++) {
            all[pair] = new byte[VALUES_OF_A_PAGE];
            for (int at = 0; at < VALUES_OF_A_PAGE; at += VALUE_BYTES) {
                putNew(KEY, all[pair], at);
            }
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

    /** Returns the key of a slot, of 32 bytes or of an earlier build 16; null if it is erased or was never there. */
    public byte @Nullable [] key(int slot) {
        byte[][] all = pages;
        if (slot < 0 || slot >= all.length * SLOTS_OF_A_PAGE) {
            return null;
        }
        byte[] page = all[slot / SLOTS_OF_A_PAGE];
        int at = slot % SLOTS_OF_A_PAGE * VALUE_BYTES;
        int length = length(page[at]);
        return length == 0 ? null : Arrays.copyOfRange(page, at + 1, at + 1 + length);
    }

    /** Returns the bytes of the key of a slot, without a copy of the key; 0 if it is erased or was never there. */
    int keyBytes(int slot) {
        byte[][] all = pages;
        return slot < 0 || slot >= all.length * SLOTS_OF_A_PAGE
                ? 0
                : length(all[slot / SLOTS_OF_A_PAGE][slot % SLOTS_OF_A_PAGE * VALUE_BYTES]);
    }

    private static int length(byte form) {
        return switch (form) {
            case KEY, KEY_OF_OLD_STORE -> KEY_BYTES;
            case OLD_KEY -> OLD_KEY_BYTES;
            default -> 0;
        };
    }

    /** Returns the key that authenticates what is in clear; it is never erased. */
    byte[] storeKey() {
        return header.storeKey();
    }

    /** Returns whether an earlier build wrote to the store, whose checksums have no key. */
    public boolean isOfEarlierBuild() {
        return header.form() == KEY_OF_OLD_STORE;
    }

    /** Returns whether a damaged copy of the header was written again when the file was opened. */
    public boolean isHeaderRepaired() {
        return header.isRepaired();
    }

    /** Overwrites the keys of some slots; on return they are gone from the file, and no reader gets one any more. Idempotent. */
    public synchronized void erase(Collection<Integer> slots) throws IOException {
        List<Integer> there = slots.stream().filter(slot -> key(slot) != null).toList();
        for (int slot : slots) {
            int pair = slot / SLOTS_OF_A_PAGE;
            int from = slot % SLOTS_OF_A_PAGE * KeySlotFormat.SLOT_BYTES;
            if (pair < pairs()) {
                write(primary(pair) + from, new byte[KeySlotFormat.SLOT_BYTES]);
                write(mirror(pair) + from, new byte[KeySlotFormat.SLOT_BYTES]);
            }
        }
        flush();
        byte[][] left = pages.clone();
        for (int slot : there) {
            byte[] page = left[slot / SLOTS_OF_A_PAGE].clone();
            int from = slot % SLOTS_OF_A_PAGE * VALUE_BYTES;
            Arrays.fill(page, from, from + VALUE_BYTES, (byte) 0);
            left[slot / SLOTS_OF_A_PAGE] = page;
        }
        pages = left;
    }

    /** Returns the number of slots. */
    public int slots() {
        return pages.length * SLOTS_OF_A_PAGE;
    }

    /** Returns the keys of all slots, {@value #VALUE_BYTES} bytes each, and in place of the first the key of the store. */
    public byte[] copyOfKeys() {
        byte[][] all = pages;
        // A file that is cut off in its header has no page.
        byte[] keys = new byte[Math.max(VALUE_BYTES, all.length * VALUES_OF_A_PAGE)];
        for (int pair = 0; pair < all.length; pair++) {
            System.arraycopy(all[pair], 0, keys, pair * VALUES_OF_A_PAGE, VALUES_OF_A_PAGE);
        }
        System.arraycopy(header.storeValue(), 0, keys, 0, VALUE_BYTES);
        return keys;
    }

    /** Copies the key of a slot between arrays as of {@link #copyOfKeys}; returns false if it is erased. */
    public static boolean copyKey(int slot, byte[] from, byte[] to) {
        int at = slot * VALUE_BYTES;
        if (at + VALUE_BYTES > from.length || isErased(Arrays.copyOfRange(from, at, at + VALUE_BYTES))) {
            return false;
        }
        System.arraycopy(from, at, to, at, VALUE_BYTES);
        return true;
    }

    Path path() {
        return path;
    }

    /** Returns the id in the name of the file. */
    public String id() {
        return header.id();
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
