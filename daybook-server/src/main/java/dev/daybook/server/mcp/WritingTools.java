package dev.daybook.server.mcp;

import dev.daybook.data.Block;
import dev.daybook.data.Message;
import dev.daybook.data.NewBlock;
import dev.daybook.data.NewEpisode;
import dev.daybook.data.Origin;
import dev.daybook.data.Selection;
import dev.daybook.server.json.Answers;
import dev.daybook.server.json.Fields;
import dev.daybook.server.problem.NotFound;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the writing tools do. A text that a model read can make it call them, so everything they write bears the agent as
 * its origin, whoever is said to have spoken.
 */
final class WritingTools {

    /** What is written down by a tool call. */
    static final Origin AGENT = new Origin(Origin.Source.ASSISTANT, "mcp");

    /** A system does not speak through a tool call. */
    static final List<String> ROLES = List.of(Message.USER, Message.ASSISTANT, Message.TOOL);

    private WritingTools() {}

    static MemoryTool.Answer remember(Seat seat, Fields arguments) {
        String text = arguments.optionalText("text");
        boolean hasMessages = arguments.get("messages") != null;
        List<Fields> turns = arguments.list("messages");
        String named = arguments.optionalText("session");
        arguments.done();
        if ((text == null) != hasMessages) {
            throw new IllegalArgumentException(
                    hasMessages
                            ? "fields 'text' and 'messages' are both given; give one of them"
                            : "neither 'text' nor 'messages' is given; give one of them");
        }
        List<Message> messages = text == null ? messages(turns) : List.of(new Message(Message.ASSISTANT, null, text));
        if (messages.stream().allMatch(message -> message.text().isBlank())) {
            throw new IllegalArgumentException(
                    "field '" + (hasMessages ? "messages" : "text") + "' is blank; give what is to be remembered");
        }
        String session = named == null ? seat.session() : named;
        var receipt = seat.memory()
                .remember(NewEpisode.of(messages).inSession(session).withOrigin(AGENT));
        Map<String, @Nullable Object> answer = new LinkedHashMap<>();
        answer.put("id", receipt.id());
        answer.put("session", session);
        Answers.receipt(receipt).forEach(answer::putIfAbsent);
        return MemoryTool.Answer.of(answer);
    }

    static MemoryTool.Answer forget(Seat seat, Fields arguments) {
        String session = arguments.optionalText("session");
        OffsetDateTime before = arguments.optionalTime("before");
        arguments.done();
        if (session == null && before == null) {
            throw new IllegalArgumentException("neither 'session' nor 'before' is given; say what to forget, a whole"
                    + " memory is not forgotten by a tool");
        }
        var erasure = seat.memory().forget(new Selection(session, before, null, null));
        return MemoryTool.Answer.of(Answers.erasure(erasure, false));
    }

    static MemoryTool.Answer updateBlock(Seat seat, Fields arguments) {
        String name = arguments.text("name");
        String content = arguments.text("content");
        Object version = arguments.get("version");
        arguments.done();
        if (!(version instanceof Long expected)) {
            throw version == null
                    ? new IllegalArgumentException(
                            "field 'version' is missing; give the version that 'get_blocks' answered")
                    : arguments.wrong("version", version, "the version that 'get_blocks' answered");
        }
        Block block = seat.memory()
                .blocks()
                .find(name)
                .orElseThrow(() -> new NotFound("there is no block of this name; 'get_blocks' lists those there are"));
        if (!block.agentWritable()) {
            throw new IllegalArgumentException("field 'name' is a block that agents may not change; use one whose"
                    + " 'agentWritable' is true, or ask the user to change it");
        }
        // What was looked at above belongs to a version, so the check of the version covers it.
        NewBlock changed = NewBlock.of(name, content).ifVersion(expected).withOrigin(AGENT);
        return MemoryTool.Answer.of(ReadingTools.block(seat.memory().blocks().put(changed)));
    }

    private static List<Message> messages(List<Fields> turns) {
        List<Message> messages = new ArrayList<>();
        for (Fields turn : turns) {
            String role = turn.text("role");
            if (!ROLES.contains(role)) {
                throw turn.wrong("role", role, String.join(", ", ROLES));
            }
            messages.add(new Message(role, turn.optionalText("name"), turn.text("text")));
            turn.done();
        }
        return messages;
    }
}
