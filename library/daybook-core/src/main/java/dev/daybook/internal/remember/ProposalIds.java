package dev.daybook.internal.remember;

import dev.daybook.internal.quarantine.QuarantineStates;
import dev.daybook.internal.text.Sha256Hash;
import dev.daybook.model.Kind;
import dev.daybook.spi.IdGenerator;
import org.jspecify.annotations.Nullable;

/**
 * The ids of proposed episodes: those of one key begin alike, and no other writer is given one of them. So a proposal
 * meets no entry but an earlier proposal of the same key, and the answer tells nothing about other entries.
 *
 * @param prefix the beginning of all ids of the key
 */
record ProposalIds(String prefix) {

    private static final int KEY_DIGITS = 16;
    private static final int ID_DIGITS = 32;

    /** @param key the key of the proposer; null: none */
    static ProposalIds of(@Nullable String key) {
        // Another first character for no key than for any key, even an empty one.
        return new ProposalIds(QuarantineStates.PROPOSED_ID + digits(key == null ? "-" : "+" + key, KEY_DIGITS) + "_");
    }

    /** Returns the id of a proposal: for the same given id always the same one. */
    String id(@Nullable String given, IdGenerator ids) {
        return prefix + (given == null ? ids.next(Kind.EPISODE) : digits(prefix + given, ID_DIGITS));
    }

    private static String digits(String text, int length) {
        return Sha256Hash.hex(text).substring(0, length);
    }
}
