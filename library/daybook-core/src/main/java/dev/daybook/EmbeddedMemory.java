package dev.daybook;

import static dev.daybook.internal.checks.NullChecks.present;

import dev.daybook.internal.checks.NullChecks;
import dev.daybook.internal.checks.ReservedMetadata;
import dev.daybook.internal.settings.ProtectedOperation;
import dev.daybook.model.Entry;
import dev.daybook.model.EntryRef;
import dev.daybook.model.Kind;
import dev.daybook.model.NewEpisode;
import dev.daybook.model.Scope;
import dev.daybook.model.SessionInfo;
import dev.daybook.outcome.DerivationOutcome;
import dev.daybook.outcome.ErasureReceipt;
import dev.daybook.outcome.Explanation;
import dev.daybook.outcome.Hit;
import dev.daybook.outcome.Receipt;
import dev.daybook.query.Query;
import dev.daybook.query.Selection;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** The memory of one scope of a daybook in this process. Checks arguments and delegates to the parts. */
final class EmbeddedMemory implements Memory {

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
    public Session session(String id) {
        return new EmbeddedSession(access, present("session", id));
    }

    @Override
    public List<SessionInfo> sessions() {
        return new SessionList(wiring, scope).all();
    }

    @Override
    public List<Receipt> remember(List<NewEpisode> episodes) {
        NullChecks.all("episodes", episodes)
                .forEach(episode -> ReservedMetadata.check(episode.metadata().keySet()));
        access.require(ProtectedOperation.WRITE_EPISODES);
        return access.write(episodes);
    }

    @Override
    public <E extends Entry> Optional<E> find(Class<E> type, String id) {
        present("id", id);
        return inventory.entry(Kind.of(present("type", type)), id).map(type::cast);
    }

    @Override
    public List<Hit> recall(Query query) {
        access.check(present("query", query));
        wiring.reads().isolation().recalls(scope, Kind.EPISODE);
        return access.search(query);
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
    public WhatIf without(Selection... leftOut) {
        return new EmbeddedWhatIf(
                access, List.copyOf(NullChecks.all("leftOut", Arrays.asList(present("leftOut", leftOut)))));
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
    public Archive archive() {
        return new EmbeddedArchive(access);
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
    public ErasurePreview preview(Selection selection) {
        return new EmbeddedErasurePreview(wiring.erasing().eraser(), scope, present("selection", selection));
    }

    @Override
    public ErasureReceipt forget(Selection selection) {
        return access.forget(present("selection", selection));
    }
}
