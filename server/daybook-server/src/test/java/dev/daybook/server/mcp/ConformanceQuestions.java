package dev.daybook.server.mcp;

import dev.daybook.internal.json.PlainJson;
import dev.daybook.server.mcp.protocol.McpProtocol;
import dev.daybook.server.mcp.protocol.McpRequest;
import dev.daybook.server.mcp.protocol.ProtocolException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The tools and the prompt of the conformance suite that ask their client for something, in one round or more. */
final class ConformanceQuestions {

    private static final String STATE = "after round ";
    private static final String CHECKED = "test_input_required_result_capabilities";

    private static final Map<String, Object> NAME = elicitation("name");
    private static final Map<String, Object> ROOTS = Map.of("method", "roots/list", "params", Map.of());
    private static final Map<String, Object> SAMPLING = Map.of(
            "method",
            "sampling/createMessage",
            "params",
            Map.of(
                    "messages",
                    List.of(Map.of(
                            "role",
                            "user",
                            "content",
                            Map.of("type", "text", "text", "What is the capital of France?"))),
                    "maxTokens",
                    100));

    /** The requests of each round by their keys. */
    private static final Map<String, List<Map<String, Map<String, Object>>>> ROUNDS = Map.of(
            "test_input_required_result_elicitation",
            List.of(Map.of("user_name", NAME)),
            "test_input_required_result_sampling",
            List.of(Map.of("capital_question", SAMPLING)),
            "test_input_required_result_list_roots",
            List.of(Map.of("client_roots", ROOTS)),
            "test_input_required_result_request_state",
            List.of(Map.of("confirm", elicitation("ok"))),
            "test_input_required_result_multiple_inputs",
            List.of(Map.of("user_name", NAME, "greeting", SAMPLING, "client_roots", ROOTS)),
            "test_input_required_result_multi_round",
            List.of(Map.of("step1", NAME), Map.of("step2", elicitation("color"))),
            "test_input_required_result_tampered_state",
            List.of(Map.of("confirm", elicitation("ok"))),
            CHECKED,
            List.of(Map.of("user_name", NAME, "greeting", SAMPLING)),
            "test_input_required_result_prompt",
            List.of(Map.of("user_context", elicitation("context"))));

    private ConformanceQuestions() {}

    private static Map<String, Object> elicitation(String field) {
        Map<String, Object> schema = Map.of(
                "type", "object", "properties", Map.of(field, Map.of("type", "string")), "required", List.of(field));
        Map<String, Object> parameters =
                Map.of("mode", "form", "message", "What is your " + field + "?", "requestedSchema", schema);
        return Map.of("method", "elicitation/create", "params", parameters);
    }

    static Set<String> names() {
        return ROUNDS.keySet();
    }

    /** Returns what a tool or prompt asks next; empty if it asks nothing more. */
    static Optional<Map<String, @Nullable Object>> asked(McpRequest request) {
        List<Map<String, Map<String, Object>>> rounds = ROUNDS.get(request.text("name"));
        if (rounds == null) {
            return Optional.empty();
        }
        int round = round(request, rounds.size());
        boolean isAnswered = request.parameters().get("inputResponses") instanceof Map<?, ?> answers
                && rounds.get(round).keySet().stream().allMatch(key -> answers.get(key) instanceof Map<?, ?>);
        int next = isAnswered ? round + 1 : round;
        if (next == rounds.size()) {
            return Optional.empty();
        }
        Map<String, Object> questions = new LinkedHashMap<>(rounds.get(next));
        if (request.text("name").equals(CHECKED)) {
            String capabilities = String.valueOf(request.parameters().get("_meta"));
            questions
                    .values()
                    .removeIf(question -> !capabilities.contains(
                            String.valueOf(((Map<?, ?>) question).get("method")).split("/")[0] + "="));
        }
        Map<String, @Nullable Object> result = PlainJson.object(McpProtocol.RESULT_TYPE, "input_required");
        result.put("inputRequests", questions);
        result.put("requestState", STATE + next);
        return Optional.of(result);
    }

    private static int round(McpRequest request, int rounds) {
        Object state = request.parameters().get("requestState");
        for (int round = 0; round < rounds; round++) {
            if (state == null || state.equals(STATE + round)) {
                return round;
            }
        }
        throw new ProtocolException(ProtocolException.INVALID_PARAMS, "this state was not made here");
    }
}
