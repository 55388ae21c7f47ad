package dev.daybook.server.door;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;

/**
 * The receiving end of the standard input of a forwarded command. It requests only the bytes that are read, so a command
 * that reads nothing consumes nothing: the next line in a script's loop stays for the script.
 */
final class VisitInput extends InputStream {

    private final DataInputStream in;
    private final DataOutputStream out;
    private boolean ended;

    VisitInput(DataInputStream in, DataOutputStream out) {
        this.in = in;
        this.out = out;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public synchronized int read(byte[] bytes, int from, int length) throws IOException {
        if (ended) {
            return -1;
        }
        if (length == 0) {
            return 0;
        }
        int wanted = Math.min(length, Frames.LARGEST);
        Frames.write(
                out,
                Frames.WANT,
                ByteBuffer.allocate(Integer.BYTES).putInt(wanted).array());
        byte[] typed = answer(wanted);
        System.arraycopy(typed, 0, bytes, from, typed.length);
        ended = typed.length == 0;
        return ended ? -1 : typed.length;
    }

    private byte[] answer(int longest) throws IOException {
        Frames.Frame answer = Frames.read(in);
        if (answer.stream() == Frames.IN_FAILED) {
            throw new IOException(new String(answer.bytes(), UTF_8));
        }
        if (answer.stream() != Frames.IN || answer.bytes().length > longest) {
            throw new IOException(
                    "the other end uses another version of the protocol; run command and server from the same version of Daybook");
        }
        return answer.bytes();
    }
}
