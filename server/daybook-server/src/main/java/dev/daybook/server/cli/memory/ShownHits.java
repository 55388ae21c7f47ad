package dev.daybook.server.cli.memory;

import dev.daybook.internal.json.HitCodec;
import dev.daybook.model.Episode;
import dev.daybook.model.Message;
import dev.daybook.model.Trust;
import dev.daybook.outcome.Hit;
import dev.daybook.outcome.ScoreReason;
import dev.daybook.server.cli.options.DaybookCommand;
import dev.daybook.server.cli.terminal.CommandTerminal;
import dev.daybook.server.cli.terminal.DisplayText;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Prints hits for a person: time and place, the best message, and the reasons.
 *
 * @param scopes whether to name the scope of each hit
 */
record ShownHits(CommandTerminal terminal, boolean explain, boolean scopes) {

    private static final String INDENT = "    ";

    private static final Pattern LINE_BREAK = Pattern.compile("\\R");

    /** More reasons are no help at a glance. */
    private static final int REASONS_AT_A_GLANCE = 3;

    /** Prints hits as the answer of a command. */
    static int answer(DaybookCommand root, boolean explain, boolean scopes, List<Hit> hits, String ifNone) {
        return root.answer(() -> new HitCodec(explain, false, scopes).write(hits), () -> {
            new ShownHits(root.terminal(), explain, scopes).print(hits);
            if (hits.isEmpty()) {
                root.output().note(ifNone);
            }
        });
    }

    void print(List<Hit> hits) {
        for (int i = 0; i < hits.size(); i++) {
            print(i + 1, hits.get(i));
        }
    }

    private void print(int rank, Hit hit) {
        int width = terminal.width() - INDENT.length();
        String session = hit.entry() instanceof Episode episode && episode.session() != null
                ? "  session " + DisplayText.line(episode.session(), 40)
                : "";
        String head = DisplayText.time(hit.occurredAt()) + session + (hit.fallback() ? "  (newest)" : "") + "  "
                + hit.kind().label() + " " + DisplayText.line(hit.id(), 60)
                + (scopes ? "  " + DisplayText.line(DisplayText.scope(hit.scope()), 60) : "");
        String numbered = String.format(Locale.ROOT, "%2d. ", rank) + head;
        terminal.out().println(terminal.bold(terminal.outIsTerminal() ? fitting(numbered) : numbered));
        if (terminal.outIsTerminal()) {
            terminal.out().println(INDENT + DisplayText.line(best(hit), width));
        } else {
            // A program, or a person with a pager, has no line width.
            whole(hit).lines().forEach(line -> terminal.out().println(INDENT + DisplayText.harmless(line)));
        }
        if (explain) {
            explain(hit);
        } else if (!hit.why().isEmpty()) {
            terminal.out().println(INDENT + terminal.dim(DisplayText.line("because " + glance(hit.why()), width)));
        }
    }

    /** Cuts a line to the terminal's width: its beginning is the most useful part, and it must not wrap. */
    private String fitting(String line) {
        return line.length() <= terminal.width() ? line : line.substring(0, terminal.width() - 1) + "…";
    }

    private void explain(Hit hit) {
        terminal.out().println(INDENT + String.format(Locale.ROOT, "score %.4f", hit.score()));
        for (ScoreReason reason : hit.why()) {
            String line = String.format(
                    Locale.ROOT, "%-12s %+9.4f  %s", reason.signal(), reason.contribution(), reason.detail());
            terminal.out().println(INDENT + DisplayText.harmless(line).stripTrailing());
        }
        if (hit.messages().size() > 1) {
            String scores = hit.messages().stream()
                    .map(message -> String.format(Locale.ROOT, "%d: %.4f", message.index(), message.score()))
                    .collect(Collectors.joining(", "));
            terminal.out().println(INDENT + "messages     " + scores);
        }
    }

    private static int index(Hit hit) {
        return hit.messages().isEmpty() ? 0 : hit.messages().get(0).index();
    }

    /** Returns the message with the best score; otherwise the whole entry. */
    private static String best(Hit hit) {
        return hit.entry() instanceof Episode episode && !episode.messages().isEmpty()
                ? message(episode, index(hit))
                : entry(hit);
    }

    /** Returns the whole entry; the lines of a message are indented, so that none can pass for another message. */
    private static String whole(Hit hit) {
        return hit.entry() instanceof Episode episode && !episode.messages().isEmpty()
                ? IntStream.range(0, episode.messages().size())
                        .mapToObj(index ->
                                LINE_BREAK.matcher(message(episode, index)).replaceAll("\n" + INDENT))
                        .collect(Collectors.joining("\n"))
                : entry(hit);
    }

    /** Returns a message after its label, which is outside the text, because the text could fake it. */
    private static String message(Episode episode, int index) {
        Message message = episode.messages().get(index);
        String label = episode.labelOf(index);
        return (label.isEmpty() ? "" : label + " ") + message.speaker() + ": " + message.shownText();
    }

    private static String entry(Hit hit) {
        return (hit.trust().isBelow(Trust.ASSISTANT) ? hit.trust().inBrackets() + " " : "") + hit.text();
    }

    private static String glance(List<ScoreReason> reasons) {
        return reasons.stream()
                .limit(REASONS_AT_A_GLANCE)
                .map(reason -> reason.detail().isBlank() ? reason.signal() : reason.signal() + ": " + reason.detail())
                .collect(Collectors.joining(" · "));
    }
}
