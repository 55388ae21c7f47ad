package dev.daybook.internal.embedded;

import dev.daybook.access.Principal;
import dev.daybook.internal.audit.AuditTrail;
import dev.daybook.internal.bank.BankMaintenance;
import dev.daybook.internal.codec.CheckedEmbedder;
import dev.daybook.internal.commit.ScopeLeases;
import dev.daybook.internal.commit.ScopeLocks;
import dev.daybook.internal.consolidate.BackgroundConsolidation;
import dev.daybook.internal.consolidate.Consolidation;
import dev.daybook.internal.consolidate.DailyTokenBudget;
import dev.daybook.internal.consolidate.Derivation;
import dev.daybook.internal.consolidate.DerivationContext;
import dev.daybook.internal.consolidate.FactDerivation;
import dev.daybook.internal.consolidate.GistDerivation;
import dev.daybook.internal.options.DaybookOptions;
import dev.daybook.internal.options.ModelOptions;
import dev.daybook.internal.context.BankBlock;
import dev.daybook.internal.context.ContextAssembler;
import dev.daybook.internal.context.KeptContexts;
import dev.daybook.internal.forget.ExpiredEntries;
import dev.daybook.internal.forget.LeftOutEntries;
import dev.daybook.internal.forget.QuarantineWriter;
import dev.daybook.internal.forget.ScopeEraser;
import dev.daybook.internal.ledger.BankEntries;
import dev.daybook.internal.ledger.BlockLedger;
import dev.daybook.internal.ledger.EntryLedger;
import dev.daybook.internal.ledger.ErasureListeners;
import dev.daybook.internal.ledger.FactLedger;
import dev.daybook.internal.ledger.NoteLedger;
import dev.daybook.internal.ledger.SummaryLedger;
import dev.daybook.internal.notes.CoreDerivation;
import dev.daybook.internal.notes.NoteDerivation;
import dev.daybook.internal.notes.NoteVectors;
import dev.daybook.internal.quarantine.QuarantineFilterStore;
import dev.daybook.internal.recall.CacheEvictingStore;
import dev.daybook.internal.recall.EntryCache;
import dev.daybook.internal.recall.FactSearch;
import dev.daybook.internal.recall.MemorySearch;
import dev.daybook.internal.recall.NoteSearch;
import dev.daybook.internal.recall.PendingVectors;
import dev.daybook.internal.recall.SessionReader;
import dev.daybook.internal.remember.EntryImporter;
import dev.daybook.internal.remember.EpisodeWriter;
import dev.daybook.internal.remember.SessionWriter;
import dev.daybook.internal.remember.WrittenEpisodes;
import dev.daybook.internal.settings.SettingsStates;
import dev.daybook.internal.vectors.IndexRebuild;
import dev.daybook.internal.vectors.VectorWriter;
import dev.daybook.internal.words.AnalyzerParts;
import dev.daybook.local.InMemoryStore;
import dev.daybook.model.EntryRef;
import dev.daybook.model.Scope;
import dev.daybook.outcome.DerivationOutcome;
import dev.daybook.outcome.Event;
import dev.daybook.query.Selection;
import dev.daybook.spi.IdGenerator;
import dev.daybook.store.ScopeHead;
import dev.daybook.store.Store;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The composition root of a daybook in this process: creates the parts over one store, in the order of their
 * dependencies, and hands them out in four groups. Readers and derivations get a view of the store without the entries
 * in quarantine.
 */
final class DaybookWiring {

    private final Store store;
    private final DaybookOptions options;
    private final EventPublisher events;
    private final Store visible;
    private final EntryCache entryCache;
    private final ErasureListeners erasures = new ErasureListeners();
    private final ScopeLocks scopeLocks = new ScopeLocks();
    private final ScopeLeases leases;
    private final @Nullable BacklogSweep sweep;
    private final RetentionSweep retention;
    private final Erasing erasing;
    private final @Nullable VectorWriter vectors;
    private final Writes writes;
    private final Reads reads;
    private final Derived derived;

    /**
     * Wires a daybook, and completes forgets that a crash interrupted.
     *
     * @throws dev.daybook.error.StoreException if that fails; no thread has been started then
     */
    DaybookWiring(Store store, DaybookOptions options) {
        this.store = store;
        this.options = options;
        this.events = new EventPublisher(options.listener());
        Clock clock = options.clock();
        if (store instanceof InMemoryStore bounded) {
            bounded.onEviction(scope -> events.tell(new Event.BlocksEvicted(scope)));
        }
        this.visible = new QuarantineFilterStore(store);
        this.leases = new ScopeLeases(store, clock);
        this.entryCache = new EntryCache(options.reading().entryBytes());
        erasures.add(entryCache::drop);
        erasures.add(scope -> AnalyzerParts.drop());
        AuditTrail audit = new AuditTrail(store);
        SettingsStates settings = new SettingsStates(store, clock, scopeLocks, audit);
        ScopeEraser scopeEraser =
                new ScopeEraser(new CacheEvictingStore(store, erasures), clock, scopeLocks, audit, settings);
        scopeEraser.finishAll();
        // From here on parts have threads of their own, so no step may fail.
        CheckedEmbedder embedder = options.embedder();
        this.vectors = embedder == null ? null : new VectorWriter(store, embedder, clock, scopeLocks);
        EntryLedger ledger = new EntryLedger(visible, clock, scopeLocks, audit);
        this.erasing = new Erasing(scopeEraser, new QuarantineWriter(store, ledger, scopeEraser));
        this.writes = writes(ledger, audit, settings);
        this.reads = reads(ledger);
        this.derived = derived(ledger);
        this.sweep = store.guarantees().isShared() ? new BacklogSweep(store, this::wakeIfBehind) : null;
        this.retention = new RetentionSweep(
                store,
                new ExpiredEntries(store, writes.settings()),
                this::expire,
                new RetentionClock(store, clock, options.clockChecked(), System::nanoTime),
                System::nanoTime);
    }

    /** The write path: one writer for each kind of entry, sessions and settings. */
    record Writes(
            EpisodeWriter episodes,
            EntryImporter imports,
            SessionWriter sessions,
            BlockLedger blocks,
            FactLedger facts,
            SummaryLedger summaries,
            NoteLedger notes,
            SettingsStates settings) {}

    /** The read path: search of entries, facts and notes, turns of a session, contexts, and the check for a missing user id. */
    record Reads(
            MemorySearch search,
            FactSearch facts,
            NoteSearch notes,
            SessionReader sessions,
            ContextAssembler assembler,
            KeptContexts contexts,
            IsolationMonitor isolation) {}

    /** Erasure and quarantine. */
    record Erasing(ScopeEraser eraser, QuarantineWriter quarantine) {}

    /**
     * Derived work: the derivations of a scope, their background thread, the bank of a space, and the account of
     * tokens.
     *
     * @param notesAtOnce whether added texts become notes before the call returns, because no model is needed
     */
    record Derived(
            Consolidation consolidation,
            @Nullable BackgroundConsolidation worker,
            DailyTokenBudget tokenBudget,
            BankMaintenance bank,
            BankEntries bankEntries,
            BankBlock bankBlock,
            boolean notesAtOnce) {

        /** Returns the background thread, or empty if there is no model or background work is off. */
        Optional<BackgroundConsolidation> background() {
            return Optional.ofNullable(worker);
        }
    }

    private Writes writes(EntryLedger ledger, AuditTrail audit, SettingsStates settings) {
        Clock clock = options.clock();
        IdGenerator ids = options.ids();
        CheckedEmbedder embedder = options.embedder();
        EpisodeWriter episodes = new EpisodeWriter(store, clock, ids, embedder, scopeLocks, audit);
        return new Writes(
                episodes,
                new EntryImporter(ledger, episodes, store, embedder),
                new SessionWriter(store, clock, scopeLocks, audit),
                new BlockLedger(ledger),
                new FactLedger(ledger, ids, visible, embedder),
                new SummaryLedger(ledger, ids, options.counter()),
                new NoteLedger(ledger, ids),
                settings);
    }

    private Reads reads(EntryLedger ledger) {
        MemorySearch memorySearch = search(visible, entryCache);
        erasures.add(memorySearch::forget);
        SessionReader sessionReader = new SessionReader(visible, memorySearch);
        NoteSearch.VectorCoverage coverage = (scope, revision) -> vectors()
                .map(writer -> writer.await(scope, revision, Duration.ZERO))
                .orElse(true);
        return new Reads(
                memorySearch,
                new FactSearch(memorySearch, writes.facts()),
                new NoteSearch(visible, memorySearch, coverage),
                sessionReader,
                assembler(memorySearch, sessionReader, ledger),
                new KeptContexts(store, ledger),
                new IsolationMonitor(store, options.isolation(), events));
    }

    private MemorySearch search(Store store, EntryCache cache) {
        PendingVectors behind = (scope, revision, timeout) -> vectors()
                .map(writer -> writer.awaitSettled(scope, revision, timeout))
                .orElse(true);
        return new MemorySearch(
                store,
                options.embedder(),
                options.previousEmbedder(),
                behind,
                options.reading(),
                cache,
                space -> writes.settings().of(space).lowTrust(),
                options.clock());
    }

    private ContextAssembler assembler(MemorySearch search, SessionReader sessions, EntryLedger ledger) {
        return new ContextAssembler(
                search,
                sessions,
                new BlockLedger(ledger),
                new BankEntries(ledger),
                writes.settings(),
                options.counter(),
                options.clock());
    }

    /** The read path of one call, over a scope without some entries; its index and caches live no longer. */
    record HypotheticalReads(List<EntryRef> leftOut, MemorySearch search, ContextAssembler assembler) {}

    /**
     * Returns the read path over a scope as if the selected entries, and those derived from them, had never been written.
     *
     * @param asOf the time as of which it is read; null: now
     */
    HypotheticalReads readsWithout(Scope scope, List<Selection> selections, @Nullable Instant asOf) {
        LeftOutEntries leftOut = LeftOutEntries.of(visible, clock(), scope, selections, asOf);
        Store store = leftOut.store();
        MemorySearch search = search(store, new EntryCache(options.reading().entryBytes()));
        EntryLedger ledger = new EntryLedger(store, clock(), scopeLocks, new AuditTrail(store));
        return new HypotheticalReads(
                leftOut.entries(), search, assembler(search, new SessionReader(store, search), ledger));
    }

    private Derived derived(EntryLedger ledger) {
        ModelOptions models = options.models();
        DailyTokenBudget dailyTokenBudget = new DailyTokenBudget(store, ledger, writes.settings());
        DerivationContext context = DerivationContext.of(
                visible,
                erasures,
                ledger,
                writes.facts(),
                options.ids(),
                options.counter(),
                dailyTokenBudget,
                leases,
                models);
        Consolidation consolidation = Consolidation.of(context, derivations(context), this::publish, models);
        BankMaintenance bank =
                new BankMaintenance(context, models, outcome -> events.tell(new Event.Derived(outcome)));
        return new Derived(
                consolidation,
                models.background() && models.model() != null
                        ? new BackgroundConsolidation(store, consolidation)
                        : null,
                dailyTokenBudget,
                bank,
                new BankEntries(ledger),
                new BankBlock(options.counter()),
                models.background() && models.model() == null);
    }

    private List<Derivation> derivations(DerivationContext context) {
        NoteVectors vectorsOfNotes = new NoteVectors(visible, options.embedder(), erasures);
        return List.of(
                new FactDerivation(context),
                new GistDerivation(context, writes.summaries()),
                new NoteDerivation(context, writes.notes(), vectorsOfNotes, options.embedder(), options.notes()),
                new CoreDerivation(context, writes.blocks(), writes.notes(), vectorsOfNotes, options.notes()));
    }

    /** Makes derived entries searchable by their vectors, and tells the listener. */
    private void publish(DerivationOutcome outcome) {
        reads.isolation().wrote(outcome.scope());
        if (outcome.operation() != null) {
            vectors().ifPresent(writer -> writer.wake(outcome.scope()));
        }
        events.tell(new Event.Derived(outcome));
    }

    Store store() {
        return store;
    }

    DaybookOptions options() {
        return options;
    }

    /** Returns the store without the entries in quarantine. */
    Store visible() {
        return visible;
    }

    Clock clock() {
        return options.clock();
    }

    EventPublisher events() {
        return events;
    }

    /** Returns the background thread that computes vectors, or empty if there is no embedder. */
    Optional<VectorWriter> vectors() {
        return Optional.ofNullable(vectors);
    }

    Writes writes() {
        return writes;
    }

    Reads reads() {
        return reads;
    }

    Erasing erasing() {
        return erasing;
    }

    Derived derived() {
        return derived;
    }

    IndexRebuild rebuilding() {
        return new IndexRebuild(store, options.embedder(), scopeLocks, options.clock());
    }

    /** Wakes the background threads. Call it after every write to a scope. */
    void written(Scope scope) {
        vectors().ifPresent(writer -> writer.wake(scope));
        wakeDerivations(scope);
    }

    /** Wakes the background threads that have work: episodes that came with their vectors need none. */
    void written(Scope scope, WrittenEpisodes written) {
        vectors().ifPresent(writer -> {
            if (written.embedded()) {
                writer.embedded(scope, written.after(), written.upTo());
            } else {
                writer.wake(scope);
            }
        });
        wakeDerivations(scope);
    }

    private void wakeDerivations(Scope scope) {
        reads.isolation().wrote(scope);
        derived.background().ifPresent(worker -> worker.wake(scope));
    }

    private void wakeIfBehind(ScopeHead found) {
        long revision = found.head().revision();
        vectors().ifPresent(writer -> writer.wakeIfBehind(found.scope(), revision));
        derived.background().ifPresent(worker -> worker.wakeIfBehind(found.scope(), revision));
    }

    /** Returns the round over the scopes of a shared store, or empty if no other process writes. */
    Optional<BacklogSweep> sweep() {
        return Optional.ofNullable(sweep);
    }

    /** Returns why retention periods are not applied; empty if they are, or if none is over. */
    Optional<String> retentionPause() {
        return retention.pause();
    }

    private void expire(Scope scope, Selection selection) {
        new ScopeAccess(this, scope, Principal.OWNER).forgetExpired(selection);
    }

    /** Stops the background threads. */
    void stop() {
        retention.close();
        sweep().ifPresent(BacklogSweep::close);
        derived.background().ifPresent(BackgroundConsolidation::close);
        vectors().ifPresent(VectorWriter::close);
        Stream.of(options.embedder(), options.previousEmbedder())
                .filter(Objects::nonNull)
                .forEach(CheckedEmbedder::close);
        leases.close();
    }
}
