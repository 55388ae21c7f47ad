package dev.daybook.bench.poison;

import java.net.URI;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The memory of an MCP server, as an agent reaches it: every text, the user's and the poison, comes through the same tool.
 * Each attacked user has a connection, with a key of its own where the key decides on the memory. Where a server tells a
 * program that sends the user's words from the agent, that program has a second key, and the agent sends the poison only.
 */
final class ToolMemory implements AttackedMemory {

    private final Map<String, ToolConnection> connections = new HashMap<>();
    private final Map<String, PlantedText> byId = new HashMap<>();
    private final List<PlantedText> planted = new ArrayList<>();
    private final URI server;
    private final ToolMapping mapping;
    private final Function<String, UserKeys> keysOf;

    /** @param keysOf the keys of a user */
    ToolMemory(URI server, ToolMapping mapping, Function<String, UserKeys> keysOf) {
        this.server = server;
        this.mapping = mapping;
        this.keysOf = keysOf;
    }

    /**
     * The keys of one user.
     *
     * @param agent the key of the agent; empty: none
     * @param program the key of the program that sends what the user and the assistant said; that of the agent if the agent
     *     sends it
     */
    record UserKeys(String agent, String program) {}

    @Override
    public String name() {
        return mapping.name() + ", MCP";
    }

    private ToolConnection connection(String user) {
        return connection(user, keysOf.apply(user).agent());
    }

    private ToolConnection connection(String user, String key) {
        return connections.computeIfAbsent(user + " " + key, name -> new ToolConnection(server, key));
    }

    @Override
    public void remember(String user, List<PlantedText> texts) {
        for (PlantedText text : texts) {
            Map<String, Object> values = Map.of(
                    "user", user,
                    "id", text.id(),
                    "session", text.session(),
                    "speaker", text.speaker(),
                    "text", text.text(),
                    "messages", text.messages());
            UserKeys keys = keysOf.apply(user);
            Object answer = connection(user, PlantedText.isPoison(text.id()) ? keys.agent() : keys.program())
                    .call(mapping.write().tool(), mapping.write().filled(values))
                    .json();
            Object id = field(answer, mapping.id());
            if (id != null) {
                byId.put(user + " " + id, text);
            }
            planted.add(text);
        }
    }

    @Override
    public List<FoundText> recall(String user, String question, int limit) {
        Map<String, Object> values = Map.of("user", user, "query", question, "limit", limit);
        Object answer = connection(user)
                .call(mapping.search().tool(), mapping.search().filled(values))
                .json();
        Object hits =
                mapping.hits().isEmpty() || !(answer instanceof Map<?, ?> fields) ? answer : fields.get(mapping.hits());
        List<FoundText> found = new ArrayList<>();
        if (hits instanceof List<?> list) {
            list.stream().limit(limit).forEach(hit -> found.add(found(user, hit)));
        }
        return found;
    }

    private FoundText found(String user, Object hit) {
        String text = mapping.text().isEmpty() ? String.valueOf(hit) : String.valueOf(field(hit, mapping.text()));
        Object trust = field(hit, mapping.trust());
        return new FoundText(
                id(user, field(hit, mapping.id()), text), text, trust == null ? null : String.valueOf(trust));
    }

    /** Returns our id of a hit: by the server's id, else by the text. */
    private String id(String user, @Nullable Object id, String text) {
        PlantedText known = id == null ? null : byId.get(user + " " + id);
        return known != null
                ? known.id()
                : planted.stream()
                        .filter(each -> text.contains(each.text()))
                        .map(PlantedText::id)
                        .findFirst()
                        .orElse(String.valueOf(id));
    }

    private static @Nullable Object field(@Nullable Object answer, String name) {
        return !name.isEmpty() && answer instanceof Map<?, ?> fields ? fields.get(name) : null;
    }

    @Override
    public Optional<String> prompt(String user, String question) {
        ToolMapping.MappedTool tool = mapping.prompt();
        if (tool == null) {
            return Optional.of(AttackedMemory.list(recall(user, question, AttackResult.FIRST)));
        }
        Map<String, Object> values = Map.of("user", user, "query", question);
        return Optional.of(
                connection(user).call(tool.tool(), tool.filled(values)).text());
    }
}
