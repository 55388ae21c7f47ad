package dev.daybook.server.http;

import dev.daybook.access.AccessRight;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What a key may do, decided by its grants as texts: a grant of a path covers that path and what begins with it. Shares no
 * code with the server.
 */
final class GrantModel {

    static final int OK = 200;
    private static final int UNAUTHORIZED = 401;
    private static final int FORBIDDEN = 403;
    private static final int ABSENT = 404;
    private static final int INVALID = 400;

    /** A key: its text and id, the path that it was created for, and its rights by path. */
    static final class ModelKey {
        final String text;
        final String id;
        final String home;
        final Map<String, Set<AccessRight>> grants = new LinkedHashMap<>();
        boolean revoked;

        ModelKey(String text, String id, String home, Set<AccessRight> rights) {
            this.text = text;
            this.id = id;
            this.home = home;
            grants.put(home, rights);
        }

        Set<AccessRight> rights(String path) {
            Set<AccessRight> rights = EnumSet.noneOf(AccessRight.class);
            grants.forEach((place, given) -> {
                if (path.equals(place) || path.startsWith(place + "/")) {
                    rights.addAll(given);
                }
            });
            return rights;
        }

        boolean reads(String path) {
            return !revoked && rights(path).contains(AccessRight.READ);
        }

        boolean readsShared(String path) {
            String space = path.split("/")[1];
            return rights(path).contains(AccessRight.SHARED)
                    || rights("spaces/" + space + "/shared").contains(AccessRight.READ);
        }

        boolean administers(ModelKey other) {
            return other.grants.keySet().stream()
                    .anyMatch(place -> rights(place).contains(AccessRight.ADMIN));
        }

        /** Returns whether a grant of a place above gives rights already, and the key has not this grant, too. */
        boolean hasMore(String path, Set<AccessRight> rights) {
            return !rights.equals(grants.get(path))
                    && grants.entrySet().stream()
                            .anyMatch(grant -> path.startsWith(grant.getKey() + "/")
                                    && grant.getValue().containsAll(rights));
        }

        private boolean has(AccessRight right) {
            return grants.values().stream().anyMatch(rights -> rights.contains(right));
        }

        /** Returns the status of a call that needs a right in any place. */
        int anywhere(AccessRight right) {
            return revoked ? UNAUTHORIZED : has(right) ? OK : FORBIDDEN;
        }

        /** Returns the status of a call that needs a right in a place. */
        int in(String path, AccessRight right) {
            Set<AccessRight> rights = rights(path);
            return revoked ? UNAUTHORIZED : rights.isEmpty() ? ABSENT : rights.contains(right) ? OK : FORBIDDEN;
        }

        /**
         * Returns the status of a call of mem0 or the proxy: in the scope of a user of the home's space, or in the home.
         *
         * @param user null: none is named
         */
        int atHome(String user, AccessRight right) {
            if (revoked || !grants.containsKey(home)) {
                return revoked ? UNAUTHORIZED : FORBIDDEN;
            }
            boolean isSpace = home.split("/").length == 2;
            return user == null && isSpace ? INVALID : in(user == null ? home : space() + "/users/" + user, right);
        }

        String space() {
            return "spaces/" + home.split("/")[1];
        }
    }

    private GrantModel() {}

    /** Grants, and returns the status. */
    static int grant(ModelKey caller, ModelKey target, String path, Set<AccessRight> rights) {
        int status = changes(caller, target, path);
        if (status != OK) {
            return status;
        }
        Set<AccessRight> own = caller.rights(path);
        Set<AccessRight> ofShared = caller.rights("spaces/" + path.split("/")[1] + "/shared");
        if (ofShared.contains(AccessRight.ADMIN) && ofShared.contains(AccessRight.READ)) {
            own.add(AccessRight.SHARED);
        }
        if (!own.containsAll(rights)) {
            return FORBIDDEN;
        }
        if (target.revoked) {
            return INVALID;
        }
        if (target.hasMore(path, rights)) {
            return INVALID;
        }
        target.grants.put(path, rights);
        return OK;
    }

    /** Withdraws, and returns the status. */
    static int withdraw(ModelKey caller, ModelKey target, String path) {
        int status = changes(caller, target, path);
        if (status != OK || target.revoked) {
            return status == OK ? INVALID : status;
        }
        if (!target.grants.containsKey(path)) {
            return ABSENT;
        }
        withdraw(target, path);
        return OK;
    }

    /** The last grant stays on record with the revoked key. */
    static void withdraw(ModelKey target, String path) {
        if (target.grants.size() == 1) {
            target.revoked = true;
        } else {
            target.grants.remove(path);
        }
    }

    private static int changes(ModelKey caller, ModelKey target, String path) {
        int anywhere = caller.anywhere(AccessRight.ADMIN);
        int here = anywhere == OK ? caller.in(path, AccessRight.ADMIN) : anywhere;
        return here == OK && !caller.administers(target) ? ABSENT : here;
    }

    /** Returns the places of two spaces with names that are alike: each space, and each kind of scope in it. */
    static List<String> places() {
        List<String> places = new ArrayList<>();
        for (String space : List.of("spaces/lab", "spaces/lab2")) {
            places.add(space);
            places.add(space + "/users/ada");
            places.add(space + "/users/ada2");
            places.add(space + "/users/ada/agents/ada");
            places.add(space + "/agents/ada");
            places.add(space + "/anonymous");
            places.add(space + "/shared");
        }
        return places;
    }
}
