package dev.daybook.forget;

import dev.daybook.data.Kind;
import dev.daybook.data.Ref;
import dev.daybook.data.Scope;
import dev.daybook.spi.Erase;
import dev.daybook.spi.Key;
import dev.daybook.spi.Put;
import dev.daybook.spi.StateChange;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * What a forget takes away from one scope.
 *
 * @param everything the whole scope; the rest is empty then, except the counts
 * @param gone the entries that go
 * @param putBack the entries that stay but had a version or a link which has to go: a store erases every version of a
 *     key, so what is left of them is put back in the same step, without its history
 * @param states the states that go
 * @param marks the states that are written in the same step: what is to be derived again from what is left
 */
record Doom(
        Scope scope,
        boolean everything,
        Map<Kind, Long> counts,
        List<Key> gone,
        List<Put> putBack,
        List<String> states,
        List<StateChange> marks) {

    Doom {
        counts = Map.copyOf(counts);
        gone = List.copyOf(gone);
        putBack = List.copyOf(putBack);
        states = List.copyOf(states);
        marks = List.copyOf(marks);
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
        return new Doom(scope, everything, counts, gone, putBack, all, marks);
    }

    /** The same, with states that are written. */
    Doom marking(List<StateChange> marks) {
        return new Doom(scope, everything, counts, gone, putBack, states, marks);
    }

    boolean isNothing() {
        return !everything && gone.isEmpty() && putBack.isEmpty() && states.isEmpty();
    }

    Erase erase() {
        if (everything) {
            return Erase.EVERYTHING;
        }
        List<Key> keys = new ArrayList<>(gone);
        putBack.forEach(put -> keys.add(put.key()));
        return Erase.of(keys, states);
    }

    /** Whether something that is cited goes, or loses a version that may have been cited. */
    Predicate<Ref> cited() {
        if (everything) {
            return ref -> ref.scope().equals(scope);
        }
        var keys = Map.copyOf(erase().keys().stream().distinct().collect(Collectors.toMap(key -> key, key -> true)));
        return ref -> ref.scope().equals(scope) && keys.containsKey(new Key(ref.kind(), ref.id()));
    }
}
