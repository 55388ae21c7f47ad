package dev.daybook.data;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A block to write. {@link #of} makes one; each further method returns a copy with one component changed. A component
 * that is null stays as it is, or is filled if the block is new. Do not call the constructor: a new component adds a
 * parameter to it.
 *
 * @param name unique in its scope
 * @param content may be empty
 * @param version the expected revision, 0 for a block that must not exist; null: any
 * @param agentWritable whether an agent may change the block by a tool call; null: as it is, or no
 * @param maxLength the maximum number of characters (code points) of the content, 0 for any; null: as it is, or any
 * @param sources the entries it is derived from; empty if a caller wrote it
 * @param origin null: the user
 * @param trust null: the trust of the origin
 */
public record NewBlock(
        String name,
        String content,
        @Nullable Long version,
        @Nullable Boolean agentWritable,
        @Nullable Integer maxLength,
        List<EntryRef> sources,
        @Nullable Origin origin,
        @Nullable Trust trust) {

    /**
     * Checks all components. Not to be called by applications; use {@link #of}.
     *
     * @throws IllegalArgumentException if the name is blank or has a control character, the length is negative, or the
     *     content has more than {@link SizeLimits#TEXT} characters
     */
    public NewBlock {
        ArgumentChecks.id("block name", name);
        ArgumentChecks.text("block content", content);
        SizeLimits.check("block content", content, SizeLimits.TEXT);
        SizeLimits.origin(origin);
        if (maxLength != null && maxLength < 0) {
            throw new IllegalArgumentException(
                    "maxLength is " + maxLength + "; give a number of characters, or 0 for any number");
        }
        sources = ArgumentChecks.list("sources", sources);
    }

    /** Returns a block that is written at any present revision. */
    public static NewBlock of(String name, String content) {
        return new NewBlock(name, content, null, null, null, List.of(), null, null);
    }

    /** Sets the content. */
    public NewBlock withContent(String content) {
        return new NewBlock(name, content, version, agentWritable, maxLength, sources, origin, trust);
    }

    /** Writes only if the block still has this revision; 0: only if it does not exist. */
    public NewBlock ifVersion(long version) {
        return new NewBlock(name, content, version, agentWritable, maxLength, sources, origin, trust);
    }

    /** Sets whether an agent may change the block by a tool call; null: as it is. */
    public NewBlock agentWritable(@Nullable Boolean agentWritable) {
        return new NewBlock(name, content, version, agentWritable, maxLength, sources, origin, trust);
    }

    /** Sets the maximum number of characters of the content, 0 for any; null: as it is. */
    public NewBlock maxLength(@Nullable Integer characters) {
        return new NewBlock(name, content, version, agentWritable, characters, sources, origin, trust);
    }

    /** Sets the entries it is derived from. */
    public NewBlock from(List<EntryRef> sources) {
        return new NewBlock(name, content, version, agentWritable, maxLength, sources, origin, trust);
    }

    /** Sets the origin; null: the user. */
    public NewBlock withOrigin(@Nullable Origin origin) {
        return new NewBlock(name, content, version, agentWritable, maxLength, sources, origin, trust);
    }

    /** Sets the trust; null: the trust of the origin. */
    public NewBlock withTrust(@Nullable Trust trust) {
        return new NewBlock(name, content, version, agentWritable, maxLength, sources, origin, trust);
    }
}
