package dev.daybook.consolidate;

import dev.daybook.codec.ByteReader;
import dev.daybook.codec.ByteWriter;
import dev.daybook.codec.EntryCodec;
import dev.daybook.data.Kind;
import dev.daybook.data.Scope;
import dev.daybook.remember.Ledger;
import dev.daybook.spi.Key;
import dev.daybook.spi.Put;
import dev.daybook.spi.Scan;
import dev.daybook.spi.State;
import dev.daybook.spi.StateChange;
import dev.daybook.spi.Store;
import dev.daybook.spi.Stored;
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

    /** What was taken back: its versions stay, it is in no list. */
    private static final String WITHDRAWN = "withdrawn";

    private final Ledger ledger;
    private final Store store;

    Operations(Ledger ledger, Store store) {
        this.ledger = ledger;
        this.store = store;
    }

    /** Puts back what was there before an operation; answers what it had derived. */
    String undo(Scope scope, String id, Ledger.Change change) {
        Operation operation = find(scope, id)
                .orElseThrow(() -> new IllegalArgumentException("operation '" + id
                        + "' is not one of derived work in this scope, or was undone; give one that an outcome named"));
        if (ledger.present(scope, operation.read()).size() < operation.read().size()) {
            throw new IllegalArgumentException(
                    "operation '" + id + "' was made from something that is gone; it cannot be undone");
        }
        for (Written written : operation.written()) {
            change.put(before(scope, id, written));
        }
        change.state(removal(id));
        return operation.derivation();
    }

    private Ledger.Posting before(Scope scope, String id, Written written) {
        Scan scan = Scan.of(written.key().kind()).versions(Scan.Versions.ALL);
        List<Stored> versions = ledger.all(scope, scan).stream()
                .filter(version -> version.key().equals(written.key()))
                .filter(version -> version.contentRevision() >= written.before())
                .toList();
        boolean replaced = written.before() > 0;
        if (versions.size() != (replaced ? 2 : 1)) {
            throw new IllegalArgumentException(
                    "operation '" + id + "' wrote the " + written.key().kind().label() + " '"
                            + written.key().id() + "', which has changed since; undo the later change first");
        }
        Stored earlier = versions.get(0);
        Optional<Stored> now = Optional.of(versions.get(versions.size() - 1));
        return new Ledger.Posting(
                EntryCodec.decode(earlier),
                replaced ? earlier.status() : WITHDRAWN,
                ledger.now().toInstant(),
                now);
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
            out.number(posting.replaces().map(Stored::contentRevision).orElse(0L));
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
