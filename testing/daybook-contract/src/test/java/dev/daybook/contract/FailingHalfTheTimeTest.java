package dev.daybook.contract;

import static dev.daybook.contract.MemoryContract.NOON;
import static dev.daybook.contract.memory.MessageFixture.said;
import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.Daybook;
import dev.daybook.Memory;
import dev.daybook.contract.derivation.ReadingModel;
import dev.daybook.error.ModelException.Trouble;
import dev.daybook.local.InMemoryStore;
import dev.daybook.model.EntryRef;
import dev.daybook.model.Fact;
import dev.daybook.model.NewEpisode;
import dev.daybook.model.Summary;
import dev.daybook.query.FactQuery;
import dev.daybook.testkit.FixedClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A memory whose model fails at every second call, at random, ends as one whose model never fails. With the system property
 * {@code daybook.episodes} it is shown over more of them.
 */
class FailingHalfTheTimeTest {

    private static final int EPISODES = Integer.getInteger("daybook.episodes", 120);
    private static final int SESSIONS = 3;
    private static final List<String> PEOPLE = List.of("Ada", "Bob", "Cleo");

    /** After so many runs a single piece has failed in each with a chance of one in 2^60. */
    private static final int RUNS = 60;

    @ParameterizedTest
    @ValueSource(longs = {1, 2})
    void it_ends_with_the_same_facts_and_gists(long seed) {
        Random luck = new Random(seed);
        ReadingModel failing = new ReadingModel().failing(Trouble.FAILED, request -> luck.nextBoolean());

        List<String> never = live(new ReadingModel(), seed);

        assertThat(never).hasSizeGreaterThan(EPISODES / 2);
        assertThat(live(failing, seed)).isEqualTo(never);
    }

    /** The same life for each model: episodes that come, some that are overwritten, and a run now and then. */
    private static List<String> live(ReadingModel model, long seed) {
        Random life = new Random(seed);
        FixedClock clock = FixedClock.at(NOON);
        try (Daybook daybook = Daybook.builder(new InMemoryStore())
                .noEmbedder()
                .clock(clock)
                .languageModel(model)
                .background(false)
                .retryAfter(Duration.ZERO)
                .open()) {
            Memory ada = daybook.user("ada");
            for (int i = 0; i < EPISODES; i++) {
                clock.advance(Duration.ofMinutes(1));
                boolean again = i > 0 && life.nextInt(10) == 0;
                ada.remember(episode(again ? life.nextInt(i) : i, life));
                if (life.nextInt(20) == 0) {
                    ada.consolidate();
                }
            }
            int runs = 0;
            while (!ada.consolidate().isEmpty()) {
                assertThat(++runs).isLessThan(RUNS);
            }
            return described(ada);
        }
    }

    private static NewEpisode episode(int number, Random life) {
        String person = PEOPLE.get(life.nextInt(PEOPLE.size()));
        String text = person
                + (life.nextBoolean() ? " likes thing" + life.nextInt(9) : " lives_in Town" + life.nextInt(9))
                + ". I live in Porto" + number + ". Then it rained" + number + ".";
        return said("e" + number, "s" + number % SESSIONS, NOON.plusMinutes(number), text);
    }

    private static List<String> described(Memory memory) {
        List<String> lines = new ArrayList<>();
        for (Fact fact : memory.facts().list(FactQuery.all())) {
            lines.add(String.join(
                    " ",
                    fact.text(),
                    fact.validFrom().toString(),
                    fact.method().label(),
                    fact.trust().label(),
                    fact.sources().toString()));
        }
        for (Summary gist : memory.archive().summaries()) {
            List<String> covers = gist.covers().stream().map(EntryRef::id).toList();
            assertThat(covers)
                    .doesNotHaveDuplicates()
                    .hasSize(memory.session(gist.session()).turns(EPISODES).size());
            lines.add(gist.session() + " " + gist.text() + " " + gist.upTo() + " "
                    + gist.method().label() + " " + covers);
        }
        // Facts of one text and time may be several; their order is that of learning.
        return List.copyOf(new TreeSet<>(lines));
    }
}
