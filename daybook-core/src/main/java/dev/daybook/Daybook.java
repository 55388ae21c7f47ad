package dev.daybook;

import dev.daybook.checks.NullChecks;
import dev.daybook.data.AuditEntry;
import dev.daybook.data.BacklogStatus;
import dev.daybook.data.ClientOptions;
import dev.daybook.data.ErasureReceipt;
import dev.daybook.data.HealthReport;
import dev.daybook.data.RebuildProgress;
import dev.daybook.data.Space;
import dev.daybook.ledger.UlidGenerator;
import dev.daybook.store.Store;
import java.net.URI;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Long-term memory for AI agents: one store, its spaces (tenants), and the scopes (users) of each space. Open one
 * daybook per process, take a {@link Memory} per user, and close the daybook at the end.
 *
 * <pre>{@code
 * try (Daybook daybook = Daybook.open(Path.of("memory"))) {
 *     Memory ada = daybook.user("ada");
 *     ada.remember("s1", user("I moved to Lisbon in May."), assistant("Lovely! How is it?"));
 *     List<Hit> hits = ada.recall("where did she move to?");
 *     Context context = ada.context("s2", "Is it warm in Lisbon?");
 * }
 * }</pre>
 *
 * <p>{@link #user}, {@link #anonymous} and {@link #shared} are short cuts into the space {@link Space#DEFAULT}. Every
 * other method concerns the whole daybook; {@link #space} leads to the operations of one space.
 *
 * <p>Thread-safe. After {@link #close} every read and write throws an {@link IllegalStateException}.
 */
public interface Daybook extends AutoCloseable {

    /**
     * Opens the daybook in a folder with the store and the embedder found on the class path or module path. The
     * artifact {@code daybook} brings both. Creates the folder if it is missing.
     *
     * @throws IllegalStateException if there is no store; the message names the artifact to add
     * @throws dev.daybook.data.StoreInUseException if another process has the folder open
     * @throws dev.daybook.data.StoreException if the folder cannot be read or written, or is not a folder of a store
     */
    static Daybook open(Path folder) {
        return builder(folder).open();
    }

    /**
     * Connects to a daybook of a server over its REST interface, so that several processes share one memory. Short for
     * {@link #connect(URI, String, ClientOptions)} with {@link ClientOptions#DEFAULTS}.
     */
    static Daybook connect(URI uri, @Nullable String key) {
        return connect(uri, key, ClientOptions.DEFAULTS);
    }

    /**
     * Connects to a daybook of a server over its REST interface; the artifact {@code daybook-client} brings the client.
     * The first call of a method opens the first connection. Calls for the operator of a server, such as
     * {@link #backup}, throw an {@link UnsupportedOperationException} that names the command for it.
     *
     * <p>A call is repeated if the server was not reached or refused it for a time, and if its connection broke and the
     * call may be repeated without effect: reads, and writes with an id, which the client assigns. Another write whose
     * connection broke throws a {@link dev.daybook.data.StoreException} with an unknown outcome. A server that is not
     * reached is a retryable one that names the address. A refused key, or one that lacks a right, throws a
     * {@link SecurityException} with the missing right.
     *
     * @param uri the address of the server, such as {@code http://127.0.0.1:7411}
     * @param key an API key from {@code daybook key create}, or null for a server without keys
     * @throws IllegalStateException if there is no client; the message names the artifact to add
     * @throws IllegalArgumentException if the address is not one of HTTP, or has a query
     */
    static Daybook connect(URI uri, @Nullable String key, ClientOptions options) {
        NullChecks.present("uri", uri);
        NullChecks.present("options", options);
        return ServiceLoader.load(ClientProvider.class)
                .findFirst()
                .orElseThrow(() -> new IllegalStateException(
                        "no client is on the class path or module path; add dev.daybook:daybook-client"))
                .connect(uri, key, options, new UlidGenerator(Clock.systemUTC()));
    }

    /** Returns a builder of a daybook in a folder, to replace the default embedder, clock or other parts. */
    static DaybookBuilder builder(Path folder) {
        return new DaybookBuilder(folder, null);
    }

    /** Returns a builder of a daybook over a given store. Closing the daybook closes the store. */
    static DaybookBuilder builder(Store store) {
        return new DaybookBuilder(null, store);
    }

    /**
     * Returns the memory of a user in the space {@link Space#DEFAULT}. Short for
     * {@code space(Space.DEFAULT.id()).user(id)}.
     *
     * @throws IllegalArgumentException if the id is blank, longer than 512 characters or has a control character
     */
    Memory user(String id);

    /**
     * Returns the anonymous scope of the space {@link Space#DEFAULT}. Short for
     * {@code space(Space.DEFAULT.id()).anonymous()}.
     */
    Memory anonymous();

    /**
     * Returns the shared scope of the space {@link Space#DEFAULT}. Short for
     * {@code space(Space.DEFAULT.id()).shared()}.
     */
    Memory shared();

    /**
     * Returns the handle of a space. Writes nothing: a space exists as soon as one of its scopes has an entry.
     *
     * @throws IllegalArgumentException if the id is blank, longer than 512 characters or has a control character
     */
    MemorySpace space(String id);

    /** Returns the spaces that have any data, in no particular order. */
    Stream<Space> spaces();

    /**
     * Forgets everything of a user in all spaces: for each space the same as {@link Memory#forget} of
     * {@link dev.daybook.data.Selection#everything()} in the user's scope. Shared entries that cite the user's entries
     * are erased or rederived by the same rules. Other users, the anonymous scopes and the settings of the spaces stay.
     *
     * <p>Each space is atomic: after a failure or a crash, the user is forgotten in some spaces completely and in the
     * others not at all, and a forget that was interrupted within a space is completed when the daybook is opened
     * again. Repeatable: a second call forgets the remaining spaces, and returns receipts of these only. An entry that
     * is written during the call may stay; stop the writes of the user first.
     *
     * @param id the id of the user, as in {@link MemorySpace#user}
     * @return one receipt per space in which the user had something, in the order of erasure; empty for an unknown
     *     user. Pass a receipt to {@link Memory#await(ErasureReceipt, Duration)} of any scope to wait until its bytes
     *     are gone
     * @throws IllegalArgumentException if the id is blank, longer than 512 characters or has a control character;
     *     nothing is forgotten then
     * @throws dev.daybook.data.StoreException if the store fails; call again to forget the remaining spaces
     */
    Map<Space, ErasureReceipt> forgetUser(String id);

    /**
     * Checks the integrity of the store and the state of the embedder.
     *
     * @param repair whether to repair damage that can be repaired without loss of data
     * @return the findings; {@link HealthReport#ok} if there is no failure
     */
    HealthReport check(boolean repair);

    /**
     * Rebuilds the indexes and vectors of every scope from the entries, without a language model. Entries are only
     * read. Index rows are repaired or rewritten, and the scope indexes in memory are loaded again. Vectors of another
     * embedder stay; if there is no embedder, all vectors stay. Idempotent; after an interruption call it again. Reads
     * and writes may go on meanwhile.
     *
     * @param progress is called from time to time, on the calling thread, with the progress so far
     * @return the totals
     */
    RebuildProgress rebuild(Consumer<RebuildProgress> progress);

    /**
     * Verifies past erasures. Waits until the bytes of all forgotten entries are gone from the files, then checks that
     * the store is intact, that the audit log has not been altered, and that no entry has an id whose keyed hash is in
     * the audit entry of a forget, unless a later audit entry wrote it again.
     *
     * @param patience how long to wait for the bytes at most
     * @return the findings; {@link HealthReport#ok} if nothing contradicts the erasures. A check that is not possible
     *     is a finding too
     */
    HealthReport verifyErasure(Duration patience);

    /**
     * Returns the audit entry of an operation (a write, derived work, a forget) of any scope and any process, or empty
     * if there is none. Slow for a large log: audit entries are sorted by time only.
     */
    Optional<AuditEntry> auditEntry(String operation);

    /** Returns the folder that holds all files of the store; empty if the store keeps none of its own. */
    Optional<Path> dataFolder();

    /**
     * Passes on the content of every record of a store that encrypts its files, decrypted with the keys in its folder;
     * nothing for other stores. For a proof of an erasure, see {@link dev.daybook.erasure.ErasureProof}. Reads the whole
     * store, in no particular order.
     */
    void decryptRecords(Consumer<byte[]> record);

    /**
     * Returns the backlogs of background work, the size of the store, and the failure of the embedder if there is one.
     * Cheap.
     */
    BacklogStatus backlogStatus();

    /**
     * Writes a backup of the whole store to one file while the daybook is in use. The backup has every write that was
     * acknowledged before the call and nothing that was forgotten before the call. On return the file is complete and
     * flushed to disk; after a failure there is no file of that name.
     *
     * @throws IllegalArgumentException if the file exists, or its folder does not
     * @throws IllegalStateException if the store has no files of its own
     * @throws dev.daybook.data.StoreException if the store cannot be read or the file cannot be written
     */
    void backup(Path file);

    /**
     * Completes the work in progress, stops the background threads and closes the store. A second call does nothing.
     */
    @Override
    void close();
}
