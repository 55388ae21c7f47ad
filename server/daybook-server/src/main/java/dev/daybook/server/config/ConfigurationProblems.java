package dev.daybook.server.config;

import java.util.ArrayList;
import java.util.List;

/** The problems of a configuration, reported together. */
final class ConfigurationProblems {

    private final List<String> problems = new ArrayList<>();

    void add(String problem) {
        problems.add(problem);
    }

    /** @throws IllegalArgumentException if there are problems; the message names each with its remedy */
    void throwIfAny() {
        if (problems.size() == 1) {
            throw new IllegalArgumentException(problems.get(0));
        }
        if (!problems.isEmpty()) {
            throw new IllegalArgumentException(problems.size() + " problems: " + String.join("; also ", problems));
        }
    }
}
