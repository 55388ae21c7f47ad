package dev.daybook.server.channel;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;

/** A connection from a command to the authenticated server of its folder. */
public final class RunningServer implements AutoCloseable {

    private static final int MAX_CONNECT_MILLISECONDS = 2_000;
    private static final Duration MAX_HELLO_LENGTH = Duration.ofSeconds(5);

    /** The connections that are tried while the server closes each of them, as it does when strangers crowd it. */
    private static final int ATTEMPTS = 20;

    private final Socket socket;
    private final DataInputStream here;
    private final DataOutputStream there;

    private RunningServer(Socket socket, DataInputStream here, DataOutputStream there) {
        this.socket = socket;
        this.here = here;
        this.there = there;
    }

    /**
     * Connects to the server of a folder, if one runs. Without one it costs one file access, and at most 7 seconds
     * otherwise.
     *
     * @param strange receives a warning if another program, or none, answers on the server's port
     */
    public static Optional<RunningServer> of(Path folder, Consumer<String> strange) {
        return of(folder, strange, MAX_HELLO_LENGTH);
    }

    static Optional<RunningServer> of(Path folder, Consumer<String> strange, Duration handshakeTimeout) {
        return new ChannelFile(folder).read().flatMap(address -> connect(address, strange, handshakeTimeout));
    }

    private static Optional<RunningServer> connect(
            ChannelFile.ChannelAddress address, Consumer<String> strange, Duration handshakeTimeout) {
        boolean isPushedOut = true;
        for (int attempt = 1; isPushedOut && attempt <= ATTEMPTS; attempt++) {
            Socket socket = new Socket();
            try {
                socket.connect(
                        new InetSocketAddress(InetAddress.getLoopbackAddress(), address.port()),
                        MAX_CONNECT_MILLISECONDS);
            } catch (IOException e) {
                close(socket);
                return Optional.empty();
            }
            try {
                return Optional.of(authenticated(socket, address.secret(), handshakeTimeout));
            } catch (SocketTimeoutException | StrangeServerException e) {
                isPushedOut = false;
            } catch (IOException cutOff) {
                // Connections of others may have pushed this one out; the next one may be faster than they are.
            }
            close(socket);
        }
        strange.accept("the program on port " + address.port() + ", which server.json names, is not the server of this"
                + " folder or does not answer; it received no command");
        return Optional.empty();
    }

    /** The other end does not know the secret. */
    private static final class StrangeServerException extends IOException {
        private static final long serialVersionUID = 1;
    }

    private static RunningServer authenticated(Socket socket, String secret, Duration handshakeTimeout)
            throws IOException {
        socket.setTcpNoDelay(true);
        TimedInput timed = new TimedInput(socket, handshakeTimeout);
        DataInputStream here = new DataInputStream(new BufferedInputStream(timed));
        DataOutputStream there = new DataOutputStream(new BufferedOutputStream(socket.getOutputStream()));
        if (!new ChannelHandshake(secret).call(here, there)) {
            throw new StrangeServerException();
        }
        timed.lift();
        return new RunningServer(socket, here, there);
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            // Nothing was sent that could be lost.
        }
    }

    /**
     * Runs a command in the server.
     *
     * @return its exit code
     * @throws IOException if the server stopped before the command ended, or an answer could not be written
     */
    public int run(RemoteCommand remoteCommand, InputStream in, OutputStream out, OutputStream err) throws IOException {
        ChannelFrames.write(there, ChannelFrames.COMMAND, remoteCommand.text().getBytes(UTF_8));
        TypedInput typed = new TypedInput(in, there);
        for (ChannelFrames.Frame frame = ChannelFrames.read(here); ; frame = ChannelFrames.read(here)) {
            switch (frame.stream()) {
                case ChannelFrames.OUT -> {
                    out.write(frame.bytes());
                    out.flush();
                }
                case ChannelFrames.ERR -> {
                    err.write(frame.bytes());
                    err.flush();
                }
                case ChannelFrames.WANT -> typed.send(number(frame));
                case ChannelFrames.EXIT -> {
                    return number(frame);
                }
                default ->
                    throw new IOException(
                            "the server uses another version of the protocol; run command and server from the same version of Daybook");
            }
        }
    }

    private static int number(ChannelFrames.Frame frame) {
        return ByteBuffer.wrap(frame.bytes()).getInt();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
