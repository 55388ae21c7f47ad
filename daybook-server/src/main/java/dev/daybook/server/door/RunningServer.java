package dev.daybook.server.door;

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
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Optional;

/** A server that has a folder, as a command sees it. */
public final class RunningServer implements AutoCloseable {

    private static final int LONGEST_CONNECT_MILLISECONDS = 2_000;
    private static final int PIECE = 1 << 14;

    private final Socket socket;
    private final String secret;

    private RunningServer(Socket socket, String secret) {
        this.socket = socket;
        this.secret = secret;
    }

    /** The server of a folder, if one is reachable. Costs one look at a file where there is none. */
    public static Optional<RunningServer> of(Path folder) {
        return new DoorFile(folder).read().flatMap(RunningServer::connect);
    }

    private static Optional<RunningServer> connect(DoorFile.Told told) {
        try {
            Socket socket = new Socket();
            socket.connect(
                    new InetSocketAddress(InetAddress.getLoopbackAddress(), told.port()), LONGEST_CONNECT_MILLISECONDS);
            socket.setTcpNoDelay(true);
            return Optional.of(new RunningServer(socket, told.secret()));
        } catch (IOException e) {
            // A server that was killed left its file behind.
            return Optional.empty();
        }
    }

    /**
     * Runs a command there.
     *
     * @return its exit code
     * @throws IOException if the server went away before the command ended, or an answer could not be written
     */
    public int run(Visit visit, InputStream in, OutputStream out, OutputStream err) throws IOException {
        DataOutputStream there = new DataOutputStream(new BufferedOutputStream(socket.getOutputStream()));
        DataInputStream here = new DataInputStream(new BufferedInputStream(socket.getInputStream()));
        byte[] hello = visit.text(secret).getBytes(UTF_8);
        Frames.write(there, Frames.HELLO, hello, 0, hello.length);
        Thread typing = new Thread(() -> pass(in, there), "daybook-typing");
        // A command that reads nothing must not wait for somebody to type.
        typing.setDaemon(true);
        typing.start();
        for (Frames.Frame frame = Frames.read(here); ; frame = Frames.read(here)) {
            switch (frame.stream()) {
                case Frames.OUT -> {
                    out.write(frame.bytes());
                    out.flush();
                }
                case Frames.ERR -> {
                    err.write(frame.bytes());
                    err.flush();
                }
                case Frames.EXIT -> {
                    return ByteBuffer.wrap(frame.bytes()).getInt();
                }
                default -> throw new IOException("the server speaks another language; use the same version");
            }
        }
    }

    private static void pass(InputStream in, DataOutputStream there) {
        byte[] piece = new byte[PIECE];
        try {
            for (int read = in.read(piece); read >= 0; read = in.read(piece)) {
                Frames.write(there, Frames.IN, piece, 0, read);
            }
            Frames.write(there, Frames.IN_END, new byte[0], 0, 0);
        } catch (IOException e) {
            // The command has ended, and with it the connection.
        }
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
