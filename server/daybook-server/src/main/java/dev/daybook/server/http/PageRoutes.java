package dev.daybook.server.http;

import dev.daybook.explorer.ExplorerPage;
import dev.daybook.server.problem.NotFoundException;
import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Serves the files of the memory explorer. They are the same for everyone and hold no memory, so they need no key: the
 * page calls the REST interface with the key of its user. A browser keeps a file with a hash in its name for good, and
 * asks for the document each time.
 */
final class PageRoutes {

    private static final String KEPT_FOR_A_YEAR = "public, max-age=31536000, immutable";
    private static final String ASKED_EACH_TIME = "no-cache";

    /** Of files that exist, which bounds it. */
    private final Map<String, PageFile> files = new ConcurrentHashMap<>();

    void register(JavalinConfig config) {
        config.routes.get("/", http -> send(ExplorerPage.INDEX, http));
        config.routes.get("/assets/{name}", http -> send("assets/" + http.pathParam("name"), http));
    }

    private void send(String name, Context http) {
        PageFile file = find(name)
                .orElseThrow(() -> new NotFoundException("the page has no such file; load the page again from /"));
        http.header("Content-Security-Policy", ExplorerPage.CONTENT_SECURITY_POLICY);
        http.header("X-Content-Type-Options", "nosniff");
        http.header("Referrer-Policy", "no-referrer");
        http.header("Cross-Origin-Opener-Policy", "same-origin");
        http.header("Cross-Origin-Resource-Policy", "same-origin");
        http.header("Cache-Control", ExplorerPage.isImmutable(name) ? KEPT_FOR_A_YEAR : ASKED_EACH_TIME);
        http.contentType(ExplorerPage.mediaType(name));
        file.send(http);
    }

    private Optional<PageFile> find(String name) {
        PageFile known = files.get(name);
        if (known != null) {
            return Optional.of(known);
        }
        Optional<PageFile> file = ExplorerPage.file(name).map(PageFile::of);
        file.ifPresent(read -> files.put(name, read));
        return file;
    }
}
