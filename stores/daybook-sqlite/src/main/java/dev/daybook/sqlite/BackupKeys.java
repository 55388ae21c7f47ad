package dev.daybook.sqlite;

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

    /** Length of the keys, their checksum, and the magic bytes. */
    private static final int TRAILER = 3 * Long.BYTES;

    private BackupKeys() {}

    static void append(Path backup, byte[] keys) throws IOException {
        ByteBuffer out = ByteBuffer.allocate(keys.length + TRAILER);
        out.put(keys).putLong(keys.length).putLong(checksum(keys)).put(MAGIC).flip();
        try (FileChannel channel = FileChannel.open(backup, StandardOpenOption.WRITE, StandardOpenOption.APPEND)) {
            while (out.hasRemaining()) {
                channel.write(out);
            }
        }
    }

    /** Returns whether a file ends with keys. */
    static boolean areIn(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            return channel.size() >= TRAILER
                    && read(channel, channel.size() - MAGIC.length, MAGIC.length)
                            .equals(ByteBuffer.wrap(MAGIC));
        }
    }

    /**
     * Reads the keys of a copied backup and cuts them off the copy.
     *
     * @return the keys, or null if the file ends with none, as backups of layout 1 do
     * @throws IOException if the keys are damaged
     */
    static byte @Nullable [] detach(Path copy) throws IOException {
        try (FileChannel channel = FileChannel.open(copy, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            if (channel.size() < TRAILER) {
                return null;
            }
            ByteBuffer trailer = read(channel, channel.size() - TRAILER, TRAILER);
            long length = trailer.getLong();
            long checksum = trailer.getLong();
            if (!trailer.equals(ByteBuffer.wrap(MAGIC))) {
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
            channel.truncate(begin);
            return keys;
        }
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
