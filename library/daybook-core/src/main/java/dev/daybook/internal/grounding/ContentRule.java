package dev.daybook.internal.grounding;

import dev.daybook.spi.GroundingPolicy.ContentKind;
import dev.daybook.spi.GroundingPolicy.MissingContent;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Whether the content is there: the share of its words, by weight, near the cited messages or in any three messages. */
final class ContentRule implements GroundingRule {

    /** The advantage of the cited messages. */
    private static final double CITED = 0.1;

    /** A sentence of a summary with so few words states little: "They wished each other well." */
    private static final int FEW = 1;

    private final GroundingLimits limits;

    ContentRule(GroundingLimits limits) {
        this.limits = limits;
    }

    @Override
    public Optional<MissingContent> check(Statement statement) {
        Set<String> content = statement.content();
        SourceConversation sources = statement.sources();
        double there = there(statement);
        return there >= limits.content() || limits.isSummary() && content.size() <= FEW
                ? Optional.empty()
                : Optional.of(new MissingContent(
                        ContentKind.WORDS,
                        content.stream().filter(term -> !sources.has(term)).collect(Collectors.joining(" "))));
    }

    static double there(Statement statement) {
        SourceConversation sources = statement.sources();
        Set<String> content = ContentWords.concrete(statement.content());
        double best = 0;
        for (int i = 0; i < sources.turns().size(); i++) {
            best = Math.max(best, sources.share(content, sources.around(i, 1, 1), SourceConversation.HARDLY_RELATED));
        }
        return statement.hasCitations() ? Math.max(best, near(statement) + CITED) : best;
    }

    static double near(Statement statement) {
        return statement
                .sources()
                .share(
                        ContentWords.concrete(statement.content()),
                        statement.citedTerms(),
                        SourceConversation.HARDLY_RELATED);
    }
}
