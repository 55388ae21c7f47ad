package dev.daybook;

import dev.daybook.model.NewNote;
import dev.daybook.model.Note;
import dev.daybook.model.Origin;
import dev.daybook.outcome.Hit;
import dev.daybook.outcome.Receipt;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The notes of one scope: short free texts, maintained as one set without duplicates and contradictions. A text is
 * durable on return, as an episode; the notes are derived from it in the background, and the language model merges them
 * with related notes. Superseded notes stay readable. Thread-safe.
 *
 * <p>Without a language model each text becomes a note before {@code remember} returns (unless background work is off), and
 * supersedes an earlier note with nearly the same text. While the model fails, the texts serve as notes unchanged. The
 * derivation is done when {@link Operations#await} of the receipt reports it, or after {@link Memory#consolidate()}.
 */
public interface Notes {

    /**
     * Writes a text, which is split into separate notes.
     *
     * @return the receipt, or empty if the text is blank; nothing is written then
     */
    Optional<Receipt> remember(String text);

    /**
     * Writes texts, one note each. White space around them is removed and blank texts are skipped; equal texts are kept.
     *
     * @return the receipt, or empty if every text is blank; nothing is written then
     * @throws IllegalArgumentException if a text is null
     */
    Optional<Receipt> remember(List<String> texts);

    /**
     * Writes texts of another author than the user, such as an agent.
     *
     * @param origin the author; limits the trust of the notes
     * @return the receipt, or empty if every text is blank; nothing is written then
     * @throws IllegalArgumentException if a text is null
     */
    Optional<Receipt> remember(List<String> texts, Origin origin);

    /**
     * Writes a note that may have an end and a due time.
     *
     * @return the receipt, or empty if its text is blank; nothing is written then
     * @throws IllegalArgumentException if its end is not ahead of the clock
     */
    Optional<Receipt> remember(NewNote note);

    /**
     * Returns the live notes that are due, the earliest first. Costs the notes that it returns, not those of the scope.
     *
     * @param until the latest due time, inclusive
     * @param limit the maximal number of notes; none if it is zero or negative
     */
    List<Note> due(Instant until, int limit);

    /**
     * Returns a page of the live notes, the latest first.
     *
     * @param skip the number of notes to pass over; 0 begins with the latest one
     * @param count the maximal number of notes; none if it is zero or negative
     * @throws IllegalArgumentException if skip is negative
     */
    List<Note> latest(int skip, int count);

    /**
     * Returns the live notes that match a text, the best first. With an embedder this is a semantic search scored by
     * cosine, preceded by the keyword matches among notes that have no vector yet, whose scores are not comparable.
     * Without one it is a keyword search. While the embedder fails, use a keyword recall instead:
     * {@code Query.of(text).kinds(NOTE)}.
     *
     * @param text may be blank
     * @param limit the maximal number of hits; none if it is zero or negative, without a call of the embedder
     * @throws dev.daybook.error.EmbedderException if the embedder fails; the message names the cause
     * @throws dev.daybook.error.ModelException if the embedder is a remote service that fails
     */
    List<Hit> recall(String text, int limit);

    /** Returns a note, also a superseded one, or empty if there is none of this id. */
    Optional<Note> find(String id);

    /** Returns all notes in the order of their creation, also the superseded ones. */
    List<Note> list();
}
