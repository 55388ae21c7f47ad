package dev.daybook.langchain4j;

import dev.daybook.internal.checks.NullChecks;

/** Validates the name of a model. */
final class NameCheck {

    private NameCheck() {}

    static String checked(String name) {
        if (NullChecks.present("name", name).isBlank()) {
            throw new IllegalArgumentException("name is blank; give the name of the model, with its version");
        }
        return name;
    }
}
