package dev.daybook.server.config;

import java.util.ArrayList;
import java.util.List;

/** What is wrong with a configuration: all of it at once, so that nobody has to mend it piece by piece. */
final class Problems {

    private final List<String> problems = new ArrayList<>();

    void add(String problem) {
        problems.add(problem);
    }

    /** @throws IllegalArgumentException if there is any; the message names each, with its remedy */
    void throwIfAny() {
        if (problems.size() == 1) {
            throw new IllegalArgumentException(problems.get(0));
        }
        if (!problems.isEmpty()) {
            throw new IllegalArgumentException(problems.size() + " problems: " + String.join("; also ", problems));
        }
    }
}
