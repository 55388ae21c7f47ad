package dev.daybook.internal.grounding;

import dev.daybook.internal.extract.SentenceSplitter;
import dev.daybook.internal.text.LetterCase;
import dev.daybook.model.Message;
import dev.daybook.spi.GroundingPolicy.SourceMessage;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A source with its analysis.
 *
 * @param speaker in lower case; empty: nobody said it
 */
record SourceTurn(SourceMessage message, String speaker, List<ClaimClause> clauses, Set<String> terms) {

    /** A gist names a speaker that claims more than its trust with a label. */
    private static final Pattern LABEL = Pattern.compile("(?<!\\s)\\s*+\\[trust: [^\\[\\]]*+\\]$");

    /** A message of more sentences is a document. */
    private static final int PASSAGES = 50;

    static SourceTurn of(SourceMessage message) {
        // A text of one sentence a thousand times over must not cost the square.
        Set<ClaimClause> clauses = new LinkedHashSet<>();
        Set<String> terms = new HashSet<>();
        for (String sentence : new LinkedHashSet<>(SentenceSplitter.of(message.text()))) {
            clauses.addAll(ClaimClause.of(sentence));
            terms.addAll(ContentWords.terms(sentence));
        }
        String speaker = LetterCase.lower(LABEL.matcher(message.speaker()).replaceFirst(""));
        return new SourceTurn(message, speaker, List.copyOf(clauses), terms);
    }

    /** Returns the message and each of its first sentences: what a statement is about may be a part of it. */
    Stream<String> passages() {
        return Stream.concat(
                Stream.of(message.text()),
                SentenceSplitter.of(message.text()).stream().limit(PASSAGES));
    }

    boolean answersNo() {
        return ClausePolarity.answersNo(message.text());
    }

    boolean isBy(String name) {
        return speaker.equals(name);
    }

    /** Returns whether a person said it, and not an assistant, a tool or nobody. */
    boolean isByPerson() {
        return !speaker.isEmpty()
                && !message.role().equals(Message.ASSISTANT)
                && !message.role().equals(Message.SYSTEM)
                && !message.role().equals(Message.TOOL);
    }
}
