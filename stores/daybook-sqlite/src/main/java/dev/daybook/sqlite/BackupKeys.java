package dev.daybook.sqlite;

import dev.daybook.internal.sqlite.database.DataKey;
import dev.daybook.spi.MasterKey;
import dev.daybook.spi.MasterKeys;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/**
 * The encryption keys at the end of a backup. A backup is one file: the database, the keys of all slots, and a trailer that
 * tells their length. SQLite takes its size from the header of the database and ignores what follows.
 */
final class BackupKeys {

    private static final byte[] MAGIC = "DAYKEYS1".getBytes(StandardCharsets.US_ASCII);

    /** The keys are encrypted with a data key, whose wrapped form stands before them. */
    private static final byte[] WRAPPED = "DAYKEYS2".getBytes(StandardCharsets.US_ASCII);

    /** Length of the keys, their checksum, and the magic bytes. */
    private static final int TRAILER = 3 * Long.BYTES;

    private BackupKeys() {}

    static void append(Path backup, byte[] keys, @Nullable MasterKey master) throws IOException {
        byte[] stored = master == null ? keys : wrapped(keys, DataKey.create(master));
        ByteBuffer out = ByteBuffer.allocate(stored.length + TRAILER);
        out.put(stored)
                .putLong(stored.length)
                .putLong(checksum(stored))
                .put(master == null ? MAGIC : WRAPPED)
                .flip();
        try (FileChannel channel = FileChannel.open(backup, StandardOpenOption.WRITE, StandardOpenOption.APPEND)) {
            while (out.hasRemaining()) {
                channel.write(out);
            }
        }
    }

    private static byte[] wrapped(byte[] keys, DataKey dataKey) {
        byte[] serialized = dataKey.serialized();
        return ByteBuffer.allocate(serialized.length + keys.length)
                .put(serialized)
                .put(dataKey.apply(0, keys))
                .array();
    }

    /** Returns whether a file ends with keys. */
    static boolean areIn(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            if (channel.size() < TRAILER) {
                return false;
            }
            ByteBuffer magic = read(channel, channel.size() - MAGIC.length, MAGIC.length);
            return magic.equals(ByteBuffer.wrap(MAGIC)) || magic.equals(ByteBuffer.wrap(WRAPPED));
        }
    }

    /**
     * Reads the keys of a copied backup and cuts them off the copy.
     *
     * @param backup names the backup in messages
     * @return the keys, or null if the file ends with none, as backups of layout 1 do
     * @throws IOException if the keys are damaged
     * @throws dev.daybook.error.StoreException if the master key of the backup is not given, or fails
     */
    static byte @Nullable [] detach(Path backup, Path copy, MasterKeys masters) throws IOException {
        try (FileChannel channel = FileChannel.open(copy, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            if (channel.size() < TRAILER) {
                return null;
            }
            ByteBuffer trailer = read(channel, channel.size() - TRAILER, TRAILER);
            long length = trailer.getLong();
            long checksum = trailer.getLong();
            boolean wrapped = trailer.equals(ByteBuffer.wrap(WRAPPED));
            if (!wrapped && !trailer.equals(ByteBuffer.wrap(MAGIC))) {
                return null;
            }
            long begin = channel.size() - TRAILER - length;
            if (length < 0 || begin < 0 || length > Integer.MAX_VALUE) {
                throw new IOException("its encryption keys are damaged");
            }
            byte[] keys = read(channel, begin, (int) length).array();
            if (checksum(keys) != checksum) {
                throw new IOException("its encryption keys are damaged");
            }
            byte[] plain = wrapped ? unwrapped(keys, "the backup " + backup, masters) : keys;
            channel.truncate(begin);
            return plain;
        }
    }

    private static byte[] unwrapped(byte[] stored, String what, MasterKeys masters) {
        ByteBuffer in = ByteBuffer.wrap(stored);
        DataKey dataKey = DataKey.read(in, what, masters);
        byte[] keys = new byte[in.remaining()];
        in.get(keys);
        return dataKey.apply(0, keys);
    }

    private static ByteBuffer read(FileChannel channel, long at, int length) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(length);
        while (bytes.hasRemaining()) {
            if (channel.read(bytes, at + bytes.position()) < 0) {
                throw new EOFException("it ends early");
            }
        }
        return bytes.flip();
    }

    private static long checksum(byte[] keys) {
        CRC32 crc = new CRC32();
        crc.update(keys);
        return crc.getValue();
    }
}
