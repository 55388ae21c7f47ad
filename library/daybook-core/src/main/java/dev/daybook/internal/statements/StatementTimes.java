package dev.daybook.internal.statements;

import dev.daybook.internal.dates.DateReader;
import dev.daybook.internal.words.MessageLanguage;
import java.time.OffsetDateTime;
import org.jspecify.annotations.Nullable;

/** Computes the time of a statement from the words for it: models compute dates badly. */
final class StatementTimes {

    private StatementTimes() {}

    /**
     * Returns the beginning of the time that a message names, in its zone. A time after the message is the time of a plan, which
     * begins with the message.
     *
     * @param phrase the words for the time, or null
     * @param message the text of the message, for its language
     */
    static OffsetDateTime begin(@Nullable String phrase, String message, OffsetDateTime said) {
        if (phrase == null) {
            return said;
        }
        String language = MessageLanguage.of(message).tag();
        return DateReader.ofMessage(phrase, language, said.toLocalDate()).stream()
                .findFirst()
                .map(date -> date.from().atStartOfDay().atOffset(said.getOffset()))
                .filter(begin -> begin.isBefore(said))
                .filter(begin -> !begin.toLocalDate().equals(said.toLocalDate()))
                .orElse(said);
    }
}
