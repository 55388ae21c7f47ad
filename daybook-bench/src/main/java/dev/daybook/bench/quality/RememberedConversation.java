package dev.daybook.bench.quality;

import dev.daybook.Daybook;
import dev.daybook.Memory;
import dev.daybook.data.EntryRef;
import dev.daybook.data.Hit;
import dev.daybook.data.Hit.MessageScore;
import dev.daybook.data.NewEpisode;
import dev.daybook.data.Receipt;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A conversation as it lies in a memory of its own, and which of its turns each episode holds. */
final class RememberedConversation {

    /** One flush for so many episodes. */
    private static final int BATCH = 500;

    /** For one episode: far more than the slowest machine needs for the longest text. */
    private static final Duration VECTOR = Duration.ofMinutes(10);

    /** A session without messages, so its context holds recalled hits only. */
    private static final String NEW_SESSION = "eval";

    private static final String ONE_SESSION = "all";

    private final Memory memory;
    private final Layout layout;
    private final Map<String, List<DataTurn>> turnsByEpisode = new HashMap<>();
    private final List<Receipt> receipts = new ArrayList<>();

    /**
     * The form in which a conversation is written.
     *
     * @param pairs two rows in a row of one session and two speakers as one episode
     * @param oneSession all its sessions as one, in which the questions are asked
     */
    record Layout(boolean pairs, boolean oneSession) {}

    private RememberedConversation(Memory memory, Layout layout) {
        this.memory = memory;
        this.layout = layout;
    }

    static RememberedConversation write(Daybook daybook, DataConversation conversation, Layout layout) {
        RememberedConversation remembered = new RememberedConversation(daybook.user(conversation.id()), layout);
        List<List<DataTurn>> episodes = conversation.episodes(layout.pairs());
        for (int from = 0; from < episodes.size(); from += BATCH) {
            remembered.write(episodes.subList(from, Math.min(episodes.size(), from + BATCH)));
        }
        return remembered;
    }

    private void write(List<List<DataTurn>> batch) {
        List<Receipt> written =
                memory.rememberAll(batch.stream().map(this::episode).toList());
        for (int i = 0; i < written.size(); i++) {
            turnsByEpisode.put(written.get(i).id(), batch.get(i));
        }
        receipts.addAll(written);
    }

    private NewEpisode episode(List<DataTurn> turns) {
        return NewEpisode.of(turns.stream().map(DataTurn::message).toList())
                .inSession(layout.oneSession() ? ONE_SESSION : turns.get(0).session())
                .at(turns.get(0).at());
    }

    /** Waits until all of it can be found by meaning, if there is an embedder. Answers how many episodes have a vector. */
    int awaitVectors(EvalProgress progress) {
        int done = 0;
        for (Receipt receipt : receipts) {
            Receipt.Progress vector = memory.await(receipt, VECTOR).vector();
            if (vector == Receipt.Progress.PENDING) {
                throw new IllegalStateException(
                        "episode " + receipt.id() + " of '" + memory.scope().code() + "' has no vector after "
                                + VECTOR.toMinutes() + " minutes; try --embedder none");
            }
            done += vector == Receipt.Progress.DONE ? 1 : 0;
            progress.at("waiting for vectors, " + memory.scope().code() + ": " + done + " of " + receipts.size());
        }
        return done;
    }

    /** The session in which questions are asked. */
    String asking() {
        return layout.oneSession() ? ONE_SESSION : NEW_SESSION;
    }

    Memory memory() {
        return memory;
    }

    List<DataTurn> turns(EntryRef entry) {
        return turnsByEpisode.getOrDefault(entry.id(), List.of());
    }

    /** The turns of hits, the best first: each by the score of its own message, and by that of its hit if it has none. */
    List<DataTurn> ranked(List<Hit> hits, int top) {
        List<Scored> scored = new ArrayList<>();
        for (Hit hit : hits) {
            List<DataTurn> turns = turnsByEpisode.getOrDefault(hit.id(), List.of());
            if (hit.messages().isEmpty()) {
                turns.forEach(turn -> scored.add(new Scored(turn, hit.score())));
            }
            for (MessageScore message : hit.messages()) {
                scored.add(new Scored(turns.get(message.index()), message.score()));
            }
        }
        // Stable: equal scores stay in the order in which the memory returned them.
        scored.sort(Comparator.comparingDouble(Scored::score).reversed());
        return scored.stream().map(Scored::turn).limit(top).toList();
    }

    private record Scored(DataTurn turn, double score) {}
}
