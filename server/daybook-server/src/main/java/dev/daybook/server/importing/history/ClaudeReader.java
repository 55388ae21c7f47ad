package dev.daybook.server.importing.history;

import dev.daybook.internal.json.JsonFields;
import dev.daybook.internal.window.StorablePart;
import dev.daybook.model.MediaPart;
import dev.daybook.model.Message;
import dev.daybook.server.json.LocalTimes;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The {@code conversations.json} of claude.ai: an array of conversations with {@code chat_messages}. Earlier exports
 * have only the {@code text} of a message and no parents, later ones content blocks and {@code parent_message_uuid}.
 * The text of an attachment becomes a message of a tool, because the user did not write it in the conversation.
 */
record ClaudeReader(HistorySink sink, LocalTimes times, boolean allBranches) implements HistoryReader {

    /** The parent of a first message. */
    private static final String NOBODY = "00000000-0000-4000-8000-000000000000";

    @Override
    public void read(JsonFields conversation) {
        String name = conversation.optionalText("name");
        sink.session(new HistorySession(
                conversation.text("uuid"),
                name == null || name.isBlank() ? null : name,
                times.anyForm(conversation.get("created_at")),
                Map.of()));
        Map<String, JsonFields> messages = new LinkedHashMap<>();
        MessageTree tree = new MessageTree(sink);
        String before = null;
        for (JsonFields message : conversation.list("chat_messages")) {
            String id = message.text("uuid");
            if (messages.putIfAbsent(id, message) != null) {
                sink.leaveOut("messages that occur twice", 1);
                continue;
            }
            String parent = message.has("parent_message_uuid") ? message.optionalText("parent_message_uuid") : before;
            tree.add(id, NOBODY.equals(parent) ? null : parent);
            before = id;
        }
        String current = conversation.optionalText("current_leaf_message_uuid");
        for (List<String> branch : tree.branches(current == null ? before : current, allBranches)) {
            sink.interrupt();
            branch.forEach(id -> read(id, messages.get(id)));
        }
    }

    private void read(String id, JsonFields message) {
        try {
            message(id, message);
        } catch (IllegalArgumentException e) {
            sink.problem("message '" + id + "': " + e.getMessage());
        }
    }

    private void message(String id, JsonFields message) {
        String sender = message.text("sender");
        String role = sender.equals("human") ? Message.USER : sender;
        ContentBlocks blocks = ContentBlocks.of(sink, id, times.anyForm(message.get("created_at")), null, role);
        if (message.get("content") instanceof List<?> content && !content.isEmpty()) {
            blocks.content(content);
        } else {
            blocks.text(message.optionalText("text"));
        }
        message.list("files").forEach(file -> blocks.part(part(file)));
        message.list("attachments").stream()
                .filter(attachment -> extracted(attachment) == null)
                .forEach(attachment -> blocks.part(part(attachment)));
        blocks.passOn();
        int number = 0;
        for (JsonFields attachment : message.list("attachments")) {
            String text = extracted(attachment);
            if (text != null) {
                number++;
                sink.message(new HistoryMessage(
                        id + "/attachment " + number,
                        times.anyForm(message.get("created_at")),
                        null,
                        Message.tool(text).withParts(part(attachment))));
            }
        }
        if (!blocks.isPassedOn() && number == 0) {
            sink.leaveOut("messages without text", 1);
        }
    }

    private static @Nullable String extracted(JsonFields attachment) {
        String text = attachment.optionalText("extracted_content");
        return text == null || text.isBlank() ? null : text;
    }

    private static MediaPart part(JsonFields file) {
        MediaPart part = StorablePart.of(
                "image".equals(file.get("file_kind")) ? MediaPart.Type.IMAGE : null,
                file.get("file_type") instanceof String type ? type : null,
                file.get("file_uuid") instanceof String id ? id : null,
                file.optionalText("file_name"));
        return StorablePart.sized(part, file.get("file_size"));
    }
}
