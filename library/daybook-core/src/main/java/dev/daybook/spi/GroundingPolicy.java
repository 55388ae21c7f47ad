package dev.daybook.spi;

import dev.daybook.model.Message;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A policy that checks model output against its sources. Small models copy from the examples of their prompt, confuse
 * the speakers, lose facts, and claim completeness all the same; so the library checks every generated text before it
 * writes it. A statement that fails is dropped, and so is a sentence of a summary; no entry is deleted for it.
 *
 * <p>The library's policy compares speakers, negations, numbers, names and words, and for content also cosines if there is an
 * embedder. A model of textual
 * entailment plugs in here. {@link #off()} accepts everything. Implementations are thread-safe and deterministic.
 */
public interface GroundingPolicy {

    /**
     * Checks a statement.
     *
     * @param sources all messages that the model was shown, but not the examples of the prompt
     */
    Verdict check(Claim claim, List<SourceMessage> sources);

    /**
     * Checks a summary sentence by sentence, so that a caller can keep the grounded ones.
     *
     * @param summary an empty one has no sentences
     * @param sources all messages that the model was shown, but not the examples of the prompt
     * @return the sentences of the summary in order, without blank ones
     */
    List<CheckedSentence> sentences(String summary, List<SourceMessage> sources);

    /** Returns the text of the grounded sentences of a summary; empty if there is none. */
    default Optional<String> groundedPart(String summary, List<SourceMessage> sources) {
        List<CheckedSentence> sentences = sentences(summary, sources);
        List<String> grounded = sentences.stream()
                .filter(sentence -> sentence.verdict().holds())
                .map(CheckedSentence::text)
                .toList();
        if (grounded.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(grounded.size() == sentences.size() ? summary : String.join(" ", grounded));
    }

    /**
     * Checks sources for content that the generated texts leave out.
     *
     * @param sources the texts to be replaced; an empty one is covered
     * @param produced all texts of the answer
     * @return one verdict per source, in order
     */
    List<Verdict> coverage(List<String> sources, List<String> produced);

    /** Returns a policy that accepts every text. */
    static GroundingPolicy off() {
        return new GroundingPolicy() {
            @Override
            public Verdict check(Claim claim, List<SourceMessage> sources) {
                return Verdict.HOLDS;
            }

            @Override
            public List<CheckedSentence> sentences(String summary, List<SourceMessage> sources) {
                return summary.isBlank() ? List.of() : List.of(new CheckedSentence(summary, Verdict.HOLDS));
            }

            @Override
            public List<Verdict> coverage(List<String> sources, List<String> produced) {
                return sources.stream().map(source -> Verdict.HOLDS).toList();
            }
        };
    }

    /**
     * One statement of a model's answer.
     *
     * @param text an empty one is grounded
     * @param cited the indexes of the messages that the model names as its sources; empty: none known. An index without
     *     a message is a fault of the statement
     */
    record Claim(String text, List<Integer> cited) {

        public Claim {
            cited = List.copyOf(cited);
        }

        /** Creates a statement without citations. */
        public static Claim of(String text) {
            return new Claim(text, List.of());
        }
    }

    /**
     * A message that a model was shown, or another text.
     *
     * @param role the role in terms of chat models; empty: a text that nobody said, such as a note
     * @param speaker the name of the speaker, or else the role
     * @param time when it was said; null: unknown
     */
    record SourceMessage(
            String role,
            String speaker,
            String text,
            @Nullable OffsetDateTime time) {

        public static SourceMessage of(Message message, @Nullable OffsetDateTime time) {
            return new SourceMessage(message.role(), message.speaker(), message.shownText(), time);
        }

        /** Creates a source that nobody said, such as a note. */
        public static SourceMessage text(String text) {
            return new SourceMessage("", "", text, null);
        }
    }

    /** A sentence of a summary with the result of its check. */
    record CheckedSentence(String text, Verdict verdict) {}

    /**
     * The result for one text.
     *
     * @param missing the content without a counterpart, in the order of the text; empty if the check passed
     */
    record Verdict(List<MissingContent> missing) {

        /** A passed check. */
        public static final Verdict HOLDS = new Verdict(List.of());

        public Verdict {
            missing = List.copyOf(missing);
        }

        /** Tests whether the check passed. */
        public boolean holds() {
            return missing.isEmpty();
        }
    }

    /**
     * Content of one side without a counterpart on the other.
     *
     * @param text the name or number as written, the missing words, or the contradicting clause. It is stored text
     *     and must not be logged
     */
    record MissingContent(ContentKind kind, String text) {}

    /** The kind of missing content: why a text is not grounded. */
    enum ContentKind {
        /** A cited message that does not exist. */
        CITATION,
        /** A person who did not say it, and of whom nobody said it. */
        ATTRIBUTION,
        /** A clause that the other side has with the opposite negation. */
        NEGATION,
        /** An event or a state that the other side has as a plan, a wish or a question only. */
        MODALITY,
        /** A number. */
        NUMBER,
        /** A date, a weekday or a time of day. */
        DATE,
        /** The name of a person, a place or a thing. */
        NAME,
        /** Too many content words of a sentence. */
        WORDS
    }
}
