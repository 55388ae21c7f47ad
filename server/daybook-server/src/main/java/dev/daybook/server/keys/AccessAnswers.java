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
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The answers about keys and about the access of a caller. */
public final class AccessAnswers {

    private AccessAnswers() {}

    /** Returns the stored part of a key, without its secret. */
    public static Map<String, @Nullable Object> key(ApiKey key) {
        Map<String, @Nullable Object> shown = PlainJson.object("id", key.id());
        GrantPlace home = key.home();
        shown.put("space", home.space().id());
        shown.put("scope", home.scope() == null ? null : home.scope().code());
        shown.put("rights", rights(key.homeRights()));
        shown.put("grants", grants(key.grants().stream()));
        shown.putAll(unplaced(key));
        return shown;
    }

    /**
     * Returns the part of a key that an administrator of some places may know: its grants there, and neither its other
     * grants nor its home.
     */
    public static Map<String, @Nullable Object> administered(ApiKey key, AuthenticatedCaller administrator) {
        Map<String, @Nullable Object> shown = PlainJson.object("id", key.id());
        shown.put(
                "grants",
                grants(key.grants().stream().filter(grant -> administrator.has(grant.place(), AccessRight.ADMIN))));
        shown.putAll(unplaced(key));
        return shown;
    }

    private static List<Map<String, @Nullable Object>> grants(Stream<KeyGrant> grants) {
        return grants.map(grant -> {
                    Map<String, @Nullable Object> shown =
                            PlainJson.object("scope", grant.place().path());
                    shown.put("rights", rights(grant.rights()));
                    return shown;
                })
                .toList();
    }

    private static Map<String, @Nullable Object> unplaced(ApiKey key) {
        Trust trust = key.limits().trust();
        Map<String, @Nullable Object> shown = PlainJson.object("trust", trust == null ? null : trust.label());
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
        answer.put("rights", rights(key == null ? Set.of(AccessRight.values()) : key.allRights()));
        answer.put(
                "readsShared", key == null || key.grants().stream().anyMatch(grant -> key.readsShared(grant.place())));
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
