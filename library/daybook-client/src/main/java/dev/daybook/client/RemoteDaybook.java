package dev.daybook.client;

import dev.daybook.Daybook;
import dev.daybook.Memory;
import dev.daybook.MemorySpace;
import dev.daybook.internal.checks.NullChecks;
import dev.daybook.internal.json.OutcomeCodec;
import dev.daybook.internal.scopes.ErasureOrder;
import dev.daybook.model.Scope;
import dev.daybook.model.Space;
import dev.daybook.outcome.AuditEntry;
import dev.daybook.outcome.ErasureReceipt;
import dev.daybook.query.Selection;
import dev.daybook.spi.IdGenerator;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** A daybook of a server. */
record RemoteDaybook(ServerConnection server, IdGenerator ids) implements Daybook {

    /** A server searches its audit log, which is slow for a large one. */
    private static final Duration SEARCHING = Duration.ofMinutes(2);

    @Override
    public MemorySpace space(String id) {
        return new RemoteSpace(server, new Space(id), ids);
    }

    @Override
    public Stream<Space> spaces() {
        return server.texts("/v1/spaces", "spaces").stream().map(Space::new);
    }

    @Override
    public Map<Space, ErasureReceipt> forgetUser(String id) {
        Map<Space, ErasureReceipt> receipts = new LinkedHashMap<>();
        // Checks the id before anything is forgotten.
        new Scope.User(Space.DEFAULT, id);
        List<Space> all;
        try (Stream<Space> spaces = spaces()) {
            all = ErasureOrder.heldFirst(
                    spaces, space -> space(space.id()).settings().legalHold() != null);
        }
        for (Space space : all) {
            Memory memory = space(space.id()).user(id);
            if (memory.preview(Selection.everything()).receipt().count() > 0 || has(space, memory.scope())) {
                receipts.put(space, memory.forget(Selection.everything()));
            }
        }
        return receipts;
    }

    private boolean has(Space space, Scope scope) {
        try (Stream<Scope> scopes = space(space.id()).scopes()) {
            return scopes.anyMatch(
                    each -> each.equals(scope) || each instanceof Scope.Agent agent && agent.isBelow(scope));
        }
    }

    @Override
    public Optional<AuditEntry> auditEntry(String operation) {
        try {
            return server.find(
                    ServerRequest.get("/v1/operations/" + PathSegments.of(NullChecks.present("operation", operation))
                                    + "/audit")
                            .withExtra(SEARCHING),
                    fields -> OutcomeCodec.AUDIT.read(fields, new Scope.Shared(new Space(fields.text("space")))));
        } catch (ServerProblem.NotHereException missing) {
            return Optional.empty();
        }
    }

    /** Ends the use of this connection; the server goes on. */
    @Override
    public void close() {
        server.close();
    }
}
