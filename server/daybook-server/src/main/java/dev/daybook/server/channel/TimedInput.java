package dev.daybook.server.channel;

import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;

/**
 * A socket stream with one time limit for all reads together: with a limit for each read, a sender could trickle
 * forever.
 */
final class TimedInput extends InputStream {

    private final Socket socket;
    private final InputStream in;
    private final long end;
    private boolean limited = true;

    TimedInput(Socket socket, Duration limit) throws IOException {
        this.socket = socket;
        this.in = socket.getInputStream();
        this.end = System.nanoTime() + limit.toNanos();
    }

    /** Lifts the time limit. */
    void lift() throws IOException {
        limited = false;
        socket.setSoTimeout(0);
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] bytes, int from, int length) throws IOException {
        if (limited) {
            long left = Duration.ofNanos(end - System.nanoTime()).toMillis();
            if (left <= 0) {
                throw new SocketTimeoutException("the other end did not authenticate in time; try again");
            }
            socket.setSoTimeout((int) left);
        }
        return in.read(bytes, from, length);
    }
}
