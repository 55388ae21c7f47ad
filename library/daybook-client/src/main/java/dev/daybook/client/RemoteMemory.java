package dev.daybook.client;

import static dev.daybook.client.ServerConnection.having;
import static dev.daybook.internal.checks.NullChecks.all;
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
import dev.daybook.internal.checks.ReservedMetadata;
import dev.daybook.internal.json.EpisodeLines;
import dev.daybook.internal.json.HitCodec;
import dev.daybook.internal.json.NewEntryCodec;
import dev.daybook.internal.json.OutcomeCodec;
import dev.daybook.internal.json.QueryCodec;
import dev.daybook.internal.json.ReceiptCodec;
import dev.daybook.internal.json.SelectionCodec;
import dev.daybook.internal.json.SessionCodec;
import dev.daybook.internal.scopes.ReadScopes;
import dev.daybook.model.Entry;
import dev.daybook.model.EntryRef;
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
import dev.daybook.spi.ObservedCall.MemoryVerb;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The memory of one scope of a server. */
final class RemoteMemory implements Memory {

    private final ScopeConnection scope;
    private final ServerConnection server;

    RemoteMemory(ScopeConnection scope) {
        this.scope = scope;
        this.server = scope.server();
    }

    @Override
    public Scope scope() {
        return scope.scope();
    }

    @Override
    public Memory agent(String id) {
        return new RemoteMemory(scope.of(ReadScopes.of(scope.scopes().agent(id))));
    }

    @Override
    public Memory with(Memory other, Trust atMost) {
        if (present("other", other) instanceof RemoteMemory joined && joined.server == server) {
            return new RemoteMemory(scope.of(scope.scopes().with(joined.scope.scopes(), present("atMost", atMost))));
        }
        throw new IllegalArgumentException(
                "memory is of " + other.scope().code() + " of another daybook; join memories of the same daybook");
    }

    @Override
    public Session session(String id) {
        return new RemoteSession(scope, present("session", id));
    }

    @Override
    public List<SessionInfo> sessions() {
        return server.send(
                ServerRequest.get(scope.path("sessions")),
                answer -> having("sessions", answer).list("sessions").stream()
                        .map(SessionCodec.SESSION::read)
                        .toList());
    }

    @Override
    public List<Receipt> remember(List<NewEpisode> episodes) {
        if (all("episodes", episodes).isEmpty()) {
            return List.of();
        }
        return server.sendForList(
                scope.writing("episodes", episodes)
                        .importing(episodes.stream().anyMatch(NewEntryCodec::isImport))
                        .observed(scope.call(MemoryVerb.REMEMBER, null, null)),
                episodes.size(),
                ReceiptCodec.RECEIPT::read);
    }

    @Override
    public Receipt remember(NewEpisode episode, VersionCondition condition) {
        String id = present("episode", episode).id();
        if (present("condition", condition).onId("episode", id).equals(VersionCondition.NONE)) {
            return remember(episode);
        }
        ReservedMetadata.check(episode.metadata().keySet());
        return server.send(
                ServerRequest.post(scope.path("episodes"), EpisodeLines.fieldsOf(episode))
                        .importing(NewEntryCodec.isImport(episode))
                        .writingIf(condition, Objects.requireNonNull(id))
                        .observed(scope.call(MemoryVerb.REMEMBER, null, null)),
                ReceiptCodec.RECEIPT::read);
    }

    @Override
    public <E extends Entry> Optional<E> find(Class<E> type, String id) {
        return scope.entry(present("type", type), id);
    }

    @Override
    public List<Hit> recall(Query query) {
        Map<String, @Nullable Object> body = scope.joining(QueryCodec.QUERY.write(present("query", query)));
        body.put("explain", true);
        body.put("entries", true);
        ServerRequest request = ServerRequest.post(scope.path("recall"), body)
                .asRepeatable()
                .observed(scope.call(MemoryVerb.RECALL, null, query.text()));
        return server.send(request, answer -> HitCodec.read(having("hits", answer), scope.scope()));
    }

    @Override
    public Explanation explain(Query query, EntryRef entry) {
        scope.scopes().requireEntryOf(present("entry", entry).scope());
        Map<String, @Nullable Object> body = scope.joining(QueryCodec.QUERY.write(present("query", query)));
        if (!entry.scope().equals(scope.scope())) {
            body.put("scope", entry.scope().code());
        }
        body.put("kind", entry.kind().label());
        body.put("id", entry.id());
        return scope.read("explain", body, answer -> HitCodec.EXPLANATION.read(answer, scope.scope()));
    }

    @Override
    public WhatIf without(Selection... leftOut) {
        return new RemoteWhatIf(scope, List.copyOf(all("leftOut", Arrays.asList(present("leftOut", leftOut)))));
    }

    @Override
    public Blocks blocks() {
        return new RemoteBlocks(scope);
    }

    @Override
    public Facts facts() {
        return new RemoteFacts(scope);
    }

    @Override
    public Notes notes() {
        return new RemoteNotes(scope);
    }

    @Override
    public Archive archive() {
        return new RemoteArchive(scope);
    }

    @Override
    public Operations operations() {
        return new RemoteOperations(scope);
    }

    @Override
    public Quarantine quarantine() {
        return new RemoteQuarantine(scope);
    }

    @Override
    public List<DerivationOutcome> consolidate() {
        return server.send(
                ServerRequest.post(scope.path("consolidate"), RequestBodies.empty())
                        .deriving()
                        .observed(scope.call(MemoryVerb.CONSOLIDATE, null, null)),
                answer -> OutcomeCodec.OUTCOME.readList(having("outcomes", answer), "outcomes", scope.scope()));
    }

    @Override
    public ErasurePreview preview(Selection selection) {
        return new RemoteErasurePreview(scope, present("selection", selection));
    }

    @Override
    public ErasureReceipt forget(Selection selection) {
        Map<String, @Nullable Object> body = SelectionCodec.write(present("selection", selection));
        return server.send(
                ServerRequest.post(scope.path("forget"), body).observed(scope.call(MemoryVerb.FORGET, null, null)),
                ReceiptCodec.ERASURE::read);
    }
}
