package dev.daybook.internal.settings;

import dev.daybook.access.AccessRight;
import dev.daybook.error.ProtectedEntryException;

/**
 * The operations that change a memory, with the right and the trust that each needs. SECURITY.md has them as a table,
 * with every call that does them. The owner of the memory may do all of them.
 *
 * <p>"Bounded" is a key that was created with less trust than a user. Without a bound a key has the trust of a user.
 */
public enum ProtectedOperation {
    WRITE_EPISODES("write episodes", AccessRight.WRITE, NeededTrust.OF_REPLACED),
    PROPOSE_EPISODES("propose episodes", AccessRight.PROPOSE, NeededTrust.ANY),
    ASSERT_FACTS("assert facts", AccessRight.WRITE, NeededTrust.OF_REPLACED),
    END_FACTS("end facts", AccessRight.WRITE, NeededTrust.OF_TOUCHED),
    ADD_NOTES("add notes", AccessRight.WRITE, NeededTrust.ANY),
    CHANGE_BLOCKS("change blocks", AccessRight.WRITE, NeededTrust.OF_BLOCK),
    SET_SUMMARY("set the summary of a session", AccessRight.WRITE, NeededTrust.OF_TOUCHED),
    CHANGE_SESSION("change a session", AccessRight.WRITE, NeededTrust.OF_TOUCHED),
    SET_RETENTION("set a retention period", AccessRight.FORGET, NeededTrust.USER),
    DERIVE("derive entries", AccessRight.WRITE, NeededTrust.ANY),
    KEEP_CONTEXT("keep a context", AccessRight.WRITE, NeededTrust.ANY),
    UNDO("undo a derivation", AccessRight.WRITE, NeededTrust.OF_TOUCHED),
    FORGET("forget entries", AccessRight.FORGET, NeededTrust.OF_TOUCHED),
    QUARANTINE("put entries in quarantine", AccessRight.FORGET, NeededTrust.OF_TOUCHED),
    RELEASE("release entries from quarantine", AccessRight.FORGET, NeededTrust.USER),
    ADD_TO_BANK("add to the bank", AccessRight.WRITE, NeededTrust.OF_TOUCHED),
    MAINTAIN_BANK("summarize and compress the bank", AccessRight.WRITE, NeededTrust.OF_TOUCHED),
    CLEAR_BANK("clear the bank", AccessRight.FORGET, NeededTrust.OF_TOUCHED),
    IMPORT("import entries", AccessRight.ADMIN, NeededTrust.OF_REPLACED),
    CHANGE_SETTINGS("change the settings of a space", AccessRight.ADMIN, NeededTrust.USER),
    CHANGE_GRANTS("grant and withdraw rights of keys", AccessRight.ADMIN, NeededTrust.USER);

    /** The trust that an operation needs. */
    public enum NeededTrust {
        /** Any trust: an entry of more trust than the written one stays beside it. */
        ANY("any"),
        /**
         * The trust of the entry that it replaces by id; if the key is bounded, also the key of that entry. A refusal is a
         * {@link ProtectedEntryException}.
         */
        OF_REPLACED("of the entry replaced; bounded: its own entries"),
        /** The trust of an assistant, and of the blocks it changes, unless they are agent-writable. */
        OF_BLOCK("assistant, and of the block unless agent-writable"),
        /** The trust of all entries that it hides, ends, withdraws or erases; a user's is enough for any. */
        OF_TOUCHED("of all entries touched, at most user"),
        /** The trust of a user, because it also concerns entries to come. */
        USER("user");

        private final String label;

        NeededTrust(String label) {
            this.label = label;
        }

        /** Returns the description of the table in SECURITY.md. */
        public String label() {
            return label;
        }
    }

    private final String label;
    private final AccessRight right;
    private final NeededTrust trust;

    ProtectedOperation(String label, AccessRight right, NeededTrust trust) {
        this.label = label;
        this.right = right;
        this.trust = trust;
    }

    /** Returns the description of the operation, in the form of a command: {@code forget entries}. */
    public String label() {
        return label;
    }

    public AccessRight right() {
        return right;
    }

    public NeededTrust trust() {
        return trust;
    }
}
