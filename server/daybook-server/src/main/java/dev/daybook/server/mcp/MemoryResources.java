package dev.daybook.server.mcp;

import dev.daybook.internal.json.PlainJson;
import dev.daybook.model.Scope;
import dev.daybook.server.json.AnswerJson;
import dev.daybook.server.mcp.protocol.ProtocolException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The resources of a scope: {@code daybook://SPACE/SCOPE/blocks} and {@code …/profile}. */
final class MemoryResources {

    private static final String JSON = "application/json";

    private static final List<Resource> ALL = List.of(
            new Resource(
                    "blocks",
                    "Pinned blocks",
                    "The blocks, pinned texts that are part of every context, with their versions.",
                    ReadingTools::blocks),
            new Resource(
                    "profile",
                    "Profile",
                    "An overview of the memory: counts, recent sessions, some facts.",
                    own -> AnswerJson.profile(own.memory().archive().profile())));

    private MemoryResources() {}

    /** A resource that each scope has. */
    record Resource(
            String name,
            String title,
            String description,
            Function<McpContext, Map<String, @Nullable Object>> content) {

        private Map<String, @Nullable Object> described(Scope scope) {
            Map<String, @Nullable Object> described = PlainJson.object("uri", uri(scope, name));
            described.put("name", name);
            described.put("title", title);
            described.put("description", description);
            described.put("mimeType", JSON);
            return described;
        }

        /** Reads the resource of the scope of a context. */
        Map<String, @Nullable Object> read(McpContext mcpContext) {
            Map<String, @Nullable Object> contents =
                    PlainJson.object("uri", uri(mcpContext.memory().scope(), name));
            contents.put("mimeType", JSON);
            contents.put("text", PlainJson.write(content.apply(mcpContext)));
            return PlainJson.object("contents", List.of(contents));
        }
    }

    static Map<String, @Nullable Object> list(Scope scope) {
        return PlainJson.object(
                "resources",
                ALL.stream().map(resource -> resource.described(scope)).toList());
    }

    /**
     * Returns the resource of a scope with a URI.
     *
     * @throws ProtocolException if the scope has none, whatever other scopes have
     */
    static Resource of(Scope scope, String uri) {
        return ALL.stream()
                .filter(resource -> uri(scope, resource.name()).equals(uri))
                .findFirst()
                .orElseThrow(() -> new ProtocolException(
                        ProtocolException.RESOURCE_NOT_FOUND, "Resource not found", Map.of("uri", uri)));
    }

    static String uri(Scope scope, String name) {
        return "daybook://" + segment(scope.space().id()) + "/"
                + segment(scope.code()).replace("%3A", ":") + "/" + name;
    }

    private static String segment(String id) {
        return URLEncoder.encode(id, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
