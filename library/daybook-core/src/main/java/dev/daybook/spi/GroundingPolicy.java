package dev.daybook.spi;

import java.util.List;

/**
 * A policy that checks model output against its sources. Small models copy from the examples of their prompt, lose
 * facts, and claim completeness all the same; so the library checks every generated text before it writes it. A text
 * that fails is dropped and derived without a model instead; no entry is deleted for it.
 *
 * <p>The library's policy compares names, numbers, content words and negations, without a model. {@link #off()} accepts
 * everything. Implementations are thread-safe and deterministic.
 */
public interface GroundingPolicy {

    /**
     * Checks a generated text for content without a source.
     *
     * @param produced one text of a model's answer; an empty one is grounded
     * @param sources everything the model may use: the texts and the dates and speaker names shown with them, but not
     * the examples of the prompt
     */
    Verdict check(String produced, List<String> sources);

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
            public Verdict check(String produced, List<String> sources) {
                return Verdict.HOLDS;
            }

            @Override
            public List<Verdict> coverage(List<String> sources, List<String> produced) {
                return sources.stream().map(source -> Verdict.HOLDS).toList();
            }
        };
    }

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
     * @param text the name or number as written, the missing words, or the contradicting sentence. It is stored text
     *     and must not be logged
     */
    record MissingContent(ContentKind kind, String text) {}

    /** The kind of missing content. */
    enum ContentKind {
        /** The name of a person, a place or a thing. */
        NAME,
        /** A number, also as a part of a date. */
        NUMBER,
        /** Too many content words of a sentence. */
        WORDS,
        /** A sentence that the other side has with the opposite negation. */
        NEGATION
    }
}
