package dev.daybook.testkit.agent;

import dev.daybook.model.Scope;
import java.util.List;

/** The message of a failed assertion: a headline, then one field per line, the remedy last. */
final class FailureReport {

    private static final int COLUMN = 11;

    private final StringBuilder message;

    FailureReport(String headline) {
        message = new StringBuilder(headline);
    }

    /** Adds a field of one line. */
    FailureReport field(String name, String value) {
        message.append("\n  ").append(name).append(':').append(" ".repeat(Math.max(1, COLUMN - 1 - name.length())));
        message.append(value);
        return this;
    }

    /** Adds a field of several lines, indented below its name; nothing if there is no line. */
    FailureReport lines(String name, List<String> lines) {
        if (!lines.isEmpty()) {
            message.append("\n  ").append(name).append(':');
            lines.forEach(line -> message.append("\n    ").append(line));
        }
        return this;
    }

    FailureReport memory(Scope scope) {
        return field("memory", named(scope));
    }

    static String named(Scope scope) {
        return scope.code() + " in space " + scope.space().id();
    }

    String text() {
        return message.toString();
    }

    AssertionError error() {
        return new AssertionError(text());
    }
}
