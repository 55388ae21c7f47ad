package dev.daybook.internal.grounding;

import dev.daybook.internal.extract.SentenceContent;
import dev.daybook.internal.text.LetterCase;
import dev.daybook.internal.words.EnglishAnalyzer;
import dev.daybook.spi.GroundingPolicy.ContentKind;
import dev.daybook.spi.GroundingPolicy.MissingContent;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Names of people, places and things: most of them occur in the sources. */
final class NameRule implements GroundingRule {

    /** A long statement may name a thing by what the model knows of it. */
    private static final double UNKNOWN_SHARE = 0.5;

    /** Words that begin a sentence and are no names, beside adverbs in "-ly". */
    private static final Set<String> CONNECTIVES = Set.of(
            "despite",
            "meanwhile",
            "moreover",
            "furthermore",
            "however",
            "overall",
            "besides",
            "nevertheless",
            "nonetheless",
            "secondary",
            "primary",
            "further",
            "afterward",
            "afterwards",
            "throughout",
            "upon");

    @Override
    public Optional<MissingContent> check(CheckedStatement statement) {
        List<String> unknown = new ArrayList<>();
        int all = 0;
        for (SentenceContent sentence : SentenceContent.ofText(statement.text())) {
            for (Map.Entry<String, String> name : sentence.names().entrySet()) {
                if (!ContentWords.REPORTING.contains(name.getKey()) && isTelling(statement, name.getKey())) {
                    all++;
                    if (!isKnown(statement, name.getKey())) {
                        unknown.add(name.getValue());
                    }
                }
            }
            if (!sentence.opener().isEmpty() && !isConnective(LetterCase.lower(sentence.opener()))) {
                List<String> opener = EnglishAnalyzer.terms(sentence.opener());
                if (!ContentWords.REPORTING.containsAll(opener)
                        && opener.stream().anyMatch(term -> isTelling(statement, term))) {
                    all++;
                    if (!opener.stream().allMatch(term -> isKnown(statement, term))) {
                        unknown.add(sentence.opener());
                    }
                }
            }
        }
        return unknown.isEmpty() || unknown.size() < UNKNOWN_SHARE * all
                ? Optional.empty()
                : Optional.of(new MissingContent(ContentKind.NAME, unknown.get(0)));
    }

    private static boolean isConnective(String word) {
        return CONNECTIVES.contains(word) || word.endsWith("ly");
    }

    /** Returns whether a name is neither a speaker's, which nearly every statement has, nor of a date. */
    private static boolean isTelling(CheckedStatement statement, String term) {
        return !statement.nameTerms().contains(term) && !CalendarWords.isDay(term);
    }

    private static boolean isKnown(CheckedStatement statement, String term) {
        return statement.sources().has(term) || statement.nameTerms().contains(term);
    }
}
