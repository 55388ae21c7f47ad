package dev.daybook.internal.extract;

import dev.daybook.internal.words.EnglishAnalyzer;
import dev.daybook.internal.words.MessageLanguage;
import dev.daybook.spi.TokenCounter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * Selects the sentences of a gist: the most central ones that fit, without near-repetitions. Content worth keeping gets
 * a bonus: names, numbers, statements of users about themselves, open questions. Bonuses order sentences of similar
 * centrality (the highest is 1). A statement about oneself may beat an average sentence, because plain centrality was
 * seen to miss an allergy mentioned in passing.
 */
final class SentenceSelection {

    private static final double NAME = 0.1;
    private static final int MAX_NAMES = 2;
    private static final double NUMBER = 0.1;
    private static final double FIRST_PERSON = 0.1;

    /** Higher for a state, a possession or a decision than for a passing remark. */
    private static final double OF_ONESELF = 0.2;

    /** For a lasting fact about the speaker: an allergy that is mentioned in passing. */
    private static final double LASTING = 0.5;

    private static final double REJECTED = -1.5;

    private static final double OPEN_QUESTION = 1;

    /** An answered question states nothing; its answer does. */
    private static final double ANSWERED_QUESTION = -0.5;

    /**
     * A sentence with fewer content words says little ("Thanks, sounds good!"): the remainder of its score is scaled
     * down in proportion.
     */
    private static final int FULL_TERMS = 3;

    /** A sentence is redundant if this share of its words occurs in a selected one. */
    private static final double REDUNDANT = 0.8;

    /**
     * Length alone raises centrality, and a long sentence takes the room of two: beyond this number of words the score
     * is divided by the root of the length.
     */
    private static final int SHORT = 16;

    /**
     * Free space alone does not justify "Noted. Thanks!": sentences with a lower score, or with one content word, are
     * selected only if there are no others.
     */
    private static final int MIN_TERMS = 2;

    private static final CueWords FIRST_PERSON_WORD =
            new CueWords(Pattern.compile("(?iu)\\b(?:I|I['’]m|I['’]ve|my|mine|we|we['’]re|we['’]ve|our)\\b"));

    private static final CueWords OF_ONESELF_WORD = new CueWords(
            Pattern.compile(
                    "(?iu)\\b(?:I['’]m|I am|I['’]ve|I have|my|I (?:live|work|like|love|hate|prefer|never|always|decided)|we decided)\\b"));

    private final List<CandidateSentence> candidates;
    private final Set<String> speakers = new HashSet<>();
    private final int maxWords;
    private final int maxTokens;
    private final TokenCounter counter;

    private final SortedSet<Integer> selected = new TreeSet<>();
    private final List<Integer> byScore = new ArrayList<>();
    private final Map<String, List<Integer>> selectedByTerm = new HashMap<>();
    private int words;
    private long tokens;

    SentenceSelection(
            List<CandidateSentence> candidates,
            Set<String> speakers,
            int maxWords,
            int maxTokens,
            TokenCounter counter) {
        this.candidates = candidates;
        this.maxWords = maxWords;
        this.maxTokens = maxTokens;
        this.counter = counter;
        speakers.forEach(speaker -> this.speakers.addAll(EnglishAnalyzer.terms(speaker)));
        candidates.forEach(candidate -> this.speakers.addAll(EnglishAnalyzer.terms(candidate.label())));
    }

    /** Returns the selected sentences in the order of the candidates. */
    List<CandidateSentence> selection() {
        double[] scores = scores();
        List<Integer> ranked = IntStream.range(0, scores.length)
                .boxed()
                .sorted(Comparator.comparingDouble(i -> -scores[i]))
                .toList();
        mostFrequentName()
                .flatMap(name -> ranked.stream()
                        .filter(i -> candidates.get(i).wording().terms().contains(name))
                        .filter(this::fits)
                        .findFirst())
                .ifPresent(this::select);
        for (int i : ranked) {
            boolean isWorthIt =
                    scores[i] > 0 && candidates.get(i).wording().terms().size() >= MIN_TERMS;
            if ((isWorthIt || selected.isEmpty()) && fits(i) && !isRedundant(candidates.get(i))) {
                select(i);
            }
        }
        return selected.isEmpty() ? truncatedBest(ranked) : trimmedToTokens();
    }

    private double[] scores() {
        double[] scores = SentenceCentrality.of(
                candidates.stream().map(c -> c.wording().terms()).toList());
        Set<Integer> rejected = RejectedPlans.in(candidates);
        for (int i = 0; i < scores.length; i++) {
            CandidateSentence candidate = candidates.get(i);
            SentenceContent sentenceContent = candidate.wording();
            double bonus = NAME * Math.min(MAX_NAMES, sentenceContent.names().size());
            bonus += sentenceContent.numbers().isEmpty() ? 0 : NUMBER;
            if (candidate.isQuestion()) {
                bonus += candidate.isOpen() ? OPEN_QUESTION : ANSWERED_QUESTION;
            } else if (candidate.byUser() && isInFirstPerson(candidate)) {
                bonus += FIRST_PERSON;
                bonus += OF_ONESELF_WORD.isIn(candidate.text()) ? OF_ONESELF : 0;
                bonus += StatedFact.isStatedIn(candidate.text(), candidate.language()) ? LASTING : 0;
            }
            bonus += SentenceWorth.of(candidate.text());
            bonus += rejected.contains(i) ? REJECTED : 0;
            long terms = sentenceContent.terms().stream().distinct().count();
            double length = Math.sqrt((double) SHORT / Math.max(SHORT, candidate.words()));
            scores[i] = (scores[i] + bonus) * Math.min(1, (double) terms / FULL_TERMS) * length;
        }
        return scores;
    }

    private static boolean isInFirstPerson(CandidateSentence candidate) {
        return FIRST_PERSON_WORD.isIn(candidate.text()) || candidate.language().speaksOfSpeaker(candidate.text());
    }

    /** Returns the name that occurs in most sentences, except names of speakers; the first one wins a tie. */
    private Optional<String> mostFrequentName() {
        Map<String, Integer> counts = new LinkedHashMap<>();
        candidates.forEach(
                candidate -> candidate.wording().names().keySet().forEach(name -> counts.putIfAbsent(name, 0)));
        counts.keySet().removeAll(speakers);
        for (CandidateSentence candidate : candidates) {
            candidate.wording().terms().forEach(term -> counts.computeIfPresent(term, (name, count) -> count + 1));
        }
        return counts.entrySet().stream()
                // The first one wins a tie.
                .max(Comparator.comparingInt(Map.Entry<String, Integer>::getValue))
                .map(Map.Entry::getKey);
    }

    private boolean fits(int i) {
        return words + candidates.get(i).words() <= maxWords && tokens + tokensOf(i) <= maxTokens;
    }

    private long tokensOf(int i) {
        return counter.count(render(List.of(candidates.get(i))) + "\n");
    }

    private void select(int i) {
        if (selected.add(i)) {
            byScore.add(i);
            words += candidates.get(i).words();
            tokens += tokensOf(i);
            new HashSet<>(candidates.get(i).wording().terms())
                    .forEach(term -> selectedByTerm
                            .computeIfAbsent(term, unused -> new ArrayList<>())
                            .add(i));
        }
    }

    private boolean isRedundant(CandidateSentence candidate) {
        Set<String> terms = new HashSet<>(candidate.wording().terms());
        if (terms.isEmpty()) {
            return !selected.isEmpty();
        }
        Map<Integer, Integer> shared = new HashMap<>();
        for (String term : terms) {
            selectedByTerm.getOrDefault(term, List.of()).forEach(i -> shared.merge(i, 1, Integer::sum));
        }
        return shared.entrySet().stream()
                .filter(there -> there.getValue() >= REDUNDANT * terms.size())
                .map(there -> candidates.get(there.getKey()).wording())
                .anyMatch(there -> there.negated() == candidate.wording().negated()
                        && there.numbers().containsAll(candidate.wording().numbers()));
    }

    /** Drops the lowest scores while the whole is too long. With some counters it has more tokens than its parts. */
    private List<CandidateSentence> trimmedToTokens() {
        while (!selected.isEmpty() && counter.count(render(inOrder())) > maxTokens) {
            int last = byScore.size() - 1;
            selected.remove(byScore.get(last));
            byScore.subList(last, last + 1).clear();
        }
        return inOrder();
    }

    private List<CandidateSentence> inOrder() {
        return selected.stream().map(candidates::get).toList();
    }

    /** Truncates the best sentence, if not even one fits; drops its label if necessary. */
    private List<CandidateSentence> truncatedBest(List<Integer> ranked) {
        if (ranked.isEmpty()) {
            return List.of();
        }
        CandidateSentence best = candidates.get(ranked.get(0));
        for (String label : List.of(best.label(), "")) {
            int end = best.text().length();
            while (end > 0) {
                CandidateSentence part = new CandidateSentence(
                        best.source(),
                        label,
                        best.text().substring(0, end).strip(),
                        best.wording(),
                        best.byUser(),
                        false,
                        best.language());
                if (counter.count(render(List.of(part))) <= maxTokens) {
                    return List.of(part);
                }
                end = cut(best.text(), end);
            }
        }
        return List.of();
    }

    /** Returns the end of a shorter part: at a space, and in a script without spaces a tenth earlier. */
    private static int cut(String text, int end) {
        int space = text.lastIndexOf(' ', end - 1);
        if (space > 0 || !MessageLanguage.of(text).hasPairs()) {
            return space;
        }
        int shorter = end - Math.max(1, end / 10);
        return shorter > 0 && Character.isHighSurrogate(text.charAt(shorter - 1)) ? shorter - 1 : shorter;
    }

    /** Renders one line per run of sentences of one source and speaker. */
    static String render(List<CandidateSentence> sentences) {
        StringBuilder text = new StringBuilder();
        CandidateSentence before = null;
        for (CandidateSentence sentence : sentences) {
            boolean goesOn = before != null && before.label().equals(sentence.label());
            boolean sameLine =
                    before != null && goesOn && (!sentence.label().isEmpty() || before.source() == sentence.source());
            if (sameLine) {
                text.append(' ');
            } else {
                text.append(before == null ? "" : "\n");
                text.append(sentence.label().isEmpty() ? "" : sentence.label() + ": ");
            }
            text.append(sentence.text());
            before = sentence;
        }
        return text.toString();
    }
}
