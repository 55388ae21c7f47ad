package dev.daybook.client;

import static dev.daybook.client.ServerConnection.having;
import static dev.daybook.internal.checks.NullChecks.present;

import dev.daybook.internal.checks.ReservedMetadata;
import dev.daybook.internal.json.EntryAnswers;
import dev.daybook.internal.json.EpisodeLines;
import dev.daybook.internal.json.JsonFields;
import dev.daybook.internal.json.ReferenceCodec;
import dev.daybook.internal.scopes.ReadScopes;
import dev.daybook.model.Entry;
import dev.daybook.model.Kind;
import dev.daybook.model.NewEpisode;
import dev.daybook.model.Scope;
import dev.daybook.model.Space;
import dev.daybook.spi.IdGenerator;
import dev.daybook.spi.ObservedCall.MemoryCall;
import dev.daybook.spi.ObservedCall.MemoryVerb;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The connection to one scope: the part that its handles share.
 *
 * @param scopes the scope, with those joined with it for reading
 */
record ScopeConnection(ServerConnection server, ReadScopes scopes, IdGenerator ids) {

    Scope scope() {
        return scopes.own();
    }

    Space space() {
        return scope().space();
    }

    /** Returns the connection to other scopes of the server. */
    ScopeConnection of(ReadScopes others) {
        return new ScopeConnection(server, others, ids);
    }

    /** Returns the body of a read with the scopes that are joined. */
    Map<String, @Nullable Object> joining(Map<String, @Nullable Object> body) {
        if (!scopes.joined().isEmpty()) {
            body.putAll(ReferenceCodec.JOINED.writeList("with", scopes.joined()));
        }
        return body;
    }

    /** Returns a path below the scope, of a name and ids in turn. */
    String path(String name, String... rest) {
        StringBuilder path =
                new StringBuilder(PathSegments.of(scope())).append('/').append(name);
        for (String each : rest) {
            path.append('/').append(PathSegments.of(each));
        }
        return path.toString();
    }

    /** Sends a request that reads, so that it can be repeated. */
    <T> T read(String route, Map<String, @Nullable Object> body, Function<JsonFields, T> decoding) {
        return server.send(ServerRequest.post(path(route), body).asRepeatable(), decoding);
    }

    /** Returns a request that writes episodes. Each gets its id here, so that the request can be repeated. */
    ServerRequest writing(String route, List<NewEpisode> episodes) {
        List<String> written = new ArrayList<>();
        List<Object> bodies = new ArrayList<>();
        for (NewEpisode episode : episodes) {
            ReservedMetadata.check(episode.metadata().keySet());
            String given = episode.id();
            String id = given == null ? ids.next(Kind.EPISODE) : given;
            written.add(id);
            bodies.add(EpisodeLines.fieldsOf(episode.id(id)));
        }
        return ServerRequest.post(path(route), bodies).writing(written);
    }

    /** Describes a call of the memory of this scope for an observer. */
    MemoryCall call(MemoryVerb verb, @Nullable String session, @Nullable String question) {
        return new MemoryCall(verb, scope(), session, question, null);
    }

    <E extends Entry> Optional<E> entry(Class<E> type, String id) {
        return find(type, ServerRequest.get(path("entries", Kind.of(type).label(), present("id", id))));
    }

    /** Returns the entry that a request answers; none if the server has none. */
    <E extends Entry> Optional<E> find(Class<E> type, ServerRequest request) {
        return server.find(request, fields -> type.cast(EntryAnswers.read(fields, scope())));
    }

    /** Returns the entry that a request answers. */
    <E extends Entry> E send(Class<E> type, ServerRequest request) {
        return server.send(request, fields -> type.cast(EntryAnswers.read(fields, scope())));
    }

    /** Returns the entries that a request answers in a field. */
    <E extends Entry> List<E> list(Class<E> type, ServerRequest request, String field) {
        return server.send(request, fields -> EntryAnswers.readList(type, having(field, fields), field, scope()));
    }

    <E extends Entry> List<E> versions(Class<E> type, String id) {
        String path = path("entries", Kind.of(type).label(), present("id", id));
        return list(type, ServerRequest.get(path).with("versions", true), "entries");
    }
}
