package dev.daybook.model;

import dev.daybook.internal.checks.ArgumentChecks;
import dev.daybook.internal.checks.NullChecks;
import java.time.OffsetDateTime;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A pinned text: every context of the scope contains it, in the order of the blocks. Its revision is its version: a
 * write that states the version it read fails if another write came first.
 *
 * @param name unique in its scope; also the id
 * @param content may be empty
 * @param order the place among the blocks in the context, ascending; unique in the scope, and independent of the
 *     position
 * @param agentWritable whether an agent may change the block by a tool call
 * @param maxLength the maximum length of the content in characters (code points); 0: unlimited
 * @param updatedAt when this version was recorded
 * @param sources the entries that the content was derived from; empty if a caller wrote it
 * @param provenance position, revision, origin, trust and end
 */
public record Block(
        String name,
        String content,
        int order,
        boolean agentWritable,
        int maxLength,
        OffsetDateTime updatedAt,
        List<EntryRef> sources,
        Provenance provenance)
        implements Entry {

    public Block {
        ArgumentChecks.id("block name", name);
        ArgumentChecks.text("block content", content);
        updatedAt = ArgumentChecks.time("updatedAt", updatedAt);
        sources = ArgumentChecks.list("sources", sources);
        NullChecks.present("provenance", provenance);
    }

    /** Returns a copy with another content. */
    public Block withContent(String content) {
        return copy(content, order, agentWritable, updatedAt, sources, provenance);
    }

    /** Returns a copy with another place among the blocks. */
    public Block withOrder(int order) {
        return copy(content, order, agentWritable, updatedAt, sources, provenance);
    }

    /** Returns a copy with another permission for agents. */
    public Block withAgentWritable(boolean agentWritable) {
        return copy(content, order, agentWritable, updatedAt, sources, provenance);
    }

    /** Returns a copy with another recorded time. */
    public Block withUpdatedAt(OffsetDateTime updatedAt) {
        return copy(content, order, agentWritable, updatedAt, sources, provenance);
    }

    /** Returns a copy with other sources. */
    public Block withSources(List<EntryRef> sources) {
        return copy(content, order, agentWritable, updatedAt, sources, provenance);
    }

    @Override
    public Block withProvenance(Provenance provenance) {
        return copy(content, order, agentWritable, updatedAt, sources, provenance);
    }

    private Block copy(
            String content,
            int order,
            boolean agentWritable,
            OffsetDateTime updatedAt,
            List<EntryRef> sources,
            Provenance provenance) {
        return new Block(name, content, order, agentWritable, maxLength, updatedAt, sources, provenance);
    }

    /** Returns null: a block belongs to the whole scope. */
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

    /** Returns the content between two lines with the name: {@code <persona>}, …, {@code </persona>}. */
    @Override
    public String text() {
        return "<" + name + ">\n" + content + "\n</" + name + ">";
    }
}
