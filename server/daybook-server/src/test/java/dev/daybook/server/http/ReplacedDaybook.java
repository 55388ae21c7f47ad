package dev.daybook.server.http;

import dev.daybook.LocalDaybook;
import dev.daybook.Maintenance;
import dev.daybook.MemorySpace;
import dev.daybook.access.Principal;
import dev.daybook.model.Space;
import dev.daybook.outcome.AuditEntry;
import dev.daybook.outcome.ErasureReceipt;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The daybook of a server that serves several, one after the other. */
final class ReplacedDaybook implements LocalDaybook {

    private volatile @Nullable LocalDaybook current;

    void replace(LocalDaybook next) {
        current = next;
    }

    private LocalDaybook current() {
        return Objects.requireNonNull(current);
    }

    @Override
    public Maintenance maintenance() {
        return current().maintenance();
    }

    @Override
    public MemorySpace space(String id) {
        return current().space(id);
    }

    @Override
    public MemorySpace space(String id, Principal principal) {
        return current().space(id, principal);
    }

    @Override
    public Stream<Space> spaces() {
        return current().spaces();
    }

    @Override
    public Map<Space, ErasureReceipt> forgetUser(String id) {
        return current().forgetUser(id);
    }

    @Override
    public Optional<AuditEntry> auditEntry(String operation) {
        return current().auditEntry(operation);
    }

    @Override
    public void close() {
        current().close();
    }
}
