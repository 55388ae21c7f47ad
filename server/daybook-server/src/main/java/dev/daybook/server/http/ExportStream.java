package dev.daybook.server.http;

import dev.daybook.Daybook;
import dev.daybook.MemorySpace;
import dev.daybook.internal.interchange.InterchangeWriter;
import dev.daybook.internal.json.EntryAnswers;
import dev.daybook.internal.json.IsoTimes;
import dev.daybook.internal.json.PlainJson;
import dev.daybook.model.Scope;
import dev.daybook.server.admission.AdmissionControl;
import dev.daybook.server.admission.CallBulkheads;
import dev.daybook.server.admission.CallPace;
import dev.daybook.server.admission.ConcurrencyLimit;
import dev.daybook.server.admission.RequestGuard;
import dev.daybook.server.http.routes.QueryParameters;
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
import org.jspecify.annotations.Nullable;

/**
 * Streams a scope as interchange lines while it is read: a few hundred at a time, so that a slow client holds neither
 * much memory nor a permit of a bulkhead. After the first line an export either completes or breaks the connection, so that a
 * truncated answer cannot look complete.
 */
final class ExportStream {

    private static final System.Logger LOG = System.getLogger("dev.daybook.server");
    private static final int LINES_AT_A_TIME = 200;

    /** Two hundred of the longest lines would be a gigabyte. */
    private static final long CHARACTERS_AT_A_TIME = 1 << 20;

    /** In a header, not in the lines: the same memory gives the same lines. */
    private static final String EXPORTED_AT = "Daybook-Exported-At";

    /** Each export uses a thread of the server while its client reads. */
    private static final int MAX = 32;

    private static final int MAX_OF_KEY = 16;
    private static final int RETRY_SECONDS = 5;

    private final Daybook daybook;
    private final AdmissionControl admission;
    private final CallBulkheads bulkheads;
    private final ConcurrencyLimit limit = new ConcurrencyLimit("exports", MAX, MAX_OF_KEY, RETRY_SECONDS);

    ExportStream(Daybook daybook, AdmissionControl admission) {
        this.daybook = daybook;
        this.admission = admission;
        this.bulkheads = admission.bulkheads();
    }

    @SuppressWarnings("try") // the permit is held, not used
    void send(RequestDispatcher.AdmittedCall admitted, Context http) throws Exception {
        OffsetDateTime begun = OffsetDateTime.now(ZoneOffset.UTC).truncatedTo(ChronoUnit.SECONDS);
        Scope scope = Objects.requireNonNull(admitted.place().scope(), "an export needs a scope");
        String key = RequestGuard.id(admitted.caller());
        QueryParameters parameters = new QueryParameters(http.queryParamMap());
        boolean isComplete = parameters.truth("complete");
        parameters.done();
        try (ConcurrencyLimit.CallPermit taken = limit.take(key);
                Stream<String> lines =
                        bulkheads.run(CallPace.SLOW, key, () -> isComplete ? complete(scope) : lines(scope))) {
            Iterator<String> each = lines.iterator();
            List<String> first = bulkheads.runOn(CallPace.SLOW, key, () -> next(each));
            http.status(200).contentType(PlainJson.LINES_TYPE).header(EXPORTED_AT, IsoTimes.format(begun));
            try {
                String authorization = http.header("Authorization");
                write(key, first, each, () -> requireAccess(authorization, scope), http.outputStream());
            } catch (Exception | Error e) {
                breakOff(http, e);
            }
        }
    }

    /** Ends an export whose key was revoked, or lost its right to the scope; its client sees a truncated answer. */
    private void requireAccess(@Nullable String authorization, Scope scope) throws IOException {
        if (admission
                .guard()
                .find(authorization)
                .filter(caller -> caller.sees(scope))
                .isEmpty()) {
            throw new IOException("the key of the export opens its scope no longer");
        }
    }

    /** A check before each part. */
    private interface AccessCheck {
        void run() throws IOException;
    }

    private void write(String key, List<String> first, Iterator<String> each, AccessCheck access, OutputStream out)
            throws Exception {
        List<String> some = first;
        while (!some.isEmpty()) {
            access.run();
            for (String line : some) {
                out.write((line + "\n").getBytes(StandardCharsets.UTF_8));
            }
            some = bulkheads.runOn(CallPace.SLOW, key, () -> next(each));
        }
        out.flush();
    }

    private static void breakOff(Context http, Throwable failure) {
        if (!(failure instanceof IOException)) {
            FailureLog.unexpected(LOG, "an export broke the connection because it", failure);
        }
        AdmissionControl.breakOff(http.req(), failure);
    }

    /** The settings of a space are stored in its shared scope. */
    private Stream<String> lines(Scope scope) {
        MemorySpace space = daybook.space(scope.space().id());
        Stream<String> lines = space.memory(scope).archive().exportLines();
        return scope instanceof Scope.Shared
                ? Stream.concat(Stream.of(InterchangeWriter.line(space.settings())), lines)
                : lines;
    }

    /** The entries with positions and recording times, as a client library reads them. */
    private Stream<String> complete(Scope scope) {
        return daybook.space(scope.space().id())
                .memory(scope)
                .archive()
                .exportAll()
                .map(entry -> PlainJson.write(EntryAnswers.complete(scope, entry)));
    }

    /** Returns the next lines, at least one; none at the end. */
    static List<String> next(Iterator<String> lines) {
        List<String> some = new ArrayList<>(LINES_AT_A_TIME);
        long characters = 0;
        while (some.size() < LINES_AT_A_TIME && characters < CHARACTERS_AT_A_TIME && lines.hasNext()) {
            String line = lines.next();
            some.add(line);
            characters += line.length();
        }
        return some;
    }
}
