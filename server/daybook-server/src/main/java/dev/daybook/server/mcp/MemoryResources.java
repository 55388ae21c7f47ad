package dev.daybook.server.mcp;

import dev.daybook.internal.json.PlainJson;
import dev.daybook.model.Scope;
import dev.daybook.server.json.AnswerJson;
import io.modelcontextprotocol.server.McpServerFeatures.SyncResourceSpecification;
import io.modelcontextprotocol.spec.McpSchema.ReadResourceResult;
import io.modelcontextprotocol.spec.McpSchema.Resource;
import io.modelcontextprotocol.spec.McpSchema.TextResourceContents;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The resources of a scope: {@code daybook://SPACE/SCOPE/blocks} and {@code …/profile}. */
final class MemoryResources {

    private static final String JSON = "application/json";

    private final McpContext mcpContext;
    private final McpReads mcpReads;

    MemoryResources(McpContext mcpContext, McpReads mcpReads) {
        this.mcpContext = mcpContext;
        this.mcpReads = mcpReads;
    }

    List<SyncResourceSpecification> all() {
        return List.of(
                resource(
                        "blocks",
                        "Pinned blocks",
                        "The blocks, pinned texts that are part of every context, with their versions.",
                        ReadingTools::blocks),
                resource(
                        "profile",
                        "Profile",
                        "An overview of the memory: counts, recent sessions, some facts.",
                        own -> AnswerJson.profile(own.memory().archive().profile())));
    }

    private SyncResourceSpecification resource(
            String name,
            String title,
            String description,
            Function<McpContext, Map<String, @Nullable Object>> content) {
        String uri = uri(mcpContext.memory().scope(), name);
        Resource resource = Resource.builder(uri, name)
                .title(title)
                .description(description)
                .mimeType(JSON)
                .build();
        return new SyncResourceSpecification(resource, (exchange, request) -> {
            String text = PlainJson.write(mcpReads.read(exchange.transportContext(), content));
            return ReadResourceResult.builder(List.of(TextResourceContents.builder(uri, text)
                            .mimeType(JSON)
                            .build()))
                    .build();
        });
    }

    static String uri(Scope scope, String name) {
        return "daybook://" + segment(scope.space().id()) + "/"
                + segment(scope.code()).replace("%3A", ":") + "/" + name;
    }

    private static String segment(String id) {
        return URLEncoder.encode(id, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
