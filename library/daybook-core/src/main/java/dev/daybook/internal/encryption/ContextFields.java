package dev.daybook.internal.encryption;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoField;
import org.jspecify.annotations.Nullable;

/** Fields as bytes, each with its length before it, so that different fields never give the same bytes. */
final class ContextFields {

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    /** @param use what the fields are for */
    ContextFields(String use) {
        add(use);
    }

    ContextFields add(@Nullable String text) {
        if (text == null) {
            bytes.writeBytes(ByteBuffer.allocate(Integer.BYTES).putInt(-1).array());
            return this;
        }
        byte[] encoded = text.getBytes(StandardCharsets.UTF_8);
        bytes.writeBytes(
                ByteBuffer.allocate(Integer.BYTES).putInt(encoded.length).array());
        bytes.writeBytes(encoded);
        return this;
    }

    /** Adds a time to the microsecond, as stores keep it. */
    ContextFields add(Instant time) {
        bytes.writeBytes(ByteBuffer.allocate(Long.BYTES + Integer.BYTES)
                .putLong(time.getEpochSecond())
                .putInt(time.get(ChronoField.MICRO_OF_SECOND))
                .array());
        return this;
    }

    byte[] bytes() {
        return bytes.toByteArray();
    }
}
