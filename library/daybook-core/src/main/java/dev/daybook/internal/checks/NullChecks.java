package dev.daybook.internal.checks;

import java.util.Collection;
import org.jspecify.annotations.Nullable;

/** Rejects null arguments by name. */
public final class NullChecks {

    private NullChecks() {}

    /** Returns the value, or throws an {@link IllegalArgumentException} that names the argument. */
    public static <T> T present(String argument, @Nullable T value) {
        if (value == null) {
            throw new IllegalArgumentException(argument + " is null; give a value");
        }
        return value;
    }

    /** Rejects a collection with a null element. */
    public static <C extends Collection<?>> C all(String argument, @Nullable C values) {
        for (Object value : present(argument, values)) {
            if (value == null) {
                throw new IllegalArgumentException("an element of " + argument + " is null; give a value");
            }
        }
        return present(argument, values);
    }
}
