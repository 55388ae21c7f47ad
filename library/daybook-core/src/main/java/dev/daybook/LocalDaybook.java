package dev.daybook;

import dev.daybook.access.Principal;

/**
 * A daybook in this process, over its own store: what {@link Daybook#open} and {@link DaybookBuilder#open} return. Has the
 * calls that need the store at hand, which a connection to a server does not offer.
 */
public interface LocalDaybook extends Daybook {

    /** Returns the calls of an operator: checks, repairs, backups and proofs of the whole store. */
    Maintenance maintenance();

    /**
     * Returns the handle of a space for a principal with fewer rights. Every write through it is stamped with the
     * principal's key, its trust is limited to that of the principal, and users read the shared scope only if the
     * principal may. A server creates one per caller; over a connection the key is the principal.
     *
     * @throws IllegalArgumentException if the id is blank, longer than 512 characters or has a control character
     */
    MemorySpace space(String id, Principal principal);
}
