package dev.daybook.internal.embedded;

import static dev.daybook.internal.checks.NullChecks.present;

import dev.daybook.WhatIf;
import dev.daybook.error.StoreException;
import dev.daybook.internal.forget.LeftOutEntries;
import dev.daybook.internal.scopes.ReadScopes;
import dev.daybook.model.Kind;
import dev.daybook.model.Scope;
import dev.daybook.model.SizeLimits;
import dev.daybook.outcome.ContextDifference;
import dev.daybook.outcome.RecallDifference;
import dev.daybook.query.ContextOptions;
import dev.daybook.query.Query;
import dev.daybook.query.Selection;
import dev.daybook.store.Head;
import dev.daybook.store.Store;
import java.time.Clock;
import java.util.List;
import java.util.function.Supplier;

/** The comparisons of a memory with the same memory without some entries, in a daybook in this process. */
final class EmbeddedWhatIf implements WhatIf {

    /** The attempts at most of one comparison, each of which reads the whole index of the scope. */
    private static final int MAX_ATTEMPTS = 10;

    private final ScopeAccess access;
    private final Scope scope;
    private final Store visible;
    private final ReadPath now;
    private final ReadPath.Factory paths;
    private final Clock clock;
    private final List<Selection> leftOut;

    EmbeddedWhatIf(
            ScopeAccess access,
            Store visible,
            ReadPath now,
            ReadPath.Factory paths,
            Clock clock,
            List<Selection> leftOut) {
        this.access = access;
        this.scope = access.scope();
        this.visible = visible;
        this.now = now;
        this.paths = paths;
        this.clock = clock;
        this.leftOut = leftOut;
    }

    @Override
    public RecallDifference recall(Query query) {
        access.recalls(present("query", query));
        return unchanged(() -> {
            LeftOutEntries without = LeftOutEntries.of(visible, clock, scope, leftOut, query.asOf());
            return new RecallDifference(
                    without.entries(),
                    now.search().recall(access.scopes(), query),
                    paths.over(without).search().recall(access.scopes(), query));
        });
    }

    @Override
    public ContextDifference context(String session, String prompt, ContextOptions options) {
        present("session", session);
        SizeLimits.check("prompt", present("prompt", prompt), SizeLimits.QUESTION);
        present("options", options);
        access.recalls(Kind.EPISODE);
        ReadScopes scopes = access.shownScopes();
        return unchanged(() -> {
            LeftOutEntries without = LeftOutEntries.of(visible, clock, scope, leftOut, options.asOf());
            return new ContextDifference(
                    without.entries(),
                    now.assembler().assemble(scopes, session, prompt, options),
                    paths.over(without).assembler().assemble(scopes, session, prompt, options));
        });
    }

    /**
     * Repeats a read that a write has overtaken: its two answers must be of the same memory.
     *
     * @throws StoreException if the scope is written without a pause
     */
    private <T> T unchanged(Supplier<T> read) {
        for (int attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
            List<Head> before = heads();
            T answer = read.get();
            if (before.equals(heads())) {
                return answer;
            }
        }
        throw new StoreException(
                scope.code() + " changed during each of " + MAX_ATTEMPTS
                        + " comparisons; compare again when less is written",
                null,
                true);
    }

    private List<Head> heads() {
        return access.scopes().withShared().all().stream().map(visible::head).toList();
    }
}
