package dev.daybook.data;

import java.time.OffsetDateTime;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What the audit record says of an operation: that it was done, and never with what content. It outlives what it speaks of,
 * and the process that did it.
 *
 * @param scope where it was done; of one that reached what is shared too, the other. Null: that scope was forgotten as a
 *     whole since, and its name with it
 * @param action what it did: {@code remember}, {@code forget}, {@code derive facts}, …
 * @param counts how many entries it reached, by kind; empty if the record does not say of which kinds they were
 */
public record AuditEntry(
        Space space,
        @Nullable Scope scope,
        String operation,
        String action,
        OffsetDateTime at,
        Map<Kind, Long> counts) {

    /** What the action of every forget begins with. */
    public static final String FORGET = "forget";

    /** What the action of everything begins with that derived work wrote; the name of the derivation follows. */
    public static final String DERIVE = "derive ";

    /** The action of an undo. */
    public static final String UNDO = "undo";

    /** The action by which the bank drops summaries that do not fit its budget. */
    public static final String DROP = "drop";

    /** The action of what is kept, out of sight. */
    public static final String QUARANTINE = "quarantine";

    /** What can be undone beside derived work. */
    private static final Set<String> REVERSIBLE = Set.of(UNDO, DROP, QUARANTINE);

    public AuditEntry {
        counts = Map.copyOf(counts);
    }

    public boolean isForget() {
        return action.startsWith(FORGET);
    }

    public boolean isQuarantine() {
        return action.equals(QUARANTINE);
    }

    /** Whether it was of a kind that {@code undo} takes back: derived work, an undo, a drop, or a quarantine. */
    public boolean isReversible() {
        return action.startsWith(DERIVE) || REVERSIBLE.contains(action);
    }

    /**
     * The receipt of a forget, to be awaited. Its number in the store is not on record: its bytes count as gone when those
     * of every forget so far are.
     */
    public ErasureReceipt erasure() {
        if (!isForget()) {
            throw new IllegalStateException(
                    "operation '" + operation + "' is no forget but '" + action + "'; ask isForget() first");
        }
        return new ErasureReceipt(operation, counts, at, ErasureReceipt.ALL, ErasureReceipt.Bytes.PENDING);
    }
}
