package dev.daybook.consolidate;

import dev.daybook.codec.ByteReader;
import dev.daybook.codec.ByteWriter;
import dev.daybook.data.Kind;
import dev.daybook.data.Scope;
import dev.daybook.remember.Ledger;
import dev.daybook.spi.Key;
import dev.daybook.spi.Put;
import dev.daybook.spi.State;
import dev.daybook.spi.StateChange;
import dev.daybook.spi.Store;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The records of what was derived, so that it can be undone: which entries an operation wrote, and which versions they had
 * before. A state of the scope, written in the same batch.
 */
final class Operations {

    private static final String PREFIX = "operation/";
    private static final int PLAIN = 1;

    private final Store store;

    Operations(Store store) {
        this.store = store;
    }

    /**
     * An operation.
     *
     * @param derivation what was derived
     * @param written what it wrote
     * @param read what it was made from, of the same scope
     */
    record Operation(String derivation, List<Written> written, List<Key> read) {}

    /** An entry that was written, and the revision of the version before; 0: it was new. */
    record Written(Key key, long before) {}

    static String name(String operation) {
        return PREFIX + operation;
    }

    /** The record of a change that is about to be written. */
    static StateChange record(String derivation, Ledger.Change change, List<Key> read) {
        ByteWriter out = new ByteWriter().octet(PLAIN).text(derivation);
        out.number(change.postings().size());
        for (Ledger.Posting posting : change.postings()) {
            key(out, new Key(posting.entry().kind(), posting.entry().id()));
            out.number(posting.replaces()
                    .map(dev.daybook.spi.Stored::contentRevision)
                    .orElse(0L));
        }
        out.number(read.size());
        read.forEach(key -> key(out, key));
        return new StateChange(name(change.operation()), 0, out.toBlob());
    }

    Optional<Operation> find(Scope scope, String operation) {
        String wanted = name(operation);
        return store.states(scope, wanted, null, 1).items().stream()
                .filter(state -> state.name().equals(wanted))
                .findFirst()
                .map(Operations::decode);
    }

    static StateChange removal(String operation) {
        return new StateChange(name(operation), Put.ANY, null);
    }

    private static Operation decode(State state) {
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

    private static void key(ByteWriter out, Key key) {
        out.text(key.kind().label()).text(key.id());
    }

    private static Key key(ByteReader in) {
        return new Key(Kind.of(in.text()), in.text());
    }
}
