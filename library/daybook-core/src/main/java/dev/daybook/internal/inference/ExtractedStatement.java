package dev.daybook.internal.inference;

import dev.daybook.model.StatementKind;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A statement extracted by a model from numbered messages; its texts are stripped.
 *
 * @param sentence the sentence; not empty
 * @param about the name of its subject; not empty
 * @param from the numbers of its messages, as the model gave them; they may not exist
 * @param quote a few words of the first of them, as the model remembers them; may be empty
 * @param kind the kind; a state if the model gave none
 * @param negated whether it says that something is not so
 * @param when the words for its time, or null
 * @param relation one of {@link #RELATIONS}, or null
 * @param object the object of the relation, or null
 */
public record ExtractedStatement(
        String sentence,
        String about,
        List<Integer> from,
        String quote,
        StatementKind kind,
        boolean negated,
        @Nullable String when,
        @Nullable String relation,
        @Nullable String object) {

    /** The relations that a model chooses from: with free words two statements about the same thing never meet. */
    public static final List<String> RELATIONS = List.of(
            "name_is",
            "lives_in",
            "comes_from",
            "works_as",
            "works_at",
            "studies_at",
            "born_on",
            "married_to",
            "related_to",
            "owns",
            "likes",
            "dislikes",
            "prefers");

    public ExtractedStatement {
        from = List.copyOf(from);
    }
}
