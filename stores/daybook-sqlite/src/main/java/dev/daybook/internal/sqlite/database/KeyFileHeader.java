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
 * The header of a {@link KeyFile}. Without a master key it is a page with magic bytes. With one it is {@value #PAGES} pages,
 * of which the first and the last have the wrapped data key with a checksum: a lost region must not take both.
 */
final class KeyFileHeader {

    private static final byte[] MAGIC = "DAYBOOK keys 1\n".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] WRAPPED = "DAYBOOK keys 2\n".getBytes(StandardCharsets.US_ASCII);
    private static final int PAGES = 16;
    private static final long COPY_AT = (long) (PAGES - 1) * KeyFile.PAGE;

    private final @Nullable DataKey dataKey;
    private final boolean present;

    private KeyFileHeader(@Nullable DataKey dataKey, boolean present) {
        this.dataKey = dataKey;
        this.present = present;
    }

    static KeyFileHeader create(@Nullable MasterKey master) {
        return new KeyFileHeader(master == null ? null : DataKey.create(master), true);
    }

    /** Reads the header, repairs it from its copy, and wraps the data key by the current master key if another one does. */
    static KeyFileHeader read(RandomAccessFile file, Path path, MasterKeys masters) throws IOException {
        byte[] first = KeyFile.read(file, 0);
        byte[] copy = KeyFile.read(file, COPY_AT);
        byte[] valid = isValid(first) ? first : copy;
        if (!isValid(valid)) {
            return new KeyFileHeader(null, beginsWith(first, MAGIC));
        }
        DataKey key = DataKey.read(
                ByteBuffer.wrap(valid).position(WRAPPED.length + Long.BYTES), String.valueOf(path), masters);
        MasterKey current = masters.current();
        if (current == null) {
            throw new StoreException("the encryption keys of " + path + " are wrapped by the master key "
                    + key.masterKey() + "; give it as the current master key");
        }
        boolean rotated = !key.masterKey().equals(current.id());
        KeyFileHeader header = new KeyFileHeader(rotated ? key.under(current) : key, true);
        if (rotated || !Arrays.equals(first, copy)) {
            header.write(file);
        }
        return header;
    }

    private static boolean beginsWith(byte[] page, byte[] magic) {
        return Arrays.equals(magic, Arrays.copyOf(page, magic.length));
    }

    private static boolean isValid(byte[] page) {
        return beginsWith(page, WRAPPED) && ByteBuffer.wrap(page).getLong(WRAPPED.length) == checksum(page);
    }

    private static long checksum(byte[] page) {
        CRC32 crc = new CRC32();
        int from = WRAPPED.length + Long.BYTES;
        crc.update(page, from, page.length - from);
        return crc.getValue();
    }

    /** Writes the header durably, one copy after the other: a power cut damages one of them at most. */
    void write(RandomAccessFile file) throws IOException {
        if (dataKey == null) {
            write(file, 0, Arrays.copyOf(MAGIC, KeyFile.PAGE));
            return;
        }
        byte[] page = Arrays.copyOf(WRAPPED, KeyFile.PAGE);
        ByteBuffer.wrap(page).position(WRAPPED.length + Long.BYTES).put(dataKey.serialized());
        ByteBuffer.wrap(page).putLong(WRAPPED.length, checksum(page));
        write(file, COPY_AT, page);
        write(file, 0, page);
    }

    private static void write(RandomAccessFile file, long at, byte[] page) throws IOException {
        file.seek(at);
        file.write(page);
        file.getFD().sync();
    }

    boolean isPresent() {
        return present;
    }

    boolean isWrapped() {
        return dataKey != null;
    }

    @Nullable
    String masterKey() {
        return dataKey == null ? null : dataKey.masterKey();
    }

    /** Returns the bytes before the first page of slots. */
    long length() {
        return (long) (dataKey == null ? 1 : PAGES) * KeyFile.PAGE;
    }

    /** Encrypts or decrypts a page of slots; a slot has one key at most in the life of a file. */
    byte[] apply(int pair, byte[] page) {
        return dataKey == null ? page : dataKey.apply(pair, page);
    }
}
