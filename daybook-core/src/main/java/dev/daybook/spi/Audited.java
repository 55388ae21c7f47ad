package dev.daybook.spi;

import dev.daybook.data.Scope;
import dev.daybook.data.Space;
import org.jspecify.annotations.Nullable;

/**
 * An audit record, and where it was done.
 *
 * @param scope null: it was erased as a whole, and its name is not kept
 */
public record Audited(Space space, @Nullable Scope scope, Audit audit) {}
