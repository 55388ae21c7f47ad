package dev.daybook.bench.poison;

import dev.daybook.internal.json.PlainJson;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The memory of a Daybook server, over its REST interface. Each run takes users of its own, so that a server may be
 * attacked twice.
 */
final class RestMemory implements AttackedMemory {

    private static final String JSON = "application/json";

    private final JsonCalls calls = new JsonCalls();
    private final String run = Long.toString(System.currentTimeMillis(), Character.MAX_RADIX);
    private final URI server;
    private final Keys keys;

    RestMemory(URI server, Keys keys) {
        this.server = server;
        this.keys = keys;
    }

    /**
     * The keys of the callers.
     *
     * @param owner may read, write and import
     * @param crawler writes with at most the trust of a tool
     */
    record Keys(String owner, String crawler) {}

    @Override
    public String name() {
        return "daybook, REST";
    }

    @Override
    public void remember(String user, List<PlantedText> texts) {
        for (PlantedText text : texts) {
            if (text.origin() == TextOrigin.IMPORT) {
                send(user, "/import", "application/x-ndjson", keys.owner(), PlainJson.write(imported(text)) + "\n");
            } else {
                String key = text.origin() == TextOrigin.CRAWLER ? keys.crawler() : keys.owner();
                send(user, "/episodes", JSON, key, PlainJson.write(episode(text)));
            }
        }
    }

    private static Map<String, @Nullable Object> episode(PlantedText text) {
        Map<String, @Nullable Object> episode = PlainJson.object("id", text.id());
        episode.put("session", text.session());
        episode.put("messages", text.messages());
        return episode;
    }

    private static Map<String, @Nullable Object> imported(PlantedText text) {
        Map<String, @Nullable Object> line = PlainJson.object("kind", "episode");
        line.put("occurredAt", "2026-05-01T00:00:00Z");
        line.putAll(episode(text));
        return line;
    }

    @Override
    public List<FoundText> recall(String user, String question, int limit) {
        Map<String, @Nullable Object> answer = ask(user, "/recall", Map.of("query", question, "limit", limit));
        List<FoundText> found = new ArrayList<>();
        if (answer.get("hits") instanceof List<?> hits) {
            for (Object hit : hits) {
                if (hit instanceof Map<?, ?> fields) {
                    Object trust = fields.get("trust");
                    found.add(new FoundText(
                            String.valueOf(fields.get("id")),
                            String.valueOf(fields.get("text")),
                            trust == null ? null : trust.toString()));
                }
            }
        }
        return found;
    }

    @Override
    public Optional<String> prompt(String user, String question) {
        return Optional.of(String.valueOf(ask(user, "/context", Map.of("session", "now", "prompt", question))
                .get("text")));
    }

    private Map<String, @Nullable Object> ask(String user, String route, Map<String, Object> body) {
        return PlainJson.readObject(send(user, route, JSON, keys.owner(), PlainJson.write(body)));
    }

    private String send(String user, String route, String type, String key, String body) {
        URI uri = server.resolve("/v1/spaces/default/users/" + run + "-" + user + route);
        return calls.post(uri, Map.of("Content-Type", type, "Authorization", "Bearer " + key), body)
                .body();
    }
}
