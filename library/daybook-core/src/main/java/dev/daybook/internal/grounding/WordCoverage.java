package dev.daybook.internal.grounding;

import dev.daybook.internal.extract.SentenceClause;
import dev.daybook.internal.extract.SentenceContent;
import dev.daybook.spi.GroundingPolicy.ContentKind;
import dev.daybook.spi.GroundingPolicy.MissingContent;
import dev.daybook.spi.GroundingPolicy.Verdict;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Whether produced texts may replace their sources: names, numbers, negations and most content words are in them. */
final class WordCoverage {

    /**
     * The share of content words of a source that must occur in the produced texts. A summary would need less, but a
     * covered source is replaced.
     */
    private static final double COVERED_SHARE = 0.5;

    /**
     * From this share of common words on two clauses are about the same thing, and a negation in one of them is a
     * contradiction.
     */
    private static final double SAME_SUBJECT = 0.75;

    /** A single common word does not make two clauses about the same thing. */
    private static final int MIN_SHARED_TERMS = 2;

    private WordCoverage() {}

    static List<Verdict> of(List<String> sources, List<String> produced) {
        GroundingEvidence evidence = GroundingEvidence.of(produced);
        List<Verdict> verdicts = new ArrayList<>();
        for (String source : sources) {
            Set<MissingContent> missing = new LinkedHashSet<>();
            Set<SentenceContent> sentences = new LinkedHashSet<>(SentenceContent.ofText(source));
            sentences.forEach(sentence -> names(sentence, evidence, missing));
            words(sentences, evidence, missing);
            sentences.forEach(sentence -> negation(sentence, evidence, missing));
            verdicts.add(new Verdict(List.copyOf(missing)));
        }
        return verdicts;
    }

    private static void names(SentenceContent sentence, GroundingEvidence evidence, Set<MissingContent> missing) {
        if (!sentence.opener().isEmpty()
                && !ContentWords.REPORTING.containsAll(ContentWords.terms(sentence.opener()))
                && !evidence.hasAll(sentence.opener())) {
            missing.add(new MissingContent(ContentKind.NAME, sentence.opener()));
        }
        for (Map.Entry<String, String> name : sentence.names().entrySet()) {
            if (!ContentWords.REPORTING.contains(name.getKey()) && !evidence.has(name.getKey())) {
                missing.add(new MissingContent(ContentKind.NAME, name.getValue()));
            }
        }
        for (String number : sentence.numbers()) {
            if (!evidence.numbers().contains(number)) {
                missing.add(new MissingContent(ContentKind.NUMBER, number));
            }
        }
    }

    private static void words(
            Iterable<SentenceContent> sentences, GroundingEvidence evidence, Set<MissingContent> missing) {
        Set<String> terms = new LinkedHashSet<>();
        sentences.forEach(sentence -> terms.addAll(sentence.terms()));
        terms.removeAll(ContentWords.REPORTING);
        List<String> unknown =
                terms.stream().filter(term -> !evidence.has(term)).toList();
        if (terms.size() - unknown.size() < COVERED_SHARE * terms.size()) {
            missing.add(new MissingContent(ContentKind.WORDS, String.join(" ", unknown)));
        }
    }

    private static void negation(SentenceContent sentence, GroundingEvidence evidence, Set<MissingContent> missing) {
        for (SentenceClause clause : SentenceClause.of(sentence.text())) {
            Set<String> terms = new HashSet<>(clause.terms());
            terms.removeAll(ContentWords.REPORTING);
            if (terms.size() < MIN_SHARED_TERMS) {
                continue;
            }
            Set<Boolean> answers = evidence.clausesLike(terms, SAME_SUBJECT)
                    .map(SentenceClause::negated)
                    .collect(Collectors.toSet());
            if (answers.equals(Set.of(!clause.negated()))) {
                missing.add(new MissingContent(ContentKind.NEGATION, sentence.text()));
            }
        }
    }
}
