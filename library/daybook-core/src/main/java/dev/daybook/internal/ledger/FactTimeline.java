package dev.daybook.internal.ledger;

import dev.daybook.internal.ledger.EntryLedger.EntryWrite;
import dev.daybook.model.Fact;
import dev.daybook.model.NewFact;
import dev.daybook.store.EntryPut;
import dev.daybook.store.StoredEntry;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The statements of a scope in lines, one for each subject and relation. A change adds or removes statements, and then
 * the periods of each touched line are computed anew by {@link FactPeriods}. Nothing is repaired.
 */
final class FactTimeline {

    private final Comparator<Fact> order;

    /** The stored facts before any change, withdrawn ones included. */
    private final Map<String, StoredFact> stored = new LinkedHashMap<>();

    private final Map<String, FactStatement> statements = new LinkedHashMap<>();
    private final Map<FactRelation.Line, Set<String>> lines = new HashMap<>();

    /** The lines whose stored facts have been asked whether they were many-valued. */
    private final Set<FactRelation.Line> resolved = new HashSet<>();

    /** The facts as they are after the changes so far, with their status; withdrawn ones are not among them. */
    private final Map<String, StoredFact> present = new LinkedHashMap<>();

    /** The changed facts with the recording times of their new versions. */
    private final Map<String, OffsetDateTime> changed = new LinkedHashMap<>();

    /**
     * A fact of a scope.
     *
     * @param version the stored version that is current; null: none
     */
    record StoredFact(Fact fact, String status, @Nullable StoredEntry version) {

        boolean isShown() {
            return status.equals(EntryPut.LIVE);
        }

        private boolean isStatement() {
            return !status.equals(EntryLedger.WITHDRAWN);
        }

        /** Tests for the same content, wherever the store put it. */
        private boolean isSame(StoredFact other) {
            return status.equals(other.status)
                    && fact.equals(
                            other.fact.withProvenance(other.fact.provenance().at(fact.position(), fact.revision())));
        }
    }

    /**
     * @param order the order of facts that begin at different times, or are said at different times
     * @param loaded all facts of the scope
     */
    FactTimeline(Comparator<Fact> order, Collection<StoredFact> loaded) {
        this.order = order;
        loaded.forEach(each -> stored.put(each.fact().id(), each));
        stored.values().stream().filter(StoredFact::isStatement).forEach(each -> {
            present.put(each.fact().id(), each);
            state(statement(each.fact()));
        });
    }

    private FactStatement statement(Fact fact) {
        String by = fact.supersededBy();
        return FactStatement.of(fact, by == null || stored.containsKey(by) || present.containsKey(by));
    }

    FactStatement statement(String id) {
        return Objects.requireNonNull(statements.get(id));
    }

    private void state(FactStatement statement) {
        statements.put(statement.id(), statement);
        lines.computeIfAbsent(statement.relation().line(), line -> new LinkedHashSet<>())
                .add(statement.id());
    }

    private Optional<FactRelation.Line> remove(String id) {
        FactStatement gone = statements.get(id);
        if (gone == null) {
            return Optional.empty();
        }
        FactRelation.Line line = gone.relation().line();
        resolve(line);
        statements.remove(id);
        present.remove(id);
        Objects.requireNonNull(lines.get(line)).remove(id);
        return Optional.of(line);
    }

    /** Returns a fact by its id, also one that is not shown. */
    Optional<Fact> get(String id) {
        return Optional.ofNullable(present.get(id)).map(StoredFact::fact);
    }

    /** Tests whether a fact is shown, and not kept as a repetition of another or as an ending of none. */
    boolean isShown(String id) {
        StoredFact fact = present.get(id);
        return fact != null && fact.isShown();
    }

    /**
     * Returns all facts for an export, also those that are not shown: with their computed ends and their own sources,
     * since an import computes the sources of repetitions again.
     */
    List<Fact> exported() {
        List.copyOf(lines.keySet()).forEach(this::resolve);
        return statements.values().stream()
                .map(statement -> {
                    Fact fact =
                            Objects.requireNonNull(present.get(statement.id())).fact();
                    Fact own = fact.withSources(fact.ownSources());
                    boolean isUnsaid =
                            FactStatement.isGiven(fact) && fact.assertion() == null && !statement.isSingleValued();
                    return isUnsaid
                            ? own.asserted(new Fact.Assertion(
                                    fact.statedUntil(), false, own.sources().size()))
                            : own;
                })
                .toList();
    }

    /** Returns the facts that were shown before any change and are not withdrawn. */
    List<Fact> shownBefore() {
        return stored.values().stream()
                .filter(each ->
                        each.isShown() && present.containsKey(each.fact().id()))
                .map(StoredFact::fact)
                .toList();
    }

    /** Returns all facts as they were stated, also those that are not shown. */
    List<Fact> statements() {
        return statements.values().stream().map(FactStatement::fact).toList();
    }

    /** Tests whether an id is in use, also by a withdrawn fact. */
    boolean isTaken(String id) {
        return stored.containsKey(id) || present.containsKey(id);
    }

    /** Returns the fact that an assertion would replace by its id, if any. */
    Optional<Fact> replacedBy(NewFact given, Fact draft) {
        return get(draft.id()).filter(fact -> !isSame(given, draft, fact));
    }

    /**
     * Adds an asserted fact, unless an equal one is present. The repetitions of a derived fact that it replaces go with it:
     * a correction is about the statement, not about one of its sources.
     */
    void add(NewFact given, Fact draft) {
        Optional<Fact> replaced = get(draft.id());
        if (replaced.filter(fact -> isSame(given, draft, fact)).isPresent()) {
            return;
        }
        replaced.filter(fact -> !FactStatement.isGiven(fact))
                .ifPresent(fact -> withdraw(repetitions(fact.id()), draft.recordedAt()));
        Fact placed = replaced.map(
                        fact -> draft.withProvenance(draft.provenance().at(fact.position(), fact.revision())))
                .orElse(draft);
        FactStatement statement = statement(placed);
        put(
                given.singleValued() || !FactStatement.isGiven(placed) ? statement : statement.manyValued(),
                placed.recordedAt());
    }

    /** Puts a fact in the place of the one with its id, and computes both lines. */
    void put(FactStatement statement, OffsetDateTime recorded) {
        Optional<FactRelation.Line> before = remove(statement.id());
        FactRelation.Line line = statement.relation().line();
        resolve(line);
        state(statement);
        before.filter(other -> !other.equals(line)).ifPresent(other -> settle(other, recorded));
        settle(line, recorded);
    }

    /** Puts facts back as they were stated in an earlier version, among those that are there now. */
    void restore(List<EntryWrite> earlier) {
        earlier.forEach(write -> {
            OffsetDateTime recorded =
                    write.recorded().atOffset(write.entry().recordedAt().getOffset());
            if (write.status().equals(EntryLedger.WITHDRAWN)) {
                withdraw(Set.of(write.entry().id()), recorded);
            } else {
                Fact fact = (Fact) write.entry();
                Fact placed = stored.containsKey(fact.id())
                        ? fact
                        : fact.withProvenance(fact.provenance().unwritten());
                put(FactStatement.of(placed, true), recorded);
            }
        });
    }

    /**
     * Adds facts of an export, whose ends may be stated or computed elsewhere, and computes each line once.
     *
     * @param exported facts that are not present in the same form
     */
    void addAll(List<Fact> exported) {
        Map<FactRelation.Line, OffsetDateTime> touched = new LinkedHashMap<>();
        List<Fact> added = new ArrayList<>();
        for (Fact fact : exported) {
            Fact there = get(fact.id()).orElse(null);
            remove(fact.id()).ifPresent(line -> touched.merge(line, fact.recordedAt(), FactTimeline::later));
            long position = there == null ? 0 : there.position();
            added.add(fact.withProvenance(fact.provenance().at(position, 0)));
            FactRelation.Line line = FactRelation.of(fact).line();
            resolve(line);
            touched.merge(line, fact.recordedAt(), FactTimeline::later);
        }
        added.forEach(fact -> present.put(fact.id(), new StoredFact(fact, EntryPut.LIVE, null)));
        added.forEach(fact -> {
            state(statement(fact));
            changed.put(fact.id(), fact.recordedAt());
        });
        touched.forEach(this::settle);
        added.forEach(fact -> changed.computeIfPresent(fact.id(), (id, recorded) -> fact.recordedAt()));
    }

    private static OffsetDateTime later(OffsetDateTime one, OffsetDateTime other) {
        return one.isAfter(other) ? one : other;
    }

    /** Removes facts from the timeline and from every list; their versions stay. */
    void withdraw(Set<String> ids, OffsetDateTime now) {
        Set<FactRelation.Line> touched = new LinkedHashSet<>();
        ids.forEach(id -> remove(id).ifPresent(line -> {
            touched.add(line);
            changed.put(id, now);
        }));
        touched.forEach(line -> settle(line, now));
    }

    /** Removes facts that an erasure takes, and returns the others that change by it. */
    List<EntryWrite> without(Set<String> erased) {
        Set<FactRelation.Line> touched = new LinkedHashSet<>();
        erased.forEach(id -> remove(id).ifPresent(touched::add));
        List.copyOf(statements.values()).stream()
                .filter(each -> each.closer() != null && erased.contains(each.closer()))
                .forEach(each -> {
                    resolve(each.relation().line());
                    touched.add(each.relation().line());
                    statements.put(each.id(), each.reopened());
                });
        touched.forEach(line -> settle(line, OffsetDateTime.MIN));
        return changed();
    }

    /** Ends a fact and its repetitions at a time without a successor, unless they end before. */
    void end(Fact fact, OffsetDateTime at, OffsetDateTime now) {
        if (at.isBefore(fact.validFrom())) {
            throw new IllegalArgumentException("at is " + at + ", before the start of the fact '" + fact.id() + "' at "
                    + fact.validFrom() + "; give a time from then on, or forget the fact");
        }
        Set<String> all = new LinkedHashSet<>(repetitions(fact.id()));
        all.add(fact.id());
        FactRelation.Line line = statement(fact.id()).relation().line();
        resolve(line);
        all.stream()
                .map(this::statement)
                .filter(each -> !each.fact().validFrom().isAfter(at))
                .filter(each -> each.fact().validUntil() == null
                        || each.fact().validUntil().isAfter(at))
                .forEach(each -> statements.put(each.id(), each.until(at)));
        settle(line, now);
    }

    /** Returns the ids of the facts that are not shown because they repeat a fact. */
    private Set<String> repetitions(String id) {
        Set<String> found = new LinkedHashSet<>();
        present.values().stream()
                .filter(each -> !each.isShown() && id.equals(each.fact().supersededBy()))
                .forEach(each -> found.add(each.fact().id()));
        return found;
    }

    private void settle(FactRelation.Line line, OffsetDateTime recorded) {
        List<FactStatement> all =
                lines.getOrDefault(line, Set.of()).stream().map(this::statement).toList();
        for (FactPeriods.Period period : FactPeriods.of(all, order)) {
            put(period, recorded);
        }
    }

    private void put(FactPeriods.Period period, OffsetDateTime recorded) {
        String id = period.fact().id();
        StoredFact before = stored.get(id);
        StoredFact after = new StoredFact(
                period.fact(),
                period.isShown() ? EntryPut.LIVE : EntryLedger.STATED,
                before == null ? null : before.version());
        if (before != null && before.isSame(after)) {
            present.put(id, before);
            changed.remove(id);
        } else if (!after.equals(present.put(id, after))) {
            changed.merge(id, recorded, FactTimeline::later);
        }
    }

    /**
     * Marks stored facts of callers as many-valued that an earlier build does not call so: they hold beside an earlier
     * fact that they would have ended.
     */
    private void resolve(FactRelation.Line line) {
        if (!resolved.add(line)) {
            return;
        }
        List<Fact> shown = lines.getOrDefault(line, Set.of()).stream()
                .map(id -> Objects.requireNonNull(present.get(id)))
                .filter(StoredFact::isShown)
                .map(StoredFact::fact)
                .sorted(order)
                .toList();
        List<Fact> open = new ArrayList<>();
        for (Fact fact : shown) {
            open.removeIf(earlier -> !isOpenAt(earlier, fact.validFrom()));
            FactStatement statement = statement(fact.id());
            if (FactStatement.isGiven(fact)
                    && fact.assertion() == null
                    && open.stream().map(earlier -> statement(earlier.id())).anyMatch(statement::ends)) {
                statements.put(fact.id(), statement.manyValued());
            }
            open.add(fact);
        }
    }

    private static boolean isOpenAt(Fact fact, OffsetDateTime time) {
        return fact.validUntil() == null || fact.validUntil().isAfter(time);
    }

    /** Returns the facts to write; a fact changed and changed back is not among them. */
    List<EntryWrite> changed() {
        Stream<String> gone = changed.keySet().stream().filter(id -> !present.containsKey(id));
        Stream<String> there = changed.keySet().stream().filter(present::containsKey);
        return Stream.concat(gone, there)
                .filter(id -> stored.containsKey(id) || present.containsKey(id))
                .map(this::write)
                .toList();
    }

    private EntryWrite write(String id) {
        StoredFact before = stored.get(id);
        StoredFact after = present.get(id);
        return new EntryWrite(
                after == null ? Objects.requireNonNull(before).fact() : after.fact(),
                after == null ? EntryLedger.WITHDRAWN : after.status(),
                Objects.requireNonNull(changed.get(id)).toInstant(),
                before == null ? null : before.version());
    }

    /** Tests whether an assertion would change nothing; omitted values are not compared. */
    private static boolean isSame(NewFact given, Fact draft, Fact present) {
        return given.subject().equals(present.subject())
                && given.predicate().equals(present.predicate())
                && given.object().equals(present.object())
                && given.confidence() == present.confidence()
                && given.method() == present.method()
                && RepeatedWrite.isSameInstant(given.validFrom(), present.validFrom())
                && RepeatedWrite.isSameInstant(given.validUntil(), present.statedUntil())
                && RepeatedWrite.isSameInstant(given.recordedAt(), present.recordedAt())
                && given.sources().equals(present.ownSources())
                && (given.origin() == null || draft.origin().agreesWith(present.origin()))
                && (given.trust() == null || draft.trust() == present.trust())
                && (given.expiresAt() == null || given.expiresAt().equals(present.expiresAt()));
    }
}
