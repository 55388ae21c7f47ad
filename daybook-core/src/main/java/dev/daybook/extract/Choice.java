package dev.daybook.extract;

import dev.daybook.spi.TokenCounter;
import dev.daybook.words.English;
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
 * Which sentences stand in a gist: the most central ones, with a bonus for what is worth to be kept (names, numbers, what
 * a user says of himself, a question still open), as many as there is room for, none that says again what is there. The
 * bonuses order sentences of like centrality (the highest is 1); a remark about oneself may beat a sentence in the middle
 * of the talk, since plain centrality was seen to miss an allergy told in passing.
 */
final class Choice {

    private static final double NAME = 0.1;
    private static final int MOST_NAMES = 2;
    private static final double NUMBER = 0.1;
    private static final double FIRST_PERSON = 0.4;

    /** More for what somebody is, has or decided than for what he says in passing. */
    private static final double OF_ONESELF = 0.3;

    private static final double OPEN_QUESTION = 0.6;

    /** A question that was answered states nothing: the answer does. */
    private static final double ANSWERED_QUESTION = -0.5;

    /** Fewer content words than these say little ("Thanks, sounds good!"): the rest of the score counts in proportion. */
    private static final int FULL_TERMS = 3;

    /** A sentence of which this share of words stands in a chosen one says nothing new. */
    private static final double SAID_ALREADY = 0.8;

    /**
     * A longer sentence is more central for its length alone, and takes the room of two: from so many words on it is worth
     * less, by the root of its length.
     */
    private static final int SHORT = 16;

    /** Space alone is no reason to say "Noted. Thanks!": what is worth less, or has but one word, stands only for want of else. */
    private static final int FEWEST_TERMS = 2;

    private static final Pattern FIRST_PERSON_WORD =
            Pattern.compile("(?iu)\\b(?:I|I['’]m|I['’]ve|my|mine|we|we['’]re|we['’]ve|our)\\b");

    private static final Pattern OF_ONESELF_WORD = Pattern.compile(
            "(?iu)\\b(?:I['’]m|I am|I['’]ve|I have|my|I (?:live|work|like|love|hate|prefer|never|always|decided)|we decided)\\b");

    private final List<Candidate> candidates;
    private final Set<String> speakers = new HashSet<>();
    private final int maxWords;
    private final int maxTokens;
    private final TokenCounter counter;

    private final SortedSet<Integer> chosen = new TreeSet<>();
    private final List<Integer> byWorth = new ArrayList<>();
    private final Map<String, List<Integer>> chosenByTerm = new HashMap<>();
    private int words;
    private long tokens;

    Choice(List<Candidate> candidates, Set<String> speakers, int maxWords, int maxTokens, TokenCounter counter) {
        this.candidates = candidates;
        this.maxWords = maxWords;
        this.maxTokens = maxTokens;
        this.counter = counter;
        speakers.forEach(speaker -> this.speakers.addAll(English.terms(speaker)));
        candidates.forEach(candidate -> this.speakers.addAll(English.terms(candidate.label())));
    }

    /** The chosen ones in the order of the candidates. */
    List<Candidate> make() {
        double[] worth = worth();
        List<Integer> ranked = IntStream.range(0, worth.length)
                .boxed()
                .sorted(Comparator.comparingDouble(i -> -worth[i]))
                .toList();
        mostFrequentName()
                .flatMap(name -> ranked.stream()
                        .filter(i -> candidates.get(i).wording().terms().contains(name))
                        .filter(this::fits)
                        .findFirst())
                .ifPresent(this::take);
        for (int i : ranked) {
            boolean isWorthIt =
                    worth[i] > 0 && candidates.get(i).wording().terms().size() >= FEWEST_TERMS;
            if ((isWorthIt || chosen.isEmpty()) && fits(i) && !isSaid(candidates.get(i))) {
                take(i);
            }
        }
        return chosen.isEmpty() ? clipped(ranked) : withinTokens();
    }

    private double[] worth() {
        double[] worth =
                Centrality.of(candidates.stream().map(c -> c.wording().terms()).toList());
        for (int i = 0; i < worth.length; i++) {
            Candidate candidate = candidates.get(i);
            Wording wording = candidate.wording();
            double bonus = NAME * Math.min(MOST_NAMES, wording.names().size());
            bonus += wording.numbers().isEmpty() ? 0 : NUMBER;
            if (candidate.asks()) {
                bonus += candidate.isOpen() ? OPEN_QUESTION : ANSWERED_QUESTION;
            } else if (candidate.byUser()
                    && FIRST_PERSON_WORD.matcher(candidate.text()).find()) {
                bonus += FIRST_PERSON;
                bonus += OF_ONESELF_WORD.matcher(candidate.text()).find() ? OF_ONESELF : 0;
            }
            long terms = wording.terms().stream().distinct().count();
            double length = Math.sqrt((double) SHORT / Math.max(SHORT, candidate.words()));
            worth[i] = (worth[i] + bonus) * Math.min(1, (double) terms / FULL_TERMS) * length;
        }
        return worth;
    }

    /** The name that stands in the most sentences, other than those of the speakers; of equals the first. */
    private Optional<String> mostFrequentName() {
        Map<String, Integer> counts = new LinkedHashMap<>();
        candidates.forEach(
                candidate -> candidate.wording().names().keySet().forEach(name -> counts.putIfAbsent(name, 0)));
        counts.keySet().removeAll(speakers);
        for (Candidate candidate : candidates) {
            candidate.wording().terms().forEach(term -> counts.computeIfPresent(term, (name, count) -> count + 1));
        }
        return counts.entrySet().stream()
                // Of equals the first stays.
                .max(Comparator.comparingInt(Map.Entry<String, Integer>::getValue))
                .map(Map.Entry::getKey);
    }

    private boolean fits(int i) {
        return words + candidates.get(i).words() <= maxWords && tokens + tokensOf(i) <= maxTokens;
    }

    private long tokensOf(int i) {
        return counter.count(render(List.of(candidates.get(i))) + "\n");
    }

    private void take(int i) {
        if (chosen.add(i)) {
            byWorth.add(i);
            words += candidates.get(i).words();
            tokens += tokensOf(i);
            new HashSet<>(candidates.get(i).wording().terms())
                    .forEach(term -> chosenByTerm
                            .computeIfAbsent(term, unused -> new ArrayList<>())
                            .add(i));
        }
    }

    private boolean isSaid(Candidate candidate) {
        Set<String> terms = new HashSet<>(candidate.wording().terms());
        if (terms.isEmpty()) {
            return !chosen.isEmpty();
        }
        Map<Integer, Integer> shared = new HashMap<>();
        for (String term : terms) {
            chosenByTerm.getOrDefault(term, List.of()).forEach(i -> shared.merge(i, 1, Integer::sum));
        }
        return shared.entrySet().stream()
                .filter(there -> there.getValue() >= SAID_ALREADY * terms.size())
                .map(there -> candidates.get(there.getKey()).wording())
                .anyMatch(there -> there.negated() == candidate.wording().negated()
                        && there.numbers().containsAll(candidate.wording().numbers()));
    }

    /** A counter may find more tokens in the whole than in its parts: then the least worth goes. */
    private List<Candidate> withinTokens() {
        while (!chosen.isEmpty() && counter.count(render(inOrder())) > maxTokens) {
            int last = byWorth.size() - 1;
            chosen.remove(byWorth.get(last));
            byWorth.subList(last, last + 1).clear();
        }
        return inOrder();
    }

    private List<Candidate> inOrder() {
        return chosen.stream().map(candidates::get).toList();
    }

    /** Not one sentence fits: as many words of the best as do, without its label if need be. */
    private List<Candidate> clipped(List<Integer> ranked) {
        if (ranked.isEmpty()) {
            return List.of();
        }
        Candidate best = candidates.get(ranked.get(0));
        for (String label : List.of(best.label(), "")) {
            int end = best.text().length();
            while (end > 0) {
                Candidate part = new Candidate(
                        best.source(),
                        label,
                        best.text().substring(0, end).strip(),
                        best.wording(),
                        best.byUser(),
                        false);
                if (counter.count(render(List.of(part))) <= maxTokens) {
                    return List.of(part);
                }
                end = best.text().lastIndexOf(' ', end - 1);
            }
        }
        return List.of();
    }

    /** One line for each run of sentences of one source and speaker. */
    static String render(List<Candidate> sentences) {
        StringBuilder text = new StringBuilder();
        Candidate before = null;
        for (Candidate sentence : sentences) {
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
