package dev.daybook.server.cli.terminal;

import dev.daybook.model.Kind;
import dev.daybook.model.Scope;
import dev.daybook.outcome.DerivationOutcome;
import java.time.OffsetDateTime;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Formats values for a person. Stored text may hold control characters, which never reach the terminal. */
public final class DisplayText {

    private static final Pattern SPACE = Pattern.compile("\\s++");

    private DisplayText() {}

    /** Formats a text as one line of limited length. */
    public static String line(String text, int width) {
        // A text may have a megabyte, and only its beginning is visible.
        String start = text.length() > 4 * width ? text.substring(0, 4 * width) : text;
        String line = harmless(SPACE.matcher(start).replaceAll(" ").strip());
        int length = line.codePointCount(0, line.length());
        if (length <= width && start.length() == text.length()) {
            return line;
        }
        int end = line.offsetByCodePoints(0, Math.max(0, Math.min(length, width - 1)));
        return line.substring(0, end).stripTrailing() + "…";
    }

    /** Returns a text with its line breaks but without other control characters. */
    public static String harmless(String text) {
        StringBuilder safe = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            safe.append(Character.isISOControl(c) && c != '\n' && c != '\t' ? '\uFFFD' : c);
        }
        return safe.toString();
    }

    /** Formats a time to the minute with its offset: the times of one list may have different offsets. */
    public static String time(OffsetDateTime time) {
        String local = time.toLocalDateTime().toString().substring(0, 16).replace('T', ' ');
        return local + (time.getOffset().getTotalSeconds() == 0 ? "Z" : " " + time.getOffset());
    }

    public static String scope(Scope scope) {
        String inside = scope.fold(
                user -> "user " + user.id(),
                agent -> "agent " + agent.id() + (agent.user() == null ? "" : " of user " + agent.user()),
                anonymous -> "anonymous",
                shared -> "shared");
        return harmless(
                scope.space().id().equals("default")
                        ? inside
                        : inside + " in space " + scope.space().id());
    }

    /** Formats the outcome of a derivation as one line. */
    public static String outcome(DerivationOutcome outcome) {
        String subject = outcome.subject().isEmpty() ? "" : " " + line(outcome.subject(), 60);
        String detail = outcome.detail().isEmpty() ? "" : "  " + line(outcome.detail(), 120);
        String operation = outcome.operation() == null ? "" : "  " + outcome.operation();
        return outcome.derivation() + subject + ": " + outcome.result().label() + detail + operation;
    }

    public static String count(long count, String noun) {
        return count(count, noun, noun + "s");
    }

    public static String count(long count, String one, String many) {
        return count + " " + (count == 1 ? one : many);
    }

    /** Formats counts by kind: {@code 3 episodes}. */
    public static String counts(Map<Kind, Long> counts) {
        if (counts.isEmpty()) {
            return "nothing";
        }
        return new TreeMap<>(counts)
                .entrySet().stream()
                        .map(entry -> count(entry.getValue(), entry.getKey().label()))
                        .collect(Collectors.joining(", "));
    }
}
