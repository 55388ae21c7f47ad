package dev.daybook.server.keys;

import dev.daybook.internal.checks.EnumLabels;
import dev.daybook.internal.json.IsoTimes;
import dev.daybook.internal.json.PlainJson;
import java.time.OffsetDateTime;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A record of the change log of the keys. Its hash covers the record and the hash of the previous one, so an edited,
 * inserted or removed record breaks the chain; records cut off at the end do not.
 *
 * @param key id of the changed key; empty for {@link Action#RESTORED} and {@link Action#SHORTENED}
 * @param fingerprint hash of the fields of the key but its revocation: grants, limits, expiry. Empty for {@link
 *     Action#RESTORED}; for {@link Action#SHORTENED} the hash of the last record that was left out
 * @param by who made the change: the name of the operating system's user, or {@code key ID} for the holder of a key. Empty
 *     for a record that stands for those that were left out
 * @param hash SHA-256 in hexadecimal
 */
public record KeyChange(OffsetDateTime at, Action action, String key, String fingerprint, String by, String hash) {

    /** The kinds of change. */
    public enum Action {
        CREATED,
        REVOKED,
        /** The key got a grant, or another set of rights in a place. */
        GRANTED,
        /** A grant of the key was withdrawn. */
        WITHDRAWN,
        /** All keys were replaced by those of a backup, which the next records name. */
        RESTORED,
        /** A key that was there before the log, or came from a backup. */
        ADOPTED,
        /**
         * The log had become too long: its older records were left out. The next records are of the keys that no kept record
         * names.
         */
        SHORTENED;

        /** Returns whether the records after it name all keys. */
        boolean beginsAnew() {
            return this == RESTORED || this == SHORTENED;
        }

        public String label() {
            return EnumLabels.label(this);
        }

        static Action of(String label) {
            return Arrays.stream(values())
                    .filter(action -> action.label().equals(label))
                    .findFirst()
                    .orElseThrow(() -> new IllegalArgumentException("action is '" + label + "'; use "
                            + Arrays.stream(values()).map(Action::label).collect(Collectors.joining(", "))));
        }
    }

    /** Returns the record that follows another; the previous hash of the first one is empty. */
    static KeyChange after(
            String previousHash, OffsetDateTime at, Action action, String key, String fingerprint, String by) {
        return new KeyChange(at, action, key, fingerprint, by, hash(previousHash, at, action, key, fingerprint, by));
    }

    /** Returns whether the hash fits to the record and to the hash before it. */
    boolean follows(String previousHash) {
        return hash.equals(hash(previousHash, at, action, key, fingerprint, by));
    }

    private static String hash(
            String previousHash, OffsetDateTime at, Action action, String key, String fingerprint, String by) {
        return KeyHash.of(
                PlainJson.write(List.of(previousHash, IsoTimes.format(at), action.label(), key, fingerprint, by)));
    }
}
