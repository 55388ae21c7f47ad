package dev.daybook.server.keys;

import dev.daybook.access.AccessRight;
import dev.daybook.model.Scope;
import dev.daybook.model.Space;
import java.time.OffsetDateTime;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The stored part of an API key.
 *
 * @param id public name of the key
 * @param space the only space that it opens
 * @param scope the only scope that it opens, a user's with those of the user's agents; null: all scopes of the space
 * @param hash the SHA-256 of the whole text of the key, in hexadecimal. Its secret is 256 random bits, so nothing is
 *     gained by a slow hash
 * @param expiresAt its expiry; null: never
 * @param revokedAt the time of its revocation; null: not revoked
 */
public record ApiKey(
        String id,
        Space space,
        @Nullable Scope scope,
        Set<AccessRight> rights,
        KeyLimits limits,
        String hash,
        OffsetDateTime createdAt,
        @Nullable OffsetDateTime expiresAt,
        @Nullable OffsetDateTime revokedAt) {

    public ApiKey {
        rights = Set.copyOf(rights);
        if (rights.isEmpty()) {
            throw new IllegalArgumentException(
                    "rights are empty; give at least one of read, write, forget, admin, shared");
        }
        if (scope != null && !scope.space().equals(space)) {
            throw new IllegalArgumentException(
                    "the scope of a key is in another space than the key; use a scope of the space of the key");
        }
    }

    boolean isGood(OffsetDateTime now) {
        return revokedAt == null && (expiresAt == null || now.isBefore(expiresAt));
    }

    ApiKey revoked(OffsetDateTime at) {
        return revokedAt != null ? this : new ApiKey(id, space, scope, rights, limits, hash, createdAt, expiresAt, at);
    }

    /** Returns whether a reader of a user's memory also reads the shared scope with this key. */
    public boolean readsShared() {
        return scope == null || scope instanceof Scope.Shared || rights.contains(AccessRight.SHARED);
    }

    /** Returns whether it opens a scope; the key of a user opens the user's agents. */
    public boolean opens(Scope wanted) {
        return space.equals(wanted.space())
                && (scope == null
                        || scope.equals(wanted)
                        || wanted instanceof Scope.Agent agent && agent.isBelow(scope));
    }
}
