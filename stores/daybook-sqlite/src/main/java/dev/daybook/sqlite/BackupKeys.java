package dev.daybook.sqlite;

import dev.daybook.internal.sqlite.database.DataKey;
import dev.daybook.internal.sqlite.database.KeyFile;
import dev.daybook.spi.MasterKey;
import dev.daybook.spi.MasterKeys;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/**
 * The encryption keys at the end of a backup. A backup is one file: the database, the keys of all slots, and a trailer that
 * tells their length and form. SQLite takes its size from the header of the database and ignores what follows. With a master
 * key the keys are sealed with a data key for the store that was backed up; its wrapped form stands before them.
 */
final class BackupKeys {

    /** The forms differ in many bits, so that a flipped one makes no other form. */
    private static final byte[] CLEAR = magic("DbKeys3c");

    private static final byte[] SEALED = magic("SEALKEYS");

    /** Of earlier builds: keys of 128 bits, in clear or in counter mode. */
    private static final byte[] OLD_CLEAR = magic("DAYKEYS1");

    private static final byte[] OLD_WRAPPED = magic("DAYKEYS2");

    private static final List<byte[]> FORMS = List.of(CLEAR, SEALED, OLD_CLEAR, OLD_WRAPPED);

    /** Length of the keys, their checksum, and the magic bytes. */
    private static final int TRAILER = 3 * Long.BYTES;

    private final byte[] form;
    private final byte[] stored;

    private BackupKeys(byte[] form, byte[] stored) {
        this.form = form;
        this.stored = stored;
    }

    private static byte[] magic(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    /**
     * Appends keys to a copy of a database.
     *
     * @param id the id of the key file that the database names
     */
    static void append(Path backup, String id, byte[] keys, @Nullable MasterKey master) throws IOException {
        byte[] stored = master == null ? keys : sealed(id, keys, DataKey.create(master));
        ByteBuffer out = ByteBuffer.allocate(stored.length + TRAILER);
        out.put(stored)
                .putLong(stored.length)
                .putLong(checksum(stored))
                .put(master == null ? CLEAR : SEALED)
                .flip();
        try (FileChannel channel = FileChannel.open(backup, StandardOpenOption.WRITE, StandardOpenOption.APPEND)) {
            while (out.hasRemaining()) {
                channel.write(out);
            }
        }
    }

    private static byte[] sealed(String id, byte[] keys, DataKey dataKey) {
        byte[] serialized = dataKey.serialized();
        byte[] sealed = dataKey.seal(context(id), keys);
        return ByteBuffer.allocate(serialized.length + sealed.length)
                .put(serialized)
                .put(sealed)
                .array();
    }

    private static byte[] context(String id) {
        return ("backup of " + id).getBytes(StandardCharsets.UTF_8);
    }

    /** Returns whether a file ends with keys. */
    static boolean areIn(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            return channel.size() >= TRAILER
                    && form(read(channel, channel.size() - CLEAR.length, CLEAR.length)) != null;
        }
    }

    private static byte @Nullable [] form(ByteBuffer magic) {
        for (byte[] form : FORMS) {
            if (magic.equals(ByteBuffer.wrap(form))) {
                return form;
            }
        }
        return null;
    }

    /**
     * Cuts the keys off the copy of a backup.
     *
     * @return the keys, or null if the file ends with none, as backups of layout 1 do
     * @throws IOException if the keys are damaged
     */
    static @Nullable BackupKeys detach(Path copy) throws IOException {
        try (FileChannel channel = FileChannel.open(copy, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            if (channel.size() < TRAILER) {
                return null;
            }
            ByteBuffer trailer = read(channel, channel.size() - TRAILER, TRAILER);
            long length = trailer.getLong();
            long checksum = trailer.getLong();
            byte[] form = form(trailer);
            if (form == null) {
                return null;
            }
            long begin = channel.size() - TRAILER - length;
            if (length < 0 || begin < 0 || length > Integer.MAX_VALUE) {
                throw new IOException("its encryption keys are damaged");
            }
            byte[] stored = read(channel, begin, (int) length).array();
            if (checksum(stored) != checksum) {
                throw new IOException("its encryption keys are damaged");
            }
            channel.truncate(begin);
            return new BackupKeys(form, stored);
        }
    }

    /**
     * Returns the keys in the form of {@link KeyFile#copyOfKeys}.
     *
     * @param what names the backup in messages
     * @param id the id of the key file that its database names
     * @throws IOException if the keys are not those that were written for this database
     * @throws dev.daybook.error.StoreException if the master key of the backup is not given, or fails
     */
    byte[] keys(String what, String id, MasterKeys masters) throws IOException {
        if (form == CLEAR) {
            return stored;
        }
        if (form == OLD_CLEAR) {
            return KeyFile.fromOldKeys(stored);
        }
        ByteBuffer in = ByteBuffer.wrap(stored);
        DataKey dataKey = DataKey.read(in, what, masters);
        byte[] rest = new byte[in.remaining()];
        in.get(rest);
        if (form == OLD_WRAPPED) {
            return KeyFile.fromOldKeys(dataKey.decryptOld(0, rest));
        }
        byte[] keys = dataKey.open(context(id), rest);
        if (keys == null) {
            throw new IOException("its encryption keys are not those that were written for its database");
        }
        return keys;
    }

    /** Returns whether the keys are in the backup as they are. */
    boolean areClear() {
        return form == CLEAR || form == OLD_CLEAR;
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
