package dev.daybook.recall;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A term of a scope index with its postings and weight.
 *
 * @param idf its inverse document frequency, or another weight of one occurrence
 */
record Term(Partition partition, String text, Postings postings, double idf) {

    /** Returns a term of a scope index, or empty if no unit contains it. */
    static Optional<Term> of(Partition partition, String text) {
        return Optional.ofNullable(partition.postings(text))
                .map(postings -> new Term(partition, text, postings, idf(partition, postings)));
    }

    private static double idf(Partition partition, Postings postings) {
        return Bm25.idf(partition.liveMessages(), messages(partition, postings));
    }

    private static int messages(Partition partition, Postings postings) {
        if (partition.isPlain()) {
            return postings.size();
        }
        int with = 0;
        for (int i = 0; i < postings.size(); i++) {
            int unit = postings.unit(i);
            if (!partition.isPassage(unit) && !partition.isDead(partition.messageOfUnit(unit))) {
                with++;
            }
        }
        return with;
    }

    Term withIdf(double idf) {
        return new Term(partition, text, postings, idf);
    }

    /** Adds the BM25 weight of the term to each unit. */
    void addTo(double[] units) {
        for (int i = 0; i < postings.size(); i++) {
            int unit = postings.unit(i);
            units[unit] += weight(unit, postings.frequency(i));
        }
    }

    /** Raises each unit to the BM25 weight of the term, if that is higher. */
    void raise(double[] units) {
        for (int i = 0; i < postings.size(); i++) {
            int unit = postings.unit(i);
            units[unit] = Math.max(units[unit], weight(unit, postings.frequency(i)));
        }
    }

    /** Moves the scores of the units that contain the term from one array to another. */
    void move(double[] from, double[] to) {
        for (int i = 0; i < postings.size(); i++) {
            int unit = postings.unit(i);
            to[unit] += from[unit];
            from[unit] = 0;
        }
    }

    private double weight(int unit, int frequency) {
        return Bm25.weight(idf, frequency, partition.unitLength(unit), partition.meanLength());
    }

    private record Shared(String text, double weight) {}

    /** Joins the terms that a message contains, the heaviest first. */
    static String shared(List<Term> terms, int message) {
        List<Shared> shared = new ArrayList<>();
        for (Term term : terms) {
            int unit = term.partition.unitOf(message);
            int frequency = term.postings.frequencyIn(unit);
            if (frequency > 0) {
                shared.add(new Shared(term.text, term.weight(unit, frequency)));
            }
        }
        shared.sort(Comparator.comparingDouble(Shared::weight).reversed());
        return shared.stream().map(Shared::text).collect(Collectors.joining(", "));
    }

    /** Returns the score of each message: that of its best unit, the whole message or a passage. */
    static double[] best(Partition partition, double[] units) {
        double[] best = new double[partition.messageCount()];
        for (int unit = 0; unit < units.length; unit++) {
            // Tested first, because most units score 0.
            if (units[unit] > 0) {
                int message = partition.messageOfUnit(unit);
                if (units[unit] > best[message] && !partition.isDead(message)) {
                    best[message] = units[unit];
                }
            }
        }
        return best;
    }
}
