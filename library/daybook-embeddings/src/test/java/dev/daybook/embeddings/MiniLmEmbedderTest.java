package dev.daybook.embeddings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.daybook.error.EmbedderException;
import dev.daybook.model.Embedding;
import dev.daybook.spi.EmbedderProvider;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MiniLmEmbedderTest {

    private static final MiniLmEmbedder EMBEDDER = new MiniLmEmbedder();

    /** Different lengths, because a batch of those changes the numbers of a quantised model. */
    private static final List<String> TEXTS = List.of(
            "Tea?",
            "The old bridge is closed until the end of March, so we took the long way round by the mill.",
            "My sister plays the cello.",
            "We ran out of flour in the middle of baking, and the shop had just closed.",
            "");

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "When does the last ferry go?     | The final boat departs at half past nine.     | My aunt grows tomatoes.",
                "She is afraid of dogs.           | Hounds frighten her.                          | The printer is out of paper.",
                "What does he do for a living?    | He works as a plumber.                        | It snowed on Sunday.",
                "I cannot eat peanuts.            | I have a nut allergy.                         | The train was late again."
            })
    void paraphrases_are_closer_than_unrelated_texts(String text, String alike, String other) {
        List<Embedding> vectors = EMBEDDER.embedDocuments(List.of(text, alike, other));

        assertThat(vectors.get(0).cosine(vectors.get(1)))
                .isGreaterThan(vectors.get(0).cosine(vectors.get(2)) + 0.2);
    }

    @Test
    void vectors_have_length_one() {
        assertThat(EMBEDDER.embedDocuments(TEXTS)).allSatisfy(vector -> {
            double squares = IntStream.range(0, vector.dimensions())
                    .mapToDouble(i -> vector.get(i) * vector.get(i))
                    .sum();
            assertThat(squares).isCloseTo(1, within(1e-5));
        });
    }

    @Test
    void a_batch_is_bit_for_bit_equal_to_single_texts() {
        List<Embedding> singles = new ArrayList<>();
        TEXTS.forEach(text -> singles.addAll(EMBEDDER.embedDocuments(List.of(text))));

        assertThat(EMBEDDER.embedDocuments(TEXTS)).isEqualTo(singles);
        assertThat(EMBEDDER.embedQueries(TEXTS)).isEqualTo(singles);
    }

    @Test
    void many_threads_get_bit_for_bit_the_same() throws Exception {
        List<Embedding> expected = EMBEDDER.embedDocuments(TEXTS);
        ExecutorService threads = Executors.newFixedThreadPool(8);
        try {
            Callable<List<Embedding>> call = () -> EMBEDDER.embedDocuments(TEXTS);
            for (Future<List<Embedding>> found :
                    threads.invokeAll(IntStream.range(0, 40).mapToObj(i -> call).toList())) {
                assertThat(found.get()).isEqualTo(expected);
            }
        } finally {
            threads.shutdown();
        }
    }

    @Test
    void the_end_of_a_long_text_counts() {
        String weather = "The sky was grey and the wind came from the west. ".repeat(60);
        List<Embedding> vectors = EMBEDDER.embedDocuments(
                List.of(weather, weather + "Grandmother bakes an apple cake for the birthday party. ".repeat(30)));
        Embedding cake = EMBEDDER.embedQueries(List.of("What is in the oven for the birthday?"))
                .get(0);

        assertThat(cake.cosine(vectors.get(1))).isGreaterThan(cake.cosine(vectors.get(0)) + 0.1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "\n\t", "\u200b"})
    void a_text_without_a_word_has_the_vector_of_the_empty_text(String blank) {
        assertThat(EMBEDDER.embedDocuments(List.of(blank))).isEqualTo(EMBEDDER.embedDocuments(List.of("")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"ab\uD83Cc", "ab\uDF27", "ab\uD83C"})
    void a_lone_surrogate_is_rejected_with_its_index(String text) {
        MiniLmEmbedder unloaded = new MiniLmEmbedder(() -> {
            throw new IOException("refused before anything is loaded");
        });

        assertThatThrownBy(() -> unloaded.embedDocuments(List.of("fine", text)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageMatching("text has the lone surrogate U\\+D[0-9A-F]{3} at index 2; .*");
    }

    @Test
    void construction_does_not_load_the_model() {
        AtomicInteger loads = new AtomicInteger();
        try (MiniLmEmbedder embedder = new MiniLmEmbedder(() -> {
            loads.incrementAndGet();
            return SentenceModel.load();
        })) {
            embedder.name();
            embedder.dimensions();
            embedder.embedDocuments(List.of());
            assertThat(loads).hasValue(0);

            embedder.embedDocuments(TEXTS);
            embedder.embedQueries(TEXTS);
            assertThat(loads).as("one model for all threads").hasValue(1);
        }
    }

    @Test
    void a_model_that_cannot_be_loaded_is_an_error_with_a_remedy_and_the_next_call_tries_again() {
        List<Throwable> failures =
                new ArrayList<>(List.of(new UnsatisfiedLinkError("no such library"), new IOException("no such file")));
        try (MiniLmEmbedder embedder = new MiniLmEmbedder(() -> {
            if (failures.isEmpty()) {
                return SentenceModel.load();
            }
            Throwable failure = failures.remove(0);
            if (failure instanceof IOException io) {
                throw io;
            }
            throw (Error) failure;
        })) {
            assertThatThrownBy(() -> embedder.embedDocuments(List.of("a")))
                    .isInstanceOf(EmbedderException.class)
                    .hasMessageContaining("no such library")
                    .hasMessageContaining(System.getProperty("os.arch"))
                    .hasMessageContaining("mounted with noexec, set XDG_CACHE_HOME or -Djava.io.tmpdir")
                    .hasMessageContaining("noEmbedder()");
            assertThatThrownBy(() -> embedder.embedDocuments(List.of("a")))
                    .isInstanceOf(EmbedderException.class)
                    .hasMessageContaining("no such file");
            assertThat(embedder.embedDocuments(List.of("a"))).hasSize(1);
        }
    }

    @Test
    void after_closing_it_loads_the_model_again() {
        MiniLmEmbedder embedder = new MiniLmEmbedder();
        List<Embedding> before = embedder.embedDocuments(TEXTS);

        embedder.close();
        embedder.close();

        assertThat(embedder.embedDocuments(TEXTS)).isEqualTo(before);
        embedder.close();
    }

    @Test
    void closing_waits_for_texts_being_embedded() throws Exception {
        List<Embedding> expected = EMBEDDER.embedDocuments(TEXTS);
        MiniLmEmbedder embedder = new MiniLmEmbedder();
        ExecutorService threads = Executors.newFixedThreadPool(2);
        try {
            List<Future<List<Embedding>>> calls = new ArrayList<>();
            for (int i = 0; i < 6; i++) {
                calls.add(threads.submit(() -> embedder.embedDocuments(TEXTS)));
                embedder.close();
            }
            for (Future<List<Embedding>> call : calls) {
                assertThat(call.get()).isEqualTo(expected);
            }
        } finally {
            threads.shutdown();
            embedder.close();
        }
    }

    @Test
    void the_service_loader_finds_one_for_the_whole_process() {
        // The library uses the provider and this module does not, so the test has to declare it.
        MiniLmEmbedderTest.class.getModule().addUses(EmbedderProvider.class);

        assertThat(ServiceLoader.load(EmbedderProvider.class).findFirst())
                .get()
                .extracting(EmbedderProvider::embedder)
                .isInstanceOf(MiniLmEmbedder.class)
                .isSameAs(new MiniLmEmbedderProvider().embedder());
    }
}
