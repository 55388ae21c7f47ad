package dev.daybook.server.keys;

import dev.daybook.server.keys.KeyChange.Action;
import dev.daybook.server.problem.NotFoundException;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The content of a keys file: the keys in the order of creation, and the log of their changes. Immutable; a change and
 * its record are one new register, so the file never has one without the other.
 */
record KeyRegister(List<ApiKey> keys, List<KeyChange> changes) {

    static final KeyRegister EMPTY = new KeyRegister(List.of(), List.of());

    /**
     * Beside one for each key, and one for each revocation. The file is written as a whole with each change, and its size is
     * in the hands of callers.
     */
    static final int MAX_CHANGES = 5_000;

    /** The newest records, which stay when the log becomes too long. */
    static final int KEPT_CHANGES = MAX_CHANGES / 2;

    KeyRegister {
        keys = List.copyOf(keys);
        changes = List.copyOf(changes);
    }

    KeyRegister created(ApiKey made, OffsetDateTime at, String by) {
        KeyRegister logged = adopted(at, by);
        List<ApiKey> more = new ArrayList<>(logged.keys);
        more.add(made);
        return logged.with(more, made, Action.CREATED, at, by);
    }

    /**
     * Revokes a key; a revoked one stays as it is.
     *
     * @throws NotFoundException if there is no such key
     */
    KeyRegister revoked(String id, OffsetDateTime at, String by) {
        ApiKey old = named(id);
        if (old.revokedAt() != null) {
            return this;
        }
        return changed(old.revoked(at), Action.REVOKED, at, by);
    }

    /**
     * Gives a key a grant, in the place of the one that it has there.
     *
     * @throws NotFoundException if there is no such key
     * @throws IllegalArgumentException if the key is revoked, has as many grants as it can, or has a grant of more that
     *     gives these rights already
     */
    KeyRegister granted(String id, KeyGrant grant, OffsetDateTime at, String by) {
        ApiKey old = named(id);
        requireUnrevoked(old);
        List<KeyGrant> grants = new ArrayList<>(old.grants());
        grants.replaceAll(each -> each.place().equals(grant.place()) ? grant : each);
        if (!grants.contains(grant)) {
            grants.add(grant);
        }
        if (grants.equals(old.grants())) {
            return this;
        }
        requireMore(old, grant);
        return changed(old.with(grants), Action.GRANTED, at, by);
    }

    /** A grant that changes nothing would take one of the few of a key. */
    private static void requireMore(ApiKey key, KeyGrant grant) {
        GrantPlace place = grant.place();
        for (KeyGrant each : key.grants()) {
            if (!each.place().equals(place)
                    && each.place().covers(place)
                    && each.rights().containsAll(grant.rights())) {
                // Without the other place, which the grantor may not know.
                throw new IllegalArgumentException("key '" + key.id() + "' has these rights in '" + place.path()
                        + "' already, by a grant of a place that covers it; leave the new grant out, or withdraw the"
                        + " other one first");
            }
        }
    }

    /**
     * Withdraws a grant of a key; with its last one the key is revoked.
     *
     * @throws NotFoundException if there is no such key, or it has no such grant
     */
    KeyRegister withdrawn(String id, GrantPlace place, OffsetDateTime at, String by) {
        ApiKey old = named(id);
        requireUnrevoked(old);
        List<KeyGrant> left = old.grants().stream()
                .filter(each -> !each.place().equals(place))
                .toList();
        if (left.size() == old.grants().size()) {
            throw new NotFoundException(
                    "key '" + id + "' has no grant of '" + place.path() + "'; 'daybook key list' shows its grants");
        }
        return left.isEmpty() ? revoked(id, at, by) : changed(old.with(left), Action.WITHDRAWN, at, by);
    }

    private static void requireUnrevoked(ApiKey key) {
        if (key.revokedAt() != null) {
            throw new IllegalArgumentException("key '" + key.id() + "' is revoked; use another key");
        }
    }

    private KeyRegister changed(ApiKey changed, Action action, OffsetDateTime at, String by) {
        KeyRegister logged = adopted(at, by);
        return logged.with(
                logged.keys.stream()
                        .map(key -> key.id().equals(changed.id()) ? changed : key)
                        .toList(),
                changed,
                action,
                at,
                by);
    }

    /** Returns the keys of a backup with the log of this register, or that of the backup if this one has none. */
    KeyRegister restored(KeyRegister backup, OffsetDateTime at, String by) {
        List<KeyChange> log = new ArrayList<>(changes.isEmpty() ? backup.changes : changes);
        log.add(KeyChange.after(lastHash(log), at, Action.RESTORED, "", "", by));
        backup.keys.forEach(key -> adopt(log, key, at, by));
        return new KeyRegister(backup.keys, log);
    }

    Optional<ApiKey> find(String id) {
        return keys.stream().filter(key -> key.id().equals(id)).findFirst();
    }

    ApiKey named(String id) {
        return find(id).orElseThrow(
                        () -> new NotFoundException("key '" + id + "' does not exist; 'daybook key list' shows all"));
    }

    /** Records the keys of a file that was written before the log existed. */
    private KeyRegister adopted(OffsetDateTime at, String by) {
        if (!changes.isEmpty()) {
            return this;
        }
        List<KeyChange> log = new ArrayList<>();
        keys.forEach(key -> adopt(log, key, at, by));
        return new KeyRegister(keys, log);
    }

    private static void adopt(List<KeyChange> log, ApiKey key, OffsetDateTime at, String by) {
        log.add(KeyChange.after(lastHash(log), at, Action.ADOPTED, key.id(), KeysFile.fingerprint(key), by));
        if (key.revokedAt() != null) {
            log.add(KeyChange.after(lastHash(log), at, Action.REVOKED, key.id(), KeysFile.fingerprint(key), by));
        }
    }

    private KeyRegister with(List<ApiKey> now, ApiKey changed, Action action, OffsetDateTime at, String by) {
        List<KeyChange> log = new ArrayList<>(changes);
        log.add(KeyChange.after(lastHash(log), at, action, changed.id(), KeysFile.fingerprint(changed), by));
        long most = MAX_CHANGES
                + now.size()
                + now.stream().filter(key -> key.revokedAt() != null).count();
        return new KeyRegister(now, log.size() > most ? shortened(log, at, by) : log);
    }

    /**
     * Keeps the newest records behind one that links them to those that were left out, and a record of each key that would
     * have none. These repeat the last fingerprint on record, so a key that was edited by hand stays a contradiction.
     */
    private List<KeyChange> shortened(List<KeyChange> log, OffsetDateTime at, String by) {
        List<KeyChange> dropped = log.subList(0, log.size() - KEPT_CHANGES);
        List<KeyChange> kept = log.subList(log.size() - KEPT_CHANGES, log.size());
        Map<String, KeyChange> last = lastOfKeys(dropped);
        kept.forEach(change -> last.remove(change.key()));
        if (kept.stream().anyMatch(change -> change.action().beginsAnew())) {
            last.clear();
        }
        List<KeyChange> begun = new ArrayList<>();
        begun.add(KeyChange.after("", at, Action.SHORTENED, "", lastHash(dropped), by));
        last.forEach((id, change) -> {
            OffsetDateTime created = find(id).map(ApiKey::createdAt).orElse(change.at());
            begun.add(KeyChange.after(lastHash(begun), created, Action.ADOPTED, id, change.fingerprint(), ""));
            if (change.action() == Action.REVOKED) {
                begun.add(KeyChange.after(lastHash(begun), change.at(), Action.REVOKED, id, change.fingerprint(), ""));
            }
        });
        begun.addAll(kept);
        return begun;
    }

    /** Returns the last record of each key. */
    private static Map<String, KeyChange> lastOfKeys(List<KeyChange> log) {
        Map<String, KeyChange> last = new LinkedHashMap<>();
        for (KeyChange change : log) {
            if (change.action().beginsAnew()) {
                last.clear();
            } else {
                last.put(change.key(), change);
            }
        }
        return last;
    }

    private static String lastHash(List<KeyChange> log) {
        return log.isEmpty() ? "" : log.get(log.size() - 1).hash();
    }

    /**
     * Returns the first contradiction between the log and its hash chain, or between the log and the keys: a change
     * that was made to the file without this class. A file without a log has none.
     */
    Optional<String> contradiction() {
        if (changes.isEmpty()) {
            return Optional.empty();
        }
        int broken = brokenRecord();
        if (broken > 0) {
            return Optional.of("record " + broken + " of the change log breaks the hash chain");
        }
        Map<String, KeyChange> last = lastOfKeys(changes);
        for (ApiKey key : keys) {
            KeyChange change = last.remove(key.id());
            if (change == null) {
                return Optional.of("key '" + key.id() + "' is not in the change log");
            }
            if (!change.fingerprint().equals(KeysFile.fingerprint(key))
                    || (change.action() == Action.REVOKED) != (key.revokedAt() != null)) {
                return Optional.of("key '" + key.id() + "' differs from its last record in the change log");
            }
        }
        return last.keySet().stream()
                .findFirst()
                .map(id -> "key '" + id + "' of the change log is missing from the keys");
    }

    /**
     * Returns the number of the first record that does not fit to the one before it, or 0. In a shortened log the first
     * record that was kept follows the last one that was left out, whose hash the record of the shortening holds.
     */
    private int brokenRecord() {
        KeyChange first = changes.get(0);
        String leftOut = first.action() == Action.SHORTENED ? first.fingerprint() : "";
        String previous = "";
        for (int i = 0; i < changes.size(); i++) {
            KeyChange change = changes.get(i);
            if (!change.follows(previous)) {
                if (leftOut.isEmpty() || !change.follows(leftOut)) {
                    return i + 1;
                }
                leftOut = "";
            }
            previous = change.hash();
        }
        return 0;
    }
}
