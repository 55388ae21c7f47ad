package dev.daybook.outcome;

import java.util.List;

/**
 * A page of the changes of one scope.
 *
 * @param changes the changes in their order; a page may have none and not be the last
 * @param next the cursor of the next page, also after the last one: later changes follow it
 * @param more whether further changes were there when the page was read
 */
public record ChangePage(List<MemoryChange> changes, String next, boolean more) {
    public ChangePage {
        changes = List.copyOf(changes);
    }
}
