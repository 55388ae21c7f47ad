package dev.daybook.cassandra;

import com.datastax.oss.driver.api.core.cql.Row;
import dev.daybook.model.Kind;
import dev.daybook.store.Blob;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/** Converts values of the store to values of columns and back. */
final class RowValues {

    private static final long MICROS = 1_000_000;

    private RowValues() {}

    /** By hand: {@link ChronoUnit#MICROS} of Java 17 counts nanoseconds first, of which a long holds 292 years only. */
    static long micros(Instant time) {
        return Math.addExact(Math.multiplyExact(time.getEpochSecond(), MICROS), time.getNano() / 1_000);
    }

    static Instant instant(long micros) {
        return Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
    }

    /** Returns a text that each row of its shelf has. */
    static String text(Row row, String column) {
        return Objects.requireNonNull(row.getString(column), column);
    }

    /** Returns bytes that each row of its shelf has. */
    static ByteBuffer buffer(Row row, String column) {
        return Objects.requireNonNull(row.getByteBuffer(column), column);
    }

    static byte[] bytes(ByteBuffer value) {
        byte[] bytes = new byte[value.remaining()];
        value.duplicate().get(bytes);
        return bytes;
    }

    static Blob blob(Row row, String column) {
        return blob(buffer(row, column));
    }

    private static Blob blob(ByteBuffer value) {
        return Blob.of(bytes(value));
    }

    /** An empty map is stored as none. */
    static Map<String, Blob> blobs(Row row, String column) {
        Map<String, Blob> blobs = new HashMap<>();
        Map<String, ByteBuffer> buffers = row.getMap(column, String.class, ByteBuffer.class);
        Objects.requireNonNullElse(buffers, Map.<String, ByteBuffer>of())
                .forEach((name, buffer) -> blobs.put(name, blob(buffer)));
        return blobs;
    }

    static Map<String, Long> byLabel(Map<Kind, Long> byKind) {
        Map<String, Long> byLabel = new HashMap<>();
        byKind.forEach((kind, value) -> byLabel.put(kind.label(), value));
        return byLabel;
    }

    static Map<Kind, Long> byKind(Row row, String column) {
        Map<Kind, Long> byKind = new EnumMap<>(Kind.class);
        Map<String, Long> byLabel = row.getMap(column, String.class, Long.class);
        Objects.requireNonNullElse(byLabel, Map.<String, Long>of())
                .forEach((label, value) -> byKind.put(Kind.of(label), value));
        return byKind;
    }
}
