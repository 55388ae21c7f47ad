package dev.daybook.server.http;

import dev.daybook.internal.heap.ReadBudget.HeapReservation;
import dev.daybook.internal.json.PlainJson;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
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
final class AnswerBytes implements Appendable {

    /** A receipt fits. */
    private static final int FIRST = 512;

    private static final int MAX = 1 << 20;

    /** Up to this length the first pieces are sent as one: several writes would be several packets. */
    private static final int JOINED = 32 << 10;

    private static final int FIRST_OTHER_THAN_ASCII = 0x80;

    private final HeapReservation room;
    private final CharsetEncoder encoder = StandardCharsets.UTF_8
            .newEncoder()
            .onMalformedInput(CodingErrorAction.REPLACE)
            .onUnmappableCharacter(CodingErrorAction.REPLACE);
    private final List<ByteBuffer> pieces = new ArrayList<>();
    private ByteBuffer last;

    private AnswerBytes(HeapReservation room) {
        this.room = room;
        this.last = addPiece(FIRST);
    }

    /**
     * Writes a value.
     *
     * @throws RuntimeException of the reservation if there is no room
     */
    static AnswerBytes of(@Nullable Object value, HeapReservation room) {
        AnswerBytes answer = new AnswerBytes(room);
        PlainJson.write(value, answer);
        return answer;
    }

    private ByteBuffer addPiece(int bytes) {
        room.take(bytes);
        ByteBuffer piece = ByteBuffer.allocate(bytes);
        pieces.add(piece);
        return piece;
    }

    @Override
    public Appendable append(CharSequence text) {
        return append(text, 0, text.length());
    }

    @Override
    public Appendable append(char character) {
        if (character >= FIRST_OTHER_THAN_ASCII) {
            return append(String.valueOf(character));
        }
        makeRoom();
        last.put((byte) character);
        return this;
    }

    /** Appends characters; a surrogate pair has to be in one call. */
    @Override
    public Appendable append(CharSequence text, int from, int to) {
        for (int at = from; at < to; ) {
            int other = appendAscii(text, at, to);
            at = other;
            while (at < to && text.charAt(at) >= FIRST_OTHER_THAN_ASCII) {
                at++;
            }
            if (at > other) {
                encode(CharBuffer.wrap(text, other, at));
            }
        }
        return this;
    }

    /** Appends most of an answer without the encoder. Returns the index of the first character that is not ASCII, or the end. */
    private int appendAscii(CharSequence text, int from, int to) {
        int at = from;
        while (at < to && text.charAt(at) < FIRST_OTHER_THAN_ASCII) {
            makeRoom();
            byte[] bytes = last.array();
            int position = last.position();
            int end = Math.min(to, at + last.remaining());
            while (at < end && text.charAt(at) < FIRST_OTHER_THAN_ASCII) {
                bytes[position++] = (byte) text.charAt(at++);
            }
            last.position(position);
        }
        return at;
    }

    private void encode(CharBuffer characters) {
        encoder.reset();
        while (encoder.encode(characters, last, true).isOverflow()) {
            last = addLongerPiece();
        }
    }

    private void makeRoom() {
        if (!last.hasRemaining()) {
            last = addLongerPiece();
        }
    }

    private ByteBuffer addLongerPiece() {
        return addPiece(Math.min(2 * last.capacity(), MAX));
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
