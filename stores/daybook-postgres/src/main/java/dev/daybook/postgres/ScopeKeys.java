package dev.daybook.postgres;

import dev.daybook.model.Scope;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * The keys of scopes: a salted SHA-256 of space and code. An erased scope keeps its row under this key, without its
 * name, so that positions and revisions are never given again.
 */
final class ScopeKeys {

    static final int SALT_BYTES = 32;

    private final byte[] salt;

    ScopeKeys(byte[] salt) {
        this.salt = salt.clone();
    }

    byte[] key(Scope scope) {
        MessageDigest sha = sha256();
        sha.update(salt);
        sha.update(scope.space().id().getBytes(StandardCharsets.UTF_8));
        // Neither a space nor a code has a control character.
        sha.update((byte) 0);
        return sha.digest(scope.code().getBytes(StandardCharsets.UTF_8));
    }

    static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
