package dev.daybook.server.importing.history;

import dev.daybook.internal.json.JsonFields;
import dev.daybook.model.Message;
import dev.daybook.model.ToolCall;
import dev.daybook.server.json.LocalTimes;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The {@code conversations.json} of ChatGPT: an array of conversations, each a {@code mapping} of nodes with their
 * parents and a {@code current_node}. An assistant's message to another recipient than {@code all} is a tool call, and
 * the next message of a tool answers it.
 */
final class ChatGptReader implements HistoryReader {

    private static final Set<String> INSTRUCTIONS = Set.of("user_editable_context", "model_editable_context");
    private static final Set<String> THOUGHTS = Set.of("thoughts", "reasoning_recap");

    private final HistorySink sink;
    private final LocalTimes times;
    private final boolean allBranches;

    /** The last call of a tool that has no answer. */
    private @Nullable String openCall;

    ChatGptReader(HistorySink sink, LocalTimes times, boolean allBranches) {
        this.sink = sink;
        this.times = times;
        this.allBranches = allBranches;
    }

    @Override
    public void read(JsonFields conversation) {
        String id = conversation.optionalText("conversation_id");
        sink.session(new HistorySession(
                id == null ? conversation.text("id") : id,
                conversation.optionalText("title"),
                times.anyForm(conversation.get("create_time")),
                Map.of()));
        Map<String, @Nullable Object> nodes = conversation.object("mapping");
        MessageTree tree = new MessageTree(sink);
        nodes.forEach((node, fields) -> tree.add(node, fields(node, fields).optionalText("parent")));
        for (List<String> branch : tree.branches(conversation.optionalText("current_node"), allBranches)) {
            sink.interrupt();
            openCall = null;
            branch.forEach(node -> read(node, fields(node, nodes.get(node))));
        }
    }

    private static JsonFields fields(String node, @Nullable Object value) {
        return new JsonFields(JsonFields.object("node '" + node + "'", value));
    }

    private void read(String node, JsonFields fields) {
        if (fields.get("message") == null) {
            return;
        }
        try {
            message(node, fields.fields("message"));
        } catch (IllegalArgumentException e) {
            sink.problem("message '" + node + "': " + e.getMessage());
        }
    }

    private void message(String node, JsonFields message) {
        JsonFields author = message.fields("author");
        JsonFields content = message.fields("content");
        String role = author.text("role");
        String type = String.valueOf(content.get("content_type"));
        String why = reasonToLeaveOut(message, role, type);
        if (why != null) {
            sink.leaveOut(why, 1);
            return;
        }
        ChatGptContent read = new ChatGptContent(sink, message.fields("metadata"));
        String text = read.text(type, content);
        if (text.isBlank() && read.parts().isEmpty()) {
            sink.leaveOut("messages without text", 1);
            return;
        }
        String recipient = message.optionalText("recipient");
        sink.message(new HistoryMessage(
                node,
                times.anyForm(message.get("create_time")),
                message.fields("metadata").optionalText("model_slug"),
                message(node, role, author.optionalText("name"), recipient, text)
                        .withParts(read.parts())));
    }

    private Message message(String node, String role, @Nullable String name, @Nullable String recipient, String text) {
        if (role.equals(Message.ASSISTANT) && recipient != null && !recipient.equals("all")) {
            openCall = node;
            return Message.assistant("").withToolCalls(ToolCall.of(node, recipient, text));
        }
        if (role.equals(Message.TOOL)) {
            String call = openCall;
            openCall = null;
            return Message.tool(text).withName(name).answering(call);
        }
        return new Message(role, name, text);
    }

    private static @Nullable String reasonToLeaveOut(JsonFields message, String role, String type) {
        if (INSTRUCTIONS.contains(type)) {
            return "custom instructions";
        }
        if (THOUGHTS.contains(type)) {
            return "thoughts of the model";
        }
        if (role.equals(Message.SYSTEM)) {
            return "system prompts";
        }
        boolean isHidden = message.fields("metadata").truth("is_visually_hidden_from_conversation")
                || message.get("weight") instanceof Number weight && weight.doubleValue() == 0;
        return isHidden ? "hidden messages" : null;
    }
}
