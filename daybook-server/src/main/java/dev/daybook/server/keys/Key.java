package dev.daybook.server.keys;

import dev.daybook.data.Scope;
import dev.daybook.data.Space;
import dev.daybook.data.Trust;
import java.time.OffsetDateTime;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What is kept of a key.
 *
 * @param id names it in lists; no secret
 * @param space the only space it opens
 * @param scope the only scope of it that it opens; null: all
 * @param trust how far what is written with it is believed at most; null: as its routes let it be
 * @param hash the SHA-256 of the whole text of the key, in hexadecimal. Its secret is 256 random bits, so nothing is
 *     gained by a slow hash
 * @param expiresAt from when on it is refused; null: never
 * @param revokedAt since when it is refused; null: it is not
 */
public record Key(
        String id,
        Space space,
        @Nullable Scope scope,
        Set<Right> rights,
        @Nullable Trust trust,
        String hash,
        OffsetDateTime createdAt,
        @Nullable OffsetDateTime expiresAt,
        @Nullable OffsetDateTime revokedAt) {

    public Key {
        rights = Set.copyOf(rights);
        if (rights.isEmpty()) {
            throw new IllegalArgumentException(
                    "rights are empty; give one of read, write, forget, admin, shared at least");
        }
        if (scope != null && !scope.space().equals(space)) {
            throw new IllegalArgumentException("the scope of a key lies in another space than the key");
        }
    }

    boolean isGood(OffsetDateTime now) {
        return revokedAt == null && (expiresAt == null || now.isBefore(expiresAt));
    }

    Key revoked(OffsetDateTime at) {
        return revokedAt != null ? this : new Key(id, space, scope, rights, trust, hash, createdAt, expiresAt, at);
    }

    /** Whether it shows what is shared in the space to whoever reads the memory of a user with it. */
    boolean readsShared() {
        return scope == null || scope instanceof Scope.Shared || rights.contains(Right.SHARED);
    }

    /** Whether it opens a scope. */
    public boolean opens(Scope wanted) {
        return space.equals(wanted.space()) && (scope == null || scope.equals(wanted));
    }
}
