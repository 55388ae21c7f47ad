package dev.daybook.server.channel;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;

/**
 * The receiving end of the standard input of a forwarded command. It requests only the bytes that are read, so a
 * command that reads nothing consumes nothing: the next line in a script's loop stays for the script.
 */
final class RemoteInput extends InputStream {

    private final DataInputStream in;
    private final DataOutputStream out;
    private boolean ended;

    RemoteInput(DataInputStream in, DataOutputStream out) {
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
        int wanted = Math.min(length, ChannelFrames.MAX);
        ChannelFrames.write(
                out,
                ChannelFrames.WANT,
                ByteBuffer.allocate(Integer.BYTES).putInt(wanted).array());
        byte[] typed = answer(wanted);
        System.arraycopy(typed, 0, bytes, from, typed.length);
        ended = typed.length == 0;
        return ended ? -1 : typed.length;
    }

    private byte[] answer(int longest) throws IOException {
        ChannelFrames.Frame answer = ChannelFrames.read(in);
        if (answer.stream() == ChannelFrames.IN_FAILED) {
            throw new IOException(new String(answer.bytes(), UTF_8));
        }
        if (answer.stream() != ChannelFrames.IN || answer.bytes().length > longest) {
            throw new IOException(
                    "the other end uses another version of the protocol; run command and server from the same version of Daybook");
        }
        return answer.bytes();
    }
}
