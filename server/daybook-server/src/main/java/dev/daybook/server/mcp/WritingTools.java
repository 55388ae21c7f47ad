package dev.daybook.server.mcp;

import dev.daybook.Blocks;
import dev.daybook.Memory;
import dev.daybook.error.StaleVersionException;
import dev.daybook.files.MemoryFiles;
import dev.daybook.internal.checks.ShortenedText;
import dev.daybook.internal.json.JsonFields;
import dev.daybook.internal.json.ReceiptCodec;
import dev.daybook.model.Block;
import dev.daybook.model.Message;
import dev.daybook.model.NewBlock;
import dev.daybook.model.NewEpisode;
import dev.daybook.model.NewNote;
import dev.daybook.model.Origin;
import dev.daybook.query.Selection;
import dev.daybook.query.VersionCondition;
import dev.daybook.server.problem.NotFoundException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The writing tools. A text that a model read can make it call them (prompt injection), so every entry they write has
 * the agent as its origin, independent of the role of its messages. Only the messages of a client whose key speaks for
 * the user have the origin that their roles claim.
 */
final class WritingTools {

    /** The program in the origin of every entry of a tool. */
    static final String PROGRAM = "mcp";

    /** The field of a key with which a client that repeats a call writes once. */
    static final String IDEMPOTENCY_KEY = "idempotencyKey";

    /** Room for a UUID with the names of a client and a task. */
    static final int MAX_KEY_LENGTH = 200;

    /** Reads the new episode of a tool call. */
    static final Origin AGENT = new Origin(Origin.Source.ASSISTANT, PROGRAM);

    /** Without system: a tool call cannot speak for the system. */
    static final List<String> ROLES = List.of(Message.USER, Message.ASSISTANT, Message.TOOL);

    /** Limits of the blocks that agents create: their number, and their length in characters. */
    static final int MAX_BLOCKS = 20;

    static final int MAX_BLOCK_LENGTH = 2_000;

    /** The calls of one entry that meet are few: each retry means that another of them was written. */
    private static final int MAX_ATTEMPTS = 20;

    private WritingTools() {}

    static MemoryTool.Answer remember(McpContext mcpContext, JsonFields arguments) {
        String text = arguments.optionalText("text");
        boolean hasMessages = arguments.get("messages") != null;
        List<JsonFields> turns = arguments.list("messages");
        String named = arguments.optionalText("session");
        String id = arguments.optionalText("id");
        String key = arguments.optionalText(IDEMPOTENCY_KEY);
        OffsetDateTime time = LenientFields.moment(arguments, "occurredAt");
        OffsetDateTime end = LenientFields.moment(arguments, "expiresAt");
        arguments.done();
        if (id != null && (key != null || time != null)) {
            throw new IllegalArgumentException("field 'id' is given with '" + IDEMPOTENCY_KEY
                    + "' or 'occurredAt'; a correction keeps its time, and is the same when it is repeated");
        }
        if ((text == null) != hasMessages) {
            throw new IllegalArgumentException(
                    hasMessages
                            ? "fields 'text' and 'messages' are both given; give one of them"
                            : "neither 'text' nor 'messages' is given; give one of them");
        }
        List<Message> messages = text == null ? messages(turns) : List.of(Message.assistant(text));
        if (messages.stream().allMatch(message -> message.shownText().isBlank())) {
            throw new IllegalArgumentException(
                    "field '" + (hasMessages ? "messages" : "text") + "' is blank; give the text to remember");
        }
        Memory memory = mcpContext.memory();
        NewEpisode said = NewEpisode.of(messages)
                .origin(origin(mcpContext, messages.get(0)))
                .session(named == null ? mcpContext.session() : named)
                .occurredAt(time)
                .expiresAt(end == null ? null : end.toInstant());
        if (id != null) {
            return written(memory, () -> AgentEntries.corrected(memory, id, said, named != null));
        }
        return key != null
                ? written(memory, () -> RepeatedCalls.once(memory, key, said, named != null))
                : written(memory, () -> new EpisodeChange(said, VersionCondition.NONE));
    }

    /**
     * An episode to write.
     *
     * @param condition the version upon which it was decided
     */
    record EpisodeChange(NewEpisode episode, VersionCondition condition) {}

    /** Writes a change upon the version that it was decided for; decides again if another write was faster. */
    private static MemoryTool.Answer written(Memory memory, Supplier<EpisodeChange> decision) {
        for (int attempt = 1; ; attempt++) {
            EpisodeChange change = decision.get();
            try {
                var receipt = memory.remember(change.episode(), change.condition());
                Map<String, @Nullable Object> answer = new LinkedHashMap<>();
                answer.put("id", receipt.id());
                answer.put("session", change.episode().session());
                ReceiptCodec.RECEIPT.write(receipt).forEach(answer::putIfAbsent);
                return MemoryTool.Answer.of(answer);
            } catch (StaleVersionException overtaken) {
                if (attempt == MAX_ATTEMPTS) {
                    throw overtaken;
                }
            }
        }
    }

    /** Returns the origin of an episode, as over REST that of its first message if the role is believed. */
    static Origin origin(McpContext mcpContext, Message first) {
        if (!mcpContext.speaksForUser()) {
            return AGENT;
        }
        return switch (first.role()) {
            case Message.USER -> new Origin(Origin.Source.USER, PROGRAM);
            case Message.TOOL -> new Origin(Origin.Source.TOOL, PROGRAM);
            default -> AGENT;
        };
    }

    static MemoryTool.Answer forget(McpContext mcpContext, JsonFields arguments) {
        String session = arguments.optionalText("session");
        Instant before = LenientFields.begin(arguments, "before");
        String id = arguments.optionalText("id");
        String confirmation = arguments.optionalText("confirmation");
        arguments.done();
        Selection selection = selection(mcpContext, session, before, id, arguments);
        return ConfirmedErasure.of(mcpContext.memory(), selection, confirmation);
    }

    private static Selection selection(
            McpContext mcpContext,
            @Nullable String session,
            @Nullable Instant before,
            @Nullable String id,
            JsonFields arguments) {
        if (id != null) {
            if (session != null || before != null) {
                throw new IllegalArgumentException(
                        "field 'id' is given with 'session' or 'before'; give either 'id', or the others");
            }
            return AgentEntries.toForget(mcpContext.memory(), id);
        }
        Instant now = mcpContext.clock().instant();
        if (before != null && before.isAfter(now)) {
            // No entry is later, so this would be the whole memory.
            throw arguments.wrong(
                    "before", before, "a time that is past: it is " + now.truncatedTo(ChronoUnit.SECONDS));
        }
        return Stream.concat(
                        Stream.ofNullable(session).map(Selection::session),
                        Stream.ofNullable(before).map(Selection::before))
                .reduce(Selection.Matching::and)
                .orElseThrow(() -> new IllegalArgumentException(
                        "neither 'session' nor 'before' nor 'id' is given; give one of them, because a tool"
                                + " cannot forget a whole memory"));
    }

    static MemoryTool.Answer updateBlock(McpContext mcpContext, JsonFields arguments) {
        String name = arguments.text("name");
        String content = arguments.text("content");
        Object version = arguments.get("version");
        Long expected = LenientFields.number(arguments, "version");
        arguments.done();
        if (expected == null) {
            throw version == null
                    ? new IllegalArgumentException(
                            "field 'version' is missing; give the version that 'get_blocks' returned")
                    : arguments.wrong("version", version, "the version that 'get_blocks' answered");
        }
        Blocks blocks = mcpContext.memory().blocks();
        Optional<Block> there = blocks.find(name);
        if (there.isEmpty() && expected == 0) {
            return MemoryTool.Answer.of(ReadingTools.block(blocks.remember(made(mcpContext, name, content))));
        }
        Block block = there.orElseThrow(
                () -> new NotFoundException("there is no block of this name; 'get_blocks' lists the blocks"));
        if (!block.agentWritable()) {
            throw new IllegalArgumentException("field 'name' is a block that agents may not change; use one whose"
                    + " 'agentWritable' is true, or ask the user to change it");
        }
        // The checks above apply to one version, and the version check covers them.
        // The agent may have kept text of the version before, so an erasure of its sources has to find the new one too.
        NewBlock changed = NewBlock.of(name, content)
                .sources(block.sources())
                .version(expected)
                .origin(AGENT);
        return MemoryTool.Answer.of(ReadingTools.block(blocks.remember(changed)));
    }

    /** Creates a block, within limits: all blocks are in every context. */
    private static NewBlock made(McpContext mcpContext, String name, String content) {
        if (!mcpContext.agents().blocks()) {
            throw new IllegalArgumentException("field 'version' is 0, for a new block, and agents may"
                    + " not create blocks here; ask the user for 'daybook blocks set NAME TEXT --agent-writable', or to start"
                    + " this server with --agent-blocks");
        }
        if (MemoryFiles.isFile(name)) {
            throw new IllegalArgumentException("field 'name' is '" + ShortenedText.of(name)
                    + "', the name of a memory file; use another name, or 'memory_create' if it is offered");
        }
        long theirs = mcpContext.memory().blocks().list().stream()
                .filter(Block::agentWritable)
                .count();
        if (theirs >= MAX_BLOCKS) {
            throw new IllegalArgumentException("field 'name' is a new block, and agents have " + MAX_BLOCKS
                    + " already, which is the most; change one of those");
        }
        return NewBlock.of(name, content)
                .version(0)
                .agentWritable(true)
                .maxLength(MAX_BLOCK_LENGTH)
                .origin(AGENT);
    }

    static MemoryTool.Answer addNote(McpContext mcpContext, JsonFields arguments) {
        NewNote note = NewNote.of(arguments.text("text")).origin(AGENT);
        OffsetDateTime end = LenientFields.moment(arguments, "expiresAt");
        OffsetDateTime due = LenientFields.moment(arguments, "dueAt");
        arguments.done();
        var receipt = mcpContext
                .memory()
                .notes()
                .remember(note.expiresAt(end == null ? null : end.toInstant()).dueAt(due))
                .orElseThrow(() -> new IllegalArgumentException("field 'text' is blank; give the text of the note"));
        return MemoryTool.Answer.of(ReceiptCodec.RECEIPT.write(receipt));
    }

    private static List<Message> messages(List<JsonFields> turns) {
        List<Message> messages = new ArrayList<>();
        for (JsonFields turn : turns) {
            String role = turn.text("role");
            if (!ROLES.contains(role)) {
                throw turn.wrong("role", role, String.join(", ", ROLES));
            }
            messages.add(Message.of(role, LenientFields.text(turn))
                    .withName(turn.optionalText("name"))
                    .withParts(LenientFields.parts(turn)));
            turn.done();
        }
        return messages;
    }
}
