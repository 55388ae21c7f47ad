package dev.daybook.internal.embedded;

import static dev.daybook.internal.checks.NullChecks.present;

import dev.daybook.Archive;
import dev.daybook.Blocks;
import dev.daybook.ErasurePreview;
import dev.daybook.Facts;
import dev.daybook.Memory;
import dev.daybook.Notes;
import dev.daybook.Operations;
import dev.daybook.Quarantine;
import dev.daybook.Session;
import dev.daybook.WhatIf;
import dev.daybook.internal.checks.NullChecks;
import dev.daybook.internal.checks.ReservedMetadata;
import dev.daybook.internal.consolidate.Consolidation;
import dev.daybook.internal.consolidate.RunUrgency;
import dev.daybook.internal.expiry.EndedReader;
import dev.daybook.internal.observe.CallWatch;
import dev.daybook.internal.recall.MemorySearch;
import dev.daybook.internal.scopes.ReadScopes;
import dev.daybook.internal.settings.ProtectedOperation;
import dev.daybook.model.Entry;
import dev.daybook.model.EntryRef;
import dev.daybook.model.Kind;
import dev.daybook.model.NewEpisode;
import dev.daybook.model.Scope;
import dev.daybook.model.Trust;
import dev.daybook.outcome.DerivationOutcome;
import dev.daybook.outcome.ErasureReceipt;
import dev.daybook.outcome.Explanation;
import dev.daybook.outcome.Hit;
import dev.daybook.outcome.Receipt;
import dev.daybook.outcome.SessionInfo;
import dev.daybook.query.Query;
import dev.daybook.query.Selection;
import dev.daybook.query.VersionCondition;
import dev.daybook.spi.CallResult;
import dev.daybook.spi.ObservedCall;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The memory of one scope of a daybook in this process. Checks arguments and delegates to the parts. */
final class EmbeddedMemory implements Memory, EndedReader {

    private final ScopeAccess access;
    private final Scope scope;
    private final ScopeHandles handles;
    private final MemorySearch search;
    private final WritePath writes;
    private final ErasurePath erasures;
    private final Consolidation consolidation;
    private final ScopeInventory inventory;
    private final CallWatch watch;

    EmbeddedMemory(
            ScopeAccess access,
            ScopeHandles handles,
            ScopeInventory inventory,
            MemorySearch search,
            WritePath writes,
            ErasurePath erasures,
            Consolidation consolidation,
            CallWatch watch) {
        this.access = access;
        this.scope = access.scope();
        this.handles = handles;
        this.search = search;
        this.writes = writes;
        this.erasures = erasures;
        this.consolidation = consolidation;
        this.inventory = inventory;
        this.watch = watch;
    }

    @Override
    public Scope scope() {
        return scope;
    }

    @Override
    public Memory agent(String id) {
        return handles.memory().apply(ReadScopes.of(access.scopes().agent(id)));
    }

    @Override
    public Memory with(Memory other, Trust atMost) {
        if (present("other", other) instanceof EmbeddedMemory joined && joined.search == search) {
            return handles.memory().apply(access.scopes().with(joined.access.scopes(), present("atMost", atMost)));
        }
        throw new IllegalArgumentException(
                "memory is of " + other.scope().code() + " of another daybook; join memories of the same daybook");
    }

    @Override
    public Session session(String id) {
        return handles.session().apply(present("session", id));
    }

    @Override
    public List<SessionInfo> sessions() {
        return inventory.sessions();
    }

    @Override
    public List<Receipt> remember(List<NewEpisode> episodes) {
        return write(NullChecks.all("episodes", episodes), VersionCondition.NONE);
    }

    @Override
    public Receipt remember(NewEpisode episode, VersionCondition condition) {
        String id = present("episode", episode).id();
        return write(List.of(episode), present("condition", condition).onId("episode", id))
                .get(0);
    }

    private List<Receipt> write(List<NewEpisode> episodes, VersionCondition condition) {
        episodes.forEach(episode -> ReservedMetadata.check(episode.metadata().keySet()));
        access.require(ProtectedOperation.WRITE_EPISODES);
        return writes.write(access, episodes, condition);
    }

    @Override
    public <E extends Entry> Optional<E> find(Class<E> type, String id) {
        present("id", id);
        return inventory.entry(Kind.of(present("type", type)), id).map(type::cast);
    }

    @Override
    public List<Hit> recall(Query query) {
        access.recalls(present("query", query));
        return watch.run(
                () -> new ObservedCall.MemoryCall(ObservedCall.MemoryVerb.RECALL, scope, null, query.text(), null),
                () -> search.recall(access.scopes(), query),
                hits -> CallResult.of(hits.size(), () -> ShownEntries.of(hits)));
    }

    @Override
    public Explanation explain(Query query, EntryRef entry) {
        access.scopes().requireEntryOf(present("entry", entry).scope());
        present("query", query);
        return search.explain(access.scopes(), query, entry);
    }

    @Override
    public WhatIf without(Selection... leftOut) {
        return handles.without()
                .apply(List.copyOf(NullChecks.all("leftOut", Arrays.asList(present("leftOut", leftOut)))));
    }

    @Override
    public Blocks blocks() {
        return handles.blocks();
    }

    @Override
    public Facts facts() {
        return handles.facts();
    }

    @Override
    public Notes notes() {
        return handles.notes();
    }

    @Override
    public Archive archive() {
        return handles.archive();
    }

    @Override
    public Operations operations() {
        return handles.operations();
    }

    @Override
    public Quarantine quarantine() {
        return handles.quarantine();
    }

    @Override
    public Stream<Entry> ended() {
        return inventory.ended();
    }

    @Override
    public List<DerivationOutcome> consolidate() {
        access.require(ProtectedOperation.DERIVE);
        return consolidation.run(scope, RunUrgency.DEMANDED);
    }

    @Override
    public ErasurePreview preview(Selection selection) {
        return erasures.preview(scope, present("selection", selection));
    }

    @Override
    public ErasureReceipt forget(Selection selection) {
        return erasures.forget(access, present("selection", selection));
    }
}
