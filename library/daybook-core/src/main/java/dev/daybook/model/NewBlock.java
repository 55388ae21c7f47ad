package dev.daybook.model;

import dev.daybook.internal.checks.ArgumentChecks;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A block to write. {@link #of} makes one; each further method returns a copy with one part changed. A part that is null
 * stays as it is, or is filled if the block is new.
 *
 * <p>A method throws an {@link IllegalArgumentException} if the name is blank or has a control character, the length is
 * negative, or the content has more than {@link SizeLimits#TEXT} characters.
 */
public final class NewBlock extends ImmutableValue<NewBlock> {

    private String name = "";
    private String content = "";
    private @Nullable Long version;
    private @Nullable Boolean agentWritable;
    private @Nullable Integer maxLength;
    private List<EntryRef> sources = List.of();
    private @Nullable Origin origin;
    private @Nullable Trust trust;
    private @Nullable Instant expiresAt;

    private NewBlock() {}

    /**
     * Returns a block that is written at any present revision.
     *
     * @param name unique in its scope
     * @param content may be empty
     */
    public static NewBlock of(String name, String content) {
        return new NewBlock().with(block -> {
            block.name = name;
            block.content = content;
        });
    }

    public String name() {
        return name;
    }

    public String content() {
        return content;
    }

    /** Sets the content. */
    public NewBlock content(String content) {
        return with(copy -> copy.content = content);
    }

    public @Nullable Long version() {
        return version;
    }

    /** Writes only if the block still has this revision; 0: only if it does not exist. */
    public NewBlock version(long version) {
        return with(copy -> copy.version = version);
    }

    public @Nullable Boolean agentWritable() {
        return agentWritable;
    }

    /** Sets whether an agent may change the block by a tool call; null: as it is, or no. */
    public NewBlock agentWritable(@Nullable Boolean agentWritable) {
        return with(copy -> copy.agentWritable = agentWritable);
    }

    public @Nullable Integer maxLength() {
        return maxLength;
    }

    /** Sets the maximum number of characters (code points) of the content, 0 for any; null: as it is, or any. */
    public NewBlock maxLength(@Nullable Integer maxLength) {
        return with(copy -> copy.maxLength = maxLength);
    }

    public List<EntryRef> sources() {
        return sources;
    }

    /** Sets the entries it is derived from; empty if a caller wrote it. */
    public NewBlock sources(List<EntryRef> sources) {
        return with(copy -> copy.sources = sources);
    }

    public @Nullable Origin origin() {
        return origin;
    }

    /** Sets the origin; null: the user. */
    public NewBlock origin(@Nullable Origin origin) {
        return with(copy -> copy.origin = origin);
    }

    public @Nullable Trust trust() {
        return trust;
    }

    /** Sets the trust; null: the trust of the origin. */
    public NewBlock trust(@Nullable Trust trust) {
        return with(copy -> copy.trust = trust);
    }

    public @Nullable Instant expiresAt() {
        return expiresAt;
    }

    /** Sets the end of the block, see {@link Entry#expiresAt}; ahead of the clock. Null: the present end, if any. */
    public NewBlock expiresAt(@Nullable Instant expiresAt) {
        return with(copy -> copy.expiresAt = expiresAt);
    }

    @Override
    protected void check() {
        ArgumentChecks.id("block name", name);
        ArgumentChecks.text("block content", content);
        SizeLimits.check("block content", content, SizeLimits.TEXT);
        SizeLimits.origin(origin);
        if (maxLength != null && maxLength < 0) {
            throw new IllegalArgumentException(
                    "maxLength is " + maxLength + "; give a number of characters, or 0 for any number");
        }
        sources = ArgumentChecks.list("sources", sources);
        expiresAt = SizeLimits.time("expiresAt", expiresAt);
    }

    @Override
    protected @Nullable Object[] parts() {
        return new @Nullable Object[] {
            "name", name,
            "content", content,
            "version", version,
            "agentWritable", agentWritable,
            "maxLength", maxLength,
            "sources", sources,
            "origin", origin,
            "trust", trust,
            "expiresAt", expiresAt
        };
    }
}
