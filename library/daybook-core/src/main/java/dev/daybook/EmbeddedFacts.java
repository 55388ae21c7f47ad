package dev.daybook;

import static dev.daybook.internal.checks.NullChecks.present;

import dev.daybook.internal.checks.NullChecks;
import dev.daybook.internal.settings.ProtectedOperation;
import dev.daybook.model.Fact;
import dev.daybook.model.Kind;
import dev.daybook.model.NewFact;
import dev.daybook.model.Scope;
import dev.daybook.model.SizeLimits;
import dev.daybook.outcome.Receipt;
import dev.daybook.query.FactQuery;
import dev.daybook.query.Selection;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The facts of one scope of a daybook in this process. */
final class EmbeddedFacts implements Facts {

    private final ScopeAccess access;
    private final DaybookWiring wiring;
    private final Scope scope;

    EmbeddedFacts(ScopeAccess access) {
        this.access = access;
        this.wiring = access.wiring();
        this.scope = access.scope();
    }

    @Override
    public Receipt remember(NewFact fact) {
        return remember(List.of(present("fact", fact))).get(0);
    }

    @Override
    public List<Receipt> remember(List<NewFact> facts) {
        access.require(ProtectedOperation.ASSERT_FACTS);
        List<Receipt> receipts = wiring.writes().facts().write(scope, NullChecks.all("facts", facts), access.policy());
        access.written();
        return receipts;
    }

    @Override
    public Optional<Fact> find(String id) {
        return wiring.writes().facts().find(scope, present("id", id));
    }

    @Override
    public List<Fact> list(FactQuery query) {
        return wiring.writes().facts().list(scope, present("query", query));
    }

    @Override
    public List<Fact> recall(String text, FactQuery query) {
        present("text", text);
        present("query", query);
        wiring.reads().isolation().recalls(scope, Kind.FACT);
        return wiring.reads().facts().search(scope, text, query);
    }

    @Override
    public List<Fact> history(String id) {
        return wiring.writes().facts().history(scope, present("id", id));
    }

    @Override
    public Optional<Fact> end(String id) {
        return ended(present("id", id), null);
    }

    @Override
    public Optional<Fact> end(String id, OffsetDateTime at) {
        return ended(present("id", id), SizeLimits.time("at", present("at", at)));
    }

    private Optional<Fact> ended(String id, @Nullable OffsetDateTime at) {
        access.require(ProtectedOperation.END_FACTS);
        Optional<Fact> fact = wiring.writes().facts().end(scope, id, at, access.rules());
        access.written();
        return fact;
    }

    @Override
    public boolean forget(String id) {
        Selection fact = Selection.entry(Kind.FACT, present("id", id));
        return access.forget(fact).counts().containsKey(Kind.FACT);
    }
}
