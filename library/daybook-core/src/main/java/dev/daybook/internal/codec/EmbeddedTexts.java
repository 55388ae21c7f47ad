package dev.daybook.internal.codec;

import dev.daybook.model.Embedding;
import dev.daybook.model.Entry;
import dev.daybook.model.Episode;
import dev.daybook.model.Fact;
import dev.daybook.model.Message;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The texts of an entry to embed: the whole entry and each message of an episode. Equal texts are embedded once. Blank
 * texts are not embedded, because many embedders refuse them; they get a zero vector, which is similar to no other.
 * Speaker names are left out: a small model overrates a name, and the only message of an episode would be embedded
 * twice.
 */
public final class EmbeddedTexts {

    private final String whole;
    private final List<String> messages;

    public EmbeddedTexts(Entry entry) {
        if (entry instanceof Episode episode) {
            whole = whole(episode);
            messages = episode.messages().stream().map(Message::shownText).toList();
        } else {
            whole = entry instanceof Fact fact ? fact.sentence() : entry.text();
            messages = List.of(whole);
        }
    }

    /** Returns the texts, each once, without blank ones. */
    public Set<String> distinct() {
        Set<String> distinct = new LinkedHashSet<>(messages);
        distinct.add(whole);
        distinct.removeIf(String::isBlank);
        return distinct;
    }

    /**
     * Returns the vectors of the entry.
     *
     * @param byText the vectors of all {@link #distinct()} texts
     */
    public EntryVectors vectors(Map<String, Embedding> byText, int dimensions) {
        Embedding blank = Embedding.of(new float[dimensions]);
        return new EntryVectors(
                vector(byText, whole, blank),
                messages.stream().map(text -> vector(byText, text, blank)).toList());
    }

    /**
     * Adds the vectors of the texts, as {@link #vectors} returned them, to a map. Does nothing if they are of another
     * number of messages.
     */
    public void addTo(Map<String, Embedding> byText, EntryVectors vectors) {
        if (vectors.messages().size() == messages.size()) {
            byText.put(whole, vectors.entry());
            for (int i = 0; i < messages.size(); i++) {
                byText.put(messages.get(i), vectors.messages().get(i));
            }
        }
    }

    private static Embedding vector(Map<String, Embedding> byText, String text, Embedding blank) {
        return text.isBlank() ? blank : Objects.requireNonNull(byText.get(text), "every text was embedded");
    }

    /** Returns input and output joined by a newline, or all texts if there are only other roles. */
    private static String whole(Episode episode) {
        String joined = Stream.of(episode.input(), episode.output())
                .filter(text -> !text.isEmpty())
                .collect(Collectors.joining("\n"));
        return joined.isEmpty() ? episode.text() : joined;
    }
}
