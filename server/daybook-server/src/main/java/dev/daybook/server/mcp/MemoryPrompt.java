package dev.daybook.server.mcp;

import dev.daybook.internal.json.JsonFields;
import dev.daybook.internal.json.PlainJson;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A prompt for users: their question, preceded by the context for it. */
final class MemoryPrompt {

    static final String NAME = "with-memory";

    private static final String QUESTION = "question";
    private static final String SESSION = "session";

    private MemoryPrompt() {}

    static Map<String, @Nullable Object> list() {
        Map<String, @Nullable Object> prompt = PlainJson.object("name", NAME);
        prompt.put("title", "Ask with memory");
        prompt.put("description", "Asks a question together with the memory's context for it.");
        prompt.put(
                "arguments",
                List.of(
                        argument(QUESTION, "The question.", true),
                        argument(SESSION, "The session of the question; leave it out for the current one.", false)));
        return PlainJson.object("prompts", List.of(prompt));
    }

    private static Map<String, @Nullable Object> argument(String name, String description, boolean required) {
        Map<String, @Nullable Object> argument = PlainJson.object("name", name);
        argument.put("description", description);
        argument.put("required", required);
        return argument;
    }

    static Map<String, @Nullable Object> answer(McpContext mcpContext, JsonFields arguments) {
        Object question = arguments.get(QUESTION);
        Object session = arguments.get(SESSION);
        if (question == null || question.toString().isBlank()) {
            throw new IllegalArgumentException("argument 'question' is missing or blank; give the question");
        }
        String known = mcpContext
                .memory()
                .session(session == null ? mcpContext.session() : session.toString())
                .context(question.toString())
                .text();
        String text = known.isEmpty() ? question.toString() : known + "\n\n" + question;
        Map<String, @Nullable Object> message = PlainJson.object("role", "user");
        message.put("content", MemoryTool.text(text));
        return PlainJson.object("messages", List.of(message));
    }
}
