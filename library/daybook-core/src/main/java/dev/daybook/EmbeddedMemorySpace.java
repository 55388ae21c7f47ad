package dev.daybook;

import static dev.daybook.internal.checks.NullChecks.present;

import dev.daybook.access.Principal;
import dev.daybook.internal.settings.AccessRules;
import dev.daybook.internal.settings.ProtectedOperation;
import dev.daybook.internal.store.PagedReads;
import dev.daybook.model.Scope;
import dev.daybook.model.Space;
import dev.daybook.outcome.DerivationOutcome;
import dev.daybook.outcome.TokenUsage;
import dev.daybook.query.SpaceSettings;
import dev.daybook.store.ScopeHead;
import java.util.List;
import java.util.Objects;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** The handle of one space of a daybook in this process. */
final class EmbeddedMemorySpace implements MemorySpace {

    private final DaybookWiring wiring;
    private final Space space;
    private final Principal principal;

    EmbeddedMemorySpace(DaybookWiring wiring, Space space, Principal principal) {
        this.wiring = wiring;
        this.space = space;
        this.principal = principal;
    }

    @Override
    public Space space() {
        return space;
    }

    @Override
    public Memory user(String id) {
        return memory(new Scope.User(space, id));
    }

    @Override
    public Memory anonymous() {
        return memory(new Scope.Anonymous(space));
    }

    @Override
    public Memory shared() {
        return memory(new Scope.Shared(space));
    }

    @Override
    public Memory memory(Scope scope) {
        if (!present("scope", scope).space().equals(space)) {
            throw new IllegalArgumentException(
                    "scope is in the space '" + scope.space().id() + "', but this is the handle of '" + space.id()
                            + "'; use the handle of the scope's space");
        }
        return new EmbeddedMemory(new ScopeAccess(wiring, scope, principal));
    }

    @Override
    public Stream<Scope> scopes() {
        return PagedReads.all(cursor -> wiring.visible().heads(space, cursor, PagedReads.SIZE))
                .map(ScopeHead::scope);
    }

    @Override
    public List<DerivationOutcome> consolidate() {
        return scopes().flatMap(scope -> memory(scope).consolidate().stream()).toList();
    }

    @Override
    public Bank bank() {
        return new EmbeddedBank(wiring, space, principal);
    }

    @Override
    public SpaceSettings settings() {
        return wiring.writes().settings().of(space);
    }

    @Override
    public TokenUsage usage() {
        return wiring.derived().tokenBudget().of(space);
    }

    @Override
    public void settings(SpaceSettings settings) {
        present("settings", settings);
        changeSettings(before -> settings);
    }

    @Override
    public SpaceSettings changeSettings(UnaryOperator<SpaceSettings> change) {
        present("change", change);
        AccessRules rules = new AccessRules(principal);
        rules.require(ProtectedOperation.CHANGE_SETTINGS);
        return wiring.writes().settings().change(space, before -> {
            SpaceSettings changed = present("changed settings", change.apply(before));
            if (!Objects.equals(changed.retentionDays(), before.retentionDays())) {
                rules.require(ProtectedOperation.SET_RETENTION);
            }
            return changed;
        });
    }
}
