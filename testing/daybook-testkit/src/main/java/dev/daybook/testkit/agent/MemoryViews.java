package dev.daybook.testkit.agent;

import dev.daybook.Memory;
import dev.daybook.model.Block;
import dev.daybook.model.Entry;
import dev.daybook.model.Episode;
import dev.daybook.model.Fact;
import dev.daybook.model.Summary;
import dev.daybook.outcome.Hit;
import dev.daybook.outcome.SessionInfo;
import dev.daybook.query.Query;
import dev.daybook.query.Query.By;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Every way to read texts of one memory: its entries with their history, its sessions, its quarantine, and the answers
 * to a question. The lists are read once, when this is made; the searches run for each question.
 */
final class MemoryViews {

    private static final int ALL = Integer.MAX_VALUE;

    /** A question may be longer, but a literal search may not. */
    private static final int MAX_QUESTION_LENGTH = 200;

    private static final List<By> SEARCHES = List.of(By.BEST, By.WORDS, By.TEXT);

    /** A text and the view that shows it. */
    private record ShownText(String view, String text) {}

    private final Memory memory;
    private final List<ShownText> listed = new ArrayList<>();

    private MemoryViews(Memory memory) {
        this.memory = memory;
        addEntries("entry", memory.archive().exportAll());
        memory.quarantine()
                .list()
                .forEach(hidden -> addEntries("quarantine", memory.quarantine().entries(hidden.operation())));
        memory.sessions().forEach(this::add);
        memory.blocks().list().forEach(this::addHistory);
        memory.archive().profile().sampleFacts().forEach(fact -> add("profile: ", fact));
    }

    static MemoryViews of(Memory memory) {
        return new MemoryViews(memory);
    }

    /** Returns the views that show a text, when they are asked for it; empty if none does. */
    Set<String> showing(String text) {
        Set<String> views = new LinkedHashSet<>();
        Stream.concat(listed.stream(), answers(text).stream())
                .filter(shown -> TextMatch.contains(shown.text(), text))
                .forEach(shown -> views.add(shown.view()));
        return views;
    }

    /** Returns the answers to a text as a question. */
    private List<ShownText> answers(String text) {
        String question = text.substring(0, Math.min(text.length(), MAX_QUESTION_LENGTH));
        List<ShownText> answers = new ArrayList<>();
        try {
            for (By by : SEARCHES) {
                for (Hit hit : memory.recall(Query.of(question).by(by).limit(ALL))) {
                    answers.add(
                            new ShownText("recall by " + by.label() + ": " + HitLines.place(hit.entry()), hit.text()));
                }
            }
            for (String session : sessions()) {
                answers.add(new ShownText(
                        "context of session " + session,
                        memory.session(session).context(question).text()));
            }
        } catch (IllegalArgumentException refused) {
            // IsolationPolicy.REFUSE: the anonymous scope answers no search, so no search shows anything.
            return List.of();
        }
        return answers;
    }

    private List<String> sessions() {
        return Stream.concat(memory.sessions().stream().map(SessionInfo::id), Stream.of("a new session"))
                .toList();
    }

    private void addEntries(String view, Stream<Entry> all) {
        try (Stream<Entry> entries = all) {
            entries.forEach(entry -> {
                add(view + ": ", entry);
                addHistory(entry);
            });
        }
    }

    private void add(String view, Entry entry) {
        String place = view + HitLines.place(entry);
        listed.add(new ShownText(place, entry.text()));
        if (entry instanceof Episode episode) {
            episode.messages().forEach(message -> listed.add(new ShownText(place, message.text())));
            episode.toolCalls()
                    .forEach(call -> listed.add(new ShownText(place, call.arguments() + " " + call.result())));
            episode.metadata().values().forEach(value -> listed.add(new ShownText(place, String.valueOf(value))));
        }
    }

    private void addHistory(Entry entry) {
        List<? extends Entry> versions = entry instanceof Fact
                ? memory.facts().history(entry.id())
                : entry instanceof Block
                        ? memory.blocks().history(entry.id())
                        : entry instanceof Summary summary && summary.session() != null
                                ? memory.session(summary.session()).summaryHistory()
                                : List.of();
        versions.forEach(version -> add("history: ", version));
    }

    private void add(SessionInfo session) {
        String view = "session " + session.id();
        listed.add(new ShownText(view, session.id() + " " + session.name()));
        memory.session(session.id())
                .turns(ALL)
                .forEach(turn -> listed.add(
                        new ShownText("turns of " + view, turn.message().text())));
    }
}
