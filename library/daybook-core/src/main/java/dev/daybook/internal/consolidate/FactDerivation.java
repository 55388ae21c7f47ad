package dev.daybook.internal.consolidate;

import dev.daybook.internal.codec.DamageTolerantReader;
import dev.daybook.internal.codec.EntryCodec;
import dev.daybook.internal.consolidate.FactExtractor.Reading;
import dev.daybook.internal.consolidate.Proposal.Read;
import dev.daybook.internal.inference.ModelCaller;
import dev.daybook.internal.ledger.DerivedStates;
import dev.daybook.internal.ledger.EntryLedger;
import dev.daybook.model.EntryRef;
import dev.daybook.model.Episode;
import dev.daybook.model.Fact;
import dev.daybook.model.Kind;
import dev.daybook.model.NewFact;
import dev.daybook.model.Scope;
import dev.daybook.model.SummaryMethod;
import dev.daybook.store.EntryKey;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Derives facts from episodes. Each episode is read once, in order of writing, and again after a change. An episode
 * that the model fails on does not block the others: it gets an attempt of its own, and facts found by patterns serve
 * until the model answers.
 */
public final class FactDerivation implements Derivation {

    static final String NAME = DerivedStates.FACTS;

    /** The subject of all episodes after the watermark; other subjects are ids of failed episodes. */
    private static final String ALL = "";

    /** With a model each episode is a call and its result is written at once; patterns take no time. */
    private static final int EPISODES_WITHOUT_MODEL = 200;

    private final DerivationContext derivationContext;
    private final ChangedEpisodes changedEpisodes;
    private final FactExtractor reader;
    private final AwaitedAnswers awaitedAnswers;

    public FactDerivation(DerivationContext derivationContext) {
        this.derivationContext = derivationContext;
        this.reader = new FactExtractor(derivationContext.grounding());
        this.changedEpisodes = new ChangedEpisodes(derivationContext);
        this.awaitedAnswers = new AwaitedAnswers(derivationContext);
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public boolean isOver(String subject) {
        return !subject.equals(ALL);
    }

    @Override
    public List<String> due(Scope scope, boolean demanded) {
        List<String> due = new ArrayList<>();
        Map<String, DerivationAttempt> attempts = derivationContext.attempts().all(scope, NAME);
        attempts.forEach((subject, attempt) -> {
            if (!subject.equals(ALL)
                    && (demanded
                            || !attempt.mustWait(
                                    derivationContext.ledger().now().toInstant()))) {
                due.add(subject);
            }
        });
        long watermark = attempts.getOrDefault(ALL, DerivationAttempt.NONE).watermark();
        List<ChangedEpisodes.Changed> next = changedEpisodes.since(scope, watermark, 1);
        if (!next.isEmpty()
                && (demanded || awaitedAnswers.until(scope, next.get(0).key()).isEmpty())) {
            due.add(ALL);
        }
        return due;
    }

    @Override
    public long calls(Scope scope) {
        long watermark = derivationContext.attempts().find(scope, NAME, ALL).watermark();
        return changedEpisodes.since(scope, watermark, Integer.MAX_VALUE).size();
    }

    @Override
    public Optional<Instant> awaited(Scope scope) {
        long watermark = derivationContext.attempts().find(scope, NAME, ALL).watermark();
        return changedEpisodes.since(scope, watermark, 1).stream()
                .flatMap(next -> awaitedAnswers.until(scope, next.key()).stream())
                .findFirst();
    }

    @Override
    public Proposal propose(Scope scope, String subject, DerivationAttempt attempt, @Nullable ModelCaller modelCaller) {
        return subject.equals(ALL)
                ? proposeNext(scope, attempt, modelCaller)
                : proposeAgain(scope, subject, modelCaller);
    }

    private Proposal proposeNext(Scope scope, DerivationAttempt attempt, @Nullable ModelCaller modelCaller) {
        int limit = modelCaller != null ? 1 : EPISODES_WITHOUT_MODEL;
        List<ChangedEpisodes.Changed> changed = changedEpisodes.since(scope, attempt.watermark(), limit);
        if (changed.isEmpty()) {
            return Proposal.nothing(attempt.watermark(), "no new episode", 0);
        }
        long watermark = changed.get(changed.size() - 1).revision();
        List<Reading> readings = read(
                        scope,
                        changed.stream().map(ChangedEpisodes.Changed::key).toList())
                .stream()
                .map(episode -> reader.read(scope, episode, modelCaller))
                .toList();
        return proposal(scope, readings, watermark, true);
    }

    /** Uses the sources of the first attempt, so the answer is independent of the failure. */
    private Proposal proposeAgain(Scope scope, String id, @Nullable ModelCaller modelCaller) {
        List<Episode> episodes = read(scope, List.of(new EntryKey(Kind.EPISODE, id)));
        if (episodes.isEmpty()) {
            return Proposal.nothing(0, "the episode is gone", 0);
        }
        return proposal(scope, List.of(reader.read(scope, episodes.get(0), modelCaller)), 0, false);
    }

    /** Sorts by writing: of two facts with the same start the later one is valid. */
    private List<Episode> read(Scope scope, List<EntryKey> keys) {
        return DamageTolerantReader.get(derivationContext.store(), scope, keys, (key, damage) -> {}).stream()
                .map(stored -> (Episode) EntryCodec.decode(stored))
                .sorted(Comparator.comparingLong(Episode::revision))
                .toList();
    }

    /** @param first whether the episodes are read for the first time, so that failures get attempts of their own */
    private Proposal proposal(Scope scope, List<Reading> readings, long watermark, boolean first) {
        List<Read> read = readings.stream()
                .map(reading -> new Read(
                        new EntryRef(scope, Kind.EPISODE, reading.episode().id()),
                        reading.episode().revision()))
                .toList();
        List<Reading> failed = readings.stream()
                .filter(reading -> reading.failure().isPresent())
                .toList();
        long tokens = readings.stream().mapToLong(Reading::tokens).sum();
        int found =
                readings.stream().mapToInt(reading -> reading.facts().size()).sum();
        String detail = readings.size() + (readings.size() == 1 ? " episode, " : " episodes, ") + found + " facts"
                + failed.stream()
                        .findFirst()
                        .flatMap(Reading::failure)
                        .map(reason -> "; the model failed: " + reason)
                        .orElse("");
        if (failed.isEmpty()) {
            return Proposal.done(watermark, read, change -> write(scope, readings, change), detail, tokens);
        }
        Proposal fallback =
                Proposal.fallback(watermark, read, change -> write(scope, readings, change), detail, tokens);
        return first
                ? fallback.retriedAs(
                        failed.stream().map(reading -> reading.episode().id()).toList())
                : fallback;
    }

    /** Replaces the facts found earlier in the same episode. Facts found again stay unchanged. */
    private void write(Scope scope, List<Reading> readings, EntryLedger.Change change) {
        List<NewFact> added = new ArrayList<>();
        Set<String> withdrawn = new HashSet<>();
        List<Fact> present = derivationContext.facts().statements(scope);
        for (Reading reading : readings) {
            EntryRef source =
                    new EntryRef(scope, Kind.EPISODE, reading.episode().id());
            List<Fact> before = present.stream()
                    .filter(fact -> fact.method() != SummaryMethod.GIVEN
                            && fact.sources().equals(List.of(source)))
                    .toList();
            for (Fact fact : before) {
                if (reading.facts().stream().noneMatch(again -> isSame(again, fact))) {
                    withdrawn.add(fact.id());
                }
            }
            reading.facts().stream()
                    .filter(fact -> before.stream().noneMatch(there -> isSame(fact, there)))
                    .forEach(added::add);
        }
        derivationContext.facts().post(change, scope, added, withdrawn);
    }

    private static boolean isSame(NewFact found, Fact fact) {
        return found.subject().equals(fact.subject())
                && found.predicate().equals(fact.predicate())
                && found.object().equals(fact.object())
                && found.confidence() == fact.confidence()
                && found.method() == fact.method()
                && fact.validFrom().equals(found.validFrom())
                && isSameEnd(found.validUntil(), fact);
    }

    /** A user may have ended the fact since, but an ending of another fact is never what a fact without an end says. */
    private static boolean isSameEnd(@Nullable OffsetDateTime found, Fact fact) {
        return found == null ? !fact.validFrom().equals(fact.validUntil()) : found.equals(fact.validUntil());
    }
}
