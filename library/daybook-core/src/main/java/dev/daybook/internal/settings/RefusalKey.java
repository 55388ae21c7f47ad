package dev.daybook.internal.settings;

import dev.daybook.internal.codec.HmacSha256;
import dev.daybook.model.Scope;
import dev.daybook.store.Blob;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Optional;

/**
 * The secret key of a space for the hashes of its forgotten texts (decision 95). A space has one while it refuses
 * forgotten texts. Thread-safe.
 */
public final class RefusalKey {

    private static final int BYTES = 32;

    /** Separates the two uses of the key. */
    private static final byte TEXT = 1;

    private static final byte SCOPE = 2;

    private final byte[] secret;

    private RefusalKey(byte[] secret) {
        this.secret = secret;
    }

    static RefusalKey random() {
        byte[] secret = new byte[BYTES];
        new SecureRandom().nextBytes(secret);
        return new RefusalKey(secret);
    }

    static RefusalKey decode(String hex) {
        return new RefusalKey(HexFormat.of().parseHex(hex));
    }

    String encode() {
        return HexFormat.of().formatHex(secret);
    }

    /**
     * Returns the hash of a text in a scope; empty if the text is too short to be refused. The same text has another hash
     * in another scope, so that no scope learns of a forget in another.
     */
    public Optional<TextHash> hash(Scope scope, String text) {
        return ComparableText.of(text).map(comparable -> {
            ByteBuffer hash = ByteBuffer.wrap(mac(TEXT, scope, comparable));
            return new TextHash(hash.getLong(), hash.getLong());
        });
    }

    /** Returns a name for a scope that does not tell its user. */
    String name(Scope scope) {
        return HexFormat.of().formatHex(mac(SCOPE, scope, ""), 0, TextHash.BYTES);
    }

    private byte[] mac(byte use, Scope scope, String text) {
        Blob code = Blob.of(scope.code());
        byte[] head = ByteBuffer.allocate(1 + Integer.BYTES)
                .put(use)
                .putInt(code.size())
                .array();
        return HmacSha256.of(secret, head, code.toArray(), text.getBytes(StandardCharsets.UTF_8));
    }
}
