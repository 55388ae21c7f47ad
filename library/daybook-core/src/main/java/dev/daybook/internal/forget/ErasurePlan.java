package dev.daybook.internal.forget;

import dev.daybook.internal.quarantine.QuarantineStates.QuarantinedEntry;
import dev.daybook.model.EntryRef;
import dev.daybook.model.Kind;
import dev.daybook.model.Scope;
import dev.daybook.store.EntryKey;
import dev.daybook.store.EntryPut;
import dev.daybook.store.EraseRequest;
import dev.daybook.store.StateChange;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The erasure plan of one scope, for a forget or a quarantine.
 *
 * @param everything whether the whole scope is erased; all other components but the counts are empty then
 * @param erased the entries to erase, including those that are kept in quarantine
 * @param putBack the entries that stay but lose a version or a link: a store erases all versions of a key, so the
 * remainder is written again in the same commit, without its history
 * @param states the states to erase
 * @param marks the states to write in the same commit: derivations to repeat over the remaining entries
 * @param kept the erased entries that a quarantine keeps
 * @param hidden the kept episodes with their quarantine status; they are hidden, not erased
 */
record ErasurePlan(
        Scope scope,
        boolean everything,
        Map<Kind, Long> counts,
        List<EntryKey> erased,
        List<EntryPut> putBack,
        List<String> states,
        List<StateChange> marks,
        List<QuarantinedEntry> kept,
        List<EntryPut> hidden) {

    ErasurePlan {
        counts = Map.copyOf(counts);
        erased = List.copyOf(erased);
        putBack = List.copyOf(putBack);
        states = List.copyOf(states);
        marks = List.copyOf(marks);
        kept = List.copyOf(kept);
        hidden = List.copyOf(hidden);
    }

    /** Creates a plan that keeps nothing in quarantine. */
    private ErasurePlan(
            Scope scope,
            boolean everything,
            Map<Kind, Long> counts,
            List<EntryKey> erased,
            List<EntryPut> putBack,
            List<String> states,
            List<StateChange> marks) {
        this(scope, everything, counts, erased, putBack, states, marks, List.of(), List.of());
    }

    static ErasurePlan empty(Scope scope) {
        return new ErasurePlan(scope, false, Map.of(), List.of(), List.of(), List.of(), List.of());
    }

    static ErasurePlan wholeScope(Scope scope, Map<Kind, Long> counts) {
        return new ErasurePlan(scope, true, counts, List.of(), List.of(), List.of(), List.of());
    }

    static ErasurePlan of(Scope scope, List<EntryKey> erased, List<EntryPut> putBack, List<String> states) {
        Map<Kind, Long> counts = erased.stream().collect(Collectors.groupingBy(EntryKey::kind, Collectors.counting()));
        return new ErasurePlan(scope, false, counts, erased, putBack, states, List.of());
    }

    /** Returns both erasures of a scope as one, for what is told of them. */
    ErasurePlan and(ErasurePlan later) {
        Map<Kind, Long> sum = new HashMap<>(counts);
        later.counts.forEach((kind, count) -> sum.merge(kind, count, Long::sum));
        return new ErasurePlan(
                scope,
                everything || later.everything,
                sum,
                both(erased, later.erased),
                both(putBack, later.putBack),
                both(states, later.states),
                both(marks, later.marks),
                both(kept, later.kept),
                both(hidden, later.hidden));
    }

    private static <T> List<T> both(List<T> first, List<T> second) {
        return Stream.concat(first.stream(), second.stream()).toList();
    }

    /** Returns a copy that erases more states. */
    ErasurePlan withStates(List<String> more) {
        List<String> all = new ArrayList<>(states);
        more.stream().filter(state -> !states.contains(state)).forEach(all::add);
        return new ErasurePlan(scope, everything, counts, erased, putBack, all, marks, kept, hidden);
    }

    /** Returns a copy that also erases these entries from quarantine. */
    ErasurePlan withoutQuarantined(List<QuarantinedEntry> forgotten) {
        Map<Kind, Long> all = new HashMap<>(counts);
        forgotten.stream()
                // A hidden episode is counted as an entry of the store.
                .filter(QuarantinedEntry::isOnlyState)
                .forEach(each -> all.merge(each.key().kind(), 1L, Long::sum));
        ErasurePlan more =
                withStates(forgotten.stream().map(QuarantinedEntry::name).toList());
        return new ErasurePlan(scope, everything, all, erased, putBack, more.states, marks, kept, hidden);
    }

    /**
     * Returns a copy that erases episodes only in their other versions.
     *
     * @param survivors the episodes with the content that stays
     */
    ErasurePlan withSurvivors(List<EntryPut> survivors) {
        Set<EntryKey> staying = survivors.stream().map(EntryPut::key).collect(Collectors.toSet());
        Map<Kind, Long> fewer = new HashMap<>(counts);
        if (!staying.isEmpty()) {
            fewer.merge(Kind.EPISODE, (long) -staying.size(), Long::sum);
            fewer.remove(Kind.EPISODE, 0L);
        }
        List<EntryKey> rest =
                erased.stream().filter(key -> !staying.contains(key)).toList();
        return new ErasurePlan(scope, everything, fewer, rest, both(putBack, survivors), states, marks, kept, hidden);
    }

    /** Returns a copy that keeps entries in quarantine. */
    ErasurePlan withKept(List<QuarantinedEntry> kept, List<EntryPut> hidden) {
        return new ErasurePlan(scope, everything, counts, erased, putBack, states, marks, kept, hidden);
    }

    /** Returns a copy that writes states. */
    ErasurePlan withMarks(List<StateChange> marks) {
        return new ErasurePlan(scope, everything, counts, erased, putBack, states, marks, kept, hidden);
    }

    /**
     * Counts the erased entries that are kept, by kind. An entry that stays in another version counts by its kept
     * version.
     */
    Map<Kind, Long> keptCounts() {
        return kept.stream()
                .filter(each -> !each.isLink())
                .collect(Collectors.groupingBy(each -> each.key().kind(), Collectors.counting()));
    }

    /** Counts the entries that are erased for good, by kind. */
    Map<Kind, Long> lostCounts() {
        Set<EntryKey> keptKeys = kept.stream()
                .filter(each -> !each.isLink())
                .map(QuarantinedEntry::key)
                .collect(Collectors.toSet());
        return erased.stream()
                .filter(key -> !keptKeys.contains(key))
                .collect(Collectors.groupingBy(EntryKey::kind, Collectors.counting()));
    }

    boolean isEmpty() {
        return !everything && erased.isEmpty() && putBack.isEmpty() && states.isEmpty();
    }

    EraseRequest erase() {
        if (everything) {
            return EraseRequest.EVERYTHING;
        }
        Set<EntryKey> keys = affected();
        hidden.forEach(put -> keys.remove(put.key()));
        return EraseRequest.of(List.copyOf(keys), states);
    }

    /** Returns the entries that are erased or lose a version. */
    Set<EntryKey> affected() {
        Set<EntryKey> keys = new LinkedHashSet<>(erased);
        putBack.forEach(put -> keys.add(put.key()));
        return keys;
    }

    /** Returns the entries to write in the same commit. */
    List<EntryPut> puts() {
        return Stream.concat(putBack.stream(), hidden.stream()).toList();
    }

    /**
     * Matches references to erased entries, and to entries that lose a version: the citing entry may have read that
     * version.
     */
    Predicate<EntryRef> affectedRefs() {
        if (everything) {
            return ref -> ref.scope().equals(scope);
        }
        Set<EntryKey> keys = affected();
        return ref -> ref.scope().equals(scope) && keys.contains(new EntryKey(ref.kind(), ref.id()));
    }
}
