package dev.daybook.internal.bank;

import dev.daybook.error.ModelException;
import dev.daybook.internal.consolidate.Derivation;
import dev.daybook.internal.consolidate.DerivationAttempt;
import dev.daybook.internal.consolidate.DerivationContext;
import dev.daybook.internal.consolidate.Proposal;
import dev.daybook.internal.consolidate.Proposal.Read;
import dev.daybook.internal.consolidate.RunUrgency;
import dev.daybook.internal.extract.ExtractiveGist;
import dev.daybook.internal.inference.InferenceResult;
import dev.daybook.internal.inference.ModelCaller;
import dev.daybook.internal.inference.PromptData;
import dev.daybook.internal.inference.TextForm;
import dev.daybook.internal.ledger.BankEntries;
import dev.daybook.internal.ledger.EntryLedger.Change;
import dev.daybook.internal.ledger.EntryLedger.EntryWrite;
import dev.daybook.model.EntryRef;
import dev.daybook.model.Kind;
import dev.daybook.model.Origin;
import dev.daybook.model.Provenance;
import dev.daybook.model.Scope;
import dev.daybook.model.Space;
import dev.daybook.model.Summary;
import dev.daybook.model.Summary.Level;
import dev.daybook.model.SummaryMethod;
import dev.daybook.model.Trust;
import dev.daybook.spi.GroundingPolicy.SourceMessage;
import dev.daybook.store.EntryKey;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Derives the digests of the bank: older summaries of one day, week or month folded into one. Folded summaries stay in
 * the archive. The subject of an attempt is a level and a period: {@code week/2026-W05}.
 */
final class BankDigests implements Derivation {

    static final String NAME = "digest";

    /** Four bullets in 120 words, as the prompt asks for, with room for long ones. */
    private static final int MAX_CHARACTERS = 4_000;

    private static final int MAX_TOKENS = 180;

    /** The levels of folding: summaries past the age move from one level to the next. */
    enum DigestLevel {
        TO_DAY(Level.SESSION, Level.DAY, Duration.ofDays(1)),
        TO_WEEK(Level.DAY, Level.WEEK, Duration.ofDays(7)),
        TO_MONTH(Level.WEEK, Level.MONTH, Duration.ofDays(30));

        private final Level from;
        private final Level to;
        private final Duration age;

        DigestLevel(Level from, Level to, Duration age) {
            this.from = from;
            this.to = to;
            this.age = age;
        }
    }

    private final DerivationContext derivationContext;
    private final BankEntries entries;

    BankDigests(DerivationContext derivationContext, BankEntries entries) {
        this.derivationContext = derivationContext;
        this.entries = entries;
    }

    @Override
    public String name() {
        return NAME;
    }

    /** Returns nothing: digests are made only when the bank exceeds its budget. */
    @Override
    public List<String> due(Scope shared, RunUrgency urgency) {
        return List.of();
    }

    /** Keeps no attempt: the digest itself records the summaries it covers. */
    @Override
    public boolean isOver(String subject) {
        return true;
    }

    /** Lists the digests that one level would make now. */
    List<String> subjects(Space space, DigestLevel rung) {
        return eligible(space, rung).stream()
                .map(summary -> rung.to.label() + "/" + period(rung, summary))
                .distinct()
                .toList();
    }

    /** Returns the summaries old enough for a level, in order of writing. */
    private List<Summary> eligible(Space space, DigestLevel rung) {
        OffsetDateTime cutoff = derivationContext.ledger().now().minus(rung.age);
        return entries.live(space).stream()
                .filter(summary -> summary.level() == rung.from)
                .filter(summary ->
                        summary.lastSourceAt() != null && summary.lastSourceAt().isBefore(cutoff))
                .sorted(Comparator.comparingLong(Summary::position))
                .toList();
    }

    /** Returns the period of the last source, independent of the period stored with the summary. */
    private static String period(DigestLevel rung, Summary summary) {
        return rung.to.period(Objects.requireNonNull(summary.lastSourceAt()));
    }

    @Override
    public Proposal propose(
            Scope shared, String subject, DerivationAttempt attempt, @Nullable ModelCaller modelCaller) {
        int slash = subject.indexOf('/');
        DigestLevel rung = rung(Level.of(subject.substring(0, slash)));
        String period = subject.substring(slash + 1);
        List<Summary> group = eligible(shared.space(), rung).stream()
                .filter(summary -> period(rung, summary).equals(period))
                .toList();
        if (group.isEmpty()) {
            return Proposal.nothing(0, "no summary is old enough to fold", 0);
        }
        Optional<Summary> digest = find(shared.space(), rung.to, period);
        DigestWork fold = new DigestWork(rung.to, period, group, digest.orElse(null));
        return modelCaller == null ? extracted(shared, fold) : withModel(shared, fold, modelCaller);
    }

    /** Finds the live digest of a period. */
    Optional<Summary> find(Space space, Level level, String period) {
        return entries.live(space).stream()
                .filter(summary -> summary.level() == level && period.equals(summary.period()))
                .findFirst();
    }

    private static DigestLevel rung(Level to) {
        for (DigestLevel rung : DigestLevel.values()) {
            if (rung.to == to) {
                return rung;
            }
        }
        throw new IllegalArgumentException("no level folds into " + to.label());
    }

    /**
     * Summaries to fold.
     *
     * @param earlier the present digest of the period; null: none
     */
    private record DigestWork(
            Level level,
            String period,
            List<Summary> group,
            @Nullable Summary earlier) {

        Optional<Summary> digest() {
            return Optional.ofNullable(earlier);
        }

        /** Returns the summaries with the present digest last. */
        List<Summary> sources() {
            List<Summary> sources = new ArrayList<>(group);
            digest().ifPresent(sources::add);
            return sources;
        }

        List<String> lines() {
            return sources().stream().map(BankDigests::line).toList();
        }
    }

    private static String line(Summary summary) {
        String level = summary.level() == Level.SESSION
                ? "conversation"
                : summary.level().label();
        String period = summary.period();
        return "[" + level + (period == null || period.isBlank() ? "" : ":" + period) + "] "
                + summary.text().strip();
    }

    private Proposal withModel(Scope shared, DigestWork fold, ModelCaller modelCaller) {
        InferenceResult<String> inferenceResult;
        try {
            inferenceResult = modelCaller.ask(
                    modelCaller.prompt("digest").with(PromptData.list("summaries", fold.lines())),
                    TextForm.atMost(MAX_CHARACTERS));
        } catch (ModelException failure) {
            return Proposal.failed("the model failed: " + failure.trouble().name(), 0);
        }
        return inferenceResult.fold(
                value -> derivationContext
                        .grounding()
                        .groundedPart(
                                value.get(),
                                fold.lines().stream().map(SourceMessage::text).toList())
                        .map(text -> done(shared, fold, text, SummaryMethod.MODEL, modelCaller.model(), value.tokens()))
                        .orElseGet(
                                () -> Proposal.failed("the answer is not grounded in the summaries", value.tokens())),
                failed -> Proposal.failed("the model failed: " + failed.reason(), failed.tokens()));
    }

    /** Without a model a digest must be shorter than the text it covers. */
    private Proposal extracted(Scope shared, DigestWork fold) {
        List<String> texts = fold.sources().stream().map(Summary::text).toList();
        String text = ExtractiveGist.digest(texts, MAX_TOKENS, derivationContext.counter())
                .text();
        int whole = fold.sources().stream().mapToInt(Summary::tokens).sum();
        if (text.isBlank() || derivationContext.counter().count(text) >= whole) {
            return Proposal.nothing(0, "no language model, and an extract would not be shorter", 0);
        }
        return done(shared, fold, text, SummaryMethod.EXTRACTIVE, "extract", 0);
    }

    private Proposal done(
            Scope shared, DigestWork fold, String text, SummaryMethod method, String writer, long tokens) {
        List<Read> read = fold.sources().stream()
                .map(summary -> new Read(ref(shared, summary), summary.revision()))
                .toList();
        String id = fold.digest()
                .map(Summary::id)
                .orElseGet(() -> derivationContext.ids().next(Kind.SUMMARY));
        Origin origin = new Origin(Origin.Source.DERIVATION, writer);
        return Proposal.done(
                0,
                read,
                change -> post(change, shared, fold, digest(shared, fold, id, text, method, origin)),
                fold.group().size() + " summaries",
                tokens);
    }

    /** Writes one batch with the digest and the folded sources, so that no crash leaves both live or neither. */
    private void post(Change change, Scope shared, DigestWork fold, Summary digest) {
        change.put(EntryWrite.of(
                digest,
                derivationContext
                        .ledger()
                        .present(shared, new EntryKey(Kind.SUMMARY, digest.id()))
                        .orElse(null)));
        for (Summary source : fold.group()) {
            Summary folded =
                    source.in(Summary.State.FOLDED, derivationContext.ledger().now());
            change.put(EntryWrite.of(
                    folded,
                    derivationContext
                            .ledger()
                            .present(shared, new EntryKey(Kind.SUMMARY, source.id()))
                            .orElse(null)));
        }
    }

    private Summary digest(Scope shared, DigestWork fold, String id, String text, SummaryMethod method, Origin origin) {
        OffsetDateTime now = derivationContext.ledger().now();
        List<EntryRef> covers =
                new ArrayList<>(fold.digest().map(Summary::covers).orElse(List.of()));
        fold.group().forEach(summary -> covers.add(ref(shared, summary)));
        return new Summary(
                id,
                fold.level(),
                null,
                fold.period(),
                text,
                derivationContext.counter().count(text),
                fold.sources().stream().mapToInt(Summary::sourceCount).sum(),
                0,
                fold.sources().stream()
                        .flatMap(summary -> Optional.ofNullable(summary.lastSourceAt()).stream())
                        .max(Comparator.comparing(OffsetDateTime::toInstant))
                        .orElse(now),
                covers,
                Summary.State.LIVE,
                method,
                fold.digest().map(Summary::createdAt).orElse(now),
                now,
                Provenance.unwritten(
                        origin, fold.sources().stream().map(Summary::trust).reduce(Trust.SYSTEM, Trust::least)));
    }

    private static EntryRef ref(Scope shared, Summary summary) {
        return new EntryRef(shared, Kind.SUMMARY, summary.id());
    }
}
