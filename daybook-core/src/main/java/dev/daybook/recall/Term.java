package dev.daybook.recall;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A term that a partition has, where it stands, and how much it says there.
 *
 * @param idf how rare it is, or what else one occurrence is worth
 */
record Term(Partition partition, String text, Postings postings, double idf) {

    /** A term of a partition; none if it stands nowhere. */
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

    Term worth(double idf) {
        return new Term(partition, text, postings, idf);
    }

    /** Adds to each unit what the term is worth in it. */
    void addTo(double[] units) {
        for (int i = 0; i < postings.size(); i++) {
            int unit = postings.unit(i);
            units[unit] += weight(unit, postings.frequency(i));
        }
    }

    /** Raises each unit to what the term is worth in it, if that is more. */
    void raise(double[] units) {
        for (int i = 0; i < postings.size(); i++) {
            int unit = postings.unit(i);
            units[unit] = Math.max(units[unit], weight(unit, postings.frequency(i)));
        }
    }

    /** Adds to the units in which the term stands what others hold for them, and takes it from these. */
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

    /** Those of some terms that a message has, the one that says most first. */
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

    /** What each message has of what units are worth: as a whole or as its best passage. */
    static double[] best(Partition partition, double[] units) {
        double[] best = new double[partition.messageCount()];
        for (int unit = 0; unit < units.length; unit++) {
            // First, because most say nothing.
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
