package dev.daybook.server.door;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/**
 * Lets commands of the same machine in while a server has the folder. The door is a port on loopback; whoever can read
 * {@code server.json} in the data folder, and nobody else, knows its secret, and both ends prove that they do.
 */
public final class Door implements AutoCloseable {

    /** Each command holds a thread while it runs. */
    private static final int MOST_VISITS = 32;

    /** Whoever has not proved yet who it is. Counted apart: strangers must not take the places of commands. */
    private static final int MOST_HELLOS = 32;

    private static final Duration LONGEST_HELLO = Duration.ofSeconds(5);
    private static final int SECRET_BYTES = 32;

    private final ServerSocket socket;
    private final DoorFile file;
    private final Handshake handshake;
    private final Visit.Host host;
    private final Duration longestHello;
    private final Semaphore hellos = new Semaphore(MOST_HELLOS);
    private final Semaphore visits = new Semaphore(MOST_VISITS);
    private final Set<Socket> guests = ConcurrentHashMap.newKeySet();

    /** Opens the door of a data folder. */
    public Door(Path folder, Visit.Host host) {
        this(folder, host, LONGEST_HELLO);
    }

    Door(Path folder, Visit.Host host, Duration longestHello) {
        this.host = host;
        this.longestHello = longestHello;
        byte[] random = new byte[SECRET_BYTES];
        new SecureRandom().nextBytes(random);
        String secret = HexFormat.of().formatHex(random);
        handshake = new Handshake(secret);
        file = new DoorFile(folder);
        try {
            socket = new ServerSocket(0, MOST_HELLOS, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException("cannot open the door for the command line: " + e.getMessage(), e);
        }
        tell(secret);
        start("daybook-door", this::receive);
    }

    /** A full disk must not keep a server from answering: commands then say that the folder is in use. */
    private void tell(String secret) {
        try {
            file.write(socket.getLocalPort(), secret);
        } catch (IOException e) {
            System.getLogger(Door.class.getName())
                    .log(
                            System.Logger.Level.WARNING,
                            "cannot write server.json (" + e + "); this process serves over HTTP, and commands on"
                                    + " its folder do not find it until it is started again");
        }
    }

    private void receive() {
        while (!socket.isClosed()) {
            try {
                Socket guest = socket.accept();
                if (hellos.tryAcquire()) {
                    receive(guest);
                } else {
                    guest.close();
                }
            } catch (IOException e) {
                // The door was closed, or one guest left before it was let in.
            }
        }
    }

    private void receive(Socket guest) throws IOException {
        guests.add(guest);
        try {
            start("daybook-visit", () -> serve(guest));
        } catch (OutOfMemoryError e) {
            // No thread is to be had now. The next guest may be luckier, if this one does not take the door along.
            guests.remove(guest);
            hellos.release();
            guest.close();
        }
    }

    private void serve(Socket socket) {
        try (socket) {
            Guest guest = admitted(socket);
            if (guest != null) {
                int exit = visits.tryAcquire() ? run(guest) : refuse(guest.out());
                Frames.write(
                        guest.out(),
                        Frames.EXIT,
                        ByteBuffer.allocate(Integer.BYTES).putInt(exit).array());
            }
        } catch (IOException | IllegalArgumentException e) {
            // The guest left, or was none of ours; there is nobody to tell.
        } finally {
            guests.remove(socket);
        }
    }

    /** A command that was let in. */
    private record Guest(Visit visit, DataInputStream in, DataOutputStream out) {}

    /** Who it is and what it wants, if it proves that it is one of ours; else null. */
    private @Nullable Guest admitted(Socket socket) throws IOException {
        try {
            socket.setTcpNoDelay(true);
            TimedInput timed = new TimedInput(socket, longestHello);
            DataInputStream in = new DataInputStream(new BufferedInputStream(timed));
            DataOutputStream out = new DataOutputStream(new BufferedOutputStream(socket.getOutputStream()));
            if (!handshake.answer(in, out)) {
                return null;
            }
            Visit visit = Visit.read(new String(Frames.read(in, Frames.COMMAND, Frames.LARGEST), UTF_8));
            timed.lift();
            return new Guest(visit, in, out);
        } finally {
            hellos.release();
        }
    }

    private int run(Guest guest) {
        try {
            return host.run(
                    guest.visit(),
                    new VisitInput(guest.in(), guest.out()),
                    Frames.stream(guest.out(), Frames.OUT),
                    Frames.stream(guest.out(), Frames.ERR));
        } finally {
            visits.release();
        }
    }

    private static int refuse(DataOutputStream out) throws IOException {
        String full = "daybook: the server of this folder runs " + MOST_VISITS
                + " commands already; try again when one of them has ended\n";
        Frames.write(out, Frames.ERR, full.getBytes(UTF_8));
        return 1;
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
