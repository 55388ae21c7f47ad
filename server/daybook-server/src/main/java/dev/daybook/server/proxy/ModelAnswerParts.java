package dev.daybook.server.proxy;

import dev.daybook.internal.window.StorableText;
import dev.daybook.model.Message;
import dev.daybook.model.ToolCall;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The answer of a model as far as it came: its text and its tool calls. Not thread-safe. */
final class ModelAnswerParts {

    private final StringBuilder text = new StringBuilder();
    private final Map<Object, CallParts> calls = new LinkedHashMap<>();
    private @Nullable String id;
    private boolean complete;
    private boolean failed;

    private static final class CallParts {
        private @Nullable Object id;
        private @Nullable Object name;
        private final StringBuilder arguments = new StringBuilder();
    }

    /** Adds a piece of the text; anything but a text is none. */
    void text(@Nullable Object piece) {
        if (piece instanceof String given) {
            text.append(given);
        }
    }

    /** Adds a piece of a tool call: the first has its id and its name, each a part of the arguments. */
    void call(Map<String, @Nullable Object> piece) {
        Object index = piece.get("index");
        CallParts call = calls.computeIfAbsent(index == null ? calls.size() : index, unused -> new CallParts());
        Map<String, @Nullable Object> callee = ModelItems.callee(piece);
        call.id = call.id == null ? piece.get("id") : call.id;
        call.name = call.name == null ? callee.get("name") : call.name;
        if (ModelItems.arguments(callee) instanceof String given) {
            call.arguments.append(given);
        }
    }

    /** Adds a whole message of the answer. */
    void add(Message message) {
        text.append(text.isEmpty() || message.text().isEmpty() ? "" : "\n").append(message.text());
        for (ToolCall each : message.toolCalls()) {
            CallParts call = new CallParts();
            call.id = each.id();
            call.name = each.name();
            call.arguments.append(each.arguments());
            calls.put(calls.size(), call);
        }
    }

    void id(@Nullable Object given) {
        id = given instanceof String known ? StorableText.name(known) : null;
    }

    void complete() {
        complete = !failed;
    }

    /** Notes an error within the answer: what came is not all of it. */
    void fail() {
        failed = true;
        complete = false;
    }

    /** Drops all parts: the whole answer follows. */
    void clear() {
        text.setLength(0);
        calls.clear();
    }

    /** Returns the characters of the text and of the arguments. */
    int length() {
        return text.length()
                + calls.values().stream()
                        .mapToInt(call -> call.arguments.length())
                        .sum();
    }

    /** Returns whether the model has ended its answer. */
    boolean isComplete() {
        return complete;
    }

    /** Returns the id of the answer by which a later request continues it; null: unknown. */
    @Nullable
    String id() {
        return id;
    }

    /** Returns the message of the answer; empty if it has neither text nor calls. */
    Optional<Message> message() {
        Message message = Message.assistant(StorableText.of(text.toString()))
                .withToolCalls(calls.values().stream()
                        .map(call -> ModelItems.call(call.id, call.name, call.arguments.toString()))
                        .toList());
        return message.isEmpty() ? Optional.empty() : Optional.of(message);
    }
}
