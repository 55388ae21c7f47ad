package dev.daybook.server.keys;

import dev.daybook.access.AccessRight;
import java.util.Set;

/** The rights of a key in one place. */
public record KeyGrant(GrantPlace place, Set<AccessRight> rights) {

    public KeyGrant {
        rights = Set.copyOf(rights);
        if (rights.isEmpty()) {
            throw new IllegalArgumentException(
                    "rights are empty; give at least one of read, write, forget, admin, shared, propose");
        }
    }
}
