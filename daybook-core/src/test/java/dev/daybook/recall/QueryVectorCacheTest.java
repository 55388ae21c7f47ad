package dev.daybook.recall;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.daybook.data.Embedding;
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

    @Test
    void a_question_is_embedded_once() {
        assertThat(cache.vector(embedder, "Where?")).isEqualTo(Embedding.of(6));
        assertThat(cache.vector(embedder, "Where?")).isEqualTo(Embedding.of(6));
        assertThat(cache.vector(embedder, "Who?")).isEqualTo(Embedding.of(4));

        assertThat(embedder.asked).containsExactly("Where?", "Who?");
    }

    @Test
    void a_vector_is_of_one_embedder() {
        cache.vector(embedder, "Where?");
        embedder.name = "other lengths";
        cache.vector(embedder, "Where?");

        assertThat(embedder.asked).containsExactly("Where?", "Where?");
    }

    @Test
    void a_cleared_cache_holds_no_question() {
        cache.vector(embedder, "Where?");
        cache.clear();
        cache.vector(embedder, "Where?");

        assertThat(embedder.asked).containsExactly("Where?", "Where?");
    }

    @Test
    void the_least_recently_asked_question_is_evicted_first() {
        for (int i = 0; i < 1_000; i++) {
            cache.vector(embedder, "Question " + i);
        }
        cache.vector(embedder, "Question 0");
        cache.vector(embedder, "One more");
        embedder.asked.clear();
        cache.vector(embedder, "Question 0");
        assertThat(embedder.asked).isEmpty();
        cache.vector(embedder, "Question 1");

        assertThat(embedder.asked).containsExactly("Question 1");
    }

    @Test
    void long_questions_take_no_more_memory_than_short_ones() {
        for (int i = 0; i < 10_000; i++) {
            cache.vector(embedder, i + "?".repeat(1_500));
            assertThat(cache.bytes()).isBetween(1L, QueryVectorCache.MAX_BYTES);
        }
        cache.clear();

        assertThat(cache.bytes()).isZero();
    }

    @Test
    void a_pasted_document_is_not_kept() {
        cache.vector(embedder, "?".repeat(QueryVectorCache.MAX_CHARACTERS + 1));

        assertThat(cache.bytes()).isZero();
    }

    @Test
    void a_failure_is_not_cached() {
        embedder.fails = true;
        assertThatThrownBy(() -> cache.vector(embedder, "Where?")).hasMessage("not now");
        embedder.fails = false;

        assertThat(cache.vector(embedder, "Where?")).isEqualTo(Embedding.of(6));
    }
}
