package dev.daybook.model;

import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The base of the library's own options and queries; not for applications. An immutable value with many parts, most of them optional. A part is a private field with its default, an accessor,
 * a setter of one line that returns a changed copy, and a row of {@link #parts}.
 */
public abstract class ImmutableValue<S extends ImmutableValue<S>> implements Cloneable {

    protected ImmutableValue() {}

    /** Returns the names and the values of all parts in turn. */
    protected abstract @Nullable Object[] parts();

    /** Checks the parts, and replaces a part by its normal form. */
    protected abstract void check();

    /** Returns a checked copy with some parts changed. */
    protected final S with(Consumer<S> change) {
        S copy = copy();
        change.accept(copy);
        copy.check();
        // Publishes the fields as if they were final, to a thread that gets the copy without synchronization.
        VarHandle.storeStoreFence();
        return copy;
    }

    @SuppressWarnings("unchecked") // S is the class of this value
    private S copy() {
        try {
            return (S) clone();
        } catch (CloneNotSupportedException e) {
            throw new AssertionError(e);
        }
    }

    @Override
    public final boolean equals(@Nullable Object other) {
        return other != null
                && getClass() == other.getClass()
                && Arrays.equals(parts(), ((ImmutableValue<?>) other).parts());
    }

    @Override
    public final int hashCode() {
        return Arrays.hashCode(parts());
    }

    /** Returns the form of a record. A value with a secret part leaves it out. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder(getClass().getSimpleName());
        @Nullable Object[] parts = parts();
        for (int i = 0; i < parts.length; i += 2) {
            text.append(i == 0 ? "[" : ", ").append(parts[i]).append('=').append(parts[i + 1]);
        }
        return text.append(']').toString();
    }
}
