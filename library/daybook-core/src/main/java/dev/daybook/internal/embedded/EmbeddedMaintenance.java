package dev.daybook.internal.embedded;

import static dev.daybook.internal.checks.NullChecks.present;

import dev.daybook.Maintenance;
import dev.daybook.internal.audit.AuditLog;
import dev.daybook.internal.codec.CheckedEmbedder;
import dev.daybook.internal.forget.ErasureVerifier;
import dev.daybook.internal.inference.WatchedModel;
import dev.daybook.internal.recall.MemorySearch;
import dev.daybook.internal.settings.AccessChanges;
import dev.daybook.internal.sweep.RetentionSweep;
import dev.daybook.internal.vectors.IndexRebuild;
import dev.daybook.model.Scope;
import dev.daybook.model.Space;
import dev.daybook.outcome.AuditEntry;
import dev.daybook.outcome.BacklogStatus;
import dev.daybook.outcome.HealthReport;
import dev.daybook.outcome.HealthReport.Finding;
import dev.daybook.outcome.HealthReport.Level;
import dev.daybook.outcome.RebuildProgress;
import dev.daybook.store.FolderStore;
import dev.daybook.store.Store;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The maintenance of the store of a daybook in this process. */
final class EmbeddedMaintenance implements Maintenance {

    private final Store store;
    private final IndexRebuild indexRebuild;
    private final MemorySearch search;
    private final BackgroundWork background;
    private final RetentionSweep retention;
    private final AccessChanges accessChanges;
    private final @Nullable CheckedEmbedder embedder;
    private final @Nullable WatchedModel model;

    EmbeddedMaintenance(
            Store store,
            IndexRebuild indexRebuild,
            MemorySearch search,
            BackgroundWork background,
            RetentionSweep retention,
            AccessChanges accessChanges,
            @Nullable CheckedEmbedder embedder,
            @Nullable WatchedModel model) {
        this.store = store;
        this.indexRebuild = indexRebuild;
        this.search = search;
        this.background = background;
        this.retention = retention;
        this.accessChanges = accessChanges;
        this.embedder = embedder;
        this.model = model;
    }

    @Override
    public HealthReport check(boolean repair) {
        List<Finding> findings = new ArrayList<>(store.check(repair).findings());
        BacklogStatus status = backlogStatus();
        status.embedderFailure().ifPresent(failure -> findings.add(new Finding(Level.FAIL, "embedder", failure, "")));
        status.derivationFailure()
                .ifPresent(failure ->
                        findings.add(new Finding(Level.WARN, "model", failure.state() + ": " + failure.cause(), "")));
        status.retentionPause().ifPresent(pause -> findings.add(new Finding(Level.WARN, "retention", pause, "")));
        return new HealthReport(findings);
    }

    @Override
    public RebuildProgress rebuild(Consumer<RebuildProgress> progress) {
        // The store repairs the rows of its index first, because everything else is read from them.
        store.check(true);
        RebuildProgress rebuildProgress = indexRebuild.run(present("progress", progress));
        search.dropIndexes();
        return rebuildProgress;
    }

    @Override
    public HealthReport verifyErasure(Duration patience) {
        return new ErasureVerifier(store).run(present("patience", patience));
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
        return new BacklogStatus(
                background.vectorBacklog(),
                background.derivationBacklog(),
                store instanceof FolderStore folder ? folder.size() : null,
                embedder == null ? null : embedder.failure().orElse(null),
                model == null ? null : model.failure().orElse(null),
                retention.pause().orElse(null));
    }

    @Override
    public String recordAccessChange(Space space, String action, String caller) {
        return accessChanges.record(present("space", space), present("action", action), present("caller", caller));
    }

    @Override
    public Map<Scope, AuditEntry> auditEntries(String operation, Collection<Scope> named) {
        return new AuditLog(store).parts(present("operation", operation), present("named", named));
    }

    @Override
    public void backup(Path file) {
        present("file", file);
        if (!(store instanceof FolderStore folder)) {
            throw new IllegalStateException("the store keeps no files of its own; export each scope instead");
        }
        folder.backup(file);
    }
}
