package dev.daybook.testkit.agent;

import dev.daybook.model.Entry;
import dev.daybook.outcome.Hit;
import dev.daybook.outcome.ScoreReason;
import dev.daybook.query.Query;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Hits, entries and queries as lines of a failure message. */
final class HitLines {

    private static final String INDENT = "   ";

    private HitLines() {}

    /** Returns three lines per hit: its rank, score and place; its text; the parts of its score. */
    static List<String> of(List<Hit> hits) {
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < hits.size(); i++) {
            Hit hit = hits.get(i);
            lines.add((i + 1) + ". score " + number(hit.score()) + ", " + place(hit.entry())
                    + (hit.fallback() ? ", a fallback: nothing matched" : ""));
            lines.add(INDENT + TextMatch.quoted(hit.text()));
            if (!hit.why().isEmpty()) {
                lines.add(INDENT + why(hit.why()));
            }
        }
        return lines.isEmpty() ? List.of("none") : lines;
    }

    /** Returns the kind, id, session and time of an entry. */
    static String place(Entry entry) {
        return entry.kind().label() + " " + entry.id()
                + (entry.session() == null ? "" : ", session " + entry.session())
                + ", " + entry.occurredAt();
    }

    /** Returns the parts of a score: {@code words 1.20 (lisbon, moved); meaning 0.71}. */
    static String why(List<ScoreReason> reasons) {
        return "because "
                + reasons.stream()
                        .map(reason -> reason.signal() + " " + number(reason.contribution())
                                + (reason.detail().isEmpty() ? "" : " (" + TextMatch.shown(reason.detail()) + ")"))
                        .collect(Collectors.joining("; "));
    }

    static String number(double score) {
        return String.format(Locale.ROOT, "%.2f", score);
    }

    /** Returns the text of a query and the conditions that differ from those of a plain one. */
    static String query(Query query) {
        StringBuilder line = new StringBuilder(TextMatch.quoted(query.text()))
                .append(" (by ")
                .append(query.by().label())
                .append(", limit ")
                .append(query.limit());
        condition(line, "kinds", query.kinds().isEmpty() ? null : query.kinds());
        condition(line, "from", query.from());
        condition(line, "to", query.to());
        condition(line, "sessions", query.sessions().isEmpty() ? null : query.sessions());
        condition(line, "without sessions", query.excludedSessions().isEmpty() ? null : query.excludedSessions());
        condition(line, "where", query.filter());
        condition(line, "as of", query.asOf());
        condition(line, "valid at", query.validAt());
        condition(line, "minimum score", query.minimumScore());
        condition(line, "minimum confidence", query.minimumConfidence());
        condition(line, "shared scope", query.shared() ? "included" : null);
        return line.append(')').toString();
    }

    private static void condition(StringBuilder line, String name, @Nullable Object value) {
        if (value != null) {
            line.append(", ").append(name).append(' ').append(value);
        }
    }
}
