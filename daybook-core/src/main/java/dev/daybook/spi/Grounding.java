package dev.daybook.spi;

import java.util.List;

/**
 * Whether a text that a language model produced rests on its sources, and whether it stands for them. Small models copy
 * from the examples of their prompt, lose facts, and say all the same that nothing is missing; so the library asks this
 * policy about every produced text before it keeps it. What is not grounded is dropped, and what is derived without a model
 * stands in its place; nothing is deleted for it.
 *
 * <p>The policy of the library compares names, numbers, content words and negations, without a model. A user may give
 * another one, or {@link #off()}. Thread-safe; the same texts give the same answer.
 */
public interface Grounding {

    /**
     * What a produced text says without a source.
     *
     * @param produced one text of a model's answer; an empty one holds
     * @param sources everything the model may rightly use: the texts, but also the dates and the names of speakers that
     *     it was shown beside them; not the examples of the prompt
     */
    Verdict check(String produced, List<String> sources);

    /**
     * What of the sources the produced texts leave out.
     *
     * @param sources the texts that the produced ones are to replace; an empty one is covered
     * @param produced all texts of the answer together
     * @return one verdict for each source, in order
     */
    List<Verdict> coverage(List<String> sources, List<String> produced);

    /** Believes every model: whatever was produced holds, and covers its sources. */
    static Grounding off() {
        return new Grounding() {
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
     * The outcome for one text.
     *
     * @param missing what the other side has not got, in the order of the text; empty if the text holds
     */
    record Verdict(List<Missing> missing) {

        /** Nothing is missing. */
        public static final Verdict HOLDS = new Verdict(List.of());

        public Verdict {
            missing = List.copyOf(missing);
        }

        /** Whether the text is grounded, or covered. */
        public boolean holds() {
            return missing.isEmpty();
        }
    }

    /**
     * Something that one side says and the other does not.
     *
     * @param text the name or number as it is written, the words that are missing, or the sentence that contradicts. It is
     *     memory text: not for logs
     */
    record Missing(What what, String text) {}

    /** What can be missing. */
    enum What {
        /** Of a person, a place, a thing. */
        NAME,
        /** Also a part of a date. */
        NUMBER,
        /** Too many of the content words of a sentence. */
        WORDS,
        /** The other side has the same sentence, but says no where this one says yes, or the other way round. */
        NEGATION
    }
}
