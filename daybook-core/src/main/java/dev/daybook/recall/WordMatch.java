package dev.daybook.recall;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

/** Scores messages by the words they share with a question: BM25 of the message, or of its best passage. */
final class WordMatch {

    private final Partition partition;
    private final List<Asked> asked;

    WordMatch(Partition partition, Question question) {
        this.partition = partition;
        List<Asked> asked = new ArrayList<>();
        for (String term : question.terms()) {
            Postings postings = partition.postings(term);
            if (postings != null) {
                asked.add(new Asked(term, postings, idf(partition, postings)));
            }
        }
        this.asked = List.copyOf(asked);
    }

    /** A term of the question that the partition has, where it stands, and how rare it is. */
    private record Asked(String term, Postings postings, double idf) {}

    Signal words() {
        double[] units = new double[partition.unitCount()];
        for (Asked term : asked) {
            Postings postings = term.postings();
            for (int i = 0; i < postings.size(); i++) {
                units[postings.unit(i)] += weight(term.idf(), postings.unit(i), postings.frequency(i));
            }
        }
        double[] best = new double[partition.messageCount()];
        for (int unit = 0; unit < units.length; unit++) {
            int message = partition.messageOfUnit(unit);
            if (!partition.isDead(message)) {
                best[message] = Math.max(best[message], units[unit]);
            }
        }
        return new Signal("words", best, this::sharedTerms);
    }

    /**
     * BM25 of the conversation that a message stands in: of two messages that say the same, the one in the conversation
     * that is about the question is meant.
     */
    Signal conversation() {
        int sessions = partition.sessions().size();
        double meanLength = 0;
        for (int session = 0; session < sessions; session++) {
            meanLength += partition.sessionLength(session) / sessions;
        }
        double[] scores = new double[sessions];
        for (Asked term : asked) {
            double[] frequencies = new double[sessions];
            int with = countInSessions(term.postings(), frequencies);
            double idf = Bm25.idf(sessions, with);
            for (int session = 0; session < sessions; session++) {
                scores[session] += Bm25.weight(idf, frequencies[session], partition.sessionLength(session), meanLength);
            }
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

    private static double idf(Partition partition, Postings postings) {
        int with = 0;
        for (int i = 0; i < postings.size(); i++) {
            int unit = postings.unit(i);
            if (!partition.isPassage(unit) && !partition.isDead(partition.messageOfUnit(unit))) {
                with++;
            }
        }
        return Bm25.idf(partition.liveMessages(), with);
    }

    private double weight(double idf, int unit, int frequency) {
        return Bm25.weight(idf, frequency, partition.unitLength(unit), partition.meanLength());
    }

    /** The terms that a message shares with the question, the one that says most first. */
    private String sharedTerms(int message) {
        int unit = partition.unitOf(message);
        record Shared(String term, double weight) {}
        return asked.stream()
                .map(term -> new Shared(term.term(), weightIn(term, unit)))
                .filter(shared -> shared.weight() > 0)
                .sorted(Comparator.comparingDouble(Shared::weight).reversed())
                .map(Shared::term)
                .collect(Collectors.joining(", "));
    }

    private double weightIn(Asked term, int unit) {
        int frequency = term.postings().frequencyIn(unit);
        return frequency == 0 ? 0 : weight(term.idf(), unit, frequency);
    }
}
