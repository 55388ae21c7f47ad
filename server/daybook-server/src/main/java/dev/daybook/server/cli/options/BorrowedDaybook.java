package dev.daybook.server.cli.options;

import dev.daybook.LocalDaybook;
import dev.daybook.Maintenance;
import dev.daybook.MemorySpace;
import dev.daybook.access.Principal;
import dev.daybook.model.Space;
import dev.daybook.outcome.AuditEntry;
import dev.daybook.outcome.ErasureReceipt;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The daybook of a running server, borrowed for one command: closing it releases the command's use only.
 *
 * @param folder the data folder
 * @param embedding the embedder of the server
 */
public record BorrowedDaybook(LocalDaybook daybook, Path folder, EmbedderOption embedding) implements LocalDaybook {

    @Override
    public void close() {
        // The server owns and closes it.
    }

    @Override
    public MemorySpace space(String id) {
        return daybook.space(id);
    }

    @Override
    public MemorySpace space(String id, Principal principal) {
        return daybook.space(id, principal);
    }

    @Override
    public Stream<Space> spaces() {
        return daybook.spaces();
    }

    @Override
    public Map<Space, ErasureReceipt> forgetUser(String id) {
        return daybook.forgetUser(id);
    }

    @Override
    public Optional<AuditEntry> auditEntry(String operation) {
        return daybook.auditEntry(operation);
    }

    @Override
    public Maintenance maintenance() {
        return daybook.maintenance();
    }
}
