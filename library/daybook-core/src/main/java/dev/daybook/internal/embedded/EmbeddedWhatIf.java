package dev.daybook.internal.embedded;

import static dev.daybook.internal.checks.NullChecks.present;

import dev.daybook.WhatIf;
import dev.daybook.error.StoreException;
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
import java.util.List;
import java.util.function.Supplier;

/** The comparisons of a memory with the same memory without some entries, in a daybook in this process. */
final class EmbeddedWhatIf implements WhatIf {

    /** The attempts at most of one comparison, each of which reads the whole index of the scope. */
    private static final int MAX_ATTEMPTS = 10;

    private final ScopeAccess access;
    private final DaybookWiring wiring;
    private final Scope scope;
    private final List<Selection> leftOut;

    EmbeddedWhatIf(ScopeAccess access, List<Selection> leftOut) {
        this.access = access;
        this.wiring = access.wiring();
        this.scope = access.scope();
        this.leftOut = leftOut;
    }

    @Override
    public RecallDifference recall(Query query) {
        access.check(present("query", query));
        wiring.reads().isolation().recalls(scope, Kind.EPISODE);
        return unchanged(() -> {
            DaybookWiring.HypotheticalReads without = wiring.readsWithout(scope, leftOut, query.asOf());
            return new RecallDifference(
                    without.leftOut(), access.search(query), without.search().recall(scope, query));
        });
    }

    @Override
    public ContextDifference context(String session, String prompt, ContextOptions options) {
        present("session", session);
        SizeLimits.check("prompt", present("prompt", prompt), SizeLimits.QUESTION);
        present("options", options);
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
        for (int attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
            List<Head> before = List.of(store.head(scope), store.head(shared));
            T answer = read.get();
            if (before.equals(List.of(store.head(scope), store.head(shared)))) {
                return answer;
            }
        }
        throw new StoreException(
                scope.code() + " changed during each of " + MAX_ATTEMPTS
                        + " comparisons; compare again when less is written",
                null,
                true);
    }
}
