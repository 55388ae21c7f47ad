package dev.daybook.outcome;

import dev.daybook.model.EntryRef;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The context of a prompt with and without some entries of the scope.
 *
 * @param leftOut the entries that were left out: the selected ones, and those derived from them
 * @param with the context as {@code context} returns it, never stored
 * @param without the context as {@code context} would return it if the entries had never been written
 */
public record ContextDifference(List<EntryRef> leftOut, Context with, Context without) {
    public ContextDifference {
        leftOut = List.copyOf(leftOut);
    }

    /** Returns the entries that only the context with the entries shows, in its order. */
    public List<EntryRef> gone() {
        return shownOnlyIn(with, without);
    }

    /** Returns the entries that take the free place, in the order of the context without the entries. */
    public List<EntryRef> added() {
        return shownOnlyIn(without, with);
    }

    /** Returns the tokens of the context without the entries less those of the context with them. */
    public int tokens() {
        return without.tokens() - with.tokens();
    }

    private static List<EntryRef> shownOnlyIn(Context one, Context other) {
        Set<EntryRef> shown = other.sections().stream()
                .flatMap(section -> section.entries().stream())
                .collect(Collectors.toSet());
        return one.sections().stream()
                .flatMap(section -> section.entries().stream())
                .filter(entry -> !shown.contains(entry))
                .distinct()
                .toList();
    }
}
