package dev.daybook.internal.embedded;

import static dev.daybook.internal.checks.NullChecks.present;

import dev.daybook.Facts;
import dev.daybook.internal.checks.NullChecks;
import dev.daybook.internal.checks.ReservedMetadata;
import dev.daybook.internal.ledger.FactLedger;
import dev.daybook.internal.recall.FactSearch;
import dev.daybook.internal.recall.MemorySearch;
import dev.daybook.internal.remember.EpisodeWriter;
import dev.daybook.internal.scopes.ReadScopes;
import dev.daybook.internal.settings.ProtectedOperation;
import dev.daybook.internal.statements.FactAssessor;
import dev.daybook.model.Fact;
import dev.daybook.model.Kind;
import dev.daybook.model.NewEpisode;
import dev.daybook.model.NewFact;
import dev.daybook.model.Scope;
import dev.daybook.model.SizeLimits;
import dev.daybook.outcome.FactAssessment;
import dev.daybook.outcome.Receipt;
import dev.daybook.outcome.RejectedStatement;
import dev.daybook.query.FactQuery;
import dev.daybook.query.Selection;
import dev.daybook.query.VersionCondition;
import java.time.OffsetDateTime;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The facts of one scope of a daybook in this process. */
final class EmbeddedFacts implements Facts {

    private final ScopeAccess access;
    private final Scope scope;
    private final FactLedger ledger;
    private final FactSearch search;
    private final FactAssessor assessor;
    private final EpisodeWriter episodes;
    private final WritePath writes;
    private final ErasurePath erasures;

    EmbeddedFacts(
            ScopeAccess access,
            FactLedger ledger,
            FactSearch search,
            FactAssessor assessor,
            EpisodeWriter episodes,
            WritePath writes,
            ErasurePath erasures) {
        this.access = access;
        this.scope = access.scope();
        this.ledger = ledger;
        this.search = search;
        this.assessor = assessor;
        this.episodes = episodes;
        this.writes = writes;
        this.erasures = erasures;
    }

    @Override
    public Receipt remember(NewFact fact) {
        return remember(List.of(present("fact", fact))).get(0);
    }

    @Override
    public List<Receipt> remember(List<NewFact> facts) {
        return write(NullChecks.all("facts", facts), VersionCondition.NONE);
    }

    @Override
    public Receipt remember(NewFact fact, VersionCondition condition) {
        String id = present("fact", fact).id();
        return write(List.of(fact), present("condition", condition).onId("fact", id))
                .get(0);
    }

    private List<Receipt> write(List<NewFact> facts, VersionCondition condition) {
        access.require(ProtectedOperation.ASSERT_FACTS);
        List<Receipt> receipts = ledger.write(scope, facts, access.policy(), condition);
        writes.written(scope);
        return receipts;
    }

    @Override
    public FactAssessment assess(NewEpisode episode) {
        ReservedMetadata.check(present("episode", episode).metadata().keySet());
        return assessor.assess(scope, episodes.draft(episode, access.policy()));
    }

    @Override
    public FactAssessment assess(NewFact fact) {
        return assessor.assess(scope, present("fact", fact), access.policy());
    }

    @Override
    public Optional<Fact> find(String id) {
        return ledger.find(scope, present("id", id));
    }

    @Override
    public List<Fact> list(FactQuery query) {
        return ledger.list(scope, present("query", query));
    }

    @Override
    public Map<Scope, List<Fact>> listByScope(FactQuery query) {
        present("query", query);
        ReadScopes scopes = access.scopes();
        Map<Scope, List<Fact>> lists = new LinkedHashMap<>();
        for (Scope owner : scopes.all()) {
            // A secret that is not shown must not take a place.
            Stream<Fact> all = ledger.list(owner, query.limit(Integer.MAX_VALUE)).stream();
            lists.put(
                    owner,
                    MemorySearch.seenFacts(scopes, owner, all)
                            .limit(Math.max(0, query.limit()))
                            .toList());
        }
        return lists;
    }

    @Override
    public List<Fact> recall(String text, FactQuery query) {
        present("text", text);
        present("query", query);
        access.recalls(Kind.FACT);
        return search.search(scope, text, query);
    }

    @Override
    public List<Fact> history(String id) {
        return ledger.history(scope, present("id", id));
    }

    @Override
    public List<RejectedStatement> rejected() {
        return ledger.rejected(scope);
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
        Optional<Fact> fact = ledger.end(scope, id, at, access.rules());
        writes.written(scope);
        return fact;
    }

    @Override
    public boolean forget(String id) {
        Selection fact = Selection.entry(Kind.FACT, present("id", id));
        return erasures.forget(access, fact).counts().containsKey(Kind.FACT);
    }
}
