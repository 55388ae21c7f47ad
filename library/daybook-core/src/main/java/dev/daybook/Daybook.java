package dev.daybook;

import dev.daybook.internal.checks.NullChecks;
import dev.daybook.internal.commit.UlidGenerator;
import dev.daybook.model.Space;
import dev.daybook.outcome.AuditEntry;
import dev.daybook.outcome.ErasureReceipt;
import dev.daybook.query.ClientOptions;
import dev.daybook.spi.CallObserver;
import dev.daybook.store.Store;
import java.net.URI;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.stream.Stream;

/**
 * Long-term memory for AI agents: one store, its spaces (tenants), and the scopes (users) of each space. Open one
 * daybook per process, take a {@link Memory} per user, and close the daybook at the end.
 *
 * <pre>{@code
 * try (LocalDaybook daybook = Daybook.open(Path.of("memory"))) {
 *     Memory ada = daybook.user("ada");
 *     ada.session("monday").remember(user("I moved to Lisbon in May."), assistant("Lovely! How is it?"));
 *     List<Hit> hits = ada.recall("where did she move to?");
 *     Context context = ada.session("tuesday").context("Is it warm in Lisbon?");
 * }
 * }</pre>
 *
 * <p>{@link #user} is a short cut into the space {@link Space#DEFAULT}; {@link #space} leads to one space and its other
 * scopes, and every other method concerns the whole daybook. All methods work alike in this process and over a
 * connection; a daybook in this process is a {@link LocalDaybook}, which has the calls of an operator besides.
 *
 * <p>Thread-safe. After {@link #close} every read and write throws an {@link IllegalStateException}.
 */
public interface Daybook extends AutoCloseable {

    /**
     * Opens the daybook in a folder with the store and the embedder found on the class path or module path. The
     * artifact {@code daybook} brings both. Creates the folder if it is missing.
     *
     * @throws IllegalStateException if there is no store; the message names the artifact to add
     * @throws dev.daybook.error.StoreInUseException if another process has the folder open
     * @throws dev.daybook.error.StoreException if the folder cannot be read or written, or is not a folder of a store
     */
    static LocalDaybook open(Path folder) {
        return builder(folder).open();
    }

    /**
     * Connects to a daybook of a server over its REST interface, so that several processes share one memory; the
     * artifact {@code daybook-client} brings the client. The first call of a method opens the first connection.
     * {@link Maintenance} is for the operator of the server, where it runs.
     *
     * <p>A call is repeated if the server was not reached or refused it for a time, and if its connection broke and the
     * call may be repeated without effect: reads, and writes with an id, which the client assigns. Another write whose
     * connection broke throws a {@link dev.daybook.error.StoreException} with an unknown outcome. A server that is not
     * reached is a retryable one that names the address. A refused key, or one that lacks a right, throws a
     * {@link SecurityException} with the missing right.
     *
     * @param server the address of the server, such as {@code http://127.0.0.1:7411}
     * @param options the key, timeouts and attempts; {@link ClientOptions#DEFAULTS} has no key
     * @throws IllegalStateException if there is no client; the message names the artifact to add
     * @throws IllegalArgumentException if the address is not one of HTTP, or has a query
     */
    static Daybook connect(URI server, ClientOptions options) {
        return connect(server, options, CallObserver.NONE);
    }

    /**
     * Connects as {@link #connect(URI, ClientOptions)}, with an observer of calls, for traces and metrics: the traces go on
     * in the server.
     */
    static Daybook connect(URI server, ClientOptions options, CallObserver observer) {
        NullChecks.present("server", server);
        NullChecks.present("options", options);
        NullChecks.present("observer", observer);
        return ServiceLoader.load(ClientProvider.class)
                .findFirst()
                .orElseThrow(() -> new IllegalStateException(
                        "no client is on the class path or module path; add dev.daybook:daybook-client"))
                .connect(server, options, observer, new UlidGenerator(Clock.systemUTC()));
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
    default Memory user(String id) {
        return space(Space.DEFAULT.id()).user(id);
    }

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
     * {@link dev.daybook.query.Selection#everything()} in the user's scope. Shared entries that cite the user's entries
     * are erased or rederived by the same rules. Other users, the anonymous scopes and the settings of the spaces stay.
     *
     * <p>Each space is atomic: after a failure or a crash, the user is forgotten in some spaces completely and in the
     * others not at all, and a forget that was interrupted within a space is completed when the daybook is opened
     * again. Repeatable: a second call forgets the remaining spaces, and returns receipts of these only. An entry that
     * is written during the call may stay; stop the writes of the user first.
     *
     * @param id the id of the user, as in {@link MemorySpace#user}
     * @return one receipt per space in which the user had something, in the order of erasure; empty for an unknown
     *     user. Pass a receipt to {@link Operations#await(ErasureReceipt, Duration)} of any scope to wait until its bytes
     *     are gone
     * @throws IllegalArgumentException if the id is blank, longer than 512 characters or has a control character;
     *     nothing is forgotten then
     * @throws dev.daybook.error.StoreException if the store fails; call again to forget the remaining spaces
     */
    Map<Space, ErasureReceipt> forgetUser(String id);

    /**
     * Returns the audit entry of an operation (a write, derived work, a forget) of any scope and any process, or empty
     * if there is none. Slow for a large log: audit entries are sorted by time only.
     */
    Optional<AuditEntry> auditEntry(String operation);

    /**
     * Completes the work in progress, stops the background threads and closes the store. A second call does nothing.
     */
    @Override
    void close();
}
