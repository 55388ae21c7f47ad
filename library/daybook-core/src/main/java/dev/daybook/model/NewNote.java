package dev.daybook.model;

import dev.daybook.internal.checks.ArgumentChecks;
import dev.daybook.internal.checks.NullChecks;
import java.time.Instant;
import java.time.OffsetDateTime;
import org.jspecify.annotations.Nullable;

/**
 * A note to write as it is: no model splits it. {@link #of} makes one; each further method returns a copy with one part
 * changed. A note with an end or a due time is merged with no other note.
 *
 * <p>A method throws an {@link IllegalArgumentException} if the text has more than {@link SizeLimits#TEXT} characters, or a
 * time is outside the years of {@link SizeLimits}.
 */
public final class NewNote extends ImmutableValue<NewNote> {

    private String text = "";
    private Origin origin = Origin.USER;
    private @Nullable Instant expiresAt;
    private @Nullable OffsetDateTime dueAt;

    private NewNote() {}

    /** Returns a note of the user; a blank text is not written. */
    public static NewNote of(String text) {
        return new NewNote().with(note -> note.text = text);
    }

    public String text() {
        return text;
    }

    public Origin origin() {
        return origin;
    }

    /** Sets the author, which limits the trust of the note. */
    public NewNote origin(Origin origin) {
        return with(copy -> copy.origin = origin);
    }

    public @Nullable Instant expiresAt() {
        return expiresAt;
    }

    /** Sets the end of the note, see {@link Entry#expiresAt}; ahead of the clock. Null: no end. */
    public NewNote expiresAt(@Nullable Instant expiresAt) {
        return with(copy -> copy.expiresAt = expiresAt);
    }

    public @Nullable OffsetDateTime dueAt() {
        return dueAt;
    }

    /** Sets the time from which each context shows the note, until it is forgotten or ends; it may be past. Null: none. */
    public NewNote dueAt(@Nullable OffsetDateTime dueAt) {
        return with(copy -> copy.dueAt = dueAt);
    }

    @Override
    protected void check() {
        text = ArgumentChecks.text("text", text);
        SizeLimits.check("text", text, SizeLimits.TEXT);
        NullChecks.present("origin", origin);
        SizeLimits.origin(origin);
        expiresAt = SizeLimits.time("expiresAt", expiresAt);
        dueAt = SizeLimits.time("dueAt", dueAt);
    }

    @Override
    protected @Nullable Object[] parts() {
        return new @Nullable Object[] {"text", text, "origin", origin, "expiresAt", expiresAt, "dueAt", dueAt};
    }
}
