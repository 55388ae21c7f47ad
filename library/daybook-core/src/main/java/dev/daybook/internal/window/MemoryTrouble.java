package dev.daybook.internal.window;

import dev.daybook.error.ConflictException;
import dev.daybook.error.DaybookException;
import dev.daybook.error.RefusedTextException;

/** Tells the exceptions that a chat outlives from the mistakes of a program. */
public final class MemoryTrouble {

    private MemoryTrouble() {}

    /**
     * Returns whether a call of a memory failed for a reason that is none of the program's: the store or a model fails,
     * the memory refuses a text, the key has no right, or another writer was first. Any other exception is a mistake of
     * the program and should end the chat.
     */
    public static boolean isMet(RuntimeException failure) {
        return failure instanceof DaybookException
                || failure instanceof RefusedTextException
                || failure instanceof SecurityException
                || failure instanceof ConflictException;
    }
}
