package dev.daybook.internal.sqlite.database;

import dev.daybook.error.StoreException;
import dev.daybook.spi.MasterKey;
import dev.daybook.spi.MasterKeys;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/**
 * The header of a {@link KeyFile}: {@value #PAGES} pages, of which the first and the last have its content, because a lost
 * region must not take both. The content is the form of the slots and the key of the store, and with a master key the
 * wrapped data key, which seals the key of the store together with all before it. A checksum covers the whole page. A page
 * that is not of this or an earlier layout, bit for bit, is refused before anything is written.
 */
final class KeyFileHeader {

    /** Differs from the one of the earlier layouts in many bits, so that a flipped one makes no header of theirs. */
    static final byte[] MAGIC = "Daybook encryption keys\n".getBytes(StandardCharsets.US_ASCII);

    private static final int PAGES = 16;
    static final long LENGTH = (long) PAGES * KeyFile.PAGE;
    private static final long COPY_AT = LENGTH - KeyFile.PAGE;

    private static final int FORM_AT = MAGIC.length + Long.BYTES;
    private static final int VALUE_AT = FORM_AT + 1;

    /** The two forms of slots differ in all bits. */
    private static final byte CLEAR = 0x35;

    private static final byte SEALED = ~CLEAR;

    private final String id;
    private final @Nullable DataKey dataKey;

    /** The form and the key of the store. */
    private final byte[] storeValue;

    private final boolean repaired;

    private KeyFileHeader(String id, @Nullable DataKey dataKey, byte[] storeValue, boolean repaired) {
        this.id = id;
        this.dataKey = dataKey;
        this.storeValue = storeValue;
        this.repaired = repaired;
    }

    static KeyFileHeader create(String id, byte[] storeValue, @Nullable MasterKey master) {
        return new KeyFileHeader(id, master == null ? null : DataKey.create(master), storeValue, false);
    }

    /**
     * Reads the header, repairs it from its copy, and wraps the data key by the current master key if another one does.
     *
     * @throws IOException if both copies are damaged or of another layout; nothing was written
     * @throws StoreException if the master key is not given or fails, or the header is that of another file; nothing was
     *     written
     */
    static KeyFileHeader read(RandomAccessFile file, Path path, String id, MasterKeys masters) throws IOException {
        byte[] first = KeyFile.read(file, 0);
        byte[] copy = KeyFile.read(file, COPY_AT);
        byte[] valid = isValid(first) ? first : copy;
        if (!isValid(valid)) {
            throw new IOException(path + " holds no encryption keys that this version can read: its header is damaged,"
                    + " or of a newer version; put the file back from a copy, or restore a backup");
        }
        boolean repaired = !isValid(first) || !isValid(copy);
        KeyFileHeader header = valid[FORM_AT] == SEALED
                ? sealed(valid, path, id, masters, repaired)
                : new KeyFileHeader(
                        id, null, Arrays.copyOfRange(valid, VALUE_AT, VALUE_AT + KeyFile.VALUE_BYTES), repaired);
        KeyFileHeader wanted = header.under(masters.current());
        if (wanted != header) {
            wanted.write(file);
        } else if (!Arrays.equals(first, copy)) {
            write(file, valid);
        }
        return wanted;
    }

    private static KeyFileHeader sealed(byte[] page, Path path, String id, MasterKeys masters, boolean repaired) {
        ByteBuffer in = ByteBuffer.wrap(page).position(VALUE_AT);
        DataKey key = DataKey.read(in, String.valueOf(path), masters);
        int end = in.position();
        byte[] sealed = new byte[Math.min(DataKey.SEAL_BYTES + KeyFile.VALUE_BYTES, in.remaining())];
        in.get(sealed);
        byte[] storeValue = key.open(context(id, page, end), sealed);
        if (storeValue == null) {
            throw new StoreException("the header of " + path
                    + " is not the one that was written to it; put the file back from a copy, or restore a backup");
        }
        key.requireCurrent(path, masters);
        return new KeyFileHeader(id, key, storeValue, repaired);
    }

    /** Returns the header with its data key wrapped by a master key; itself if it is wrapped by it, or in clear. */
    private KeyFileHeader under(@Nullable MasterKey master) {
        return dataKey == null || master == null || dataKey.masterKey().equals(master.id())
                ? this
                : new KeyFileHeader(id, dataKey.under(master), storeValue, repaired);
    }

    /** The name of the file is part of it, so that the header of another file is refused. */
    private static byte[] context(String id, byte[] page, int end) {
        byte[] name = id.getBytes(StandardCharsets.UTF_8);
        return ByteBuffer.allocate(name.length + end - FORM_AT)
                .put(name)
                .put(page, FORM_AT, end - FORM_AT)
                .array();
    }

    private static boolean isValid(byte[] page) {
        boolean known = page[FORM_AT] == CLEAR || page[FORM_AT] == SEALED;
        return known
                && Arrays.equals(MAGIC, Arrays.copyOf(page, MAGIC.length))
                && ByteBuffer.wrap(page).getLong(MAGIC.length) == checksum(page);
    }

    private static long checksum(byte[] page) {
        CRC32 crc = new CRC32();
        crc.update(page, FORM_AT, page.length - FORM_AT);
        return crc.getValue();
    }

    /** Writes the header durably, one copy after the other: a power cut damages one of them at most. */
    void write(RandomAccessFile file) throws IOException {
        byte[] page = Arrays.copyOf(MAGIC, KeyFile.PAGE);
        page[FORM_AT] = dataKey == null ? CLEAR : SEALED;
        ByteBuffer content = ByteBuffer.wrap(page).position(VALUE_AT);
        if (dataKey == null) {
            content.put(storeValue);
        } else {
            content.put(dataKey.serialized());
            content.put(dataKey.seal(context(id, page, content.position()), storeValue));
        }
        ByteBuffer.wrap(page).putLong(MAGIC.length, checksum(page));
        write(file, page);
    }

    private static void write(RandomAccessFile file, byte[] page) throws IOException {
        write(file, COPY_AT, page);
        write(file, 0, page);
    }

    private static void write(RandomAccessFile file, long at, byte[] page) throws IOException {
        file.seek(at);
        file.write(page);
        file.getFD().sync();
    }

    boolean isWrapped() {
        return dataKey != null;
    }

    /** Returns whether a damaged copy of the header was written again. */
    boolean isRepaired() {
        return repaired;
    }

    @Nullable
    String masterKey() {
        return dataKey == null ? null : dataKey.masterKey();
    }

    String id() {
        return id;
    }

    byte form() {
        return storeValue[0];
    }

    byte[] storeKey() {
        return Arrays.copyOfRange(storeValue, 1, storeValue.length);
    }

    byte[] storeValue() {
        return storeValue.clone();
    }

    KeySlotFormat slots() {
        return new KeySlotFormat(id, dataKey);
    }
}
