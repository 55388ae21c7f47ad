package dev.daybook.server.http;

import dev.daybook.access.AccessRight;
import dev.daybook.internal.json.FieldType;
import dev.daybook.internal.json.OutcomeCodec;
import dev.daybook.internal.json.PlainJson;
import dev.daybook.model.Scope;
import dev.daybook.outcome.DerivationOutcome;
import dev.daybook.outcome.Event;
import dev.daybook.server.admission.ConcurrencyLimit;
import dev.daybook.server.admission.RequestGuard;
import dev.daybook.server.keys.AuthenticatedCaller;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Streams events to listeners: ids of remembered, forgotten and quarantined entries and outcomes of derivations, never
 * texts. A slow listener loses events and receives a notice; no write waits for a listener.
 */
public final class EventStream implements Consumer<Event>, AutoCloseable {

    private static final int MAX_LISTENERS = 64;
    /** Each listener uses a thread of the server, so no key may have them all. */
    private static final int MAX_LISTENERS_OF_KEY = 16;

    private static final int RETRY_SECONDS = 30;
    private static final int MAX_UNREAD = 1_000;

    /** Bounds an event: ids may be long, and an event is buffered for each listener. */
    private static final int MAX_IDS = 20;

    /** Shorter than the timeout of any proxy; also detects clients that have left. */
    private static final int HEARTBEAT_SECONDS = 15;

    private final ConcurrencyLimit limit =
            new ConcurrencyLimit("listeners", MAX_LISTENERS, MAX_LISTENERS_OF_KEY, RETRY_SECONDS);
    private final Set<Listener> listeners = ConcurrentHashMap.newKeySet();
    private final List<Consumer<Event>> others = new CopyOnWriteArrayList<>();
    private volatile boolean closed;

    /** An event that a listener has not received. */
    private record Unread(Scope scope, String text) {}

    private static final class Listener {
        volatile AuthenticatedCaller caller;
        final BlockingQueue<Unread> unread = new ArrayBlockingQueue<>(MAX_UNREAD);
        volatile boolean missed;

        Listener(AuthenticatedCaller caller) {
            this.caller = caller;
        }
    }

    /** Also forwards events to another consumer, on the thread of the write; it must be fast. */
    void also(Consumer<Event> other) {
        others.add(other);
    }

    @Override
    public void accept(Event event) {
        others.forEach(other -> other.accept(event));
        String text = listeners.isEmpty() ? null : text(event);
        if (text == null) {
            return;
        }
        for (Listener listener : listeners) {
            if (listener.caller.sees(event.scope()) && !listener.unread.offer(new Unread(event.scope(), text))) {
                listener.missed = true;
            }
        }
    }

    /**
     * Sends server-sent events until the client leaves or the server stops.
     *
     * @param present the caller with its present rights, asked before each event, because a key may be revoked and a grant
     *     withdrawn; empty without a valid key. The stream ends when no right to read is left
     */
    @SuppressWarnings("try") // the permit is held, not used
    void send(AuthenticatedCaller caller, Supplier<Optional<AuthenticatedCaller>> present, OutputStream out)
            throws IOException, InterruptedException {
        Listener listener = new Listener(caller);
        try (ConcurrencyLimit.CallPermit taken = limit.take(RequestGuard.id(caller))) {
            listeners.add(listener);
            write(out, ": listening\n\n");
            for (int silent = 0; !closed; ) {
                Unread event = listener.unread.poll(1, TimeUnit.SECONDS);
                AuthenticatedCaller now =
                        present.get().filter(each -> each.has(AccessRight.READ)).orElse(null);
                if (now == null) {
                    return;
                }
                listener.caller = now;
                if (listener.missed) {
                    listener.missed = false;
                    write(out, "event: missed\ndata: {}\n\n");
                }
                if (event != null) {
                    if (now.sees(event.scope())) {
                        write(out, event.text());
                    }
                    silent = 0;
                } else if (++silent >= HEARTBEAT_SECONDS) {
                    write(out, ": alive\n\n");
                    silent = 0;
                }
            }
        } finally {
            listeners.remove(listener);
        }
    }

    private static @Nullable String text(Event event) {
        if (event instanceof Event.Derived derived) {
            return text("derived", derived(derived.outcome()));
        }
        Map<String, @Nullable Object> data = place(event.scope());
        if (event instanceof Event.Remembered remembered) {
            data.put("count", (long) remembered.ids().size());
            data.put("ids", remembered.ids().stream().limit(MAX_IDS).toList());
            return text("remembered", data);
        }
        if (event instanceof Event.Forgotten forgotten) {
            data.put("operation", forgotten.operation());
            data.put("counts", FieldType.counts(forgotten.counts()));
            return text("forgotten", data);
        }
        if (event instanceof Event.Quarantined quarantined) {
            data.put("operation", quarantined.operation());
            data.put("count", quarantined.count());
            return text(quarantined.released() ? "released" : "quarantined", data);
        }
        return null;
    }

    private static Map<String, @Nullable Object> derived(DerivationOutcome outcome) {
        Map<String, @Nullable Object> data = place(outcome.scope());
        data.putAll(OutcomeCodec.OUTCOME.write(outcome));
        data.remove("detail");
        return data;
    }

    private static Map<String, @Nullable Object> place(Scope scope) {
        Map<String, @Nullable Object> data =
                PlainJson.object("space", scope.space().id());
        data.put("scope", scope.code());
        return data;
    }

    private static String text(String name, Map<String, @Nullable Object> data) {
        return "event: " + name + "\ndata: " + PlainJson.write(data) + "\n\n";
    }

    private static void write(OutputStream out, String text) throws IOException {
        out.write(text.getBytes(StandardCharsets.UTF_8));
        out.flush();
    }

    /** Returns the limit of all streams of events: each uses a thread of the server. */
    ConcurrencyLimit limit() {
        return limit;
    }

    boolean isClosed() {
        return closed;
    }

    /** Ends the streams, also those of changes. */
    @Override
    public void close() {
        closed = true;
    }
}
