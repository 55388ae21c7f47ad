package dev.daybook.internal.grounding;

import dev.daybook.internal.extract.SentenceSplitter;
import dev.daybook.spi.GroundingPolicy;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Grounding by words: who said it, whether, when, and what. A statement is compared with the messages it cites and, for
 * its content, with those around them; without citations with all of them. A paraphrase in entirely different words is
 * rejected too: that costs a statement, while a false memory would stay. Stateless.
 */
public final class WordGrounding implements GroundingPolicy {

    public WordGrounding() {}

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
        SourceConversation conversation = new SourceConversation(sources);
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
        SourceConversation conversation = new SourceConversation(sources);
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
