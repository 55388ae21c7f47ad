package dev.daybook.internal.forget;

import dev.daybook.model.EntryRef;
import dev.daybook.model.Kind;
import dev.daybook.model.Note;
import dev.daybook.store.EntryKey;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Episodes that stay while notes derived from them are erased.
 *
 * @param inputsToRederive episodes whose notes are erased only because of another source: notes are derived from them
 *     again
 * @param excluded episodes with a note that the selection names itself: none is derived again
 */
record RederivedInputs(Set<String> inputsToRederive, Set<String> excluded) {

    /**
     * @param erased the entries to erase
     * @param selected the keys of the entries that the selection names itself
     * @param stays tests whether a cited entry stays
     */
    static RederivedInputs of(Stream<VersionedEntry> erased, Set<EntryKey> selected, Predicate<EntryRef> stays) {
        Set<String> inputsToRederive = new LinkedHashSet<>();
        Set<String> excluded = new LinkedHashSet<>();
        erased.filter(each -> each.isA(Kind.NOTE)).forEach(each -> {
            boolean isSelected = selected.contains(each.key());
            Set<String> episodes = isSelected ? excluded : inputsToRederive;
            // A withdrawn note is not visible, so it needs no replacement.
            if (isSelected || !each.isWithdrawn()) {
                ((Note) each.current().entry())
                        .sources().stream()
                                .filter(ref -> ref.kind() == Kind.EPISODE)
                                .filter(stays)
                                .forEach(ref -> episodes.add(ref.id()));
            }
        });
        inputsToRederive.removeAll(excluded);
        return new RederivedInputs(inputsToRederive, excluded);
    }
}
