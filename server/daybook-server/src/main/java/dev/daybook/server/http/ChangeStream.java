package dev.daybook.server.http;

import dev.daybook.Archive;
import dev.daybook.LocalDaybook;
import dev.daybook.error.StoreException;
import dev.daybook.internal.json.ChangeCodec;
import dev.daybook.internal.json.PlainJson;
import dev.daybook.model.Scope;
import dev.daybook.outcome.ChangePage;
import dev.daybook.outcome.MemoryChange;
import dev.daybook.server.admission.AdmissionControl;
import dev.daybook.server.admission.CallPace;
import dev.daybook.server.admission.ConcurrencyLimit;
import dev.daybook.server.admission.HeapBudget;
import dev.daybook.server.admission.RequestGuard;
import dev.daybook.server.http.routes.ChangeRoutes;
import dev.daybook.server.http.routes.HttpCall.AnswerRoom;
import dev.daybook.server.http.routes.QueryParameters;
import dev.daybook.server.problem.OverloadedException;
import io.javalin.http.Context;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Streams the changes of a scope as server-sent events, whose ids are cursors. A page is read when the client has taken
 * the one before, so nothing is buffered for a slow client, which is only further behind.
 */
final class ChangeStream {

    static final String EVENTS = "text/event-stream";

    private static final int EVENTS_AT_A_TIME = 50;

    /** Another process may write, so the store is asked. */
    private static final long POLL_MILLISECONDS = 500;

    /** Shorter than the timeout of any proxy; also detects clients that have left. */
    private static final long HEARTBEAT_NANOS = TimeUnit.SECONDS.toNanos(15);

    /** The age at which the rest of a page is read again: some of it may have been erased since. */
    private static final long FRESH_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final LocalDaybook daybook;
    private final AdmissionControl admission;
    private final EventStream events;

    ChangeStream(LocalDaybook daybook, AdmissionControl admission, EventStream events) {
        this.daybook = daybook;
        this.admission = admission;
        this.events = events;
    }

    /** One stream: its client, and the place up to which it has the changes. */
    private static final class Listener {
        final String key;
        final Scope scope;
        final Archive archive;

        @Nullable
        String since;

        Listener(String key, Scope scope, Archive archive, @Nullable String since) {
            this.key = key;
            this.scope = scope;
            this.archive = archive;
            this.since = since;
        }
    }

    @SuppressWarnings("try") // the permit is held, not used
    void send(RequestDispatcher.AdmittedCall admitted, Context http) throws Exception {
        Scope scope = Objects.requireNonNull(admitted.place().scope(), "changes need a scope");
        String since = ChangeRoutes.since(new QueryParameters(http.queryParamMap()), http.header("Last-Event-ID"));
        Archive archive = daybook.space(scope.space().id(), admitted.caller().principal(scope))
                .memory(scope)
                .archive();
        Listener listener = new Listener(RequestGuard.id(admitted.caller()), scope, archive, since);
        String authorization = http.header("Authorization");
        BooleanSupplier mayRead = () -> admission
                .guard()
                .find(authorization)
                .filter(caller -> caller.sees(scope))
                .isPresent();
        try (ConcurrencyLimit.CallPermit taken = events.limit().take(listener.key);
                HeapBudget.CallReservation heap = admission.budget().open(listener.key)) {
            ChangePage page = admission.bulkheads().run(CallPace.QUICK, listener.key, () -> read(listener, heap));
            http.contentType(EVENTS).header("Cache-Control", "no-cache");
            // Not the stream of Javalin, which buffers for compression.
            OutputStream out = http.res().getOutputStream();
            write(out, ": listening\n\n");
            for (long silentSince = System.nanoTime(); !events.isClosed() && mayRead.getAsBoolean(); ) {
                if (write(page, listener, mayRead, out)) {
                    silentSince = System.nanoTime();
                } else if (!page.more()) {
                    Thread.sleep(POLL_MILLISECONDS);
                }
                if (System.nanoTime() - silentSince > HEARTBEAT_NANOS) {
                    write(out, ": alive\n\n");
                    silentSince = System.nanoTime();
                }
                heap.giveBack(Long.MAX_VALUE);
                page = next(listener, heap);
            }
        }
    }

    private ChangePage read(Listener listener, HeapBudget.CallReservation heap) throws Exception {
        return new AnswerRoom(heap, admission.budget().page())
                .page(EVENTS_AT_A_TIME, limit -> listener.archive.changes(listener.since, limit));
    }

    /** Reads the next page; while the server or its store is overloaded the stream waits. */
    private ChangePage next(Listener listener, HeapBudget.CallReservation heap) throws Exception {
        while (true) {
            try {
                return admission.bulkheads().runOn(CallPace.QUICK, listener.key, () -> read(listener, heap));
            } catch (OverloadedException | StoreException e) {
                if (events.isClosed() || e instanceof StoreException failure && !failure.retryable()) {
                    throw e;
                }
                Thread.sleep(POLL_MILLISECONDS);
            }
        }
    }

    /** Writes the changes of a page while they are fresh and may be read, and returns whether there was one. */
    private static boolean write(ChangePage page, Listener listener, BooleanSupplier mayRead, OutputStream out)
            throws IOException {
        long read = System.nanoTime();
        boolean isWritten = false;
        for (MemoryChange change : page.changes()) {
            if (isWritten && (System.nanoTime() - read > FRESH_NANOS || !mayRead.getAsBoolean())) {
                return true;
            }
            write(
                    out,
                    "id: " + change.cursor() + "\nevent: " + ChangeCodec.name(change) + "\ndata: "
                            + PlainJson.write(ChangeCodec.write(change, listener.scope)) + "\n\n");
            listener.since = change.cursor();
            isWritten = true;
        }
        listener.since = page.next();
        return isWritten;
    }

    private static void write(OutputStream out, String text) throws IOException {
        out.write(text.getBytes(StandardCharsets.UTF_8));
        out.flush();
    }
}
