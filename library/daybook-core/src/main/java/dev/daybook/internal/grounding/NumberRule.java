package dev.daybook.internal.grounding;

import dev.daybook.internal.extract.NormalizedNumbers;
import dev.daybook.internal.extract.SentenceSplitter;
import dev.daybook.spi.GroundingPolicy.ContentKind;
import dev.daybook.spi.GroundingPolicy.MissingContent;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Numbers, dates and times. Each number was said or belongs to a computed date, and it stands with a word that it was said
 * with, if such a word was said at all, or in a sentence about the same.
 */
final class NumberRule implements GroundingRule {

    private static final Pattern YEAR = Pattern.compile("(?:19|20)\\d\\d");

    /** Such a number hardly occurs twice by chance, so the word beside it may be another one. */
    private static final Pattern LONG = Pattern.compile("\\d{3,}|\\d+\\.\\d+");

    /** The share of the content of a clause by which a sentence with the number is about the same. */
    private static final double SAME_SUBJECT = 0.35;

    @Override
    public Optional<MissingContent> check(CheckedStatement statement) {
        String text = NumberMentions.withoutListMarks(statement.text());
        for (String sentence : SentenceSplitter.of(text)) {
            for (String number : NormalizedNumbers.of(sentence)) {
                SourceNumbers said = statement.sources().saidNumbers();
                if (!said.all().contains(number) && !said.ofDates().contains(number)) {
                    return Optional.of(new MissingContent(kind(number), number));
                }
            }
        }
        for (NumberMentions.Mention mention : NumberMentions.of(text)) {
            if (!isBound(mention, statement)) {
                return Optional.of(new MissingContent(kind(mention.number()), mention.number()));
            }
        }
        return Optional.empty();
    }

    private static ContentKind kind(String number) {
        return CalendarWords.isMonth(number)
                        || CalendarWords.isWeekday(number)
                        || YEAR.matcher(number).matches()
                ? ContentKind.DATE
                : ContentKind.NUMBER;
    }

    private static boolean isBound(NumberMentions.Mention mention, CheckedStatement statement) {
        SourceNumbers said = statement.sources().saidNumbers();
        String number = mention.number();
        if (CalendarWords.isWeekday(number)) {
            Optional<String> bond =
                    mention.bonds().stream().filter(said.bonds()::contains).findFirst();
            return bond.map(each -> said.bound().contains(number + each))
                    .orElseGet(() -> said.all().contains(number));
        }
        boolean isRange = mention.bonds().stream().anyMatch(bond -> bond.startsWith("-"));
        boolean isOfDate = number.contains(":") || mention.bonds().stream().anyMatch(CalendarWords::isBond);
        if (!isRange
                && (LONG.matcher(number).matches() || isOfDate && said.ofDates().contains(number))) {
            return true;
        }
        Set<String> counted = mention.bonds().stream()
                .filter(bond -> bond.startsWith(">") && said.bonds().contains(bond))
                .collect(Collectors.toSet());
        Set<String> bonds = counted.isEmpty() ? mention.bonds() : counted;
        if (bonds.stream().anyMatch(bond -> said.bound().contains(number + bond))) {
            return true;
        }
        boolean isComparable = isRange
                || mention.bonds().stream().anyMatch(bond -> said.words().contains(bond.substring(1)));
        return !isComparable || !isRange && counted.isEmpty() && isSaidOfSame(number, statement);
    }

    private static boolean isSaidOfSame(String number, CheckedStatement statement) {
        return statement.parts().stream()
                .filter(part -> NormalizedNumbers.of(part.text()).contains(number))
                .map(part -> ContentWords.concrete(part.content()))
                .allMatch(content -> statement.sources().saidNumbers().sentences().stream()
                        .anyMatch(sentence -> sentence.numbers().contains(number)
                                && statement.sources().share(content, sentence.terms(), SourceConversation.RELATED)
                                        >= SAME_SUBJECT));
    }
}
