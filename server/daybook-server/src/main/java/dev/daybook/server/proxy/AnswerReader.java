package dev.daybook.server.proxy;

import dev.daybook.internal.heap.ReadBudget.HeapReservation;
import dev.daybook.internal.json.PlainJson;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Reads the answer of a model from the bytes that are passed on: a JSON document, or server-sent events as they arrive
 * (WHATWG HTML, 9.2.6). What is not JSON is no part of an answer. The bytes of a document and of an event count for the
 * heap of the call.
 */
final class AnswerReader {

    /** Bytes of an answer take their text, and the values in it, as those of a request do. */
    private static final int HEAP_PER_BYTE = 4;

    private static final String BYTE_ORDER_MARK = "\uFEFF";
    private static final String DATA = "data:";
    private static final String DONE = "[DONE]";
    private static final String EVENT = "event:";

    /** The field in which llama.cpp tells an error, before the usual end. */
    private static final String ERROR = "error:";

    private final ModelApi api;
    private final boolean isStream;
    private final HeapReservation room;
    private final ModelAnswerParts parts = new ModelAnswerParts();
    private final ByteArrayOutputStream unread = new ByteArrayOutputStream();

    /** The data of an event so far, if its first line is no JSON by itself. */
    private final StringBuilder data = new StringBuilder();

    private long heldBytes;
    private boolean isBegun;
    private boolean isAfterReturn;

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
            if (piece[i] == '\n' && isAfterReturn) {
                begin = i + 1;
                room.giveBack(HEAP_PER_BYTE);
            } else if (piece[i] == '\n' || piece[i] == '\r') {
                unread.write(piece, begin, i - begin);
                line(unread.size() + 1);
                begin = i + 1;
            }
            isAfterReturn = piece[i] == '\r';
        }
        unread.write(piece, begin, piece.length - begin);
    }

    /** Takes the end of a document, or of a stream, whose last event may have no end. */
    void end() {
        if (isStream) {
            line(unread.size());
            line(0);
        } else {
            api.whole(Objects.requireNonNullElse(json(text()), Map.of()), parts);
        }
    }

    private String text() {
        String text = unread.toString(StandardCharsets.UTF_8);
        unread.reset();
        String plain = !isBegun && text.startsWith(BYTE_ORDER_MARK) ? text.substring(1) : text;
        isBegun = true;
        return plain;
    }

    /** Of the bytes of an event only its text stays. One of one line is read at once: some clients do so too. */
    private void line(int bytes) {
        String line = text();
        heldBytes += bytes;
        boolean isFirst = data.isEmpty();
        if (isError(line)) {
            parts.fail();
        }
        if (line.startsWith(DATA)) {
            data.append(isFirst ? "" : "\n").append(line, DATA.length(), line.length());
        }
        boolean isRead = (isFirst || line.isEmpty()) && read(data.toString());
        if (isRead || line.isEmpty() || data.isEmpty()) {
            data.setLength(0);
            room.giveBack(HEAP_PER_BYTE * heldBytes);
            heldBytes = 0;
        }
    }

    private static boolean isError(String line) {
        return line.startsWith(ERROR)
                || line.startsWith(EVENT)
                        && line.substring(EVENT.length()).strip().equals("error");
    }

    /** Returns whether the data is that of a whole event. */
    private boolean read(String text) {
        if (text.strip().equals(DONE)) {
            api.done(parts);
            return true;
        }
        Map<String, @Nullable Object> event = json(text);
        if (event == null) {
            return false;
        }
        int before = parts.length();
        api.event(event, parts);
        room.take(Character.BYTES * Math.max(0L, parts.length() - before));
        return true;
    }

    /** Returns an object, which is empty for other JSON; null if a text is no JSON. */
    private static @Nullable Map<String, @Nullable Object> json(String text) {
        try {
            return ModelItems.object(PlainJson.readLenient(text));
        } catch (IllegalArgumentException noJson) {
            return null;
        }
    }
}
