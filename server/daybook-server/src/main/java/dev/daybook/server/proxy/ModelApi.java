package dev.daybook.server.proxy;

import dev.daybook.model.Message;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The differences between the APIs of OpenAI: where a request has its messages, and an answer its text. */
enum ModelApi {
    /** {@code POST /chat/completions}. */
    COMPLETIONS("/chat/completions") {
        @Override
        List<Object> items(Map<String, @Nullable Object> request) {
            return ModelItems.list(request.get("messages"));
        }

        /** To the end of the last system message at the beginning: some models accept only one. */
        @Override
        void addContext(Map<String, @Nullable Object> request, String context) {
            List<Object> messages = new ArrayList<>(items(request));
            int system = 0;
            while (system < messages.size() && ModelItems.isSystem(messages.get(system))) {
                system++;
            }
            if (system == 0) {
                messages.add(0, ModelItems.message(Message.SYSTEM, context));
            } else {
                messages.set(system - 1, ModelItems.extended(messages.get(system - 1), context));
            }
            request.put("messages", messages);
        }

        @Override
        void whole(Map<String, @Nullable Object> answer, ModelAnswerParts parts) {
            ModelItems.list(answer.get("choices")).stream().limit(1).forEach(choice -> {
                ModelItems.messages(ModelItems.object(choice).get("message")).forEach(parts::add);
                parts.complete();
            });
        }

        /** Of several choices the first is the answer. */
        @Override
        void event(Map<String, @Nullable Object> event, ModelAnswerParts parts) {
            if (event.get("error") != null) {
                parts.fail();
            }
            for (Object each : ModelItems.list(event.get("choices"))) {
                Map<String, @Nullable Object> choice = ModelItems.object(each);
                if (choice.get("index") instanceof Long index && index > 0) {
                    continue;
                }
                Map<String, @Nullable Object> delta = ModelItems.object(choice.get("delta"));
                parts.text(delta.get("content"));
                parts.text(delta.get("refusal"));
                for (Object call : ModelItems.list(delta.get("tool_calls"))) {
                    parts.call(ModelItems.object(call));
                }
                if (choice.get("finish_reason") != null) {
                    parts.complete();
                }
            }
        }

        /** Some servers give no reason of the end. */
        @Override
        void done(ModelAnswerParts parts) {
            parts.complete();
        }
    },

    /** {@code POST /responses}. */
    RESPONSES("/responses") {
        @Override
        List<Object> items(Map<String, @Nullable Object> request) {
            return request.get("input") instanceof String text
                    ? List.of(ModelItems.message(Message.USER, text))
                    : ModelItems.list(request.get("input"));
        }

        /** To the instructions, which an upstream that keeps the conversation does not keep; a stored prompt has its own. */
        @Override
        void addContext(Map<String, @Nullable Object> request, String context) {
            if (request.get("prompt") == null) {
                Object own = request.get("instructions");
                request.put("instructions", own instanceof String text ? text + "\n\n" + context : context);
                return;
            }
            List<Object> input = new ArrayList<>(items(request));
            input.add(0, ModelItems.message("developer", context));
            request.put("input", input);
        }

        @Override
        void whole(Map<String, @Nullable Object> answer, ModelAnswerParts parts) {
            Object status = answer.get("status");
            parts.id(answer.get("id"));
            ModelItems.list(answer.get("output"))
                    .forEach(item -> ModelItems.messages(item).forEach(parts::add));
            if ("completed".equals(status) || "incomplete".equals(status)) {
                parts.complete();
            }
        }

        @Override
        void event(Map<String, @Nullable Object> event, ModelAnswerParts parts) {
            switch (String.valueOf(event.get("type"))) {
                case "response.output_text.delta", "response.refusal.delta" -> parts.text(event.get("delta"));
                case "response.output_item.done" -> {
                    if (ModelItems.isCall(event.get("item"))) {
                        ModelItems.messages(event.get("item")).forEach(parts::add);
                    }
                }
                case "response.completed", "response.incomplete" -> {
                    parts.clear();
                    whole(ModelItems.object(event.get("response")), parts);
                }
                default -> {
                    // No part of the answer.
                }
            }
        }
    };

    private final String path;

    ModelApi(String path) {
        this.path = path;
    }

    /** Returns the path below the address of the upstream. */
    String path() {
        return path;
    }

    /** Returns the messages and other items of a request, as JSON objects. */
    abstract List<Object> items(Map<String, @Nullable Object> request);

    /** Adds a context, which is not empty, to a request. */
    abstract void addContext(Map<String, @Nullable Object> request, String context);

    /** Reads a whole answer. */
    abstract void whole(Map<String, @Nullable Object> answer, ModelAnswerParts parts);

    /** Reads an event of a streamed answer. */
    abstract void event(Map<String, @Nullable Object> event, ModelAnswerParts parts);

    /** Takes the end of the events, {@code [DONE]}. */
    void done(ModelAnswerParts parts) {}
}
