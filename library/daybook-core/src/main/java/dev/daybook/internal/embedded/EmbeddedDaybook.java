package dev.daybook.internal.embedded;

import static dev.daybook.internal.checks.NullChecks.present;

import dev.daybook.LocalDaybook;
import dev.daybook.Maintenance;
import dev.daybook.Memory;
import dev.daybook.MemorySpace;
import dev.daybook.access.Principal;
import dev.daybook.internal.audit.AuditLog;
import dev.daybook.internal.scopes.ErasureOrder;
import dev.daybook.internal.store.PagedReads;
import dev.daybook.internal.sweep.RetentionClock;
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
import java.util.function.BiFunction;
import java.util.stream.Stream;

/** A daybook in this process, over one store. */
final class EmbeddedDaybook implements LocalDaybook {

    private final Store store;
    private final BiFunction<Space, Principal, MemorySpace> spaces;
    private final Maintenance maintenance;
    private final Runnable stop;
    private final AtomicBoolean closed = new AtomicBoolean();

    /** @param stop stops the background threads */
    EmbeddedDaybook(
            Store store, BiFunction<Space, Principal, MemorySpace> spaces, Maintenance maintenance, Runnable stop) {
        this.store = store;
        this.spaces = spaces;
        this.maintenance = maintenance;
        this.stop = stop;
    }

    @Override
    public MemorySpace space(String id) {
        return space(id, Principal.OWNER);
    }

    @Override
    public MemorySpace space(String id, Principal principal) {
        return spaces.apply(new Space(id), present("principal", principal));
    }

    @Override
    public Maintenance maintenance() {
        return maintenance;
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
        List<Space> all = ErasureOrder.heldFirst(
                spaces(),
                space -> spaces.apply(space, Principal.OWNER).settings().legalHold() != null);
        Map<Space, ErasureReceipt> receipts = new LinkedHashMap<>();
        for (Space space : all) {
            Memory user = spaces.apply(space, Principal.OWNER).user(id);
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
            stop.run();
            store.close();
        }
    }
}
