package dev.daybook.internal.embedded;

import dev.daybook.LocalDaybook;
import dev.daybook.Memory;
import dev.daybook.MemorySpace;
import dev.daybook.Session;
import dev.daybook.access.Principal;
import dev.daybook.internal.audit.AuditLog;
import dev.daybook.internal.audit.AuditTrail;
import dev.daybook.internal.bank.BankMaintenance;
import dev.daybook.internal.codec.CheckedEmbedder;
import dev.daybook.internal.commit.AuditedCommit;
import dev.daybook.internal.commit.ScopeLeases;
import dev.daybook.internal.commit.ScopeLocks;
import dev.daybook.internal.consolidate.BackgroundConsolidation;
import dev.daybook.internal.consolidate.Consolidation;
import dev.daybook.internal.consolidate.DailyTokenBudget;
import dev.daybook.internal.consolidate.Derivation;
import dev.daybook.internal.consolidate.DerivationContext;
import dev.daybook.internal.consolidate.GistDerivation;
import dev.daybook.internal.context.BankBlock;
import dev.daybook.internal.context.KeptContexts;
import dev.daybook.internal.entries.CacheEvictingStore;
import dev.daybook.internal.entries.EntryCache;
import dev.daybook.internal.expiry.EndFilterStore;
import dev.daybook.internal.expiry.EndMarkingStore;
import dev.daybook.internal.feed.ChangeFeed;
import dev.daybook.internal.forget.ExpiredEntries;
import dev.daybook.internal.forget.QuarantineWriter;
import dev.daybook.internal.forget.ScopeEraser;
import dev.daybook.internal.inference.WatchedModel;
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
import dev.daybook.internal.observe.CallWatch;
import dev.daybook.internal.options.DaybookOptions;
import dev.daybook.internal.options.ModelOptions;
import dev.daybook.internal.quarantine.QuarantineFilterStore;
import dev.daybook.internal.recall.FactSearch;
import dev.daybook.internal.recall.NoteSearch;
import dev.daybook.internal.recall.PendingVectors;
import dev.daybook.internal.remember.EntryImporter;
import dev.daybook.internal.remember.EpisodeWriter;
import dev.daybook.internal.remember.ProposalWriter;
import dev.daybook.internal.remember.SessionWriter;
import dev.daybook.internal.scopes.ReadScopes;
import dev.daybook.internal.settings.AccessChanges;
import dev.daybook.internal.settings.SettingsStates;
import dev.daybook.internal.statements.FactAssessor;
import dev.daybook.internal.statements.FactDerivation;
import dev.daybook.internal.store.BudgetedStore;
import dev.daybook.internal.sweep.BacklogSweep;
import dev.daybook.internal.sweep.RetentionClock;
import dev.daybook.internal.sweep.RetentionSweep;
import dev.daybook.internal.vectors.IndexRebuild;
import dev.daybook.internal.vectors.VectorWriter;
import dev.daybook.internal.words.AnalyzerParts;
import dev.daybook.model.Scope;
import dev.daybook.model.Space;
import dev.daybook.outcome.DerivationOutcome;
import dev.daybook.outcome.Event;
import dev.daybook.store.EntryKey;
import dev.daybook.store.Store;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The composition root of a daybook in this process: creates the parts over one store, in the order of their
 * dependencies, and hands each handle those that it uses. Readers and derivations get a view of the store without the
 * entries in quarantine and those that have ended.
 */
final class DaybookWiring {

    private final Store unlimited;
    private final Store store;
    private final DaybookOptions options;
    private final Clock clock;
    private final CallWatch watch;
    private final EventPublisher events;
    private final IsolationMonitor isolation;
    private final EndFilterStore visible;
    private final EntryCache entryCache;
    private final ErasureListeners caches = new ErasureListeners();
    private final ScopeLocks scopeLocks = new ScopeLocks();
    private final ScopeLeases leases;
    final SettingsStates settings;
    private final AccessChanges accessChanges;
    private final ScopeEraser eraser;
    private final @Nullable VectorWriter vectors;

    private final EntryLedger ledger;
    private final BlockLedger blocks;
    private final FactLedger facts;
    private final SummaryLedger summaries;
    private final NoteLedger notes;
    private final BankEntries bankEntries;
    private final SessionWriter sessionWriter;
    final EpisodeWriter episodes;

    private final ProposalWriter proposals;
    private final ReadPath.Factory paths;
    private final ReadPath reads;
    private final FactSearch factSearch;
    private final FactAssessor factAssessor;
    private final NoteSearch noteSearch;
    private final AuditLog auditLog;

    private final @Nullable WatchedModel model;
    private final DailyTokenBudget tokenBudget;
    private final BankMaintenance bank;
    private final BankBlock bankBlock;
    final Consolidation consolidation;
    final BackgroundWork background;

    private final WritePath writes;
    private final ContextPath contexts;
    final ErasurePath erasures;
    private final QuarantineWriter quarantines;

    final @Nullable BacklogSweep sweep;
    private final RetentionSweep retention;

    /**
     * Wires a daybook, and completes forgets that a crash interrupted.
     *
     * @throws dev.daybook.error.StoreException if that fails; no thread has been started then
     */
    DaybookWiring(Store unlimited, DaybookOptions options) {
        this.unlimited = unlimited;
        this.store = new BudgetedStore(new EndMarkingStore(unlimited));
        this.options = options;
        this.clock = options.clock();
        this.watch = new CallWatch(options.observer());
        this.events = new EventPublisher(options.listener());
        this.isolation = new IsolationMonitor(store, options.isolation(), events);
        this.visible = new EndFilterStore(new QuarantineFilterStore(store), clock);
        this.leases = new ScopeLeases(store, clock);
        this.entryCache = new EntryCache(options.reading().entryBytes());
        store.onEviction(scope -> events.tell(new Event.BlocksEvicted(scope)));
        caches.add(entryCache::drop);
        caches.add(scope -> AnalyzerParts.drop());
        AuditTrail audit = new AuditTrail(store);
        this.settings = new SettingsStates(store, clock, scopeLocks, audit);
        this.accessChanges = new AccessChanges(new AuditedCommit(store, clock, scopeLocks, audit), clock);
        this.eraser = new ScopeEraser(new CacheEvictingStore(store, caches), clock, scopeLocks, audit, settings);
        eraser.finishAll();
        // From here on parts have threads of their own, so no step may fail.
        this.vectors = options.embedder() == null
                ? null
                : new VectorWriter(new EndFilterStore(store, clock), options.embedder(), clock, scopeLocks);

        this.ledger = new EntryLedger(visible, clock, scopeLocks, audit, this::forgetEnded);
        this.blocks = new BlockLedger(ledger);
        this.facts = new FactLedger(ledger, options.ids(), visible, options.embedder());
        this.summaries = new SummaryLedger(ledger, options.ids(), options.counter());
        this.notes = new NoteLedger(ledger, options.ids());
        this.bankEntries = new BankEntries(ledger);
        this.sessionWriter = new SessionWriter(store, clock, scopeLocks, audit);
        this.episodes = new EpisodeWriter(
                store,
                clock,
                options.ids(),
                options.embedder(),
                vectors == null ? scope -> OptionalLong.empty() : vectors::unmarked,
                scopeLocks,
                audit,
                this::forgetEnded);

        this.proposals =
                new ProposalWriter(store, clock, options.ids(), episodes, scopeLocks, audit, this::forgetEnded);

        this.paths = new ReadPath.Factory(options, settings, pendingVectors());
        this.reads = paths.over(visible, entryCache, ledger);
        caches.add(reads.search()::forget);
        this.factSearch = new FactSearch(reads.search(), facts);
        this.factAssessor = new FactAssessor(facts);
        this.noteSearch = new NoteSearch(
                visible,
                reads.search(),
                (scope, revision) -> vectors == null || vectors.await(scope, revision, Duration.ZERO));
        this.auditLog = new AuditLog(visible);

        this.model = options.models().model() == null
                ? null
                : new WatchedModel(options.models().model(), clock);
        ModelOptions models =
                model == null ? options.models() : options.models().model(model);
        this.tokenBudget = new DailyTokenBudget(store, ledger, settings);
        DerivationContext derivation = DerivationContext.of(
                visible,
                caches,
                ledger,
                facts,
                options.ids(),
                options.counter(),
                models.groundingWith(options.embedder()),
                tokenBudget,
                leases,
                models,
                watch);
        this.consolidation = Consolidation.of(derivation, derivations(derivation), this::publish, models);
        this.bank = new BankMaintenance(derivation, models, outcome -> events.tell(new Event.Derived(outcome)));
        this.bankBlock = new BankBlock(options.counter());
        this.background = new BackgroundWork(isolation, vectors, backgroundConsolidation());

        this.writes = new WritePath(
                episodes,
                new EntryImporter(ledger, facts, episodes, store, options.embedder()),
                background,
                events,
                watch);
        this.contexts = new ContextPath(reads.assembler(), new KeptContexts(store, ledger), watch);
        this.erasures = new ErasurePath(eraser, background, events, watch);
        this.quarantines = new QuarantineWriter(store, ledger, facts, eraser);

        boolean derivesByRules = options.models().background() && model == null;
        this.sweep = store.guarantees().isShared() || derivesByRules
                ? new BacklogSweep(store, background::wakeIfBehind)
                : null;
        this.retention = new RetentionSweep(
                store,
                new ExpiredEntries(store, settings),
                erasures::forgetExpired,
                erasures::forgetEnded,
                new RetentionClock(store, clock, options.clockChecked(), System::nanoTime),
                System::nanoTime);
    }

    /** Called by writes, when all parts are there. */
    private void forgetEnded(Scope scope, List<EntryKey> keys) {
        erasures.forgetEnded(scope, keys);
    }

    private List<Derivation> derivations(DerivationContext context) {
        NoteVectors vectorsOfNotes = new NoteVectors(visible, options.embedder(), caches);
        return List.of(
                new FactDerivation(context),
                new GistDerivation(context, summaries),
                new NoteDerivation(context, notes, vectorsOfNotes, options.embedder(), options.notes()),
                new CoreDerivation(context, blocks, notes, vectorsOfNotes, options.notes()));
    }

    private @Nullable BackgroundConsolidation backgroundConsolidation() {
        ModelOptions models = options.models();
        return models.background() ? new BackgroundConsolidation(store, consolidation, models) : null;
    }

    private PendingVectors pendingVectors() {
        return (scope, revision, timeout) -> vectors == null || vectors.awaitSettled(scope, revision, timeout);
    }

    /** Makes derived entries searchable by their vectors, and tells the listener. */
    private void publish(DerivationOutcome outcome) {
        isolation.wrote(outcome.scope());
        if (outcome.operation() != null && vectors != null) {
            vectors.wake(outcome.scope());
        }
        events.tell(new Event.Derived(outcome));
    }

    LocalDaybook daybook() {
        EmbeddedMaintenance maintenance = new EmbeddedMaintenance(
                unlimited,
                new IndexRebuild(new EndFilterStore(store, clock), options.embedder(), scopeLocks, clock),
                reads.search(),
                background,
                retention,
                accessChanges,
                options.embedder(),
                model);
        return new EmbeddedDaybook(store, this::space, maintenance, this::stop);
    }

    private MemorySpace space(Space space, Principal principal) {
        ScopeAccess shared = access(ReadScopes.of(new Scope.Shared(space)), principal);
        return new EmbeddedMemorySpace(
                space,
                shared.rules(),
                scope -> memory(access(ReadScopes.of(scope), principal)),
                new EmbeddedBank(shared, settings, bank, bankEntries, bankBlock, eraser, background),
                visible,
                settings,
                tokenBudget);
    }

    private ScopeAccess access(ReadScopes scopes, Principal principal) {
        return new ScopeAccess(settings, isolation, scopes, principal);
    }

    private Memory memory(ScopeAccess access) {
        Scope scope = access.scope();
        SessionList sessions = new SessionList(scope, reads.search().sessionIndex(), visible, sessionWriter, clock);
        ScopeInventory inventory = new ScopeInventory(scope, visible, blocks, facts, sessions);
        return new EmbeddedMemory(
                access,
                handles(access, sessions, inventory),
                inventory,
                reads.search(),
                writes,
                erasures,
                consolidation,
                watch);
    }

    private ScopeHandles handles(ScopeAccess access, SessionList sessions, ScopeInventory inventory) {
        ModelOptions models = options.models();
        EmbeddedQuarantine quarantine = new EmbeddedQuarantine(access, quarantines, proposals, background, events);
        return new ScopeHandles(
                scopes -> memory(access(scopes, access.principal())),
                id -> session(access, id, sessions),
                new EmbeddedBlocks(access, blocks),
                new EmbeddedFacts(access, facts, factSearch, factAssessor, episodes, writes, erasures),
                new EmbeddedNotes(
                        access,
                        notes,
                        noteSearch,
                        writes,
                        consolidation,
                        models.background() && models.model() == null),
                new EmbeddedArchive(access, inventory, sessions, summaries, writes, new ChangeFeed(visible)),
                new EmbeddedOperations(access, quarantine, eraser, consolidation, background, auditLog, contexts),
                quarantine,
                leftOut -> new EmbeddedWhatIf(access, visible, reads, paths, clock, leftOut));
    }

    private Session session(ScopeAccess access, String id, SessionList sessions) {
        return new EmbeddedSession(access, id, writes, contexts, reads.sessions(), sessions, summaries, consolidation);
    }

    /** Stops the background threads. */
    void stop() {
        if (model != null) {
            model.close();
        }
        retention.close();
        if (sweep != null) {
            sweep.close();
        }
        background.close();
        Stream.of(options.embedder(), options.previousEmbedder())
                .filter(Objects::nonNull)
                .forEach(CheckedEmbedder::close);
        leases.close();
    }
}
