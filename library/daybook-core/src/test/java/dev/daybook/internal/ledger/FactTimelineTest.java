package dev.daybook.internal.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.internal.audit.AuditTrail;
import dev.daybook.internal.commit.ScopeLocks;
import dev.daybook.internal.commit.UlidGenerator;
import dev.daybook.internal.settings.WritePolicy;
import dev.daybook.local.InMemoryStore;
import dev.daybook.model.Fact;
import dev.daybook.model.NewFact;
import dev.daybook.model.Scope;
import dev.daybook.model.Space;
import dev.daybook.query.FactQuery;
import dev.daybook.query.VersionCondition;
import java.time.Clock;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Random corrections of one subject and predicate, against the plain list of what was asserted: what holds at a time is
 * read off that list, without any fact ever being closed.
 */
class FactTimelineTest {

    private static final Scope ADA = new Scope.User(Space.DEFAULT, "ada");
    private static final OffsetDateTime START = OffsetDateTime.of(2026, 3, 4, 12, 0, 0, 0, ZoneOffset.UTC);
    private static final int CORRECTIONS = 50;

    /** Few, so that many begin at one time. */
    private static final int TIMES = 30;

    /** Few, so that the same is said again. */
    private static final int PLACES = 4;

    private final InMemoryStore store = new InMemoryStore();
    private final Clock clock = Clock.fixed(START.plusYears(1).toInstant(), ZoneOffset.UTC);
    private final EntryLedger ledger = new EntryLedger(store, clock, new ScopeLocks(), new AuditTrail(store));
    private final FactLedger facts = new FactLedger(ledger, new UlidGenerator(clock), store, null);
    private final List<Assertion> list = new ArrayList<>();

    private record Assertion(
            int number, String place, int from, @Nullable Integer until) {

        /** Whether it holds at a time, by what else was said. */
        boolean holds(int time, List<Assertion> said) {
            return from <= time
                    && (until == null || time < until)
                    && said.stream().noneMatch(other -> ends(other, time));
        }

        private boolean ends(Assertion other, int time) {
            boolean later = other.from > from || other.from == from && other.number > number;
            return !other.place.equals(place) && later && other.from <= time;
        }
    }

    /** The assertion of a number is learnt at the minute of that number. */
    private void say(Random random, int number) {
        int from = random.nextInt(TIMES);
        Integer until = random.nextInt(4) == 0 ? Integer.valueOf(from + random.nextInt(TIMES)) : null;
        Assertion assertion = new Assertion(number, "place " + random.nextInt(PLACES), from, until);
        list.add(assertion);
        facts.write(
                ADA,
                List.of(NewFact.of("ada", "lives_in", assertion.place())
                        .id("f" + number)
                        .validFrom(START.plusHours(from))
                        .validUntil(until == null ? null : START.plusHours(until))
                        .recordedAt(START.plusMinutes(number))),
                WritePolicy.DERIVED,
                VersionCondition.NONE);
    }

    private void compare(FactQuery query, List<Assertion> said) {
        for (int time = -1; time <= 2 * TIMES; time++) {
            int at = time;
            List<String> expected = said.stream()
                    .filter(assertion -> assertion.holds(at, said))
                    .map(assertion -> "f" + assertion.number())
                    .toList();
            assertThat(facts.list(ADA, query.validAt(START.plusHours(time).toInstant())))
                    .as("%s at %d", query, time)
                    .extracting(Fact::id)
                    .containsExactlyInAnyOrderElementsOf(expected);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void as_of_and_valid_at_answer_as_a_plain_list_of_versions_does(long seed) {
        Random random = new Random(seed);
        IntStream.range(0, CORRECTIONS).forEach(number -> say(random, number));

        compare(FactQuery.all(), list);
        for (int known = -1; known < CORRECTIONS; known++) {
            compare(FactQuery.all().asOf(START.plusMinutes(known).toInstant()), list.subList(0, known + 1));
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void no_fact_ends_before_it_begins(long seed) {
        Random random = new Random(seed);
        IntStream.range(0, CORRECTIONS).forEach(number -> say(random, number));

        assertThat(facts.list(ADA, FactQuery.all()))
                .hasSize(CORRECTIONS)
                .allMatch(
                        fact -> fact.validUntil() == null || !fact.validUntil().isBefore(fact.validFrom()));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void taking_some_back_leaves_the_line_as_if_they_had_not_been_said(long seed) {
        Random random = new Random(seed);
        IntStream.range(0, CORRECTIONS).forEach(number -> say(random, number));
        for (int i = 0; i < CORRECTIONS / 2; i++) {
            Assertion gone = list.remove(random.nextInt(list.size()));
            String id = "f" + gone.number();
            ledger.change(ADA, "take back", change -> {
                facts.replace(change, ADA, all -> new FactLedger.Replacement(List.of(), Set.of(id), Map.of()));
                return id;
            });
            compare(FactQuery.all(), list);
        }
    }
}
