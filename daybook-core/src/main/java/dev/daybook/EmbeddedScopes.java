package dev.daybook;

import static dev.daybook.Arguments.present;

import dev.daybook.data.Outcome;
import dev.daybook.data.Principal;
import dev.daybook.data.Scope;
import dev.daybook.data.Settings;
import dev.daybook.data.Space;
import dev.daybook.data.Usage;
import dev.daybook.spi.Pages;
import dev.daybook.spi.ScopeHead;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** The scopes of one space of a daybook in this process. */
final class EmbeddedScopes implements Scopes {

    private final EmbeddedDaybook.Parts parts;
    private final Space space;
    private final Principal principal;

    EmbeddedScopes(EmbeddedDaybook.Parts parts, Space space, Principal principal) {
        this.parts = parts;
        this.space = space;
        this.principal = principal;
    }

    @Override
    public Scopes as(Principal principal) {
        return new EmbeddedScopes(parts, space, present("principal", principal));
    }

    @Override
    public Space space() {
        return space;
    }

    @Override
    public Memory user(String id) {
        return in(new Scope.User(space, id));
    }

    @Override
    public Memory anonymous() {
        return in(new Scope.Anonymous(space));
    }

    @Override
    public Memory shared() {
        return in(new Scope.Shared(space));
    }

    @Override
    public Memory in(Scope scope) {
        if (!present("scope", scope).space().equals(space)) {
            throw new IllegalArgumentException(
                    "scope lies in the space '" + scope.space().id() + "', this handle is of '" + space.id()
                            + "'; take the handle of its own space");
        }
        return new EmbeddedMemory(parts, scope, principal);
    }

    @Override
    public Stream<Scope> list() {
        return Pages.all(cursor -> parts.store().heads(space, cursor, Pages.SIZE))
                .map(ScopeHead::scope);
    }

    @Override
    public List<Outcome> consolidate() {
        return list().flatMap(scope -> in(scope).consolidate().stream()).toList();
    }

    @Override
    public Bank bank() {
        return new EmbeddedBank(parts, space, principal);
    }

    @Override
    public Settings settings() {
        return parts.settings().of(space);
    }

    @Override
    public Usage usage() {
        return parts.allowance().of(space);
    }

    @Override
    public void settings(Settings settings) {
        present("settings", settings);
        parts.settings().change(space, before -> settings);
    }

    @Override
    public Settings changeSettings(UnaryOperator<Settings> change) {
        present("change", change);
        return parts.settings().change(space, before -> present("changed settings", change.apply(before)));
    }
}
