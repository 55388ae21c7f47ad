package dev.daybook.server.json;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** Decodes external bytes as text. */
public final class Utf8Text {

    private Utf8Text() {}

    /**
     * Bytes as UTF-8 text.
     *
     * @throws IllegalArgumentException if they are not UTF-8
     */
    public static String text(String what, byte[] bytes) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new IllegalArgumentException(what + " is not UTF-8; convert it first");
        }
    }
}
