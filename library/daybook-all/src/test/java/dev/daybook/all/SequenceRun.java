package dev.daybook.all;

import static dev.daybook.contract.memory.MessageFixture.by;
import static dev.daybook.contract.memory.MessageFixture.ids;
import static dev.daybook.contract.memory.MessageFixture.said;
import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.Memory;
import dev.daybook.MemorySpace;
import dev.daybook.all.PlainMemory.PlainBlock;
import dev.daybook.all.PlainMemory.PlainEpisode;
import dev.daybook.all.PlainMemory.PlainOperation;
import dev.daybook.model.Block;
import dev.daybook.model.Episode;
import dev.daybook.model.Fact;
import dev.daybook.model.Kind;
import dev.daybook.model.NewFact;
import dev.daybook.model.NewSummary;
import dev.daybook.model.Summary;
import dev.daybook.outcome.DerivationOutcome;
import dev.daybook.outcome.SessionInfo;
import dev.daybook.query.FactQuery;
import dev.daybook.query.Query.By;
import dev.daybook.query.Selection;
import dev.daybook.testkit.FixedClock;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A run of a sequence in a space of its own, beside the model of its scopes: each step does the same to both. */
final class SequenceRun {

    private static final int ALL = 10_000;
    private static final int SHARED = 2;
    private static final int FACT_IDS = 4;
    private static final List<String> OBJECTS = List.of("tea", "rain", "fog", "snow");
    private static final List<String> HOMES = List.of("Faro", "Porto", "Braga");

    private final Supplier<MemorySpace> space;
    private final FixedClock clock;
    private final Runnable reopen;
    private final List<PlainMemory> models =
            Stream.generate(PlainMemory::new).limit(SequenceStep.SCOPES).toList();
    private final List<String> bank = new ArrayList<>();
    private final OffsetDateTime begin;
    private int steps;

    /** The scope whose last step was a consolidation; -1: none. */
    private int consolidated = -1;

    SequenceRun(Supplier<MemorySpace> space, FixedClock clock, Runnable reopen) {
        this.space = space;
        this.clock = clock;
        this.reopen = reopen;
        this.begin = now();
    }

    void run(List<SequenceStep> sequence) {
        for (SequenceStep step : sequence) {
            clock.advance(Duration.ofMinutes(1));
            steps++;
            step(step);
            models.forEach(model -> model.ended(now()));
            compare(step.scope(), step.second() % 5, step.first());
        }
        for (int scope = 0; scope < SequenceStep.SCOPES; scope++) {
            for (int view = 0; view < 5; view++) {
                compare(scope, view, scope + 7);
            }
        }
    }

    private OffsetDateTime now() {
        return OffsetDateTime.now(clock);
    }

    private Memory memory(int scope) {
        return scope == SHARED ? space.get().shared() : space.get().user(scope == 0 ? "ada" : "bob");
    }

    private void step(SequenceStep step) {
        Memory memory = memory(step.scope());
        PlainMemory model = models.get(step.scope());
        int before = consolidated;
        consolidated = step.action() == SequenceStep.Action.WAIT ? before : -1;
        switch (step.action()) {
            case REMEMBER -> remember(memory, model, "e" + steps, "s" + step.first() % 3, text(step), now());
            case REWRITE ->
                one(model.episodes.keySet(), step).ifPresent(id -> {
                    PlainEpisode old = model.episodes.get(id);
                    remember(memory, model, id, old.session(), text(step), old.at());
                });
            case FORGET_EPISODE ->
                one(model.episodes.keySet(), step).ifPresent(id -> {
                    model.forget(episode -> episode.getKey().equals(id));
                    assertThat(memory.forget(Selection.episode(id)).count()).isPositive();
                });
            case FORGET_SESSION -> forgetSession(memory, model, "s" + step.first() % 3);
            case FORGET_BEFORE -> forgetBefore(memory, model, step);
            case FORGET_ALL -> forgetAll(memory, model, step);
            case PUT_BLOCK -> put(memory, model, block(step), "put " + step.second() % 3);
            case APPEND_BLOCK -> append(memory, model, block(step));
            case REMOVE_BLOCK ->
                assertThat(memory.blocks().end(block(step))).isEqualTo(model.blocks.remove(block(step)) != null);
            case ASSERT_FACT -> assertFact(memory, model, step);
            case REMOVE_FACT -> removeFact(memory, model, "f" + step.first() % FACT_IDS);
            case CONSOLIDATE -> consolidate(memory, model, step.scope());
            case UNDO -> undo(memory, model, step, before);
            case NAME_SESSION -> {
                String session = "s" + step.first() % 3;
                memory.session(session).change(options -> options.name("name " + step.second() % 2));
                model.names.put(session, "name " + step.second() % 2);
            }
            case ADD_TO_BANK -> {
                bank.add("summary " + steps);
                space.get().bank().remember(NewSummary.of(Summary.Level.SESSION, "summary " + steps));
            }
            case CLEAR_BANK -> {
                assertThat(space.get().bank().forget()).isEqualTo(bank.size());
                bank.clear();
            }
            case REOPEN -> reopen.run();
            case WAIT -> {}
        }
    }

    private static Optional<String> one(Collection<String> ids, SequenceStep step) {
        return ids.stream().skip(ids.isEmpty() ? 0 : step.first() % ids.size()).findFirst();
    }

    private String text(SequenceStep step) {
        String object = OBJECTS.get(step.second() % OBJECTS.size());
        return switch (step.second() / 8 % 3) {
            case 0 -> "Ada likes " + object + ".";
            case 1 -> "Ada lives_in " + HOMES.get(step.second() % HOMES.size()) + ". Ada likes " + object + ".";
            default -> "They walked in the " + object + ".";
        };
    }

    private static String block(SequenceStep step) {
        return List.of("USER", "SOUL", "plan").get(step.first() % 3);
    }

    private void remember(Memory memory, PlainMemory model, String id, String session, String text, OffsetDateTime at) {
        memory.remember(said(id, session, at, text));
        PlainEpisode old = model.episodes.get(id);
        boolean changed = old == null || !old.text().equals(text);
        model.episodes.put(id, new PlainEpisode(session, text, at, changed ? now() : old.due()));
    }

    private static void forgetSession(Memory memory, PlainMemory model, String session) {
        long there = model.episodes.values().stream()
                .filter(episode -> episode.session().equals(session))
                .count();
        model.forget(episode -> episode.getValue().session().equals(session));
        model.names.remove(session);
        assertThat(memory.forget(Selection.session(session)).counts().getOrDefault(Kind.EPISODE, 0L))
                .isEqualTo(there);
    }

    private void forgetBefore(Memory memory, PlainMemory model, SequenceStep step) {
        // The summaries of the bank are of the shared scope, too.
        if (step.scope() != SHARED) {
            OffsetDateTime time = begin.plusMinutes(step.first() % (steps + 1));
            model.forgetBefore(time);
            memory.forget(Selection.before(time.toInstant()));
        }
    }

    private void forgetAll(Memory memory, PlainMemory model, SequenceStep step) {
        // Seldom, or most states would be nearly empty.
        if (step.first() % 3 == 0) {
            memory.forget(Selection.everything());
            model.forgetAll();
            if (step.scope() == SHARED) {
                bank.clear();
            }
        }
    }

    private void put(Memory memory, PlainMemory model, String name, String content) {
        memory.blocks().remember(name, content);
        PlainBlock old = model.blocks.get(name);
        if (old == null || !old.content().equals(content)) {
            model.blocks.put(name, new PlainBlock(content, now()));
        }
    }

    private void append(Memory memory, PlainMemory model, String name) {
        PlainBlock old = model.blocks.get(name);
        String content = (old == null ? "" : old.content()) + "+";
        assertThat(memory.blocks().append(name, "+").content()).isEqualTo(content);
        model.blocks.put(name, new PlainBlock(content, now()));
    }

    /** Each fact begins at a time of its own, so that their order is certain. */
    private void assertFact(Memory memory, PlainMemory model, SequenceStep step) {
        OffsetDateTime validFrom =
                begin.plusMinutes(step.second() % 40).plusSeconds(1).plusNanos(1_000_000L * steps);
        boolean ofAda = step.second() % 3 == 0;
        PlainFact fact = new PlainFact(
                "f" + step.first() % FACT_IDS,
                ofAda ? "Ada" : "boat",
                ofAda ? "lives_in" : "lies_in",
                HOMES.get(step.second() / 64 % HOMES.size()),
                validFrom,
                now(),
                null);
        model.put(fact);
        memory.facts()
                .remember(NewFact.of(fact.subject(), fact.predicate(), fact.object())
                        .id(fact.id())
                        .validFrom(validFrom));
    }

    private static void removeFact(Memory memory, PlainMemory model, String id) {
        boolean there = model.facts.stream().anyMatch(fact -> id.equals(fact.id()));
        List<PlainFact> all = List.copyOf(model.facts);
        model.erase(fact -> id.equals(fact.id())
                || fact.repeated(all).filter(first -> id.equals(first.id())).isPresent());
        assertThat(memory.facts().forget(id)).isEqualTo(there);
    }

    private void consolidate(Memory memory, PlainMemory model, int scope) {
        if (scope == SHARED) {
            return;
        }
        List<String> due = model.due();
        List<DerivationOutcome> outcomes = memory.consolidate().stream()
                .filter(outcome -> outcome.derivation().equals("facts"))
                .toList();
        assertThat(outcomes).as("an outcome for each of %s", due).hasSameSizeAs(due);
        for (int i = 0; i < due.size(); i++) {
            assertThat(outcomes.get(i).result()).isEqualTo(DerivationOutcome.Result.DONE);
            model.derive(due.get(i), outcomes.get(i).operation(), now());
        }
        // Without a new operation the last one is older, and its sources may be gone.
        boolean isNew = !due.isEmpty() && outcomes.get(due.size() - 1).operation() != null;
        consolidated = isNew ? scope : -1;
    }

    private void undo(Memory memory, PlainMemory model, SequenceStep step, int justConsolidated) {
        if (model.operations.isEmpty()) {
            return;
        }
        int last = model.operations.size() - 1;
        boolean isLast = step.second() % 2 == 0;
        PlainOperation operation = model.operations.get(isLast ? last : step.first() % (last + 1));
        try {
            @Nullable String undone = memory.operations().undo(operation.id()).operation();
            model.undo(operation, Objects.requireNonNull(undone));
        } catch (IllegalArgumentException refused) {
            assertThat(isLast && justConsolidated == step.scope())
                    .as("the last operation can be undone at once: %s", refused.getMessage())
                    .isFalse();
        }
    }

    private void compare(int scope, int view, int salt) {
        Memory memory = memory(scope);
        PlainMemory model = models.get(scope);
        switch (view) {
            case 0 -> compareEpisodes(memory, model, salt);
            case 1 -> compareSessions(memory, model);
            case 2 -> compareBlocks(memory, model);
            case 3 -> compareFacts(memory, model, salt);
            default -> compareCounts(memory, model);
        }
    }

    private static void compareEpisodes(Memory memory, PlainMemory model, int salt) {
        List<String> oldestFirst = List.copyOf(model.episodes.keySet());
        List<String> newest =
                ids(memory.recall(by(By.NEWEST, "").kinds(Kind.EPISODE).limit(ALL)));
        assertThat(newest).as("newest").containsExactlyInAnyOrderElementsOf(oldestFirst);
        assertThat(newest).as("newest").isSortedAccordingTo((one, other) -> number(other) - number(one));
        String word = OBJECTS.get(salt % OBJECTS.size());
        assertThat(ids(memory.recall(by(By.WORDS, word).kinds(Kind.EPISODE).limit(ALL))))
                .as(word)
                .containsExactlyInAnyOrderElementsOf(oldestFirst.stream()
                        .filter(id -> model.episodes.get(id).text().contains(word))
                        .toList());
        model.episodes.forEach((id, episode) -> assertThat(
                        memory.find(Episode.class, id).orElseThrow().input())
                .as(id)
                .isEqualTo(episode.text()));
    }

    private static int number(String id) {
        return Integer.parseInt(id.substring(1));
    }

    private static void compareSessions(Memory memory, PlainMemory model) {
        assertThat(memory.sessions())
                .as("sessions")
                .extracting(SessionInfo::id)
                .containsExactlyInAnyOrderElementsOf(model.sessions());
        for (SessionInfo session : memory.sessions()) {
            assertThat(session.name()).as(session.id()).isEqualTo(model.names.get(session.id()));
            assertThat(memory.session(session.id()).turns(ALL))
                    .extracting(turn -> turn.message().text())
                    .containsExactlyElementsOf(model.episodes.values().stream()
                            .filter(episode -> episode.session().equals(session.id()))
                            .map(PlainEpisode::text)
                            .toList());
        }
    }

    private static void compareBlocks(Memory memory, PlainMemory model) {
        assertThat(memory.blocks().list())
                .as("blocks")
                .extracting(Block::name)
                .containsExactlyElementsOf(model.blocks.keySet());
        assertThat(memory.blocks().list())
                .as("blocks")
                .extracting(Block::content)
                .containsExactlyElementsOf(
                        model.blocks.values().stream().map(PlainBlock::content).toList());
    }

    private void compareFacts(Memory memory, PlainMemory model, int salt) {
        OffsetDateTime world = begin.plusMinutes(salt % 45).plusSeconds(30);
        assertThat(shown(memory, FactQuery.all().validAt(world.toInstant())))
                .as("facts at %s", world)
                .isEqualTo(PlainMemory.holding(world, model.facts));
        if (!model.known.isEmpty()) {
            List<Map.Entry<OffsetDateTime, List<PlainFact>>> known = List.copyOf(model.known.entrySet());
            Map.Entry<OffsetDateTime, List<PlainFact>> then = known.get(salt / 64 % known.size());
            assertThat(shown(
                            memory,
                            FactQuery.all()
                                    .validAt(world.toInstant())
                                    .asOf(then.getKey().toInstant())))
                    .as("facts at %s as known at %s", world, then.getKey())
                    .isEqualTo(PlainMemory.holding(world, then.getValue()));
        }
    }

    private static List<String> shown(Memory memory, FactQuery query) {
        return memory.facts().list(query).stream()
                .map(SequenceRun::shown)
                .sorted()
                .toList();
    }

    private static String shown(Fact fact) {
        return fact.subject() + " " + fact.predicate() + " " + fact.object() + " since "
                + fact.validFrom().toInstant();
    }

    private void compareCounts(Memory memory, PlainMemory model) {
        assertThat(memory.archive().profile().count(Kind.EPISODE))
                .as("episodes")
                .isEqualTo(model.episodes.size());
        assertThat(memory.archive().profile().count(Kind.BLOCK)).as("blocks").isEqualTo(model.blocks.size());
        assertThat(memory.archive().profile().count(Kind.FACT))
                .as("facts")
                .isEqualTo(model.facts.stream()
                        .filter(fact -> fact.repeated(model.facts).isEmpty())
                        .count());
        try (var entries = memory.archive().exportAll()) {
            assertThat(entries.filter(entry -> entry.kind() == Kind.EPISODE))
                    .as("exported episodes")
                    .hasSize(model.episodes.size());
        }
        assertThat(space.get().bank().list().summaries())
                .as("bank")
                .extracting(Summary::text)
                .containsExactlyInAnyOrderElementsOf(bank);
    }
}
