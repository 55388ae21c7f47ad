package dev.daybook.internal.encryption;

import dev.daybook.internal.codec.HmacSha256;
import dev.daybook.model.Scope;
import dev.daybook.model.Space;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Encrypts the ids of users and agents in the scopes that a database sees; spaces stay in clear. An id must remain one of
 * at most 512 characters, so one of more than 367 bytes in UTF-8 stays in clear. A long id that is the sealed form of
 * another one is refused, so that two ids never become one.
 */
final class ScopeNames {

    private static final String SEALED = "~";
    private static final int MAX_BYTES = 367;

    /** Characters of a refused id in a message. */
    private static final int SHOWN = 20;

    private final NameCipher names;

    /** @param dataKey the data key of the store */
    ScopeNames(byte[] dataKey) {
        this.names = new NameCipher(HmacSha256.of(dataKey, new ContextFields("scope names").bytes()));
    }

    /** @throws IllegalArgumentException if an id is what another id is sealed to */
    Scope seal(Scope scope) {
        return scope.fold(
                user -> new Scope.User(user.space(), seal(user.space(), "user", user.id())),
                agent -> new Scope.Agent(
                        agent.space(),
                        agent.user() == null ? null : seal(agent.space(), "user", agent.user()),
                        seal(agent.space(), "agent", agent.id())),
                anonymous -> anonymous,
                shared -> shared);
    }

    /** @throws DamagedRecordException if an id was changed, or is of another space */
    Scope open(Scope sealed) {
        return sealed.fold(
                user -> new Scope.User(user.space(), open(user.space(), "user", user.id())),
                agent -> new Scope.Agent(
                        agent.space(),
                        agent.user() == null ? null : open(agent.space(), "user", agent.user()),
                        open(agent.space(), "agent", agent.id())),
                anonymous -> anonymous,
                shared -> shared);
    }

    private static boolean isLong(String id) {
        return id.getBytes(StandardCharsets.UTF_8).length > MAX_BYTES;
    }

    private String seal(Space space, String kind, String id) {
        if (isLong(id)) {
            requireClear(space, kind, id);
            return id;
        }
        return SEALED + Base64.getUrlEncoder().withoutPadding().encodeToString(names.seal(context(space, kind), id));
    }

    private void requireClear(Space space, String kind, String id) {
        byte[] bytes = bytes(id);
        if (bytes != null && names.open(context(space, kind), bytes) != null) {
            throw new IllegalArgumentException(kind + " is '" + id.substring(0, SHOWN) + "…' with " + id.length()
                    + " characters, which is the encrypted form of another id; use an id that does not begin with '"
                    + SEALED + "'");
        }
    }

    private String open(Space space, String kind, String sealed) {
        byte[] bytes = bytes(sealed);
        String id = bytes == null ? null : names.open(context(space, kind), bytes);
        if (id == null && isLong(sealed)) {
            return sealed;
        }
        if (id == null) {
            throw new DamagedRecordException("the name of a scope of the space " + space.id(), null);
        }
        return Objects.requireNonNull(id);
    }

    private static byte @Nullable [] bytes(String sealed) {
        try {
            return sealed.startsWith(SEALED) ? Base64.getUrlDecoder().decode(sealed.substring(1)) : null;
        } catch (IllegalArgumentException clear) {
            return null;
        }
    }

    private static ContextFields context(Space space, String kind) {
        return new ContextFields(kind).add(space.id());
    }
}
