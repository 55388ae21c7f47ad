package dev.daybook.data;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A block to be written. What is null stays as it is, or is filled in if the block is new.
 *
 * @param name unique in its scope
 * @param content may be empty
 * @param version the revision the block must have now, 0 if it must not be there; null: whatever it has
 * @param agentWritable whether an agent may change it by a tool call; null: as it is, else not
 * @param maxLength how many characters (code points) the content may have, 0 for any number; null: as it is, else any
 * @param sources what it was derived from; empty if a caller wrote it
 * @param origin null: the user
 * @param trust null: that of the origin
 */
public record NewBlock(
        String name,
        String content,
        @Nullable Long version,
        @Nullable Boolean agentWritable,
        @Nullable Integer maxLength,
        List<Ref> sources,
        @Nullable Origin origin,
        @Nullable Trust trust) {

    /** @throws IllegalArgumentException if the name is blank or has a control character, the length is negative, or the content has more than {@link Bounds#TEXT} characters */
    public NewBlock {
        Require.id("block name", name);
        Require.text("block content", content);
        Bounds.check("block content", content, Bounds.TEXT);
        Bounds.origin(origin);
        if (maxLength != null && maxLength < 0) {
            throw new IllegalArgumentException(
                    "maxLength is " + maxLength + "; give a number of characters, or 0 for any number");
        }
        sources = Require.list("sources", sources);
    }

    public static NewBlock of(String name, String content) {
        return new NewBlock(name, content, null, null, null, List.of(), null, null);
    }

    /** Only if the block is still at the version that was read; 0: only if it is not there. */
    public NewBlock ifVersion(long version) {
        return new NewBlock(name, content, version, agentWritable, maxLength, sources, origin, trust);
    }

    public NewBlock agentWritable(boolean agentWritable) {
        return new NewBlock(name, content, version, agentWritable, maxLength, sources, origin, trust);
    }

    public NewBlock maxLength(int characters) {
        return new NewBlock(name, content, version, agentWritable, characters, sources, origin, trust);
    }

    public NewBlock from(List<Ref> sources) {
        return new NewBlock(name, content, version, agentWritable, maxLength, sources, origin, trust);
    }

    public NewBlock withOrigin(@Nullable Origin origin) {
        return new NewBlock(name, content, version, agentWritable, maxLength, sources, origin, trust);
    }

    public NewBlock withTrust(@Nullable Trust trust) {
        return new NewBlock(name, content, version, agentWritable, maxLength, sources, origin, trust);
    }
}
