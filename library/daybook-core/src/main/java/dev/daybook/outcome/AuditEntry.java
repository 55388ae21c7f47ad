package dev.daybook.outcome;

import dev.daybook.model.Kind;
import dev.daybook.model.Scope;
import dev.daybook.model.Space;
import java.time.OffsetDateTime;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An entry of the audit log: the operation, its time and the number of entries, without any content. It remains after
 * the entries are forgotten.
 *
 * @param scope the scope of the operation; for an operation that also reached the shared scope, the other scope. Null:
 *     the whole scope was forgotten later, and its name with it
 * @param action the kind of operation: {@code remember}, {@code forget}, {@code derive facts}, …
 * @param counts the number of affected entries by kind; empty if the record does not contain the kinds
 */
public record AuditEntry(
        Space space,
        @Nullable Scope scope,
        String operation,
        String action,
        OffsetDateTime at,
        Map<Kind, Long> counts) {

    /** The prefix of the action of every forget. */
    public static final String FORGET = "forget";

    /** The prefix of the action of every derivation; the name of the derivation follows. */
    public static final String DERIVE = "derive ";

    /** The action of an undo. */
    public static final String UNDO = "undo";

    /** The action by which the bank drops summaries that do not fit its budget. */
    public static final String DROP = "drop";

    /** The action of a quarantine, which hides entries and keeps them. */
    public static final String QUARANTINE = "quarantine";

    /** The action of a proposal, which writes entries into quarantine. */
    public static final String PROPOSE = "propose";

    /** The action of a change of settings that begins a legal hold, or gives it another reason. */
    public static final String HOLD = "hold";

    /** The action of a change of settings that ends a legal hold. */
    public static final String HOLD_ENDED = "hold ended";

    /** The action of a grant: a caller got rights in a scope of the space, or other ones. */
    public static final String GRANT = "grant";

    /** The action that withdraws a grant. */
    public static final String WITHDRAW = "withdraw grant";

    /** The actions besides derivations that {@code undo} reverts. */
    private static final Set<String> REVERSIBLE = Set.of(UNDO, DROP, QUARANTINE);

    public AuditEntry {
        counts = Map.copyOf(counts);
    }

    public boolean isForget() {
        return action.startsWith(FORGET);
    }

    /**
     * Returns whether {@code undo} can revert this kind of operation: a derivation, an undo, a drop or a quarantine.
     */
    public boolean isReversible() {
        return action.startsWith(DERIVE) || REVERSIBLE.contains(action);
    }

    /**
     * Returns the receipt of a forget, so that a caller can wait for it. The audit log does not contain the number of
     * the erasure: its bytes count as gone when the bytes of every forget so far are gone.
     */
    public ErasureReceipt erasure() {
        if (!isForget()) {
            throw new IllegalStateException(
                    "operation '" + operation + "' is not a forget but '" + action + "'; ask isForget() first");
        }
        return new ErasureReceipt(operation, counts, at, ErasureReceipt.ALL, ErasureReceipt.Bytes.PENDING, 0);
    }
}
