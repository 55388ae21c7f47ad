package dev.daybook.recall;

import java.util.List;

/** Keyword scores: BM25 of a message for the terms of a question, or of its best passage. */
final class WordMatch {

    /**
     * The bonus for two adjacent words of the question in one message, as a share of their weights: adjacent words name
     * one thing more often than two. Half of it does as well with vectors, and worse without.
     */
    private static final double ADJACENT = 0.2;

    private final Partition partition;
    private final List<Term> asked;

    /** The score of the shared terms, by unit. */
    private final double[] units;

    private final Signal words;

    WordMatch(Partition partition, Question question) {
        this.partition = partition;
        this.asked = question.terms().stream()
                .flatMap(term -> Term.of(partition, term).stream())
                .toList();
        this.units = new double[partition.unitCount()];
        asked.forEach(term -> term.addTo(units));
        this.words = new Signal("words", Term.best(partition, units), message -> Term.shared(asked, message));
    }

    Signal words() {
        return words;
    }

    /** Scores query expansion. */
    Signal related(Question question) {
        return new RelatedMatch(partition, question, asked).signal(units, words);
    }

    /** Scores adjacent words of the question that occur in the same message, or in the same passage of it. */
    Signal adjacent() {
        double[] adjacent = new double[partition.unitCount()];
        for (int i = 1; i < asked.size(); i++) {
            Term one = asked.get(i - 1);
            Term other = asked.get(i);
            double withIdf = ADJACENT * (one.idf() + other.idf());
            addToCommon(one.postings(), other.postings(), withIdf, adjacent);
        }
        return new Signal("words together", Term.best(partition, adjacent), message -> Term.shared(asked, message));
    }

    private static void addToCommon(Postings one, Postings other, double withIdf, double[] units) {
        int i = 0;
        int j = 0;
        while (i < one.size() && j < other.size()) {
            int unit = one.unit(i);
            int beside = other.unit(j);
            if (unit == beside) {
                units[unit] += withIdf;
            }
            i += unit <= beside ? 1 : 0;
            j += beside <= unit ? 1 : 0;
        }
    }

    /**
     * Scores the session of a message by BM25: of two equal messages, the one in a session about the question is the
     * better answer.
     *
     * @param weight relative to the message's own words
     */
    Signal session(double weight) {
        int sessions = partition.sessions().size();
        double meanLength = 0;
        for (int session = 0; session < sessions; session++) {
            meanLength += partition.sessionLength(session) / sessions;
        }
        double[] scores = new double[sessions];
        for (Term term : asked) {
            double[] frequencies = new double[sessions];
            int with = countInSessions(term.postings(), frequencies);
            double idf = Bm25.idf(sessions, with);
            for (int session = 0; session < sessions; session++) {
                scores[session] += Bm25.weight(idf, frequencies[session], partition.sessionLength(session), meanLength);
            }
        }
        for (int session = 0; session < sessions; session++) {
            scores[session] *= weight;
        }
        double[] values = new double[partition.messageCount()];
        for (int message = 0; message < values.length; message++) {
            int session = partition.sessionOf(message);
            values[message] = session < 0 ? 0 : scores[session];
        }
        return new Signal(
                "conversation",
                values,
                message -> "session " + partition.sessions().get(partition.sessionOf(message)));
    }

    private int countInSessions(Postings postings, double[] frequencies) {
        int with = 0;
        for (int i = 0; i < postings.size(); i++) {
            int session = partition.sessionOf(partition.messageOfUnit(postings.unit(i)));
            if (session >= 0 && !partition.isPassage(postings.unit(i))) {
                with += frequencies[session] == 0 ? 1 : 0;
                frequencies[session] += postings.frequency(i);
            }
        }
        return with;
    }
}
