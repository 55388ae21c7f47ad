package dev.daybook.internal.statements;

import dev.daybook.internal.inference.ExtractedFact;
import dev.daybook.internal.ledger.PredicateSynonyms;
import dev.daybook.internal.text.LetterCase;
import dev.daybook.model.EntryRef;
import dev.daybook.model.Episode;
import dev.daybook.model.NewFact;
import dev.daybook.model.SummaryMethod;
import dev.daybook.model.Trust;
import dev.daybook.spi.GroundingPolicy;
import dev.daybook.spi.GroundingPolicy.Claim;
import dev.daybook.spi.GroundingPolicy.ContentKind;
import dev.daybook.spi.GroundingPolicy.MissingContent;
import dev.daybook.spi.GroundingPolicy.SourceMessage;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Checks the triples of a model's answer against an episode. They name no messages. */
final class TripleReader {

    private static final Pattern SPACE = Pattern.compile("\\s++");

    private final GroundingPolicy grounding;

    TripleReader(GroundingPolicy grounding) {
        this.grounding = grounding;
    }

    /** Tests whether a triple is grounded in an episode. Small models fill the form with the subject as object, which has no content. */
    boolean isGrounded(ExtractedFact fact, Episode episode) {
        List<SourceMessage> sources = sources(episode, Trust.UNKNOWN);
        return !fact.object().strip().equalsIgnoreCase(fact.subject().strip())
                && isGrounded(fact, sources)
                && isGrounded(fact.predicate(), sources);
    }

    NewFact fact(ExtractedFact fact, Episode episode, EntryRef source) {
        return NewFact.of(fact.subject(), fact.predicate(), fact.object())
                .validFrom(episode.occurredAt())
                .sources(List.of(source))
                .singleValued(PredicateSynonyms.isSingleValued(fact.predicate()))
                .confidence(fact.confidence())
                .method(SummaryMethod.MODEL)
                .trust(trust(fact, episode));
    }

    private boolean isGrounded(ExtractedFact fact, List<SourceMessage> sources) {
        return grounding.check(Claim.of(fact.subject()), sources).holds()
                && grounding.check(Claim.of(fact.object()), sources).holds();
    }

    /** Returns the messages with at least this trust. */
    private static List<SourceMessage> sources(Episode episode, Trust atLeast) {
        return IntStream.range(0, episode.messages().size())
                .filter(i -> episode.trustOf(i).compareTo(atLeast) <= 0)
                .mapToObj(i -> SourceMessage.of(episode.messages().get(i), episode.occurredAt()))
                .toList();
    }

    /**
     * The model does not name the message it read, so the fact gets the trust of the most trusted messages that contain
     * it.
     */
    private Trust trust(ExtractedFact fact, Episode episode) {
        return Stream.of(Trust.values())
                .filter(trust -> trust.compareTo(episode.trust()) >= 0)
                .filter(trust -> isGrounded(fact, sources(episode, trust)))
                .findFirst()
                .orElseGet(episode::leastTrust);
    }

    /** The model chooses the words of a predicate, but a name or number in it must come from a message. */
    private boolean isGrounded(String predicate, List<SourceMessage> sources) {
        String words = predicate.replace('_', ' ');
        boolean isTitle = SPACE.splitAsStream(words).noneMatch(word -> word.equals(LetterCase.lower(word)));
        return grounding.check(Claim.of(isTitle ? LetterCase.lower(words) : words), sources).missing().stream()
                .map(MissingContent::kind)
                .noneMatch(what -> what == ContentKind.NAME || what == ContentKind.NUMBER);
    }
}
