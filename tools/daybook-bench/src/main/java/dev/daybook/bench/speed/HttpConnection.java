package dev.daybook.bench.speed;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** One connection to a server, kept open: the least work of a client, so that the server is measured. */
final class HttpConnection implements AutoCloseable {

    private static final int MAX_MILLISECONDS = 60_000;

    private final String host;
    private final Socket socket;
    private final InputStream in;

    HttpConnection(String host, int port) throws IOException {
        this.host = host + ":" + port;
        socket = new Socket(host, port);
        socket.setTcpNoDelay(true);
        socket.setSoTimeout(MAX_MILLISECONDS);
        in = new BufferedInputStream(socket.getInputStream(), 1 << 14);
    }

    /** An answer; of the headers only {@code Retry-After}. */
    record Answer(int status, boolean saysWhenAgain, String body) {}

    Answer send(String method, String path, String body) throws IOException {
        byte[] content = body.getBytes(StandardCharsets.UTF_8);
        String head = method + " " + path + " HTTP/1.1\r\nHost: " + host
                + "\r\nContent-Type: application/json\r\nContent-Length: " + content.length + "\r\n\r\n";
        byte[] first = head.getBytes(StandardCharsets.US_ASCII);
        byte[] all = new byte[first.length + content.length];
        System.arraycopy(first, 0, all, 0, first.length);
        System.arraycopy(content, 0, all, first.length, content.length);
        socket.getOutputStream().write(all);
        return read();
    }

    private Answer read() throws IOException {
        int status = Integer.parseInt(line().split(" ")[1]);
        int length = 0;
        boolean saysWhenAgain = false;
        boolean chunked = false;
        for (String header = line(); !header.isEmpty(); header = line()) {
            String lower = header.toLowerCase(Locale.ROOT);
            if (lower.startsWith("content-length:")) {
                length = Integer.parseInt(
                        lower.substring("content-length:".length()).strip());
            } else if (lower.startsWith("retry-after:")) {
                saysWhenAgain = true;
            } else if (lower.startsWith("transfer-encoding:")) {
                chunked = true;
            }
        }
        byte[] body = chunked ? chunks() : bytes(length);
        return new Answer(status, saysWhenAgain, new String(body, StandardCharsets.UTF_8));
    }

    /** A long answer, up to its empty last chunk. */
    private byte[] chunks() throws IOException {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        int length;
        do {
            length = Integer.parseInt(line().strip(), 16);
            body.writeBytes(bytes(length));
            line();
        } while (length > 0);
        return body.toByteArray();
    }

    private byte[] bytes(int length) throws IOException {
        byte[] bytes = in.readNBytes(length);
        if (bytes.length < length) {
            throw new EOFException("the answer was cut off");
        }
        return bytes;
    }

    private String line() throws IOException {
        StringBuilder line = new StringBuilder();
        for (int next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0) {
                throw new EOFException("the server closed the connection");
            }
            if (next != '\r') {
                line.append((char) next);
            }
        }
        return line.toString();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
