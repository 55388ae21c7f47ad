package dev.daybook.local;

import dev.daybook.data.Erasure;
import dev.daybook.data.Kind;
import dev.daybook.data.Scope;
import dev.daybook.data.Space;
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
import java.time.Duration;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A store that keeps nothing: all is gone when it is closed. For tests, and for memories that must not outlive the
 * process. One lock for the whole store, so every call sees whole batches only. After {@link #close()} every other call
 * is an {@link IllegalStateException}.
 */
public final class InMemoryStore implements Store {

    private static final Guarantees GUARANTEES = new Guarantees(false, true, true, false, true, 200_000);

    /** Spaces by id, in each the scopes by code. A scope that was erased stays, because its counters must. */
    private final NavigableMap<String, NavigableMap<String, ScopeImage>> spaces = new TreeMap<>();

    private long erasures;
    private boolean closed;

    public InMemoryStore() {}

    @Override
    public Guarantees guarantees() {
        return GUARANTEES;
    }

    @Override
    public synchronized Commit write(Batch batch) {
        requireOpen();
        ScopeImage image = image(batch.scope());
        image.requireExpected(batch);
        return image.apply(batch);
    }

    @Override
    public synchronized List<Stored> get(Scope scope, Collection<Key> keys) {
        requireOpen();
        return look(scope).get(keys);
    }

    @Override
    public synchronized Page<Stored> scan(Scope scope, Scan scan) {
        requireOpen();
        return look(scope).scan(scan);
    }

    @Override
    public synchronized Page<Row> rows(Scope scope, long afterRevision, int limit) {
        requireOpen();
        return look(scope).rows(afterRevision, limit);
    }

    @Override
    public synchronized Head head(Scope scope) {
        requireOpen();
        return look(scope).head();
    }

    @Override
    public synchronized Page<ScopeHead> heads(Space space, @Nullable String cursor, int limit) {
        requireOpen();
        List<ScopeHead> all = after(scopesOf(space), cursor).values().stream()
                .filter(ScopeImage::holdsSomething)
                .map(image -> new ScopeHead(image.scope(), image.head()))
                .toList();
        return Pages.cut(all, limit, head -> head.scope().code());
    }

    @Override
    public synchronized Page<Space> spaces(@Nullable String cursor, int limit) {
        requireOpen();
        List<Space> all = after(spaces, cursor).entrySet().stream()
                .filter(space -> space.getValue().values().stream().anyMatch(ScopeImage::holdsSomething))
                .map(space -> new Space(space.getKey()))
                .toList();
        return Pages.cut(all, limit, Space::id);
    }

    @Override
    public synchronized Page<State> states(Scope scope, String prefix, @Nullable String cursor, int limit) {
        requireOpen();
        return look(scope).states(prefix, cursor, limit);
    }

    @Override
    public synchronized Erased erase(Scope scope, Erase what, Batch alongside) {
        requireOpen();
        if (!alongside.scope().equals(scope)) {
            throw new IllegalArgumentException("alongside is a batch of another scope; give one of the scope erased");
        }
        ScopeImage image = image(scope);
        ScopeImage before = image.copy();
        Map<Kind, Long> counts = image.erase(what);
        try {
            image.requireExpected(alongside);
        } catch (RuntimeException refused) {
            scopes(scope).put(scope.code(), before);
            throw refused;
        }
        image.apply(alongside);
        return new Erased(++erasures, counts);
    }

    /** {@link Erasure.Bytes#GONE}: there are no files. */
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

    /** To read: a scope that was only asked for leaves nothing behind. */
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
