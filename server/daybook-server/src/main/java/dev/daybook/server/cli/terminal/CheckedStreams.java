package dev.daybook.server.cli.terminal;

import dev.daybook.server.json.Utf8Text;
import java.io.BufferedOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** Standard streams that report write failures. */
public final class CheckedStreams {

    private static final int BUFFER = 1 << 16;

    private CheckedStreams() {}

    /** The reader of the answer closed its end, as {@code head} does: end silently, without a failure. */
    public static final class ReaderClosed extends RuntimeException {
        ReaderClosed(IOException cause) {
            super(cause);
        }
    }

    /**
     * Wraps a stream; unlike {@link PrintStream} it throws on a failed write, so that a full disk is not taken for
     * success.
     */
    public static PrintStream printing(OutputStream stream) {
        OutputStream telling = new FilterOutputStream(stream) {
            @Override
            public void write(byte[] bytes, int from, int length) {
                checked(() -> out.write(bytes, from, length));
            }

            @Override
            public void write(int value) {
                checked(() -> out.write(value));
            }

            @Override
            public void flush() {
                checked(out::flush);
            }
        };
        return new PrintStream(new BufferedOutputStream(telling, BUFFER), false, StandardCharsets.UTF_8);
    }

    /**
     * Returns a plain sequential stream. Java 17 asks a file for its length and position before reading all of it,
     * which a pipe does not support. Nothing is read ahead: the remaining input may belong to another program.
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

    /** Reads a stream as text. */
    public static String text(InputStream in) {
        try {
            return Utf8Text.text("standard input", in.readAllBytes());
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read standard input", e);
        }
    }

    public static int next(InputStream in) {
        try {
            return in.read();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read standard input", e);
        }
    }

    private interface Output {
        void run() throws IOException;
    }

    private static void checked(Output output) {
        try {
            output.run();
        } catch (IOException e) {
            if (String.valueOf(e.getMessage()).contains("Broken pipe")) {
                throw new ReaderClosed(e);
            }
            throw new UncheckedIOException("cannot write the answer: " + e.getMessage(), e);
        }
    }
}
