package dev.daybook.server.http;

import dev.daybook.Daybook;
import dev.daybook.Memory;
import dev.daybook.Scopes;
import dev.daybook.data.Scope;
import dev.daybook.server.json.ExportLines;
import dev.daybook.server.json.Interchange;
import io.javalin.http.Context;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * Sends a scope as lines of interchange while it is read: a few hundred at a time, so that a slow client holds neither
 * much memory nor a thread of the lanes.
 */
final class ExportStream {

    private static final int LINES_AT_A_TIME = 200;

    private ExportStream() {}

    static void send(Daybook daybook, Place place, Lanes lanes, Context http) throws Exception {
        Scope scope = Objects.requireNonNull(place.scope(), "an export is about a scope");
        try (Stream<String> lines = lanes.run(Route.Pace.SLOW, () -> lines(daybook, scope))) {
            Iterator<String> each = lines.iterator();
            http.status(200).contentType("application/x-ndjson");
            OutputStream out = http.outputStream();
            for (List<String> some = next(lanes, each); !some.isEmpty(); some = next(lanes, each)) {
                for (String line : some) {
                    out.write((line + "\n").getBytes(StandardCharsets.UTF_8));
                }
            }
            out.flush();
        }
    }

    /** The settings of the space lie with what is shared in it. */
    private static Stream<String> lines(Daybook daybook, Scope scope) {
        Scopes space = daybook.space(scope.space().id());
        Memory memory = space.in(scope);
        return scope instanceof Scope.Shared
                ? Stream.concat(Stream.of(Interchange.write(space.settings())), ExportLines.of(memory))
                : ExportLines.of(memory);
    }

    private static List<String> next(Lanes lanes, Iterator<String> lines) throws Exception {
        return lanes.run(Route.Pace.SLOW, () -> {
            List<String> some = new ArrayList<>(LINES_AT_A_TIME);
            while (some.size() < LINES_AT_A_TIME && lines.hasNext()) {
                some.add(lines.next());
            }
            return some;
        });
    }
}
