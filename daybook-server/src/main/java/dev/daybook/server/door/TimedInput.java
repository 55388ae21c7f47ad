package dev.daybook.server.door;

import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;

/** What comes over a socket, with one time limit for all of it: a limit for each read would let a sender trickle for ever. */
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

    /** From now on it takes as long as it takes. */
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
                throw new SocketTimeoutException("the other end took too long to say who it is");
            }
            socket.setSoTimeout((int) left);
        }
        return in.read(bytes, from, length);
    }
}
