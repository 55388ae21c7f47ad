package dev.daybook.contract;

import static dev.daybook.contract.MemoryContract.NOON;
import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.Daybook;
import dev.daybook.Memory;
import dev.daybook.internal.interchange.InterchangeReader;
import dev.daybook.model.EntryRef;
import dev.daybook.model.Fact;
import dev.daybook.model.Message;
import dev.daybook.model.NewEpisode;
import dev.daybook.model.NewFact;
import dev.daybook.outcome.DerivationOutcome;
import dev.daybook.query.FactQuery;
import dev.daybook.query.Selection;
import dev.daybook.testkit.FixedClock;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeSet;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Random operations on the statements of a user, and the list of the statements that they leave. */
final class StatementSequence {

    private static final int STEPS = 16;
    private static final int DAYS = 400;

    private static final List<String> SENTENCES = List.of(
            "I live in Berlin.",
            "I live in Oslo.",
            "I live in Porto.",
            "I no longer live in Oslo.",
            "I no longer live in Berlin.",
            "I work at Siemens.",
            "I work at Nokia.",
            "I love chess.",
            "I hate chess.",
            "The weather is fine today.");

    private static final List<String> PREDICATES = List.of("lives_in", "works_at");
    private static final List<String> OBJECTS = List.of("Berlin", "Oslo", "Porto", "Siemens");

    private final IntFunction<Daybook> daybooks;
    private final FixedClock clock;
    private final String user;
    private final Random random;
    private final Map<String, NewEpisode> episodes = new LinkedHashMap<>();
    private final Map<String, NewFact> given = new LinkedHashMap<>();
    private final List<String> quarantines = new ArrayList<>();
    private final StringBuilder log = new StringBuilder();
    private final List<Integer> days;
    private Memory memory;
    private int copies;

    StatementSequence(IntFunction<Daybook> daybooks, FixedClock clock, String user, Random random) {
        this.daybooks = daybooks;
        this.clock = clock;
        this.user = user;
        this.random = random;
        this.memory = daybooks.apply(0).user(user);
        this.days = new ArrayList<>(IntStream.range(0, DAYS).boxed().toList());
        Collections.shuffle(days, random);
    }

    @Override
    public String toString() {
        return log.toString();
    }

    void run() {
        for (int step = 0; step < STEPS; step++) {
            clock.advance(Duration.ofSeconds(1));
            switch (random.nextInt(12)) {
                case 0 -> edit(step);
                case 1 -> forgetEpisode();
                case 2 -> forgetFact();
                case 3 -> end();
                case 4 -> consolidate();
                case 5 -> hide();
                case 6 -> release();
                case 7 -> move();
                case 8, 9 -> assertFact("f" + step, step);
                default -> say("e" + step, days.get(step));
            }
        }
        while (!quarantines.isEmpty()) {
            release();
        }
        memory.consolidate();
    }

    private static OffsetDateTime day(int day) {
        return NOON.minusDays(DAYS + 100).plusDays(day);
    }

    private <T> @Nullable T any(List<T> all) {
        return all.isEmpty() ? null : all.get(random.nextInt(all.size()));
    }

    private void say(String id, int day) {
        OffsetDateTime at = day(day);
        NewEpisode episode = NewEpisode.of(
                        Message.user(SENTENCES.get(random.nextInt(SENTENCES.size()))),
                        Message.assistant("Good to know."))
                .id(id)
                .session("s" + random.nextInt(2))
                .occurredAt(at);
        memory.remember(episode);
        episodes.put(id, episode);
        log.append("say ")
                .append(id)
                .append(' ')
                .append(at)
                .append(' ')
                .append(episode.messages().get(0).text());
        log.append('\n');
    }

    private void edit(int step) {
        String id = any(List.copyOf(episodes.keySet()));
        if (id != null && quarantines.isEmpty()) {
            log.append("edit: ");
            NewEpisode before = Objects.requireNonNull(episodes.get(id));
            NewEpisode after = NewEpisode.of(
                            Message.user(SENTENCES.get(random.nextInt(SENTENCES.size()))), Message.assistant("ok"))
                    .id(id)
                    .session(before.session())
                    .occurredAt(before.occurredAt());
            memory.remember(after);
            episodes.put(id, after);
            log.append(id).append(' ').append(after.messages().get(0).text()).append('\n');
        } else if (!given.isEmpty()) {
            assertFact(Objects.requireNonNull(any(List.copyOf(given.keySet()))), step);
        }
    }

    private void forgetEpisode() {
        String id = any(List.copyOf(episodes.keySet()));
        if (id != null) {
            memory.forget(Selection.episode(id));
            episodes.remove(id);
            log.append("forget ").append(id).append('\n');
        }
    }

    /** Few days, so that facts of callers begin at one time; the time of learning orders them. */
    private void assertFact(String id, int step) {
        OffsetDateTime from = day(random.nextInt(40) * (DAYS / 40)).plusHours(6);
        NewFact fact = NewFact.of(
                        "user",
                        PREDICATES.get(random.nextInt(PREDICATES.size())),
                        OBJECTS.get(random.nextInt(OBJECTS.size())))
                .id(id)
                .validFrom(from)
                .validUntil(random.nextInt(3) == 0 ? from.plusDays(1 + random.nextInt(90)) : null)
                .recordedAt(NOON.minusDays(1).plusMinutes(step))
                .singleValued(random.nextInt(4) > 0);
        memory.facts().remember(fact);
        given.put(id, fact);
        log.append("assert ").append(fact).append('\n');
    }

    /** A forget or an end of a fact is about its repetitions as well, which writing once would bring back. */
    private boolean isRepeated(String id) {
        return !memory.facts().find(id).orElseThrow().sources().isEmpty();
    }

    private void forgetFact() {
        String id = any(List.copyOf(given.keySet()));
        if (id != null && !isRepeated(id)) {
            memory.facts().forget(id);
            given.remove(id);
            log.append("forget ").append(id).append('\n');
        }
    }

    private void end() {
        String id = any(List.copyOf(given.keySet()));
        if (id == null || isRepeated(id)) {
            return;
        }
        NewFact fact = Objects.requireNonNull(given.get(id));
        OffsetDateTime at = Objects.requireNonNull(fact.validFrom()).plusDays(10);
        memory.facts().end(id, at);
        OffsetDateTime until = fact.validUntil();
        if (until == null || until.isAfter(at)) {
            given.put(id, fact.validUntil(at));
        }
        log.append("end ").append(id).append(' ').append(at).append('\n');
    }

    /** An undo gives the facts before the derivation, and its undo those after it. */
    private void consolidate() {
        List<String> before = shown(memory);
        List<DerivationOutcome> outcomes = memory.consolidate();
        List<String> after = shown(memory);
        log.append("consolidate\n");
        List<String> operations = outcomes.stream()
                .filter(outcome -> outcome.derivation().equals("facts"))
                .map(DerivationOutcome::operation)
                .filter(Objects::nonNull)
                .toList();
        if (operations.size() == 1 && random.nextBoolean()) {
            String undone = memory.operations().undo(operations.get(0)).operation();
            assertThat(shown(memory)).as("undo after%n%s", log).isEqualTo(before);
            memory.operations().undo(Objects.requireNonNull(undone));
            assertThat(shown(memory)).as("redo after%n%s", log).isEqualTo(after);
            log.append("undo, redo\n");
        }
    }

    private void hide() {
        String id = any(List.copyOf(episodes.keySet()));
        if (id != null && quarantines.isEmpty()) {
            quarantines.add(memory.quarantine().hide(Selection.episode(id)).operation());
            log.append("hide ").append(id).append('\n');
        }
    }

    private void release() {
        if (!quarantines.isEmpty()) {
            String operation = quarantines.remove(quarantines.size() - 1);
            if (memory.quarantine().list().stream()
                    .anyMatch(kept -> kept.operation().equals(operation))) {
                memory.quarantine().release(operation);
                log.append("release\n");
            }
        }
    }

    /** Goes on in another daybook, with an export of this memory; what is in quarantine is not exported. */
    private void move() {
        if (quarantines.isEmpty()) {
            Memory copy = daybooks.apply(++copies).user(user);
            InterchangeReader reader = new InterchangeReader(copy.scope());
            copy.archive()
                    .importAll(memory.archive()
                            .exportLines()
                            .map(reader::read)
                            .flatMap(line -> line.entryAt(NOON).stream())
                            .toList());
            memory = copy;
            log.append("move\n");
        }
    }

    List<String> facts() {
        return shown(memory);
    }

    List<String> factsWrittenOnce() {
        Memory once = daybooks.apply(0).user(user + " once");
        episodes.values().stream()
                .sorted(Comparator.comparing(NewEpisode::occurredAt))
                .forEach(once::remember);
        given.values().stream()
                .sorted(Comparator.comparing(NewFact::recordedAt))
                .forEach(once.facts()::remember);
        once.consolidate();
        return shown(once);
    }

    /** Without ids that were made. */
    private static List<String> shown(Memory memory) {
        Map<String, String> texts = new LinkedHashMap<>();
        List<Fact> facts = memory.facts().list(FactQuery.all());
        facts.forEach(fact -> texts.put(
                fact.id(),
                fact.triple() + " " + fact.validFrom() + " to " + fact.validUntil() + " "
                        + fact.sources().stream().map(EntryRef::id).toList() + " " + fact.method()));
        TreeSet<String> shown = new TreeSet<>();
        facts.forEach(fact -> shown.add(texts.get(fact.id()) + " by " + texts.get(fact.supersededBy())));
        return List.copyOf(shown);
    }
}
