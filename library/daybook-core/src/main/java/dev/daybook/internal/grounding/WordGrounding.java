package dev.daybook.internal.grounding;

import dev.daybook.internal.extract.SentenceSplitter;
import dev.daybook.spi.Embedder;
import dev.daybook.spi.GroundingPolicy;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Grounding by words: who said it, whether, when, and what. A statement is compared with the messages it cites and, for
 * its content, with those around them; without citations with all of them. A paraphrase in entirely different words is
 * rejected too: that costs a statement, while a false memory would stay. Where there is an embedder, cosines help to find
 * content; they never show who said it, whether, or how many. An embedder that fails is not asked for half a minute. As
 * thread-safe as the embedder.
 */
public final class WordGrounding implements GroundingPolicy {

    private final PausedEmbedder embedder;

    /** Creates a check by words alone. */
    public WordGrounding() {
        this(null);
    }

    /** Creates a check by words, and by cosines where there is an embedder. */
    public WordGrounding(@Nullable Embedder embedder) {
        this.embedder = new PausedEmbedder(embedder, System::nanoTime);
    }

    @Override
    public Verdict check(Claim claim, List<SourceMessage> sources) {
        if (claim.text().isBlank()) {
            return Verdict.HOLDS;
        }
        for (int index : claim.cited()) {
            if (index < 0 || index >= sources.size()) {
                return new Verdict(List.of(new MissingContent(ContentKind.CITATION, Integer.toString(index))));
            }
        }
        SourceConversation conversation = new SourceConversation(sources, embedder);
        if (!claim.cited().isEmpty()) {
            return check(CheckedStatement.of(claim.text(), claim.cited(), conversation), GroundingLimits.CITED);
        }
        return new Verdict(SentenceSplitter.of(claim.text()).stream()
                .distinct()
                .map(sentence -> check(CheckedStatement.of(sentence, List.of(), conversation), GroundingLimits.UNCITED))
                .flatMap(verdict -> verdict.missing().stream())
                .distinct()
                .toList());
    }

    @Override
    public List<CheckedSentence> sentences(String summary, List<SourceMessage> sources) {
        SourceConversation conversation = new SourceConversation(sources, embedder);
        List<CheckedSentence> sentences = new ArrayList<>();
        String person = null;
        for (String sentence : SentenceSplitter.of(summary)) {
            CheckedStatement statement = CheckedStatement.of(sentence, List.of(), conversation, person);
            sentences.add(new CheckedSentence(sentence, check(statement, GroundingLimits.SUMMARY)));
            person = statement.person() == null ? person : statement.person();
        }
        return List.copyOf(sentences);
    }

    @Override
    public List<Verdict> coverage(List<String> sources, List<String> produced) {
        return WordCoverage.of(sources, produced);
    }

    static Verdict check(CheckedStatement statement, GroundingLimits limits) {
        return new Verdict(Stream.of(
                        new AttributionRule(limits),
                        new DenialRule(),
                        new ContradictionRule(),
                        new ModalityRule(),
                        new NumberRule(),
                        new NameRule(),
                        new ContentRule(limits))
                .map(rule -> rule.check(statement))
                .flatMap(Optional::stream)
                .limit(1)
                .toList());
    }
}
