package dev.daybook.server.mem0;

import dev.daybook.model.Entry;
import dev.daybook.model.Kind;
import dev.daybook.model.Scope;
import dev.daybook.model.Space;
import dev.daybook.server.problem.NotFoundException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;
import java.util.Set;

/**
 * The id of a memory as clients of mem0 see it: scope, kind and id of an entry, in base64url. The paths of mem0 name no
 * user, so the id does; it is no secret, and grants nothing that the key does not.
 */
record MemoryId(Scope scope, Kind kind, String id) {

    /** The kinds of entries that are memories of mem0. */
    static final Set<Kind> KINDS = Set.of(Kind.EPISODE, Kind.FACT, Kind.NOTE);

    /** Separates the parts: no id contains a control character. */
    private static final String SEPARATOR = "\n";

    private static final int PARTS = 3;

    static MemoryId of(Scope scope, Entry entry) {
        return new MemoryId(scope, entry.kind(), entry.id());
    }

    String text() {
        String parts = String.join(SEPARATOR, scope.code(), kind.label(), id);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(parts.getBytes(StandardCharsets.UTF_8));
    }

    /**
     * Reads an id of a space.
     *
     * @throws NotFoundException if it is none that this class made: there is no such memory then
     */
    static MemoryId read(Space space, String text) {
        return parsed(space, text)
                .filter(read -> KINDS.contains(read.kind) && read.text().equals(text))
                .orElseThrow(MemoryId::missing);
    }

    private static Optional<MemoryId> parsed(Space space, String text) {
        try {
            String[] parts = new String(Base64.getUrlDecoder().decode(text), StandardCharsets.UTF_8).split(SEPARATOR);
            return parts.length == PARTS
                    ? Optional.of(new MemoryId(Scope.of(space, parts[0]), Kind.of(parts[1]), parts[2]))
                    : Optional.empty();
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    /** Returns the same refusal for a missing memory and for one of another user. */
    static NotFoundException missing() {
        return new NotFoundException(
                "there is no such memory for this key; use an id that a search or a list returned");
    }
}
