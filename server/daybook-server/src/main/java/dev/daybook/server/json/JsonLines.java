package dev.daybook.server.json;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.function.IntConsumer;

/** The lines of a stream, one at a time, so that a file may be larger than memory and one bad line is only one. */
public final class JsonLines {

    /**
     * The maximum length of a line: more than any turn of a session has, so that an endless line cannot fill the
     * memory.
     */
    static final int MAX_LINE_BYTES = 64 << 20;

    private final InputStream in;
    private final long longest;
    private final IntConsumer arrived;
    private final byte[] buffer = new byte[1 << 16];
    private final ByteArrayOutputStream line = new ByteArrayOutputStream();
    private int next;
    private int end;
    private long number;
    private boolean tooLong;
    private boolean isPartial;

    public JsonLines(InputStream in) {
        this(in, MAX_LINE_BYTES);
    }

    /**
     * Lines of a stream.
     *
     * @param longest how many bytes a line may have
     */
    public JsonLines(InputStream in, long longest) {
        this(in, longest, bytes -> {});
    }

    /**
     * Lines of a stream, each of which is accounted for while it is read.
     *
     * @param longest how many bytes a line may have
     * @param arrived told how many bytes of a line are about to be kept. What it throws leaves {@link #advance}, which
     *     goes on with the same line when it is called again
     */
    public JsonLines(InputStream in, long longest, IntConsumer arrived) {
        this.in = in;
        this.longest = longest;
        this.arrived = arrived;
    }

    /** Goes to the next line; false at the end. */
    public boolean advance() {
        if (!isPartial) {
            line.reset();
            tooLong = false;
        }
        while (fill()) {
            isPartial = true;
            int to = next;
            while (to < end && buffer[to] != '\n') {
                to++;
            }
            keep(next, to - next);
            next = to;
            if (next < end) {
                next++;
                break;
            }
        }
        boolean any = isPartial;
        isPartial = false;
        if (any) {
            number++;
        }
        return any;
    }

    /** Returns the number of buffered bytes of the current line. */
    public int kept() {
        return line.size();
    }

    /** Returns the number of this line, from 1. */
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
        String text = Utf8Text.text("it", line.toByteArray());
        return number == 1 && text.startsWith("\uFEFF") ? text.substring(1) : text;
    }

    private void keep(int from, int length) {
        if (line.size() + length > longest) {
            tooLong = true;
            line.reset();
        }
        if (!tooLong) {
            arrived.accept(length);
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
