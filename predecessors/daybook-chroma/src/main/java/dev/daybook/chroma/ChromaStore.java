package dev.daybook.chroma;

import dev.daybook.error.StoreException;
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
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A store in a Chroma server, over its HTTP API v2. A space is a database of the server. Users' episodes and facts are stored
 * in the collections {@code jeeves_episodes} and {@code jeeves_facts} in the layout of jeevesagent's
 * {@code ChromaMemory}, so that the two read each other; everything else lies in a side collection of Daybook.
 *
 * <p>Durable, and repeatable instead of atomic: a batch is first written as an intent and then applied, and an open
 * intent is completed before the next read. Daybook never shows a partial batch; another program reading meanwhile may
 * see one. One process owns the store: an opening takes it over, and the previous owner stops writing. Erased text is
 * gone for every reader, but the server keeps its bytes in its files.
 *
 * <p>Thread-safe. The index of entries is held in memory for the scopes in use; bodies are not.
 */
public final class ChromaStore implements CopyableStore {

    private static final StoreGuarantees GUARANTEES = new StoreGuarantees(true, false, false, false, false, 200_000);

    private static final System.Logger LOG = System.getLogger(ChromaStore.class.getName());

    private final ChromaServer server;
    private final ChromaTenant tenant;
    private final CollectionLayout layout;
    private final WriterLease lease;
    private final ErasureCounter erasureCounter;
    private final Map<Space, SpaceStore> spaces = new ConcurrentHashMap<>();
    private volatile boolean closed;

    ChromaStore(ChromaServer server, ChromaTenant tenant, CollectionLayout layout, WriterLease lease) {
        this.server = server;
        this.tenant = tenant;
        this.layout = layout;
        this.lease = lease;
        this.erasureCounter = new ErasureCounter(new SpaceCollections(tenant, Space.DEFAULT, layout), lease);
    }

    /**
     * Starts to configure a store of a server.
     *
     * @param url the base URL without a path: {@code http://127.0.0.1:8000}
     */
    public static ChromaStoreBuilder at(URI url) {
        return new ChromaStoreBuilder(url);
    }

    @Override
    public StoreGuarantees guarantees() {
        return GUARANTEES;
    }

    @Override
    public CommitResult write(WriteBatch batch) {
        return space(batch.scope().space()).write(batch);
    }

    @Override
    public List<StoredEntry> get(Scope scope, Collection<EntryKey> keys) {
        return read(scope, scans -> scans.get(keys));
    }

    @Override
    public Page<StoredEntry> scan(Scope scope, EntryScan scan) {
        return read(scope, scans -> scans.page(scan));
    }

    private <T> T read(Scope scope, Function<EntryScans, T> reader) {
        SpaceStore space = space(scope.space());
        return space.read(scope, index -> reader.apply(new EntryScans(space.shelves(), scope, index)));
    }

    @Override
    public Page<IndexRow> rows(Scope scope, long afterRevision, int limit) {
        SpaceStore space = space(scope.space());
        return space.read(scope, index -> {
            Page<IndexedEntry> page = Page.cut(
                    index.after(afterRevision, Page.oneMore(limit)), limit, last -> Long.toString(last.revision()));
            EntryScans scans = new EntryScans(space.shelves(), scope, index);
            Map<String, ChromaDocument> bodies = scans.bodies(page.items());
            List<IndexRow> rows = page.items().stream()
                    .map(entry -> entry.row(MetadataKeys.sidecars(scans.body(bodies, entry))))
                    .toList();
            return new Page<>(rows, page.cursor());
        });
    }

    @Override
    public Head head(Scope scope) {
        return space(scope.space()).read(scope, ResidentScope::head);
    }

    @Override
    public ScopeNumbers numbers(Scope scope) {
        return space(scope.space()).read(scope, ResidentScope::numbers);
    }

    @Override
    public Page<Scope> scopes(@Nullable String cursor, int limit) {
        requireOpen();
        List<Scope> found = all().stream()
                .flatMap(space -> space(space).named().stream())
                .filter(scope -> cursor == null || scopeCursor(scope).compareTo(cursor) > 0)
                .sorted(Comparator.comparing(ChromaStore::scopeCursor))
                .toList();
        return Page.cut(found, limit, ChromaStore::scopeCursor);
    }

    private static String scopeCursor(Scope scope) {
        return scope.space().id() + '\n' + scope.code();
    }

    @Override
    public void copy(ScopeRows rows) {
        space(rows.scope().space()).copy(rows);
    }

    @Override
    public Page<ScopeHead> heads(Space space, @Nullable String cursor, int limit) {
        return Page.cut(
                space(space).heads().stream()
                        .filter(head -> cursor == null || head.scope().code().compareTo(cursor) > 0)
                        .sorted(Comparator.comparing(head -> head.scope().code()))
                        .toList(),
                limit,
                head -> head.scope().code());
    }

    @Override
    public Page<Space> spaces(@Nullable String cursor, int limit) {
        requireOpen();
        List<Space> found = all().stream()
                .filter(space -> cursor == null || space.id().compareTo(cursor) > 0)
                .sorted(Comparator.comparing(Space::id))
                .filter(space -> !space(space).heads().isEmpty())
                .limit(Page.oneMore(limit))
                .toList();
        return Page.cut(found, limit, Space::id);
    }

    private List<Space> all() {
        return tenant.databases().stream()
                .map(name -> SpaceCollections.space(tenant, name, layout))
                .flatMap(Optional::stream)
                .toList();
    }

    @Override
    public Page<ScopeState> states(Scope scope, String prefix, @Nullable String cursor, int limit) {
        return space(scope.space())
                .read(
                        scope,
                        index -> Page.cut(
                                (cursor == null
                                                ? index.states().tailMap(prefix, true)
                                                : index.states().tailMap(cursor, false))
                                        .values().stream()
                                                .takeWhile(state -> state.name().startsWith(prefix))
                                                .limit(Page.oneMore(limit))
                                                .toList(),
                                limit,
                                ScopeState::name));
    }

    @Override
    public Page<AuditRecord> audits(Scope scope, @Nullable String cursor, int limit) {
        int from = cursor == null ? 0 : Integer.parseInt(cursor);
        List<AuditRecord> audits = space(scope.space()).audits(MetadataKeys.SCOPE, scope.code()).stream()
                .skip(from)
                .map(StoredAudit::audit)
                .toList();
        return Page.cut(audits, limit, unused -> Integer.toString(from + limit));
    }

    @Override
    public List<StoredAudit> audits(String operation) {
        requireOpen();
        return all().stream()
                .flatMap(space -> space(space).audits(MetadataKeys.NAME, operation).stream())
                .toList();
    }

    @Override
    public EraseResult erase(Scope scope, EraseRequest what, WriteBatch alongside) {
        if (!alongside.scope().equals(scope)) {
            throw new IllegalArgumentException("alongside is of the scope " + alongside.scope() + ", the erasure of "
                    + scope + "; give a batch of the erased scope");
        }
        requireOpen();
        long number = erasureCounter.next();
        Map<Kind, Long> counts = space(scope.space()).erase(scope, what, alongside);
        return new EraseResult(number, counts);
    }

    /** Returns {@link ErasureReceipt.Bytes#KEPT}: a Chroma server keeps erased text in its files. */
    @Override
    public ErasureReceipt.Bytes bytes(long erasure, Duration wait) {
        requireOpen();
        return ErasureReceipt.Bytes.KEPT;
    }

    @Override
    public HealthReport check(boolean repair) {
        requireOpen();
        lease.check();
        List<HealthReport.Finding> findings = new ArrayList<>();
        findings.add(new HealthReport.Finding(
                HealthReport.Level.OK, "server", "Chroma answers at " + server.url() + ", and the store is ours", ""));
        for (Space space : all()) {
            findings.addAll(new SpaceCheck(space, space(space), repair).run());
        }
        return new HealthReport(findings);
    }

    @Override
    public synchronized void close() {
        if (!closed) {
            closed = true;
            try {
                lease.release();
            } catch (StoreException failure) {
                // All acknowledged writes are stored; only a process configured not to take over needs the release.
                LOG.log(
                        System.Logger.Level.WARNING,
                        "the store could not be marked as released: " + failure.getMessage());
            }
        }
    }

    private SpaceStore space(Space space) {
        requireOpen();
        return spaces.computeIfAbsent(space, first -> new SpaceStore(tenant, space, layout, lease::check));
    }

    private void requireOpen() {
        if (closed) {
            throw new IllegalStateException("the store is closed; open a new one");
        }
    }
}
