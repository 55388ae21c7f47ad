package dev.daybook.internal.inference;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The model's decision on the core.
 *
 * @param markdown the new core, unchecked; null keeps the old one
 */
public record CoreUpdate(@Nullable String markdown) {

    public Optional<String> replacement() {
        return Optional.ofNullable(markdown);
    }
}
