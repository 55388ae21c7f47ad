package org.example.diary;

import static dev.daybook.model.Message.user;

import dev.daybook.Daybook;
import dev.daybook.Memory;
import dev.daybook.model.Embedding;
import dev.daybook.outcome.Hit;
import dev.daybook.query.Query;
import dev.daybook.query.Query.By;
import dev.daybook.spi.Embedder;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

/** A user's program in small, which knows nothing of Daybook but its one artifact: it notes things and finds them. */
public final class Diary implements AutoCloseable {

    private static final Duration LONG_ENOUGH = Duration.ofSeconds(30);

    private final Daybook daybook;
    private final Memory memory;

    public Diary(Path folder) {
        daybook = Daybook.builder(folder)
                .embedder(Embedder.of("letters", 26, Diary::letters))
                .open();
        memory = daybook.user("ada");
    }

    /** Counts letters: an embedder as small as one can be. */
    private static List<Embedding> letters(List<String> texts) {
        return texts.stream()
                .map(text -> {
                    float[] counts = new float[26];
                    text.toLowerCase(Locale.ROOT)
                            .chars()
                            .filter(letter -> letter >= 'a' && letter <= 'z')
                            .forEach(letter -> counts[letter - 'a']++);
                    return Embedding.of(counts);
                })
                .toList();
    }

    public void note(String text) {
        memory.operations().await(memory.session("diary").remember(user(text)), LONG_ENOUGH);
    }

    public List<Hit> find(By by, String question) {
        return memory.recall(Query.of(question).by(by));
    }

    @Override
    public void close() {
        daybook.close();
    }
}
