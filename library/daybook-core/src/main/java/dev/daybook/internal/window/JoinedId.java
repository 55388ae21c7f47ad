package dev.daybook.internal.window;

import dev.daybook.internal.checks.EncodableText;
import dev.daybook.internal.text.Sha256Hash;
import dev.daybook.model.SizeLimits;

/** Ids of entries that an adapter joins from the ids of a framework, which may be as long as an id themselves. */
public final class JoinedId {

    private static final String DIGEST = "sha256:";

    private JoinedId() {}

    /**
     * Returns the joined id, or if it is longer than an id may be, one with its SHA-256. Two different ids never become one.
     *
     * @param prefix the begin of all ids of the adapter; it stays as it is
     * @param rest the encoded ids; never {@code sha256:} and digits only
     */
    public static String of(String prefix, String rest) {
        String id = EncodableText.check("id", prefix + rest);
        return id.codePointCount(0, id.length()) <= SizeLimits.NAME ? id : prefix + DIGEST + Sha256Hash.hex(rest);
    }
}
