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
 * What a forget takes away from one scope, or a quarantine out of it.
 *
 * @param everything the whole scope; the rest is empty then, except the counts
 * @param gone the entries that go, those that are kept in quarantine among them
 * @param putBack the entries that stay but had a version or a link which has to go: a store erases every version of a
 *     key, so what is left of them is put back in the same step, without its history
 * @param states the states that go
 * @param marks the states that are written in the same step: what is to be derived again from what is left
 * @param kept what a quarantine keeps of what goes
 * @param hidden the episodes among that, as they are put out of sight; they are not erased
 */
record Doom(
        Scope scope,
        boolean everything,
        Map<Kind, Long> counts,
        List<Key> gone,
        List<Put> putBack,
        List<String> states,
        List<StateChange> marks,
        List<Kept> kept,
        List<Put> hidden) {

    Doom {
        counts = Map.copyOf(counts);
        gone = List.copyOf(gone);
        putBack = List.copyOf(putBack);
        states = List.copyOf(states);
        marks = List.copyOf(marks);
        kept = List.copyOf(kept);
        hidden = List.copyOf(hidden);
    }

    /** What is kept of nothing. */
    private Doom(
            Scope scope,
            boolean everything,
            Map<Kind, Long> counts,
            List<Key> gone,
            List<Put> putBack,
            List<String> states,
            List<StateChange> marks) {
        this(scope, everything, counts, gone, putBack, states, marks, List.of(), List.of());
    }

    static Doom nothing(Scope scope) {
        return new Doom(scope, false, Map.of(), List.of(), List.of(), List.of(), List.of());
    }

    static Doom everything(Scope scope, Map<Kind, Long> counts) {
        return new Doom(scope, true, counts, List.of(), List.of(), List.of(), List.of());
    }

    static Doom some(Scope scope, List<Key> gone, List<Put> putBack, List<String> states) {
        Map<Kind, Long> counts = gone.stream().collect(Collectors.groupingBy(Key::kind, Collectors.counting()));
        return new Doom(scope, false, counts, gone, putBack, states, List.of());
    }

    /** The same, with more states that go. */
    Doom and(List<String> more) {
        List<String> all = new ArrayList<>(states);
        more.stream().filter(state -> !states.contains(state)).forEach(all::add);
        return new Doom(scope, everything, counts, gone, putBack, all, marks, kept, hidden);
    }

    /** The same, with entries that lie in quarantine and are forgotten there. */
    Doom andKept(List<Kept> forgotten) {
        Map<Kind, Long> all = new HashMap<>(counts);
        forgotten.stream()
                // An episode is counted where it lies.
                .filter(each -> !each.isLink() && each.version() != null)
                .forEach(each -> all.merge(each.key().kind(), 1L, Long::sum));
        Doom more = and(forgotten.stream().map(Kept::name).toList());
        return new Doom(scope, everything, all, gone, putBack, more.states, marks, kept, hidden);
    }

    /** The same, of which some is kept in quarantine. */
    Doom keeping(List<Kept> kept, List<Put> hidden) {
        return new Doom(scope, everything, counts, gone, putBack, states, marks, kept, hidden);
    }

    /** The same, with states that are written. */
    Doom marking(List<StateChange> marks) {
        return new Doom(scope, everything, counts, gone, putBack, states, marks, kept, hidden);
    }

    /** How many entries go and are kept, by kind; of an entry that stays in another version, that version. */
    Map<Kind, Long> keptCounts() {
        return kept.stream()
                .filter(each -> !each.isLink())
                .collect(Collectors.groupingBy(each -> each.key().kind(), Collectors.counting()));
    }

    /** How many entries go for good, by kind. */
    Map<Kind, Long> lostCounts() {
        Set<Key> keptKeys =
                kept.stream().filter(each -> !each.isLink()).map(Kept::key).collect(Collectors.toSet());
        return gone.stream()
                .filter(key -> !keptKeys.contains(key))
                .collect(Collectors.groupingBy(Key::kind, Collectors.counting()));
    }

    boolean isNothing() {
        return !everything && gone.isEmpty() && putBack.isEmpty() && states.isEmpty();
    }

    Erase erase() {
        if (everything) {
            return Erase.EVERYTHING;
        }
        Set<Key> keys = touched();
        hidden.forEach(put -> keys.remove(put.key()));
        return Erase.of(List.copyOf(keys), states);
    }

    /** The entries that go, or lose a version. */
    Set<Key> touched() {
        Set<Key> keys = new LinkedHashSet<>(gone);
        putBack.forEach(put -> keys.add(put.key()));
        return keys;
    }

    /** What is put in the same step. */
    List<Put> puts() {
        return Stream.concat(putBack.stream(), hidden.stream()).toList();
    }

    /** Whether something that is cited goes, or loses a version that may have been cited. */
    Predicate<Ref> cited() {
        if (everything) {
            return ref -> ref.scope().equals(scope);
        }
        Set<Key> keys = touched();
        return ref -> ref.scope().equals(scope) && keys.contains(new Key(ref.kind(), ref.id()));
    }
}
