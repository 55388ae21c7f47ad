package dev.daybook.client;

import static dev.daybook.client.ServerConnection.having;
import static dev.daybook.internal.checks.NullChecks.present;

import dev.daybook.Bank;
import dev.daybook.Memory;
import dev.daybook.MemorySpace;
import dev.daybook.error.StaleVersionException;
import dev.daybook.internal.json.JsonFields;
import dev.daybook.internal.json.OutcomeCodec;
import dev.daybook.internal.json.settings.SettingsLines;
import dev.daybook.internal.scopes.ReadScopes;
import dev.daybook.model.Scope;
import dev.daybook.model.Space;
import dev.daybook.outcome.DerivationOutcome;
import dev.daybook.outcome.TokenUsage;
import dev.daybook.query.SpaceSettings;
import dev.daybook.spi.IdGenerator;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** One space of a daybook of a server. */
record RemoteSpace(ServerConnection server, Space space, IdGenerator ids) implements MemorySpace {

    private static final int CHANGES = 100;

    @Override
    public Memory memory(Scope scope) {
        if (!present("scope", scope).space().equals(space)) {
            throw new IllegalArgumentException("scope is in space '"
                    + scope.space().id() + "', but this is space '" + space.id() + "'; use the scope's own space");
        }
        return new RemoteMemory(new ScopeConnection(server, ReadScopes.of(scope), ids));
    }

    @Override
    public Stream<Scope> scopes() {
        return server.texts(path("/scopes"), "scopes").stream().map(code -> Scope.of(space, code));
    }

    @Override
    public List<DerivationOutcome> consolidate() {
        List<DerivationOutcome> outcomes = new ArrayList<>();
        List<Scope> all;
        try (Stream<Scope> scopes = scopes()) {
            all = scopes.toList();
        }
        all.forEach(scope -> outcomes.addAll(memory(scope).consolidate()));
        return outcomes;
    }

    @Override
    public Bank bank() {
        return new RemoteBank(server, this);
    }

    @Override
    public SpaceSettings settings() {
        return server.send(ServerRequest.get(path("/settings")), RemoteSpace::read);
    }

    @Override
    public void settings(SpaceSettings settings) {
        put(SettingsLines.allFieldsOf(present("settings", settings)));
    }

    /** Repeats the change if other settings were written in between. */
    @Override
    public SpaceSettings changeSettings(UnaryOperator<SpaceSettings> change) {
        present("change", change);
        for (int attempt = 1; ; attempt++) {
            SpaceSettings before = settings();
            Map<String, @Nullable Object> body = SettingsLines.allFieldsOf(change.apply(before));
            body.put("if", SettingsLines.allFieldsOf(before));
            try {
                return server.send(ServerRequest.put(path("/settings"), body), RemoteSpace::read);
            } catch (StaleVersionException e) {
                if (attempt == CHANGES) {
                    throw e;
                }
            }
        }
    }

    private void put(Map<String, @Nullable Object> body) {
        server.send(ServerRequest.put(path("/settings"), body).asRepeatable(), RemoteSpace::read);
    }

    private static SpaceSettings read(JsonFields answer) {
        return SettingsLines.read(answer).apply(SpaceSettings.DEFAULTS);
    }

    @Override
    public TokenUsage usage() {
        return server.send(
                ServerRequest.get(path("/settings")).with("usage", true),
                answer -> OutcomeCodec.USAGE.read(having("usage", answer).fields("usage")));
    }

    String path(String rest) {
        return PathSegments.of(space) + rest;
    }
}
