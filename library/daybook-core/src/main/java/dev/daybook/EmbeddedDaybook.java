package dev.daybook;

import static dev.daybook.internal.checks.NullChecks.present;

import dev.daybook.access.Principal;
import dev.daybook.internal.audit.AuditLog;
import dev.daybook.internal.store.PagedReads;
import dev.daybook.model.Scope;
import dev.daybook.model.Space;
import dev.daybook.outcome.AuditEntry;
import dev.daybook.outcome.ErasureReceipt;
import dev.daybook.query.Selection;
import dev.daybook.store.Store;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;

/** A daybook in this process, over one store. */
final class EmbeddedDaybook implements LocalDaybook {

    private final Store store;
    private final DaybookWiring wiring;
    private final AtomicBoolean closed = new AtomicBoolean();

    EmbeddedDaybook(DaybookWiring wiring) {
        this.store = wiring.options().store();
        this.wiring = wiring;
    }

    @Override
    public MemorySpace space(String id) {
        return space(id, Principal.OWNER);
    }

    @Override
    public MemorySpace space(String id, Principal principal) {
        return new EmbeddedMemorySpace(wiring, new Space(id), present("principal", principal));
    }

    @Override
    public Maintenance maintenance() {
        return new EmbeddedMaintenance(wiring);
    }

    @Override
    public Stream<Space> spaces() {
        return PagedReads.all(cursor -> store.spaces(cursor, PagedReads.SIZE))
                .filter(space -> !RetentionClock.isPlace(space));
    }

    @Override
    public Map<Space, ErasureReceipt> forgetUser(String id) {
        // Checks the id before anything is erased, and reads all pages before a space can vanish between two of them.
        new Scope.User(Space.DEFAULT, id);
        List<Space> spaces = spaces().toList();
        Map<Space, ErasureReceipt> receipts = new LinkedHashMap<>();
        for (Space space : spaces) {
            ScopeAccess user = new ScopeAccess(wiring, new Scope.User(space, id), Principal.OWNER);
            ErasureReceipt erasure = user.forget(Selection.everything());
            if (!erasure.operation().isEmpty()) {
                receipts.put(space, erasure);
            }
        }
        return Collections.unmodifiableMap(receipts);
    }

    @Override
    public Optional<AuditEntry> auditEntry(String operation) {
        return new AuditLog(store).find(present("operation", operation));
    }

    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            wiring.stop();
            store.close();
        }
    }
}
