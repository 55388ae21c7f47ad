package dev.daybook.remember;

import dev.daybook.data.Episode;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What of an episode is embedded. */
final class EmbeddedText {

    private EmbeddedText() {}

    /** Input and output joined by a newline, empty ones left out; of other roles only, all texts. */
    static String of(Episode episode) {
        String said = Stream.of(episode.input(), episode.output())
                .filter(text -> !text.isEmpty())
                .collect(Collectors.joining("\n"));
        return said.isEmpty() ? episode.text() : said;
    }
}
