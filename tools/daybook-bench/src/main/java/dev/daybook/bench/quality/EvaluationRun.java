package dev.daybook.bench.quality;

import dev.daybook.bench.quality.data.DataConversation;
import dev.daybook.bench.quality.data.DataQuestion;
import dev.daybook.bench.quality.data.DataTurn;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Conversations that are written into a daybook, each into a scope of its own, and the questions asked meanwhile. */
final class EvaluationRun {

    /** Enough turns to fill the largest budget of tokens. */
    private static final int DEPTH_FOR_TOKENS = 200;

    private final ScratchDaybook scratch;
    private final RememberedConversation.Layout layout;
    private final EvalProgress progress;
    private final int contextTokens;
    private final boolean derives;
    private int vectors;
    private long nanosecondsToVectors;

    /** Creates a run without rendered contexts. */
    EvaluationRun(ScratchDaybook scratch, RememberedConversation.Layout layout, EvalProgress progress) {
        this(scratch, layout, progress, 0, false);
    }

    /**
     * @param contextTokens the budget of the context that is rendered for each question; 0: none is
     * @param derives whether the model of the daybook derives statements from the conversations
     */
    EvaluationRun(
            ScratchDaybook scratch,
            RememberedConversation.Layout layout,
            EvalProgress progress,
            int contextTokens,
            boolean derives) {
        this.scratch = scratch;
        this.layout = layout;
        this.progress = progress;
        this.contextTokens = contextTokens;
        this.derives = derives;
    }

    /** Returns the number of episodes with vectors. */
    int vectors() {
        return vectors;
    }

    /** The time of the writes until the last vector, without that of the questions. */
    double secondsToVectors() {
        return nanosecondsToVectors / 1e9;
    }

    /**
     * Writes the conversations. Each question is asked by each recipe when everything before its turn is written, and
     * without a turn at the end.
     *
     * @param top the length of a ranking
     * @return for each recipe the answers in the order of the questions
     */
    Map<RankingRecipe, List<RankedAnswer>> ask(
            Collection<DataConversation> conversations,
            List<DataQuestion> questions,
            Set<RankingRecipe> recipes,
            int top) {
        Answers answers = new Answers(recipes, top, questions.size());
        for (DataConversation conversation : conversations) {
            RememberedConversation remembered =
                    new RememberedConversation(scratch.daybook(), conversation, layout, derives);
            Map<@Nullable DataTurn, List<DataQuestion>> byTurn = byTurn(questions, conversation);
            for (DataTurn turn : conversation.turns()) {
                List<DataQuestion> asked = byTurn.get(turn);
                if (asked != null) {
                    write(remembered, turn);
                    ask(answers, remembered, asked, turn);
                }
            }
            write(remembered, null);
            List<DataTurn> turns = List.copyOf(conversation.turns());
            ask(answers, remembered, byTurn.getOrDefault(null, List.of()), turns.get(turns.size() - 1));
        }
        return answers.inOrderOf(questions);
    }

    /** Asks questions at the time of a turn. */
    private void ask(Answers answers, RememberedConversation remembered, List<DataQuestion> asked, DataTurn turn) {
        scratch.clock().stopAt(turn.at());
        try {
            answers.add(remembered, asked);
        } finally {
            scratch.clock().stopAt(null);
        }
    }

    /** Returns the questions about a conversation, by the turn before which they are asked; null: at the end. */
    static Map<@Nullable DataTurn, List<DataQuestion>> byTurn(
            List<DataQuestion> questions, DataConversation conversation) {
        Map<@Nullable DataTurn, List<DataQuestion>> byTurn = new HashMap<>();
        for (DataQuestion question : questions) {
            if (question.conversation() == conversation) {
                byTurn.computeIfAbsent(question.before(), unused -> new ArrayList<>())
                        .add(question);
            }
        }
        return byTurn;
    }

    /** Writes the turns before one, or all, and waits until they can be found. */
    private void write(RememberedConversation remembered, @Nullable DataTurn end) {
        progress.at("writing conversation " + remembered.memory().scope().code());
        long begin = System.nanoTime();
        remembered.writeUntil(end);
        vectors += remembered.awaitVectors(progress);
        nanosecondsToVectors += System.nanoTime() - begin;
        // The first recall after a write reads it in; that is measured by tools/daybook-bench/speed, not here.
        remembered.memory().recall("anything");
    }

    /** The answers so far, by recipe and question. */
    private final class Answers {

        private final Map<RankingRecipe, Map<String, RankedAnswer>> byRecipe = new EnumMap<>(RankingRecipe.class);
        private final int top;
        private final int questions;

        Answers(Set<RankingRecipe> recipes, int top, int questions) {
            recipes.forEach(recipe -> byRecipe.put(recipe, new HashMap<>()));
            this.top = top;
            this.questions = questions;
        }

        void add(RememberedConversation remembered, List<DataQuestion> asked) {
            byRecipe.forEach((recipe, answers) -> {
                for (DataQuestion question : asked) {
                    answers.put(question.qid(), answer(remembered, question, recipe));
                    progress.at("asked " + answers.size() + " of " + questions + " questions");
                }
            });
        }

        private RankedAnswer answer(RememberedConversation remembered, DataQuestion question, RankingRecipe recipe) {
            long begin = System.nanoTime();
            List<DataTurn> ranked = recipe.rank(remembered, question.text(), top);
            long taken = System.nanoTime() - begin;
            // A context follows from the recall of the memory; for the other recipes there is none.
            boolean ofMemory = recipe == RankingRecipe.DAYBOOK;
            return new RankedAnswer(
                    question,
                    ranked,
                    ofMemory && question.isScored() ? pack(remembered, question, ranked) : PackedTurns.NOTHING,
                    ofMemory && contextTokens > 0 ? remembered.context(question, contextTokens) : null,
                    taken);
        }

        private PackedTurns pack(RememberedConversation remembered, DataQuestion question, List<DataTurn> ranked) {
            List<DataTurn> deep = top >= DEPTH_FOR_TOKENS
                    ? ranked
                    : RankingRecipe.DAYBOOK.rank(remembered, question.text(), DEPTH_FOR_TOKENS);
            return PackedTurns.of(remembered, question, deep);
        }

        Map<RankingRecipe, List<RankedAnswer>> inOrderOf(List<DataQuestion> order) {
            Map<RankingRecipe, List<RankedAnswer>> ordered = new EnumMap<>(RankingRecipe.class);
            byRecipe.forEach((recipe, answers) -> ordered.put(
                    recipe,
                    order.stream()
                            .map(question -> Objects.requireNonNull(
                                    answers.get(question.qid()), "each question is about one of the conversations"))
                            .toList()));
            return ordered;
        }
    }
}
