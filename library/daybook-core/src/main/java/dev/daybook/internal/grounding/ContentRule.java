package dev.daybook.internal.grounding;

import dev.daybook.spi.GroundingPolicy.ContentKind;
import dev.daybook.spi.GroundingPolicy.MissingContent;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Checks content: the share of its words, by weight, in one message, and near the cited ones or in any three. */
final class ContentRule implements GroundingRule {

    /** A sentence of a summary with so few words states little: "They wished each other well." */
    private static final int FEW = 1;

    private final GroundingLimits limits;

    ContentRule(GroundingLimits limits) {
        this.limits = limits;
    }

    @Override
    public Optional<MissingContent> check(CheckedStatement statement) {
        Set<String> content = statement.content();
        SourceConversation sources = statement.sources();
        double there = there(statement);
        return there >= limits.content() || limits.isSummary() && content.size() <= FEW
                ? Optional.empty()
                : Optional.of(new MissingContent(
                        ContentKind.WORDS,
                        content.stream().filter(term -> !sources.has(term)).collect(Collectors.joining(" "))));
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
