package dev.daybook;

import dev.daybook.codec.CheckedEmbedder;
import dev.daybook.consolidate.Allowance;
import dev.daybook.consolidate.Background;
import dev.daybook.consolidate.BankWork;
import dev.daybook.consolidate.Consolidation;
import dev.daybook.consolidate.ModelOptions;
import dev.daybook.context.Assembler;
import dev.daybook.context.BankBlock;
import dev.daybook.data.Event;
import dev.daybook.data.Isolation;
import dev.daybook.data.NoteOptions;
import dev.daybook.data.Outcome;
import dev.daybook.data.Scope;
import dev.daybook.forget.Forgetter;
import dev.daybook.forget.Quarantiner;
import dev.daybook.local.InMemoryStore;
import dev.daybook.recall.Conversation;
import dev.daybook.recall.ReadOptions;
import dev.daybook.recall.Recaller;
import dev.daybook.recall.VectorsBehind;
import dev.daybook.remember.AuditTrail;
import dev.daybook.remember.BankEntries;
import dev.daybook.remember.BlockWriter;
import dev.daybook.remember.FactWriter;
import dev.daybook.remember.KeptContexts;
import dev.daybook.remember.Ledger;
import dev.daybook.remember.NoteWriter;
import dev.daybook.remember.OutsideQuarantine;
import dev.daybook.remember.Rebuilding;
import dev.daybook.remember.Recorder;
import dev.daybook.remember.SessionNamer;
import dev.daybook.remember.SettingsStates;
import dev.daybook.remember.SummaryWriter;
import dev.daybook.remember.Transcriber;
import dev.daybook.remember.Turns;
import dev.daybook.remember.VectorWriter;
import dev.daybook.spi.IdSource;
import dev.daybook.spi.Store;
import dev.daybook.spi.TokenCounter;
import java.time.Clock;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The composition root of a daybook in this process: creates the parts over one store, in the order of their
 * dependencies, and hands them out in four groups. Readers and derivations get a view of the store without the entries
 * in quarantine.
 */
final class Wiring {

    private final Options options;
    private final Store visible;
    private final Turns turns = new Turns();
    private final Erasing erasing;
    private final @Nullable VectorWriter vectors;
    private final Writes writes;
    private final Reads reads;
    private final Derived derived;

    /**
     * Wires a daybook, and completes forgets that a crash interrupted.
     *
     * @throws dev.daybook.data.StoreException if that fails; no thread has been started then
     */
    Wiring(Options options) {
        this.options = options;
        Store store = options.store();
        Clock clock = options.clock();
        if (store instanceof InMemoryStore bounded) {
            bounded.onEviction(scope -> options.events().tell(new Event.BlocksEvicted(scope)));
        }
        this.visible = new OutsideQuarantine(store);
        AuditTrail audit = new AuditTrail(store);
        Forgetter forgetter = new Forgetter(store, clock, turns, audit);
        forgetter.finishAll();
        // From here on parts have threads of their own, so no step may fail.
        CheckedEmbedder embedder = options.embedder();
        this.vectors = embedder == null ? null : new VectorWriter(store, embedder, clock, turns);
        Ledger ledger = new Ledger(visible, clock, turns, audit);
        this.erasing = new Erasing(forgetter, new Quarantiner(store, ledger, forgetter));
        this.writes = writes(ledger, audit);
        this.reads = reads(ledger);
        this.derived = derived(ledger);
    }

    /** The parts and settings that a builder was given. */
    record Options(
            Store store,
            @Nullable CheckedEmbedder embedder,
            @Nullable CheckedEmbedder previousEmbedder,
            TokenCounter counter,
            Clock clock,
            IdSource ids,
            ReadOptions reading,
            Isolation isolation,
            Events events,
            ModelOptions models,
            NoteOptions notes) {}

    /** The write path: one writer for each kind of entry, sessions and settings. */
    record Writes(
            Recorder episodes,
            Transcriber imports,
            SessionNamer sessions,
            BlockWriter blocks,
            FactWriter facts,
            SummaryWriter summaries,
            NoteWriter notes,
            SettingsStates settings) {}

    /** The read path: search, turns of a session, contexts, and the check for a missing user id. */
    record Reads(
            Recaller recaller,
            Conversation conversation,
            Assembler assembler,
            KeptContexts contexts,
            IsolationWatch isolation) {}

    /** Erasure and quarantine. */
    record Erasing(Forgetter forgetter, Quarantiner quarantiner) {}

    /**
     * Derived work: the derivations of a scope, their background thread, the bank of a space, and the account of
     * tokens.
     *
     * @param notesAtOnce whether added texts become notes before the call returns, because no model is needed
     */
    record Derived(
            Consolidation consolidation,
            @Nullable Background worker,
            Allowance allowance,
            BankWork bank,
            BankEntries bankEntries,
            BankBlock bankBlock,
            boolean notesAtOnce) {

        /** Returns the background thread, or empty if there is no model or background work is off. */
        Optional<Background> background() {
            return Optional.ofNullable(worker);
        }
    }

    private Writes writes(Ledger ledger, AuditTrail audit) {
        Store store = options.store();
        Clock clock = options.clock();
        IdSource ids = options.ids();
        CheckedEmbedder embedder = options.embedder();
        Recorder episodes = new Recorder(store, clock, ids, embedder, turns, audit);
        return new Writes(
                episodes,
                new Transcriber(ledger, episodes, store, embedder),
                new SessionNamer(store, clock, turns, audit),
                new BlockWriter(ledger),
                new FactWriter(ledger, ids, visible, embedder),
                new SummaryWriter(ledger, ids, options.counter()),
                new NoteWriter(ledger, ids),
                new SettingsStates(store, clock, audit));
    }

    private Reads reads(Ledger ledger) {
        Conversation conversation = new Conversation(visible);
        VectorsBehind behind = (scope, revision, timeout) -> vectors()
                .map(writer -> writer.awaitSettled(scope, revision, timeout))
                .orElse(true);
        Recaller recaller =
                new Recaller(visible, options.embedder(), options.previousEmbedder(), behind, options.reading());
        Assembler assembler = new Assembler(
                recaller,
                conversation,
                writes.blocks(),
                new BankEntries(ledger),
                writes.settings(),
                options.counter(),
                options.clock());
        return new Reads(
                recaller,
                conversation,
                assembler,
                new KeptContexts(options.store(), ledger),
                new IsolationWatch(options.store(), options.isolation(), options.events()));
    }

    private Derived derived(Ledger ledger) {
        ModelOptions models = options.models();
        Allowance allowance = new Allowance(options.store(), ledger, writes.settings());
        Consolidation consolidation = Consolidation.of(
                visible,
                ledger,
                new Consolidation.Writers(writes.facts(), writes.summaries(), writes.notes(), writes.blocks()),
                options.ids(),
                options.counter(),
                allowance,
                options.embedder(),
                models,
                options.notes(),
                this::publish);
        BankWork bank = new BankWork(
                visible,
                ledger,
                writes.facts(),
                options.ids(),
                options.counter(),
                allowance,
                models,
                outcome -> options.events().tell(new Event.Derived(outcome)));
        return new Derived(
                consolidation,
                models.background() && models.model() != null ? new Background(options.store(), consolidation) : null,
                allowance,
                bank,
                new BankEntries(ledger),
                new BankBlock(options.counter()),
                models.background() && models.model() == null);
    }

    /** Makes derived entries searchable by their vectors, and tells the listener. */
    private void publish(Outcome outcome) {
        reads.isolation().wrote(outcome.scope());
        if (outcome.operation() != null) {
            vectors().ifPresent(writer -> writer.wake(outcome.scope()));
        }
        options.events().tell(new Event.Derived(outcome));
    }

    Options options() {
        return options;
    }

    /** Returns the store without the entries in quarantine. */
    Store visible() {
        return visible;
    }

    Clock clock() {
        return options.clock();
    }

    Events events() {
        return options.events();
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

    Rebuilding rebuilding() {
        return new Rebuilding(options.store(), options.embedder(), turns, options.clock());
    }

    /** Wakes the background threads. Call it after every write to a scope. */
    void written(Scope scope) {
        reads.isolation().wrote(scope);
        vectors().ifPresent(writer -> writer.wake(scope));
        derived.background().ifPresent(worker -> worker.wake(scope));
    }

    /** Stops the background threads. */
    void stop() {
        derived.background().ifPresent(Background::close);
        vectors().ifPresent(VectorWriter::close);
    }
}
