package dev.daybook.bench.quality;

import dev.daybook.Daybook;
import dev.daybook.Memory;
import dev.daybook.bench.quality.data.DataConversation;
import dev.daybook.bench.quality.data.DataQuestion;
import dev.daybook.bench.quality.data.DataTurn;
import dev.daybook.model.EntryRef;
import dev.daybook.model.Fact;
import dev.daybook.model.NewEpisode;
import dev.daybook.model.Origin;
import dev.daybook.outcome.Context;
import dev.daybook.outcome.Hit;
import dev.daybook.outcome.Hit.MessageScore;
import dev.daybook.outcome.Receipt;
import dev.daybook.outcome.Receipt.Progress;
import dev.daybook.query.ContextOptions;
import dev.daybook.query.FactQuery;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A conversation as it lies in a memory of its own, as far as it is written, and which of its turns each episode holds. */
public final class RememberedConversation {

    /** One flush for so many episodes. */
    private static final int BATCH = 500;

    /** For one episode: far more than the slowest machine needs for the longest text. */
    private static final Duration VECTOR = Duration.ofMinutes(10);

    /** A session without messages, so its context holds recalled hits only. */
    private static final String NEW_SESSION = "eval";

    private static final String ONE_SESSION = "all";

    private final Memory memory;
    private final Layout layout;
    private final List<DataTurn> turns;
    private final boolean derives;
    private final Set<String> facts = new HashSet<>();
    private int written;
    private final Map<String, List<DataTurn>> turnsByEpisode = new HashMap<>();
    private final List<Receipt> receipts = new ArrayList<>();
    private int awaited;

    /**
     * The form in which a conversation is written.
     *
     * @param pairs two rows in a row of one session and two speakers as one episode
     * @param oneSession all its sessions as one, in which the questions are asked
     * @param imported with the trust of an import, as a history that an operator brings along
     */
    public record Layout(boolean pairs, boolean oneSession, boolean imported) {

        public Layout(boolean pairs, boolean oneSession) {
            this(pairs, oneSession, false);
        }
    }

    /** Creates the memory of a conversation of which nothing is written yet. */
    public RememberedConversation(Daybook daybook, DataConversation conversation, Layout layout) {
        this(daybook, conversation, layout, false);
    }

    /** @param derives whether statements are derived from what is written */
    public RememberedConversation(Daybook daybook, DataConversation conversation, Layout layout, boolean derives) {
        this.memory = daybook.user(conversation.id());
        this.layout = layout;
        this.turns = List.copyOf(conversation.turns());
        this.derives = derives;
    }

    /**
     * Writes the next turns. A pair is made of turns that are written by one call, so a question within a conversation
     * divides the pair in whose middle it is asked.
     *
     * @param end the turn that is not written any more; null: all are
     */
    public void writeUntil(@Nullable DataTurn end) {
        int until = end == null ? turns.size() : turns.indexOf(end);
        List<List<DataTurn>> episodes = DataConversation.episodes(turns.subList(written, until), layout.pairs());
        for (int from = 0; from < episodes.size(); from += BATCH) {
            write(episodes.subList(from, Math.min(episodes.size(), from + BATCH)));
        }
        written = until;
        derive();
    }

    /** Derives the recorded statements about the new messages, as a model's answers. */
    private void derive() {
        if (!derives || receipts.isEmpty()) {
            return;
        }
        memory.consolidate();
        Progress vector = receipts.get(0).vector() == Progress.OFF ? Progress.OFF : Progress.PENDING;
        for (Fact fact : memory.facts().list(FactQuery.all().limit(Integer.MAX_VALUE))) {
            if (facts.add(fact.id())) {
                receipts.add(new Receipt(
                        fact.id(), fact.position(), fact.revision(), true, Progress.DONE, vector, Progress.OFF));
            }
        }
    }

    private void write(List<List<DataTurn>> batch) {
        List<Receipt> acknowledged =
                memory.remember(batch.stream().map(this::episode).toList());
        for (int i = 0; i < acknowledged.size(); i++) {
            turnsByEpisode.put(acknowledged.get(i).id(), batch.get(i));
        }
        receipts.addAll(acknowledged);
    }

    private NewEpisode episode(List<DataTurn> turns) {
        return NewEpisode.of(turns.stream().map(DataTurn::message).toList())
                .session(layout.oneSession() ? ONE_SESSION : turns.get(0).session())
                .occurredAt(turns.get(0).at())
                .origin(layout.imported() ? Origin.IMPORT : null);
    }

    /**
     * Waits until all that is written can be found by meaning, if there is an embedder. Answers how many episodes got a
     * vector since the last call.
     */
    public int awaitVectors(EvalProgress progress) {
        int done = 0;
        for (; awaited < receipts.size(); awaited++) {
            Receipt receipt = receipts.get(awaited);
            Receipt.Progress vector = memory.operations().await(receipt, VECTOR).vector();
            if (vector == Receipt.Progress.PENDING) {
                throw new IllegalStateException(
                        "episode " + receipt.id() + " of '" + memory.scope().code() + "' has no vector after "
                                + VECTOR.toMinutes() + " minutes; try --embedder none");
            }
            done += vector == Receipt.Progress.DONE && turnsByEpisode.containsKey(receipt.id()) ? 1 : 0;
            progress.at("waiting for vectors, " + memory.scope().code() + ": " + awaited + " of " + turns.size());
        }
        return done;
    }

    /** Returns the context of the memory for a question as the prompt, in the session of the question. */
    Context context(DataQuestion question, int maxTokens) {
        return context(question, ContextOptions.defaults().maxTokens(maxTokens));
    }

    Context context(DataQuestion question, ContextOptions options) {
        return memory.session(asking(question)).context(question.text(), options);
    }

    /** Returns the context for a question about another conversation, in a new session. */
    Context contextOfStranger(DataQuestion question, ContextOptions options) {
        return memory.session(NEW_SESSION).context(question.text(), options);
    }

    /** The session in which a question is asked: that of the turn in whose place it stands, or a new one. */
    private String asking(DataQuestion question) {
        if (layout.oneSession()) {
            return ONE_SESSION;
        }
        DataTurn place = question.before();
        return place == null || place.session() == null ? NEW_SESSION : place.session();
    }

    public Memory memory() {
        return memory;
    }

    List<DataTurn> turns(EntryRef entry) {
        return turnsByEpisode.getOrDefault(entry.id(), List.of());
    }

    /**
     * The turns of hits, the best first: each by the score of its own message, and by that of its hit if it has none. An
     * update that stands before an older message counts with the score of that message.
     */
    public List<DataTurn> ranked(List<Hit> hits, int top) {
        List<Scored> scored = new ArrayList<>();
        double[] lifts = lifts(hits);
        for (int i = 0; i < hits.size(); i++) {
            Hit hit = hits.get(i);
            List<DataTurn> turns = turnsByEpisode.getOrDefault(hit.id(), List.of());
            if (hit.messages().isEmpty()) {
                turns.forEach(turn -> scored.add(new Scored(turn, hit.score())));
            }
            for (MessageScore message : hit.messages()) {
                scored.add(new Scored(turns.get(message.index()), message.score() + lifts[i]));
            }
        }
        // Stable: equal scores stay in the order in which the memory returned them.
        scored.sort(Comparator.comparingDouble(Scored::score).reversed());
        return scored.stream().map(Scored::turn).limit(top).toList();
    }

    /** Returns how much each hit stands before its score: an update stands directly before the message that it restates. */
    private static double[] lifts(List<Hit> hits) {
        double[] lifts = new double[hits.size()];
        for (int i = hits.size() - 2; i >= 0; i--) {
            boolean isUpdate = hits.get(i).why().stream()
                    .anyMatch(reason -> reason.signal().equals("update"));
            double behind = hits.get(i + 1).score() + lifts[i + 1];
            lifts[i] = isUpdate ? Math.max(0, behind - hits.get(i).score()) : 0;
        }
        return lifts;
    }

    private record Scored(DataTurn turn, double score) {}
}
