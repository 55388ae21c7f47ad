package dev.daybook.server.json;

import dev.daybook.Memory;
import dev.daybook.data.Session;
import java.util.stream.Stream;

/** A scope as lines of interchange. */
public final class ExportLines {

    private ExportLines() {}

    /**
     * The conversations that would not come back by their episodes, then all entries, read as it goes. Close it, or read
     * it to its end.
     */
    public static Stream<String> of(Memory memory) {
        return Stream.concat(
                memory.sessions().list().stream()
                        .filter(ExportLines::saysMoreThanItsEpisodes)
                        .map(session -> Interchange.write(memory.scope(), session)),
                memory.exportAll().map(entry -> Interchange.write(memory.scope(), entry)));
    }

    private static boolean saysMoreThanItsEpisodes(Session session) {
        return session.name() != null || session.episodes() == 0 || session.isPrivate();
    }
}
