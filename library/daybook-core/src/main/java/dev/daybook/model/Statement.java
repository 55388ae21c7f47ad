package dev.daybook.model;

import dev.daybook.internal.checks.ArgumentChecks;
import dev.daybook.internal.checks.NullChecks;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The sentence that a fact was stated in, with its speaker and its messages (decision 142).
 *
 * @param sentence a sentence that stands alone, about one subject
 * @param speaker the speaker of the first message, as in {@link Message#speaker()}
 * @param kind the kind of the statement
 * @param negated whether it says that something is not so
 * @param messages the messages it follows from, the most important first; empty if none is known
 * @param grounding the way in which it follows from them
 * @param timePhrase the words for its time as they were said ("last summer"), or null
 */
public record Statement(
        String sentence,
        String speaker,
        StatementKind kind,
        boolean negated,
        List<MessageRef> messages,
        GroundingClass grounding,
        @Nullable String timePhrase) {

    public Statement {
        ArgumentChecks.filled("sentence", sentence);
        ArgumentChecks.filled("speaker", speaker);
        NullChecks.present("kind", kind);
        messages = ArgumentChecks.list("messages", messages);
        NullChecks.present("grounding", grounding);
        if (timePhrase != null) {
            ArgumentChecks.filled("timePhrase", timePhrase);
        }
    }

    /** Returns a copy with another sentence. */
    public Statement withSentence(String sentence) {
        return new Statement(sentence, speaker, kind, negated, messages, grounding, timePhrase);
    }

    /** Returns a copy that refers to the messages of these entries only. */
    public Statement within(Collection<EntryRef> sources) {
        List<MessageRef> kept = messages.stream()
                .filter(message -> sources.contains(message.episode()))
                .toList();
        return new Statement(sentence, speaker, kind, negated, kept, grounding, timePhrase);
    }
}
