package dev.daybook.server.mem0;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The ids by which mem0 names the owner of a memory. Only the user decides on the scope; the others narrow a search
 * within it.
 *
 * @param run the session
 */
record EntityIds(
        @Nullable String user,
        @Nullable String agent,
        @Nullable String app,
        @Nullable String run) {

    static final String USER = "user_id";
    static final String AGENT = "agent_id";
    static final String APP = "app_id";
    static final String RUN = "run_id";

    static final EntityIds NONE = new EntityIds(null, null, null, null);

    /** Reads the ids from fields or parameters; a missing id is null. */
    static EntityIds read(Function<String, @Nullable String> texts) {
        return new EntityIds(one(USER, texts), one(AGENT, texts), one(APP, texts), one(RUN, texts));
    }

    private static @Nullable String one(String name, Function<String, @Nullable String> texts) {
        String id = texts.apply(name);
        if (id != null && (id.isBlank() || id.equals("*"))) {
            throw new IllegalArgumentException("'" + name + "' is '" + id
                    + "'; name one id, or leave it out: no call reaches the memories of several users");
        }
        return id;
    }

    /** Returns these ids with those of another place of the request. */
    EntityIds and(EntityIds other) {
        return new EntityIds(
                either(USER, user, other.user),
                either(AGENT, agent, other.agent),
                either(APP, app, other.app),
                either(RUN, run, other.run));
    }

    private static @Nullable String either(String name, @Nullable String one, @Nullable String other) {
        if (one != null && other != null && !one.equals(other)) {
            throw new IllegalArgumentException("'" + name + "' is given twice, with different values; give one");
        }
        return one == null ? other : one;
    }

    /** Returns the ids other than the user, by their names. */
    Map<String, Object> tags() {
        Map<String, Object> tags = new LinkedHashMap<>();
        put(tags, AGENT, agent);
        put(tags, APP, app);
        put(tags, RUN, run);
        return tags;
    }

    private static void put(Map<String, Object> tags, String name, @Nullable String id) {
        if (id != null) {
            tags.put(name, id);
        }
    }

    boolean isEmpty() {
        return equals(NONE);
    }
}
