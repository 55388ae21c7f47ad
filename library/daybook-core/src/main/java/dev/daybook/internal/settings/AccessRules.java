package dev.daybook.internal.settings;

import dev.daybook.access.AccessRight;
import dev.daybook.access.Principal;
import dev.daybook.error.AccessRefusedException;
import dev.daybook.error.ProtectedEntryException;
import dev.daybook.internal.settings.ProtectedOperation.NeededTrust;
import dev.daybook.model.Block;
import dev.daybook.model.Entry;
import dev.daybook.model.Trust;
import java.time.Instant;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Decides whether a principal may do an operation. The only place that compares rights and trust, for all doors: each
 * of them uses a handle, and a handle asks here (decision 117).
 */
public record AccessRules(Principal principal) {

    /**
     * Checks the right to an operation, and its trust if that does not depend on entries.
     *
     * @throws AccessRefusedException if the principal lacks one
     */
    public void require(ProtectedOperation operation) {
        AccessRight right = operation.right();
        if (!principal.rights().contains(right)) {
            throw new AccessRefusedException(
                    "key '" + principal.key() + "' lacks the right '" + right.label() + "', which is needed to "
                            + operation.label() + "; use a key with this right" + instead(operation));
        }
        if (operation.trust() == NeededTrust.USER) {
            requireTrust(operation, Trust.USER, "");
        }
        if (operation.trust() == NeededTrust.OF_BLOCK) {
            requireBlockTrust();
        }
    }

    private String instead(ProtectedOperation operation) {
        boolean proposes =
                operation.right() == AccessRight.WRITE && principal.rights().contains(AccessRight.PROPOSE);
        return proposes ? ", or propose an episode, which waits for a review" : "";
    }

    /** Checks the trust to write any block, as far as it does not depend on the block. */
    void requireBlockTrust() {
        requireTrust(ProtectedOperation.CHANGE_BLOCKS, Trust.ASSISTANT, " (a block is in every context)");
    }

    /** Returns whether the key is bounded: only then {@link #requireTrust} can refuse. */
    public boolean isBounded() {
        return principal.atMost().isBelow(Trust.USER);
    }

    /**
     * Checks the trust of the entries that an operation touches.
     *
     * @throws AccessRefusedException if one has more than the principal, and the principal less than a user
     */
    public void requireTrust(ProtectedOperation operation, Stream<? extends Entry> touched) {
        if (isBounded()) {
            touched.forEach(entry -> requireTrust(
                    operation,
                    entry.trust(),
                    " (" + entry.kind().label() + " '" + entry.id() + "' has the trust "
                            + entry.trust().label() + ")"));
        }
    }

    /** Checks the trust of a block that is moved or removed; an agent-writable one has no other needs than any block. */
    public void requireTrust(Block block) {
        if (!block.agentWritable()) {
            requireTrust(ProtectedOperation.CHANGE_BLOCKS, Stream.of(block));
        }
    }

    private void requireTrust(ProtectedOperation operation, Trust needed, String why) {
        // A user may do anything to its memory, also to what was imported as a word of the system.
        if (principal.atMost().isBelow(Trust.USER.least(needed))) {
            throw new AccessRefusedException("the trust of key '" + principal.key() + "' is at most "
                    + principal.atMost().label() + ", too little to " + operation.label() + why
                    + "; use a key without such a bound");
        }
    }

    /**
     * Checks a write over a present entry of the same id and other content. An agent-writable block is for every writer
     * of blocks.
     *
     * @throws ProtectedEntryException if the entry has more trust, or if it was written with another key and the principal
     *     is bounded
     */
    public void requireReplaceable(Entry present) {
        if (present instanceof Block block && block.agentWritable()) {
            return;
        }
        boolean isHigher = principal.atMost().isBelow(present.trust());
        String key = principal.key();
        String other = present.origin().key();
        boolean isForeign = isBounded() && other != null && !other.equals(key);
        if (isHigher || isForeign) {
            throw new ProtectedEntryException(present.kind().label() + " '" + present.id() + "' exists with the trust "
                    + present.trust().label()
                    + (isHigher ? "" : " and was written with another key")
                    + ", and the trust of this key is at most "
                    + principal.atMost().label() + "; use another id, or a key without such a bound");
        }
    }

    /**
     * Checks the end that a write gives an entry that exists: an end that comes earlier erases all of its versions.
     *
     * @param present the entry before the write, also one that is hidden or removed
     * @param ending returns its end after the write, also that of a source; null: none
     * @throws AccessRefusedException if the entry had none or a later one, and the principal may not forget
     */
    public void requireEnd(Entry present, Supplier<@Nullable Instant> ending) {
        if (principal.rights().contains(AccessRight.FORGET)) {
            return;
        }
        Instant end = ending.get();
        Instant before = present.expiresAt();
        if (end != null && (before == null || end.isBefore(before))) {
            throw new AccessRefusedException("key '" + principal.key() + "' lacks the right '"
                    + AccessRight.FORGET.label() + "', which is needed to give the "
                    + present.kind().label() + " '" + present.id()
                    + "' an earlier end (expiresAt), its own or that of a source; use a key with this right, give no"
                    + " earlier end, or use another id");
        }
    }

    /**
     * Returns whether a write may take the id of an entry in quarantine: one of more trust, because the id is the user's
     * own. Otherwise a write of the quarantined text in another form would bring it back.
     */
    public static boolean takesOver(Trust written, Trust quarantined) {
        return quarantined.isBelow(written);
    }

    /**
     * Returns whether a text may end or supersede another. Otherwise a page that a tool reads, or an agent that follows
     * it, could replace anything that the user has said.
     */
    public static boolean mayEnd(Trust ending, Trust ended) {
        return rank(ending) >= rank(ended);
    }

    private static int rank(Trust trust) {
        if (!trust.isBelow(Trust.USER)) {
            return 2;
        }
        return trust.isBelow(Trust.ASSISTANT) ? 0 : 1;
    }
}
