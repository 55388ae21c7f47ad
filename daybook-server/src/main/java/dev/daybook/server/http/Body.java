package dev.daybook.server.http;

import dev.daybook.server.problem.TooLarge;
import io.javalin.http.Context;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Locale;

/** Reads bodies: JSON in UTF-8, of a bounded size. */
final class Body {

    /** Whoever sends a few bytes now and then would hold a thread for ever. */
    private static final Duration LONGEST = Duration.ofSeconds(60);

    private Body() {}

    static String read(Context http, long most) throws IOException {
        if (http.req().getContentLengthLong() > most) {
            throw tooLarge(most);
        }
        byte[] bytes = bytes(http.req().getInputStream(), most);
        if (bytes.length > 0) {
            requireType(http, "application/json");
        }
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new IllegalArgumentException("the body is not UTF-8; send JSON in UTF-8");
        }
    }

    private static byte[] bytes(InputStream in, long most) throws IOException {
        long begin = System.nanoTime();
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        byte[] part = new byte[16 << 10];
        for (int read = in.read(part); read >= 0; read = in.read(part)) {
            bytes.write(part, 0, read);
            if (bytes.size() > most) {
                throw tooLarge(most);
            }
            if (System.nanoTime() - begin > LONGEST.toNanos()) {
                throw new IllegalArgumentException("the body did not arrive within " + LONGEST.toSeconds()
                        + " s; send it faster, or less at a time");
            }
        }
        return bytes.toByteArray();
    }

    /** What a form of a foreign page can send without asking first is none of ours by its name. */
    static void requireType(Context http, String wanted) {
        String type = http.contentType();
        String named = type == null
                ? ""
                : type.toLowerCase(Locale.ROOT).split(";", 2)[0].strip();
        boolean isJson = wanted.equals("application/json") && named.endsWith("+json");
        if (!named.equals(wanted) && !isJson) {
            throw new IllegalArgumentException("the header 'Content-Type' is "
                    + (named.isEmpty() ? "missing" : "'" + named + "'") + "; send " + wanted);
        }
    }

    private static TooLarge tooLarge(long most) {
        return new TooLarge("the body has more than " + most + " bytes; send less at a time");
    }
}
