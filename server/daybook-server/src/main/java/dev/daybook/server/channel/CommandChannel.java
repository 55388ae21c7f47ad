package dev.daybook.server.channel;

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
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HexFormat;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/**
 * The local command channel of a server that holds a data folder: it runs commands forwarded from the same machine. It
 * listens on a loopback port. Its secret is in {@code server.json} in the data folder, readable by the owner only, and
 * both ends prove that they know it.
 */
public final class CommandChannel implements AutoCloseable {

    /** Each command uses a thread while it runs. */
    private static final int MAX_COMMANDS = 32;

    /**
     * Limit of unauthenticated connections, counted apart, so that strangers cannot exhaust the commands' limit. Any user
     * of the machine can open connections, so a new one takes the place of the oldest: a command authenticates within
     * milliseconds, and a stranger's idle connection keeps it out of nothing.
     */
    static final int MAX_STRANGERS = 128;

    private static final Duration HANDSHAKE_TIMEOUT = Duration.ofSeconds(5);
    private static final int SECRET_BYTES = 32;

    private final ServerSocket socket;
    private final ChannelFile file;
    private final ChannelHandshake handshake;
    private final RemoteCommand.Host host;
    private final Duration handshakeTimeout;
    /** The unauthenticated connections, the oldest first. Guarded by itself. */
    private final Deque<Socket> strangers = new ArrayDeque<>();

    private final Semaphore commands = new Semaphore(MAX_COMMANDS);
    private final Set<Socket> connections = ConcurrentHashMap.newKeySet();

    /** Opens the channel of a data folder. */
    public CommandChannel(Path folder, RemoteCommand.Host host) {
        this(folder, host, HANDSHAKE_TIMEOUT);
    }

    CommandChannel(Path folder, RemoteCommand.Host host, Duration longestHello) {
        this.host = host;
        this.handshakeTimeout = longestHello;
        byte[] random = new byte[SECRET_BYTES];
        new SecureRandom().nextBytes(random);
        String secret = HexFormat.of().formatHex(random);
        handshake = new ChannelHandshake(secret);
        file = new ChannelFile(folder);
        try {
            socket = new ServerSocket(0, MAX_STRANGERS, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException("cannot open the command channel: " + e.getMessage(), e);
        }
        writeFile(secret);
        start("daybook-channel", this::accept);
    }

    /** Failing here must not stop a server on a full disk: commands then report that the folder is in use. */
    private void writeFile(String secret) {
        try {
            file.write(socket.getLocalPort(), secret);
        } catch (IOException e) {
            System.getLogger(CommandChannel.class.getName())
                    .log(
                            System.Logger.Level.WARNING,
                            "cannot write server.json (" + e + "); this process serves over HTTP, but commands on"
                                    + " its folder cannot reach it until it is restarted");
        }
    }

    private void accept() {
        while (!socket.isClosed()) {
            try {
                Socket connection = socket.accept();
                makeRoom(connection);
                accept(connection);
            } catch (IOException e) {
                // The channel was closed, or a client left before it was accepted.
            }
        }
    }

    /** Counts a connection as unauthenticated; closes the oldest one above the limit. */
    private void makeRoom(Socket connection) throws IOException {
        Socket oldest;
        synchronized (strangers) {
            strangers.addLast(connection);
            oldest = strangers.size() > MAX_STRANGERS ? strangers.pollFirst() : null;
        }
        if (oldest != null) {
            oldest.close();
        }
    }

    private void forgetStranger(Socket connection) {
        synchronized (strangers) {
            strangers.remove(connection);
        }
    }

    private void accept(Socket connection) throws IOException {
        connections.add(connection);
        try {
            start("daybook-command", () -> serve(connection));
        } catch (OutOfMemoryError e) {
            // No thread is available now. The channel stays open, because a later command may find a thread.
            connections.remove(connection);
            forgetStranger(connection);
            connection.close();
        }
    }

    private void serve(Socket socket) {
        try (socket) {
            CommandConnection connection = authenticated(socket);
            if (connection != null) {
                int exit = commands.tryAcquire() ? run(connection) : refuse(connection.out());
                ChannelFrames.write(
                        connection.out(),
                        ChannelFrames.EXIT,
                        ByteBuffer.allocate(Integer.BYTES).putInt(exit).array());
            }
        } catch (IOException | IllegalArgumentException e) {
            // The client left or failed to authenticate; no one receives a report.
        } finally {
            forgetStranger(socket);
            connections.remove(socket);
        }
    }

    /** An authenticated command. */
    private record CommandConnection(RemoteCommand command, DataInputStream in, DataOutputStream out) {}

    /** Authenticates a connection and reads its command; null if the authentication fails. */
    private @Nullable CommandConnection authenticated(Socket socket) throws IOException {
        socket.setTcpNoDelay(true);
        TimedInput timed = new TimedInput(socket, handshakeTimeout);
        DataInputStream in = new DataInputStream(new BufferedInputStream(timed));
        DataOutputStream out = new DataOutputStream(new BufferedOutputStream(socket.getOutputStream()));
        if (!handshake.answer(in, out)) {
            return null;
        }
        forgetStranger(socket);
        RemoteCommand remoteCommand =
                RemoteCommand.read(new String(ChannelFrames.read(in, ChannelFrames.COMMAND, ChannelFrames.MAX), UTF_8));
        timed.lift();
        return new CommandConnection(remoteCommand, in, out);
    }

    private int run(CommandConnection connection) {
        try {
            return host.run(
                    connection.command(),
                    new RemoteInput(connection.in(), connection.out()),
                    ChannelFrames.stream(connection.out(), ChannelFrames.OUT),
                    ChannelFrames.stream(connection.out(), ChannelFrames.ERR));
        } finally {
            commands.release();
        }
    }

    private static int refuse(DataOutputStream out) throws IOException {
        String full = "daybook: the server of this folder is running " + MAX_COMMANDS
                + " commands, the maximum; try again when one has ended\n";
        ChannelFrames.write(out, ChannelFrames.ERR, full.getBytes(UTF_8));
        return 1;
    }

    private static void start(String name, Runnable work) {
        Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        thread.start();
    }

    /** Closes the channel; running commands are cut off. */
    @Override
    public void close() {
        file.remove();
        try {
            socket.close();
            for (Socket connection : connections) {
                connection.close();
            }
        } catch (IOException e) {
            // Nothing more can be done to close it.
        }
    }
}
