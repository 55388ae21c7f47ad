package dev.daybook.server.mcp;

import io.modelcontextprotocol.server.McpServerFeatures.SyncPromptSpecification;
import io.modelcontextprotocol.server.McpSyncServerExchange;
import io.modelcontextprotocol.spec.McpSchema.GetPromptRequest;
import io.modelcontextprotocol.spec.McpSchema.GetPromptResult;
import io.modelcontextprotocol.spec.McpSchema.Prompt;
import io.modelcontextprotocol.spec.McpSchema.PromptArgument;
import io.modelcontextprotocol.spec.McpSchema.PromptMessage;
import io.modelcontextprotocol.spec.McpSchema.Role;
import io.modelcontextprotocol.spec.McpSchema.TextContent;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A prompt for users: their question, preceded by the context for it. */
final class MemoryPrompt {

    private static final String QUESTION = "question";
    private static final String SESSION = "session";

    private final McpReads mcpReads;

    MemoryPrompt(McpReads mcpReads) {
        this.mcpReads = mcpReads;
    }

    SyncPromptSpecification described() {
        Prompt prompt = Prompt.builder("with-memory")
                .title("Ask with memory")
                .description("Asks a question together with the memory's context for it.")
                .arguments(List.of(
                        PromptArgument.builder(QUESTION)
                                .description("The question.")
                                .required(true)
                                .build(),
                        PromptArgument.builder(SESSION)
                                .description("The session of the question; leave it out for the current one.")
                                .required(false)
                                .build()))
                .build();
        return new SyncPromptSpecification(prompt, this::answer);
    }

    private GetPromptResult answer(McpSyncServerExchange exchange, GetPromptRequest request) {
        String text = mcpReads.read(exchange.transportContext(), mcpContext -> {
            String question = argument(request, QUESTION);
            String session = argument(request, SESSION);
            if (question == null || question.isBlank()) {
                throw new IllegalArgumentException("argument 'question' is missing or blank; give the question");
            }
            String known = mcpContext
                    .memory()
                    .session(session == null ? mcpContext.session() : session)
                    .context(question)
                    .text();
            return known.isEmpty() ? question : known + "\n\n" + question;
        });
        return GetPromptResult.builder(List.of(PromptMessage.builder(
                                Role.USER, TextContent.builder(text).build())
                        .build()))
                .build();
    }

    private static @Nullable String argument(GetPromptRequest request, String name) {
        Object value = request.arguments() == null ? null : request.arguments().get(name);
        return value == null ? null : value.toString();
    }
}
