package dev.daybook.internal.encryption;

import dev.daybook.error.ConflictException;
import dev.daybook.error.StoreException;
import dev.daybook.internal.store.ForwardingStore;
import dev.daybook.internal.store.PagedReads;
import dev.daybook.internal.store.StateFamilies;
import dev.daybook.model.Scope;
import dev.daybook.model.Space;
import dev.daybook.outcome.HealthReport;
import dev.daybook.spi.MasterKeys;
import dev.daybook.store.AuditRecord;
import dev.daybook.store.CommitResult;
import dev.daybook.store.CopyableStore;
import dev.daybook.store.EntryKey;
import dev.daybook.store.EntryPut;
import dev.daybook.store.EntryScan;
import dev.daybook.store.EraseRequest;
import dev.daybook.store.EraseResult;
import dev.daybook.store.Head;
import dev.daybook.store.IndexRow;
import dev.daybook.store.Page;
import dev.daybook.store.RowChange;
import dev.daybook.store.ScopeHead;
import dev.daybook.store.ScopeNumbers;
import dev.daybook.store.ScopeRows;
import dev.daybook.store.ScopeState;
import dev.daybook.store.Sidecar;
import dev.daybook.store.StateChange;
import dev.daybook.store.StoredAudit;
import dev.daybook.store.StoredEntry;
import dev.daybook.store.WriteBatch;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongConsumer;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A store whose database sees only encrypted bodies, sidecars, states, ids and names (decision 164). Spaces, kinds, times,
 * statuses, numbers, the families of states and the audit log stay in clear, and a user or agent id of more than 367 bytes.
 *
 * <p>A record that was edited, moved or cut is damage: a read of it is a {@link StoreException}, a scan that asks for
 * damaged entries names it, and {@link #check} counts it. A damaged sidecar, an index row with a damaged id and a scope
 * with a damaged name are left out of lists with a warning, as if there were none.
 */
public final class EncryptedStore extends ForwardingStore implements CopyableStore, StateFamilies {

    private static final Logger LOG = System.getLogger(EncryptedStore.class.getName());

    /** Orders names by code point. */
    private static final Comparator<NamedState> BY_NAME =
            Comparator.comparing(state -> state.name().getBytes(StandardCharsets.UTF_8), Arrays::compareUnsigned);

    private final CopyableStore rows;
    private final WrappedKey key;
    private final String what;
    private final ScopeNames scopeNames;

    /** The kinds of rows of which a warning was logged: lists are read again and again. */
    private final Set<String> warned = ConcurrentHashMap.newKeySet();

    private record NamedState(String name, @Nullable ScopeState sealed) {}

    private EncryptedStore(CopyableStore rows, WrappedKey key, String what) {
        super(rows);
        this.rows = rows;
        this.key = key;
        this.what = what;
        this.scopeNames = new ScopeNames(key.key());
    }

    /**
     * Opens a database as a store: encrypted with a current master key, in clear without one. The caller closes it if
     * that fails.
     *
     * @param rows the database; its writes must be conditional
     * @param layout the layout of its tables
     * @param what the store in messages
     * @throws ClearContentsException if there is a current master key, and the database has contents in clear
     * @throws StoreException if the database is encrypted under a master key that was not given, or that fails
     */
    public static CopyableStore open(CopyableStore rows, DatabaseLayout layout, MasterKeys masters, String what) {
        DatabaseKey database = new DatabaseKey(rows, layout, masters, what);
        if (masters.current() == null) {
            database.requireNone();
            return rows;
        }
        return new EncryptedStore(rows, database.open(), what);
    }

    /** Opens a database without layout numbers as {@link #open(CopyableStore, DatabaseLayout, MasterKeys, String)}. */
    public static CopyableStore open(CopyableStore rows, MasterKeys masters, String what) {
        return open(rows, DatabaseLayout.unnumbered(rows), masters, what);
    }

    /**
     * Opens a database to read all of it, as the source of a copy: encrypted if it has a key, in clear if it has none.
     * Nothing is written: no key is made, and none is wrapped by another master key.
     *
     * @throws StoreException if no given master key wraps its key, or that one fails
     */
    public static CopyableStore openToRead(CopyableStore rows, MasterKeys masters, String what) {
        Optional<WrappedKey> found = new DatabaseKey(rows, DatabaseLayout.unnumbered(rows), masters, what).find();
        return found.isPresent() ? new EncryptedStore(rows, found.get(), what) : rows;
    }

    /** Refuses an encrypted database as the opening does without master keys. */
    public static void requireClear(CopyableStore rows, String what) {
        new DatabaseKey(rows, DatabaseLayout.unnumbered(rows), MasterKeys.NONE, what).requireNone();
    }

    private Scope sealed(Scope scope) {
        if (scope.space().equals(DatabaseKey.PLACE.space())) {
            throw new IllegalArgumentException("space is '" + scope.space().id()
                    + "', in which an encrypted store keeps its key; use another one");
        }
        return scopeNames.seal(scope);
    }

    private ScopeCipher cipher(Scope scope) {
        return new ScopeCipher(key.key(), scope);
    }

    private <T> T read(Supplier<T> work) {
        try {
            return work.get();
        } catch (DamagedRecordException damaged) {
            throw new StoreException(
                    what + " is damaged (" + damaged.getMessage()
                            + " was not sealed by its key for its place); run `daybook doctor`, or restore a backup",
                    damaged,
                    false);
        }
    }

    @Override
    public CommitResult write(WriteBatch batch) {
        ScopeCipher cipher = cipher(batch.scope());
        WriteBatch sealed = sealed(cipher, batch);
        CommitResult result = translated(cipher, batch, List.of(), () -> rows.write(sealed));
        List<CommitResult.Placed> placed = new ArrayList<>();
        for (int i = 0; i < result.placed().size(); i++) {
            CommitResult.Placed each = result.placed().get(i);
            placed.add(new CommitResult.Placed(batch.puts().get(i).key(), each.position(), each.revision()));
        }
        return new CommitResult(result.revision(), placed);
    }

    private WriteBatch sealed(ScopeCipher cipher, WriteBatch batch) {
        return new WriteBatch(
                sealed(batch.scope()),
                batch.operation(),
                batch.puts().stream().map(cipher::seal).toList(),
                batch.sidecars().stream().map(cipher::seal).toList(),
                batch.states().stream().map(cipher::seal).toList(),
                batch.audit(),
                batch.expected());
    }

    /** Runs a write. A conflict names entries and states as the caller does, not as the database. */
    private static <T> T translated(ScopeCipher cipher, WriteBatch batch, List<EntryKey> erased, Supplier<T> call) {
        try {
            return call.get();
        } catch (ConflictException conflict) {
            Stream<EntryKey> entries = Stream.of(
                            batch.puts().stream().map(EntryPut::key),
                            batch.sidecars().stream().map(Sidecar::key),
                            erased.stream())
                    .flatMap(keys -> keys);
            ConflictException named = new ConflictException(
                    named(conflict, cipher, entries, batch.states().stream().map(StateChange::name)));
            named.initCause(conflict);
            throw named;
        }
    }

    /** Returns a message of the database with the names of entries and states in place of the sealed ones. */
    private static String named(
            RuntimeException refused, ScopeCipher cipher, Stream<EntryKey> entries, Stream<String> states) {
        Map<String, String> names = new HashMap<>();
        entries.forEach(key -> names.put(cipher.seal(key).id(), key.id()));
        states.forEach(name -> names.put(cipher.sealState(name), name));
        String message = String.valueOf(refused.getMessage());
        for (Map.Entry<String, String> name : names.entrySet()) {
            message = message.replace("'" + name.getKey() + "'", "'" + name.getValue() + "'");
        }
        return message;
    }

    @Override
    public List<StoredEntry> get(Scope scope, Collection<EntryKey> keys) {
        return get(scope, keys, size -> {});
    }

    @Override
    public List<StoredEntry> get(Scope scope, Collection<EntryKey> keys, LongConsumer sizes) {
        ScopeCipher cipher = cipher(scope);
        List<EntryKey> sealed = keys.stream().map(cipher::seal).toList();
        return read(() -> rows.get(sealed(scope), sealed, sizes).stream()
                .map(cipher::open)
                .toList());
    }

    @Override
    public Page<StoredEntry> scan(Scope scope, EntryScan scan) {
        return scan(scope, scan, null, size -> {});
    }

    @Override
    public Page<StoredEntry> scan(Scope scope, EntryScan scan, Consumer<EntryKey> damaged) {
        return scan(scope, scan, damaged, size -> {});
    }

    @Override
    public Page<StoredEntry> scan(
            Scope scope, EntryScan scan, @Nullable Consumer<EntryKey> damaged, LongConsumer sizes) {
        ScopeCipher cipher = cipher(scope);
        EntryScan sealed = scan.inSession(cipher.sealSession(scan.session()));
        Page<StoredEntry> page = rows.scan(sealed(scope), sealed, null, sizes);
        List<StoredEntry> opened = new ArrayList<>();
        Set<EntryKey> leftOut = new HashSet<>();
        for (StoredEntry each : page.items()) {
            try {
                opened.add(cipher.open(each));
            } catch (DamagedRecordException e) {
                if (damaged == null) {
                    return read(() -> {
                        throw e;
                    });
                }
                EntryKey key = Objects.requireNonNull(e.key());
                if (leftOut.add(key)) {
                    damaged.accept(key);
                }
            }
        }
        return new Page<>(opened, page.cursor());
    }

    @Override
    public Page<IndexRow> rows(Scope scope, long afterRevision, int limit) {
        ScopeCipher cipher = cipher(scope);
        int[] damaged = new int[1];
        List<IndexRow> opened;
        Page<IndexRow> page;
        long after = afterRevision;
        do {
            page = rows.rows(sealed(scope), after, limit);
            opened = readable("index rows", page.items(), row -> cipher.open(row, name -> damaged[0]++));
            after = page.items().isEmpty()
                    ? after
                    : page.items().get(page.items().size() - 1).revision();
        } while (isLeftOut(page, opened));
        if (damaged[0] > 0) {
            LOG.log(
                    Level.WARNING,
                    "{0} sidecars of {1} are damaged and are left out; run `daybook rebuild` to derive them again",
                    damaged[0],
                    what);
        }
        return new Page<>(opened, page.cursor());
    }

    /** Opens what is authentic, so that one edited row does not stop the work on all others. Warns once. */
    private <T, R> List<R> readable(String rowsOf, List<T> sealed, Function<T, R> open) {
        List<R> opened = new ArrayList<>();
        for (T each : sealed) {
            try {
                opened.add(open.apply(each));
            } catch (DamagedRecordException damaged) {
                LOG.log(Level.DEBUG, "left out", damaged);
            }
        }
        if (opened.size() < sealed.size() && warned.add(rowsOf)) {
            LOG.log(
                    Level.WARNING,
                    "{0} of {1} were edited or are in clear, and are left out; run `daybook doctor`, which counts them",
                    rowsOf,
                    what);
        }
        return opened;
    }

    @Override
    public Head head(Scope scope) {
        return rows.head(sealed(scope));
    }

    @Override
    public Page<ScopeHead> heads(Space space, @Nullable String cursor, int limit) {
        if (space.equals(DatabaseKey.PLACE.space())) {
            return new Page<>(List.of(), null);
        }
        return filled(
                cursor,
                after -> rows.heads(space, after, limit),
                heads -> readable("scopes", heads, each -> new ScopeHead(scopeNames.open(each.scope()), each.head())));
    }

    /** The rows have no scope of this user: names are encrypted one by one. */
    @Override
    public List<Scope> agents(Scope.User user) {
        return agentsByHeads(user);
    }

    @Override
    public Page<Space> spaces(@Nullable String cursor, int limit) {
        return filled(
                cursor,
                after -> rows.spaces(after, limit),
                spaces -> spaces.stream()
                        .filter(space -> !space.equals(DatabaseKey.PLACE.space()))
                        .toList());
    }

    /** Reads pages until one is left of which something is shown. */
    private static <T, R> Page<R> filled(
            @Nullable String cursor, Function<@Nullable String, Page<T>> read, Function<List<T>, List<R>> shown) {
        Page<T> page = read.apply(cursor);
        List<R> items = shown.apply(page.items());
        while (isLeftOut(page, items)) {
            page = read.apply(page.cursor());
            items = shown.apply(page.items());
        }
        return new Page<>(items, page.cursor());
    }

    /** Tests for a page of which all is left out, and behind which another one follows. */
    private static boolean isLeftOut(Page<?> page, List<?> others) {
        return others.isEmpty() && !page.items().isEmpty() && page.cursor() != null;
    }

    /** Names are encrypted, so the states of a family are read and sorted here for each page, as in a folder. */
    @Override
    public Page<ScopeState> states(Scope scope, String prefix, @Nullable String cursor, int limit) {
        ScopeCipher cipher = cipher(scope);
        NamedState after = new NamedState(cursor == null ? "" : cursor, null);
        return read(() -> {
            // The contents of the page alone are opened: a family is read for each of its pages.
            List<NamedState> named = named(cipher, scope, prefix)
                    .filter(state -> cursor == null || BY_NAME.compare(state, after) > 0)
                    .limit(Page.oneMore(limit))
                    .toList();
            Page<NamedState> page = Page.cut(named, limit, NamedState::name);
            return new Page<>(
                    page.items().stream()
                            .map(state -> cipher.open(Objects.requireNonNull(state.sealed())))
                            .toList(),
                    page.cursor());
        });
    }

    /** Reads the states with a prefix in order of name; their contents are not opened yet. */
    private Stream<NamedState> named(ScopeCipher cipher, Scope scope, String prefix) {
        String sealed = cipher.sealedPrefix(prefix);
        return PagedReads.all(page -> rows.states(sealed(scope), sealed, page, PagedReads.SIZE))
                .map(state -> new NamedState(cipher.openState(state.name()), state))
                .filter(state -> state.name().startsWith(prefix))
                .sorted(BY_NAME);
    }

    @Override
    public Stream<ScopeState> allStates(Scope scope, String prefix) {
        ScopeCipher cipher = cipher(scope);
        List<NamedState> named = read(() -> named(cipher, scope, prefix).toList());
        return named.stream().map(state -> read(() -> cipher.open(Objects.requireNonNull(state.sealed()))));
    }

    @Override
    public boolean hasNoStates(Scope scope, String prefix) {
        boolean isFamily = prefix.equals(ScopeCipher.family(prefix));
        return isFamily
                ? rows.states(sealed(scope), prefix, null, 1).items().isEmpty()
                : states(scope, prefix, null, 1).items().isEmpty();
    }

    @Override
    public Optional<ScopeState> state(Scope scope, String name) {
        ScopeCipher cipher = cipher(scope);
        return read(() -> rows.state(sealed(scope), cipher.sealState(name)).map(cipher::open));
    }

    @Override
    public Page<AuditRecord> audits(Scope scope, @Nullable String cursor, int limit) {
        return rows.audits(sealed(scope), cursor, limit);
    }

    @Override
    public List<StoredAudit> audits(String operation) {
        return read(() -> rows.audits(operation).stream()
                .map(each -> new StoredAudit(
                        each.space(), each.scope() == null ? null : scopeNames.open(each.scope()), each.audit()))
                .toList());
    }

    @Override
    public EraseResult erase(Scope scope, EraseRequest erased, WriteBatch alongside) {
        ScopeCipher cipher = cipher(scope);
        EraseRequest sealed = new EraseRequest(
                erased.everything(),
                erased.keys().stream().map(cipher::seal).toList(),
                erased.states().stream().map(cipher::sealState).toList());
        WriteBatch batch = sealed(cipher(alongside.scope()), alongside);
        return translated(cipher, alongside, erased.keys(), () -> rows.erase(sealed(scope), sealed, batch));
    }

    @Override
    public ScopeNumbers numbers(Scope scope) {
        return rows.numbers(sealed(scope));
    }

    @Override
    public Page<Scope> scopes(@Nullable String cursor, int limit) {
        return filled(
                cursor,
                after -> rows.scopes(after, limit),
                scopes -> readable(
                        "scopes",
                        scopes.stream()
                                .filter(scope -> !scope.equals(DatabaseKey.PLACE))
                                .toList(),
                        scopeNames::open));
    }

    @Override
    public void copy(ScopeRows copied) {
        ScopeCipher cipher = cipher(copied.scope());
        ScopeRows sealed = new ScopeRows(
                sealed(copied.scope()),
                copied.operation(),
                copied.versions().stream().map(cipher::seal).toList(),
                copied.rows().stream().map(cipher::seal).toList(),
                copied.states().stream()
                        .map(value -> new RowChange.Value(
                                cipher.sealState(value.name()),
                                value.state() == null ? null : cipher.seal(value.state())))
                        .toList(),
                copied.audits(),
                copied.numbers());
        try {
            rows.copy(sealed);
        } catch (IllegalArgumentException refused) {
            throw new IllegalArgumentException(
                    named(
                            refused,
                            cipher,
                            copied.versions().stream().map(StoredEntry::key),
                            copied.states().stream().map(RowChange.Value::name)),
                    refused);
        }
    }

    /** Checks the database, and reads every record to verify that it is authentic; {@code repair} is the database's. */
    @Override
    public HealthReport check(boolean repair) {
        List<HealthReport.Finding> findings = new ArrayList<>(rows.check(repair).findings());
        findings.add(new HealthReport.Finding(
                HealthReport.Level.OK,
                "master key",
                "the key " + key.masterKey() + " wraps the key of the records",
                ""));
        findings.addAll(new RecordCheck(rows, key.key(), scopeNames).findings());
        return new HealthReport(findings);
    }

    @Override
    public void onEviction(Consumer<Scope> listener) {
        rows.onEviction(evicted -> listener.accept(scopeNames.open(evicted)));
    }
}
