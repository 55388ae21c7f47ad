package dev.daybook.server.door;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;

/** Several streams on one connection: each piece is a byte that names its stream, its length, and its bytes. */
final class Frames {

    static final byte HELLO = 'H';
    static final byte IN = 'I';
    static final byte IN_END = 'E';
    static final byte OUT = 'O';
    static final byte ERR = 'R';
    static final byte EXIT = 'X';

    private static final int LARGEST = 1 << 20;

    private Frames() {}

    /** One piece. Not a record: it holds an array. */
    static final class Frame {
        private final byte stream;
        private final byte[] bytes;

        private Frame(byte stream, byte[] bytes) {
            this.stream = stream;
            this.bytes = bytes;
        }

        byte stream() {
            return stream;
        }

        byte[] bytes() {
            return bytes;
        }
    }

    static Frame read(DataInputStream in) throws IOException {
        byte stream = in.readByte();
        int length = in.readInt();
        if (length < 0 || length > LARGEST) {
            throw new EOFException("a frame of " + length + " bytes");
        }
        return new Frame(stream, in.readNBytes(length));
    }

    static void write(DataOutputStream out, byte stream, byte[] bytes, int from, int length) throws IOException {
        synchronized (out) {
            for (int begin = from; begin < from + length || length == 0; begin += LARGEST) {
                int size = Math.min(LARGEST, from + length - begin);
                out.writeByte(stream);
                out.writeInt(size);
                out.write(bytes, begin, size);
                if (length == 0) {
                    break;
                }
            }
            out.flush();
        }
    }

    /** A stream whose bytes go out in frames. */
    static OutputStream stream(DataOutputStream out, byte name) {
        return new OutputStream() {
            @Override
            public void write(int value) throws IOException {
                write(new byte[] {(byte) value}, 0, 1);
            }

            @Override
            public void write(byte[] bytes, int from, int length) throws IOException {
                if (length > 0) {
                    Frames.write(out, name, bytes, from, length);
                }
            }
        };
    }
}
