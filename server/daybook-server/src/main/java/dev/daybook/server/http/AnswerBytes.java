package dev.daybook.server.http;

import dev.daybook.internal.heap.ReadBudget.HeapReservation;
import dev.daybook.internal.json.PlainJson;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
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
 * longer. Half of a surrogate pair becomes a question mark. A writer of the JDK would allocate 8 KB for each answer.
 */
final class AnswerBytes extends Writer {

    /** A receipt fits. */
    private static final int FIRST = 512;

    private static final int MAX = 1 << 20;

    /** Up to this length the first pieces are sent as one: several writes would be several packets. */
    private static final int JOINED = 32 << 10;

    private final HeapReservation room;
    private final CharsetEncoder encoder = StandardCharsets.UTF_8
            .newEncoder()
            .onMalformedInput(CodingErrorAction.REPLACE)
            .onUnmappableCharacter(CodingErrorAction.REPLACE);
    private final List<ByteBuffer> pieces = new ArrayList<>();

    /** Characters on the way to the encoder; a writer of the JDK allocates 2 KB for them. */
    private final char[] buffer = new char[128];

    /** The first half of a surrogate pair whose second half is in the next write; 0: none. */
    private char half;

    private AnswerBytes(HeapReservation room) {
        this.room = room;
        addPiece(FIRST);
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

    private ByteBuffer addPiece(int bytes) {
        room.take(bytes);
        ByteBuffer piece = ByteBuffer.allocate(bytes);
        pieces.add(piece);
        return piece;
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

    @Override
    public void write(int character) {
        buffer[0] = (char) character;
        write(buffer, 0, 1);
    }

    @Override
    public void write(String text, int from, int count) {
        for (int at = from, end = from + count; at < end; at += buffer.length) {
            int length = Math.min(buffer.length, end - at);
            text.getChars(at, at + length, buffer, 0);
            write(buffer, 0, length);
        }
    }

    private void encode(CharBuffer characters, boolean isWhole) {
        encoder.reset();
        ByteBuffer last = pieces.get(pieces.size() - 1);
        while (encoder.encode(characters, last, isWhole).isOverflow()) {
            last = addPiece(Math.min(2 * last.capacity(), MAX));
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
        return pieces.stream().mapToLong(ByteBuffer::position).sum();
    }

    void writeTo(OutputStream out) throws IOException {
        ByteArrayOutputStream joined = new ByteArrayOutputStream((int) Math.min(length(), JOINED));
        for (ByteBuffer piece : pieces) {
            if (joined.size() + piece.position() > JOINED) {
                joined.writeTo(out);
                joined.reset();
                out.write(piece.array(), 0, piece.position());
            } else {
                joined.write(piece.array(), 0, piece.position());
            }
        }
        joined.writeTo(out);
    }
}
