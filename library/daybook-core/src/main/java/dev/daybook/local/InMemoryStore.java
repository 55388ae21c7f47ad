package dev.daybook.local;

import dev.daybook.model.Kind;
import dev.daybook.model.Scope;
import dev.daybook.model.Space;
import dev.daybook.outcome.ErasureReceipt;
import dev.daybook.outcome.HealthReport;
import dev.daybook.store.AuditRecord;
import dev.daybook.store.CommitResult;
import dev.daybook.store.CopyableStore;
import dev.daybook.store.EntryKey;
import dev.daybook.store.EntryScan;
import dev.daybook.store.EraseRequest;
import dev.daybook.store.EraseResult;
import dev.daybook.store.Head;
import dev.daybook.store.IndexRow;
import dev.daybook.store.Page;
import dev.daybook.store.ScopeHead;
import dev.daybook.store.ScopeNumbers;
import dev.daybook.store.ScopeRows;
import dev.daybook.store.ScopeState;
import dev.daybook.store.StoreGuarantees;
import dev.daybook.store.StoredAudit;
import dev.daybook.store.StoredEntry;
import dev.daybook.store.WriteBatch;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A store in memory; its content is lost when it is closed. For tests, and for memories that must not outlive the
 * process. One lock guards the whole store, so every call sees complete batches. After {@link #close()} every other
 * call is an {@link IllegalStateException}.
 *
 * <p>Blocks are kept within {@link BlockBounds}, since a long-running process with many users would otherwise hold the
 * pinned texts of all of them for ever. {@link #onEviction} reports evictions.
 */
public final class InMemoryStore implements CopyableStore {

    private static final StoreGuarantees GUARANTEES = new StoreGuarantees(false, true, true, false, true, 200_000);

    /** Scopes by code, in spaces by id. An erased scope stays, because its counters must. */
    private final NavigableMap<String, NavigableMap<String, InMemoryScope>> spaces = new TreeMap<>();

    private final BlockHolders blockHolders;
    private final Clock clock;

    /** Evictions not reported yet. */
    private final Queue<Scope> evicted = new ConcurrentLinkedQueue<>();

    private volatile Consumer<Scope> evictionListener = scope -> {};
    private long erasures;
    private boolean closed;

    /** Creates a store with {@link BlockBounds#DEFAULTS} and the system clock. */
    public InMemoryStore() {
        this(BlockBounds.DEFAULTS, Clock.systemUTC());
    }

    /** Creates a store with the given bounds and the clock that measures idle time. */
    public InMemoryStore(BlockBounds bounds, Clock clock) {
        this.blockHolders = new BlockHolders(bounds);
        this.clock = clock;
    }

    @Override
    public void onEviction(Consumer<Scope> listener) {
        evictionListener = listener;
    }

    @Override
    public StoreGuarantees guarantees() {
        return GUARANTEES;
    }

    @Override
    public CommitResult write(WriteBatch batch) {
        boolean blocks = batch.puts().stream().anyMatch(put -> put.key().kind() == Kind.BLOCK);
        return access(batch.scope(), blocks, () -> scopeFor(batch.scope()).write(batch));
    }

    @Override
    public List<StoredEntry> get(Scope scope, Collection<EntryKey> keys) {
        boolean blocks = keys.stream().anyMatch(key -> key.kind() == Kind.BLOCK);
        return access(scope, blocks, () -> look(scope).get(keys));
    }

    @Override
    public Page<StoredEntry> scan(Scope scope, EntryScan scan) {
        return access(
                scope, scan.kinds().contains(Kind.BLOCK), () -> look(scope).scan(scan));
    }

    @Override
    public Page<IndexRow> rows(Scope scope, long afterRevision, int limit) {
        return access(scope, false, () -> look(scope).rows(afterRevision, limit));
    }

    @Override
    public Head head(Scope scope) {
        return access(scope, false, () -> look(scope).head());
    }

    @Override
    public synchronized Page<ScopeHead> heads(Space space, @Nullable String cursor, int limit) {
        requireOpen();
        List<ScopeHead> all = after(scopesOf(space), cursor).values().stream()
                .filter(InMemoryScope::holdsSomething)
                .map(inMemoryScope -> new ScopeHead(inMemoryScope.scope(), inMemoryScope.head()))
                .limit(limit + 1L)
                .toList();
        return Page.cut(all, limit, head -> head.scope().code());
    }

    @Override
    public synchronized Page<Space> spaces(@Nullable String cursor, int limit) {
        requireOpen();
        List<Space> all = after(spaces, cursor).entrySet().stream()
                .filter(space -> space.getValue().values().stream().anyMatch(InMemoryScope::holdsSomething))
                .map(space -> new Space(space.getKey()))
                .limit(limit + 1L)
                .toList();
        return Page.cut(all, limit, Space::id);
    }

    @Override
    public synchronized Page<ScopeState> states(Scope scope, String prefix, @Nullable String cursor, int limit) {
        requireOpen();
        return look(scope).states(prefix, cursor, limit);
    }

    @Override
    public synchronized Page<AuditRecord> audits(Scope scope, @Nullable String cursor, int limit) {
        requireOpen();
        return look(scope).audits(cursor, limit);
    }

    @Override
    public synchronized List<StoredAudit> audits(String operation) {
        requireOpen();
        return spaces.values().stream()
                .flatMap(scopes -> scopes.values().stream())
                .flatMap(inMemoryScope -> inMemoryScope.audits(operation))
                .toList();
    }

    @Override
    public EraseResult erase(Scope scope, EraseRequest what, WriteBatch alongside) {
        if (!alongside.scope().equals(scope)) {
            throw new IllegalArgumentException("alongside is a batch of another scope; give one of the scope erased");
        }
        return access(scope, true, () -> {
            Map<Kind, Long> counts = scopeFor(scope).erase(what, alongside);
            return new EraseResult(++erasures, counts);
        });
    }

    @Override
    public synchronized ScopeNumbers numbers(Scope scope) {
        requireOpen();
        return look(scope).numbers();
    }

    /** Returns the scopes in order of space and code; the cursor is the space, a line break and the code. */
    @Override
    public synchronized Page<Scope> scopes(@Nullable String cursor, int limit) {
        requireOpen();
        List<Scope> all = spaces.values().stream()
                .flatMap(scopes -> scopes.values().stream())
                .filter(InMemoryScope::isNamed)
                .map(InMemoryScope::scope)
                .dropWhile(scope -> cursor != null && isUpTo(cursor, scope))
                .limit(limit + 1L)
                .toList();
        return Page.cut(all, limit, scope -> scope.space().id() + '\n' + scope.code());
    }

    /** Ids have no control character. */
    private static boolean isUpTo(String cursor, Scope scope) {
        int end = cursor.indexOf('\n');
        int spaces = scope.space().id().compareTo(cursor.substring(0, end));
        return spaces < 0 || spaces == 0 && scope.code().compareTo(cursor.substring(end + 1)) <= 0;
    }

    @Override
    public void copy(ScopeRows rows) {
        access(rows.scope(), true, () -> {
            scopeFor(rows.scope()).copy(rows);
            return rows;
        });
    }

    /**
     * Runs a call on a scope. Evicts idle scopes before it and surplus scopes after it.
     *
     * @param blocks whether the call reads or writes blocks
     */
    private <T> T access(Scope scope, boolean blocks, Supplier<T> call) {
        try {
            return accessLocked(scope, blocks, call);
        } finally {
            report();
        }
    }

    private synchronized <T> T accessLocked(Scope scope, boolean blocks, Supplier<T> call) {
        requireOpen();
        Instant now = clock.instant();
        blockHolders.takeIdle(now).forEach(this::evict);
        T answer = call.get();
        if (blocks) {
            blockHolders.touch(scope, look(scope).holds(Kind.BLOCK), now);
            blockHolders.takeSurplus().forEach(this::evict);
        }
        return answer;
    }

    private void evict(Scope scope) {
        scopeFor(scope).evict(Kind.BLOCK);
        evicted.add(scope);
    }

    /** Runs without the lock: a listener may call the store. */
    private void report() {
        for (Scope scope = evicted.poll(); scope != null; scope = evicted.poll()) {
            evictionListener.accept(scope);
        }
    }

    /** Returns {@link ErasureReceipt.Bytes#GONE}: there are no files. */
    @Override
    public synchronized ErasureReceipt.Bytes bytes(long erasure, Duration wait) {
        requireOpen();
        return ErasureReceipt.Bytes.GONE;
    }

    @Override
    public synchronized HealthReport check(boolean repair) {
        requireOpen();
        return new HealthReport(List.of(new HealthReport.Finding(
                HealthReport.Level.OK, "memory", "the store is in memory and keeps nothing after it is closed", "")));
    }

    @Override
    public synchronized void close() {
        closed = true;
        spaces.clear();
    }

    /** Finds a scope for reading, without creating it. */
    private InMemoryScope look(Scope scope) {
        InMemoryScope inMemoryScope = scopesOf(scope.space()).get(scope.code());
        return inMemoryScope == null ? new InMemoryScope(scope) : inMemoryScope;
    }

    private NavigableMap<String, InMemoryScope> scopesOf(Space space) {
        return spaces.getOrDefault(space.id(), Collections.emptyNavigableMap());
    }

    private InMemoryScope scopeFor(Scope scope) {
        return scopes(scope).computeIfAbsent(scope.code(), code -> new InMemoryScope(scope));
    }

    private NavigableMap<String, InMemoryScope> scopes(Scope scope) {
        return spaces.computeIfAbsent(scope.space().id(), id -> new TreeMap<>());
    }

    private static <T> NavigableMap<String, T> after(NavigableMap<String, T> map, @Nullable String cursor) {
        return cursor == null ? map : map.tailMap(cursor, false);
    }

    private void requireOpen() {
        if (closed) {
            throw new IllegalStateException("the store is closed; open a new one");
        }
    }
}
