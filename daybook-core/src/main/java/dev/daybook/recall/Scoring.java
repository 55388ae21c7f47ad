package dev.daybook.recall;

import dev.daybook.data.Embedding;
import dev.daybook.data.Query;
import dev.daybook.data.Reason;
import java.util.BitSet;
import java.util.List;

/** The ways to score, by what {@link Query.By} asks for. */
final class Scoring {

    /** How much a message gains from a conversation that is about the question, against its own words. */
    private static final double CONVERSATION = 0.8;

    /**
     * What it is worth that the message was said by the person who is asked about, in standard deviations of the word
     * scores. More would help questions about one person and hurt those that name another on purpose.
     */
    private static final double SPEAKER = 1;

    /** What it is worth, in the same measure, that the user said it and not the assistant. */
    private static final double USER = 1;

    /** What it costs a message between people that it asks: what is asked about later was stated, and words alone do not tell. */
    private static final double ASKING = -0.6;

    /**
     * What it is worth, in the same measure, that the user said how things are always to be. More would bring each such
     * message with each question.
     */
    private static final double STANDING_WISH = 1;

    /** Meaning against words, both in standard deviations. Flat from 1 to 1.2. */
    private static final double MEANING = 1.2;

    private static final double MEANING_OF_CONVERSATION = 0.2;

    /**
     * What a message between people gains by saying much, or loses by saying little, where vectors have a say: they are
     * what a few words get too near to. Flat from 1 to 2.5 among the first ten, but a text of a certain length holds fewer
     * of the long ones, and by words, which have their measure of length, they are not worth that.
     */
    private static final double SUBSTANCE = 1.5;

    private Scoring() {}

    /**
     * Scores the entries of a partition.
     *
     * @param by {@code TEXT} is scored like {@code NEWEST}: whether the text is there, only the body can say
     */
    static EntryScores score(Partition partition, Query.By by, Question question) {
        return switch (by) {
            case BEST -> EntryScores.ofMessages(partition, best(partition, question));
            case WORDS -> EntryScores.ofMessages(partition, words(partition, question));
            case MEANING -> meaning(partition, question);
            case TEXT, NEWEST -> EntryScores.alike(partition);
        };
    }

    /** Words, supported by the conversation around, by who is speaking, and by meaning where there are vectors. */
    private static MessageScores best(Partition partition, Question question) {
        WordMatch match = new WordMatch(partition, question);
        Signal words = match.words();
        Signal related = match.related(question);
        Signal together = match.together();
        Fusion fusion = new Fusion(partition);
        fusion.addTogether(
                1,
                List.of(
                        words,
                        related,
                        together,
                        Neighbours.support(partition, words.with(related).with(together)),
                        match.conversation(CONVERSATION)));
        Embedding asked = question.vector();
        if (asked != null) {
            Meaning meaning = new Meaning(partition, asked);
            fusion.addAtRightAngle(MEANING, meaning.messages(), meaning.present());
            fusion.addStandardised(MEANING_OF_CONVERSATION, meaning.conversation(), meaning.present());
            fusion.addBoost(SUBSTANCE, Substance.of(partition));
        }
        fusion.addBoost(SPEAKER, Speakers.named(partition, question));
        fusion.addBoost(ASKING, Speakers.asking(partition));
        Signal users = Speakers.usersOfAssistants(partition);
        fusion.addBoost(USER, users);
        fusion.addBoost(STANDING_WISH, StandingWishes.of(partition, users));
        return fusion.join();
    }

    /** BM25 alone, as it is. */
    private static MessageScores words(Partition partition, Question question) {
        Signal words = new WordMatch(partition, question).words();
        BitSet eligible = new BitSet();
        for (int message = 0; message < words.values().length; message++) {
            eligible.set(message, words.values()[message] > 0);
        }
        return new MessageScores(words.values(), eligible, List.of(words.times(1)));
    }

    /** Cosine of the question's vector and the entry's; without a vector on either side there is no hit. */
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
