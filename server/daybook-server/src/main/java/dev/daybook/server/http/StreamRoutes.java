package dev.daybook.server.http;

import dev.daybook.access.AccessRight;
import dev.daybook.server.admission.AdmissionControl;
import dev.daybook.server.http.routes.ChangeRoutes;
import dev.daybook.server.http.routes.HttpReply;
import dev.daybook.server.http.routes.HttpRoute;
import dev.daybook.server.http.routes.QueryParameters;
import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import java.util.List;

/** The routes with streamed bodies or answers. */
record StreamRoutes(
        AdmissionControl admission,
        RequestDispatcher dispatch,
        OperatingRoutes operating,
        ExportStream exports,
        ImportStream.Admission imports,
        EventStream events,
        ChangeStream changes) {

    private static final HttpRoute EXPORT = HttpRoute.get("S/export", HttpReply::ok);
    /** Imported entries carry any origin and trust, so the right to write is not enough. */
    private static final HttpRoute IMPORT = HttpRoute.post("S/import", AccessRight.ADMIN, HttpReply::ok);

    private static final HttpRoute LISTEN = HttpRoute.get("/v1/events", HttpReply::ok);

    static List<HttpRoute> all() {
        return List.of(EXPORT, IMPORT, LISTEN, ChangeRoutes.CHANGES);
    }

    void register(JavalinConfig config) {
        EXPORT.paths()
                .forEach(path -> config.routes.get(
                        path, operating.timed(EXPORT, http -> exports.send(dispatch.admit(EXPORT, path, http), http))));
        IMPORT.paths()
                .forEach(path -> config.routes.post(
                        path, operating.timed(IMPORT, http -> imports.receive(admitPlain(IMPORT, path, http), http))));
        ChangeRoutes.CHANGES.paths().forEach(path -> config.routes.get(path, http -> changes(path, http)));
        // Its duration is not recorded: it only tells how long a client listened.
        config.routes.get(LISTEN.path(), http -> {
            RequestDispatcher.AdmittedCall admitted = admitPlain(LISTEN, LISTEN.path(), http);
            http.contentType("text/event-stream").header("Cache-Control", "no-cache");
            String authorization = http.header("Authorization");
            // Not the stream of Javalin, which buffers for compression.
            events.send(
                    admitted.caller(),
                    () -> admission.guard().find(authorization),
                    http.res().getOutputStream());
        });
    }

    /** Admits a call of a route without parameters. */
    private RequestDispatcher.AdmittedCall admitPlain(HttpRoute route, String path, Context http) {
        RequestDispatcher.AdmittedCall admitted = dispatch.admit(route, path, http);
        new QueryParameters(http.queryParamMap()).done();
        return admitted;
    }

    private void changes(String path, Context http) throws Exception {
        HttpRoute route = ChangeRoutes.CHANGES;
        String accepted = http.header("Accept");
        if (accepted != null && accepted.contains(ChangeStream.EVENTS)) {
            changes.send(dispatch.admit(route, path, http), http);
        } else {
            operating.timed(route, page -> dispatch.handle(route, path, page)).handle(http);
        }
    }
}
