package dev.daybook.bench.poison;

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

    static boolean isPoison(String id) {
        return id.startsWith(POISON);
    }
}
