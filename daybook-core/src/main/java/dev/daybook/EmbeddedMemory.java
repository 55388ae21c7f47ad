package dev.daybook;

import static dev.daybook.checks.NullChecks.present;

import dev.daybook.checks.NullChecks;
import dev.daybook.checks.ReservedMetadata;
import dev.daybook.data.Context;
import dev.daybook.data.ContextDifference;
import dev.daybook.data.ContextOptions;
import dev.daybook.data.DerivationOutcome;
import dev.daybook.data.Entry;
import dev.daybook.data.EntryRef;
import dev.daybook.data.Episode;
import dev.daybook.data.ErasureReceipt;
import dev.daybook.data.Explanation;
import dev.daybook.data.Hit;
import dev.daybook.data.Kind;
import dev.daybook.data.Message;
import dev.daybook.data.NewEpisode;
import dev.daybook.data.Profile;
import dev.daybook.data.ProtectedOperation;
import dev.daybook.data.Query;
import dev.daybook.data.RecallDifference;
import dev.daybook.data.Receipt;
import dev.daybook.data.Receipt.Progress;
import dev.daybook.data.Scope;
import dev.daybook.data.Selection;
import dev.daybook.data.SizeLimits;
import dev.daybook.data.StoreException;
import dev.daybook.ledger.KeptContexts;
import dev.daybook.store.Head;
import dev.daybook.store.Store;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** The memory of one scope of a daybook in this process. Checks arguments and delegates to the parts. */
final class EmbeddedMemory implements Memory {

    /** Of a comparison of two answers; each reads the whole index of the scope. */
    private static final int ATTEMPTS = 10;

    private final ScopeAccess access;
    private final DaybookWiring wiring;
    private final Scope scope;
    private final ScopeInventory inventory;

    EmbeddedMemory(ScopeAccess access) {
        this.access = access;
        this.wiring = access.wiring();
        this.scope = access.scope();
        this.inventory = new ScopeInventory(wiring, scope);
    }

    @Override
    public Scope scope() {
        return scope;
    }

    @Override
    public Receipt remember(String session, Message first, Message... more) {
        List<Message> messages = new ArrayList<>(List.of(present("first", first)));
        Collections.addAll(messages, present("more", more));
        return remember(NewEpisode.of(messages).session(present("session", session)));
    }

    @Override
    public Receipt remember(NewEpisode episode) {
        return rememberAll(List.of(present("episode", episode))).get(0);
    }

    @Override
    public List<Receipt> rememberAll(List<NewEpisode> episodes) {
        NullChecks.all("episodes", episodes).forEach(ReservedMetadata::check);
        access.require(ProtectedOperation.WRITE_EPISODES);
        return access.write(episodes);
    }

    @Override
    public Receipt await(Receipt receipt, Duration timeout) {
        present("timeout", timeout);
        long begun = System.nanoTime();
        Receipt now = present("receipt", receipt);
        if (now.vector() == Progress.PENDING) {
            now = now.vector(wiring.vectors()
                    .map(vectors -> vectors.progress(scope, receipt.revision(), timeout))
                    .orElse(Progress.PENDING));
        }
        Duration left = timeout.minusNanos(System.nanoTime() - begun);
        boolean derived = now.derived() == Progress.PENDING
                && wiring.derived()
                        .background()
                        .map(worker -> worker.await(scope, receipt.revision(), left))
                        .orElse(false);
        return derived ? now.derived(Progress.DONE) : now;
    }

    @Override
    public Optional<Episode> episode(String id) {
        return wiring.reads().search().episode(scope, present("id", id));
    }

    @Override
    public List<Episode> history(String id) {
        return inventory.history(present("id", id));
    }

    @Override
    public Optional<Entry> entry(Kind kind, String id) {
        present("id", id);
        return inventory.entry(present("kind", kind), id);
    }

    @Override
    public List<Hit> recall(String text) {
        return recall(Query.of(text));
    }

    @Override
    public List<Hit> recall(Query query) {
        checkAccess(present("query", query));
        wiring.reads().isolation().recalls(scope, Kind.EPISODE);
        return access.search(query);
    }

    private void checkAccess(Query query) {
        if (query.shared() && !access.readsShared()) {
            throw new IllegalArgumentException(
                    "query includes the shared scope, which this principal may not read; leave shared(true) out");
        }
    }

    @Override
    public RecallDifference recallWithout(Query query, List<Selection> leftOut) {
        checkAccess(present("query", query));
        NullChecks.all("leftOut", leftOut);
        wiring.reads().isolation().recalls(scope, Kind.EPISODE);
        return unchanged(() -> {
            DaybookWiring.HypotheticalReads without = wiring.readsWithout(scope, leftOut, query.asOf());
            return new RecallDifference(
                    without.leftOut(), access.search(query), without.search().recall(scope, query));
        });
    }

    @Override
    public ContextDifference contextWithout(
            String session, String prompt, ContextOptions options, List<Selection> leftOut) {
        present("session", session);
        SizeLimits.check("prompt", present("prompt", prompt), SizeLimits.QUESTION);
        present("options", options);
        NullChecks.all("leftOut", leftOut);
        wiring.reads().isolation().recalls(scope, Kind.EPISODE);
        boolean shared = access.readsShared();
        return unchanged(() -> {
            DaybookWiring.HypotheticalReads without = wiring.readsWithout(scope, leftOut, options.asOf());
            return new ContextDifference(
                    without.leftOut(),
                    wiring.reads().assembler().assemble(scope, session, prompt, options, shared),
                    without.assembler().assemble(scope, session, prompt, options, shared));
        });
    }

    /**
     * Repeats a read that a write has overtaken: its two answers must be of the same memory.
     *
     * @throws StoreException if the scope is written without a pause
     */
    private <T> T unchanged(Supplier<T> read) {
        Store store = wiring.visible();
        Scope shared = new Scope.Shared(scope.space());
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            List<Head> before = List.of(store.head(scope), store.head(shared));
            T answer = read.get();
            if (before.equals(List.of(store.head(scope), store.head(shared)))) {
                return answer;
            }
        }
        throw new StoreException(
                scope.code() + " changed during each of " + ATTEMPTS
                        + " comparisons; compare again when less is written",
                null,
                true);
    }

    @Override
    public Explanation explain(Query query, EntryRef entry) {
        if (!present("entry", entry).scope().equals(scope)) {
            throw new IllegalArgumentException("entry is in " + entry.scope().code() + ", but this is the memory of "
                    + scope.code() + "; use the memory of the entry's scope");
        }
        present("query", query);
        return wiring.reads().search().explain(scope, query, entry.kind(), entry.id());
    }

    @Override
    public Context context(String session, String prompt) {
        return context(session, prompt, ContextOptions.defaults());
    }

    @Override
    public Context context(String session, String prompt, ContextOptions options) {
        present("session", session);
        SizeLimits.check("prompt", present("prompt", prompt), SizeLimits.QUESTION);
        present("options", options);
        if (options.keep()) {
            access.require(ProtectedOperation.KEEP_CONTEXT);
        }
        wiring.reads().isolation().recalls(scope, Kind.EPISODE);
        while (true) {
            KeptContexts.RevisionPair moment = wiring.reads().contexts().moment(scope);
            Context context =
                    wiring.reads().assembler().assemble(scope, session, prompt, options, access.readsShared());
            Optional<Context> answer =
                    options.keep() ? wiring.reads().contexts().keep(scope, context, moment) : Optional.of(context);
            if (answer.isPresent()) {
                return answer.get();
            }
        }
    }

    @Override
    public Sessions sessions() {
        return new EmbeddedSessions(access);
    }

    @Override
    public Blocks blocks() {
        return new EmbeddedBlocks(access);
    }

    @Override
    public Facts facts() {
        return new EmbeddedFacts(access);
    }

    @Override
    public Notes notes() {
        return new EmbeddedNotes(access);
    }

    @Override
    public Summaries summaries() {
        return new EmbeddedSummaries(access);
    }

    @Override
    public Operations operations() {
        return new EmbeddedOperations(access);
    }

    @Override
    public Quarantine quarantine() {
        return new EmbeddedQuarantine(access);
    }

    @Override
    public List<DerivationOutcome> consolidate() {
        access.require(ProtectedOperation.DERIVE);
        return wiring.derived().consolidation().run(scope, true);
    }

    @Override
    public Profile profile() {
        return inventory.profile();
    }

    @Override
    public Stream<Entry> exportAll() {
        return inventory.export();
    }

    @Override
    public List<Receipt> importAll(List<? extends Entry> entries) {
        NullChecks.all("entries", entries);
        access.require(ProtectedOperation.IMPORT);
        List<Receipt> receipts = wiring.writes().imports().write(scope, entries, access.policy());
        access.written();
        access.tellRemembered(entries.stream()
                .filter(entry -> entry.kind() == Kind.EPISODE)
                .map(Entry::id)
                .toList());
        return receipts;
    }

    @Override
    public ErasureReceipt preview(Selection selection) {
        return wiring.erasing().eraser().preview(scope, present("selection", selection));
    }

    @Override
    public List<EntryRef> previewEntries(Selection selection) {
        return wiring.erasing().eraser().entries(scope, present("selection", selection));
    }

    @Override
    public ErasureReceipt forget(Selection selection) {
        return access.forget(present("selection", selection));
    }

    @Override
    public ErasureReceipt await(ErasureReceipt erasure, Duration timeout) {
        return wiring.erasing().eraser().await(present("erasure", erasure), present("timeout", timeout));
    }
}
