package dev.daybook.server.proxy;

import dev.daybook.internal.json.PlainJson;
import dev.daybook.model.Message;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The request of a chat, read as far as the memory needs it. Of its messages only the end belongs to the exchange: the
 * last message of the user with the calls and results behind it. What is before it is history, which earlier calls wrote.
 *
 * @param body the whole request
 * @param end the messages of the exchange so far; empty: nothing to remember
 * @param place the place of the exchange in the conversation, the same for a repetition and for the calls of one loop of
 *     tools
 * @param hasHistory whether an answer precedes the exchange
 * @param continues the id of the answer that the request continues at an upstream that keeps it; null: none
 */
record ProxiedRequest(
        ModelApi api,
        Map<String, @Nullable Object> body,
        List<Message> end,
        String place,
        boolean hasHistory,
        @Nullable String continues) {

    /** Reads a body; empty if it is not a JSON object, which is for the upstream to refuse. */
    static Optional<ProxiedRequest> read(ModelApi api, byte[] bytes) {
        try {
            return Optional.of(of(api, PlainJson.readExactObject(new String(bytes, StandardCharsets.UTF_8))));
        } catch (IllegalArgumentException noRequest) {
            return Optional.empty();
        }
    }

    private static ProxiedRequest of(ModelApi api, Map<String, @Nullable Object> body) {
        List<Object> items = api.items(body).stream()
                .filter(item -> !ModelItems.isSystem(item))
                .toList();
        int question = items.size() - 1;
        while (question >= 0 && !ModelItems.isUser(items.get(question))) {
            question--;
        }
        Object previous = body.get("previous_response_id");
        List<Object> before = items.subList(0, Math.max(0, question));
        // A conversation that the upstream keeps does not tell one turn from the next.
        boolean hasHistory = previous != null || before.stream().anyMatch(item -> !ModelItems.isUser(item));
        List<Object> place = new ArrayList<>(items.subList(0, question + 1));
        place.add(String.valueOf(previous));
        place.add(PlainJson.write(body.get("conversation")));
        return new ProxiedRequest(
                api,
                body,
                merged(items.subList(Math.max(0, question), items.size())),
                PlainJson.writeCanonical(place),
                hasHistory,
                previous instanceof String id ? id : null);
    }

    /** Joins the neighbouring items of one answer, which one of the APIs lists apart. */
    private static List<Message> merged(List<Object> items) {
        List<Message> merged = new ArrayList<>();
        ModelAnswerParts answer = new ModelAnswerParts();
        for (Object item : items) {
            for (Message message : ModelItems.messages(item)) {
                if (message.role().equals(Message.ASSISTANT)) {
                    answer.add(message);
                } else {
                    answer.message().ifPresent(merged::add);
                    answer.clear();
                    merged.add(message);
                }
            }
        }
        answer.message().ifPresent(merged::add);
        return List.copyOf(merged);
    }

    /** Returns whether the request has the question itself, and not only results of tools that an upstream awaits. */
    boolean hasQuestion() {
        return !end.isEmpty() && end.get(0).role().equals(Message.USER);
    }

    /** Returns the user that the request names; null: none. */
    @Nullable
    String user() {
        return body.get("user") instanceof String user ? user : null;
    }

    /** Returns the conversation that the request names; null: none. */
    @Nullable
    String conversation() {
        Object conversation = body.get("conversation");
        Object id = conversation instanceof Map<?, ?> object ? object.get("id") : conversation;
        return id instanceof String text ? text : null;
    }

    /** Returns the body with a context. */
    byte[] with(String context) {
        Map<String, @Nullable Object> changed = new LinkedHashMap<>(body);
        api.addContext(changed, context);
        return PlainJson.write(changed).getBytes(StandardCharsets.UTF_8);
    }
}
