package dev.daybook.server.keys;

import dev.daybook.Daybook;
import dev.daybook.access.AccessRight;
import dev.daybook.model.Scope;
import dev.daybook.model.Space;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The scopes of a space that a caller can read.
 *
 * @param scopes their codes, sorted; at most {@value #MAX}
 * @param more whether there are more
 */
public record ReadableScopes(Space space, List<String> scopes, boolean more) {

    /** As many as a person looks through. */
    static final int MAX = 1_000;

    public ReadableScopes {
        scopes = List.copyOf(scopes);
    }

    /** Returns the readable scopes of a caller by space. Lists only what the caller may list; nothing without the right to read. */
    public static List<ReadableScopes> of(Daybook daybook, AuthenticatedCaller caller) {
        if (!caller.has(AccessRight.READ)) {
            return List.of();
        }
        ApiKey key = caller.key();
        if (key != null) {
            Scope only = key.scope();
            return List.of(
                    only == null || only instanceof Scope.User
                            ? existing(daybook, key.space(), only)
                            : new ReadableScopes(key.space(), List.of(only.code()), false));
        }
        try (Stream<Space> spaces = daybook.spaces()) {
            return spaces.sorted(Comparator.comparing(Space::id))
                    .map(space -> existing(daybook, space, null))
                    .toList();
        }
    }

    /** @param user the scope of the only user, listed with the user's agents whether it has entries or not; null: all scopes */
    private static ReadableScopes existing(Daybook daybook, Space space, @Nullable Scope user) {
        try (Stream<Scope> scopes = daybook.space(space.id()).scopes()) {
            Stream<Scope> readable = user == null
                    ? scopes
                    : Stream.concat(
                            Stream.of(user),
                            scopes.filter(scope -> scope instanceof Scope.Agent agent && agent.isBelow(user)));
            List<String> first =
                    readable.limit(MAX + 1L).map(Scope::code).sorted().toList();
            return new ReadableScopes(space, first.subList(0, Math.min(first.size(), MAX)), first.size() > MAX);
        }
    }
}
