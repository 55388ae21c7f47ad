package dev.daybook.micrometer;

import dev.daybook.internal.json.PlainJson;
import dev.daybook.spi.CallObservation;
import dev.daybook.spi.CallResult;
import dev.daybook.spi.CallResult.ShownEntry;
import dev.daybook.spi.ObservedCall;
import dev.daybook.spi.ObservedCall.MemoryCall;
import dev.daybook.spi.ObservedCall.MemoryVerb;
import dev.daybook.spi.ObservedCall.ModelCall;
import dev.daybook.spi.ObservedCall.ServerCall;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.observation.transport.Kind;
import io.micrometer.observation.transport.SenderContext;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A started observation, and the names of its keys. A key of low cardinality is a tag of the timer and an attribute of the
 * span, one of high cardinality an attribute only. The names and values of {@code gen_ai.*} are those of
 * open-telemetry/semantic-conventions-genai, {@code docs/gen-ai/gen-ai-spans.md}, with the memory operations of its pull request 140.
 */
final class StartedObservation implements CallObservation {

    private static final String OPERATION = "gen_ai.operation.name";

    /** A tag, as that of Spring's timers: all timers of a name have the same tags. */
    private static final String EXCEPTION = "exception";

    private final Observation observation;
    private final RestoredScope scope;
    private final Map<String, String> headers;
    private final boolean content;

    private StartedObservation(
            Observation observation, ObservationRegistry registry, Map<String, String> headers, boolean content) {
        this.observation = observation.start();
        this.headers = headers;
        this.content = content;
        try {
            this.scope = new RestoredScope(observation, registry);
        } catch (RuntimeException | Error refused) {
            observation.stop();
            throw refused;
        }
    }

    static StartedObservation of(ObservedCall call, ObservationRegistry registry, boolean content) {
        Map<String, String> headers = new LinkedHashMap<>();
        Observation observation;
        if (call instanceof MemoryCall memory) {
            observation = of(memory, registry, headers);
            if (content) {
                addContent(memory, observation);
            }
        } else if (call instanceof ModelCall model) {
            observation = of(model, registry);
        } else {
            observation = of((ServerCall) call, registry, headers);
        }
        return new StartedObservation(observation, registry, headers, content);
    }

    private static Observation of(MemoryCall call, ObservationRegistry registry, Map<String, String> headers) {
        URI server = call.server();
        Observation observation = server == null
                ? Observation.createNotStarted("daybook.memory", registry)
                : sent("daybook.memory", registry, headers, server);
        String operation = operation(call.verb());
        return observation
                .contextualName(operation)
                .lowCardinalityKeyValue(OPERATION, operation)
                .lowCardinalityKeyValue("daybook.operation", call.verb().label())
                .highCardinalityKeyValue(
                        "gen_ai.memory.store.id", call.scope().space().id());
    }

    private static String operation(MemoryVerb verb) {
        return switch (verb) {
            // A write with the id of an episode is a new version of it, so the caller does not choose between both.
            case REMEMBER -> "upsert_memory";
            case RECALL, CONTEXT -> "search_memory";
            case FORGET -> "delete_memory";
            case CONSOLIDATE -> "update_memory";
        };
    }

    private static Observation of(ModelCall call, ObservationRegistry registry) {
        SenderContext<Map<String, String>> context = new SenderContext<>((carrier, key, value) -> {}, Kind.CLIENT);
        return Observation.createNotStarted("daybook.model", () -> context, registry)
                .contextualName("chat " + call.model())
                .lowCardinalityKeyValue(OPERATION, "chat")
                .lowCardinalityKeyValue("gen_ai.provider.name", call.provider())
                .lowCardinalityKeyValue("gen_ai.request.model", call.model())
                .highCardinalityKeyValue("gen_ai.request.max_tokens", Integer.toString(call.maxTokens()));
    }

    private static Observation of(ServerCall call, ObservationRegistry registry, Map<String, String> headers) {
        return sent("daybook.request", registry, headers, call.server())
                .contextualName(call.method())
                .lowCardinalityKeyValue("http.request.method", call.method());
    }

    /** Creates the observation of a request, whose headers continue the trace. */
    private static Observation sent(
            String name, ObservationRegistry registry, Map<String, String> headers, URI server) {
        SenderContext<Map<String, String>> context =
                new SenderContext<>((carrier, key, value) -> headers.put(key, value), Kind.CLIENT);
        context.setCarrier(headers);
        return Observation.createNotStarted(name, () -> context, registry)
                .highCardinalityKeyValue("server.address", server.getHost())
                .highCardinalityKeyValue("server.port", Integer.toString(port(server)));
    }

    private static int port(URI server) {
        int standard = "https".equalsIgnoreCase(server.getScheme()) ? 443 : 80;
        return server.getPort() < 0 ? standard : server.getPort();
    }

    private static void addContent(MemoryCall call, Observation observation) {
        String user = call.scope().ofUser();
        if (user != null) {
            observation.highCardinalityKeyValue("user.id", user);
        }
        if (call.session() != null) {
            observation.highCardinalityKeyValue("gen_ai.conversation.id", call.session());
        }
        if (call.question() != null) {
            observation.highCardinalityKeyValue("gen_ai.memory.query.text", call.question());
        }
    }

    @Override
    public Map<String, String> headers() {
        return headers;
    }

    @Override
    public void succeeded(CallResult result) {
        try {
            observation.lowCardinalityKeyValue(EXCEPTION, "none");
            add("gen_ai.memory.record.count", result.count());
            add("gen_ai.usage.input_tokens", result.inputTokens());
            add("gen_ai.usage.output_tokens", result.outputTokens());
            if (content) {
                addRecords(result.entries().get());
            }
        } finally {
            end();
        }
    }

    private void add(String key, @Nullable Long number) {
        if (number != null) {
            observation.highCardinalityKeyValue(key, number.toString());
        }
    }

    private void addRecords(List<ShownEntry> entries) {
        if (!entries.isEmpty()) {
            observation.highCardinalityKeyValue(
                    "gen_ai.memory.records",
                    PlainJson.write(
                            entries.stream().map(StartedObservation::record).toList()));
        }
    }

    private static Map<String, @Nullable Object> record(ShownEntry entry) {
        Map<String, @Nullable Object> record = PlainJson.object("content", entry.text());
        if (entry.id() != null) {
            record.put("id", entry.id());
        }
        if (entry.score() != null) {
            record.put("score", entry.score());
        }
        return record;
    }

    @Override
    public void failed(Throwable failure) {
        try {
            String type = failure.getClass().getName();
            observation
                    .lowCardinalityKeyValue(EXCEPTION, type.substring(type.lastIndexOf('.') + 1))
                    .highCardinalityKeyValue("error.type", type)
                    .error(new CallFailedException(type));
        } finally {
            end();
        }
    }

    private void end() {
        try {
            scope.close();
        } finally {
            observation.stop();
        }
    }

    /** Stands for a failure: a tracer shows the message, and that of the failure may quote stored text. */
    private static final class CallFailedException extends RuntimeException {

        private static final long serialVersionUID = 1L;

        CallFailedException(String type) {
            super(type, null, false, false);
        }
    }
}
