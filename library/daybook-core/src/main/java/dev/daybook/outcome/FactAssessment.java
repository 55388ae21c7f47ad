package dev.daybook.outcome;

import dev.daybook.internal.checks.NullChecks;
import dev.daybook.model.Fact;
import dev.daybook.model.NewFact;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The effects that a text would have on the facts of a scope if it was written and rules derived its facts.
 *
 * @param effects one for each pair of what the text says and a present fact that it meets, and one for each fact that
 *     meets none; first those by relation, then those by the words of a sentence, each in the order of the text
 */
public record FactAssessment(List<Effect> effects) {

    public FactAssessment {
        effects = List.copyOf(effects);
    }

    /** The effect of a statement of a text on a present fact. */
    public enum EffectKind {
        /** It meets no present fact, or is history before the facts that hold now. */
        NEW,
        /** It says the same again. */
        REPEATS,
        /** It says the same with more detail, as another kind of statement, or with another end. */
        REFINES,
        /** The present fact would end at the time of the text, or in a late text earlier than it did. */
        ENDS,
        /** Both cannot hold and neither ends the other: the text is not trusted enough, or it has no relation. */
        CONTRADICTS
    }

    /**
     * One effect.
     *
     * @param text the sentence that says it
     * @param stated the fact as rules read it, or as the caller gave it, with the trust that it would have; an ending
     *     ends when it begins. Null: rules read no fact from the sentence, which meets the present one by its words
     * @param present the fact that it meets, as it is now; null: {@link EffectKind#NEW}
     */
    public record Effect(
            EffectKind kind,
            String text,
            @Nullable NewFact stated,
            @Nullable Fact present) {

        public Effect {
            NullChecks.present("kind", kind);
            NullChecks.present("text", text);
        }
    }
}
