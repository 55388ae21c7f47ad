package dev.daybook.recall;

import dev.daybook.data.Embedding;
import dev.daybook.words.English;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A query's text, analysed once for all retrievers.
 *
 * @param terms its distinct terms, in order
 * @param vector its vector, if it is searched by meaning
 */
record Question(String text, List<String> terms, @Nullable Embedding vector) {

    static Question of(String text, @Nullable Embedding vector) {
        return new Question(text, English.terms(text).stream().distinct().toList(), vector);
    }
}
