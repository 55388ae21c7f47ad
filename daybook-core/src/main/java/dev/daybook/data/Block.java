package dev.daybook.data;

import java.time.OffsetDateTime;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A pinned text that is always in the context, in order. Its revision is its version: give it back to change only what
 * you have read.
 *
 * @param name unique in its scope
 * @param position its place among the blocks of its scope in order of first writing; not the order they are shown in
 * @param revision the version: when it was last changed, on the counter of its scope
 * @param content may be empty
 * @param order where it stands among the blocks, ascending; no two blocks of a scope have the same
 * @param agentWritable whether an agent may change it by a tool call
 * @param maxLength how many characters (code points) the content may have; 0: any number
 * @param updatedAt when this version was written down
 * @param sources what it was derived from; empty if a caller wrote it
 */
public record Block(
        String name,
        long position,
        long revision,
        String content,
        int order,
        boolean agentWritable,
        int maxLength,
        OffsetDateTime updatedAt,
        List<Ref> sources,
        Origin origin,
        Trust trust)
        implements Entry {

    public Block {
        Require.id("block name", name);
        Require.text("block content", content);
        updatedAt = Require.time("updatedAt", updatedAt);
        sources = Require.list("sources", sources);
        Require.present("origin", origin);
        Require.present("trust", trust);
    }

    /** The same at another place and version, as a store gives them. */
    public Block at(long position, long revision) {
        return new Block(
                name, position, revision, content, order, agentWritable, maxLength, updatedAt, sources, origin, trust);
    }

    /** None: it belongs to the scope as a whole. */
    @Override
    public @Nullable String session() {
        return null;
    }

    @Override
    public Kind kind() {
        return Kind.BLOCK;
    }

    @Override
    public String id() {
        return name;
    }

    @Override
    public OffsetDateTime occurredAt() {
        return updatedAt;
    }

    @Override
    public OffsetDateTime recordedAt() {
        return updatedAt;
    }

    /** The content between two lines that bear the name: {@code <persona>}, …, {@code </persona>}. */
    @Override
    public String text() {
        return "<" + name + ">\n" + content + "\n</" + name + ">";
    }
}
