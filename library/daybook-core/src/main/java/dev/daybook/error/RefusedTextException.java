package dev.daybook.error;

/**
 * A text that the memory does not accept, from whatever source it comes: it is larger than {@link dev.daybook.model.SizeLimits} allows, has
 * half of a surrogate pair or a control character in a name, looks like a secret while the space rejects secrets, or was
 * forgotten ({@link ForgottenTextException}). Nothing of the call was done, also not with the other texts of a batch. A
 * retry does not help: change the text or leave it out. The message names the text by its place in the call and never
 * contains it.
 *
 * <p>Code that passes on the texts of others, such as the adapters of chat frameworks, catches this type apart from the
 * other {@link IllegalArgumentException}s, which are mistakes of the calling program.
 */
public sealed class RefusedTextException extends IllegalArgumentException permits ForgottenTextException {

    private static final long serialVersionUID = 1L;

    public RefusedTextException(String message) {
        super(message);
    }
}
