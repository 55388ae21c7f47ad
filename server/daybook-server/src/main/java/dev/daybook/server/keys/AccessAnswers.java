package dev.daybook.server.keys;

import dev.daybook.Daybook;
import dev.daybook.access.AccessRight;
import dev.daybook.internal.json.IsoTimes;
import dev.daybook.internal.json.PlainJson;
import dev.daybook.model.Trust;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The answers about keys and about the access of a caller. */
public final class AccessAnswers {

    private AccessAnswers() {}

    /** Returns the stored part of a key, without its secret. */
    public static Map<String, @Nullable Object> key(ApiKey key) {
        Trust trust = key.limits().trust();
        Map<String, @Nullable Object> shown = PlainJson.object("id", key.id());
        shown.put("space", key.space().id());
        shown.put("scope", key.scope() == null ? null : key.scope().code());
        shown.put("rights", rights(key.rights()));
        shown.put("trust", trust == null ? null : trust.label());
        shown.put("rate", key.limits().rate());
        shown.put("createdAt", IsoTimes.format(key.createdAt()));
        shown.put("expiresAt", key.expiresAt() == null ? null : IsoTimes.format(key.expiresAt()));
        shown.put("revokedAt", key.revokedAt() == null ? null : IsoTimes.format(key.revokedAt()));
        return shown;
    }

    public static List<String> rights(Collection<AccessRight> rights) {
        return rights.stream().sorted().map(AccessRight::label).toList();
    }

    /**
     * Returns the access of a caller: its key, its rights, and the scopes with entries that it can read. Reads only what
     * the caller may list.
     */
    public static Map<String, @Nullable Object> access(Daybook daybook, AuthenticatedCaller caller) {
        ApiKey key = caller.key();
        Map<String, @Nullable Object> answer = PlainJson.object("key", key == null ? null : key(key));
        answer.put("rights", rights(key == null ? Set.of(AccessRight.values()) : key.rights()));
        answer.put("readsShared", key == null || key.readsShared());
        answer.put(
                "spaces",
                ReadableScopes.of(daybook, caller).stream()
                        .map(AccessAnswers::space)
                        .toList());
        return answer;
    }

    private static Map<String, @Nullable Object> space(ReadableScopes readable) {
        Map<String, @Nullable Object> answer =
                PlainJson.object("space", readable.space().id());
        answer.put("scopes", readable.scopes());
        answer.put("more", readable.more());
        return answer;
    }
}
