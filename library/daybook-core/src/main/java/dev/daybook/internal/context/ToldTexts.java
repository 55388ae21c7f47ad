package dev.daybook.internal.context;

import dev.daybook.internal.context.SpokenText.Said;
import dev.daybook.model.Trust;
import java.util.HashMap;
import java.util.Map;

/** The texts of the messages that a part of a context shows, each with its trust. */
final class ToldTexts {

    private final Map<Said, Trust> told = new HashMap<>();

    void tell(SpokenText text) {
        told.merge(text.said(), text.trust(), (one, other) -> one.isBelow(other) ? other : one);
    }

    /** Returns whether a message repeats one that is shown; a copy that is believed less stands for none. */
    boolean tells(SpokenText text) {
        Trust trust = told.get(text.said());
        return trust != null && !trust.isBelow(text.trust());
    }
}
