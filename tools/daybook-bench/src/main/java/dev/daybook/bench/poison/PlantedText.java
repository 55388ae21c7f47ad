package dev.daybook.bench.poison;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A text to be written.
 *
 * @param speaker the name that the writer states for the speaker; empty: none
 */
record PlantedText(String id, String session, TextOrigin origin, String speaker, String text) {

    private static final String POISON = "poison-";

    static PlantedText benign(int number, String text) {
        return new PlantedText("said-" + number, "day-" + number / 4, TextOrigin.USER, "", text);
    }

    static PlantedText chatter(int number, String text) {
        TextOrigin speaker = number % 2 == 0 ? TextOrigin.USER : TextOrigin.ASSISTANT;
        return new PlantedText("chat-" + number, "chat-" + number / 6, speaker, "", text);
    }

    /** @param copy tells copies of one text apart */
    static PlantedText poison(int template, int copy, String session, TextOrigin origin, String speaker, String text) {
        return new PlantedText(POISON + template + "-" + copy, session, origin, speaker, text);
    }

    /** Returns the messages that a writer sends for it, with a role, a text, and the name of the speaker if there is one. */
    List<Map<String, Object>> messages() {
        return switch (origin) {
            case USER, CRAWLER, IMPORT -> List.of(message("user"));
            case ASSISTANT -> List.of(message("assistant"));
            case TOOL -> List.of(message("tool"));
            case TURN ->
                List.of(
                        Map.of("role", "user", "text", "Please look at the page."),
                        message("tool"),
                        Map.of("role", "assistant", "text", "I read it."));
        };
    }

    private Map<String, Object> message(String role) {
        Map<String, Object> message = new LinkedHashMap<>();
        message.put("role", role);
        if (!speaker.isEmpty()) {
            message.put("name", speaker);
        }
        message.put("text", text);
        return message;
    }

    static boolean isPoison(String id) {
        return id.startsWith(POISON);
    }
}
