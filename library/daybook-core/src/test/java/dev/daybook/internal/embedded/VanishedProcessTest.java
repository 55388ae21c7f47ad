package dev.daybook.internal.embedded;

import dev.daybook.internal.codec.CheckedEmbedder;
import dev.daybook.internal.options.ModelOptions;
import dev.daybook.internal.settings.WritePolicy;
import dev.daybook.internal.store.ForwardingStore;
import dev.daybook.local.InMemoryStore;
import dev.daybook.model.Embedding;
import dev.daybook.model.Message;
import dev.daybook.model.NewEpisode;
import dev.daybook.model.Scope;
import dev.daybook.model.Space;
import dev.daybook.query.ExtractionOptions;
import dev.daybook.query.VersionCondition;
import dev.daybook.spi.Embedder;
import dev.daybook.spi.LanguageModel;
import dev.daybook.spi.ModelAnswer;
import dev.daybook.spi.ModelRequest;
import dev.daybook.store.StoreGuarantees;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A process that wrote to a shared store and vanished before it embedded and derived. */
class VanishedProcessTest {

    private final InMemoryStore store = new InMemoryStore();
    private final Map<String, CountDownLatch> embedded = latches();
    private final Map<String, CountDownLatch> derived = latches();

    private static Map<String, CountDownLatch> latches() {
        return Map.of("Lisbon", new CountDownLatch(1), "Porto", new CountDownLatch(1));
    }

    private static void count(String text, Map<String, CountDownLatch> latches) {
        latches.forEach((word, latch) -> {
            if (text.contains(word)) {
                latch.countDown();
            }
        });
    }

    private final class SharedStore extends ForwardingStore {

        SharedStore() {
            super(store);
        }

        @Override
        public StoreGuarantees guarantees() {
            return new StoreGuarantees(false, true, true, true, true, 200_000);
        }
    }

    private final class CountingModel implements LanguageModel {

        @Override
        public String name() {
            return "counting";
        }

        @Override
        public ModelAnswer answer(ModelRequest request) {
            count(request.user(), derived);
            return ModelAnswer.of("{\"statements\":[]}");
        }
    }

    private final DaybookWiring living = wiring();

    private DaybookWiring wiring() {
        Embedder embedder = Embedder.of("test", 2, texts -> {
            texts.forEach(text -> count(text, embedded));
            return texts.stream().map(text -> Embedding.of(1, 0)).toList();
        });
        Clock clock = Clock.systemUTC();
        return new DaybookWiring(
                new SharedStore(),
                WiringFixture.options(
                        new CheckedEmbedder(embedder),
                        clock,
                        ModelOptions.DEFAULTS
                                .model(new CountingModel())
                                .extraction(ExtractionOptions.DEFAULTS.windowTokens(0))));
    }

    @AfterEach
    void close() {
        living.stop();
        store.close();
    }

    private static Scope write(DaybookWiring process, String user, String text) {
        Scope scope = new Scope.User(Space.DEFAULT, user);
        process.episodes.write(
                scope, List.of(NewEpisode.of(Message.user(text))), WritePolicy.DERIVED, VersionCondition.NONE);
        return scope;
    }

    private void awaitDerived(String word) throws InterruptedException {
        Objects.requireNonNull(embedded.get(word)).await();
        Objects.requireNonNull(derived.get(word)).await();
    }

    @Test
    void the_round_of_a_living_process_finds_its_vectors_and_derivations() throws Exception {
        living.background.written(write(living, "bob", "I live in Lisbon."));
        // From here on the living process has looked at all scopes for its opening.
        awaitDerived("Lisbon");
        DaybookWiring vanished = wiring();
        // Its threads end before the write, so they cannot do the work.
        vanished.stop();
        write(vanished, "ada", "I live in Porto.");

        Objects.requireNonNull(living.sweep).step();

        awaitDerived("Porto");
    }
}
