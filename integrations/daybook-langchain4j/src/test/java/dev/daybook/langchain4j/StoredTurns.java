package dev.daybook.langchain4j;

import dev.daybook.Daybook;
import dev.daybook.Memory;
import dev.daybook.outcome.Turn;
import java.nio.file.Path;
import java.util.List;

/** The log of a session as lines, for tests. */
final class StoredTurns {

    private static final int ALL = 10_000;

    private StoredTurns() {}

    static Daybook daybook(Path folder) {
        return Daybook.builder(folder).noEmbedder().background(false).open();
    }

    /** Returns the turns of a session in order, each as {@code role: text}. */
    static List<String> lines(Memory memory, String session) {
        return memory.session(session).turns(ALL).stream()
                .map(Turn::message)
                .map(message -> message.role() + ": " + message.text())
                .toList();
    }
}
