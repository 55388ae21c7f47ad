package dev.daybook.remember;

import dev.daybook.data.Erasure;
import dev.daybook.data.Kind;
import dev.daybook.data.Scope;
import dev.daybook.data.Space;
import dev.daybook.spi.Audit;
import dev.daybook.spi.Audited;
import dev.daybook.spi.Batch;
import dev.daybook.spi.Commit;
import dev.daybook.spi.Erase;
import dev.daybook.spi.Erased;
import dev.daybook.spi.Guarantees;
import dev.daybook.spi.Head;
import dev.daybook.spi.Health;
import dev.daybook.spi.Key;
import dev.daybook.spi.Page;
import dev.daybook.spi.Probe;
import dev.daybook.spi.Row;
import dev.daybook.spi.Scan;
import dev.daybook.spi.ScopeHead;
import dev.daybook.spi.State;
import dev.daybook.spi.Store;
import dev.daybook.spi.Stored;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A store without the episodes that lie in quarantine, whatever version is asked for: what everybody reads who is not
 * concerned with quarantine itself, so that no reader can forget to leave them out. Rows are answered as they are, because
 * each says its status, and whoever reads rows takes only live ones anyway; so are the counts of a head.
 */
public final class OutsideQuarantine implements Store {

    private final Store store;

    public OutsideQuarantine(Store store) {
        this.store = store;
    }

    @Override
    public List<Stored> get(Scope scope, Collection<Key> keys) {
        return store.get(scope, keys).stream()
                .filter(stored -> !QuarantineStates.isIn(stored))
                .toList();
    }

    @Override
    public Page<Stored> scan(Scope scope, Scan scan) {
        if (!scan.kinds().contains(Kind.EPISODE)) {
            return store.scan(scope, scan);
        }
        List<Stored> found = new ArrayList<>();
        String cursor = scan.cursor();
        // Whoever asks for one and gets none would think that there is none.
        do {
            Page<Stored> page = store.scan(scope, scan.after(cursor).limit(scan.limit() - found.size()));
            found.addAll(outside(scope, scan, page.items()));
            cursor = page.cursor();
        } while (cursor != null && found.size() < scan.limit());
        return new Page<>(found, cursor);
    }

    private List<Stored> outside(Scope scope, Scan scan, List<Stored> versions) {
        if (scan.versions().equals(Scan.Versions.CURRENT)) {
            return versions.stream()
                    .filter(stored -> !QuarantineStates.isIn(stored))
                    .toList();
        }
        // An earlier version was live once, and is as poisoned as the present one.
        Set<Key> asked = versions.stream()
                .map(Stored::key)
                .filter(key -> key.kind() == Kind.EPISODE)
                .collect(Collectors.toSet());
        Set<Key> hidden = store.get(scope, asked).stream()
                .filter(QuarantineStates::isIn)
                .map(Stored::key)
                .collect(Collectors.toSet());
        return versions.stream()
                .filter(stored -> !hidden.contains(stored.key()))
                .toList();
    }

    @Override
    public Guarantees guarantees() {
        return store.guarantees();
    }

    @Override
    public Commit write(Batch batch) {
        return store.write(batch);
    }

    @Override
    public Page<Row> rows(Scope scope, long afterRevision, int limit) {
        return store.rows(scope, afterRevision, limit);
    }

    @Override
    public List<Row> candidates(Scope scope, Probe probe) {
        return store.candidates(scope, probe);
    }

    @Override
    public Head head(Scope scope) {
        return store.head(scope);
    }

    @Override
    public Page<ScopeHead> heads(Space space, @Nullable String cursor, int limit) {
        return store.heads(space, cursor, limit);
    }

    @Override
    public Page<Space> spaces(@Nullable String cursor, int limit) {
        return store.spaces(cursor, limit);
    }

    @Override
    public Page<State> states(Scope scope, String prefix, @Nullable String cursor, int limit) {
        return store.states(scope, prefix, cursor, limit);
    }

    @Override
    public Page<Audit> audits(Scope scope, @Nullable String cursor, int limit) {
        return store.audits(scope, cursor, limit);
    }

    @Override
    public List<Audited> audits(String operation) {
        return store.audits(operation);
    }

    @Override
    public Erased erase(Scope scope, Erase what, Batch alongside) {
        return store.erase(scope, what, alongside);
    }

    @Override
    public Erasure.Bytes bytes(long erasure, Duration wait) {
        return store.bytes(erasure, wait);
    }

    @Override
    public Health check(boolean repair) {
        return store.check(repair);
    }

    @Override
    public void close() {
        store.close();
    }
}
