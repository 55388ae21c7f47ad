package dev.daybook.internal.context;

import dev.daybook.model.Entry;
import dev.daybook.model.Fact;
import dev.daybook.model.Trust;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The labels that hold for a whole section: its heading states them once, and its turns and items have labels where theirs
 * differ. A label on every line of an imported history takes a seventh of its context.
 *
 * <p>Only {@code trust: import} is stated for a section, because only an operator imports: a flood of texts of tools or
 * agents never changes what a line without a label means.
 *
 * @param isImported whether a turn or item without a label has the trust of an import
 * @param confidence the confidence of a fact without a label, with two digits
 */
record SectionLabels(boolean isImported, BigDecimal confidence) {

    private static final BigDecimal CERTAIN = digits(1);

    /** No label holds for the whole section. */
    static final SectionLabels NONE = new SectionLabels(false, CERTAIN);

    /** The end of a heading, before which the labels stand. */
    private static final String END = "):";

    /** Returns the labels of a section of turns. */
    static SectionLabels ofTurns(List<Trust> trusts) {
        return new SectionLabels(isImported(trusts), CERTAIN);
    }

    /** Returns the labels of a section of items. */
    static SectionLabels ofItems(List<Entry> entries) {
        return new SectionLabels(
                isImported(entries.stream().map(Entry::trust).toList()),
                confidence(entries.stream()
                        .flatMap(entry -> entry instanceof Fact fact && fact.statement() == null
                                ? Stream.of(fact)
                                : Stream.empty())
                        .toList()));
    }

    /** One imported text has its own label: the section's would say the same at the same price. */
    private static boolean isImported(List<Trust> trusts) {
        long imported = trusts.stream().filter(Trust.IMPORT::equals).count();
        return imported > 1 && 2 * imported > trusts.size();
    }

    /** Returns the confidence that most of several facts have, or 1. */
    private static BigDecimal confidence(List<Fact> facts) {
        Map<BigDecimal, Long> counts = facts.stream()
                .map(SectionLabels::confidence)
                .collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
        return counts.entrySet().stream()
                .filter(count -> count.getValue() > 1 && 2 * count.getValue() > facts.size())
                .map(Map.Entry::getKey)
                .findFirst()
                .orElse(CERTAIN);
    }

    private static BigDecimal confidence(Fact fact) {
        return digits(fact.confidence());
    }

    private static BigDecimal digits(double confidence) {
        return new BigDecimal(confidence).setScale(2, RoundingMode.HALF_EVEN);
    }

    /** Returns a heading with the labels of its section. */
    String heading(String heading) {
        String labels = Stream.of(
                        isImported ? "; trust: " + Trust.IMPORT.label() : "",
                        confidence.equals(CERTAIN) ? "" : "; confidence: " + confidence)
                .collect(Collectors.joining());
        return labels.isEmpty() ? heading : heading.substring(0, heading.length() - END.length()) + labels + END;
    }

    /**
     * Returns the label of a text in this section.
     *
     * @param alone the label of the text in a section without labels, which may be empty
     */
    String trust(Trust trust, String alone) {
        if (!isImported) {
            return alone;
        }
        return trust == Trust.IMPORT ? "" : trust.inBrackets();
    }

    /**
     * Returns the label of the confidence of a fact, or an empty text if the section states it. A statement has none: it is
     * shown with its date and its speaker, and one that does not follow from its messages is not shown.
     */
    String confidenceOf(Fact fact) {
        if (fact.statement() != null) {
            return "";
        }
        BigDecimal own = confidence(fact);
        return own.equals(confidence) ? "" : "[confidence " + own + "]";
    }
}
