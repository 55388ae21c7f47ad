package dev.daybook.testkit;

import dev.daybook.error.StoreException;
import dev.daybook.model.Kind;
import dev.daybook.model.Scope;
import dev.daybook.model.Space;
import dev.daybook.outcome.ErasureReceipt;
import dev.daybook.outcome.HealthReport;
import dev.daybook.store.AuditRecord;
import dev.daybook.store.CommitResult;
import dev.daybook.store.EntryKey;
import dev.daybook.store.EntryScan;
import dev.daybook.store.EraseRequest;
import dev.daybook.store.EraseResult;
import dev.daybook.store.Head;
import dev.daybook.store.IndexRow;
import dev.daybook.store.Page;
import dev.daybook.store.ScopeHead;
import dev.daybook.store.ScopeState;
import dev.daybook.store.Store;
import dev.daybook.store.StoreGuarantees;
import dev.daybook.store.StoredAudit;
import dev.daybook.store.StoredEntry;
import dev.daybook.store.WriteBatch;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A store that fails on command between any two of its writes, and recovers. It is <em>repeatable</em>, not
 * atomic: it keeps plain {@link DocumentDisk} without transactions, as a store over a remote server does.
 *
 * <p>An operation is first written as one document, {@code intent/OPERATION}, which lists all documents to be written and
 * removed, positions and revisions included. Then its steps are done: puts, deletes, states, counters. At last the
 * intent is removed. A store that opens the documents finishes the remaining intents before any read; so an
 * operation whose intent was written happens, one whose intent was not never began, and no reader sees half of one.
 *
 * <pre>{@code
 * DocumentDisk disk = new DocumentDisk();
 * FlakyStore store = new FlakyStore(disk);
 * store.dieAfter(3);
 * assertThrows(StoreException.class, () -> store.write(batch));
 * Store again = new FlakyStore(disk);   // finishes the open intents
 * }</pre>
 */
public final class FlakyStore implements Store {

    private static final StoreGuarantees GUARANTEES = new StoreGuarantees(true, false, true, false, true, 200_000);
    private static final String INTENTS = "intent/";
    private static final String ERASURES = "erasures";
    private static final int UNPLANNED = -1;
    private static final EraseRequest NOTHING = EraseRequest.of(List.of(), List.of());

    private final DocumentDisk documentDisk;
    private int writesLeft;
    private boolean dead;
    private boolean closed;

    /** Opens the documents, and finishes the open intents of another store. */
    public FlakyStore(DocumentDisk documentDisk) {
        this(documentDisk, UNPLANNED);
    }

    private FlakyStore(DocumentDisk documentDisk, int writesLeft) {
        this.documentDisk = documentDisk;
        this.writesLeft = writesLeft;
        for (String name : documentDisk.names()) {
            if (name.startsWith(INTENTS) && documentDisk.get(name) instanceof StoredDocument.Intent intent) {
                finish(name, intent);
            }
        }
    }

    /**
     * Opens the documents with a store that may fail while it finishes the intents of another.
     *
     * @throws StoreException if it did
     */
    public static FlakyStore dyingAfter(int documentWrites, DocumentDisk documentDisk) {
        return new FlakyStore(documentDisk, documentWrites);
    }

    /**
     * Plans its death: so many documents will still be written or removed; the attempt at the next is a
     * {@link StoreException}, and so is every call after that. Zero: the next attempt is the last.
     */
    public synchronized void dieAfter(int documentWrites) {
        if (documentWrites < 0) {
            throw new IllegalArgumentException("documentWrites is " + documentWrites + "; use 0 or more");
        }
        writesLeft = documentWrites;
    }

    /** Returns true after its planned failure. */
    public synchronized boolean dead() {
        return dead;
    }

    @Override
    public StoreGuarantees guarantees() {
        return GUARANTEES;
    }

    @Override
    public synchronized CommitResult write(WriteBatch batch) {
        DocumentDraft draft = new DocumentDraft(in(batch.scope()), NOTHING, batch);
        CommitResult commit = draft.write();
        carryOut(batch.operation(), draft.steps());
        return commit;
    }

    @Override
    public synchronized EraseResult erase(Scope scope, EraseRequest request, WriteBatch alongside) {
        if (!alongside.scope().equals(scope)) {
            throw new IllegalArgumentException("alongside is a batch of another scope; give one of the scope erased");
        }
        DocumentDraft draft = new DocumentDraft(in(scope), request, alongside);
        Map<Kind, Long> counts = draft.erase(request);
        draft.write();
        long number = documentDisk.get(ERASURES) instanceof StoredDocument.Erasures erasures ? erasures.last() + 1 : 1;
        List<StoredDocument.Intent.Step> steps = new ArrayList<>(draft.steps());
        steps.add(new StoredDocument.Intent.Step(ERASURES, new StoredDocument.Erasures(number)));
        carryOut(alongside.operation(), steps);
        return new EraseResult(number, counts);
    }

    private void carryOut(String operation, List<StoredDocument.Intent.Step> steps) {
        String name = INTENTS + StoredDocument.name(operation);
        StoredDocument.Intent intent = new StoredDocument.Intent(steps);
        writeDocument(name, intent);
        finish(name, intent);
    }

    private void finish(String name, StoredDocument.Intent intent) {
        intent.steps().forEach(step -> writeDocument(step.name(), step.document()));
        writeDocument(name, null);
    }

    private void writeDocument(String name, @Nullable StoredDocument document) {
        if (writesLeft == 0) {
            dead = true;
            throw death();
        }
        if (writesLeft != UNPLANNED) {
            writesLeft--;
        }
        documentDisk.write(name, document);
    }

    private static StoreException death() {
        return new StoreException("the store has died, as planned; open another on the same documents");
    }

    @Override
    public synchronized List<StoredEntry> get(Scope scope, Collection<EntryKey> keys) {
        DocumentScope in = in(scope);
        return keys.stream()
                .map(in::entry)
                .filter(Objects::nonNull)
                .map(StoredDocument.Held::current)
                .toList();
    }

    @Override
    public synchronized Page<StoredEntry> scan(Scope scope, EntryScan scan) {
        return DocumentScan.read(in(scope).entries(), scan);
    }

    @Override
    public synchronized Page<IndexRow> rows(Scope scope, long afterRevision, int limit) {
        List<IndexRow> rows = in(scope).entries().stream()
                .filter(entry -> entry.revision() > afterRevision)
                .sorted(Comparator.comparingLong(StoredDocument.Held::revision))
                .map(StoredDocument.Held::row)
                .toList();
        return Page.cut(rows, limit, row -> Long.toString(row.revision()));
    }

    @Override
    public synchronized Head head(Scope scope) {
        DocumentScope in = in(scope);
        return new Head(in.counters().revision(), in.counters().epoch(), in.counts());
    }

    @Override
    public synchronized Page<ScopeHead> heads(Space space, @Nullable String cursor, int limit) {
        requireOpen();
        List<ScopeHead> heads = scopes(DocumentScope.countersOf(space)).stream()
                .filter(scope -> cursor == null || scope.code().compareTo(cursor) > 0)
                .sorted(Comparator.comparing(Scope::code))
                .map(scope -> new ScopeHead(scope, head(scope)))
                .toList();
        return Page.cut(heads, limit, head -> head.scope().code());
    }

    @Override
    public synchronized Page<Space> spaces(@Nullable String cursor, int limit) {
        requireOpen();
        List<Space> spaces = scopes("scope/").stream()
                .map(Scope::space)
                .distinct()
                .filter(space -> cursor == null || space.id().compareTo(cursor) > 0)
                .sorted(Comparator.comparing(Space::id))
                .toList();
        return Page.cut(spaces, limit, Space::id);
    }

    /** The scopes that hold something; the counters of a scope stay when all else was erased. */
    private List<Scope> scopes(String prefix) {
        return documentDisk.startingWith(prefix).stream()
                .map(counters -> ((StoredDocument.Counters) counters).scope())
                .filter(scope ->
                        !in(scope).entries().isEmpty() || !in(scope).states().isEmpty())
                .toList();
    }

    @Override
    public synchronized Page<ScopeState> states(Scope scope, String prefix, @Nullable String cursor, int limit) {
        List<ScopeState> states = in(scope).states().stream()
                .filter(state -> state.name().startsWith(prefix))
                .filter(state -> cursor == null || byCodePoint(state.name(), cursor) > 0)
                .sorted((a, b) -> byCodePoint(a.name(), b.name()))
                .map(state -> new ScopeState(state.name(), state.version(), state.value()))
                .toList();
        return Page.cut(states, limit, ScopeState::name);
    }

    /** UTF-8 keeps the order of code points; {@link String#compareTo} does not. */
    private static int byCodePoint(String a, String b) {
        return Arrays.compareUnsigned(a.getBytes(StandardCharsets.UTF_8), b.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public synchronized Page<AuditRecord> audits(Scope scope, @Nullable String cursor, int limit) {
        int from = cursor == null ? 0 : Integer.parseInt(cursor);
        List<AuditRecord> audits = in(scope).audits().stream()
                .skip(from)
                .map(StoredDocument.Audited::audit)
                .toList();
        return Page.cut(audits, limit, unused -> Integer.toString(from + limit));
    }

    @Override
    public synchronized List<StoredAudit> audits(String operation) {
        requireOpen();
        return documentDisk.startingWith("audit/").stream()
                .map(StoredDocument.Audited.class::cast)
                .filter(audited -> audited.audit().operation().equals(operation))
                .map(audited -> new StoredAudit(audited.scope().space(), audited.scope(), audited.audit()))
                .toList();
    }

    /** {@link ErasureReceipt.Bytes#GONE}: an erased document leaves nothing behind. */
    @Override
    public synchronized ErasureReceipt.Bytes bytes(long erasure, Duration wait) {
        requireOpen();
        return ErasureReceipt.Bytes.GONE;
    }

    @Override
    public synchronized HealthReport check(boolean repair) {
        requireOpen();
        return new HealthReport(List.of(new HealthReport.Finding(
                HealthReport.Level.OK, "intents", "everything that was begun has been finished", "")));
    }

    @Override
    public synchronized void close() {
        closed = true;
    }

    private DocumentScope in(Scope scope) {
        requireOpen();
        return new DocumentScope(documentDisk, scope);
    }

    private void requireOpen() {
        if (closed) {
            throw new IllegalStateException("the store is closed; open a new one");
        }
        if (dead) {
            throw death();
        }
    }
}
