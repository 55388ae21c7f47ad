package dev.daybook.server.cli;

import java.util.ArrayList;
import java.util.List;

/** The difference between two versions of a file: the changed lines, with one line of context on each side. */
final class ShownChange {

    private ShownChange() {}

    static List<String> of(String before, String after) {
        List<String> old = before.lines().toList();
        List<String> changed = after.lines().toList();
        int same = 0;
        int shorter = Math.min(old.size(), changed.size());
        while (same < shorter && old.get(same).equals(changed.get(same))) {
            same++;
        }
        int tail = 0;
        while (tail < shorter - same && old.get(old.size() - 1 - tail).equals(changed.get(changed.size() - 1 - tail))) {
            tail++;
        }
        List<String> shown = new ArrayList<>();
        if (same > 0) {
            shown.add("  " + old.get(same - 1));
        }
        old.subList(same, old.size() - tail).forEach(line -> shown.add("- " + line));
        changed.subList(same, changed.size() - tail).forEach(line -> shown.add("+ " + line));
        if (tail > 0) {
            shown.add("  " + old.get(old.size() - tail));
        }
        return shown;
    }
}
