package dev.daybook.remember;

import dev.daybook.codec.ByteReader;
import dev.daybook.codec.ByteWriter;
import dev.daybook.data.Kind;
import dev.daybook.data.Scope;
import dev.daybook.spi.Blob;
import dev.daybook.spi.Key;
import dev.daybook.spi.Pages;
import dev.daybook.spi.Put;
import dev.daybook.spi.State;
import dev.daybook.spi.StateChange;
import dev.daybook.spi.Store;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The states that derived work keeps in a scope: how far each attempt has come, and what each operation wrote. They name
 * entries and sessions, so they go when those are forgotten.
 */
public final class DerivedStates {

    /** What the name of an attempt's state begins with; the derivation and the subject follow. */
    public static final String ATTEMPTS = "derive/";

    /** The derivation that makes notes of what is added. */
    public static final String NOTES = "notes";

    /** The derivation that keeps the core from what was added. */
    public static final String CORE = "core";

    /** The form of an attempt of which nothing is known but that it is due, and where its subject stands in the order. */
    public static final int DUE = 2;

    /** The state of what models have cost in a space; it lies with what is shared. */
    public static final String SPENT = "spent/models";

    private static final String OPERATIONS = "operation/";

    private static final String TAKEN_OUT = "taken-out/";

    private static final int PLAIN = 1;

    private DerivedStates() {}

    /** The name of the state of an attempt. */
    public static String attempt(String derivation, String subject) {
        return ATTEMPTS + derivation + "/" + subject;
    }

    /** Says that a subject is to be derived again, as if it had never been tried; the lowest mark comes first. */
    public static StateChange due(String derivation, String subject, long mark) {
        Blob due = new ByteWriter().octet(DUE).number(mark).toBlob();
        return new StateChange(attempt(derivation, subject), Put.ANY, due);
    }

    /** Says that somebody took out a note of an episode: it is not to come back when the others are derived again. */
    public static StateChange takenOut(String episode) {
        return new StateChange(
                TAKEN_OUT + episode, Put.ANY, new ByteWriter().octet(PLAIN).toBlob());
    }

    /** Whether somebody took out a note of an episode. */
    public static boolean isTakenOut(Store store, Scope scope, String episode) {
        // A longer name with this prefix can only come after it.
        return store.states(scope, TAKEN_OUT + episode, null, 1).items().stream()
                .anyMatch(state -> state.name().equals(TAKEN_OUT + episode));
    }

    /** The name of the state of an operation. */
    public static String operation(String id) {
        return OPERATIONS + id;
    }

    /**
     * An operation of derived work.
     *
     * @param derivation what was derived
     * @param written what it wrote
     * @param read what it was made from, of the same scope
     */
    public record Operation(String derivation, List<Written> written, List<Key> read) {

        public Operation {
            written = List.copyOf(written);
            read = List.copyOf(read);
        }

        public Blob encode() {
            ByteWriter out = new ByteWriter().octet(PLAIN).text(derivation).number(written.size());
            written.forEach(each -> key(out, each.key()).number(each.before()));
            out.number(read.size());
            read.forEach(key -> key(out, key));
            return out.toBlob();
        }

        public static Operation decode(State state) {
            ByteReader in = new ByteReader(state.bytes());
            if (in.octet() != PLAIN) {
                throw ByteReader.damaged("an operation has an unknown form");
            }
            String derivation = in.text();
            List<Written> written = new ArrayList<>();
            for (int left = in.count(); left > 0; left--) {
                written.add(new Written(key(in), in.number()));
            }
            List<Key> read = new ArrayList<>();
            for (int left = in.count(); left > 0; left--) {
                read.add(key(in));
            }
            return new Operation(derivation, written, read);
        }

        private boolean names(Set<Key> keys) {
            return read.stream().anyMatch(keys::contains)
                    || written.stream().anyMatch(each -> keys.contains(each.key()));
        }
    }

    /** An entry that was written, and the revision of the version before; 0: it was new. */
    public record Written(Key key, long before) {}

    /**
     * The names of the states that have to do with entries and sessions. Without its attempt a session is due anew, so what
     * is left of it is derived again.
     */
    public static List<String> concerning(Store store, Scope scope, Set<Key> entries, Set<String> sessions) {
        Set<String> subjects = new HashSet<>(sessions);
        entries.forEach(key -> subjects.add(key.id()));
        List<String> names = new ArrayList<>();
        all(store, scope, ATTEMPTS).forEach(state -> {
            String rest = state.name().substring(ATTEMPTS.length());
            if (subjects.contains(rest.substring(rest.indexOf('/') + 1))) {
                names.add(state.name());
            }
        });
        all(store, scope, TAKEN_OUT)
                .map(State::name)
                .filter(name -> entries.contains(new Key(Kind.EPISODE, name.substring(TAKEN_OUT.length()))))
                .forEach(names::add);
        all(store, scope, OPERATIONS).forEach(state -> {
            if (Operation.decode(state).names(entries)) {
                names.add(state.name());
            }
        });
        return names;
    }

    private static Stream<State> all(Store store, Scope scope, String prefix) {
        return Pages.all(cursor -> store.states(scope, prefix, cursor, Pages.SIZE));
    }

    private static ByteWriter key(ByteWriter out, Key key) {
        return out.text(key.kind().label()).text(key.id());
    }

    private static Key key(ByteReader in) {
        return new Key(Kind.of(in.text()), in.text());
    }
}
