package dev.daybook.adk;

import com.google.adk.JsonBaseModel;
import com.google.adk.events.Event;
import com.google.genai.types.FunctionCall;
import com.google.genai.types.FunctionResponse;
import com.google.genai.types.Part;
import dev.daybook.internal.window.StorableText;
import dev.daybook.model.Message;
import dev.daybook.model.ToolCall;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The messages of an event of ADK. */
final class AdkMessages {

    /** The author of the events of the user; ADK refuses an agent of this name. */
    private static final String USER = "user";

    /** The names of ADK's tools that return memories. */
    private static final Set<String> RECALL_TOOLS = Set.of("loadMemory", "load_memory", "preload_memory");

    private static final String NOT_REPEATED = "(recalled from memory, not repeated here)";

    private static final String NO_JSON = "(not stored: JSON does not have this value)";

    private AdkMessages() {}

    /** Returns the texts, calls and results of an event, in order, without thoughts and media. */
    static List<Message> of(Event event) {
        List<Message> messages = new ArrayList<>();
        List<Part> parts = event.content().flatMap(content -> content.parts()).orElse(List.of());
        for (Part part : parts) {
            if (part.thought().orElse(false)) {
                continue;
            }
            part.text().filter(text -> !text.isBlank()).ifPresent(text -> messages.add(said(event.author(), text)));
            part.functionCall().ifPresent(call -> messages.add(called(event.author(), call)));
            part.functionResponse().ifPresent(result -> messages.add(result(result)));
        }
        return messages;
    }

    private static Message said(@Nullable String author, String text) {
        String stored = StorableText.of(text);
        if (USER.equals(author)) {
            return Message.user(stored);
        }
        return Message.assistant(stored).withName(author == null ? null : StorableText.name(author));
    }

    private static Message called(@Nullable String author, FunctionCall call) {
        return said(author == null || author.equals(USER) ? "agent" : author, "")
                .withToolCalls(new ToolCall(
                        call.id().map(StorableText::name).orElse(null),
                        StorableText.name(call.name().orElse("")),
                        json(call.args().orElse(Map.of())),
                        null));
    }

    private static Message result(FunctionResponse result) {
        boolean isRecall = RECALL_TOOLS.contains(result.name().orElse(""));
        String text = isRecall ? NOT_REPEATED : json(result.response().orElse(Map.of()));
        return Message.tool(text).answering(result.id().map(StorableText::name).orElse(null));
    }

    private static String json(Map<String, Object> values) {
        try {
            return StorableText.of(JsonBaseModel.toJsonString(values));
        } catch (RuntimeException noJson) {
            // A tool may return any object. The message may quote it.
            return NO_JSON;
        }
    }
}
