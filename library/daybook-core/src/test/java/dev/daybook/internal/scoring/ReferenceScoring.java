package dev.daybook.internal.scoring;

import dev.daybook.internal.index.ScopeIndex;
import dev.daybook.internal.index.TermPostings;
import dev.daybook.internal.words.EnglishAnalyzer;
import dev.daybook.internal.words.RelatedTerms;
import dev.daybook.model.Embedding;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.IntPredicate;
import java.util.function.IntToDoubleFunction;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;

/** The hybrid score of each message of a scope, computed message by message as the recipe is written down. */
final class ReferenceScoring {

    private final ScopeIndex index;
    private final List<String> terms;
    private final Embedding question;
    private final int messages;

    ReferenceScoring(ScopeIndex index, AnalyzedQuery analyzedQuery, Embedding question) {
        this.index = index;
        this.terms = List.copyOf(analyzedQuery.terms());
        this.question = question;
        this.messages = index.messageCount();
    }

    /** Returns the scores of the messages that are hits. */
    Map<Integer, Double> scores() {
        double[] words = best(
                unit -> terms.stream().mapToDouble(term -> bm25(term, unit)).sum());
        double[] both = best(
                unit -> terms.stream().mapToDouble(term -> expanded(term, unit)).sum());
        double[] together = best(this::adjacent);
        double[] own = each(m -> words[m] + (both[m] - words[m] > 1e-9 ? both[m] - words[m] : 0) + together[m]);
        double[] sessions = sessions();
        double[] keyword = each(m -> own[m] + neighbours(own, m) + sessions[m]);
        double mean = IntStream.range(0, messages)
                .filter(this::isLive)
                .mapToDouble(m -> keyword[m])
                .average()
                .orElse(0);
        double deviation = Math.max(deviation(keyword, this::isLive), mean / 4);
        double[] cosines = cosines();
        double unrelated = unrelated(cosines);
        double[] support = each(m -> hasVector(m) ? cosines[m] - unrelated : 0);
        double[] near = each(m -> !hasVector(m)
                ? 0
                : cosines[m] + fromQuestion(m, 0.4, 0.2) * at(support, before(m)) + 0.1 * at(support, after(m)));
        double[] meaning = standardised(1.2, near);
        double[] conversation = standardised(0.2, conversation(cosines));
        boolean[] named = named();
        Map<Integer, Double> scores = new TreeMap<>();
        for (int m = 0; m < messages; m++) {
            double lexical = keyword[m] / deviation;
            double sum = lexical > 0 && meaning[m] > 0 ? Math.hypot(lexical, meaning[m]) : lexical + meaning[m];
            double length = index.unitLength(index.unitOf(m));
            sum += conversation[m] + (named[m] ? 1 : 0);
            sum += people(m) ? 1.5 * (length - index.meanLength()) / (length + index.meanLength()) : 0;
            sum -= people(m) && index.isQuestion(m) ? 0.6 : 0;
            sum += toAssistant(m) ? 1 : 0;
            sum += toAssistant(m) && holds(m, "always never prefer") ? 1 : 0;
            if (isLive(m) && (keyword[m] > 0 || hasVector(m))) {
                scores.put(m, sum);
            }
        }
        Map<Integer, Double> led = statements(scores);
        led.forEach((m, above) -> scores.merge(m, 0.6 * above, Double::sum));
        Map<Integer, Double> turns = speakerTurns(scores);
        scores.replaceAll((m, score) -> score + 0.7 * turns.getOrDefault(m, 0.0));
        return scores;
    }

    /**
     * Returns the deviations above the mean of the best statement that follows from each message, less where fewer than a tenth of
     * the messages have a statement.
     */
    private Map<Integer, Double> statements(Map<Integer, Double> scores) {
        int[] statements = index.statements();
        double[] values = Arrays.stream(statements)
                .mapToDouble(statement -> scores.getOrDefault(statement, 0.0))
                .toArray();
        double mean = Arrays.stream(values).average().orElse(0);
        double deviation = Math.sqrt(Arrays.stream(values)
                .map(value -> (value - mean) * (value - mean))
                .average()
                .orElse(0));
        double weight = Math.min(1, 10.0 * statements.length / index.liveMessages());
        Map<Integer, Double> led = new TreeMap<>();
        for (int statement : statements) {
            double score = scores.getOrDefault(statement, Double.NaN);
            if (score > mean + 1e-12) {
                for (int source : index.sourcesOf(statement)) {
                    led.merge(source, weight * (score - mean) / deviation, Math::max);
                }
            }
        }
        return led;
    }

    /** Returns the bonus of the turns that a speaker said beside the best five messages. */
    private Map<Integer, Double> speakerTurns(Map<Integer, Double> scores) {
        List<Double> best = scores.values().stream()
                .sorted(Comparator.reverseOrder())
                .limit(6)
                .toList();
        Map<Integer, Double> turns = new TreeMap<>();
        scores.forEach((m, score) -> {
            double lowest = best.get(best.size() - 1);
            if (score > lowest) {
                double weight = (score - lowest) / (best.get(0) - lowest);
                turns.merge(turn(m, this::before), weight, Math::max);
                turns.merge(turn(m, this::after), weight / 2, Math::max);
            }
        });
        return turns;
    }

    /** Returns the turn of the same speaker one or two steps away, or -1. */
    private int turn(int m, IntUnaryOperator step) {
        int near = step.applyAsInt(m);
        if (near >= 0 && !speaker(near).equals(speaker(m))) {
            near = step.applyAsInt(near);
        }
        return near >= 0 && speaker(near).equals(speaker(m)) ? near : -1;
    }

    private List<Object> speaker(int m) {
        return List.of(index.isByUser(m), index.isByAssistant(m), Optional.ofNullable(index.name(m)));
    }

    private double[] each(IntToDoubleFunction score) {
        return IntStream.range(0, messages).mapToDouble(score).toArray();
    }

    private boolean isLive(int message) {
        return !index.isDead(message);
    }

    /** Returns the best score of the units of each message. */
    private double[] best(IntToDoubleFunction unitScore) {
        double[] best = new double[messages];
        for (int unit = 0; unit < index.unitCount(); unit++) {
            int message = index.messageOfUnit(unit);
            best[message] = isLive(message) ? Math.max(best[message], unitScore.applyAsDouble(unit)) : 0;
        }
        return best;
    }

    private double idf(String term) {
        int with = (int) IntStream.range(0, messages)
                .filter(m -> isLive(m) && frequency(term, index.unitOf(m)) > 0)
                .count();
        return Bm25Weights.idf(index.liveMessages(), with);
    }

    private int frequency(String term, int unit) {
        TermPostings postings = index.postings(term);
        return postings == null ? 0 : postings.frequencyIn(unit);
    }

    private double bm25(String term, int unit) {
        return weight(idf(term), frequency(term, unit), unit);
    }

    private double weight(double idf, int frequency, int unit) {
        return frequency == 0 ? 0 : Bm25Weights.weight(idf, frequency, index.unitLength(unit), index.meanLength());
    }

    private double expanded(String term, int unit) {
        double best = bm25(term, unit);
        double most = index.postings(term) == null ? Double.MAX_VALUE : idf(term);
        for (RelatedTerms.Related related : RelatedTerms.of(term)) {
            double idf = related.closeness() * Math.min(most, idf(related.term()));
            best = Math.max(best, weight(idf, frequency(related.term(), unit), unit));
        }
        return best;
    }

    private double adjacent(int unit) {
        List<String> known =
                terms.stream().filter(term -> index.postings(term) != null).toList();
        double sum = 0;
        for (int i = 1; i < known.size(); i++) {
            String one = known.get(i - 1);
            String other = known.get(i);
            boolean shared = frequency(one, unit) > 0 && frequency(other, unit) > 0;
            sum += shared ? 0.2 * (idf(one) + idf(other)) : 0;
        }
        return sum;
    }

    private double neighbours(double[] own, int m) {
        int before = before(m);
        int after = after(m);
        double fromBefore = at(own, before);
        double fromAfter = at(own, after);
        double fromTwoBefore = before < 0 ? 0 : at(own, before(before));
        double fromTwoAfter = after < 0 ? 0 : at(own, after(after));
        if (index.isByAssistant(m)) {
            return index.isByAssistant(before) ? 0 : 0.15 * fromBefore;
        }
        double support = index.isByAssistant(after) ? 0.7 * fromAfter : 0.2 * fromAfter + 0.1 * fromTwoAfter;
        if (index.isByAssistant(before)) {
            return support + (index.isQuestion(before) ? 0.2 * fromBefore + 0.3 * fromTwoBefore : 0);
        }
        return support + fromQuestion(m, 0.85, 0.25) * fromBefore + 0.1 * fromTwoBefore;
    }

    private double fromQuestion(int m, double afterQuestion, double otherwise) {
        return before(m) >= 0 && index.isQuestion(before(m)) ? afterQuestion : otherwise;
    }

    private int before(int m) {
        return index.previous(m);
    }

    private int after(int m) {
        return index.next(m);
    }

    private static double at(double[] values, int m) {
        return m < 0 ? 0 : values[m];
    }

    private double[] sessions() {
        int sessions = index.sessions().size();
        double mean = IntStream.range(0, sessions)
                .mapToDouble(index::sessionLength)
                .average()
                .orElse(0);
        double[] scores = new double[sessions];
        for (String term : terms) {
            int[] frequencies = new int[sessions];
            for (int m = 0; m < messages; m++) {
                if (index.sessionOf(m) >= 0) {
                    frequencies[index.sessionOf(m)] += frequency(term, index.unitOf(m));
                }
            }
            int with = (int) Arrays.stream(frequencies).filter(f -> f > 0).count();
            for (int s = 0; s < sessions; s++) {
                double idf = Bm25Weights.idf(sessions, with);
                scores[s] += 0.8 * Bm25Weights.weight(idf, frequencies[s], index.sessionLength(s), mean);
            }
        }
        return each(m -> index.sessionOf(m) < 0 ? 0 : scores[index.sessionOf(m)]);
    }

    private boolean hasVector(int m) {
        return index.messageVectors().has(m);
    }

    private double[] cosines() {
        return index.messageVectors().exactCosines(question, messages);
    }

    /** Returns the 2 percent quantile, rounded down to a multiple of 1/1024, or 0 if it is negative. */
    private double unrelated(double[] cosines) {
        double[] live = IntStream.range(0, messages)
                .filter(m -> hasVector(m) && isLive(m))
                .mapToDouble(m -> cosines[m])
                .sorted()
                .toArray();
        return live.length == 0 ? 0 : Math.max(0, Math.floor(live[(live.length - 1) / 50] * 1_024) / 1_024);
    }

    private double[] conversation(double[] cosines) {
        return each(m -> !hasVector(m)
                ? 0
                : index.sessionOf(m) < 0
                        ? cosines[m]
                        : IntStream.range(0, messages)
                                .filter(other -> hasVector(other) && index.sessionOf(other) == index.sessionOf(m))
                                .mapToDouble(other -> -cosines[other])
                                .sorted()
                                .limit(3)
                                .map(negative -> -negative)
                                .average()
                                .orElse(0));
    }

    private double[] standardised(double weight, double[] values) {
        IntPredicate counts = m -> hasVector(m) && isLive(m);
        double mean = IntStream.range(0, messages)
                .filter(counts)
                .mapToDouble(m -> values[m])
                .average()
                .orElse(0);
        double deviation = deviation(values, counts);
        return each(m -> hasVector(m) ? weight * (values[m] - mean) / deviation : 0);
    }

    private double deviation(double[] values, IntPredicate counts) {
        double[] counted = IntStream.range(0, messages)
                .filter(counts)
                .mapToDouble(m -> values[m])
                .toArray();
        double mean = Arrays.stream(counted).average().orElse(0);
        return Math.sqrt(Arrays.stream(counted)
                .map(value -> (value - mean) * (value - mean))
                .average()
                .orElse(0));
    }

    private boolean[] named() {
        Set<String> asked = new HashSet<>(terms);
        List<String> names = new ArrayList<>(index.speakers());
        names.removeIf(name -> EnglishAnalyzer.terms(name).stream().noneMatch(asked::contains));
        boolean[] named = new boolean[messages];
        for (int m = 0; m < messages; m++) {
            named[m] = names.size() == 1 && names.get(0).equals(index.name(m));
        }
        return named;
    }

    private boolean people(int m) {
        return isLive(m) && index.isBetweenPeople(m);
    }

    private boolean toAssistant(int m) {
        return isLive(m) && index.isByUser(m) && (index.isByAssistant(before(m)) || index.isByAssistant(after(m)));
    }

    private boolean holds(int m, String words) {
        return EnglishAnalyzer.terms(words).stream()
                .anyMatch(term -> IntStream.range(0, index.unitCount())
                        .anyMatch(unit -> index.messageOfUnit(unit) == m && frequency(term, unit) > 0));
    }
}
