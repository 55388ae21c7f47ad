package dev.daybook.server.http;

import dev.daybook.Daybook;
import dev.daybook.data.Scope;
import dev.daybook.server.importing.ImportReport;
import dev.daybook.server.importing.Importer;
import dev.daybook.server.json.Interchange;
import dev.daybook.server.json.Json;
import dev.daybook.server.json.JsonLines;
import dev.daybook.server.json.Line;
import dev.daybook.server.problem.Limited;
import io.javalin.http.Context;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Takes in lines of interchange while they arrive: some at a time, so that a slow client holds neither much memory nor a
 * thread of the lanes. All lines belong to the scope of the path.
 */
final class ImportStream {

    static final String LINES = "application/x-ndjson";

    private static final int LINES_AT_A_TIME = 500;
    private static final long CHARACTERS_AT_A_TIME = 4 << 20;

    private final Scope scope;
    private final Interchange interchange;
    private final JsonLines lines;
    private final ImportReport report;
    private final Importer importer;

    private ImportStream(Daybook daybook, Scope scope, JsonLines lines) {
        this.scope = scope;
        this.interchange = new Interchange(scope, null);
        this.lines = lines;
        this.report = new ImportReport("line", (place, problem) -> {});
        this.importer = new Importer(daybook.space(scope.space().id()), report, state -> {});
    }

    /** A line that has arrived: its number, and what gives its text or says what is wrong with it. */
    private record Arrived(long number, Supplier<String> text) {}

    static void receive(Daybook daybook, Place place, Lanes lanes, long longestLine, Context http) throws Exception {
        Body.requireType(http, LINES);
        Scope scope = Objects.requireNonNull(place.scope(), "an import is into a scope");
        JsonLines lines = new JsonLines(http.req().getInputStream(), longestLine);
        new ImportStream(daybook, scope, lines).receive(lanes, http);
    }

    private void receive(Lanes lanes, Context http) throws Exception {
        boolean begun = false;
        for (List<Arrived> some = next(); !some.isEmpty(); some = next()) {
            write(lanes, some, begun);
            begun = true;
        }
        http.status(200)
                .contentType(Dispatch.JSON)
                .result(Json.write(report.document()).getBytes(StandardCharsets.UTF_8));
    }

    private void write(Lanes lanes, List<Arrived> some, boolean begun) throws Exception {
        try {
            lanes.run(Route.Pace.SLOW, () -> {
                some.forEach(this::take);
                importer.write();
                return report;
            });
        } catch (Limited e) {
            throw begun
                    ? new Limited(
                            "more is asked than can be done now; what came before line "
                                    + some.get(0).number() + " is written, so send all again in "
                                    + e.retryAfterSeconds() + " s: nothing is written twice",
                            e.retryAfterSeconds())
                    : e;
        }
    }

    private List<Arrived> next() {
        List<Arrived> some = new ArrayList<>();
        long characters = 0;
        while (some.size() < LINES_AT_A_TIME && characters < CHARACTERS_AT_A_TIME && lines.advance()) {
            try {
                String text = lines.text();
                characters += text.length();
                some.add(new Arrived(lines.number(), () -> text));
            } catch (IllegalArgumentException e) {
                some.add(new Arrived(lines.number(), () -> {
                    throw e;
                }));
            }
        }
        return some;
    }

    private void take(Arrived line) {
        importer.take(dev.daybook.server.importing.Place.line(line.number()), () -> {
            String text = line.text().get();
            return text.isBlank() ? Optional.empty() : Optional.of(own(interchange.read(text)));
        });
    }

    /** The settings of the space lie with what is shared in it, as an export has them. */
    private Line own(Line line) {
        Scope of = line.scope();
        if (of == null ? !(scope instanceof Scope.Shared) : !of.equals(scope)) {
            throw new IllegalArgumentException(
                    of == null
                            ? "it is about the space as a whole; import it into what is shared"
                            : "it is of another scope than the path; import it there");
        }
        return line;
    }
}
