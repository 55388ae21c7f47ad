package dev.daybook.server.json;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/** The lines of a stream, one at a time, so that a file may be larger than memory and one bad line is only one. */
public final class JsonLines {

    /** More than any conversation has in a turn; a line without end must not fill the memory. */
    static final int MAX_LINE_BYTES = 64 << 20;

    private final InputStream in;
    private final long longest;
    private final byte[] buffer = new byte[1 << 16];
    private final ByteArrayOutputStream line = new ByteArrayOutputStream();
    private int next;
    private int end;
    private long number;
    private boolean tooLong;

    public JsonLines(InputStream in) {
        this(in, MAX_LINE_BYTES);
    }

    /**
     * Lines of a stream.
     *
     * @param longest how many bytes a line may have
     */
    public JsonLines(InputStream in, long longest) {
        this.in = in;
        this.longest = longest;
    }

    /** Goes to the next line; false at the end. */
    public boolean advance() {
        line.reset();
        tooLong = false;
        boolean any = false;
        while (fill()) {
            any = true;
            int from = next;
            while (next < end && buffer[next] != '\n') {
                next++;
            }
            keep(from, next - from);
            if (next < end) {
                next++;
                break;
            }
        }
        if (any) {
            number++;
        }
        return any;
    }

    /** The number of this line, from 1. */
    public long number() {
        return number;
    }

    /**
     * This line as text, without a byte order mark.
     *
     * @throws IllegalArgumentException if it is not UTF-8, or too long
     */
    public String text() {
        if (tooLong) {
            throw new IllegalArgumentException("it is longer than " + (longest >> 20) + " MB; split it into several");
        }
        String text = Utf8.text("it", line.toByteArray());
        return number == 1 && text.startsWith("\uFEFF") ? text.substring(1) : text;
    }

    private void keep(int from, int length) {
        if (line.size() + length > longest) {
            tooLong = true;
            line.reset();
        }
        if (!tooLong) {
            line.write(buffer, from, length);
        }
    }

    private boolean fill() {
        if (next < end) {
            return true;
        }
        try {
            next = 0;
            end = in.read(buffer);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read on after line " + number + ": " + e.getMessage(), e);
        }
        return end > 0;
    }
}
