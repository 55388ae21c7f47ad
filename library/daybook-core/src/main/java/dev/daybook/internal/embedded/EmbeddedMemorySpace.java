package dev.daybook.internal.embedded;

import static dev.daybook.internal.checks.NullChecks.present;

import dev.daybook.Bank;
import dev.daybook.Memory;
import dev.daybook.MemorySpace;
import dev.daybook.internal.consolidate.DailyTokenBudget;
import dev.daybook.internal.settings.AccessRules;
import dev.daybook.internal.settings.ProtectedOperation;
import dev.daybook.internal.settings.SettingsStates;
import dev.daybook.internal.store.PagedReads;
import dev.daybook.model.Scope;
import dev.daybook.model.Space;
import dev.daybook.outcome.DerivationOutcome;
import dev.daybook.outcome.TokenUsage;
import dev.daybook.query.SpaceSettings;
import dev.daybook.store.ScopeHead;
import dev.daybook.store.Store;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** The handle of one space of a daybook in this process. */
final class EmbeddedMemorySpace implements MemorySpace {

    private final Space space;
    private final AccessRules rules;
    private final Function<Scope, Memory> memories;
    private final Bank bank;
    private final Store store;
    private final SettingsStates settings;
    private final DailyTokenBudget tokenBudget;

    /** @param store the store without the entries in quarantine */
    EmbeddedMemorySpace(
            Space space,
            AccessRules rules,
            Function<Scope, Memory> memories,
            Bank bank,
            Store store,
            SettingsStates settings,
            DailyTokenBudget tokenBudget) {
        this.space = space;
        this.rules = rules;
        this.memories = memories;
        this.bank = bank;
        this.store = store;
        this.settings = settings;
        this.tokenBudget = tokenBudget;
    }

    @Override
    public Space space() {
        return space;
    }

    @Override
    public Memory memory(Scope scope) {
        if (!present("scope", scope).space().equals(space)) {
            throw new IllegalArgumentException(
                    "scope is in the space '" + scope.space().id() + "', but this is the handle of '" + space.id()
                            + "'; use the handle of the scope's space");
        }
        return memories.apply(scope);
    }

    @Override
    public Stream<Scope> scopes() {
        return PagedReads.all(cursor -> store.heads(space, cursor, PagedReads.SIZE))
                .map(ScopeHead::scope);
    }

    @Override
    public List<DerivationOutcome> consolidate() {
        return scopes().flatMap(scope -> memory(scope).consolidate().stream()).toList();
    }

    @Override
    public Bank bank() {
        return bank;
    }

    @Override
    public SpaceSettings settings() {
        return settings.of(space);
    }

    @Override
    public TokenUsage usage() {
        return tokenBudget.of(space);
    }

    @Override
    public void settings(SpaceSettings settings) {
        present("settings", settings);
        changeSettings(before -> settings);
    }

    @Override
    public SpaceSettings changeSettings(UnaryOperator<SpaceSettings> change) {
        present("change", change);
        rules.require(ProtectedOperation.CHANGE_SETTINGS);
        return settings.change(space, before -> {
            SpaceSettings changed = present("changed settings", change.apply(before));
            if (!Objects.equals(changed.retentionDays(), before.retentionDays())) {
                rules.require(ProtectedOperation.SET_RETENTION);
            }
            return changed;
        });
    }
}
