package dev.daybook.internal.recall;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.daybook.internal.codec.EmbedderCalls;
import dev.daybook.model.Embedding;
import dev.daybook.spi.Embedder;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class QueryVectorCacheTest {

    private final QueryVectorCache cache = new QueryVectorCache();
    private final Lengths embedder = new Lengths();

    /** Embeds a text as its length, and records the texts. */
    private static final class Lengths implements Embedder {
        private final List<String> asked = new ArrayList<>();
        private boolean fails;

        private String name = "lengths";

        @Override
        public String name() {
            return name;
        }

        @Override
        public int dimensions() {
            return 1;
        }

        @Override
        public List<Embedding> embedQueries(List<String> texts) {
            asked.addAll(texts);
            if (fails) {
                throw new IllegalStateException("not now");
            }
            return texts.stream().map(text -> Embedding.of(text.length())).toList();
        }

        @Override
        public List<Embedding> embedDocuments(List<String> texts) {
            throw new AssertionError("a question is no document");
        }
    }

    private Embedding vector(String text) {
        return cache.vector(embedder.name(), text, each -> EmbedderCalls.ofQuery(embedder, each));
    }

    @Test
    void a_question_is_embedded_once() {
        assertThat(vector("Where?")).isEqualTo(Embedding.of(6));
        assertThat(vector("Where?")).isEqualTo(Embedding.of(6));
        assertThat(vector("Who?")).isEqualTo(Embedding.of(4));

        assertThat(embedder.asked).containsExactly("Where?", "Who?");
    }

    @Test
    void a_vector_is_of_one_embedder() {
        vector("Where?");
        embedder.name = "other lengths";
        vector("Where?");

        assertThat(embedder.asked).containsExactly("Where?", "Where?");
    }

    @Test
    void a_cleared_cache_holds_no_question() {
        vector("Where?");
        cache.clear();
        vector("Where?");

        assertThat(embedder.asked).containsExactly("Where?", "Where?");
    }

    @Test
    void the_least_recently_asked_question_is_evicted_first() {
        for (int i = 0; i < 1_000; i++) {
            vector("Question " + i);
        }
        vector("Question 0");
        vector("One more");
        embedder.asked.clear();
        vector("Question 0");
        assertThat(embedder.asked).isEmpty();
        vector("Question 1");

        assertThat(embedder.asked).containsExactly("Question 1");
    }

    @Test
    void long_questions_take_no_more_memory_than_short_ones() {
        for (int i = 0; i < 10_000; i++) {
            vector(i + "?".repeat(1_500));
            assertThat(cache.bytes()).isBetween(1L, QueryVectorCache.MAX_BYTES);
        }
        cache.clear();

        assertThat(cache.bytes()).isZero();
    }

    @Test
    void a_pasted_document_is_not_kept() {
        vector("?".repeat(QueryVectorCache.MAX_CHARACTERS + 1));

        assertThat(cache.bytes()).isZero();
    }

    @Test
    void a_failure_is_not_cached() {
        embedder.fails = true;
        assertThatThrownBy(() -> vector("Where?")).hasMessage("not now");
        embedder.fails = false;

        assertThat(vector("Where?")).isEqualTo(Embedding.of(6));
    }
}
