package dev.daybook.bench.quality.confidence;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** A confidence for each question, and whether the memory has its answer: how well does the one tell the other? */
final class AnswerableScores {

    private final List<Scored> scored = new ArrayList<>();

    /**
     * A question.
     *
     * @param answerable whether the answer was said in the conversation
     * @param found whether a recall has it
     */
    private record Scored(double confidence, boolean answerable, boolean found) {}

    void add(double confidence, boolean answerable, boolean found) {
        scored.add(new Scored(confidence, answerable, found));
    }

    int questions(boolean answerable) {
        return (int)
                scored.stream().filter(each -> each.answerable == answerable).count();
    }

    /**
     * The probability that a question with an answer has a higher confidence than one without; equal ones count half
     * (AUROC, by Mann and Whitney). 0.5 is chance.
     */
    double auroc() {
        double wins = 0;
        for (Scored with : scored) {
            for (Scored without : scored) {
                if (with.answerable && !without.answerable) {
                    wins += with.confidence > without.confidence ? 1 : with.confidence == without.confidence ? 0.5 : 0;
                }
            }
        }
        return wins / ((double) questions(true) * questions(false));
    }

    /** The share of the questions with an answer, or of those without one, of at least a confidence. */
    double share(boolean answerable, double minimum) {
        return scored.stream()
                        .filter(each -> each.answerable == answerable && each.confidence >= minimum)
                        .count()
                / (double) questions(answerable);
    }

    /**
     * The risk at a coverage: of this share of all questions, those with the highest confidence, the part whose answer was
     * never said or not found.
     */
    double risk(double coverage) {
        int count = Math.max(1, (int) Math.round(coverage * scored.size()));
        return scored.stream()
                        .sorted(Comparator.comparingDouble(Scored::confidence).reversed())
                        .limit(count)
                        .filter(each -> !each.answerable || !each.found)
                        .count()
                / (double) count;
    }
}
