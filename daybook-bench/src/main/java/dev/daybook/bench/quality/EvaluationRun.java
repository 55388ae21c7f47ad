package dev.daybook.bench.quality;

import dev.daybook.Daybook;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Conversations in a daybook, each in a scope of its own, ready to be asked. */
final class EvaluationRun {

    /** Enough turns to fill the largest budget of tokens. */
    private static final int DEPTH_FOR_TOKENS = 200;

    private final Map<String, RememberedConversation> remembered = new LinkedHashMap<>();
    private final EvalProgress progress;
    private final int vectors;
    private final double secondsToVectors;

    /** Writes the conversations and waits until all of them can be found. */
    EvaluationRun(
            Daybook daybook,
            Iterable<DataConversation> conversations,
            RememberedConversation.Layout layout,
            EvalProgress progress) {
        this.progress = progress;
        long begin = System.nanoTime();
        for (DataConversation conversation : conversations) {
            progress.at("writing conversation " + conversation.id());
            remembered.put(conversation.id(), RememberedConversation.write(daybook, conversation, layout));
        }
        int done = 0;
        for (RememberedConversation each : remembered.values()) {
            done += each.awaitVectors(progress);
        }
        this.vectors = done;
        this.secondsToVectors = (System.nanoTime() - begin) / 1e9;
        // The first recall of a scope reads it in; that is measured by daybook-bench/speed, not here.
        remembered.values().forEach(each -> each.memory().recall("anything"));
    }

    /** Returns the number of episodes with vectors. */
    int vectors() {
        return vectors;
    }

    /** From the first write until the last vector. */
    double secondsToVectors() {
        return secondsToVectors;
    }

    /** Asks the questions; the answers are in their order. */
    List<RankedAnswer> ask(List<DataQuestion> questions, RankingRecipe recipe, int top, boolean packed) {
        List<RankedAnswer> answers = new ArrayList<>(questions.size());
        for (DataQuestion question : questions) {
            answers.add(ask(question, recipe, top, packed));
            progress.at("asked " + answers.size() + " of " + questions.size() + " questions");
        }
        return answers;
    }

    private RankedAnswer ask(DataQuestion question, RankingRecipe recipe, int top, boolean packed) {
        RememberedConversation about = Objects.requireNonNull(
                remembered.get(question.conversation().id()), "every conversation was remembered");
        long begin = System.nanoTime();
        List<DataTurn> ranked = recipe.rank(about, question.text(), top);
        long taken = System.nanoTime() - begin;
        return new RankedAnswer(
                question,
                ranked,
                packed && question.isScored() ? pack(about, question, recipe, ranked, top) : PackedTurns.NOTHING,
                taken);
    }

    private static PackedTurns pack(
            RememberedConversation about, DataQuestion question, RankingRecipe recipe, List<DataTurn> ranked, int top) {
        List<DataTurn> deep = top >= DEPTH_FOR_TOKENS ? ranked : recipe.rank(about, question.text(), DEPTH_FOR_TOKENS);
        return PackedTurns.of(about, question.text(), deep);
    }
}
