package dev.daybook.server.http;

import dev.daybook.Daybook;
import dev.daybook.Memory;
import dev.daybook.MemorySpace;
import dev.daybook.data.Scope;
import dev.daybook.server.json.ExportLines;
import dev.daybook.server.json.Interchange;
import dev.daybook.server.json.Times;
import dev.daybook.server.keys.Caller;
import dev.daybook.server.problem.FailureLog;
import io.javalin.http.Context;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.eclipse.jetty.ee10.servlet.ServletContextRequest;

/**
 * Sends a scope as lines of interchange while it is read: a few hundred at a time, so that a slow client holds neither
 * much memory nor a thread of the lanes. An export that began goes on to its end, or the connection is broken off: an answer
 * that was cut must not look like a whole one.
 */
final class ExportStream {

    private static final System.Logger LOG = System.getLogger("dev.daybook.server");
    private static final int LINES_AT_A_TIME = 200;

    /** Beside the lines: the same memory is the same lines. */
    private static final String EXPORTED_AT = "Daybook-Exported-At";

    /** Each has a thread of the server while its client reads. */
    private static final int MOST = 32;

    private static final int MOST_OF_KEY = 16;
    private static final int RETRY_SECONDS = 5;

    private final Daybook daybook;
    private final Lanes lanes;
    private final ConcurrencyLimit limit = new ConcurrencyLimit("exports", MOST, MOST_OF_KEY, RETRY_SECONDS);

    ExportStream(Daybook daybook, Lanes lanes) {
        this.daybook = daybook;
        this.lanes = lanes;
    }

    @SuppressWarnings("try") // the place is held by being there
    void send(Caller caller, Place place, Context http) throws Exception {
        OffsetDateTime begun = OffsetDateTime.now(ZoneOffset.UTC).truncatedTo(ChronoUnit.SECONDS);
        Scope scope = Objects.requireNonNull(place.scope(), "an export is about a scope");
        String key = Doorkeeper.id(caller);
        try (ConcurrencyLimit.Place taken = limit.take(key);
                Stream<String> lines = lanes.run(Route.Pace.SLOW, key, () -> lines(scope))) {
            Iterator<String> each = lines.iterator();
            List<String> first = lanes.runOn(Route.Pace.SLOW, key, () -> next(each));
            http.status(200).contentType("application/x-ndjson").header(EXPORTED_AT, Times.format(begun));
            try {
                write(key, first, each, http.outputStream());
            } catch (Exception | Error e) {
                breakOff(http, e);
            }
        }
    }

    private void write(String key, List<String> first, Iterator<String> each, OutputStream out) throws Exception {
        List<String> some = first;
        while (!some.isEmpty()) {
            for (String line : some) {
                out.write((line + "\n").getBytes(StandardCharsets.UTF_8));
            }
            some = lanes.runOn(Route.Pace.SLOW, key, () -> next(each));
        }
        out.flush();
    }

    /** The end of the chunks is never sent, so the client sees that there is more. */
    private static void breakOff(Context http, Throwable failure) {
        if (!(failure instanceof IOException)) {
            FailureLog.unexpected(LOG, "an export was broken off and", failure);
        }
        ServletContextRequest.getServletContextRequest(http.req())
                .getConnectionMetaData()
                .getConnection()
                .getEndPoint()
                .close(failure);
    }

    /** The settings of the space lie with what is shared in it. */
    private Stream<String> lines(Scope scope) {
        MemorySpace space = daybook.space(scope.space().id());
        Memory memory = space.memory(scope);
        return scope instanceof Scope.Shared
                ? Stream.concat(Stream.of(Interchange.write(space.settings())), ExportLines.of(memory))
                : ExportLines.of(memory);
    }

    private static List<String> next(Iterator<String> lines) {
        List<String> some = new ArrayList<>(LINES_AT_A_TIME);
        while (some.size() < LINES_AT_A_TIME && lines.hasNext()) {
            some.add(lines.next());
        }
        return some;
    }
}
