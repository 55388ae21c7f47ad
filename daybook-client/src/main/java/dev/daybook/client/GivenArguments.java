package dev.daybook.client;

import java.util.Collection;
import org.jspecify.annotations.Nullable;

/** Rejects null arguments by name, before a request is sent. */
final class GivenArguments {

    private GivenArguments() {}

    static <T> T present(String argument, @Nullable T value) {
        if (value == null) {
            throw new IllegalArgumentException(argument + " is null; give a value");
        }
        return value;
    }

    static <C extends Collection<?>> C all(String argument, @Nullable C values) {
        for (Object value : present(argument, values)) {
            present("an element of " + argument, value);
        }
        return present(argument, values);
    }
}
