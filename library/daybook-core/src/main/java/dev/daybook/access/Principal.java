package dev.daybook.access;

import dev.daybook.internal.checks.ArgumentChecks;
import dev.daybook.internal.checks.NullChecks;
import dev.daybook.model.Origin;
import dev.daybook.model.Trust;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The authenticated caller of a handle: the owner of the memory, or a caller with an API key. Daybook does not trust
 * the statements of a principal about itself: it stamps the key on every write and limits the trust of the write. See
 * {@link dev.daybook.LocalDaybook#space(String, Principal)}.
 *
 * @param key the id of the API key, no secret; becomes {@link Origin#key}. Null: no key is stamped
 * @param atMost the maximum trust of its writes
 * @param readsShared whether it may read the shared scope of the space through the memory of a user
 * @param rights its rights to change the memory, which {@code SECURITY.md} lists by operation; a handle does not check reads
 */
public record Principal(@Nullable String key, Trust atMost, boolean readsShared, Set<AccessRight> rights) {

    /** The owner of the memory: no key is stamped, and any trust may be stated. */
    public static final Principal OWNER = new Principal(null, Trust.SYSTEM, true);

    /** @throws IllegalArgumentException if the key is blank or has a control character */
    public Principal {
        ArgumentChecks.optionalId("principal key", key);
        NullChecks.present("atMost", atMost);
        rights = Set.copyOf(NullChecks.present("rights", rights));
    }

    /** Creates a principal with all rights. */
    public Principal(@Nullable String key, Trust atMost, boolean readsShared) {
        this(key, atMost, readsShared, Set.of(AccessRight.values()));
    }
}
