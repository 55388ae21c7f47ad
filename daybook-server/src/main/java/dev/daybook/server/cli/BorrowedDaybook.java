package dev.daybook.server.cli;

import dev.daybook.Daybook;
import dev.daybook.Memory;
import dev.daybook.MemorySpace;
import dev.daybook.data.AuditEntry;
import dev.daybook.data.BacklogStatus;
import dev.daybook.data.ErasureReceipt;
import dev.daybook.data.HealthReport;
import dev.daybook.data.RebuildProgress;
import dev.daybook.data.Space;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * The daybook of a running server, borrowed for one command: closing it releases the command's use only.
 *
 * @param folder the data folder
 * @param embedding the embedder of the server
 */
record BorrowedDaybook(Daybook daybook, Path folder, EmbedderOption embedding) implements Daybook {

    @Override
    public void close() {
        // The server owns and closes it.
    }

    @Override
    public MemorySpace space(String id) {
        return daybook.space(id);
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
    public HealthReport check(boolean repair) {
        return daybook.check(repair);
    }

    @Override
    public RebuildProgress rebuild(Consumer<RebuildProgress> progress) {
        return daybook.rebuild(progress);
    }

    @Override
    public HealthReport verifyErasure(Duration patience) {
        return daybook.verifyErasure(patience);
    }

    @Override
    public Optional<AuditEntry> auditEntry(String operation) {
        return daybook.auditEntry(operation);
    }

    @Override
    public void decryptRecords(Consumer<byte[]> record) {
        daybook.decryptRecords(record);
    }

    @Override
    public Optional<Path> dataFolder() {
        return daybook.dataFolder();
    }

    @Override
    public BacklogStatus backlogStatus() {
        return daybook.backlogStatus();
    }

    @Override
    public void backup(Path file) {
        daybook.backup(file);
    }

    @Override
    public Memory user(String id) {
        return daybook.user(id);
    }

    @Override
    public Memory anonymous() {
        return daybook.anonymous();
    }

    @Override
    public Memory shared() {
        return daybook.shared();
    }
}
