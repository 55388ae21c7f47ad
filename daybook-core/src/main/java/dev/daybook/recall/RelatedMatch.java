package dev.daybook.recall;

import dev.daybook.words.RelatedTerms;
import dev.daybook.words.RelatedTerms.Related;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What messages say in other words than the question's: most of what a search by words misses shares none with it. A word
 * of the question is found once in a message, as itself or as the best of its related words; who says three words for one
 * thing has said it once.
 */
final class RelatedMatch {

    /** What is left of equal numbers that were added in another order. */
    private static final double NOTHING = 1e-9;

    private final Partition partition;
    private final List<Asked> asked = new ArrayList<>();

    /** A term of the question: itself, if the partition has it, and its related terms. */
    private record Asked(String text, @Nullable Term itself, List<Term> others) {}

    /** @param shared the terms of the question that the partition has */
    RelatedMatch(Partition partition, Question question, List<Term> shared) {
        this.partition = partition;
        Map<String, Term> byText = shared.stream().collect(Collectors.toMap(Term::text, Function.identity()));
        for (String text : question.terms()) {
            Term itself = byText.get(text);
            List<Term> others = others(partition, text, itself == null ? Double.MAX_VALUE : itself.idf());
            if (!others.isEmpty()) {
                asked.add(new Asked(text, itself, others));
            }
        }
    }

    /** A related word says no more than the one that was asked for would, however rare it is. */
    private static List<Term> others(Partition partition, String text, double most) {
        List<Term> others = new ArrayList<>();
        for (Related related : RelatedTerms.of(text)) {
            Term.of(partition, related.term())
                    .map(other -> other.worth(related.closeness() * Math.min(most, other.idf())))
                    .ifPresent(others::add);
        }
        return others;
    }

    /**
     * What related words add to the words themselves.
     *
     * @param exact what the words themselves are worth, by unit
     * @param words the same by message
     */
    Signal signal(double[] exact, Signal words) {
        double[] values = new double[partition.messageCount()];
        if (!asked.isEmpty()) {
            double[] units = exact.clone();
            double[] found = new double[units.length];
            asked.forEach(term -> add(term, units, found));
            double[] both = Term.best(partition, units);
            for (int message = 0; message < values.length; message++) {
                double more = both[message] - words.values()[message];
                values[message] = more > NOTHING ? more : 0;
            }
        }
        return new Signal("related words", values, this::detail);
    }

    /** Adds what a term's best other word is worth beyond the term itself; {@code found} is all 0, before and after. */
    private static void add(Asked term, double[] units, double[] found) {
        Term itself = term.itself();
        if (itself != null) {
            // What is found of it comes back as the best of all.
            itself.worth(-itself.idf()).addTo(units);
            itself.raise(found);
        }
        term.others().forEach(other -> other.raise(found));
        if (itself != null) {
            itself.move(found, units);
        }
        term.others().forEach(other -> other.move(found, units));
    }

    /** The words of a message that stand for others of the question: {@code purchas for buy}. */
    private String detail(int message) {
        List<String> found = new ArrayList<>();
        for (Asked term : asked) {
            String others = Term.shared(term.others(), message);
            if (!others.isEmpty()) {
                found.add(others + " for " + term.text());
            }
        }
        return String.join("; ", found);
    }
}
