package dev.daybook.internal.scoring;

import dev.daybook.internal.words.MessageLanguage;
import dev.daybook.model.MediaPart;
import dev.daybook.model.Message;
import dev.daybook.outcome.ScoreReason;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;

/** Tells which words of a question a message has only in the names and captions of its parts. */
public final class PartMatch {

    private static final String SIGNAL = "parts";

    private PartMatch() {}

    /** Returns the reason, without a contribution of its own: the words are scored as those of the text. */
    public static Optional<ScoreReason> reason(String question, Message message) {
        for (MediaPart part : message.parts()) {
            String shown = part.shownText();
            MessageLanguage language = MessageLanguage.of(shown);
            Set<String> words = new LinkedHashSet<>(language.terms(AnalyzedQuery.searched(question)));
            words.retainAll(language.terms(shown));
            language.terms(message.text()).forEach(words::remove);
            if (!words.isEmpty()) {
                return Optional.of(new ScoreReason(SIGNAL, 0, String.join(", ", words) + " in " + shown));
            }
        }
        return Optional.empty();
    }
}
