package dev.daybook.client;

import dev.daybook.internal.json.JsonFields;
import dev.daybook.model.Kind;
import dev.daybook.model.Scope;
import dev.daybook.model.Space;
import dev.daybook.spi.IdGenerator;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The connection to one scope: the part that its handles share. */
record ScopeConnection(ServerConnection server, Scope scope, IdGenerator ids) {

    Space space() {
        return scope.space();
    }

    /** Returns a path below the scope, of a name and ids in turn. */
    String path(String name, String... rest) {
        StringBuilder path =
                new StringBuilder(PathSegments.of(scope)).append('/').append(name);
        for (String each : rest) {
            path.append('/').append(PathSegments.of(each));
        }
        return path.toString();
    }

    /** Sends a request that reads, so that it can be repeated. */
    JsonFields read(String route, Map<String, @Nullable Object> body) {
        return server.send(ServerRequest.post(path(route), body).asRepeatable());
    }

    Optional<JsonFields> entry(Kind kind, String id) {
        return server.find(ServerRequest.get(path("entries", kind.label(), id)));
    }

    JsonFields versions(Kind kind, String id) {
        return server.send(ServerRequest.get(path("entries", kind.label(), id)).with("versions", true));
    }
}
