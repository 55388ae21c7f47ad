package dev.daybook.ask;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What is to become of the core.
 *
 * @param markdown the whole new core, unchecked; null if the old one is to stay
 */
public record CoreUpdate(@Nullable String markdown) {

    public Optional<String> replacement() {
        return Optional.ofNullable(markdown);
    }
}
