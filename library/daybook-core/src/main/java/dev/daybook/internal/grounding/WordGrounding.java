package dev.daybook.internal.grounding;

import dev.daybook.internal.extract.SentenceClause;
import dev.daybook.internal.extract.SentenceContent;
import dev.daybook.internal.extract.SentenceSplitter;
import dev.daybook.internal.words.EnglishAnalyzer;
import dev.daybook.spi.GroundingPolicy;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Grounding by words. Each name and number of a text must occur in its sources, and so must most content words of each
 * sentence; no sentence may negate a source. A paraphrase in entirely different words is rejected too: that costs a
 * fallback, while a false memory would stay. Stateless.
 */
public final class WordGrounding implements GroundingPolicy {

    /**
     * The share of content words of a produced sentence that must occur in its sources. Measured on sentences of our
     * own without a false name or number: 20 faithful ones, many in other words, all reach 0.5; of 15 unfaithful ones
     * 14 stay at or below 0.33, and one of two words ("whose mother is a nurse") reaches 0.5.
     */
    static final double GROUNDED_SHARE = 0.5;

    /**
     * The share of content words of a source that must occur in the produced texts. A summary would need less, but a
     * covered source is replaced.
     */
    static final double COVERED_SHARE = 0.5;

    /**
     * From this share of common words on two sentences are about the same thing, and a negation in one of them is a
     * contradiction.
     */
    private static final double SAME_SUBJECT = 0.75;

    /** A single common word does not make two sentences about the same thing. */
    private static final int MIN_SHARED_TERMS = 2;

    /**
     * Words of summaries about the speakers, and greetings. Loaded at the first check, because most daybooks check
     * nothing.
     */
    private static final class ReportingWords {
        /** Words that state nothing. */
        static final Set<String> TERMS = new HashSet<>(
                EnglishAnalyzer.terms(
                        "user users assistant speaker person people"
                                + " conversation session chat summary memory says said saying mentions mentioned tells told states stated"
                                + " asks asked talks talked discusses discussed reports reported explains explained shares shared notes noted"
                                + " currently also named called name lives has owns"
                                + " hi hello hey hiya thanks thank please sorry yes yeah yep ok okay well oh wow great sure bye"));
    }

    public WordGrounding() {}

    @Override
    public Verdict check(Claim claim, List<SourceMessage> sources) {
        return check(claim.text(), GroundingEvidence.of(texts(sources)));
    }

    @Override
    public List<CheckedSentence> sentences(String summary, List<SourceMessage> sources) {
        GroundingEvidence evidence = GroundingEvidence.of(texts(sources));
        return SentenceSplitter.of(summary).stream()
                .map(sentence -> new CheckedSentence(sentence, check(sentence, evidence)))
                .toList();
    }

    private static List<String> texts(List<SourceMessage> sources) {
        List<String> texts = new ArrayList<>();
        for (SourceMessage source : sources) {
            texts.add(source.text());
            texts.add(source.speaker());
            texts.add(source.time() == null ? "" : source.time().toString());
        }
        return texts;
    }

    private static Verdict check(String produced, GroundingEvidence evidence) {
        Set<MissingContent> missing = new LinkedHashSet<>();
        for (SentenceContent sentence : new LinkedHashSet<>(SentenceContent.ofText(produced))) {
            names(sentence, evidence, missing);
            words(terms(List.of(sentence)), evidence, GROUNDED_SHARE, missing);
            negation(sentence, evidence, missing);
        }
        return new Verdict(List.copyOf(missing));
    }

    @Override
    public List<Verdict> coverage(List<String> sources, List<String> produced) {
        GroundingEvidence evidence = GroundingEvidence.of(produced);
        List<Verdict> verdicts = new ArrayList<>();
        for (String source : sources) {
            Set<MissingContent> missing = new LinkedHashSet<>();
            Set<SentenceContent> sentences = new LinkedHashSet<>(SentenceContent.ofText(source));
            sentences.forEach(sentence -> names(sentence, evidence, missing));
            words(terms(sentences), evidence, COVERED_SHARE, missing);
            sentences.forEach(sentence -> negation(sentence, evidence, missing));
            verdicts.add(new Verdict(List.copyOf(missing)));
        }
        return verdicts;
    }

    private static void names(SentenceContent sentence, GroundingEvidence evidence, Set<MissingContent> missing) {
        if (!sentence.opener().isEmpty() && !isReporting(sentence.opener()) && !evidence.hasAll(sentence.opener())) {
            missing.add(new MissingContent(ContentKind.NAME, sentence.opener()));
        }
        for (Map.Entry<String, String> name : sentence.names().entrySet()) {
            if (!ReportingWords.TERMS.contains(name.getKey()) && !evidence.has(name.getKey())) {
                missing.add(new MissingContent(ContentKind.NAME, name.getValue()));
            }
        }
        for (String number : sentence.numbers()) {
            if (!evidence.numbers().contains(number)) {
                missing.add(new MissingContent(ContentKind.NUMBER, number));
            }
        }
    }

    private static boolean isReporting(String word) {
        return ReportingWords.TERMS.containsAll(EnglishAnalyzer.terms(word));
    }

    private static void words(
            Set<String> terms, GroundingEvidence evidence, double share, Set<MissingContent> missing) {
        List<String> unknown =
                terms.stream().filter(term -> !evidence.has(term)).toList();
        if (terms.size() - unknown.size() < share * terms.size()) {
            missing.add(new MissingContent(ContentKind.WORDS, String.join(" ", unknown)));
        }
    }

    private static Set<String> terms(Iterable<SentenceContent> sentences) {
        Set<String> terms = new LinkedHashSet<>();
        sentences.forEach(sentence -> terms.addAll(sentence.terms()));
        terms.removeAll(ReportingWords.TERMS);
        return terms;
    }

    private static void negation(SentenceContent sentence, GroundingEvidence evidence, Set<MissingContent> missing) {
        for (SentenceClause clause : SentenceClause.of(sentence.text())) {
            Set<String> terms = new HashSet<>(clause.terms());
            terms.removeAll(ReportingWords.TERMS);
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
