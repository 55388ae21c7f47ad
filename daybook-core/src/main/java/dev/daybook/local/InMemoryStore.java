package dev.daybook.local;

import dev.daybook.data.Erasure;
import dev.daybook.data.Kind;
import dev.daybook.data.Scope;
import dev.daybook.data.Space;
import dev.daybook.spi.Audit;
import dev.daybook.spi.Audited;
import dev.daybook.spi.Batch;
import dev.daybook.spi.Commit;
import dev.daybook.spi.Erase;
import dev.daybook.spi.Erased;
import dev.daybook.spi.Guarantees;
import dev.daybook.spi.Head;
import dev.daybook.spi.Health;
import dev.daybook.spi.Key;
import dev.daybook.spi.Page;
import dev.daybook.spi.Row;
import dev.daybook.spi.Scan;
import dev.daybook.spi.ScopeHead;
import dev.daybook.spi.State;
import dev.daybook.spi.Store;
import dev.daybook.spi.Stored;
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
 * A store in memory; its content is lost when it is closed. For tests, and for memories that must not outlive the process. One lock guards
 * the whole store, so every call sees complete batches. After {@link #close()} every other call is an {@link IllegalStateException}.
 *
 * <p>Blocks are kept within {@link BlockBounds}, since a long-running process with many users would otherwise hold the pinned texts of all of
 * them for ever. {@link #onEviction} reports evictions.
 */
public final class InMemoryStore implements Store {

    private static final Guarantees GUARANTEES = new Guarantees(false, true, true, false, true, 200_000);

    /** Scopes by code, in spaces by id. An erased scope stays, because its counters must. */
    private final NavigableMap<String, NavigableMap<String, ScopeImage>> spaces = new TreeMap<>();

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

    /**
     * Sets the listener for evicted scopes. It is called after the eviction, without any lock, on the thread whose call evicted, and must
     * not throw. A daybook over this store sets its own.
     */
    public void onEviction(Consumer<Scope> listener) {
        evictionListener = listener;
    }

    @Override
    public Guarantees guarantees() {
        return GUARANTEES;
    }

    @Override
    public Commit write(Batch batch) {
        boolean blocks = batch.puts().stream().anyMatch(put -> put.key().kind() == Kind.BLOCK);
        return access(batch.scope(), blocks, () -> image(batch.scope()).write(batch));
    }

    @Override
    public List<Stored> get(Scope scope, Collection<Key> keys) {
        boolean blocks = keys.stream().anyMatch(key -> key.kind() == Kind.BLOCK);
        return access(scope, blocks, () -> look(scope).get(keys));
    }

    @Override
    public Page<Stored> scan(Scope scope, Scan scan) {
        return access(
                scope, scan.kinds().contains(Kind.BLOCK), () -> look(scope).scan(scan));
    }

    @Override
    public Page<Row> rows(Scope scope, long afterRevision, int limit) {
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
                .filter(ScopeImage::holdsSomething)
                .map(image -> new ScopeHead(image.scope(), image.head()))
                .limit(limit + 1L)
                .toList();
        return Pages.cut(all, limit, head -> head.scope().code());
    }

    @Override
    public synchronized Page<Space> spaces(@Nullable String cursor, int limit) {
        requireOpen();
        List<Space> all = after(spaces, cursor).entrySet().stream()
                .filter(space -> space.getValue().values().stream().anyMatch(ScopeImage::holdsSomething))
                .map(space -> new Space(space.getKey()))
                .limit(limit + 1L)
                .toList();
        return Pages.cut(all, limit, Space::id);
    }

    @Override
    public synchronized Page<State> states(Scope scope, String prefix, @Nullable String cursor, int limit) {
        requireOpen();
        return look(scope).states(prefix, cursor, limit);
    }

    @Override
    public synchronized Page<Audit> audits(Scope scope, @Nullable String cursor, int limit) {
        requireOpen();
        return look(scope).audits(cursor, limit);
    }

    @Override
    public synchronized List<Audited> audits(String operation) {
        requireOpen();
        return spaces.values().stream()
                .flatMap(scopes -> scopes.values().stream())
                .flatMap(image -> image.audits(operation))
                .toList();
    }

    @Override
    public Erased erase(Scope scope, Erase what, Batch alongside) {
        if (!alongside.scope().equals(scope)) {
            throw new IllegalArgumentException("alongside is a batch of another scope; give one of the scope erased");
        }
        return access(scope, true, () -> {
            Map<Kind, Long> counts = image(scope).erase(what, alongside);
            return new Erased(++erasures, counts);
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
        image(scope).evict(Kind.BLOCK);
        evicted.add(scope);
    }

    /** Runs without the lock: a listener may call the store. */
    private void report() {
        for (Scope scope = evicted.poll(); scope != null; scope = evicted.poll()) {
            evictionListener.accept(scope);
        }
    }

    /** Returns {@link Erasure.Bytes#GONE}: there are no files. */
    @Override
    public synchronized Erasure.Bytes bytes(long erasure, Duration wait) {
        requireOpen();
        return Erasure.Bytes.GONE;
    }

    @Override
    public synchronized Health check(boolean repair) {
        requireOpen();
        return new Health(List.of(new Health.Finding(
                Health.Level.OK, "memory", "the store is in memory and keeps nothing after it is closed", "")));
    }

    @Override
    public synchronized void close() {
        closed = true;
        spaces.clear();
    }

    /** Finds a scope for reading, without creating it. */
    private ScopeImage look(Scope scope) {
        ScopeImage image = scopesOf(scope.space()).get(scope.code());
        return image == null ? new ScopeImage(scope) : image;
    }

    private NavigableMap<String, ScopeImage> scopesOf(Space space) {
        return spaces.getOrDefault(space.id(), Collections.emptyNavigableMap());
    }

    private ScopeImage image(Scope scope) {
        return scopes(scope).computeIfAbsent(scope.code(), code -> new ScopeImage(scope));
    }

    private NavigableMap<String, ScopeImage> scopes(Scope scope) {
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
