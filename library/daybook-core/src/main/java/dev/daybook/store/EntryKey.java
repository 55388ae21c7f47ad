package dev.daybook.store;

import dev.daybook.internal.checks.EncodableText;
import dev.daybook.model.Kind;

/**
 * The kind and id of an entry inside its scope. Ids are compared byte for byte; any text without a lone surrogate is
 * valid.
 */
public record EntryKey(Kind kind, String id) {

    /** @throws IllegalArgumentException if the id has a lone surrogate: its bytes would be those of another id */
    public EntryKey {
        EncodableText.check("id", id);
    }

    /**
     * Computed by hand: the generated method of a record and the hash code of an enum constant are slow until compiled,
     * and loading a scope hashes every key.
     */
    @Override
    public int hashCode() {
        return 31 * id.hashCode() + kind.name().hashCode();
    }
}
