package dev.daybook.internal.json;

import static dev.daybook.internal.json.FieldType.KIND;
import static dev.daybook.internal.json.FieldType.TEXT;
import static dev.daybook.internal.json.FieldType.TRUST;

import dev.daybook.internal.scopes.ReadScopes;
import dev.daybook.model.EntryRef;
import dev.daybook.model.Scope;
import dev.daybook.model.SessionRef;
import dev.daybook.model.Space;
import dev.daybook.model.Trust;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The JSON forms of references to scopes, entries and sessions in answers, which name the scope by its code. */
public final class ReferenceCodec {

    public static final RecordCodec<EntryRef> ENTRY = fields -> new EntryRef(
            fields.required("scope", scope(fields.space()), EntryRef::scope),
            fields.required("kind", KIND, EntryRef::kind),
            fields.required("id", TEXT, EntryRef::id));

    public static final RecordCodec<SessionRef> SESSION = fields -> new SessionRef(
            fields.required("scope", scope(fields.space()), SessionRef::scope),
            fields.required("session", TEXT, SessionRef::session));

    /** A session in a request: of the user, or without one of the anonymous scope. */
    public static final RecordCodec<SessionRef> USER_SESSION = fields -> {
        String user = fields.optional("user", TEXT, ReferenceCodec::user);
        Scope scope = user == null ? new Scope.Anonymous(fields.space()) : new Scope.User(fields.space(), user);
        return new SessionRef(scope, fields.required("session", TEXT, SessionRef::session));
    };

    /** A scope that a memory reads beside its own. */
    public static final RecordCodec<ReadScopes.Joined> JOINED = fields -> fields.done(new ReadScopes.Joined(
            fields.required("scope", scope(fields.space()), ReadScopes.Joined::scope),
            fields.unless(Trust.SYSTEM, "trust", TRUST, ReadScopes.Joined::atMost)));

    private ReferenceCodec() {}

    private static @Nullable String user(SessionRef session) {
        return session.scope() instanceof Scope.User user ? user.id() : null;
    }

    /** Returns the form of the scopes of a space. */
    static FieldType<Scope> scope(Space space) {
        return FieldType.label(code -> Scope.of(space, code), Scope::code);
    }

    /** Returns the form of the references of a record. */
    static FieldType<List<EntryRef>> entries(RecordFields<?> fields) {
        return ENTRY.list(fields.scope());
    }
}
