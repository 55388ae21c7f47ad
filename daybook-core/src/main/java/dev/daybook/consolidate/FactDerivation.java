package dev.daybook.consolidate;

import dev.daybook.ask.Answer;
import dev.daybook.ask.Asker;
import dev.daybook.ask.Forms;
import dev.daybook.ask.FoundFact;
import dev.daybook.codec.EntryCodec;
import dev.daybook.consolidate.Proposal.Read;
import dev.daybook.data.Episode;
import dev.daybook.data.Fact;
import dev.daybook.data.FactQuery;
import dev.daybook.data.Kind;
import dev.daybook.data.Method;
import dev.daybook.data.ModelException;
import dev.daybook.data.NewFact;
import dev.daybook.data.Origin;
import dev.daybook.data.Ref;
import dev.daybook.data.Scope;
import dev.daybook.extract.StatedFact;
import dev.daybook.remember.Ledger;
import dev.daybook.spi.DataBlock;
import dev.daybook.spi.Key;
import dev.daybook.spi.Row;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Facts of episodes. Each episode is read once, in order of writing, and again when it was overwritten; one that the model
 * fails on does not hold up the others: it gets an attempt of its own, and until the model answers, what the patterns find.
 */
final class FactDerivation implements Derivation {

    private static final String NAME = "facts";

    /** The subject that stands for all episodes after the watermark; the others are ids of episodes that failed. */
    private static final String ALL = "";

    /** With a model each episode is a call, and its result worth writing at once; patterns take no time. */
    private static final int EPISODES_WITHOUT_MODEL = 200;

    /** Of these a subject has one at a time. What is not in the list may have many: nothing is closed by mistake. */
    private static final Set<String> SINGLE_VALUED = Set.of(
            "name_is",
            "named",
            "name",
            "is_named",
            "lives_in",
            "lives_at",
            "home",
            "resides_in",
            "works_as",
            "works_at",
            "works_for",
            "job",
            "occupation",
            "employer",
            "age",
            "is_aged",
            "born_on",
            "birthday",
            "email",
            "phone",
            "timezone",
            "married_to",
            "spouse");

    private final Means means;
    private final Changes changes;

    FactDerivation(Means means) {
        this.means = means;
        this.changes = new Changes(means.store());
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
        Map<String, Attempt> attempts = means.attempts().all(scope, NAME);
        attempts.forEach((subject, attempt) -> {
            if (!subject.equals(ALL)
                    && (demanded || !attempt.mustWait(means.ledger().now().toInstant()))) {
                due.add(subject);
            }
        });
        long watermark = attempts.getOrDefault(ALL, Attempt.NONE).watermark();
        if (!changes.since(scope, watermark, 1).isEmpty()) {
            due.add(ALL);
        }
        return due;
    }

    @Override
    public Proposal propose(Scope scope, String subject, Attempt attempt) {
        return subject.equals(ALL) ? proposeNext(scope, attempt) : proposeAgain(scope, subject);
    }

    private Proposal proposeNext(Scope scope, Attempt attempt) {
        int limit = means.asker().isPresent() ? 1 : EPISODES_WITHOUT_MODEL;
        List<Row> rows = changes.since(scope, attempt.watermark(), limit);
        if (rows.isEmpty()) {
            return Proposal.nothing(attempt.watermark(), "no new episode", 0);
        }
        long watermark = rows.get(rows.size() - 1).contentRevision();
        List<Reading> readings = read(scope, rows.stream().map(Row::key).toList()).stream()
                .map(episode -> reading(scope, episode))
                .toList();
        return proposal(scope, readings, watermark, true);
    }

    /** The sources are the same as at the first attempt, so the answer is what it would have been then. */
    private Proposal proposeAgain(Scope scope, String id) {
        List<Episode> episodes = read(scope, List.of(new Key(Kind.EPISODE, id)));
        if (episodes.isEmpty()) {
            return Proposal.nothing(0, "the episode is gone", 0);
        }
        return proposal(scope, List.of(reading(scope, episodes.get(0))), 0, false);
    }

    private List<Episode> read(Scope scope, List<Key> keys) {
        return means.store().get(scope, keys).stream()
                .map(stored -> (Episode) EntryCodec.decode(stored))
                .toList();
    }

    /** What was found in an episode; the failure is null if the model answered or there is none. */
    private record Reading(Episode episode, List<NewFact> facts, Optional<String> failure, long tokens) {}

    private Reading reading(Scope scope, Episode episode) {
        Ref source = new Ref(scope, Kind.EPISODE, episode.id());
        if (means.asker().isEmpty()) {
            return new Reading(episode, stated(episode, source), Optional.empty(), 0);
        }
        if (episode.messages().stream().allMatch(message -> message.text().isBlank())) {
            return new Reading(episode, List.of(), Optional.empty(), 0);
        }
        Answer<List<FoundFact>> answer;
        try {
            answer = ask(means.asker().get(), episode);
        } catch (ModelException failure) {
            return new Reading(
                    episode,
                    stated(episode, source),
                    Optional.of(failure.trouble().name()),
                    0);
        }
        return answer.match(
                value -> new Reading(episode, found(episode, source, value.get()), Optional.empty(), value.tokens()),
                failed -> new Reading(episode, stated(episode, source), Optional.of(failed.reason()), failed.tokens()));
    }

    private static Answer<List<FoundFact>> ask(Asker asker, Episode episode) {
        return asker.ask(
                asker.prompt(NAME)
                        .with(DataBlock.text(
                                "episode_time", episode.occurredAt().toString()))
                        .with(DataBlock.text("user_said", episode.input()))
                        .with(DataBlock.text("assistant_said", episode.output())),
                Forms.FACTS);
    }

    private List<NewFact> found(Episode episode, Ref source, List<FoundFact> facts) {
        List<String> sources = new ArrayList<>();
        episode.messages().forEach(message -> {
            sources.add(message.text());
            sources.add(message.speaker());
        });
        sources.add(episode.occurredAt().toString());
        String writer = means.asker().map(Asker::model).orElse(null);
        return facts.stream()
                .filter(fact -> means.grounding().check(fact.object(), sources).holds())
                .map(fact -> fact(
                                episode,
                                source,
                                fact.subject(),
                                fact.predicate(),
                                fact.object(),
                                isSingleValued(fact.predicate()))
                        .withConfidence(fact.confidence())
                        .by(Method.MODEL)
                        .withOrigin(new Origin(Origin.Source.DERIVATION, writer)))
                .toList();
    }

    private static List<NewFact> stated(Episode episode, Ref source) {
        return StatedFact.of(episode.messages()).stream()
                .map(fact -> fact(
                                episode,
                                source,
                                fact.subject(),
                                fact.predicate().label(),
                                fact.object(),
                                fact.predicate().isSingleValued())
                        .by(Method.EXTRACTIVE)
                        .withOrigin(new Origin(Origin.Source.DERIVATION, "patterns")))
                .toList();
    }

    private static NewFact fact(
            Episode episode, Ref source, String subject, String predicate, String object, boolean single) {
        NewFact fact = NewFact.of(subject, predicate, object)
                .validFrom(episode.occurredAt())
                .from(List.of(source))
                .withTrust(episode.trust());
        return single ? fact : fact.manyValued();
    }

    private static boolean isSingleValued(String predicate) {
        return SINGLE_VALUED.contains(predicate.strip().toLowerCase(Locale.ROOT).replace(' ', '_'));
    }

    /** @param first whether the episodes are read for the first time, so that failures need attempts of their own */
    private Proposal proposal(Scope scope, List<Reading> readings, long watermark, boolean first) {
        List<Read> read = readings.stream()
                .map(reading -> new Read(
                        new Ref(scope, Kind.EPISODE, reading.episode().id()),
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

    /** What was found before in the same episode and is not found again goes; what is found again stays as it is. */
    private void write(Scope scope, List<Reading> readings, Ledger.Change change) {
        List<NewFact> added = new ArrayList<>();
        Set<String> withdrawn = new HashSet<>();
        List<Fact> present = means.facts().list(scope, FactQuery.all());
        for (Reading reading : readings) {
            Ref source = new Ref(scope, Kind.EPISODE, reading.episode().id());
            List<Fact> before = present.stream()
                    .filter(fact ->
                            fact.method() != Method.GIVEN && fact.sources().equals(List.of(source)))
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
        means.facts().post(change, scope, added, withdrawn);
    }

    private static boolean isSame(NewFact found, Fact fact) {
        return found.subject().equals(fact.subject())
                && found.predicate().equals(fact.predicate())
                && found.object().equals(fact.object())
                && found.confidence() == fact.confidence()
                && found.method() == fact.method()
                && fact.validFrom().equals(found.validFrom());
    }
}
