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
import dev.daybook.data.Principal;
import dev.daybook.data.Rebuilt;
import dev.daybook.data.Recorded;
import dev.daybook.data.Scope;
import dev.daybook.data.Settings;
import dev.daybook.data.Space;
import dev.daybook.data.Usage;
import dev.daybook.data.Vitals;
import dev.daybook.forget.ErasureCheck;
import dev.daybook.forget.Forgetter;
import dev.daybook.forget.Quarantiner;
import dev.daybook.local.InMemoryStore;
import dev.daybook.recall.Conversation;
import dev.daybook.recall.ReadOptions;
import dev.daybook.recall.Recaller;
import dev.daybook.recall.VectorsBehind;
import dev.daybook.remember.AuditLog;
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
import dev.daybook.spi.FolderStore;
import dev.daybook.spi.Health;
import dev.daybook.spi.Health.Finding;
import dev.daybook.spi.Health.Level;
import dev.daybook.spi.IdSource;
import dev.daybook.spi.Pages;
import dev.daybook.spi.Store;
import dev.daybook.spi.TokenCounter;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A daybook in this process: wires the paths to one store. */
final class EmbeddedDaybook implements Daybook {

    private final Store store;
    private final @Nullable CheckedEmbedder embedder;
    private final Parts parts;
    private final Rebuilding rebuilding;
    private final Scopes defaultSpace;
    private final AtomicBoolean closed = new AtomicBoolean();

    EmbeddedDaybook(
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
            NoteOptions noteOptions) {
        this.store = store;
        this.embedder = embedder;
        if (store instanceof InMemoryStore bounded) {
            bounded.onEviction(scope -> events.tell(new Event.BlocksEvicted(scope)));
        }
        // Whoever reads or derives sees nothing of what lies in quarantine.
        Store outside = new OutsideQuarantine(store);
        Turns turns = new Turns();
        AuditTrail audit = new AuditTrail(store);
        // What may fail comes before what has a thread of its own.
        Forgetter forgetter = new Forgetter(store, clock, turns, audit);
        forgetter.finishAll();
        SettingsStates settings = new SettingsStates(store, clock, audit);
        Optional<VectorWriter> vectors =
                embedder == null ? Optional.empty() : Optional.of(new VectorWriter(store, embedder, clock, turns));
        VectorsBehind behind =
                (scope, revision, timeout) -> vectors.map(writer -> writer.awaitSettled(scope, revision, timeout))
                        .orElse(true);
        Recaller recaller = new Recaller(outside, embedder, previousEmbedder, behind, reading);
        Conversation conversation = new Conversation(outside);
        Ledger ledger = new Ledger(outside, clock, turns, audit);
        BlockWriter blocks = new BlockWriter(ledger);
        FactWriter facts = new FactWriter(ledger, ids, outside, embedder);
        Recorder recorder = new Recorder(store, clock, ids, embedder, turns, audit);
        SummaryWriter summaries = new SummaryWriter(ledger, ids, counter);
        IsolationWatch isolationWatch = new IsolationWatch(store, isolation, events);
        NoteWriter notes = new NoteWriter(ledger, ids);
        Allowance allowance = new Allowance(store, ledger, settings);
        Consolidation consolidation = Consolidation.of(
                outside,
                ledger,
                new Consolidation.Writers(facts, summaries, notes, blocks),
                ids,
                counter,
                allowance,
                embedder,
                models,
                noteOptions,
                outcome -> {
                    isolationWatch.wrote(outcome.scope());
                    if (outcome.operation() != null) {
                        // What was derived is to be found by meaning, too.
                        vectors.ifPresent(writer -> writer.wake(outcome.scope()));
                    }
                    events.tell(new Event.Derived(outcome));
                });
        Optional<Background> background = models.background() && models.model() != null
                ? Optional.of(new Background(store, consolidation))
                : Optional.empty();
        BankEntries bankEntries = new BankEntries(ledger);
        this.parts = new Parts(
                outside,
                clock,
                recorder,
                vectors,
                recaller,
                conversation,
                new Assembler(recaller, conversation, blocks, bankEntries, settings, counter, clock),
                new KeptContexts(store, ledger),
                new SessionNamer(store, clock, turns, audit),
                blocks,
                facts,
                summaries,
                notes,
                models.background() && models.model() == null,
                forgetter,
                new Quarantiner(store, ledger, forgetter),
                new Transcriber(ledger, recorder, store, embedder),
                settings,
                allowance,
                isolationWatch,
                consolidation,
                background,
                new BankParts(
                        new BankWork(
                                outside,
                                ledger,
                                facts,
                                ids,
                                counter,
                                allowance,
                                models,
                                outcome -> events.tell(new Event.Derived(outcome))),
                        bankEntries,
                        new BankBlock(counter)),
                events);
        this.rebuilding = new Rebuilding(store, embedder, turns, clock);
        this.defaultSpace = new EmbeddedScopes(parts, Space.DEFAULT, Principal.OWNER);
    }

    /**
     * What the handles of scopes share.
     *
     * @param notesAtOnce whether what is added becomes notes before the call returns, as no model has to be asked
     */
    record Parts(
            Store store,
            Clock clock,
            Recorder recorder,
            Optional<VectorWriter> vectors,
            Recaller recaller,
            Conversation conversation,
            Assembler assembler,
            KeptContexts contexts,
            SessionNamer sessions,
            BlockWriter blocks,
            FactWriter facts,
            SummaryWriter summaries,
            NoteWriter notes,
            boolean notesAtOnce,
            Forgetter forgetter,
            Quarantiner quarantiner,
            Transcriber transcriber,
            SettingsStates settings,
            Allowance allowance,
            IsolationWatch isolation,
            Consolidation consolidation,
            Optional<Background> background,
            BankParts bank,
            Events events) {

        /** To be called when something was written to a scope: whoever works behind the writes hears of it. */
        void written(Scope scope) {
            isolation.wrote(scope);
            vectors.ifPresent(writer -> writer.wake(scope));
            background.ifPresent(worker -> worker.wake(scope));
        }
    }

    /** What the bank of a space works with. */
    record BankParts(BankWork work, BankEntries entries, BankBlock block) {}

    @Override
    public Scopes space(String id) {
        return new EmbeddedScopes(parts, new Space(id), Principal.OWNER);
    }

    @Override
    public Stream<Space> spaces() {
        return Pages.all(cursor -> store.spaces(cursor, Pages.SIZE));
    }

    @Override
    public Health check(boolean repair) {
        List<Finding> findings = new ArrayList<>(store.check(repair).findings());
        vitals().embedderFailure().ifPresent(failure -> findings.add(new Finding(Level.FAIL, "embedder", failure, "")));
        return new Health(findings);
    }

    @Override
    public Rebuilt rebuild(Consumer<Rebuilt> progress) {
        // What the store itself can mend first: rows of the index, from which all else is read.
        store.check(true);
        Rebuilt rebuilt = rebuilding.run(Arguments.present("progress", progress));
        parts.recaller().dropImages();
        return rebuilt;
    }

    @Override
    public Health verifyErasure(Duration patience) {
        return new ErasureCheck(store).run(Arguments.present("patience", patience));
    }

    @Override
    public Optional<Recorded> recorded(String operation) {
        return new AuditLog(store).find(Arguments.present("operation", operation));
    }

    @Override
    public Optional<Path> dataFolder() {
        return store instanceof FolderStore folder ? Optional.of(folder.folder()) : Optional.empty();
    }

    @Override
    public Vitals vitals() {
        return new Vitals(
                parts.vectors().map(VectorWriter::backlog).orElse(Vitals.Backlog.NONE),
                parts.background().map(Background::backlog).orElse(Vitals.Backlog.NONE),
                store instanceof FolderStore folder ? folder.size() : null,
                embedder == null ? null : embedder.failure().orElse(null));
    }

    @Override
    public void backup(Path file) {
        Arguments.present("file", file);
        if (!(store instanceof FolderStore folder)) {
            throw new IllegalStateException("the store keeps no files of its own; export each scope instead");
        }
        folder.backup(file);
    }

    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            parts.background().ifPresent(Background::close);
            parts.vectors().ifPresent(VectorWriter::close);
            store.close();
        }
    }

    @Override
    public Space space() {
        return defaultSpace.space();
    }

    @Override
    public Scopes as(Principal principal) {
        return defaultSpace.as(principal);
    }

    @Override
    public Memory user(String id) {
        return defaultSpace.user(id);
    }

    @Override
    public Memory anonymous() {
        return defaultSpace.anonymous();
    }

    @Override
    public Memory shared() {
        return defaultSpace.shared();
    }

    @Override
    public Memory in(Scope scope) {
        return defaultSpace.in(scope);
    }

    @Override
    public Stream<Scope> list() {
        return defaultSpace.list();
    }

    @Override
    public List<Outcome> consolidate() {
        return defaultSpace.consolidate();
    }

    @Override
    public Bank bank() {
        return defaultSpace.bank();
    }

    @Override
    public Settings settings() {
        return defaultSpace.settings();
    }

    @Override
    public Usage usage() {
        return defaultSpace.usage();
    }

    @Override
    public void settings(Settings settings) {
        defaultSpace.settings(settings);
    }

    @Override
    public Settings changeSettings(UnaryOperator<Settings> change) {
        return defaultSpace.changeSettings(change);
    }
}
