package dev.daybook.spi;

import dev.daybook.data.Kind;

/** Names an entry inside its scope. Ids are compared byte for byte; any text without a lone surrogate may come. */
public record Key(Kind kind, String id) {

    /**
     * Written out, because what a record makes of itself is slow until it is compiled, and so is the hash code of a
     * constant; and a scope that is loaded hashes all.
     */
    @Override
    public int hashCode() {
        return 31 * id.hashCode() + kind.name().hashCode();
    }
}
