package dev.daybook.server.cli;

import dev.daybook.server.json.Utf8;
import java.io.BufferedOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** Streams that do not hide what happened to them. */
final class Streams {

    private static final int BUFFER = 1 << 16;

    private Streams() {}

    /** The reader of our answer went away, as {@code head} does. No failure of ours: end, and say nothing. */
    static final class ReaderGone extends RuntimeException {
        ReaderGone(IOException cause) {
            super(cause);
        }
    }

    /** A print stream that fails where {@link PrintStream} would go on silently: a full disk must not look like done. */
    static PrintStream printing(OutputStream stream) {
        OutputStream telling = new FilterOutputStream(stream) {
            @Override
            public void write(byte[] bytes, int from, int length) {
                tell(() -> out.write(bytes, from, length));
            }

            @Override
            public void write(int value) {
                tell(() -> out.write(value));
            }

            @Override
            public void flush() {
                tell(out::flush);
            }
        };
        return new PrintStream(new BufferedOutputStream(telling, BUFFER), false, StandardCharsets.UTF_8);
    }

    /**
     * The stream, read and nothing else. Java 17 asks a file how long it is and where it stands before it reads all of it, which
     * a pipe cannot tell. Nothing is read ahead: what follows in the same input may be for another program.
     */
    static InputStream sequential(InputStream in) {
        return new InputStream() {
            @Override
            public int read() throws IOException {
                return in.read();
            }

            @Override
            public int read(byte[] bytes, int from, int length) throws IOException {
                return in.read(bytes, from, length);
            }
        };
    }

    /** All of a stream as text. */
    static String text(InputStream in) {
        try {
            return Utf8.text("standard input", in.readAllBytes());
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read standard input", e);
        }
    }

    static int next(InputStream in) {
        try {
            return in.read();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read standard input", e);
        }
    }

    private interface Output {
        void run() throws IOException;
    }

    private static void tell(Output output) {
        try {
            output.run();
        } catch (IOException e) {
            if (String.valueOf(e.getMessage()).contains("Broken pipe")) {
                throw new ReaderGone(e);
            }
            throw new UncheckedIOException("cannot write the answer: " + e.getMessage(), e);
        }
    }
}
