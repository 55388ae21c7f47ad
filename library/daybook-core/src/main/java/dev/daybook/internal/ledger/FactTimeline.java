package dev.daybook.internal.ledger;

import dev.daybook.internal.ledger.EntryLedger.EntryWrite;
import dev.daybook.internal.settings.AccessRules;
import dev.daybook.model.Fact;
import dev.daybook.model.NewFact;
import dev.daybook.model.SummaryMethod;
import dev.daybook.store.EntryPut;
import dev.daybook.store.StoredEntry;
import java.time.OffsetDateTime;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;

/**
 * The timeline of the facts of a scope in valid time, and the changes of an assertion to it. A single-valued predicate
 * of a subject has one object at a time: each fact ends at the start of the next fact with another object, in any
 * order of arrival. A fact contradicts one of more trust ({@link AccessRules#mayEnd}), and does not end it.
 */
final class FactTimeline {

    private final ToLongFunction<Fact> sourceOrder;

    private final Map<String, Fact> facts = new LinkedHashMap<>();

    /** The facts before any change. */
    private final Map<String, Fact> originals = new HashMap<>();

    private final Map<String, StoredEntry> stored = new HashMap<>();

    /** The changed facts with the recording times of their new versions. */
    private final Map<String, OffsetDateTime> changed = new LinkedHashMap<>();

    /** The facts withdrawn by a derivation. */
    private final Map<String, OffsetDateTime> withdrawn = new LinkedHashMap<>();

    /** @param sourceOrder the log position of a fact's newest source episode; 0 if it has none */
    FactTimeline(ToLongFunction<Fact> sourceOrder) {
        this.sourceOrder = sourceOrder;
    }

    static boolean isLive(StoredEntry version) {
        return version.status().equals(EntryPut.LIVE);
    }

    void load(Fact fact) {
        facts.put(fact.id(), fact);
    }

    void load(Fact fact, StoredEntry version) {
        stored.put(fact.id(), version);
        if (isLive(version)) {
            facts.put(fact.id(), fact);
            originals.put(fact.id(), fact);
        }
    }

    /** Removes facts from the timeline and from every list. */
    void withdraw(Set<String> ids, OffsetDateTime now) {
        Set<String> there = new HashSet<>(ids);
        there.retainAll(facts.keySet());
        remove(there).forEach(fact -> put(fact, now));
        there.forEach(id -> withdrawn.put(id, now));
    }

    /**
     * Puts a fact back as it was in an earlier version. If another fact ended it then or ends it now, its end is decided
     * among the facts that are there now: an id may name another fact by now, and more may have been added.
     */
    void revert(Fact earlier, OffsetDateTime now) {
        boolean endedBefore = earlier.supersededBy() != null;
        boolean endedNow =
                get(earlier.id()).filter(fact -> fact.supersededBy() != null).isPresent();
        restore(earlier, endedBefore || endedNow, now);
    }

    /** Puts a withdrawn fact back at its place among the facts that are there now. */
    void restore(Fact earlier, boolean singleValued, OffsetDateTime now) {
        Fact open = earlier.supersededBy() == null ? earlier : earlier.until(null, null);
        if (singleValued && !isEnd(earlier)) {
            put(placedAmongRivals(open, now), now);
        } else {
            put(earlier, now);
        }
    }

    Optional<Fact> get(String id) {
        return Optional.ofNullable(facts.get(id));
    }

    /** Returns the fact that an assertion would replace by its id, if any. */
    Optional<Fact> replacedBy(NewFact given, Fact draft) {
        return get(draft.id()).filter(present -> !isSame(given, draft, present));
    }

    /** Adds an asserted fact, unless an equal one is present. */
    void add(NewFact given, Fact draft) {
        Fact present = facts.get(draft.id());
        if (present != null && isSame(given, draft, present)) {
            return;
        }
        if (present != null) {
            // A fact ended by the old version may continue past the new one.
            remove(Set.of(draft.id())).forEach(fact -> put(fact, draft.recordedAt()));
        }
        if (isEnd(draft) && rivals(draft).noneMatch(rival -> isEndedBy(rival, draft))) {
            return;
        }
        put(given.singleValued() ? placedAmongRivals(draft, draft.recordedAt()) : draft, draft.recordedAt());
    }

    /** Ends a fact at a time without a successor, unless it ends before. */
    void end(Fact fact, OffsetDateTime at, OffsetDateTime now) {
        if (at.isBefore(fact.validFrom())) {
            throw new IllegalArgumentException("at is " + at + ", before the start of the fact '" + fact.id() + "' at "
                    + fact.validFrom() + "; give a time from then on, or forget the fact");
        }
        if (isOpenAt(fact, at)) {
            put(fact.until(at, null), now);
        }
    }

    /** Tests whether a fact was taken from words that end another. It is never valid itself. */
    private static boolean isEnd(Fact fact) {
        return fact.method() != SummaryMethod.GIVEN
                && fact.supersededBy() == null
                && fact.validUntil() != null
                && fact.validUntil().toInstant().equals(fact.validFrom().toInstant());
    }

    private boolean isEndedBy(Fact rival, Fact fact) {
        return compare(rival, fact) <= 0 && isOpenAt(rival, fact.validFrom()) && mayEnd(fact, rival);
    }

    private static boolean mayEnd(Fact ending, Fact ended) {
        return AccessRules.mayEnd(ending.trust(), ended.trust());
    }

    private Fact placedAmongRivals(Fact draft, OffsetDateTime recorded) {
        List<Fact> rivals = rivals(draft).toList();
        for (Fact rival : rivals) {
            if (isEndedBy(rival, draft)) {
                put(rival.until(draft.validFrom(), draft.id()), recorded);
            }
        }
        return first(rivals.stream()
                        .filter(rival -> compare(rival, draft) > 0 && mayEnd(rival, draft))
                        .filter(later -> isOpenAt(draft, later.validFrom())))
                .map(later -> draft.until(later.validFrom(), later.id()))
                .orElse(draft);
    }

    /**
     * Returns the facts of the same subject and predicate with another object, or with the same object where one of the
     * two is an end.
     */
    private Stream<Fact> rivals(Fact fact) {
        return facts.values().stream()
                .filter(other -> !other.id().equals(fact.id())
                        && other.subject().equals(fact.subject())
                        && other.predicate().equals(fact.predicate())
                        && isRival(other, fact));
    }

    private static boolean isRival(Fact one, Fact other) {
        return isEnd(one) || isEnd(other)
                ? one.object().equalsIgnoreCase(other.object())
                : !one.object().equals(other.object());
    }

    private Optional<Fact> first(Stream<Fact> facts) {
        return facts.min(this::compare);
    }

    /**
     * Orders facts by start. At the same start the fact with the later source episode comes last, independent of the
     * order of learning, which a failing model reverses. Without known sources the fact learned later comes last.
     */
    private int compare(Fact one, Fact other) {
        int begins = one.validFrom().toInstant().compareTo(other.validFrom().toInstant());
        if (begins != 0) {
            return begins;
        }
        long oneOrder = sourceOrder.applyAsLong(one);
        long otherOrder = sourceOrder.applyAsLong(other);
        boolean known = oneOrder > 0 && otherOrder > 0 && oneOrder != otherOrder;
        return known ? Long.compare(oneOrder, otherOrder) : Long.compare(learned(one), learned(other));
    }

    /** A fact without a position is being written now. */
    private static long learned(Fact fact) {
        return fact.position() == 0 ? Long.MAX_VALUE : fact.position();
    }

    private boolean isAfter(Fact rival, Fact fact) {
        int order = compare(rival, fact);
        return order > 0 || order == 0 && rival.position() == 0;
    }

    private static boolean isOpenAt(Fact fact, OffsetDateTime time) {
        return fact.validUntil() == null || fact.validUntil().isAfter(time);
    }

    /**
     * Removes facts from the timeline. Returns the facts they had ended, extended to the next remaining fact or without
     * end.
     */
    List<Fact> remove(Set<String> erased) {
        List<Fact> ended = facts.values().stream()
                .filter(fact -> fact.supersededBy() != null && erased.contains(fact.supersededBy()))
                .filter(fact -> !erased.contains(fact.id()))
                .toList();
        erased.forEach(facts::remove);
        return ended.stream().map(this::untilTheNext).toList();
    }

    private Fact untilTheNext(Fact fact) {
        OffsetDateTime end = Objects.requireNonNull(fact.validUntil());
        Optional<Fact> next = first(rivals(fact)
                .filter(rival -> mayEnd(rival, fact))
                .filter(rival -> !rival.validFrom().isBefore(end))
                .filter(rival -> isAfter(rival, fact)));
        return fact.until(
                next.map(Fact::validFrom).orElse(null), next.map(Fact::id).orElse(null));
    }

    private void put(Fact fact, OffsetDateTime recorded) {
        Fact before = originals.get(fact.id());
        if (before != null
                && before.equals(fact.withProvenance(fact.provenance().at(before.position(), before.revision())))) {
            facts.put(fact.id(), before);
            changed.remove(fact.id());
        } else {
            facts.put(fact.id(), fact);
            changed.merge(fact.id(), recorded, (one, other) -> one.isAfter(other) ? one : other);
        }
    }

    /** Returns the facts to write; a fact changed and changed back is not among them. */
    List<EntryWrite> changed() {
        Stream<EntryWrite> erased = withdrawn.entrySet().stream()
                .filter(each -> !facts.containsKey(each.getKey()))
                .map(each -> new EntryWrite(
                        Objects.requireNonNull(originals.get(each.getKey())),
                        EntryLedger.WITHDRAWN,
                        each.getValue().toInstant(),
                        stored.get(each.getKey())));
        Stream<EntryWrite> there = changed.entrySet().stream()
                .map(change -> new EntryWrite(
                        Objects.requireNonNull(facts.get(change.getKey())),
                        EntryPut.LIVE,
                        change.getValue().toInstant(),
                        stored.get(change.getKey())));
        return Stream.concat(erased, there).toList();
    }

    /** Tests whether an assertion would change nothing; omitted values are not compared. */
    private static boolean isSame(NewFact given, Fact draft, Fact present) {
        return given.subject().equals(present.subject())
                && given.predicate().equals(present.predicate())
                && given.object().equals(present.object())
                && given.confidence() == present.confidence()
                && given.method() == present.method()
                && RepeatedWrite.isSameInstant(given.validFrom(), present.validFrom())
                && RepeatedWrite.isSameInstant(given.validUntil(), present.validUntil())
                && RepeatedWrite.isSameInstant(given.recordedAt(), present.recordedAt())
                && given.sources().equals(present.sources())
                && (given.origin() == null || draft.origin().agreesWith(present.origin()))
                && (given.trust() == null || draft.trust() == present.trust());
    }
}
