package dev.daybook.server.http;

import dev.daybook.LocalDaybook;
import dev.daybook.access.AccessRight;
import dev.daybook.internal.interchange.InterchangeLine;
import dev.daybook.internal.interchange.InterchangeReader;
import dev.daybook.internal.json.PlainJson;
import dev.daybook.model.Scope;
import dev.daybook.server.admission.AdmissionControl;
import dev.daybook.server.admission.BodyEncoding;
import dev.daybook.server.admission.CallBulkheads;
import dev.daybook.server.admission.CallPace;
import dev.daybook.server.admission.ConcurrencyLimit;
import dev.daybook.server.admission.HeapBudget;
import dev.daybook.server.admission.PacedInput;
import dev.daybook.server.admission.RequestGuard;
import dev.daybook.server.importing.ImportListener;
import dev.daybook.server.importing.ImportReport;
import dev.daybook.server.importing.SpaceImporter;
import dev.daybook.server.importing.source.SourceLocation;
import dev.daybook.server.json.JsonLines;
import dev.daybook.server.keys.AuthenticatedCaller;
import dev.daybook.server.keys.GrantPlace;
import dev.daybook.server.problem.OverloadedException;
import dev.daybook.server.problem.TooLargeException;
import io.javalin.http.Context;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Imports interchange lines while they arrive: some at a time, so that a slow client holds neither much memory nor a
 * permit of a bulkhead. All lines belong to the scope of the path.
 */
final class ImportStream {

    private static final int LINES_AT_A_TIME = 500;
    private static final long CHARACTERS_AT_A_TIME = 4 << 20;

    private final AuthenticatedCaller caller;
    private final Scope scope;
    private final InterchangeReader interchange;
    private final JsonLines lines;
    private final HeapBudget.CallReservation share;
    private final ImportReport report;
    private final SpaceImporter importer;

    /** True if the last line has arrived and was not imported yet. */
    private boolean isWhole;

    /** The bytes of a waiting line, which must be reserved again. */
    private int waitingBytes;

    private ImportStream(
            LocalDaybook daybook,
            AuthenticatedCaller caller,
            Scope scope,
            JsonLines lines,
            HeapBudget.CallReservation share) {
        this.caller = caller;
        this.scope = scope;
        this.interchange = new InterchangeReader(scope);
        this.lines = lines;
        this.share = share;
        this.report = new ImportReport("line", (sourceLocation, problem) -> {});
        this.importer = new SpaceImporter(
                daybook.space(scope.space().id(), caller.importing(scope)),
                daybook.space(scope.space().id(), caller.principal(GrantPlace.of(scope.space()))),
                report,
                ImportListener.NONE);
    }

    /** A received line: its number, and a supplier of its text that throws if the line is invalid. */
    private record ReceivedLine(long number, Supplier<String> text) {}

    /** Admits a bounded number of concurrent imports: each uses a thread of the server while its client sends. */
    record Admission(LocalDaybook daybook, AdmissionControl control, ConcurrencyLimit limit) {

        private static final int MAX = 16;
        private static final int MAX_OF_KEY = 8;
        private static final int RETRY_SECONDS = 5;

        Admission(LocalDaybook daybook, AdmissionControl control) {
            this(daybook, control, new ConcurrencyLimit("imports", MAX, MAX_OF_KEY, RETRY_SECONDS));
        }

        @SuppressWarnings("try") // the permit is held, not used
        void receive(RequestDispatcher.AdmittedCall admitted, Context http) throws Exception {
            RequestBody.requireType(http, PlainJson.LINES_TYPE);
            BodyEncoding.requirePlain(http.header("Content-Encoding"));
            BodyEncoding.requireUtf8(http.contentType());
            Scope scope = Objects.requireNonNull(admitted.place().scope(), "an import needs a scope");
            String key = RequestGuard.id(admitted.caller());
            try (ConcurrencyLimit.CallPermit taken = limit.take(key);
                    HeapBudget.CallReservation share = control.budget().open(key)) {
                InputStream in = new PacedInput(http.req().getInputStream(), control.limits());
                // A line is charged to the budget while it arrives, because it may never be complete.
                JsonLines lines = new JsonLines(in, control.maxBody(), share::takeBytes);
                new ImportStream(daybook, admitted.caller(), scope, lines, share)
                        .receive(control.bulkheads(), key, http);
            }
        }
    }

    /** A started import runs to its end: there are few at once. */
    private void receive(CallBulkheads bulkheads, String key, Context http) throws Exception {
        for (long first = 1; ; first = lines.number() + 1) {
            try {
                List<ReceivedLine> some = nextOrEnd();
                if (some.isEmpty()) {
                    break;
                }
                if (first == 1) {
                    bulkheads.run(CallPace.SLOW, key, () -> write(some));
                } else {
                    bulkheads.runOn(CallPace.SLOW, key, () -> write(some));
                }
            } catch (OverloadedException e) {
                throw first == 1 ? e : limited(first, e.retryAfterSeconds());
            } finally {
                share.close();
            }
        }
        http.status(200)
                .contentType(RequestDispatcher.JSON)
                .result(PlainJson.write(report.document()).getBytes(StandardCharsets.UTF_8));
    }

    private static OverloadedException limited(long line, int retryAfterSeconds) {
        return new OverloadedException(
                "server overloaded; the lines before line " + line + " are imported. Send all lines again in "
                        + retryAfterSeconds + " s: none is imported twice",
                retryAfterSeconds);
    }

    private ImportReport write(List<ReceivedLine> some) {
        some.forEach(this::take);
        importer.write();
        return report;
    }

    /** Takes the received lines for which the budget has room; the others wait until these are written. */
    private List<ReceivedLine> next() {
        List<ReceivedLine> some = new ArrayList<>();
        long characters = 0;
        share.takeBytes(waitingBytes);
        waitingBytes = 0;
        while (some.size() < LINES_AT_A_TIME && characters < CHARACTERS_AT_A_TIME) {
            try {
                if (!isWhole && !lines.advance()) {
                    break;
                }
                isWhole = true;
                String text = lines.text();
                share.takeParts(text);
                characters += text.length();
                some.add(new ReceivedLine(lines.number(), () -> text));
            } catch (TooLargeException | OverloadedException e) {
                if (!some.isEmpty()) {
                    waitingBytes = lines.kept();
                    return some;
                }
                if (!isWhole || e instanceof OverloadedException) {
                    throw e;
                }
                some.add(bad(e));
            } catch (IllegalArgumentException e) {
                some.add(bad(e));
            }
            isWhole = false;
        }
        return some;
    }

    private ReceivedLine bad(RuntimeException problem) {
        return new ReceivedLine(lines.number(), () -> {
            throw new IllegalArgumentException(problem.getMessage());
        });
    }

    /** Answers a broken body with the report so far; a client that has left gets nothing. */
    private List<ReceivedLine> nextOrEnd() {
        try {
            return next();
        } catch (UncheckedIOException e) {
            throw new IllegalArgumentException(
                    "the body broke off after line " + lines.number()
                            + "; send all lines again: none is imported twice",
                    e);
        }
    }

    private void take(ReceivedLine line) {
        importer.take(SourceLocation.line(line.number()), () -> {
            String text = line.text().get();
            return text.isBlank() ? Optional.empty() : Optional.of(own(interchange.read(text)));
        });
    }

    /** The settings of a space are in the export of its shared scope. */
    private InterchangeLine own(InterchangeLine line) {
        Scope of = line.scope();
        if (of == null ? !(scope instanceof Scope.Shared) : !of.equals(scope)) {
            throw new IllegalArgumentException(
                    of == null
                            ? "the line concerns the whole space; import it into the shared scope"
                            : "the line belongs to another scope than the path; import it there");
        }
        if (of == null && !caller.opens(scope.space(), AccessRight.ADMIN)) {
            throw new IllegalArgumentException(
                    "the line changes the settings of the space, which this key must not; use a key of the space that"
                            + " has the right 'admin', or leave the line out");
        }
        return line;
    }
}
