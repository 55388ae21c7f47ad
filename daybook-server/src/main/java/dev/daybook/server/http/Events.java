package dev.daybook.server.http;

import dev.daybook.data.Event;
import dev.daybook.data.Outcome;
import dev.daybook.server.json.Json;
import dev.daybook.server.json.Times;
import dev.daybook.server.keys.Caller;
import dev.daybook.server.problem.Limited;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Tells those who listen what became of derived work: ids and outcomes, never texts. Who listens too slowly misses
 * events and is told that they were missed; nobody waits for a listener.
 */
public final class Events implements Consumer<Event>, AutoCloseable {

    private static final int MOST_LISTENERS = 64;
    private static final int MOST_UNREAD = 1_000;

    /** Often enough for any proxy between, and so that a client that left is noticed. */
    private static final int HEARTBEAT_SECONDS = 15;

    private final Set<Listener> listeners = ConcurrentHashMap.newKeySet();
    private final List<Consumer<Event>> others = new CopyOnWriteArrayList<>();
    private volatile boolean closed;

    private static final class Listener {
        final Caller caller;
        final BlockingQueue<Event> unread = new ArrayBlockingQueue<>(MOST_UNREAD);
        volatile boolean missed;

        Listener(Caller caller) {
            this.caller = caller;
        }
    }

    /** Tells another, too, on the thread of whoever worked; it must be quick. */
    void also(Consumer<Event> other) {
        others.add(other);
    }

    @Override
    public void accept(Event event) {
        others.forEach(other -> other.accept(event));
        for (Listener listener : listeners) {
            if (listener.caller.sees(event.scope()) && !listener.unread.offer(event)) {
                listener.missed = true;
            }
        }
    }

    /**
     * Sends events as server-sent events until the client leaves or the server ends.
     *
     * @param admitted whether the caller still is; asked before anything is told, because a key can end in between
     */
    void send(Caller caller, BooleanSupplier admitted, OutputStream out) throws IOException, InterruptedException {
        if (listeners.size() >= MOST_LISTENERS) {
            throw new Limited("there are " + MOST_LISTENERS + " listeners already; try again later", 30);
        }
        Listener listener = new Listener(caller);
        listeners.add(listener);
        try {
            write(out, ": listening\n\n");
            for (int silent = 0; !closed; ) {
                Event event = listener.unread.poll(1, TimeUnit.SECONDS);
                if (!admitted.getAsBoolean()) {
                    return;
                }
                if (listener.missed) {
                    listener.missed = false;
                    write(out, "event: missed\ndata: {}\n\n");
                }
                String text = event == null ? null : text(event);
                if (text != null) {
                    write(out, text);
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
        if (!(event instanceof Event.Derived derived)) {
            return null;
        }
        Outcome outcome = derived.outcome();
        Map<String, @Nullable Object> data = new LinkedHashMap<>();
        data.put("space", outcome.scope().space().id());
        data.put("scope", outcome.scope().code());
        data.put("derivation", outcome.derivation());
        data.put("subject", outcome.subject());
        data.put("result", outcome.result().label());
        data.put("operation", outcome.operation());
        data.put("tokens", outcome.tokens());
        data.put("at", Times.format(outcome.at()));
        return "event: derived\ndata: " + Json.write(data) + "\n\n";
    }

    private static void write(OutputStream out, String text) throws IOException {
        out.write(text.getBytes(StandardCharsets.UTF_8));
        out.flush();
    }

    @Override
    public void close() {
        closed = true;
    }
}
