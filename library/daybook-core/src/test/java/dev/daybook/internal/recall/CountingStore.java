package dev.daybook.internal.recall;

import dev.daybook.internal.store.ForwardingStore;
import dev.daybook.local.InMemoryStore;
import dev.daybook.model.Scope;
import dev.daybook.store.EntryKey;
import dev.daybook.store.EntryScan;
import dev.daybook.store.Head;
import dev.daybook.store.IndexRow;
import dev.daybook.store.Page;
import dev.daybook.store.ScopeState;
import dev.daybook.store.StoredEntry;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** An in-memory store that lists the reads of the thread that created it, so that background threads do not count. */
final class CountingStore extends ForwardingStore {

    /** A read, with the ids of the entries that were asked for or returned. */
    record Read(String method, List<String> ids) {}

    private final Thread counted = Thread.currentThread();
    private final List<Read> reads = new ArrayList<>();

    CountingStore() {
        super(new InMemoryStore());
    }

    private void count(String method, List<String> ids) {
        if (Thread.currentThread() == counted) {
            reads.add(new Read(method, ids));
        }
    }

    /** Returns the reads since the last call, without those of heads, which a store keeps in memory. */
    List<Read> take() {
        List<Read> taken =
                reads.stream().filter(read -> !read.method().equals("head")).toList();
        reads.clear();
        return taken;
    }

    /** Returns the number of reads of heads since the last {@link #take()}. */
    long heads() {
        return reads.stream().filter(read -> read.method().equals("head")).count();
    }

    @Override
    public Head head(Scope scope) {
        count("head", List.of());
        return super.head(scope);
    }

    @Override
    public List<StoredEntry> get(Scope scope, Collection<EntryKey> keys) {
        count("get", keys.stream().map(EntryKey::id).sorted().toList());
        return super.get(scope, keys);
    }

    @Override
    public Page<StoredEntry> scan(Scope scope, EntryScan scan) {
        Page<StoredEntry> page = super.scan(scope, scan);
        count("scan", ids(page));
        return page;
    }

    @Override
    public Page<StoredEntry> scan(Scope scope, EntryScan scan, Consumer<EntryKey> damaged) {
        Page<StoredEntry> page = super.scan(scope, scan, damaged);
        count("scan", ids(page));
        return page;
    }

    private static List<String> ids(Page<StoredEntry> page) {
        return page.items().stream().map(stored -> stored.key().id()).collect(Collectors.toList());
    }

    @Override
    public Page<IndexRow> rows(Scope scope, long afterRevision, int limit) {
        Page<IndexRow> page = super.rows(scope, afterRevision, limit);
        count("rows", page.items().stream().map(row -> row.key().id()).toList());
        return page;
    }

    @Override
    public Page<ScopeState> states(Scope scope, String prefix, @Nullable String cursor, int limit) {
        count("states", List.of());
        return super.states(scope, prefix, cursor, limit);
    }

    @Override
    public Optional<ScopeState> state(Scope scope, String name) {
        count("states", List.of());
        return super.state(scope, name);
    }
}
