package dev.daybook.server.keys;

import dev.daybook.access.AccessRight;
import dev.daybook.internal.settings.AccessRules;
import dev.daybook.internal.settings.ProtectedOperation;
import dev.daybook.model.Scope;
import dev.daybook.server.problem.ForbiddenException;
import dev.daybook.server.problem.NotFoundException;
import dev.daybook.server.problem.UnauthorizedException;
import java.time.OffsetDateTime;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The maker of a change of grants: the owner of the data folder, or the holder of a key that administers the place of the
 * grant.
 */
public final class Grantor {

    /**
     * The most grants that a key can have in the places that a grantor other than the owner administers; else the
     * administrator of one user could take all grants of a key of others, by the agents of that user.
     */
    static final int MAX_ADMINISTERED = 16;

    /** The owner, who may give any key any right. */
    public static final Grantor OWNER = new Grantor(null, () -> {});

    private final @Nullable String key;
    private final Runnable audit;

    private Grantor(@Nullable String key, Runnable audit) {
        this.key = key;
        this.audit = audit;
    }

    /**
     * Returns the holder of a key, who passes on the rights of the key only.
     *
     * @param audit records the change durably, before it is done; if it fails, nothing is changed
     */
    public static Grantor of(ApiKey key, Runnable audit) {
        return new Grantor(key.id(), audit);
    }

    /** Returns the maker of a change for its record. */
    String name() {
        return key == null ? ApiKeys.USER : "key " + key;
    }

    void audit() {
        audit.run();
    }

    /**
     * Checks a change of the grant of a place. Called while no key can change, so a right that was withdrawn meanwhile does
     * not count.
     *
     * @param passed the rights that the change gives
     * @throws UnauthorizedException if the grantor's key is no longer valid
     * @throws NotFoundException if the grantor's key does not open the place, or administers no grant of the other key:
     *     whether there is such a key stays unknown
     * @throws ForbiddenException if the grantor lacks the right to administer the place, or a right that it passes on
     * @throws dev.daybook.error.AccessRefusedException if the grantor's key is bounded
     * @throws IllegalArgumentException if the key would have more than {@value #MAX_ADMINISTERED} grants in the places that
     *     the grantor administers
     */
    void check(KeyRegister present, OffsetDateTime now, String id, GrantPlace place, Set<AccessRight> passed) {
        if (key == null) {
            return;
        }
        AuthenticatedCaller grantor = present.find(key)
                .filter(each -> each.isGood(now))
                .map(AuthenticatedCaller::new)
                .orElseThrow(
                        () -> new UnauthorizedException("the key is unknown, expired or revoked; use a valid key"));
        grantor.into(place, AccessRight.ADMIN);
        new AccessRules(grantor.principal(place)).require(ProtectedOperation.CHANGE_GRANTS);
        ApiKey changed = present.find(id)
                .filter(other -> administers(grantor, other))
                .orElseThrow(() -> new NotFoundException(AuthenticatedCaller.NOT_HERE));
        requireOwn(grantor, place, passed);
        if (!passed.isEmpty()) {
            requireRoom(grantor, changed, place);
        }
    }

    private static void requireRoom(AuthenticatedCaller grantor, ApiKey changed, GrantPlace place) {
        List<GrantPlace> administered = changed.grants().stream()
                .map(KeyGrant::place)
                .filter(each -> grantor.has(each, AccessRight.ADMIN))
                .toList();
        if (administered.size() >= MAX_ADMINISTERED && !administered.contains(place)) {
            throw new IllegalArgumentException("key '" + changed.id() + "' has " + administered.size()
                    + " grants in the places that this key administers, where an administrator gives at most "
                    + MAX_ADMINISTERED + "; withdraw one of them first");
        }
    }

    private static void requireOwn(AuthenticatedCaller grantor, GrantPlace place, Set<AccessRight> passed) {
        Set<AccessRight> lacking = EnumSet.noneOf(AccessRight.class);
        lacking.addAll(passed);
        lacking.removeAll(grantor.rights(place));
        ApiKey own = grantor.key();
        Scope shared = new Scope.Shared(place.space());
        // Who administers the shared scope and reads it could open it by a grant of that scope, too.
        if (own != null && own.rights(shared).containsAll(Set.of(AccessRight.ADMIN, AccessRight.READ))) {
            lacking.remove(AccessRight.SHARED);
        }
        if (!lacking.isEmpty()) {
            throw new ForbiddenException(
                    "the right '" + lacking.iterator().next().label()
                            + "' is none of this key's in '" + place.path()
                            + "', so it cannot be granted with it; grant only rights"
                            + " of your own key");
        }
    }

    /** Returns whether a caller administers a grant of a key, and so may know of the key. */
    public static boolean administers(AuthenticatedCaller caller, ApiKey key) {
        return key.grants().stream().anyMatch(grant -> caller.has(grant.place(), AccessRight.ADMIN));
    }
}
