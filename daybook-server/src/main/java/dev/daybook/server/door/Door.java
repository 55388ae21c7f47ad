package dev.daybook.server.door;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;

/**
 * Lets commands of the same machine in while a server has the folder. The door is a port on loopback; whoever can read
 * {@code server.json} in the data folder, and nobody else, knows its secret.
 */
public final class Door implements AutoCloseable {

    /** Each command holds a thread while it runs. */
    private static final int MOST_VISITS = 32;

    private static final int LONGEST_HELLO_MILLISECONDS = 5_000;
    private static final int PIPE_BYTES = 1 << 16;
    private static final int SECRET_BYTES = 32;

    private final ServerSocket socket;
    private final DoorFile file;
    private final String secret;
    private final Visit.Host host;
    private final Semaphore room = new Semaphore(MOST_VISITS);
    private final Set<Socket> guests = ConcurrentHashMap.newKeySet();

    /** Opens the door of a data folder. */
    public Door(Path folder, Visit.Host host) {
        this.host = host;
        byte[] random = new byte[SECRET_BYTES];
        new SecureRandom().nextBytes(random);
        secret = HexFormat.of().formatHex(random);
        file = new DoorFile(folder);
        try {
            socket = new ServerSocket(0, MOST_VISITS, InetAddress.getLoopbackAddress());
            file.write(socket.getLocalPort(), secret);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot open the door for the command line: " + e.getMessage(), e);
        }
        start("daybook-door", this::receive);
    }

    private void receive() {
        while (!socket.isClosed()) {
            try {
                Socket guest = socket.accept();
                if (room.tryAcquire()) {
                    guests.add(guest);
                    start("daybook-visit", () -> serve(guest));
                } else {
                    guest.close();
                }
            } catch (IOException e) {
                // The door was closed, or one guest left before it was let in.
            }
        }
    }

    private void serve(Socket guest) {
        try (guest) {
            guest.setSoTimeout(LONGEST_HELLO_MILLISECONDS);
            guest.setTcpNoDelay(true);
            DataInputStream in = new DataInputStream(new BufferedInputStream(guest.getInputStream()));
            DataOutputStream out = new DataOutputStream(new BufferedOutputStream(guest.getOutputStream()));
            Frames.Frame hello = Frames.read(in);
            Visit visit = hello.stream() == Frames.HELLO ? Visit.read(new String(hello.bytes(), UTF_8), secret) : null;
            if (visit == null) {
                return;
            }
            guest.setSoTimeout(0);
            int exit = run(visit, in, out);
            Frames.write(
                    out,
                    Frames.EXIT,
                    ByteBuffer.allocate(Integer.BYTES).putInt(exit).array(),
                    0,
                    Integer.BYTES);
        } catch (IOException | IllegalArgumentException e) {
            // The guest left, or was none of ours; there is nobody to tell.
        } finally {
            guests.remove(guest);
            room.release();
        }
    }

    private int run(Visit visit, DataInputStream in, DataOutputStream out) throws IOException {
        PipedInputStream typed = new PipedInputStream(PIPE_BYTES);
        PipedOutputStream typing = new PipedOutputStream(typed);
        start("daybook-visit-in", () -> pass(in, typing));
        return host.run(visit, typed, Frames.stream(out, Frames.OUT), Frames.stream(out, Frames.ERR));
    }

    /** Passes on what is typed, until its end. */
    private static void pass(DataInputStream in, PipedOutputStream typing) {
        try (typing) {
            for (Frames.Frame frame = Frames.read(in); frame.stream() == Frames.IN; frame = Frames.read(in)) {
                typing.write(frame.bytes());
                // Else the command that waits for it would look only once a second.
                typing.flush();
            }
        } catch (IOException e) {
            // The guest is gone, or the command reads no more.
        }
    }

    private static void start(String name, Runnable work) {
        Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        thread.start();
    }

    /** Closes the door; commands that are inside are cut off. */
    @Override
    public void close() {
        file.remove();
        try {
            socket.close();
            for (Socket guest : guests) {
                guest.close();
            }
        } catch (IOException e) {
            // It is closed as far as it can be.
        }
    }
}
