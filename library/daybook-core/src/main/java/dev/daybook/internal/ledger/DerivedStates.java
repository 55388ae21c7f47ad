package dev.daybook.internal.ledger;

import dev.daybook.internal.codec.ByteReader;
import dev.daybook.internal.codec.ByteWriter;
import dev.daybook.internal.store.StateFamilies;
import dev.daybook.model.Kind;
import dev.daybook.model.Scope;
import dev.daybook.store.Blob;
import dev.daybook.store.EntryKey;
import dev.daybook.store.EntryPut;
import dev.daybook.store.ScopeState;
import dev.daybook.store.StateChange;
import dev.daybook.store.Store;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The states of derived work in a scope: attempts, undo records and rejected statements. They name entries and sessions,
 * so a forget of those erases them.
 */
public final class DerivedStates {

    /** The prefix of the states of attempts; the derivation and the subject follow. */
    public static final String ATTEMPTS = "derive/";

    /** The derivation of facts. */
    public static final String FACTS = "facts";

    /** The derivation of gists. */
    public static final String GISTS = "gist";

    /** The derivation of notes. */
    public static final String NOTES = "notes";

    /** The derivation of the core. */
    public static final String CORE = "core";

    /** The form of an attempt that only says its subject is due, and its place in the order. */
    public static final int DUE = 2;

    /** The state of the model tokens spent in a space; it is in the shared scope. */
    public static final String SPENT = "spent/models";

    private static final String OPERATIONS = "operation/";

    private static final String REMOVED_NOTES = "taken-out/";

    private static final int PLAIN = 1;

    private DerivedStates() {}

    /** Returns the name of an attempt's state. */
    public static String attempt(String derivation, String subject) {
        return ATTEMPTS + derivation + "/" + subject;
    }

    /** Makes a subject due again, without its history; subjects are processed by ascending watermark. */
    public static StateChange due(String derivation, String subject, long mark) {
        Blob due = new ByteWriter().octet(DUE).number(mark).toBlob();
        return new StateChange(attempt(derivation, subject), EntryPut.ANY, due);
    }

    /** Marks an episode whose note a user removed: the note is not derived again with the others. */
    public static StateChange removedNote(String episode) {
        return new StateChange(
                REMOVED_NOTES + episode,
                EntryPut.ANY,
                new ByteWriter().octet(PLAIN).toBlob());
    }

    /** Tests whether a user removed a note of an episode. */
    public static boolean isNoteRemoved(Store store, Scope scope, String episode) {
        return store.state(scope, REMOVED_NOTES + episode).isPresent();
    }

    /** Returns the name of an undo record. */
    public static String operation(String id) {
        return OPERATIONS + id;
    }

    /**
     * The undo record of a derived operation.
     *
     * @param derivation the name of the derivation
     * @param written the entries it wrote
     * @param read its source entries in the same scope
     */
    public record UndoRecord(String derivation, List<WrittenEntry> written, List<EntryKey> read) {

        public UndoRecord {
            written = List.copyOf(written);
            read = List.copyOf(read);
        }

        public Blob encode() {
            ByteWriter out = new ByteWriter().octet(PLAIN).text(derivation).number(written.size());
            written.forEach(each -> key(out, each.key()).number(each.before()));
            keys(out, read);
            return out.toBlob();
        }

        public static UndoRecord decode(ScopeState state) {
            return ByteReader.decode(state.bytes(), in -> read(in));
        }

        private static UndoRecord read(ByteReader in) {
            if (in.octet() != PLAIN) {
                throw ByteReader.damaged("an operation has an unknown form");
            }
            String derivation = in.text();
            List<WrittenEntry> written = new ArrayList<>();
            for (int left = in.count(); left > 0; left--) {
                written.add(new WrittenEntry(key(in), in.number()));
            }
            return new UndoRecord(derivation, written, keys(in));
        }

        private boolean names(Set<EntryKey> keys) {
            return read.stream().anyMatch(keys::contains)
                    || written.stream().anyMatch(each -> keys.contains(each.key()));
        }
    }

    /** A written entry and the revision of its previous version; 0: it was new. */
    public record WrittenEntry(EntryKey key, long before) {}

    /**
     * Returns the names of the states about these entries and sessions. Without its attempt a session is due again, so
     * its remaining entries are derived again.
     */
    public static List<String> concerning(Store store, Scope scope, Set<EntryKey> entries, Set<String> sessions) {
        Set<String> subjects = new HashSet<>(sessions);
        entries.forEach(key -> subjects.add(key.id()));
        List<String> names = new ArrayList<>();
        all(store, scope, ATTEMPTS).forEach(state -> {
            String rest = state.name().substring(ATTEMPTS.length());
            if (subjects.contains(rest.substring(rest.indexOf('/') + 1))) {
                names.add(state.name());
            }
        });
        all(store, scope, REMOVED_NOTES)
                .map(ScopeState::name)
                .filter(name -> entries.contains(new EntryKey(Kind.EPISODE, name.substring(REMOVED_NOTES.length()))))
                .forEach(names::add);
        all(store, scope, OPERATIONS).forEach(state -> {
            if (UndoRecord.decode(state).names(entries)) {
                names.add(state.name());
            }
        });
        RejectedStatements.concerning(store, scope, entries).forEach(names::add);
        return names;
    }

    private static Stream<ScopeState> all(Store store, Scope scope, String prefix) {
        return StateFamilies.all(store, scope, prefix);
    }

    static void keys(ByteWriter out, List<EntryKey> keys) {
        out.number(keys.size());
        keys.forEach(key -> key(out, key));
    }

    static List<EntryKey> keys(ByteReader in) {
        List<EntryKey> keys = new ArrayList<>();
        for (int left = in.count(); left > 0; left--) {
            keys.add(key(in));
        }
        return keys;
    }

    private static ByteWriter key(ByteWriter out, EntryKey key) {
        return out.text(key.kind().label()).text(key.id());
    }

    private static EntryKey key(ByteReader in) {
        return new EntryKey(Kind.of(in.text()), in.text());
    }
}
