package dev.daybook;

import dev.daybook.model.Block;
import dev.daybook.model.NewBlock;
import dev.daybook.query.VersionCondition;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The blocks of one scope: named, pinned texts that are part of every context, such as the persona of the agent or a
 * profile of the user. Every change writes a new version, and earlier versions stay readable. Each call is atomic.
 * Thread-safe.
 */
public interface Blocks {

    /** Returns the blocks in their order. */
    List<Block> list();

    /** Returns the blocks as of a time, in the order of that time (a point-in-time query). */
    List<Block> list(Instant asOf);

    /** Returns a block, or empty if there is none of this name. */
    Optional<Block> find(String name);

    /**
     * Writes the content of a block. An existing block keeps its place in the order; a new block comes last.
     *
     * @return the new version
     * @throws IllegalArgumentException if the name is blank or has a control character, or the content is longer than
     *     the block allows
     */
    Block remember(String name, String content);

    /**
     * Writes the content and the properties of a block that are given; the other properties stay.
     *
     * @return the new version
     * @throws dev.daybook.error.StaleVersionException if the block does not have the expected version
     * @throws IllegalArgumentException as {@link #remember(String, String)}, or if the block cites another scope
     */
    Block remember(NewBlock block);

    /**
     * Writes a block as {@link #remember(NewBlock)}, under a condition on its present version.
     *
     * @throws dev.daybook.error.StaleVersionException if the condition does not hold
     */
    Block remember(NewBlock block, VersionCondition condition);

    /**
     * Appends a text to the content without a separator; creates the block if it is missing. Returns the new version.
     */
    Block append(String name, String text);

    /**
     * Appends a text to the content; creates the block if it is missing.
     *
     * @param separator is inserted before the text unless the content is empty
     * @return the new version
     */
    Block append(String name, String text, String separator);

    /**
     * Appends a text as {@link #append(String, String, String)}, under a condition on the present version.
     *
     * @throws dev.daybook.error.StaleVersionException if the condition does not hold
     */
    Block append(String name, String text, String separator, VersionCondition condition);

    /**
     * Moves a block to a place in the order.
     *
     * @param place counted from 0; a larger number than there are blocks means the end
     * @return the moved block, or empty if there is none of this name
     */
    Optional<Block> move(String name, int place);

    /**
     * Moves a block as {@link #move(String, int)}, under a condition on its present version.
     *
     * @throws dev.daybook.error.StaleVersionException if there is such a block and the condition does not hold
     */
    Optional<Block> move(String name, int place, VersionCondition condition);

    /**
     * Ends a block: no context has it any more, and its versions stay readable by {@link #history}. To erase them, use
     * {@link Memory#forget}.
     *
     * @return whether there was such a block
     */
    boolean end(String name);

    /**
     * Ends a block as {@link #end(String)}, under a condition on its present version.
     *
     * @throws dev.daybook.error.StaleVersionException if there is such a block and the condition does not hold
     */
    boolean end(String name, VersionCondition condition);

    /**
     * Returns the blocks SOUL, TOOLS, RULE and USER as one Markdown document, in this order: a heading per block and
     * its content; a missing block is a heading alone. Ends with one newline. The language model maintains these blocks
     * from the texts that are added to {@link Notes}.
     */
    String core();

    /** Returns all versions of a block, the oldest first; also of an ended block. */
    List<Block> history(String name);
}
