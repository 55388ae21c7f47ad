package dev.daybook;

import dev.daybook.context.Assembler;
import dev.daybook.data.Event;
import dev.daybook.data.Isolation;
import dev.daybook.data.Scope;
import dev.daybook.data.Settings;
import dev.daybook.data.Space;
import dev.daybook.forget.Forgetter;
import dev.daybook.local.InMemoryStore;
import dev.daybook.recall.Conversation;
import dev.daybook.recall.Recaller;
import dev.daybook.remember.AuditTrail;
import dev.daybook.remember.BlockWriter;
import dev.daybook.remember.FactWriter;
import dev.daybook.remember.Ledger;
import dev.daybook.remember.Recorder;
import dev.daybook.remember.SessionNamer;
import dev.daybook.remember.SettingsStates;
import dev.daybook.remember.SummaryWriter;
import dev.daybook.remember.Turns;
import dev.daybook.remember.VectorWriter;
import dev.daybook.spi.Embedder;
import dev.daybook.spi.Health;
import dev.daybook.spi.IdSource;
import dev.daybook.spi.Store;
import dev.daybook.spi.TokenCounter;
import java.time.Clock;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A daybook in this process: wires the paths to one store. */
final class EmbeddedDaybook implements Daybook {

    private final Store store;
    private final Parts parts;
    private final Scopes defaultSpace;
    private final AtomicBoolean closed = new AtomicBoolean();

    EmbeddedDaybook(
            Store store,
            @Nullable Embedder embedder,
            TokenCounter counter,
            Clock clock,
            IdSource ids,
            long memoryBudget,
            Isolation isolation,
            Events events) {
        this.store = store;
        if (store instanceof InMemoryStore bounded) {
            bounded.onEviction(scope -> events.tell(new Event.BlocksEvicted(scope)));
        }
        Turns turns = new Turns();
        AuditTrail audit = new AuditTrail(store);
        Recaller recaller = new Recaller(store, embedder, memoryBudget);
        Conversation conversation = new Conversation(store);
        Ledger ledger = new Ledger(store, clock, turns, audit);
        FactWriter facts = new FactWriter(ledger, ids, store, embedder);
        this.parts = new Parts(
                store,
                clock,
                new Recorder(store, clock, ids, embedder, turns, audit),
                embedder == null ? Optional.empty() : Optional.of(new VectorWriter(store, embedder, clock, turns)),
                recaller,
                conversation,
                new Assembler(recaller, conversation, counter),
                new SessionNamer(store, clock, turns, audit),
                new BlockWriter(ledger),
                facts,
                new SummaryWriter(ledger, ids, counter),
                new Forgetter(store, clock, turns, audit, facts),
                new SettingsStates(store, clock, audit),
                new IsolationWatch(store, isolation, events));
        this.defaultSpace = new EmbeddedScopes(parts, Space.DEFAULT);
    }

    /** What the handles of scopes share. */
    record Parts(
            Store store,
            Clock clock,
            Recorder recorder,
            Optional<VectorWriter> vectors,
            Recaller recaller,
            Conversation conversation,
            Assembler assembler,
            SessionNamer sessions,
            BlockWriter blocks,
            FactWriter facts,
            SummaryWriter summaries,
            Forgetter forgetter,
            SettingsStates settings,
            IsolationWatch isolation) {}

    @Override
    public Scopes space(String id) {
        return new EmbeddedScopes(parts, new Space(id));
    }

    @Override
    public Stream<Space> spaces() {
        return Pages.stream(cursor -> store.spaces(cursor, Pages.SIZE));
    }

    @Override
    public Health check(boolean repair) {
        return store.check(repair);
    }

    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            parts.vectors().ifPresent(VectorWriter::close);
            store.close();
        }
    }

    @Override
    public Space space() {
        return defaultSpace.space();
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
    public Settings settings() {
        return defaultSpace.settings();
    }

    @Override
    public void settings(Settings settings) {
        defaultSpace.settings(settings);
    }
}
