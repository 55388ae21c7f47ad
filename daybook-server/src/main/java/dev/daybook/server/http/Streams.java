package dev.daybook.server.http;

import dev.daybook.server.keys.Right;
import io.javalin.config.JavalinConfig;
import java.util.List;

/** The routes with streamed bodies or answers. */
record Streams(
        Doorkeeper doorkeeper,
        Dispatch dispatch,
        Operating operating,
        ExportStream exports,
        ImportStream.Admission imports,
        Events events) {

    private static final Route EXPORT = Route.get("S/export", Reply::ok);
    /** Imported entries carry any origin and trust, so the right to write is not enough. */
    private static final Route IMPORT = Route.post("S/import", Right.ADMIN, Reply::ok);

    private static final Route LISTEN = Route.get("/v1/events", Reply::ok);

    static List<Route> all() {
        return List.of(EXPORT, IMPORT, LISTEN);
    }

    void register(JavalinConfig config) {
        EXPORT.paths()
                .forEach(path -> config.routes.get(path, operating.timed(EXPORT, http -> {
                    Dispatch.Admitted admitted = dispatch.admit(EXPORT, path, http);
                    exports.send(admitted.caller(), admitted.place(), http);
                })));
        IMPORT.paths()
                .forEach(path -> config.routes.post(path, operating.timed(IMPORT, http -> {
                    Dispatch.Admitted admitted = dispatch.admit(IMPORT, path, http);
                    imports.receive(admitted.caller(), admitted.place(), http);
                })));
        // Its duration is not recorded: it only tells how long a client listened.
        config.routes.get(LISTEN.path(), http -> {
            Dispatch.Admitted admitted = dispatch.admit(LISTEN, LISTEN.path(), http);
            http.contentType("text/event-stream").header("Cache-Control", "no-cache");
            String authorization = http.header("Authorization");
            // Not the stream of Javalin, which buffers for compression.
            events.send(
                    admitted.caller(),
                    () -> doorkeeper.knows(authorization),
                    http.res().getOutputStream());
        });
    }
}
