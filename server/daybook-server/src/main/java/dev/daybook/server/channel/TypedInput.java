package dev.daybook.server.channel;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.jspecify.annotations.Nullable;

/**
 * The sending end of the standard input of a forwarded command. It reads only when the server requests input, and on a
 * thread of its own, because answers arrive meanwhile.
 */
final class TypedInput {

    private final InputStream in;
    private final DataOutputStream there;
    private final BlockingQueue<Integer> wanted = new LinkedBlockingQueue<>();
    private @Nullable Thread reader;

    TypedInput(InputStream in, DataOutputStream there) {
        this.in = in;
        this.there = there;
    }

    /** Sends at most so many bytes, as soon as some are available. */
    void send(int bytes) {
        if (reader == null) {
            reader = new Thread(this::pass, "daybook-typing");
            // The command may end before any input.
            reader.setDaemon(true);
            reader.start();
        }
        wanted.add(bytes);
    }

    private void pass() {
        try {
            while (answer(wanted.take())) {
                // The next piece is sent on the next request.
            }
        } catch (IOException e) {
            // The command has ended, and so has the connection.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private boolean answer(int bytes) throws IOException {
        byte[] piece = new byte[Math.min(bytes, ChannelFrames.MAX)];
        int read;
        try {
            read = in.read(piece);
        } catch (IOException e) {
            ChannelFrames.write(
                    there,
                    ChannelFrames.IN_FAILED,
                    String.valueOf(e.getMessage()).getBytes(UTF_8));
            return false;
        }
        ChannelFrames.write(there, ChannelFrames.IN, Arrays.copyOf(piece, Math.max(0, read)));
        return read >= 0;
    }
}
