package dev.daybook.server.json;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.Set;

/**
 * The objects of a JSON stream, one at a time, so that a file may be larger than memory: the elements of an array, of
 * an array of arrays, or objects one after the other. Only the brackets and quotes between the objects are read; each
 * object is parsed by itself.
 *
 * <p>An object may hold a long list. It is passed on in parts: an object of the fields before the list, the elements of
 * the list, and an object of the fields after it.
 */
public final class JsonElements {

    /** Larger than any known conversation, and small enough to parse in a heap of 512 MB. */
    static final int MAX_ELEMENT_BYTES = 32 << 20;

    /** Longer than the name of any list. */
    private static final int MAX_NAME = 32;

    /** Bounds the lists in elements of lists. */
    private static final int MAX_OPEN = 4;

    private final InputStream in;
    private final Set<String> lists;

    /** The open arrays of each list that is read, innermost first; 0: its fields after the list follow. */
    private final Deque<Integer> open = new ArrayDeque<>();

    private final byte[] buffer = new byte[1 << 16];
    private final ByteArrayOutputStream element = new ByteArrayOutputStream();
    private final ByteArrayOutputStream name = new ByteArrayOutputStream();
    private int next;
    private int end;
    private long number;
    private long arrays;
    private boolean isTooLong;
    private boolean isTorn;
    private boolean isTail;

    /** The number of fields of this object so far. */
    private int fields;

    /** The number of bytes of this object before the name of its list; 0: it has no list. */
    private int beforeList;

    public JsonElements(InputStream in) {
        this(in, Set.of());
    }

    /** @param lists the names of the fields whose arrays may be longer than an element */
    public JsonElements(InputStream in, Set<String> lists) {
        this.in = in;
        this.lists = lists;
    }

    /** Goes to the next element; false at the end. */
    public boolean advance() {
        do {
            while (fill() && skips(buffer[next])) {
                next++;
            }
            if (next == end && open.isEmpty()) {
                return false;
            }
            read();
        } while (beforeList > 0 && fields == 1);
        number++;
        return true;
    }

    private void read() {
        element.reset();
        isTooLong = false;
        beforeList = 0;
        isTail = Integer.valueOf(0).equals(open.peek());
        if (next == end) {
            isTorn = true;
            open.clear();
        } else if (isTail) {
            open.pop();
            element.write('{');
            readObject(1);
        } else if (buffer[next] == '{') {
            readObject(0);
        } else {
            readWord();
        }
    }

    /** Returns whether this element is the fields before or after a list. */
    public boolean isPart() {
        return isTail || beforeList > 0;
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
        if (beforeList == 0) {
            return Utf8Text.text("it", element.toByteArray());
        }
        String fields = Utf8Text.text("it", Arrays.copyOf(element.toByteArray(), beforeList))
                .stripTrailing();
        return (fields.endsWith(",") ? fields.substring(0, fields.length() - 1) : fields) + "}";
    }

    /** @param within the number of its braces that are already read */
    private void readObject(int within) {
        int depth = within;
        int nameAt = 0;
        boolean isText = false;
        boolean isEscaped = false;
        boolean isValue = false;
        fields = 0;
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
                } else if (c == '"') {
                    isText = !isText;
                    isValue = false;
                    if (isText && depth == 1) {
                        name.reset();
                        nameAt = element.size() + next - 1 - begin;
                    }
                } else if (isText) {
                    isEscaped = c == '\\';
                    if (depth == 1 && name.size() < MAX_NAME) {
                        name.write(c);
                    }
                } else if (c == ':' && depth == 1) {
                    isValue = true;
                    fields++;
                } else if (c == '[' && isValue && opens()) {
                    keep(begin);
                    beforeList = nameAt;
                    open.push(1);
                    return;
                } else if (c > ' ') {
                    isValue = false;
                    depth += c == '{' ? 1 : c == '}' ? -1 : 0;
                }
            } while (next < end && depth > 0);
            keep(begin);
        } while (depth > 0);
    }

    /** Returns whether the field of the last name is a list that is read by its elements. */
    private boolean opens() {
        return open.size() < MAX_OPEN && lists.contains(name.toString(StandardCharsets.UTF_8));
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
    private boolean skips(byte c) {
        Integer depth = open.peek();
        switch (c) {
            case ',', ' ', '\n', '\r', '\t', (byte) 0xEF, (byte) 0xBB, (byte) 0xBF -> {
                return true;
            }
            case '[', ']' -> {
                if (depth == null) {
                    arrays += c == ']' ? 1 : 0;
                } else {
                    open.push(Math.max(0, open.pop() + (c == '[' ? 1 : -1)));
                }
                return true;
            }
            case '}' -> {
                return depth != null && depth == 0 && open.pop() == 0;
            }
            default -> {
                return false;
            }
        }
    }
}
