package dev.daybook.internal.ledger;

import dev.daybook.internal.codec.EntryCodec;
import dev.daybook.internal.expiry.EntryEnd;
import dev.daybook.internal.heap.ReadBudget;
import dev.daybook.internal.quarantine.QuarantineStates;
import dev.daybook.internal.settings.AccessRules;
import dev.daybook.internal.settings.ProtectedOperation;
import dev.daybook.internal.settings.WritePolicy;
import dev.daybook.model.EntryRef;
import dev.daybook.model.Episode;
import dev.daybook.model.Fact;
import dev.daybook.model.Kind;
import dev.daybook.model.NewFact;
import dev.daybook.model.Origin;
import dev.daybook.model.Provenance;
import dev.daybook.model.Scope;
import dev.daybook.model.Statement;
import dev.daybook.outcome.FactAssessment.Effect;
import dev.daybook.outcome.Receipt;
import dev.daybook.outcome.RejectedStatement;
import dev.daybook.query.FactQuery;
import dev.daybook.query.VersionCondition;
import dev.daybook.spi.Embedder;
import dev.daybook.spi.IdGenerator;
import dev.daybook.store.CommitResult;
import dev.daybook.store.EntryKey;
import dev.daybook.store.EntryPut;
import dev.daybook.store.EntryScan;
import dev.daybook.store.Store;
import dev.daybook.store.StoredEntry;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Reads and asserts facts. The {@link FactTimeline} of a scope decides which facts an assertion ends. Thread-safe. */
public final class FactLedger {

    private static final String UNWRITTEN = "unwritten";

    private final EntryLedger ledger;
    private final IdGenerator ids;
    private final Store store;
    private final WriteReceipts receipts;

    public FactLedger(EntryLedger ledger, IdGenerator ids, Store store, @Nullable Embedder embedder) {
        this.ledger = ledger;
        this.ids = ids;
        this.store = store;
        this.receipts = new WriteReceipts(store, embedder);
    }

    /**
     * Asserts facts in order, in one batch; the receipts have the same order.
     *
     * @param condition the condition on the present version of each
     */
    public List<Receipt> write(Scope scope, List<NewFact> facts, WritePolicy policy, VersionCondition condition) {
        if (facts.isEmpty()) {
            return List.of();
        }
        List<NewFact> screened = IntStream.range(0, facts.size())
                .mapToObj(i -> policy.screened("facts[" + i + "]", facts.get(i)))
                .toList();
        var committed = ledger.change(scope, "assert", change -> {
            FactTimeline line = line(scope);
            screened.forEach(fact -> require(condition, fact.id(), line));
            return draft(change, scope, line, screened, policy);
        });
        Map<String, CommitResult.Placed> placed = new HashMap<>();
        committed.placed().forEach(place -> placed.put(place.key().id(), place));
        return committed.answer().drafts().stream()
                .map(draft -> receipt(draft, placed, committed.answer().line()))
                .toList();
    }

    private static void require(VersionCondition condition, @Nullable String id, FactTimeline line) {
        if (id != null) {
            long version = line.isShown(id) ? line.get(id).orElseThrow().revision() : 0;
            condition.require("fact '" + id + "'", version);
        }
    }

    /**
     * Ends a fact without a successor.
     *
     * @param at the end of its validity; null: now
     * @return the fact as it is now, or empty if there is none of this id
     */
    public Optional<Fact> end(Scope scope, String id, @Nullable OffsetDateTime at, AccessRules rules) {
        ledger.change(scope, "end", change -> {
            FactTimeline line = line(scope);
            OffsetDateTime now = ledger.now();
            line.get(id).filter(fact -> line.isShown(id)).ifPresent(fact -> {
                rules.requireTrust(ProtectedOperation.END_FACTS, Stream.of(fact));
                line.end(fact, at == null ? now : at, now);
            });
            line.changed().forEach(change::put);
            return id;
        });
        return find(scope, id);
    }

    /**
     * Asserts facts as part of a change and withdraws others; facts ended by a withdrawn one are valid again.
     *
     * @param decide decides on all facts of the scope as they were stated, also repetitions, which no list shows
     */
    public void replace(EntryLedger.Change change, Scope scope, Function<List<Fact>, Replacement> decide) {
        FactTimeline line = line(scope);
        Replacement replacement = decide.apply(line.statements());
        line.withdraw(replacement.withdrawn(), ledger.now());
        replacement.kept().forEach((id, again) -> line.put(asFound(line.statement(id), again), ledger.now()));
        draft(change, scope, line, replacement.asserted(), WritePolicy.DERIVED);
    }

    /**
     * Returns a statement with the trust and the end that its sources have now. An end that is of no version of a source is
     * the fact's own, and stays.
     */
    private FactStatement asFound(FactStatement statement, NewFact again) {
        Fact fact = statement.fact();
        Instant before = fact.expiresAt();
        boolean isOfSource = before != null
                && fact.ownSources().stream()
                        .flatMap(source ->
                                ledger.versions(source.scope(), new EntryKey(source.kind(), source.id())).stream())
                        .anyMatch(version -> before.equals(EntryCodec.expiresAt(version.body())));
        Provenance now = fact.provenance()
                .by(fact.origin(), WritePolicy.DERIVED.trust(again.trust(), fact.origin()))
                .expiring(isOfSource ? null : before);
        return statement.from(now.expiring(ledger.end(fact.withProvenance(now))));
    }

    /**
     * @param withdrawn the ids of facts to remove from every list; their versions stay
     * @param kept the facts that were found again by the ids of those that stay, which get their trust and the end of
     *     their sources
     */
    public record Replacement(List<NewFact> asserted, Set<String> withdrawn, Map<String, NewFact> kept) {}

    /**
     * Puts facts back as they were stated in earlier versions, as part of a change. The facts asserted since keep their
     * place, and the periods of all are computed anew.
     *
     * @param earlier the writes of the earlier versions; those of a fact to withdraw have the status
     *     {@link EntryLedger#WITHDRAWN}
     */
    public void restore(EntryLedger.Change change, Scope scope, List<EntryLedger.EntryWrite> earlier) {
        FactTimeline line = line(scope);
        line.restore(earlier);
        line.changed().forEach(change::put);
    }

    /**
     * Adds facts of an export as part of a change, and computes the periods anew.
     *
     * @return the ids of the given facts that do not change
     */
    public Set<String> addAll(EntryLedger.Change change, Scope scope, List<Fact> exported) {
        FactTimeline line = line(scope);
        line.addAll(exported);
        Set<String> unchanged = exported.stream().map(Fact::id).collect(Collectors.toCollection(HashSet::new));
        line.changed().forEach(write -> {
            change.put(write);
            unchanged.remove(write.entry().id());
        });
        return unchanged;
    }

    /**
     * A fact with the sentence that states it.
     *
     * @param sentence a sentence of a text, or the fact in words
     */
    public record QuotedFact(String sentence, NewFact fact) {}

    /**
     * Returns what facts would do if they were written together, under new ids. Writes nothing. Reads the facts of the
     * scope once, and holds only those on the lines of the given ones.
     *
     * @param unwritten the episode that they are taken from, which has no id of the scope yet; null: none
     * @param shown receives each shown fact of the scope
     */
    public List<Effect> assess(
            Scope scope, List<QuotedFact> said, @Nullable Episode unwritten, WritePolicy policy, Consumer<Fact> shown) {
        said.forEach(each -> checkSources(scope, each.fact()));
        Set<FactRelation.Line> lines = said.stream()
                .map(each -> FactRelation.of(complete(each.fact().id(null), () -> UNWRITTEN, policy))
                        .line())
                .collect(Collectors.toSet());
        FactTimeline line = line(scope, lines, unwritten, shown);
        List<Fact> drafts = new ArrayList<>();
        for (QuotedFact each : said) {
            Fact draft = complete(each.fact().id(null), () -> freshId(line, Set.of()), policy);
            line.add(each.fact(), draft);
            drafts.add(draft);
        }
        FactEffects effects = new FactEffects(line);
        return IntStream.range(0, drafts.size())
                .mapToObj(i -> effects.of(stated(said.get(i), drafts.get(i), unwritten), drafts.get(i)))
                .flatMap(List::stream)
                .toList();
    }

    private FactTimeline line(
            Scope scope, Set<FactRelation.Line> lines, @Nullable Episode unwritten, Consumer<Fact> shown) {
        List<FactTimeline.StoredFact> met = new ArrayList<>();
        ledger.stream(scope, EntryScan.of(Kind.FACT)).forEach(stored -> {
            Fact fact = decode(stored);
            if (lines.contains(FactRelation.of(fact).line())) {
                ReadBudget.takeEntry(stored.body().size());
                met.add(new FactTimeline.StoredFact(fact, stored.status(), stored));
            }
            if (isShown(stored)) {
                shown.accept(fact);
            }
        });
        SourceOrder order = new SourceOrder(store, scope);
        return new FactTimeline(unwritten == null ? order : order.with(unwritten), met);
    }

    /** Returns a fact as it would be stated: with its start and its trust, and without an episode that is not written. */
    private static QuotedFact stated(QuotedFact said, Fact draft, @Nullable Episode unwritten) {
        NewFact fact = said.fact().id(null).validFrom(draft.validFrom()).trust(draft.trust());
        return new QuotedFact(said.sentence(), unwritten == null ? fact : fact.sources(List.of()));
    }

    private FactDrafts draft(
            EntryLedger.Change change, Scope scope, FactTimeline line, List<NewFact> facts, WritePolicy policy) {
        Set<String> given = distinctIds(facts);
        facts.forEach(fact -> checkSources(scope, fact));
        checkQuarantine(scope, facts, policy);
        Supplier<String> freshIds = () -> freshId(line, given);
        List<Fact> drafts = facts.stream()
                .map(fact -> {
                    Fact draft = endingAsBefore(complete(fact, freshIds, policy), line);
                    line.replacedBy(fact, draft).ifPresent(replaced -> {
                        policy.rules().requireReplaceable(replaced);
                        policy.rules().requireEnd(replaced, () -> ledger.end(draft));
                    });
                    line.add(fact, draft);
                    return draft;
                })
                .toList();
        line.changed().forEach(change::put);
        return new FactDrafts(drafts, line);
    }

    /** A new version without an end keeps the end of the fact. */
    private static Fact endingAsBefore(Fact draft, FactTimeline line) {
        Instant end = draft.expiresAt() != null
                ? draft.expiresAt()
                : line.get(draft.id()).map(Fact::expiresAt).orElse(null);
        return draft.withProvenance(draft.provenance().expiring(end));
    }

    private record FactDrafts(List<Fact> drafts, FactTimeline line) {}

    private Receipt receipt(Fact draft, Map<String, CommitResult.Placed> placed, FactTimeline line) {
        CommitResult.Placed place = placed.get(draft.id());
        if (place != null) {
            return receipts.of(draft.id(), place.position(), place.revision());
        }
        Fact present = line.get(draft.id()).orElse(draft);
        return receipts.of(draft.id(), present.position(), present.revision());
    }

    public Optional<Fact> find(Scope scope, String id) {
        EntryKey key = new EntryKey(Kind.FACT, id);
        return Optional.ofNullable(ledger.present(scope, List.of(key)).get(key))
                .filter(FactLedger::isShown)
                .map(FactLedger::decode);
    }

    private static boolean isShown(StoredEntry stored) {
        return stored.status().equals(EntryPut.LIVE);
    }

    /** Lists the facts of a query, learned last first. */
    public List<Fact> list(Scope scope, FactQuery query) {
        if (query.limit() <= 0) {
            return List.of();
        }
        Instant asOf = query.asOf();
        EntryScan.Versions versions = asOf == null ? EntryScan.Versions.CURRENT : EntryScan.Versions.asOf(asOf);
        List<Fact> found = new ArrayList<>();
        ledger.stream(scope, EntryScan.of(Kind.FACT).versions(versions))
                .filter(FactLedger::isShown)
                .forEach(stored -> {
                    Fact fact = decode(stored);
                    if (query.matches(fact)) {
                        ReadBudget.takeEntry(stored.body().size());
                        found.add(fact);
                    }
                });
        return found.stream().sorted(NEWEST_FIRST).limit(query.limit()).toList();
    }

    /** Lists the statements of model answers that became no fact, the newest first. */
    public List<RejectedStatement> rejected(Scope scope) {
        return RejectedStatements.list(store, scope);
    }

    /** Learned last first; facts of one time in the order of writing. */
    public static final Comparator<Fact> NEWEST_FIRST = Comparator.comparing(
                    (Fact fact) -> fact.recordedAt().toInstant(), Comparator.reverseOrder())
            .thenComparingLong(Fact::position);

    /** Learned first first. Not {@link #NEWEST_FIRST} reversed, which would also reverse facts of one time. */
    public static final Comparator<Fact> OLDEST_FIRST =
            Comparator.comparing((Fact fact) -> fact.recordedAt().toInstant()).thenComparingLong(Fact::position);

    /** Lists all versions, oldest first. */
    public List<Fact> history(Scope scope, String id) {
        return ledger.versions(scope, new EntryKey(Kind.FACT, id)).stream()
                .map(FactLedger::decode)
                .toList();
    }

    /**
     * Returns the facts that an erasure of others changes, as they are without the others.
     *
     * @param current the current versions of the facts of a scope, including the erased ones
     * @param erased the ids of the erased facts
     */
    public static List<EntryLedger.EntryWrite> without(
            Collection<StoredEntry> current, Set<String> erased, Comparator<Fact> order) {
        return line(current.stream(), order).without(erased);
    }

    /**
     * Returns facts for an export, see {@link FactTimeline#exported}.
     *
     * @param ended the ids of facts that have ended and are left out: what they had ended holds again, because nothing
     *     erases them where the export is read
     */
    public static List<Fact> exported(Stream<StoredEntry> current, Comparator<Fact> order, Set<String> ended) {
        FactTimeline line = line(current, order);
        line.without(ended);
        return line.exported();
    }

    private FactTimeline line(Scope scope) {
        return line(ledger.stream(scope, EntryScan.of(Kind.FACT)), new SourceOrder(store, scope));
    }

    private static FactTimeline line(Stream<StoredEntry> current, Comparator<Fact> order) {
        return new FactTimeline(
                order,
                current.map(stored -> new FactTimeline.StoredFact(decode(stored), stored.status(), stored))
                        .toList());
    }

    /** Returns an id used neither in the scope nor in the batch. */
    private String freshId(FactTimeline line, Set<String> given) {
        String id = ids.next(Kind.FACT);
        while (line.isTaken(id) || given.contains(id)) {
            id = ids.next(Kind.FACT);
        }
        return id;
    }

    private Fact complete(NewFact given, Supplier<String> freshIds, WritePolicy policy) {
        OffsetDateTime now = ledger.now();
        OffsetDateTime from = given.validFrom() == null ? now : given.validFrom();
        OffsetDateTime until = given.validUntil();
        if (until != null && until.isBefore(from)) {
            throw new IllegalArgumentException("validUntil is " + until + ", before validFrom " + from
                    + " (now, because none was given); give a validFrom before it");
        }
        EntryEnd.requireAhead(given.expiresAt(), now.toInstant());
        Origin origin = given.origin() == null ? Origin.USER : given.origin();
        return new Fact(
                given.id() == null ? freshIds.get() : given.id(),
                given.subject(),
                given.predicate(),
                given.object(),
                given.confidence(),
                from,
                until,
                null,
                given.recordedAt() == null ? now : given.recordedAt(),
                given.sources(),
                given.method(),
                Provenance.unwritten(policy.origin(origin), policy.trust(given.trust(), origin))
                        .expiring(given.expiresAt()),
                given.statement(),
                null);
    }

    private static void checkSources(Scope scope, NewFact fact) {
        Statement statement = fact.statement();
        if (statement != null && !statement.equals(statement.within(fact.sources()))) {
            throw new IllegalArgumentException("the statement of a fact refers to a message of an episode that is not"
                    + " among the sources of the fact; add the episode to its sources");
        }
        for (EntryRef source : fact.sources()) {
            if (!EntryCitations.isWithin(scope, source)) {
                throw new IllegalArgumentException("source '" + source.id() + "' of the fact is in "
                        + source.scope().code() + ", the fact in " + scope.code()
                        + "; a fact cites only entries of its own scope");
            }
        }
    }

    /** A release leaves a fact that was written since. */
    private void checkQuarantine(Scope scope, List<NewFact> facts, WritePolicy policy) {
        List<NewFact> named = facts.stream().filter(fact -> fact.id() != null).toList();
        if (named.isEmpty() || QuarantineStates.isEmpty(store, scope)) {
            return;
        }
        for (NewFact fact : named) {
            Origin origin = fact.origin() == null ? Origin.USER : fact.origin();
            EntryKey key = new EntryKey(Kind.FACT, Objects.requireNonNull(fact.id()));
            QuarantineStates.requireFree(store, scope, key, policy.trust(fact.trust(), origin));
        }
    }

    /** Returns the ids that a batch gives. */
    private static Set<String> distinctIds(List<NewFact> facts) {
        Set<String> seen = new HashSet<>();
        for (NewFact fact : facts) {
            String id = fact.id();
            if (id != null && !seen.add(id)) {
                throw new IllegalArgumentException(
                        "fact id '" + id + "' occurs twice in one batch; write them one after the other");
            }
        }
        return seen;
    }

    private static Fact decode(StoredEntry stored) {
        return (Fact) EntryCodec.decode(stored);
    }
}
