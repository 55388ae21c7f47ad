package dev.daybook.recall;

import dev.daybook.data.Embedding;
import dev.daybook.data.Query;
import dev.daybook.data.Reason;
import java.util.BitSet;
import java.util.List;

/**
 * Scores the entries of a scope: hybrid, keyword, semantic or by time.
 *
 * <p>The hybrid score ({@link Query.By#BEST}) starts from BM25 of the words, with query expansion, adjacent words and
 * the context of the session, then adds the cosine of the vectors and a few priors on speaker and form. {@link Fusion}
 * normalises and combines them. One recipe serves all scopes and questions (decision 14); each weight is a constant of
 * this class.
 */
final class Scoring {

    /** The weight of a session that matches the question, relative to the message's own words. */
    private static final double SESSION = 0.8;

    /**
     * The bonus of a message by the person named in the question, in standard deviations of the keyword score. A higher
     * one would help questions about one person and hurt questions that name another on purpose.
     */
    private static final double SPEAKER = 1;

    /** The bonus of a user's message over an assistant's, in the same unit. */
    private static final double USER = 1;

    /**
     * The malus of a question between people: later questions ask for statements, and words alone do not tell the two
     * apart.
     */
    private static final double QUESTION = -0.6;

    /**
     * The bonus of a standing instruction, in the same unit. A higher one would return every instruction with every
     * question.
     */
    private static final double STANDING_INSTRUCTION = 1;

    /** The semantic score against the keyword score, both in standard deviations. Flat from 1 to 1.2. */
    private static final double MEANING = 1.2;

    private static final double SEMANTIC_SESSION = 0.2;

    /**
     * The weight of the length prior for messages between people, if there are vectors: short messages come too close
     * to any question. Flat from 1 to 2.5 among the first ten hits, but a context of limited length holds fewer long
     * messages. BM25 normalises length already, so a keyword score does not need it.
     */
    private static final double LENGTH_PRIOR = 1.5;

    private Scoring() {}

    /**
     * Scores the entries of a scope.
     *
     * @param by {@code TEXT} scores like {@code NEWEST}, because only the body can show whether it contains the text
     */
    static EntryScores score(Partition partition, Query.By by, Question question) {
        return switch (by) {
            case BEST -> EntryScores.ofMessages(partition, best(partition, question));
            case WORDS -> EntryScores.ofMessages(partition, words(partition, question));
            case MEANING -> meaning(partition, question);
            case TEXT, NEWEST -> EntryScores.alike(partition);
        };
    }

    /** Scores by words, the surrounding session, the speaker, and the vectors if there are any. */
    private static MessageScores best(Partition partition, Question question) {
        WordMatch match = new WordMatch(partition, question);
        Signal words = match.words();
        Signal related = match.related(question);
        Signal adjacent = match.adjacent();
        Fusion fusion = new Fusion(partition);
        fusion.addTogether(
                1,
                List.of(
                        words,
                        related,
                        adjacent,
                        Neighbours.support(partition, words.with(related).with(adjacent)),
                        match.session(SESSION)));
        Embedding asked = question.vector();
        if (asked != null) {
            Meaning meaning = new Meaning(partition, asked);
            fusion.addInQuadrature(MEANING, meaning.messages(), meaning.present());
            fusion.addStandardised(SEMANTIC_SESSION, meaning.session(), meaning.present());
            fusion.addBoost(LENGTH_PRIOR, Substance.of(partition));
        }
        fusion.addBoost(SPEAKER, Speakers.named(partition, question));
        fusion.addBoost(QUESTION, Speakers.questions(partition));
        Signal users = Speakers.messagesToAssistants(partition);
        fusion.addBoost(USER, users);
        fusion.addBoost(STANDING_INSTRUCTION, StandingWishes.of(partition, users));
        return fusion.join();
    }

    /** Scores by plain BM25. */
    private static MessageScores words(Partition partition, Question question) {
        Signal words = new WordMatch(partition, question).words();
        BitSet eligible = new BitSet();
        for (int message = 0; message < words.values().length; message++) {
            eligible.set(message, words.values()[message] > 0);
        }
        return new MessageScores(words.values(), eligible, List.of(words.times(1)));
    }

    /** Scores by the cosine of question and entry. An entry without a vector is no hit. */
    private static EntryScores meaning(Partition partition, Question question) {
        Embedding asked = question.vector();
        int slots = partition.slots().size();
        double[] values =
                asked == null ? new double[slots] : partition.entryVectors().exactCosines(asked, slots);
        BitSet eligible = new BitSet();
        for (int slot = 0; slot < values.length; slot++) {
            eligible.set(
                    slot,
                    asked != null
                            && partition.isLive(slot)
                            && partition.entryVectors().has(slot));
        }
        return new EntryScores(
                values,
                eligible,
                slot -> List.of(),
                slot -> List.of(new Reason("meaning", values[slot], "cosine of question and entry")));
    }
}
