package dev.daybook.internal.grounding;

import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.internal.codec.CheckedEmbedder;
import dev.daybook.model.Embedding;
import dev.daybook.model.Message;
import dev.daybook.spi.Embedder;
import dev.daybook.spi.GroundingPolicy.Claim;
import dev.daybook.spi.GroundingPolicy.ContentKind;
import dev.daybook.spi.GroundingPolicy.MissingContent;
import dev.daybook.spi.GroundingPolicy.SourceMessage;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What cosines show of a statement, and what they do not. */
class TextCosinesTest {

    private static final List<SourceMessage> TALK = List.of(
            said("Ottilie", "I adopted a grey donkey, he is called Bruno."),
            said("Bram", "I repair church clocks."),
            said("Ottilie", "We have two cats, and I never eat cheese."));

    private static final String PARAPHRASE = "Ottilie took in a long-eared animal.";
    private static final String INVENTED = "Ottilie collects stamps.";

    /** Words are enough, but not enough to do without the vector if there is one. */
    private static final String LOOSE = "Ottilie adopted a gentle, tired and elegant donkey.";

    private static final Embedder TOPICS = embedder(text -> Embedding.of(isOfAnimals(text) ? 1 : 0, 0, 1));

    private final AtomicInteger calls = new AtomicInteger();

    private static SourceMessage said(String speaker, String text) {
        return SourceMessage.of(Message.user(text).withName(speaker), null);
    }

    private static Embedder embedder(Function<String, Embedding> function) {
        return Embedder.of("topics", 3, texts -> texts.stream().map(function).toList());
    }

    private static boolean isOfAnimals(String text) {
        return Stream.of("donkey", "long-eared", "cats").anyMatch(text::contains);
    }

    private static List<ContentKind> faults(Embedder embedder, String text, Integer... cited) {
        return new WordGrounding(embedder)
                .check(new Claim(text, List.of(cited)), TALK).missing().stream()
                        .map(MissingContent::kind)
                        .toList();
    }

    @Test
    void a_paraphrase_of_a_cited_message_is_grounded_by_its_vector() {
        assertThat(faults(null, PARAPHRASE, 0)).containsExactly(ContentKind.WORDS);

        assertThat(faults(TOPICS, PARAPHRASE, 0)).isEmpty();
        assertThat(faults(TOPICS, INVENTED, 0)).containsExactly(ContentKind.WORDS);
    }

    @Test
    void a_vector_that_is_unlike_counts_against_a_statement_of_which_words_show_little() {
        Embedder unlike = embedder(text -> Embedding.of(text.equals(LOOSE) ? 0 : 1, 0, text.equals(LOOSE) ? 1 : 0));

        assertThat(faults(null, LOOSE, 0)).isEmpty();
        assertThat(faults(unlike, LOOSE, 0)).containsExactly(ContentKind.WORDS);
    }

    @ParameterizedTest
    @CsvSource({
        "Bram took in a long-eared animal., 0, ATTRIBUTION",
        "Ottilie has not adopted a grey donkey., 0, NEGATION",
        "Ottilie eats cheese with the cats., 2, NEGATION",
        "Ottilie has seven cats., 2, NUMBER",
        "Ottilie plans to adopt a long-eared Fridolin., 0, NAME",
    })
    void a_vector_shows_neither_who_nor_whether_nor_how_many(String text, int cited, ContentKind fault) {
        Embedder alike = embedder(any -> Embedding.of(any.contains("spiders") ? 0 : 1, 0, 0));

        assertThat(faults(alike, text, cited)).containsExactly(fault);
    }

    @Test
    void what_all_texts_of_an_embedder_have_in_common_shows_nothing() {
        Embedder high = embedder(text -> Embedding.of(isOfAnimals(text) ? 1 : 0, text.contains("stamps") ? 1 : 0, 3));

        assertThat(faults(high, PARAPHRASE, 0)).isEmpty();
        assertThat(faults(high, INVENTED, 0)).containsExactly(ContentKind.WORDS);
    }

    @Test
    void words_decide_if_the_embedder_fails_or_tells_nothing_apart() {
        Embedder failing = embedder(text -> {
            throw new IllegalStateException("down");
        });
        Embedder blind = embedder(text -> Embedding.of(1, 1, 1));

        for (Embedder embedder : List.of(failing, blind)) {
            assertThat(faults(embedder, PARAPHRASE, 0)).containsExactly(ContentKind.WORDS);
            assertThat(faults(embedder, "Ottilie adopted a donkey.", 0)).isEmpty();
            assertThat(faults(embedder, LOOSE, 0)).isEmpty();
        }
    }

    @Test
    void an_embedder_that_is_away_is_asked_again_after_a_pause_only() {
        AtomicLong time = new AtomicLong();
        Embedder away = embedder(text -> {
            calls.incrementAndGet();
            throw new IllegalStateException("down");
        });
        PausedEmbedder embedder = new PausedEmbedder(away, time::get);
        new TextCosines(embedder).likeness(PARAPHRASE, List.of(LOOSE));
        int once = calls.get();

        for (String text : List.of(INVENTED, LOOSE, PARAPHRASE)) {
            assertThat(new TextCosines(embedder).likeness(text, List.of("He is called Bruno.")))
                    .isEmpty();
        }
        assertThat(calls).hasValue(once);

        time.addAndGet(CheckedEmbedder.PAUSE.toNanos());
        new TextCosines(embedder).likeness(INVENTED, List.of(LOOSE));
        assertThat(calls).hasValueGreaterThan(once);
    }

    @Test
    void statements_of_several_checks_wait_for_an_outage_once() {
        Embedder away = embedder(text -> {
            calls.incrementAndGet();
            throw new IllegalStateException("down");
        });
        WordGrounding grounding = new WordGrounding(away);
        grounding.check(new Claim(PARAPHRASE, List.of(0)), TALK);
        int once = calls.get();

        grounding.check(new Claim(INVENTED, List.of(0)), TALK);

        assertThat(once).isPositive();
        assertThat(calls).hasValue(once);
    }

    @Test
    void an_embedder_is_asked_only_where_words_show_little_of_a_cited_message() {
        Embedder counting = embedder(text -> {
            calls.incrementAndGet();
            return Embedding.of(1, 0, 0);
        });

        faults(counting, "Bram repairs church clocks.", 1);
        faults(counting, PARAPHRASE);
        new WordGrounding(counting).sentences(PARAPHRASE, TALK);

        assertThat(calls).hasValue(0);
    }
}
