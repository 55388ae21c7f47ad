package dev.daybook;

import dev.daybook.data.Block;
import dev.daybook.data.NewBlock;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Optional;

/**
 * The pinned texts of one scope that are always in the context: who the agent is, what it must know of the user. Each
 * change makes a new version; earlier ones stay readable. Each call is atomic. Thread-safe.
 */
public interface Blocks {

    /** The blocks in their order; empty if there are none. */
    List<Block> list();

    /** The blocks as they were written down by a time, in the order they had then. */
    List<Block> list(OffsetDateTime asOf);

    Optional<Block> find(String name);

    /**
     * Sets the content. A block that is there keeps its place in the order; a new one comes last.
     *
     * @throws IllegalArgumentException if the name is blank or has a control character, or the content is too long
     */
    Block put(String name, String content);

    /**
     * Sets the content, and what else is given.
     *
     * @throws dev.daybook.data.StaleVersionException if a version was expected and the block has another
     */
    Block put(NewBlock block);

    /** Adds a text at the end of the content, with nothing in between; makes the block if it is not there. */
    Block append(String name, String text);

    /** Adds a text at the end of the content, after a separator if there is content already. */
    Block append(String name, String text, String separator);

    /** Moves a block to a place in the order, from 0; beyond the end is the end. Empty if there is no such block. */
    Optional<Block> move(String name, int place);

    /** Takes a block out; its versions stay readable in {@link #history}. Whether it was there. */
    boolean remove(String name);

    /**
     * The blocks SOUL, TOOLS, RULE and USER as one Markdown document: a heading for each, in this order, and its content
     * under it; one that is not there is a heading alone. Ends with one newline. The language model keeps them from what
     * is added to {@link Notes}.
     */
    String core();

    /** All versions of a block, the oldest first; those of a block that was removed too. */
    List<Block> history(String name);
}
