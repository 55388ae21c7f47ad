package dev.daybook.internal.ledger;

import dev.daybook.internal.codec.ByteReader;
import dev.daybook.internal.codec.ByteWriter;
import dev.daybook.internal.store.StateFamilies;
import dev.daybook.model.Scope;
import dev.daybook.store.Blob;
import dev.daybook.store.ScopeState;
import dev.daybook.store.Store;
import java.time.OffsetDateTime;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The stored properties of sessions beside their episodes: creation time, name, privacy and retention
 * period. Each is a state of the scope.
 */
public final class SessionStates {

    private static final String PREFIX = "session/";
    private static final int PLAIN = 1;
    private static final int PRIVATE = 2;

    /** Added to the form of a session with a retention period, so that the others are read by older versions. */
    private static final int RETAINED = 2;

    private SessionStates() {}

    /**
     * A created or named session.
     *
     * @param name the name, or null
     * @param isPrivate whether the bank of the space leaves it out
     * @param retentionDays its retention period, or null
     * @param version the version of the state, for optimistic locking
     */
    public record SessionProperties(
            OffsetDateTime created,
            @Nullable String name,
            boolean isPrivate,
            @Nullable Integer retentionDays,
            long version) {}

    /** Returns the name of a session's state. */
    public static String name(String session) {
        return PREFIX + session;
    }

    public static boolean isKnown(Store store, Scope scope, String session) {
        return find(store, scope, session).isPresent();
    }

    public static Optional<SessionProperties> find(Store store, Scope scope, String session) {
        String wanted = name(session);
        return store.state(scope, wanted).map(SessionStates::decode);
    }

    /** Returns all created or named sessions, by id. */
    public static Map<String, SessionProperties> all(Store store, Scope scope) {
        Map<String, SessionProperties> known = new LinkedHashMap<>();
        StateFamilies.all(store, scope, PREFIX)
                .forEach(state -> known.put(state.name().substring(PREFIX.length()), decode(state)));
        return known;
    }

    public static Blob encode(SessionProperties properties) {
        Integer days = properties.retentionDays();
        int form = (properties.isPrivate() ? PRIVATE : PLAIN) + (days == null ? 0 : RETAINED);
        ByteWriter out = new ByteWriter()
                .octet(form)
                .text(properties.created().toString())
                .optionalText(properties.name());
        return (days == null ? out : out.number(days)).toBlob();
    }

    private static SessionProperties decode(ScopeState state) {
        return ByteReader.decode(state.bytes(), in -> read(in, state.version()));
    }

    private static SessionProperties read(ByteReader in, long version) {
        int form = in.octet();
        if (form < PLAIN || form > PRIVATE + RETAINED) {
            throw ByteReader.damaged("a session has an unknown form");
        }
        boolean isRetained = form > RETAINED;
        boolean isPrivate = form - (isRetained ? RETAINED : 0) == PRIVATE;
        return new SessionProperties(
                OffsetDateTime.parse(in.text()),
                in.optionalText(),
                isPrivate,
                isRetained ? Integer.valueOf(Math.toIntExact(in.number())) : null,
                version);
    }
}
