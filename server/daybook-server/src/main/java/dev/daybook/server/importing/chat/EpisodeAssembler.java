package dev.daybook.server.importing.chat;

import dev.daybook.internal.interchange.InterchangeLine;
import dev.daybook.internal.json.LineIds;
import dev.daybook.internal.json.PlainJson;
import dev.daybook.model.Block;
import dev.daybook.model.EntryRef;
import dev.daybook.model.Kind;
import dev.daybook.model.Message;
import dev.daybook.model.NewEpisode;
import dev.daybook.model.Origin;
import dev.daybook.model.Provenance;
import dev.daybook.model.Scope;
import dev.daybook.model.ToolCall;
import dev.daybook.model.Trust;
import dev.daybook.server.importing.history.HistoryFormat;
import dev.daybook.server.importing.history.HistoryMessage;
import dev.daybook.server.importing.history.HistoryOptions;
import dev.daybook.server.importing.history.HistorySession;
import dev.daybook.server.importing.history.HistorySink;
import dev.daybook.server.importing.source.ImportSink;
import dev.daybook.server.importing.source.SourceLocation;
import dev.daybook.server.json.LocalTimes;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Makes episodes of the messages of a history: a turn of the user and everything up to the next one, or each message of
 * people who talk to each other. The id of an
 * episode is a hash of the format, the session and its first message, so a later export changes only the last turn of a
 * session and adds new ones. Not thread-safe.
 */
final class EpisodeAssembler implements HistorySink {

    /** A longer turn becomes several episodes, far below the limits of a write. */
    private static final int MAX_CHARACTERS = 400_000;

    private static final int MAX_MESSAGES = 400;

    /** Longer arguments are the contents of files; they are neither indexed nor shown. */
    private static final int MAX_ARGUMENTS = 20_000;

    /** Bounds the memory of the ids in which repetitions are found. */
    private static final int MAX_IDS = 200_000;

    private final HistoryFormat format;
    private final Scope scope;
    private final HistoryOptions options;
    private final LocalTimes times;
    private final ImportSink sink;
    private final Origin origin;
    private final Set<String> sessions = new HashSet<>();
    private final Set<String> blocks = new HashSet<>();
    private final Set<String> ids = new HashSet<>();
    private final List<HistoryMessage> turn = new ArrayList<>();
    private int characters;
    private @Nullable HistorySession session;
    private @Nullable String name;
    private @Nullable OffsetDateTime last;
    private boolean isRepeated;
    private boolean isWritten;

    EpisodeAssembler(HistoryFormat format, Scope scope, HistoryOptions options, LocalTimes times, ImportSink sink) {
        this.format = format;
        this.scope = scope;
        this.options = options;
        this.times = times;
        this.sink = sink;
        this.origin = new Origin(Origin.Source.IMPORT, format.label());
    }

    @Override
    public void session(HistorySession begun) {
        if (session != null && session.id().equals(begun.id()) && format.isLog()) {
            return;
        }
        String stated = session == null ? name : null;
        end();
        session = begun;
        last = begun.created();
        name = begun.name() == null ? stated : begun.name();
        isRepeated = !sessions.add(begun.id()) && !format.isLog();
        if (isRepeated) {
            problem("the session occurs twice; only the first is imported, give each an id of its own");
        }
        if (sessions.size() > MAX_IDS) {
            sessions.clear();
        }
    }

    @Override
    public void name(String stated) {
        name = stated;
    }

    @Override
    public void message(HistoryMessage message) {
        if (isRepeated) {
            return;
        }
        if (!ids.add(message.id())) {
            leaveOut("messages that occur twice", 1);
            return;
        }
        if (ids.size() > MAX_IDS) {
            ids.clear();
        }
        boolean isAnswered =
                !turn.isEmpty() && !turn.get(turn.size() - 1).message().role().equals(Message.USER);
        if (isAnswered && message.message().role().equals(Message.USER)
                || format.isOfPeople()
                || turn.size() >= MAX_MESSAGES
                || characters >= MAX_CHARACTERS) {
            interrupt();
        }
        Message shortened = shortened(message.message());
        turn.add(message.withMessage(shortened));
        characters += shortened.text().length();
        for (ToolCall call : shortened.toolCalls()) {
            characters += call.arguments().length();
        }
    }

    @Override
    public void block(String name, String text, @Nullable OffsetDateTime time) {
        SourceLocation place = new SourceLocation("block", name);
        if (!blocks.add(name)) {
            problem(
                    place,
                    "the block occurs twice; only the first is imported, import each agent for a user of its own");
            return;
        }
        sink.take(place, () -> {
            OffsetDateTime recorded = time == null
                    ? sink.recordedAt(new EntryRef(scope, Kind.BLOCK, name))
                            .orElseGet(() -> OffsetDateTime.now(ZoneOffset.UTC))
                    : time;
            return Optional.of(new InterchangeLine.OfEntry(
                    scope,
                    new Block(
                            name, text, 0, false, 0, recorded, List.of(), Provenance.unwritten(origin, Trust.IMPORT))));
        });
    }

    @Override
    public void interrupt() {
        HistorySession of = session;
        if (of == null || turn.isEmpty()) {
            return;
        }
        List<HistoryMessage> messages = List.copyOf(turn);
        turn.clear();
        characters = 0;
        OffsetDateTime time = messages.stream()
                .map(HistoryMessage::time)
                .filter(each -> each != null)
                .findFirst()
                .orElse(last);
        if (messages.get(0).time() == null) {
            times.replaced(time != null);
        }
        OffsetDateTime end = messages.get(messages.size() - 1).time();
        last = end == null ? time : end;
        isWritten = true;
        sink.take(
                place(of), () -> Optional.of(new InterchangeLine.OfEpisode(scope, episode(of, messages, time), true)));
    }

    private NewEpisode episode(HistorySession of, List<HistoryMessage> messages, @Nullable OffsetDateTime time) {
        Map<String, Object> metadata = new LinkedHashMap<>(of.metadata());
        metadata.putAll(messages.get(0).metadata());
        messages.stream()
                .map(HistoryMessage::model)
                .filter(model -> model != null && !model.isEmpty())
                .findFirst()
                .ifPresent(model -> metadata.put("model", model));
        String id = LineIds.id(
                Kind.EPISODE,
                PlainJson.write(List.of(format.label(), of.id(), messages.get(0).id())));
        return NewEpisode.of(messages.stream().map(HistoryMessage::message).toList())
                .id(id)
                .session(of.id())
                .occurredAt(time)
                .metadata(metadata)
                .origin(origin)
                .trust(options.isOwn() ? Trust.USER : Trust.IMPORT);
    }

    private Message shortened(Message message) {
        String text = message.text();
        if (message.role().equals(Message.TOOL) && text.length() > options.toolOutput()) {
            leaveOut("ends of tool outputs longer than " + options.toolOutput() + " characters", 1);
            text = cut(text, options.toolOutput());
        }
        List<ToolCall> calls = message.toolCalls().stream().map(this::shortened).toList();
        return message.withText(text).withToolCalls(calls);
    }

    private ToolCall shortened(ToolCall call) {
        String arguments = call.arguments();
        if (arguments.length() > MAX_ARGUMENTS) {
            leaveOut("ends of tool arguments longer than " + MAX_ARGUMENTS + " characters", 1);
            arguments = cut(arguments, MAX_ARGUMENTS);
        }
        return new ToolCall(call.id(), call.name(), arguments, call.result());
    }

    private static String cut(String text, int length) {
        boolean splitsPair = length > 0 && Character.isHighSurrogate(text.charAt(length - 1));
        return text.substring(0, splitsPair ? length - 1 : length) + "…";
    }

    /** Ends the current session. */
    void end() {
        interrupt();
        HistorySession of = session;
        String named = name;
        if (of != null && named != null && isWritten) {
            sink.take(
                    place(of),
                    () -> Optional.of(new InterchangeLine.OfSession(scope, of.id(), named, null, of.created(), null)));
        }
        session = null;
        name = null;
        last = null;
        isWritten = false;
        ids.clear();
    }

    private static SourceLocation place(HistorySession of) {
        return new SourceLocation("session", of.id());
    }

    @Override
    public void leaveOut(String what, long count) {
        if (!isRepeated) {
            sink.leaveOut(what, count);
        }
    }

    @Override
    public void problem(String problem) {
        HistorySession of = session;
        problem(of == null ? new SourceLocation("session", "") : place(of), problem);
    }

    void problem(SourceLocation place, String problem) {
        sink.take(place, () -> {
            throw new IllegalArgumentException(problem);
        });
    }
}
