package dev.daybook.forget;

import dev.daybook.data.Kind;
import dev.daybook.data.Ref;
import dev.daybook.data.Scope;
import dev.daybook.remember.QuarantineStates.Kept;
import dev.daybook.spi.Erase;
import dev.daybook.spi.Key;
import dev.daybook.spi.Put;
import dev.daybook.spi.StateChange;
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
 * @param putBack the entries that stay but lose a version or a link: a store erases all versions of a key, so the remainder is written
 * again in the same commit, without its history
 * @param states the states to erase
 * @param marks the states to write in the same commit: derivations to repeat over the remaining entries
 * @param kept the erased entries that a quarantine keeps
 * @param hidden the kept episodes with their quarantine status; they are hidden, not erased
 */
record Doom(
        Scope scope,
        boolean everything,
        Map<Kind, Long> counts,
        List<Key> erased,
        List<Put> putBack,
        List<String> states,
        List<StateChange> marks,
        List<Kept> kept,
        List<Put> hidden) {

    Doom {
        counts = Map.copyOf(counts);
        erased = List.copyOf(erased);
        putBack = List.copyOf(putBack);
        states = List.copyOf(states);
        marks = List.copyOf(marks);
        kept = List.copyOf(kept);
        hidden = List.copyOf(hidden);
    }

    /** Creates a plan that keeps nothing in quarantine. */
    private Doom(
            Scope scope,
            boolean everything,
            Map<Kind, Long> counts,
            List<Key> erased,
            List<Put> putBack,
            List<String> states,
            List<StateChange> marks) {
        this(scope, everything, counts, erased, putBack, states, marks, List.of(), List.of());
    }

    static Doom empty(Scope scope) {
        return new Doom(scope, false, Map.of(), List.of(), List.of(), List.of(), List.of());
    }

    static Doom wholeScope(Scope scope, Map<Kind, Long> counts) {
        return new Doom(scope, true, counts, List.of(), List.of(), List.of(), List.of());
    }

    static Doom of(Scope scope, List<Key> erased, List<Put> putBack, List<String> states) {
        Map<Kind, Long> counts = erased.stream().collect(Collectors.groupingBy(Key::kind, Collectors.counting()));
        return new Doom(scope, false, counts, erased, putBack, states, List.of());
    }

    /** Returns a copy that erases more states. */
    Doom withStates(List<String> more) {
        List<String> all = new ArrayList<>(states);
        more.stream().filter(state -> !states.contains(state)).forEach(all::add);
        return new Doom(scope, everything, counts, erased, putBack, all, marks, kept, hidden);
    }

    /** Returns a copy that also erases these entries from quarantine. */
    Doom withoutQuarantined(List<Kept> forgotten) {
        Map<Kind, Long> all = new HashMap<>(counts);
        forgotten.stream()
                // A hidden episode is counted as an entry of the store.
                .filter(each -> !each.isLink() && each.version() != null)
                .forEach(each -> all.merge(each.key().kind(), 1L, Long::sum));
        Doom more = withStates(forgotten.stream().map(Kept::name).toList());
        return new Doom(scope, everything, all, erased, putBack, more.states, marks, kept, hidden);
    }

    /** Returns a copy that keeps entries in quarantine. */
    Doom withKept(List<Kept> kept, List<Put> hidden) {
        return new Doom(scope, everything, counts, erased, putBack, states, marks, kept, hidden);
    }

    /** Returns a copy that writes states. */
    Doom withMarks(List<StateChange> marks) {
        return new Doom(scope, everything, counts, erased, putBack, states, marks, kept, hidden);
    }

    /** Counts the erased entries that are kept, by kind. An entry that stays in another version counts by its kept version. */
    Map<Kind, Long> keptCounts() {
        return kept.stream()
                .filter(each -> !each.isLink())
                .collect(Collectors.groupingBy(each -> each.key().kind(), Collectors.counting()));
    }

    /** Counts the entries that are erased for good, by kind. */
    Map<Kind, Long> lostCounts() {
        Set<Key> keptKeys =
                kept.stream().filter(each -> !each.isLink()).map(Kept::key).collect(Collectors.toSet());
        return erased.stream()
                .filter(key -> !keptKeys.contains(key))
                .collect(Collectors.groupingBy(Key::kind, Collectors.counting()));
    }

    boolean isEmpty() {
        return !everything && erased.isEmpty() && putBack.isEmpty() && states.isEmpty();
    }

    Erase erase() {
        if (everything) {
            return Erase.EVERYTHING;
        }
        Set<Key> keys = affected();
        hidden.forEach(put -> keys.remove(put.key()));
        return Erase.of(List.copyOf(keys), states);
    }

    /** Returns the entries that are erased or lose a version. */
    Set<Key> affected() {
        Set<Key> keys = new LinkedHashSet<>(erased);
        putBack.forEach(put -> keys.add(put.key()));
        return keys;
    }

    /** Returns the entries to write in the same commit. */
    List<Put> puts() {
        return Stream.concat(putBack.stream(), hidden.stream()).toList();
    }

    /** Matches references to erased entries, and to entries that lose a version: the citing entry may have read that version. */
    Predicate<Ref> affectedRefs() {
        if (everything) {
            return ref -> ref.scope().equals(scope);
        }
        Set<Key> keys = affected();
        return ref -> ref.scope().equals(scope) && keys.contains(new Key(ref.kind(), ref.id()));
    }
}
