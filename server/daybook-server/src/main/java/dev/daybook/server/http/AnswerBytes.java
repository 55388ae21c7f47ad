package dev.daybook.server.http;

import dev.daybook.internal.heap.ReadBudget.HeapReservation;
import dev.daybook.internal.json.PlainJson;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.Writer;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An answer as JSON in UTF-8, in pieces: each takes its room before it is written, and none is copied to make the next one
 * longer. Half of a surrogate pair becomes a question mark.
 */
final class AnswerBytes extends Writer {

    /** A receipt fits. */
    private static final int FIRST = 512;

    private static final int MAX = 1 << 20;

    /** Up to this length the pieces are sent as one: several writes would be several packets. */
    private static final int JOINED = 32 << 10;

    private final HeapReservation room;
    private final CharsetEncoder encoder = StandardCharsets.UTF_8
            .newEncoder()
            .onMalformedInput(CodingErrorAction.REPLACE)
            .onUnmappableCharacter(CodingErrorAction.REPLACE);
    private final List<ByteBuffer> full = new ArrayList<>();
    private ByteBuffer last;
    private long length;

    /** The first half of a surrogate pair whose second half is in the next write; 0: none. */
    private char half;

    private AnswerBytes(HeapReservation room) {
        this.room = room;
        this.last = piece(FIRST);
    }

    /**
     * Writes a value.
     *
     * @throws RuntimeException of the reservation if there is no room
     */
    static AnswerBytes of(@Nullable Object value, HeapReservation room) {
        AnswerBytes answer = new AnswerBytes(room);
        PlainJson.write(value, answer);
        answer.close();
        return answer;
    }

    private ByteBuffer piece(int bytes) {
        room.take(bytes);
        return ByteBuffer.allocate(bytes);
    }

    @Override
    public void write(char[] characters, int from, int count) {
        int begin = from;
        if (half != 0 && count > 0) {
            encode(CharBuffer.wrap(new char[] {half, characters[from]}), true);
            half = 0;
            begin++;
        }
        CharBuffer left = CharBuffer.wrap(characters, begin, from + count - begin);
        encode(left, false);
        if (left.hasRemaining()) {
            half = left.get();
        }
    }

    private void encode(CharBuffer characters, boolean isWhole) {
        encoder.reset();
        while (encoder.encode(characters, last, isWhole).isOverflow()) {
            int next = Math.min(2 * last.capacity(), MAX);
            ByteBuffer piece = piece(next);
            full.add(last.flip());
            length += last.limit();
            last = piece;
        }
    }

    @Override
    public void flush() {}

    @Override
    public void close() {
        if (half != 0) {
            encode(CharBuffer.wrap(new char[] {half}), true);
            half = 0;
        }
    }

    long length() {
        return length + last.position();
    }

    void writeTo(OutputStream out) throws IOException {
        if (!full.isEmpty() && length() <= JOINED) {
            out.write(read().readAllBytes());
            return;
        }
        for (ByteBuffer piece : full) {
            out.write(piece.array(), 0, piece.limit());
        }
        out.write(last.array(), 0, last.position());
    }

    InputStream read() {
        return new PieceStream();
    }

    /** Fills each read, because Javalin compresses an answer if the first one is long enough. */
    private final class PieceStream extends InputStream {
        private int piece;
        private int at;
        private long left = length();

        @Override
        public int read() {
            byte[] octet = new byte[1];
            return read(octet, 0, 1) < 0 ? -1 : octet[0] & 0xff;
        }

        @Override
        public int read(byte[] target, int from, int count) {
            if (left == 0 && count > 0) {
                return -1;
            }
            int done = 0;
            while (done < count && left > 0) {
                ByteBuffer here = piece < full.size() ? full.get(piece) : last;
                int end = piece < full.size() ? here.limit() : here.position();
                int some = Math.min(count - done, end - at);
                System.arraycopy(here.array(), at, target, from + done, some);
                at += some;
                done += some;
                left -= some;
                if (at == end) {
                    piece++;
                    at = 0;
                }
            }
            return done;
        }

        @Override
        public int available() {
            return (int) Math.min(Integer.MAX_VALUE, left);
        }
    }
}
