package dev.daybook.remember;

import dev.daybook.data.Fact;
import dev.daybook.data.Method;
import dev.daybook.data.NewFact;
import dev.daybook.remember.Ledger.Posting;
import dev.daybook.spi.Put;
import dev.daybook.spi.Stored;
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
 * The facts of a scope on the line of the world's time, and what changes on it when one is asserted. For a subject and a
 * predicate the line of a single-valued fact has one object at a time: each fact ends at the beginning of the next that
 * has another object, in whatever order they became known.
 */
final class FactLine {

    private final ToLongFunction<Fact> places;

    private final Map<String, Fact> facts = new LinkedHashMap<>();

    /** As they were before anything changed. */
    private final Map<String, Fact> taken = new HashMap<>();

    private final Map<String, Stored> stored = new HashMap<>();

    /** What changed, with the time at which it counts as written down. */
    private final Map<String, OffsetDateTime> changed = new LinkedHashMap<>();

    /** What a derivation took back. */
    private final Map<String, OffsetDateTime> withdrawn = new LinkedHashMap<>();

    /** @param places where the log has the newest episode that a fact was taken from; 0 if it was taken from none */
    FactLine(ToLongFunction<Fact> places) {
        this.places = places;
    }

    static boolean isThere(Stored version) {
        return version.status().equals(Put.LIVE);
    }

    void take(Fact fact) {
        facts.put(fact.id(), fact);
    }

    void take(Fact fact, Stored version) {
        stored.put(fact.id(), version);
        if (isThere(version)) {
            facts.put(fact.id(), fact);
            taken.put(fact.id(), fact);
        }
    }

    /** Takes facts off the line and out of every list. */
    void withdraw(Set<String> ids, OffsetDateTime now) {
        Set<String> there = new HashSet<>(ids);
        there.retainAll(facts.keySet());
        release(there).forEach(fact -> put(fact, now));
        there.forEach(id -> withdrawn.put(id, now));
    }

    Optional<Fact> get(String id) {
        return Optional.ofNullable(facts.get(id));
    }

    /** Puts an asserted fact on the line, unless it is there already. */
    void add(NewFact given, Fact draft) {
        Fact present = facts.get(draft.id());
        if (present != null && isSame(given, draft, present)) {
            return;
        }
        if (present != null) {
            // What it ended as it was may go on as it is now.
            release(Set.of(draft.id())).forEach(fact -> put(fact, draft.recordedAt()));
        }
        if (isEnd(draft) && rivals(draft).noneMatch(rival -> isEndedBy(rival, draft))) {
            return;
        }
        put(given.singleValued() ? amongRivals(draft) : draft, draft.recordedAt());
    }

    /** Whether a fact was taken from words that something is over. It holds at no time, and ends what it names. */
    private static boolean isEnd(Fact fact) {
        return fact.method() == Method.EXTRACTIVE
                && fact.supersededBy() == null
                && fact.validUntil() != null
                && fact.validUntil().toInstant().equals(fact.validFrom().toInstant());
    }

    private boolean isEndedBy(Fact rival, Fact fact) {
        return compare(rival, fact) <= 0 && isOpenAt(rival, fact.validFrom());
    }

    private Fact amongRivals(Fact draft) {
        List<Fact> rivals = rivals(draft).toList();
        for (Fact rival : rivals) {
            if (isEndedBy(rival, draft)) {
                put(rival.until(draft.validFrom(), draft.id()), draft.recordedAt());
            }
        }
        return first(rivals.stream()
                        .filter(rival -> compare(rival, draft) > 0)
                        .filter(later -> isOpenAt(draft, later.validFrom())))
                .map(later -> draft.until(later.validFrom(), later.id()))
                .orElse(draft);
    }

    /** Facts of the same subject and predicate that say something else, or that the same is over. */
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
     * Of two that begin at one time, the one that was said later stands after the other, whenever they were learnt: a model
     * that fails turns the order of learning round. If that is not known, the one that was learnt later.
     */
    private int compare(Fact one, Fact other) {
        int begins = one.validFrom().toInstant().compareTo(other.validFrom().toInstant());
        if (begins != 0) {
            return begins;
        }
        long oneSaid = places.applyAsLong(one);
        long otherSaid = places.applyAsLong(other);
        boolean known = oneSaid > 0 && otherSaid > 0 && oneSaid != otherSaid;
        return known ? Long.compare(oneSaid, otherSaid) : Long.compare(learnt(one), learnt(other));
    }

    /** What has no position yet is learnt just now. */
    private static long learnt(Fact fact) {
        return fact.position() == 0 ? Long.MAX_VALUE : fact.position();
    }

    private boolean isAfter(Fact rival, Fact fact) {
        int order = compare(rival, fact);
        return order > 0 || order == 0 && rival.position() == 0;
    }

    private static boolean isOpenAt(Fact fact, OffsetDateTime time) {
        return fact.validUntil() == null || fact.validUntil().isAfter(time);
    }

    /** Takes facts off the line. Gives what they had ended as it goes on: to the next that is left, or for ever. */
    List<Fact> release(Set<String> gone) {
        List<Fact> ended = facts.values().stream()
                .filter(fact -> fact.supersededBy() != null && gone.contains(fact.supersededBy()))
                .filter(fact -> !gone.contains(fact.id()))
                .toList();
        gone.forEach(facts::remove);
        return ended.stream().map(this::untilTheNext).toList();
    }

    private Fact untilTheNext(Fact fact) {
        OffsetDateTime end = Objects.requireNonNull(fact.validUntil());
        Optional<Fact> next = first(
                rivals(fact).filter(rival -> !rival.validFrom().isBefore(end)).filter(rival -> isAfter(rival, fact)));
        return fact.until(
                next.map(Fact::validFrom).orElse(null), next.map(Fact::id).orElse(null));
    }

    private void put(Fact fact, OffsetDateTime recorded) {
        Fact before = taken.get(fact.id());
        if (before != null && before.equals(fact.at(before.position(), before.revision()))) {
            facts.put(fact.id(), before);
            changed.remove(fact.id());
        } else {
            facts.put(fact.id(), fact);
            changed.merge(fact.id(), recorded, (one, other) -> one.isAfter(other) ? one : other);
        }
    }

    /** What is to be written; a fact that was changed and changed back is not among it. */
    List<Posting> changed() {
        Stream<Posting> gone = withdrawn.entrySet().stream()
                .filter(each -> !facts.containsKey(each.getKey()))
                .map(each -> new Posting(
                        Objects.requireNonNull(taken.get(each.getKey())),
                        Ledger.WITHDRAWN,
                        each.getValue().toInstant(),
                        stored.get(each.getKey())));
        Stream<Posting> there = changed.entrySet().stream()
                .map(change -> new Posting(
                        Objects.requireNonNull(facts.get(change.getKey())),
                        Put.LIVE,
                        change.getValue().toInstant(),
                        stored.get(change.getKey())));
        return Stream.concat(gone, there).toList();
    }

    /** Whether asserting it would change nothing; what the caller left open is not compared. */
    private static boolean isSame(NewFact given, Fact draft, Fact present) {
        return given.subject().equals(present.subject())
                && given.predicate().equals(present.predicate())
                && given.object().equals(present.object())
                && given.confidence() == present.confidence()
                && given.method() == present.method()
                && Draft.isSameInstant(given.validFrom(), present.validFrom())
                && Draft.isSameInstant(given.validUntil(), present.validUntil())
                && Draft.isSameInstant(given.recordedAt(), present.recordedAt())
                && given.sources().equals(present.sources())
                && (given.origin() == null || draft.origin().agreesWith(present.origin()))
                && (given.trust() == null || draft.trust() == present.trust());
    }
}
