package dev.daybook.internal.encryption;

import dev.daybook.internal.codec.HmacSha256;
import dev.daybook.model.Kind;
import dev.daybook.model.Scope;
import dev.daybook.store.Blob;
import dev.daybook.store.EntryKey;
import dev.daybook.store.EntryPut;
import dev.daybook.store.IndexRow;
import dev.daybook.store.ScopeState;
import dev.daybook.store.Sidecar;
import dev.daybook.store.StateChange;
import dev.daybook.store.StoredEntry;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Encrypts the records of one scope, with keys derived for it. An entry is authenticated for its kind, id, session,
 * times and status, a sidecar for its kind, id and name, a state for its name: what a decorator sees at the write and at
 * the read. Positions, revisions and versions of states are the store's own and not authenticated.
 */
final class ScopeCipher {

    /** Bytes of an unreadable id in a message. */
    private static final int SHOWN = 32;

    /**
     * The families in which the shared scope has the states of all users: a read for one of them would read all. Their
     * second part, which names the scope, has a tag of its own, by which the database finds the states of a scope.
     */
    private static final Set<String> GROUPED = Set.of("refused/", "context/");

    private static final int GROUP_TAG = 16;

    private final AesGcm contents;
    private final NameCipher names;

    /** @param dataKey the data key of the store */
    ScopeCipher(byte[] dataKey, Scope scope) {
        byte[] key = HmacSha256.of(
                dataKey,
                new ContextFields("scope")
                        .add(scope.space().id())
                        .add(scope.code())
                        .bytes());
        this.contents = new AesGcm(HmacSha256.of(key, new ContextFields("contents").bytes()));
        this.names = new NameCipher(key);
    }

    EntryKey seal(EntryKey key) {
        return new EntryKey(key.kind(), sealedName(idContext(key.kind()), key.id()));
    }

    /** @throws DamagedRecordException if it is no id of this scope and kind */
    EntryKey open(EntryKey sealed) {
        byte[] bytes = PackedText.unpack(sealed.id());
        String id = bytes == null ? null : names.open(idContext(sealed.kind()), bytes);
        if (id == null) {
            EntryKey named = unverified(sealed);
            throw new DamagedRecordException("the " + named.kind().label() + " \"" + named.id() + "\"", named);
        }
        return new EntryKey(sealed.kind(), id);
    }

    /** An id that cannot be read is named by its first bytes: the sealed one has control characters. */
    private EntryKey unverified(EntryKey sealed) {
        byte[] bytes = PackedText.unpack(sealed.id());
        String id = bytes == null ? null : names.unverified(bytes);
        if (id == null || id.isBlank() || id.chars().anyMatch(Character::isISOControl)) {
            byte[] shown = sealed.id().getBytes(StandardCharsets.UTF_8);
            id = "#" + HexFormat.of().formatHex(shown, 0, Math.min(SHOWN, shown.length));
        }
        return new EntryKey(sealed.kind(), id);
    }

    private static ContextFields idContext(Kind kind) {
        return new ContextFields("id").add(kind.name());
    }

    private String sealedName(ContextFields context, String name) {
        return PackedText.pack(names.seal(context, name));
    }

    @Nullable
    String sealSession(@Nullable String session) {
        return session == null ? null : sealedName(new ContextFields("session"), session);
    }

    private @Nullable String openSession(EntryKey key, @Nullable String sealed) {
        if (sealed == null) {
            return null;
        }
        byte[] bytes = PackedText.unpack(sealed);
        String session = bytes == null ? null : names.open(new ContextFields("session"), bytes);
        if (session == null) {
            throw damaged(key);
        }
        return session;
    }

    EntryPut seal(EntryPut put) {
        return new EntryPut(
                seal(put.key()),
                sealSession(put.session()),
                put.time(),
                put.recorded(),
                put.status(),
                Blob.of(contents.seal(
                        entryContext(put.key(), put.session(), put.time(), put.recorded(), put.status()),
                        put.body().toArray())),
                sealSidecars(put.key(), put.sidecars()),
                put.expected());
    }

    StoredEntry seal(StoredEntry entry) {
        return new StoredEntry(
                seal(entry.key()),
                entry.position(),
                entry.contentRevision(),
                sealSession(entry.session()),
                entry.time(),
                entry.recorded(),
                entry.status(),
                Blob.of(contents.seal(
                        entryContext(entry.key(), entry.session(), entry.time(), entry.recorded(), entry.status()),
                        entry.body().toArray())));
    }

    /** @throws DamagedRecordException if it was changed or is of another place */
    StoredEntry open(StoredEntry sealed) {
        EntryKey key = open(sealed.key());
        String session = openSession(key, sealed.session());
        byte[] body = contents.open(
                entryContext(key, session, sealed.time(), sealed.recorded(), sealed.status()),
                sealed.body().toArray());
        if (body == null) {
            throw damaged(key);
        }
        return new StoredEntry(
                key,
                sealed.position(),
                sealed.contentRevision(),
                session,
                sealed.time(),
                sealed.recorded(),
                sealed.status(),
                Blob.of(body));
    }

    private static byte[] entryContext(
            EntryKey key, @Nullable String session, Instant time, Instant recorded, String status) {
        return new ContextFields("entry")
                .add(key.kind().name())
                .add(key.id())
                .add(session)
                .add(time)
                .add(recorded)
                .add(status)
                .bytes();
    }

    private static DamagedRecordException damaged(EntryKey key) {
        return new DamagedRecordException("the " + key.kind().label() + " \"" + key.id() + "\"", key);
    }

    Sidecar seal(Sidecar sidecar) {
        return new Sidecar(
                seal(sidecar.key()),
                sidecar.contentRevision(),
                sidecar.name(),
                sealSidecar(sidecar.key(), sidecar.name(), sidecar.bytes()));
    }

    IndexRow seal(IndexRow row) {
        return new IndexRow(
                seal(row.key()),
                row.position(),
                row.revision(),
                row.contentRevision(),
                sealSession(row.session()),
                row.time(),
                row.status(),
                sealSidecars(row.key(), row.sidecars()));
    }

    /**
     * Decrypts an index row. Damaged sidecars are left out, as if there were none.
     *
     * @param damaged receives the name of each of them
     * @throws DamagedRecordException if the id or the session was changed
     */
    IndexRow open(IndexRow sealed, Consumer<String> damaged) {
        EntryKey key = open(sealed.key());
        Map<String, Blob> sidecars = new HashMap<>();
        sealed.sidecars().forEach((name, bytes) -> {
            byte[] plain = contents.open(sidecarContext(key, name), bytes.toArray());
            if (plain == null) {
                damaged.accept(name);
            } else {
                sidecars.put(name, Blob.of(plain));
            }
        });
        return new IndexRow(
                key,
                sealed.position(),
                sealed.revision(),
                sealed.contentRevision(),
                openSession(key, sealed.session()),
                sealed.time(),
                sealed.status(),
                sidecars);
    }

    private Map<String, Blob> sealSidecars(EntryKey key, Map<String, Blob> sidecars) {
        Map<String, Blob> sealed = new HashMap<>();
        sidecars.forEach((name, bytes) -> sealed.put(name, sealSidecar(key, name, bytes)));
        return sealed;
    }

    private Blob sealSidecar(EntryKey key, String name, Blob bytes) {
        return Blob.of(contents.seal(sidecarContext(key, name), bytes.toArray()));
    }

    private static byte[] sidecarContext(EntryKey key, String name) {
        return new ContextFields("sidecar")
                .add(key.kind().name())
                .add(key.id())
                .add(name)
                .bytes();
    }

    /** Returns the beginning of a name that all scopes use: the library chooses it, so it holds no content. */
    static String family(String name) {
        return name.substring(0, name.indexOf('/') + 1);
    }

    /** Returns the beginning that the sealed names of a family have; of names without a family another one than none. */
    static String sealedFamily(String name) {
        String family = family(name);
        return family.isEmpty() ? "/" : family;
    }

    String sealState(String name) {
        return sealedGroup(sealedFamily(name), name) + sealedName(new ContextFields("state name"), name);
    }

    /** Returns the longest beginning that the sealed names of all states with a prefix have; other states may have it. */
    String sealedPrefix(String prefix) {
        return sealedGroup(family(prefix), prefix);
    }

    /** Returns a family, and if its states are grouped and the name is in a group, a tag of that. */
    private String sealedGroup(String family, String name) {
        int end = GROUPED.contains(family) ? name.indexOf('/', family.length()) : -1;
        if (end < 0) {
            return family;
        }
        byte[] sealed = names.seal(new ContextFields("state group").add(family), name.substring(family.length(), end));
        return family + Base64.getUrlEncoder().withoutPadding().encodeToString(Arrays.copyOf(sealed, GROUP_TAG)) + "/";
    }

    StateChange seal(StateChange change) {
        return new StateChange(sealState(change.name()), change.expected(), sealState(change.name(), change.bytes()));
    }

    ScopeState seal(ScopeState state) {
        return new ScopeState(
                sealState(state.name()),
                state.version(),
                Objects.requireNonNull(sealState(state.name(), state.bytes())));
    }

    private @Nullable Blob sealState(String name, @Nullable Blob bytes) {
        return bytes == null
                ? null
                : Blob.of(contents.seal(new ContextFields("state").add(name).bytes(), bytes.toArray()));
    }

    /** @throws DamagedRecordException if it was changed or is of another place */
    ScopeState open(ScopeState sealed) {
        String name = openState(sealed.name());
        byte[] plain = contents.open(
                new ContextFields("state").add(name).bytes(), sealed.bytes().toArray());
        if (plain == null) {
            throw damagedState(sealed.name());
        }
        return new ScopeState(name, sealed.version(), Blob.of(plain));
    }

    /**
     * Returns the name of a state.
     *
     * @throws DamagedRecordException if it is no name of this scope
     */
    String openState(String sealed) {
        String family = family(sealed);
        int group = GROUPED.contains(family) ? sealed.indexOf('/', family.length()) + 1 : 0;
        String name = group == 0 ? null : openState(sealed, group);
        name = name == null ? openState(sealed, family.length()) : name;
        if (name == null) {
            throw damagedState(sealed);
        }
        return name;
    }

    private @Nullable String openState(String sealed, int begin) {
        byte[] bytes = PackedText.unpack(sealed.substring(begin));
        String name = bytes == null ? null : names.open(new ContextFields("state name"), bytes);
        return name != null && sealedGroup(sealedFamily(name), name).equals(sealed.substring(0, begin)) ? name : null;
    }

    private static DamagedRecordException damagedState(String sealed) {
        return new DamagedRecordException("a state of the family " + family(sealed), null);
    }
}
