package dev.daybook.server.importing.history;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The messages of a conversation as a tree: an edited prompt and a repeated answer begin a branch. The current branch
 * is the path from the root to the current message. Cycles and lost parents end a path and are reported. Not
 * thread-safe.
 */
final class MessageTree {

    private final HistorySink sink;
    private final Map<String, @Nullable String> parents = new LinkedHashMap<>();
    private final Set<String> read = new HashSet<>();

    /**
     * @param sink receives what is wrong with the tree, and the number of messages outside the read branches
     */
    MessageTree(HistorySink sink) {
        this.sink = sink;
    }

    /** Adds a message; a root has no parent. */
    void add(String id, @Nullable String parent) {
        parents.put(id, parent);
    }

    /**
     * Returns the current branch, and after it the others, each from the message that is not in an earlier one.
     *
     * @param current the last message of the current branch; if it is unknown, the last message without an answer
     */
    List<List<String>> branches(@Nullable String current, boolean all) {
        Set<String> leaves = new LinkedHashSet<>(parents.keySet());
        parents.values().forEach(leaves::remove);
        List<String> ends = new ArrayList<>(leaves);
        Collections.reverse(ends);
        if (current != null && parents.containsKey(current)) {
            ends.add(0, current);
        }
        List<List<String>> branches = new ArrayList<>();
        for (String end : all || ends.isEmpty() ? ends : ends.subList(0, 1)) {
            List<String> branch = path(end);
            if (!branch.isEmpty()) {
                branches.add(branch);
            }
        }
        if (ends.isEmpty() && !parents.isEmpty()) {
            sink.problem("the messages form a cycle, and none is the last; correct the field 'parent'");
        } else if (read.size() < parents.size()) {
            sink.leaveOut("messages of other branches", parents.size() - read.size());
        }
        return branches;
    }

    private List<String> path(String end) {
        List<String> path = new ArrayList<>();
        Set<String> own = new HashSet<>();
        String id = end;
        while (id != null && parents.containsKey(id) && read.add(id)) {
            path.add(id);
            own.add(id);
            id = parents.get(id);
        }
        if (id != null && own.contains(id)) {
            sink.problem("the messages form a cycle at '" + id + "'; the messages after it are imported");
        } else if (id != null && !parents.containsKey(id)) {
            sink.problem("the parent '" + id + "' of a message is missing; the messages after it are imported");
        }
        Collections.reverse(path);
        return path;
    }
}
