package dev.daybook.contract;

import static dev.daybook.contract.MemoryContract.NOON;
import static java.util.stream.Collectors.toMap;
import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.Daybook;
import dev.daybook.Memory;
import dev.daybook.local.InMemoryStore;
import dev.daybook.model.Fact;
import dev.daybook.model.Message;
import dev.daybook.model.NewEpisode;
import dev.daybook.model.NewFact;
import dev.daybook.model.Trust;
import dev.daybook.outcome.FactAssessment.Effect;
import dev.daybook.outcome.FactAssessment.EffectKind;
import dev.daybook.query.FactQuery;
import dev.daybook.testkit.FixedClock;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Random texts are assessed, written and derived from by rules: the assessment says what the write then does. Other
 * texts: {@code -Ddaybook.seed=N}.
 */
class AssessmentAgreementTest {

    private static final int USERS = 60;
    private static final int TEXTS = 12;

    private static final List<String> SENTENCES = List.of(
            "I live in Berlin.",
            "I live in Oslo.",
            "I no longer live in Oslo.",
            "I no longer live in Berlin.",
            "I work at Siemens.",
            "I work at Nokia.",
            "I love chess.",
            "I hate chess.",
            "I like green tea.",
            "I like tea.",
            "The weather is fine today.");

    private static final List<Trust> WRITERS = List.of(Trust.USER, Trust.USER, Trust.ASSISTANT, Trust.TOOL);

    private final long seed = Long.getLong("daybook.seed", 20_261_126);
    private final Random random = new Random(seed);
    private final FixedClock clock = FixedClock.at(NOON);
    private final Map<EffectKind, Integer> counts = new EnumMap<>(EffectKind.class);
    private final Daybook daybook = Daybook.builder(new InMemoryStore())
            .noEmbedder()
            .clock(clock)
            .background(false)
            .open();

    @AfterEach
    void close() {
        daybook.close();
    }

    @Test
    void an_assessment_says_what_the_write_then_does() {
        for (int user = 0; user < USERS; user++) {
            Memory memory = daybook.user("u" + user);
            for (int i = 0; i < TEXTS; i++) {
                clock.advance(Duration.ofSeconds(random.nextInt(2)));
                compare(memory, text());
            }
        }
        assertThat(counts.keySet()).containsExactly(EffectKind.values());
    }

    private NewEpisode text() {
        String text = any(SENTENCES) + (random.nextBoolean() ? " " + any(SENTENCES) : "");
        return NewEpisode.of(Message.user(text), Message.assistant("Good to know."))
                .occurredAt(random.nextBoolean() ? null : NOON.minusDays(random.nextInt(20)))
                .trust(any(WRITERS));
    }

    private <T> T any(List<T> all) {
        return all.get(random.nextInt(all.size()));
    }

    private void compare(Memory memory, NewEpisode episode) {
        Map<String, Fact> before = facts(memory);
        List<Effect> all = memory.facts().assess(episode).effects();
        // What a sentence restates by its words alone, "green tea" of "tea", changes nothing when it is written.
        List<Effect> effects =
                all.stream().filter(effect -> effect.stated() != null).toList();
        String id = memory.remember(episode).id();
        memory.consolidate();
        Map<String, Fact> after = facts(memory);

        String texts = "seed %d: %s after %s".formatted(seed, episode, before.values());
        effects.forEach(effect -> counts.merge(effect.kind(), 1, Integer::sum));
        assertThat(present(all)).as(texts).isSubsetOf(before.values());
        assertThat(ids(effects, EffectKind.ENDS)).as(texts).isEqualTo(endedBy(id, before, after));
        assertThat(triples(effects)).as(texts).containsAll(triples(id, after));
        for (Effect effect : effects) {
            NewFact stated = Objects.requireNonNull(effect.stated());
            Fact met = effect.present();
            if (effect.kind() == EffectKind.CONTRADICTS) {
                assertThat(after.get(met.id())).as(texts).isEqualTo(met);
            }
            if (effect.kind() == EffectKind.REPEATS && effects.size() == 1 && met.trust() == stated.trust()) {
                assertThat(after).as(texts).hasSameSizeAs(before);
            }
            if (effect.kind() == EffectKind.NEW && effects.size() == 1 && stated.validUntil() == null) {
                assertThat(triples(id, after)).as(texts).isEqualTo(triples(effects));
            }
        }
    }

    private static Map<String, Fact> facts(Memory memory) {
        return memory.facts().list(FactQuery.all()).stream().collect(toMap(Fact::id, fact -> fact));
    }

    private static List<Fact> present(List<Effect> effects) {
        return effects.stream().map(Effect::present).filter(Objects::nonNull).toList();
    }

    private static Set<String> ids(List<Effect> effects, EffectKind kind) {
        return effects.stream()
                .filter(effect -> effect.kind() == kind)
                .map(effect -> Objects.requireNonNull(effect.present()).id())
                .collect(toSet());
    }

    /** Returns the ids of the facts that one of an episode has ended. */
    private static Set<String> endedBy(String episode, Map<String, Fact> before, Map<String, Fact> after) {
        return after.values().stream()
                .filter(fact -> before.containsKey(fact.id()))
                .filter(fact -> fact.supersededBy() != null && isOf(episode, after.get(fact.supersededBy())))
                .map(Fact::id)
                .collect(toSet());
    }

    private static boolean isOf(String episode, Fact fact) {
        return fact.ownSources().get(0).id().equals(episode);
    }

    private static Set<String> triples(List<Effect> effects) {
        return effects.stream()
                .map(effect -> Objects.requireNonNull(effect.stated()))
                .map(fact -> String.join(" ", fact.subject(), fact.predicate(), fact.object()))
                .collect(toSet());
    }

    private static Set<String> triples(String episode, Map<String, Fact> after) {
        return after.values().stream()
                .filter(fact -> isOf(episode, fact))
                .map(Fact::triple)
                .collect(toSet());
    }
}
