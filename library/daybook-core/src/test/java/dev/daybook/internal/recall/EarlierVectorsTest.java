package dev.daybook.internal.recall;

import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.Daybook;
import dev.daybook.Memory;
import dev.daybook.internal.hash.HashVectors;
import dev.daybook.local.InMemoryStore;
import dev.daybook.model.EntryRef;
import dev.daybook.model.Kind;
import dev.daybook.model.Message;
import dev.daybook.model.NewEpisode;
import dev.daybook.model.NewFact;
import dev.daybook.outcome.Hit;
import dev.daybook.outcome.Receipt;
import dev.daybook.query.ContextOptions;
import dev.daybook.query.FactQuery;
import dev.daybook.query.Query;
import dev.daybook.query.Query.By;
import dev.daybook.spi.Embedder;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A query as of a time finds by meaning what was closed or edited since. */
class EarlierVectorsTest {

    private static final Offset<Double> ROUNDING = Offset.offset(1e-9);
    private static final Duration SETTLED = Duration.ofSeconds(30);

    private final List<String> embedded = new ArrayList<>();
    private final SteppingClock clock = new SteppingClock();
    private final Daybook daybook = Daybook.builder(new InMemoryStore())
            .embedder(recording())
            .clock(clock)
            .background(false)
            .open();
    private final Memory memory = daybook.user("mira");

    /** A clock that each reading moves on by a second. */
    private static final class SteppingClock extends Clock {
        private Instant now = Instant.parse("2026-03-04T12:00:00Z");

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }

        @Override
        public synchronized Instant instant() {
            now = now.plusSeconds(1);
            return now;
        }
    }

    private Embedder recording() {
        Embedder hash = new HashVectors(16).embedder();
        return Embedder.of("hash", 16, texts -> {
            synchronized (embedded) {
                embedded.addAll(texts);
            }
            return hash.embedDocuments(texts);
        });
    }

    private int embeddedSince(int before) {
        synchronized (embedded) {
            return embedded.size() - before;
        }
    }

    @AfterEach
    void close() {
        daybook.close();
    }

    private void settle(Receipt receipt) {
        memory.operations().await(receipt, SETTLED);
    }

    private void live(String id, String city, String from) {
        settle(memory.facts()
                .remember(NewFact.of("Ada", "lives_in", city).id(id).validFrom(OffsetDateTime.parse(from))));
    }

    private void say(String id, Message... messages) {
        settle(memory.remember(NewEpisode.of(messages).id(id).session("s")));
    }

    private List<String> ids(Query query) {
        return memory.recall(query).stream().map(Hit::id).toList();
    }

    @Test
    void a_fact_that_was_closed_since_is_found_by_its_stored_vector() {
        live("berlin", "Berlin", "2025-01-01T00:00:00Z");
        Instant before = clock.instant();
        live("porto", "Porto", "2026-01-01T00:00:00Z");
        int calls = embeddedSince(0);
        Query query = Query.of("zebra").by(By.MEANING).asOf(before);

        assertThat(ids(query)).containsExactly("berlin");
        assertThat(memory.facts().recall("zebra", FactQuery.all().asOf(before)))
                .singleElement()
                .satisfies(fact -> assertThat(fact.validUntil()).isNull());
        assertThat(memory.session("s")
                        .context("zebra", ContextOptions.defaults().asOf(before))
                        .text())
                .contains("Berlin")
                .doesNotContain("Porto");
        assertThat(embeddedSince(calls)).as("only the question").isEqualTo(1);
    }

    @Test
    void an_edited_episode_is_found_by_what_it_said_then_and_only_the_changed_texts_are_embedded() {
        say("e", Message.user("We adopted a puppy."), Message.assistant("Sweet!"));
        say("f", Message.user("The train was late."));
        Instant before = clock.instant();
        Query query = Query.of("We adopted a puppy.\nSweet!").by(By.MEANING).limit(1);
        List<Hit> then = memory.recall(query);
        say("e", Message.user("The weather is nice."), Message.assistant("Sweet!"));
        int calls = embeddedSince(0);

        List<Hit> asOf = memory.recall(query.asOf(before));

        assertThat(asOf).hasSize(1);
        assertThat(asOf.get(0).id()).isEqualTo("e");
        assertThat(asOf.get(0).score()).isCloseTo(then.get(0).score(), ROUNDING);
        assertThat(embeddedSince(calls))
                .as("the whole and its first message; the second is stored, the question is known")
                .isEqualTo(2);
    }

    @Test
    void hybrid_scores_as_of_then_are_those_of_then() {
        say("e", Message.user("We adopted a puppy."), Message.assistant("Sweet!"));
        say("f", Message.user("The train was late."));
        live("berlin", "Berlin", "2025-01-01T00:00:00Z");
        Query query = Query.of("which pet do we have in Berlin");
        List<Hit> then = memory.recall(query);
        Instant before = clock.instant();
        say("e", Message.user("We adopted a cat."), Message.assistant("Sweet!"));
        live("porto", "Porto", "2026-01-01T00:00:00Z");

        List<Hit> asOf = memory.recall(query.asOf(before));
        assertThat(asOf)
                .extracting(Hit::id)
                .isEqualTo(then.stream().map(Hit::id).toList());
        for (int i = 0; i < then.size(); i++) {
            assertThat(asOf.get(i).score()).isCloseTo(then.get(i).score(), ROUNDING);
        }
    }

    @Test
    void a_bounded_number_of_texts_is_embedded_for_a_query_and_the_others_are_found_by_words() {
        for (int i = 0; i < 100; i++) {
            say("e" + i, Message.user("The old heron number " + i));
        }
        Instant before = clock.instant();
        for (int i = 0; i < 100; i++) {
            say("e" + i, Message.user("The new kingfisher number " + i));
        }
        int calls = embeddedSince(0);

        assertThat(ids(Query.of("heron").by(By.MEANING).limit(200).asOf(before)))
                .hasSize(64);
        assertThat(embeddedSince(calls)).as("with the question").isLessThanOrEqualTo(65);
        assertThat(ids(Query.of("heron").by(By.WORDS).limit(200).asOf(before))).hasSize(100);
    }

    @Test
    void a_vector_that_the_caller_supplied_later_is_not_that_of_the_earlier_text() {
        say("e", Message.user("We adopted a puppy."));
        Instant before = clock.instant();
        settle(memory.remember(NewEpisode.of(Message.user("We adopted a puppy."))
                .id("e")
                .session("t")
                .embedding(Objects.requireNonNull(new HashVectors(16)
                        .embedder()
                        .embedDocuments(List.of("zebra"))
                        .get(0)))));

        assertThat(memory.explain(
                                Query.of("zebra").by(By.MEANING).asOf(before),
                                new EntryRef(memory.scope(), Kind.EPISODE, "e"))
                        .score())
                .isLessThan(0.99);
    }
}
