package dev.daybook.server.http;

import dev.daybook.server.admission.AdmissionControl;
import io.javalin.http.Context;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** Parses the body of a call, which {@link AdmissionControl} has read: JSON in UTF-8. */
final class RequestBody {

    private static final char REPLACEMENT = '\uFFFD';

    private RequestBody() {}

    static String text(Context http) {
        byte[] bytes = AdmissionControl.body(http.req());
        if (bytes.length > 0) {
            requireType(http, "application/json");
        }
        String text = new String(bytes, StandardCharsets.UTF_8);
        if (text.indexOf(REPLACEMENT) >= 0) {
            requireUtf8(bytes);
        }
        return text;
    }

    /** The replacement character of a text is either in its bytes, or stands for bytes that are not UTF-8. */
    private static void requireUtf8(byte[] bytes) {
        try {
            StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes));
        } catch (CharacterCodingException e) {
            throw new IllegalArgumentException("the body is not UTF-8; send JSON in UTF-8");
        }
    }

    /** Requires the content type: a form of a foreign page cannot set it without a CORS preflight. */
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
}
