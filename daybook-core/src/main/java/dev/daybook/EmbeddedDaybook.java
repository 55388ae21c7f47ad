package dev.daybook;

import static dev.daybook.checks.NullChecks.present;

import dev.daybook.codec.CheckedEmbedder;
import dev.daybook.consolidate.BackgroundConsolidation;
import dev.daybook.data.AuditEntry;
import dev.daybook.data.BacklogStatus;
import dev.daybook.data.ErasureReceipt;
import dev.daybook.data.HealthReport;
import dev.daybook.data.HealthReport.Finding;
import dev.daybook.data.HealthReport.Level;
import dev.daybook.data.Principal;
import dev.daybook.data.RebuildProgress;
import dev.daybook.data.Scope;
import dev.daybook.data.Selection;
import dev.daybook.data.Space;
import dev.daybook.forget.ErasureVerifier;
import dev.daybook.ledger.AuditLog;
import dev.daybook.store.FolderStore;
import dev.daybook.store.PagedReads;
import dev.daybook.store.Store;
import dev.daybook.vectors.VectorWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** A daybook in this process, over one store. */
final class EmbeddedDaybook implements Daybook {

    private final Store store;
    private final DaybookWiring wiring;
    private final AtomicBoolean closed = new AtomicBoolean();

    EmbeddedDaybook(DaybookWiring wiring) {
        this.store = wiring.options().store();
        this.wiring = wiring;
    }

    @Override
    public MemorySpace space(String id) {
        return space(new Space(id));
    }

    private MemorySpace space(Space space) {
        return new EmbeddedMemorySpace(wiring, space, Principal.OWNER);
    }

    @Override
    public Memory user(String id) {
        return space(Space.DEFAULT).user(id);
    }

    @Override
    public Memory anonymous() {
        return space(Space.DEFAULT).anonymous();
    }

    @Override
    public Memory shared() {
        return space(Space.DEFAULT).shared();
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
    public HealthReport check(boolean repair) {
        List<Finding> findings = new ArrayList<>(store.check(repair).findings());
        BacklogStatus status = backlogStatus();
        status.embedderFailure().ifPresent(failure -> findings.add(new Finding(Level.FAIL, "embedder", failure, "")));
        status.retentionPause().ifPresent(pause -> findings.add(new Finding(Level.WARN, "retention", pause, "")));
        return new HealthReport(findings);
    }

    @Override
    public RebuildProgress rebuild(Consumer<RebuildProgress> progress) {
        // The store repairs the rows of its index first, because everything else is read from them.
        store.check(true);
        RebuildProgress rebuildProgress = wiring.rebuilding().run(present("progress", progress));
        wiring.reads().search().dropIndexes();
        return rebuildProgress;
    }

    @Override
    public HealthReport verifyErasure(Duration patience) {
        return new ErasureVerifier(store).run(present("patience", patience));
    }

    @Override
    public Optional<AuditEntry> auditEntry(String operation) {
        return new AuditLog(store).find(present("operation", operation));
    }

    @Override
    public Optional<Path> dataFolder() {
        return store instanceof FolderStore folder ? Optional.of(folder.folder()) : Optional.empty();
    }

    @Override
    public void decryptRecords(Consumer<byte[]> record) {
        present("record", record);
        if (store instanceof FolderStore folder) {
            folder.decrypt(record);
        }
    }

    @Override
    public BacklogStatus backlogStatus() {
        CheckedEmbedder embedder = wiring.options().embedder();
        return new BacklogStatus(
                wiring.vectors().map(VectorWriter::backlog).orElse(BacklogStatus.Backlog.NONE),
                wiring.derived()
                        .background()
                        .map(BackgroundConsolidation::backlog)
                        .orElse(BacklogStatus.Backlog.NONE),
                store instanceof FolderStore folder ? folder.size() : null,
                embedder == null ? null : embedder.failure().orElse(null),
                wiring.retentionPause().orElse(null));
    }

    @Override
    public void backup(Path file) {
        present("file", file);
        if (!(store instanceof FolderStore folder)) {
            throw new IllegalStateException("the store keeps no files of its own; export each scope instead");
        }
        folder.backup(file);
    }

    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            wiring.stop();
            store.close();
        }
    }
}
