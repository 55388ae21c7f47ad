package dev.daybook.data;

import org.jspecify.annotations.Nullable;

/**
 * Who uses a handle: the owner of the memory, or somebody who was let in. What a principal says of itself is not believed:
 * the library stamps its key on all that it writes, and believes that no more than it believes the principal. See
 * {@link dev.daybook.MemorySpace#withPrincipal}.
 *
 * @param key the id of its key, no secret; becomes {@link Origin#key}. Null: nothing is stamped
 * @param atMost how far anything it writes is believed at most
 * @param readsShared whether it reads what is shared in the space through the memory of a user
 */
public record Principal(@Nullable String key, Trust atMost, boolean readsShared) {

    /** Whoever opened the memory: nothing is stamped, and any trust may be stated. */
    public static final Principal OWNER = new Principal(null, Trust.SYSTEM, true);

    /** @throws IllegalArgumentException if the key is blank or has a control character */
    public Principal {
        ArgumentChecks.optionalId("principal key", key);
        ArgumentChecks.present("atMost", atMost);
    }
}
