package dev.daybook.server.channel;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;

/**
 * Multiplexes several streams on one connection. A frame is a byte that names its stream, its length, and its bytes.
 */
final class ChannelFrames {

    static final byte HELLO = 'H';
    static final byte CHALLENGE = 'C';
    static final byte PROOF = 'P';
    static final byte COMMAND = 'D';

    /** The server requests input: the maximum number of bytes, as 4 bytes. */
    static final byte WANT = 'W';

    /** Standard input; empty at its end. */
    static final byte IN = 'I';

    /** The reason for which standard input cannot be read. */
    static final byte IN_FAILED = 'F';

    static final byte OUT = 'O';
    static final byte ERR = 'R';
    static final byte EXIT = 'X';

    /** Longer than any command line. */
    static final int MAX = 4 << 20;

    private ChannelFrames() {}

    /** A frame. Not a record, because it holds an array. */
    record Frame(byte stream, byte[] bytes) {}

    static Frame read(DataInputStream in) throws IOException {
        return read(in, MAX);
    }

    /** Reads a frame that must be of this stream, and returns its bytes. */
    static byte[] read(DataInputStream in, byte stream, int longest) throws IOException {
        Frame frame = read(in, longest);
        if (frame.stream() != stream) {
            throw new IOException(
                    "the other end uses another version of the protocol; run command and server from the same version of Daybook");
        }
        return frame.bytes();
    }

    private static Frame read(DataInputStream in, int longest) throws IOException {
        byte stream = in.readByte();
        int length = in.readInt();
        if (length < 0 || length > longest) {
            throw new IOException("a frame of " + length + " bytes; at most " + longest + " are expected");
        }
        byte[] bytes = new byte[length];
        in.readFully(bytes);
        return new Frame(stream, bytes);
    }

    static void write(DataOutputStream out, byte stream, byte[] bytes) throws IOException {
        write(out, stream, bytes, 0, bytes.length);
    }

    private static void write(DataOutputStream out, byte stream, byte[] bytes, int from, int length)
            throws IOException {
        synchronized (out) {
            out.writeByte(stream);
            out.writeInt(length);
            out.write(bytes, from, length);
            out.flush();
        }
    }

    /** Returns a stream whose bytes are sent in frames. */
    static OutputStream stream(DataOutputStream out, byte name) {
        return new OutputStream() {
            @Override
            public void write(int value) throws IOException {
                write(new byte[] {(byte) value}, 0, 1);
            }

            @Override
            public void write(byte[] bytes, int from, int length) throws IOException {
                for (int begin = from; begin < from + length; begin += MAX) {
                    ChannelFrames.write(out, name, bytes, begin, Math.min(MAX, from + length - begin));
                }
            }
        };
    }
}
