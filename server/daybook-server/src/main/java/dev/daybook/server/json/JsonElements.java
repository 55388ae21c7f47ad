package dev.daybook.server.json;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/**
 * The objects of a JSON stream, one at a time, so that a file may be larger than memory: the elements of an array, of
 * an array of arrays, or objects one after the other. Only the brackets and quotes between the objects are read; each
 * object is parsed by itself.
 */
public final class JsonElements {

    /** Larger than any known conversation, and small enough to parse in a heap of 512 MB. */
    static final int MAX_ELEMENT_BYTES = 32 << 20;

    private final InputStream in;
    private final byte[] buffer = new byte[1 << 16];
    private final ByteArrayOutputStream element = new ByteArrayOutputStream();
    private int next;
    private int end;
    private long number;
    private long arrays;
    private boolean isTooLong;
    private boolean isTorn;

    public JsonElements(InputStream in) {
        this.in = in;
    }

    /** Goes to the next element; false at the end. */
    public boolean advance() {
        while (fill() && isBetween(buffer[next])) {
            arrays += buffer[next] == ']' ? 1 : 0;
            next++;
        }
        if (next == end) {
            return false;
        }
        element.reset();
        isTooLong = false;
        number++;
        if (buffer[next] == '{') {
            readObject();
        } else {
            readWord();
        }
        return true;
    }

    /** Returns the number of this element, from 1. */
    public long number() {
        return number;
    }

    /** Returns the number of arrays that were closed before this element. */
    public long arrays() {
        return arrays;
    }

    /**
     * Returns this element as text.
     *
     * @throws IllegalArgumentException if it is not UTF-8, too long, or the stream ends inside it
     */
    public String text() {
        if (isTorn) {
            throw new IllegalArgumentException(
                    "the file ends inside it; the file is truncated, so export or download it again");
        }
        if (isTooLong) {
            throw new IllegalArgumentException(
                    "it is longer than " + (MAX_ELEMENT_BYTES >> 20) + " MB; split or shorten it");
        }
        return Utf8Text.text("it", element.toByteArray());
    }

    private void readObject() {
        int depth = 0;
        boolean isText = false;
        boolean isEscaped = false;
        do {
            if (!fill()) {
                isTorn = true;
                return;
            }
            int begin = next;
            do {
                byte c = buffer[next++];
                if (isEscaped) {
                    isEscaped = false;
                } else if (isText && c == '\\') {
                    isEscaped = true;
                } else if (c == '"') {
                    isText = !isText;
                } else if (!isText) {
                    depth += c == '{' ? 1 : c == '}' ? -1 : 0;
                }
            } while (next < end && depth > 0);
            keep(begin);
        } while (depth > 0);
    }

    /** Reads what is no object, such as the text of another format, up to the next line or comma. */
    private void readWord() {
        boolean isWord = true;
        while (isWord && fill()) {
            int begin = next;
            while (next < end && buffer[next] != '\n' && buffer[next] != ',') {
                next++;
            }
            isWord = next == end;
            keep(begin);
        }
    }

    private void keep(int begin) {
        if (element.size() + next - begin > MAX_ELEMENT_BYTES) {
            isTooLong = true;
            element.reset();
        }
        if (!isTooLong) {
            element.write(buffer, begin, next - begin);
        }
    }

    /** Returns whether there is another byte in the buffer. */
    private boolean fill() {
        if (next < end) {
            return true;
        }
        try {
            next = 0;
            end = Math.max(0, in.read(buffer));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read on after element " + number + ": " + e.getMessage(), e);
        }
        return end > 0;
    }

    /** Returns whether a byte stands between elements: a comma, a bracket, space, or a byte order mark. */
    private static boolean isBetween(byte c) {
        return switch (c) {
            case ',', '[', ']', ' ', '\n', '\r', '\t', (byte) 0xEF, (byte) 0xBB, (byte) 0xBF -> true;
            default -> false;
        };
    }
}
