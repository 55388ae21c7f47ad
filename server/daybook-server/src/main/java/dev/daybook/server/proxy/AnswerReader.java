package dev.daybook.server.proxy;

import dev.daybook.internal.heap.ReadBudget.HeapReservation;
import dev.daybook.internal.json.PlainJson;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads the answer of a model from the bytes that are passed on: a JSON document, or server-sent events as they arrive.
 * What is not JSON is no part of an answer. The bytes of a document and of an event count for the heap of the call.
 */
final class AnswerReader {

    /** Bytes of an answer take their text, and the values in it, as those of a request do. */
    private static final int HEAP_PER_BYTE = 4;

    private static final String DATA = "data:";

    private final ModelApi api;
    private final boolean isStream;
    private final HeapReservation room;
    private final ModelAnswerParts parts = new ModelAnswerParts();
    private final ByteArrayOutputStream unread = new ByteArrayOutputStream();

    AnswerReader(ModelApi api, boolean isStream, HeapReservation room) {
        this.api = api;
        this.isStream = isStream;
        this.room = room;
    }

    ModelAnswerParts parts() {
        return parts;
    }

    /**
     * Takes the next bytes.
     *
     * @throws dev.daybook.server.problem.OverloadedException if the heap budget has no room for them
     * @throws dev.daybook.server.problem.TooLargeException if it never has
     */
    void take(byte[] piece) {
        room.take((long) HEAP_PER_BYTE * piece.length);
        if (!isStream) {
            unread.writeBytes(piece);
            return;
        }
        int begin = 0;
        for (int i = 0; i < piece.length; i++) {
            if (piece[i] == '\n' || piece[i] == '\r') {
                unread.write(piece, begin, i - begin);
                line(unread.size() + 1);
                begin = i + 1;
            }
        }
        unread.write(piece, begin, piece.length - begin);
    }

    /** Takes the end of a document, or of a stream, whose last line may have no end. */
    void end() {
        if (isStream) {
            line(unread.size());
        } else {
            api.whole(json(text()), parts);
        }
    }

    private String text() {
        String text = unread.toString(StandardCharsets.UTF_8);
        unread.reset();
        return text;
    }

    /** Of the bytes of an event only its text stays. */
    private void line(int bytes) {
        String line = text();
        if (line.startsWith(DATA)) {
            int before = parts.length();
            api.event(json(line.substring(DATA.length())), parts);
            room.take(Character.BYTES * Math.max(0L, parts.length() - before));
        }
        room.giveBack((long) HEAP_PER_BYTE * bytes);
    }

    private static Map<String, @Nullable Object> json(String text) {
        try {
            return ModelItems.object(PlainJson.readLenient(text));
        } catch (IllegalArgumentException noJson) {
            return Map.of();
        }
    }
}
