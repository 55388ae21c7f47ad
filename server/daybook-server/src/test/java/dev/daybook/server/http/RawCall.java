package dev.daybook.server.http;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;

/** A call that is written by hand, as no client library would write it. */
final class RawCall implements AutoCloseable {

    private static final int A_MOMENT_MILLISECONDS = 50;

    private final Socket socket;
    private final OutputStream out;

    RawCall(TestServer testServer) throws IOException {
        socket = new Socket("127.0.0.1", testServer.server.port());
        out = socket.getOutputStream();
    }

    /** The head of a call with a body, up to the blank line. */
    static String head(TestServer testServer, String path, String... headers) {
        return "POST " + path + " HTTP/1.1\r\nHost: 127.0.0.1:" + testServer.server.port()
                + "\r\nContent-Type: application/json\r\n" + String.join("\r\n", headers) + "\r\n\r\n";
    }

    /** Returns the whole answer to a call without a body, whose target a client library would refuse or repair. */
    static String withoutBody(TestServer testServer, String method, String target, String... headers)
            throws IOException {
        try (RawCall call = new RawCall(testServer)) {
            return call.send(method + " " + target + " HTTP/1.1\r\nHost: 127.0.0.1:" + testServer.server.port()
                            + "\r\nConnection: close\r\n" + String.join("\r\n", headers)
                            + (headers.length == 0 ? "" : "\r\n") + "\r\n")
                    .answer();
        }
    }

    RawCall send(String text) throws IOException {
        out.write(text.getBytes(StandardCharsets.UTF_8));
        out.flush();
        return this;
    }

    /** Returns whether a part of the answer has arrived. */
    boolean isAnswered() throws IOException {
        return socket.getInputStream().available() > 0;
    }

    /** Returns the head of the next response, up to the blank line. */
    String head() throws IOException {
        InputStream in = socket.getInputStream();
        StringBuilder head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            int read = in.read();
            if (read < 0) {
                break;
            }
            head.append((char) read);
        }
        return head.toString();
    }

    /** Returns whether the server has ended the connection, or does so in a moment. */
    boolean isEnded() throws IOException {
        socket.setSoTimeout(A_MOMENT_MILLISECONDS);
        try {
            return socket.getInputStream().read() < 0;
        } catch (SocketTimeoutException e) {
            return false;
        } catch (IOException e) {
            return true;
        }
    }

    /** Returns a body of a known length. */
    String body(int length) throws IOException {
        return new String(socket.getInputStream().readNBytes(length), StandardCharsets.UTF_8);
    }

    /** Everything that is answered until the server ends the connection. */
    String answer() throws IOException {
        InputStream in = socket.getInputStream();
        StringBuilder answer = new StringBuilder();
        byte[] part = new byte[4096];
        try {
            for (int read = in.read(part); read >= 0; read = in.read(part)) {
                answer.append(new String(part, 0, read, StandardCharsets.UTF_8));
            }
        } catch (IOException e) {
            // The server broke the connection off after its answer.
        }
        return answer.toString();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
