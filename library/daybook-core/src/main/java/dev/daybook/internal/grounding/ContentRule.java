package dev.daybook.internal.grounding;

import dev.daybook.spi.GroundingPolicy.ContentKind;
import dev.daybook.spi.GroundingPolicy.MissingContent;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Checks content: the share of its words, by weight, in one message, and near the cited ones or in any three. Where there is
 * an embedder, a share that shows little counts together with the likeness of cited messages. Without citations some
 * message of a long talk is always like it.
 */
final class ContentRule implements GroundingRule {

    /** A sentence of a summary with so few words states little: "They wished each other well." */
    private static final int FEW = 1;

    /** From this share on words decide alone. */
    private static final double TELLING = 0.5;

    /** The mean of the share of words and of the likeness that must be there. */
    private static final double LIKE = 0.34;

    private final GroundingLimits limits;

    ContentRule(GroundingLimits limits) {
        this.limits = limits;
    }

    @Override
    public Optional<MissingContent> check(CheckedStatement statement) {
        Set<String> content = statement.content();
        SourceConversation sources = statement.sources();
        return limits.isSummary() && content.size() <= FEW || isThere(statement)
                ? Optional.empty()
                : Optional.of(new MissingContent(
                        ContentKind.WORDS,
                        content.stream().filter(term -> !sources.has(term)).collect(Collectors.joining(" "))));
    }

    private boolean isThere(CheckedStatement statement) {
        double words = there(statement);
        OptionalDouble likeness =
                words < TELLING && statement.hasCitations() ? likeness(statement) : OptionalDouble.empty();
        return likeness.isPresent() ? (words + likeness.getAsDouble()) / 2 >= LIKE : words >= limits.content();
    }

    /** Returns the mean of the likeness of a cited message and that of one near it. */
    private static OptionalDouble likeness(CheckedStatement statement) {
        OptionalDouble cited = likeness(statement, statement.citedTurns());
        OptionalDouble near = likeness(statement, statement.nearTurns());
        return cited.isPresent() && near.isPresent()
                ? OptionalDouble.of((cited.getAsDouble() + near.getAsDouble()) / 2)
                : OptionalDouble.empty();
    }

    private static OptionalDouble likeness(CheckedStatement statement, Stream<SourceTurn> turns) {
        List<String> passages = turns.flatMap(SourceTurn::passages).toList();
        return statement.sources().cosines().likeness(statement.text(), passages);
    }

    /** Returns the mean of what one message holds and what several hold: content of one talk is together. */
    static double there(CheckedStatement statement) {
        SourceConversation sources = statement.sources();
        Set<String> content = ContentWords.concrete(statement.content());
        double ofOne = 0;
        double ofSeveral = sources.share(content, statement.citedTerms(), SourceConversation.HARDLY_RELATED);
        for (int i = 0; i < sources.turns().size(); i++) {
            ofOne = Math.max(ofOne, sources.share(content, sources.around(i, 0, 0), SourceConversation.HARDLY_RELATED));
            ofSeveral = Math.max(
                    ofSeveral, sources.share(content, sources.around(i, 1, 1), SourceConversation.HARDLY_RELATED));
        }
        return (ofOne + ofSeveral) / 2;
    }
}
