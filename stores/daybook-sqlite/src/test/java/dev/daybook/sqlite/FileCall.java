package dev.daybook.sqlite;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A call that changed a file, in a trace of {@code file-calls.c}.
 *
 * @param offset of the data in the file; of a truncation the new length
 * @param data of a write; of a rename the new path
 */
record FileCall(Kind kind, String path, long offset, byte[] data) {

    private static final int HEAD_BYTES = 24;

    /** Kinds in the order of their numbers in {@code file-calls.c}. */
    enum Kind {
        WRITE,
        SYNC,
        TRUNCATE,
        READ,
        CREATE,
        UNLINK,
        RENAME,
        FAILED_SYNC
    }

    static List<FileCall> readAll(Path trace) throws IOException {
        ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(trace)).order(ByteOrder.LITTLE_ENDIAN);
        List<FileCall> calls = new ArrayList<>();
        while (bytes.hasRemaining()) {
            if (bytes.remaining() < HEAD_BYTES) {
                throw new EOFException(trace + " ends within a record");
            }
            Kind kind = Kind.values()[bytes.getInt()];
            byte[] path = new byte[bytes.getInt()];
            long offset = bytes.getLong();
            byte[] data = new byte[Math.toIntExact(bytes.getLong())];
            bytes.get(path).get(data);
            calls.add(new FileCall(kind, new String(path, StandardCharsets.UTF_8), offset, data));
        }
        return calls;
    }

    String text() {
        return new String(data, StandardCharsets.UTF_8);
    }
}
