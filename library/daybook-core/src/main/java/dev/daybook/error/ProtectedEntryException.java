package dev.daybook.error;

/**
 * A refused write by id: the present entry has more trust than the writer, or another key wrote it and the trust of the
 * writer's key is bounded. Nothing of the write was stored, also not the other entries of a batch. A retry does not
 * help; use another id.
 */
public final class ProtectedEntryException extends IllegalArgumentException {

    private static final long serialVersionUID = 1L;

    public ProtectedEntryException(String message) {
        super(message);
    }
}
