package dev.daybook.remember;

import dev.daybook.codec.EntryVectors;
import dev.daybook.data.Embedding;
import dev.daybook.data.Entry;
import dev.daybook.data.Episode;
import dev.daybook.data.Fact;
import dev.daybook.data.Message;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What of an entry is embedded: the whole of it, and each message of an episode; equal texts once, and blank ones never, for
 * many embedders refuse them: such a one has a vector of zeros, which is like no other. Without the speaker's name: a small
 * model makes too much of a name, and with it the one message of an episode would be embedded twice.
 */
final class EmbeddedTexts {

    private final String whole;
    private final List<String> messages;

    EmbeddedTexts(Entry entry) {
        if (entry instanceof Episode episode) {
            whole = whole(episode);
            messages = episode.messages().stream().map(Message::text).toList();
        } else {
            whole = entry instanceof Fact fact ? fact.statement() : entry.text();
            messages = List.of(whole);
        }
    }

    Set<String> distinct() {
        Set<String> distinct = new LinkedHashSet<>(messages);
        distinct.add(whole);
        distinct.removeIf(String::isBlank);
        return distinct;
    }

    EntryVectors vectors(Map<String, Embedding> byText, int dimensions) {
        Embedding blank = Embedding.of(new float[dimensions]);
        return new EntryVectors(
                vector(byText, whole, blank),
                messages.stream().map(text -> vector(byText, text, blank)).toList());
    }

    private static Embedding vector(Map<String, Embedding> byText, String text, Embedding blank) {
        return text.isBlank() ? blank : Objects.requireNonNull(byText.get(text), "every text was embedded");
    }

    /** Input and output joined by a newline, empty ones left out; of other roles only, all texts. */
    private static String whole(Episode episode) {
        String said = Stream.of(episode.input(), episode.output())
                .filter(text -> !text.isEmpty())
                .collect(Collectors.joining("\n"));
        return said.isEmpty() ? episode.text() : said;
    }
}
