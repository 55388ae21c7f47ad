package dev.daybook;

import dev.daybook.model.Scope;
import dev.daybook.model.Space;
import dev.daybook.outcome.AuditEntry;
import dev.daybook.outcome.BacklogStatus;
import dev.daybook.outcome.HealthReport;
import dev.daybook.outcome.RebuildProgress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The calls of an operator, each over the whole store of a {@link LocalDaybook}: check, rebuild, verify, back up. An
 * application needs none of them. Thread-safe.
 */
public interface Maintenance {

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

    /** Returns the folder that holds all files of the store; empty if the store keeps none of its own. */
    Optional<Path> dataFolder();

    /**
     * Passes on the content of every record of a store that encrypts its files, decrypted with the keys in its folder;
     * nothing for other stores. For a proof of an erasure, see {@code ErasureProof}. Reads the whole
     * store, in no particular order.
     */
    void decryptRecords(Consumer<byte[]> record);

    /**
     * Returns the backlogs of background work, the size of the store, and the failure of the embedder if there is one.
     * Cheap.
     */
    BacklogStatus backlogStatus();

    /**
     * Records a change of the rights of a caller in the audit log of the shared scope of a space. For a server, which keeps
     * its callers outside of the store. The record holds the action and a keyed hash of the caller's id, and is durable on
     * return.
     *
     * @param action {@link dev.daybook.outcome.AuditEntry#GRANT} or {@link dev.daybook.outcome.AuditEntry#WITHDRAW}
     * @param caller the id of the caller, such as that of its API key
     * @return the id of the operation, for {@link Daybook#auditEntry}
     * @throws IllegalArgumentException if the action is another one, or the id is blank or has a control character
     * @throws dev.daybook.error.StoreException if the store cannot be written
     */
    String recordAccessChange(Space space, String action, String caller);

    /**
     * Returns the parts of an operation by scope, each with the counts of that scope alone. For a server, whose callers see
     * some scopes of a space and not the others; {@link Daybook#auditEntry} returns the sum of all parts. Reads the audit
     * log once, so it may read every entry of the store, and then the entries of the named scopes at most.
     *
     * @param named scopes that may have been forgotten as a whole: the part of such a scope has no scope, and is found only
     *     by the name
     * @return empty if there is no such operation
     */
    Map<Scope, AuditEntry> auditEntries(String operation, Collection<Scope> named);

    /**
     * Writes a backup of the whole store to one file while the daybook is in use. The backup has every write that was
     * acknowledged before the call and nothing that was forgotten before the call. On return the file is complete and
     * flushed to disk; after a failure there is no file of that name.
     *
     * @throws IllegalArgumentException if the file exists, or its folder does not
     * @throws IllegalStateException if the store has no files of its own
     * @throws dev.daybook.error.StoreException if the store cannot be read or the file cannot be written
     */
    void backup(Path file);
}
