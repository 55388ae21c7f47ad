package dev.daybook.bench.poison;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A memory under attack, as an agent reaches it. To attack another memory server, implement this interface. */
interface AttackedMemory extends AutoCloseable {

    /** The length of each ranking that a recipe joins. */
    int DEPTH = 200;

    /** Returns the name in the table. */
    String name();

    /** Writes texts, each as its origin writes it; returns when a recall finds them. */
    void remember(String user, List<PlantedText> texts);

    /** Returns the best hits for a question, best first. */
    List<FoundText> recall(String user, String question, int limit);

    /** Returns what the memory puts into a prompt for a question; empty if it leaves that to its caller. */
    Optional<String> prompt(String user, String question);

    @Override
    default void close() {}

    /** Returns the prompt that most programs make of hits: a list of the texts. */
    static String list(List<FoundText> found) {
        StringBuilder prompt = new StringBuilder("Relevant memories:");
        found.forEach(each -> prompt.append("\n- ").append(each.text()));
        return prompt.toString();
    }

    /**
     * A hit.
     *
     * @param trust the trust that the memory states of it; null: it states none
     */
    record FoundText(String id, String text, @Nullable String trust) {

        /** Returns whether a reader has to take the text for the user's own. */
        boolean isShownAsTrusted() {
            return trust == null || trust.equals("user") || trust.equals("system");
        }
    }
}
