package dev.daybook;

import dev.daybook.data.Hit;
import dev.daybook.data.Note;
import dev.daybook.data.Origin;
import dev.daybook.data.Receipt;
import java.util.List;
import java.util.Optional;

/**
 * The notes of one scope: free texts that stand for themselves. What is added is written down at once, as an episode, and
 * made into notes behind it: brought together with the notes near it by the language model, if there is one. The notes
 * that new ones take the place of stay readable; nothing is deleted. Thread-safe.
 *
 * <p>Without a language model the texts become notes as they are, and are there when {@code add} returns (unless the
 * daybook was opened without background work); one that says nearly the same as an earlier note takes its place. While
 * the model fails, the texts stand in as they are. What follows from an addition is done when {@link Memory#await} of its
 * receipt says so, or after {@link Memory#consolidate()}.
 */
public interface Notes {

    /**
     * Adds a text, which is split into memories first.
     *
     * @return empty if the text is blank: then nothing happens
     */
    Optional<Receipt> add(String text);

    /**
     * Adds texts that each stand for themselves. White space around them and blank ones are left out, equal ones stay.
     *
     * @return empty if none is left: then nothing happens
     * @throws IllegalArgumentException if one is null
     */
    Optional<Receipt> add(List<String> texts);

    /**
     * The same, of texts that somebody else than the user wrote, such as an agent.
     *
     * @param origin who wrote them; what is made of them is trusted no more than that
     * @return empty if none is left: then nothing happens
     * @throws IllegalArgumentException if one is null
     */
    Optional<Receipt> add(List<String> texts, Origin origin);

    /**
     * The live notes, the one written last first.
     *
     * @param begin the place of the first, counted from 1; beyond the end there are none
     * @param count how many at most; none if it is zero or below
     * @throws IllegalArgumentException if begin is below 1, whatever count is
     */
    List<Note> latest(int begin, int count);

    /**
     * The live notes that fit a text best, the best first: by meaning if there is an embedder, also for a blank text, and
     * the score is the cosine then; else by words. A note that has no vector yet is found by its words, before the others:
     * those scores do not compare with cosines. While the embedder fails, a recall by words does it:
     * {@code Query.of(text).kinds(NOTE)}. Each hit has the note's id, its time and its score.
     *
     * @param limit how many at most; none if it is zero or below, and nothing is embedded then
     * @throws dev.daybook.data.EmbedderException if the embedder does not work; the message names the cause
     * @throws dev.daybook.data.ModelException if it lies behind a network and fails there
     */
    List<Hit> search(String text, int limit);

    /** A note by its id, also one that was superseded. */
    Optional<Note> find(String id);

    /** All notes, those that were superseded too, in the order in which they were made. */
    List<Note> list();
}
