package dev.daybook.internal.sqlite.database;

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
 * Reads the key files of earlier builds, whose keys have 128 bits. Their header is a page with magic bytes, or with a master
 * key {@value #PAGES} pages with the wrapped data key in the first and the last one. Their slots have a checksum, and are in
 * counter mode under the data key. Nothing is written: {@link KeyFile#open} puts a file of the present layout in place.
 */
final class OldKeyFile {

    static final byte[] CLEAR = "DAYBOOK keys 1\n".getBytes(StandardCharsets.US_ASCII);
    static final byte[] WRAPPED = "DAYBOOK keys 2\n".getBytes(StandardCharsets.US_ASCII);

    private static final int PAGES = 16;
    private static final int SLOT_BYTES = 32;
    private static final int SLOTS_OF_A_PAGE = KeyFile.PAGE / SLOT_BYTES;

    /** Pairs of pages that were generated at once, and lie together before their mirrors. */
    private static final int PAIRS_AT_ONCE = 8;

    private final RandomAccessFile file;
    private final @Nullable DataKey dataKey;
    private final long begin;

    private OldKeyFile(RandomAccessFile file, @Nullable DataKey dataKey) {
        this.file = file;
        this.dataKey = dataKey;
        begin = (long) (dataKey == null ? 1 : PAGES) * KeyFile.PAGE;
    }

    /**
     * Returns the keys by slot, in the form of {@link KeyFile#copyOfKeys}, or null if the file is not of an earlier build.
     *
     * @throws IOException if it has slots, and none can be read
     * @throws dev.daybook.error.StoreException if its master key is not given as the current one, or fails
     */
    static byte @Nullable [] read(RandomAccessFile file, Path path, MasterKeys masters) throws IOException {
        byte[] first = KeyFile.read(file, 0);
        if (Arrays.equals(first, Arrays.copyOf(CLEAR, KeyFile.PAGE))) {
            byte[] keys = new OldKeyFile(file, null).keys(path);
            KeyFile.warnOfClearKeys(path, masters.current());
            return keys;
        }
        byte[] valid = isWrapped(first) ? first : KeyFile.read(file, (long) (PAGES - 1) * KeyFile.PAGE);
        if (!isWrapped(valid)) {
            return null;
        }
        ByteBuffer in = ByteBuffer.wrap(valid).position(WRAPPED.length + Long.BYTES);
        DataKey dataKey = DataKey.read(in, String.valueOf(path), masters);
        dataKey.requireCurrent(path, masters);
        return new OldKeyFile(file, dataKey).keys(path);
    }

    private static boolean isWrapped(byte[] page) {
        CRC32 crc = new CRC32();
        int from = WRAPPED.length + Long.BYTES;
        crc.update(page, from, page.length - from);
        return Arrays.equals(WRAPPED, Arrays.copyOf(page, WRAPPED.length))
                && ByteBuffer.wrap(page).getLong(WRAPPED.length) == crc.getValue();
    }

    private byte[] keys(Path path) throws IOException {
        long bytesAtOnce = 2L * PAIRS_AT_ONCE * KeyFile.PAGE;
        int pairs = Math.max(0, (int) ((file.length() - begin + bytesAtOnce - 1) / bytesAtOnce)) * PAIRS_AT_ONCE;
        byte[] keys = new byte[pairs * SLOTS_OF_A_PAGE * KeyFile.OLD_KEY_BYTES];
        for (int pair = 0; pair < pairs; pair++) {
            long primary = begin + (2L * (pair - pair % PAIRS_AT_ONCE) + pair % PAIRS_AT_ONCE) * KeyFile.PAGE;
            byte[] page = decrypted(pair, KeyFile.read(file, primary));
            byte[] mirror = decrypted(pair, KeyFile.read(file, primary + (long) PAIRS_AT_ONCE * KeyFile.PAGE));
            for (int slot = pair * SLOTS_OF_A_PAGE; slot < (pair + 1) * SLOTS_OF_A_PAGE; slot++) {
                byte[] key = key(page, slot);
                byte[] valid = key == null ? key(mirror, slot) : key;
                if (valid != null) {
                    System.arraycopy(valid, 0, keys, slot * KeyFile.OLD_KEY_BYTES, KeyFile.OLD_KEY_BYTES);
                }
            }
        }
        KeyFile.requireReadable(file, path, begin, keys);
        return KeyFile.fromOldKeys(keys);
    }

    private byte[] decrypted(int pair, byte[] page) {
        return dataKey == null ? page : dataKey.decryptOld(pair, page);
    }

    private static byte @Nullable [] key(byte[] page, int slot) {
        int from = slot % SLOTS_OF_A_PAGE * SLOT_BYTES;
        byte[] key = Arrays.copyOfRange(page, from, from + KeyFile.OLD_KEY_BYTES);
        CRC32 crc = new CRC32();
        crc.update(key);
        long checksum = crc.getValue() << Integer.SIZE | slot;
        return ByteBuffer.wrap(page).getLong(from + KeyFile.OLD_KEY_BYTES) == checksum ? key : null;
    }
}
