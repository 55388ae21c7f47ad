package dev.daybook.testkit.copy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.internal.copy.CopiedScope;
import dev.daybook.internal.copy.CopyListener;
import dev.daybook.internal.copy.ScopeDigest;
import dev.daybook.internal.copy.StoreCopy;
import dev.daybook.internal.store.PagedReads;
import dev.daybook.model.Scope;
import dev.daybook.store.CopyableStore;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/** Runs a copy and keeps the last result of each scope. */
public final class CopyResults implements CopyListener {

    /** The name of every source in tests. */
    public static final String SOURCE = "the source";

    private final Map<Scope, CopiedScope> scopes = new LinkedHashMap<>();
    private long progress;

    private CopyResults() {}

    /** Copies a store and verifies that both are equal afterwards. */
    public static CopyResults copy(CopyableStore source, CopyableStore target) {
        CopyResults results = new CopyResults();
        assertThat(new StoreCopy(source, target, SOURCE, results).run()).isTrue();
        assertThat(results.scopes.values()).allMatch(CopiedScope::isEqual);
        assertThat(StoreCopy.unfinished(target)).isEmpty();
        assertThat(digests(target)).isEqualTo(digests(source));
        return results;
    }

    /** A listener whose results are not read. */
    public static CopyResults silent() {
        return new CopyResults();
    }

    /** The digests of all scopes by space and code. */
    public static Map<String, ScopeDigest> digests(CopyableStore store) {
        Map<String, ScopeDigest> digests = new TreeMap<>();
        PagedReads.<Scope>all(cursor -> store.scopes(cursor, 100))
                .forEach(scope -> digests.put(scope.space().id() + " " + scope.code(), ScopeDigest.of(store, scope)));
        return digests;
    }

    /** The last result of each scope. */
    public Map<Scope, CopiedScope> scopes() {
        return scopes;
    }

    /** The highest number of rows that was reported. */
    public long progress() {
        return progress;
    }

    @Override
    public void progress(Scope scope, long rows) {
        progress = Math.max(progress, rows);
    }

    @Override
    public void copied(CopiedScope scope) {
        scopes.put(scope.scope(), scope);
    }
}
