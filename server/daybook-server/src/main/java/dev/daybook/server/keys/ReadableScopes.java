package dev.daybook.server.keys;

import dev.daybook.Daybook;
import dev.daybook.access.AccessRight;
import dev.daybook.model.Scope;
import dev.daybook.model.Space;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

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

    /**
     * Returns the readable scopes of a caller by space, nothing without the right to read. Reads the list of scopes of a
     * space only if a grant is of the space, or of a user, whose agents are in it.
     */
    public static List<ReadableScopes> of(Daybook daybook, AuthenticatedCaller caller) {
        ApiKey key = caller.key();
        if (key != null) {
            List<GrantPlace> readable = key.grants().stream()
                    .filter(grant -> grant.rights().contains(AccessRight.READ))
                    .map(KeyGrant::place)
                    .toList();
            return readable.stream()
                    .map(GrantPlace::space)
                    .distinct()
                    .map(space -> of(daybook, space, readable))
                    .toList();
        }
        try (Stream<Space> spaces = daybook.spaces()) {
            return spaces.sorted(Comparator.comparing(Space::id))
                    .map(space -> of(daybook, space, List.of(GrantPlace.of(space))))
                    .toList();
        }
    }

    /** The scopes that a grant names are listed whether they have entries or not. */
    private static ReadableScopes of(Daybook daybook, Space space, List<GrantPlace> readable) {
        List<GrantPlace> places =
                readable.stream().filter(place -> place.space().equals(space)).toList();
        boolean isListed =
                places.stream().anyMatch(place -> place.scope() == null || place.scope() instanceof Scope.User);
        Stream<Scope> named = places.stream().flatMap(place -> Stream.ofNullable(place.scope()));
        try (Stream<Scope> existing = isListed ? daybook.space(space.id()).scopes() : Stream.empty()) {
            List<String> first = Stream.concat(
                            named, existing.filter(scope -> places.stream().anyMatch(place -> place.covers(scope))))
                    .map(Scope::code)
                    .distinct()
                    .limit(MAX + 1L)
                    .sorted()
                    .toList();
            return new ReadableScopes(space, first.subList(0, Math.min(first.size(), MAX)), first.size() > MAX);
        }
    }
}
