package dev.daybook.server.keys;

import dev.daybook.access.AccessRight;
import dev.daybook.model.Scope;
import dev.daybook.model.Space;
import java.time.OffsetDateTime;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The stored part of an API key.
 *
 * @param id public name of the key
 * @param home the place that it was created for, which never changes: that of calls that name no scope, such as those over
 *     MCP. The grant of this place can be withdrawn, and then these calls are refused
 * @param grants its rights by place: 1 to {@value #MAX_GRANTS}, each place once, in the order of their grant. The rights in
 *     a scope are those of all grants that cover it
 * @param hash the SHA-256 of the whole text of the key, in hexadecimal. Its secret is 256 random bits, so nothing is
 *     gained by a slow hash
 * @param expiresAt its expiry; null: never
 * @param revokedAt the time of its revocation; null: not revoked
 */
public record ApiKey(
        String id,
        GrantPlace home,
        List<KeyGrant> grants,
        KeyLimits limits,
        String hash,
        OffsetDateTime createdAt,
        @Nullable OffsetDateTime expiresAt,
        @Nullable OffsetDateTime revokedAt) {

    /** Each call compares its scope with all of them. */
    public static final int MAX_GRANTS = 64;

    public ApiKey {
        grants = List.copyOf(grants);
        if (grants.isEmpty()) {
            throw new IllegalArgumentException("key '" + id + "' has no grant; give it one, or revoke it");
        }
        if (grants.size() > MAX_GRANTS) {
            throw new IllegalArgumentException("key '" + id + "' has " + MAX_GRANTS
                    + " grants, the most it can have; withdraw one first, or use another key");
        }
        Set<GrantPlace> places = new HashSet<>();
        for (KeyGrant grant : grants) {
            if (!places.add(grant.place())) {
                throw new IllegalArgumentException("key '" + id + "' has two grants of '"
                        + grant.place().path() + "'; give the rights of both in one grant");
            }
        }
    }

    /** Creates a key with one grant, that of its home. */
    public ApiKey(
            String id,
            Space space,
            @Nullable Scope scope,
            Set<AccessRight> rights,
            KeyLimits limits,
            String hash,
            OffsetDateTime createdAt,
            @Nullable OffsetDateTime expiresAt,
            @Nullable OffsetDateTime revokedAt) {
        this(
                id,
                new GrantPlace(space, scope),
                List.of(new KeyGrant(new GrantPlace(space, scope), rights)),
                limits,
                hash,
                createdAt,
                expiresAt,
                revokedAt);
    }

    boolean isGood(OffsetDateTime now) {
        return revokedAt == null && (expiresAt == null || now.isBefore(expiresAt));
    }

    ApiKey revoked(OffsetDateTime at) {
        return revokedAt != null ? this : new ApiKey(id, home, grants, limits, hash, createdAt, expiresAt, at);
    }

    ApiKey with(List<KeyGrant> changed) {
        return new ApiKey(id, home, changed, limits, hash, createdAt, expiresAt, revokedAt);
    }

    /** Returns whether its only grant is that of its home, as that of every key was before there were grants. */
    boolean isOfHomeOnly() {
        return grants.size() == 1 && hasHome();
    }

    /** Returns whether the grant of its home is in force. */
    boolean hasHome() {
        return grants.stream().anyMatch(grant -> grant.place().equals(home));
    }

    /** Returns the rights of the grant of its home; empty if it was withdrawn. */
    public Set<AccessRight> homeRights() {
        return union(grants.stream().filter(grant -> grant.place().equals(home)));
    }

    /** Returns the rights in any place. */
    public Set<AccessRight> allRights() {
        return union(grants.stream());
    }

    /** Returns the rights in a scope; empty if no grant covers it. */
    public Set<AccessRight> rights(Scope scope) {
        return union(grants.stream().filter(grant -> grant.place().covers(scope)));
    }

    /** Returns the rights in all of a place; empty if no grant covers it. */
    public Set<AccessRight> rights(GrantPlace place) {
        return union(grants.stream().filter(grant -> grant.place().covers(place)));
    }

    private static Set<AccessRight> union(Stream<KeyGrant> some) {
        Set<AccessRight> union = EnumSet.noneOf(AccessRight.class);
        some.forEach(grant -> union.addAll(grant.rights()));
        return union;
    }

    /** Returns whether a reader of the memory of a place also reads the shared scope of its space with this key. */
    public boolean readsShared(GrantPlace place) {
        return rights(place).contains(AccessRight.SHARED)
                || rights(new Scope.Shared(place.space())).contains(AccessRight.READ);
    }

    /** Returns whether a grant covers a scope; that of a user covers the user's agents. */
    public boolean opens(Scope wanted) {
        return grants.stream().anyMatch(grant -> grant.place().covers(wanted));
    }

    /** Returns whether a grant is of a whole space. */
    boolean opensSpace() {
        return grants.stream().anyMatch(grant -> grant.place().scope() == null);
    }
}
