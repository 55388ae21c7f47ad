package dev.daybook.chroma;

import dev.daybook.Daybook;
import dev.daybook.Memory;
import dev.daybook.model.Message;
import dev.daybook.model.NewEpisode;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;

/** Writes batches to a tenant of a server until it is killed; says the session of each that was acknowledged. */
final class ChromaWriterProcess {

    static final int EPISODES = 3;

    private ChromaWriterProcess() {}

    public static void main(String[] args) {
        ChromaStore store = ChromaStore.at(URI.create(args[0]))
                .tenant(args[1])
                .lookEvery(Duration.ofMinutes(10))
                .open();
        Daybook daybook = Daybook.builder(store).noEmbedder().background(false).open();
        Memory memory = daybook.user("ada");
        while (true) {
            String batch = UUID.randomUUID().toString();
            memory.remember(episodes(batch));
            System.out.println(batch);
        }
    }

    private static List<NewEpisode> episodes(String batch) {
        return IntStream.range(0, EPISODES)
                .mapToObj(i -> NewEpisode.of(Message.user("part " + i + " of batch " + batch))
                        .session(batch))
                .toList();
    }
}
