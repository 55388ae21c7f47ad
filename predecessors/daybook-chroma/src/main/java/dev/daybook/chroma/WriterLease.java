package dev.daybook.chroma;

import dev.daybook.error.StoreException;
import dev.daybook.error.StoreInUseException;
import java.util.List;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The lease of a store, which decides the one process that may write. The server has neither locks nor compare-and-set,
 * but creates a collection of a name only once: an owner is a numbered collection, and the highest number owns the
 * store. A take-over creates the next number, removes the lower ones, and only then begins. An owner whose collection
 * is gone has lost the store and stops writing.
 */
final class WriterLease {

    private static final Pattern NUMBER = Pattern.compile("[0-9]{1,18}");

    private static final String OWNER = "daybook_owner";
    private static final String RELEASED = "daybook_released";

    private final ChromaDatabase database;
    private final ChromaServer server;
    private final String prefix;
    private final String owner;
    private final long number;
    private volatile boolean lost;

    private WriterLease(ChromaDatabase database, String prefix, String owner, boolean takeOver) {
        this.database = database;
        this.server = database.server();
        this.prefix = prefix;
        this.owner = owner;
        this.number = take(takeOver);
    }

    /**
     * Acquires the lease.
     *
     * @param takeOver whether to take it from an owner that has not released it
     * @throws StoreInUseException if another process owns it and take-over is off, or acquired it at the same time
     */
    static WriterLease take(ChromaDatabase database, String prefix, String owner, boolean takeOver) {
        return new WriterLease(database, prefix, owner, takeOver);
    }

    private long take(boolean takeOver) {
        long highest = highest();
        if (highest > 0 && !takeOver) {
            requireReleased(highest);
        }
        long next = highest + 1;
        ObjectNode body = RowFilters.object().put("name", prefix + next);
        body.set("metadata", RowFilters.object().put(OWNER, owner));
        ChromaServer.ChromaAnswer answer = server.postOnce(database.path() + "/collections", body);
        if (answer.taken()) {
            throw new StoreInUseException("another process has just opened the Chroma store at " + server.url()
                    + "; see that one process at a time opens it, then open it again");
        }
        for (ChromaCollection lower : owners()) {
            if (number(lower) < next) {
                server.delete(database.path() + "/collections/" + lower.name());
            }
        }
        return next;
    }

    private void requireReleased(long highest) {
        ChromaCollection last = database.find(prefix + highest);
        if (last != null && !last.metadata().path(RELEASED).asBoolean(false)) {
            throw new StoreInUseException("the Chroma store at " + server.url() + " is in use by "
                    + last.metadata().path(OWNER).asString("an unknown process")
                    + "; close it there, or take it over if that process is gone (refuseIfInUse, in an address"
                    + " takeover=true)");
        }
    }

    private long highest() {
        return owners().stream().mapToLong(this::number).max().orElse(0);
    }

    private List<ChromaCollection> owners() {
        return database.all().stream()
                .filter(collection -> number(collection) > 0)
                .toList();
    }

    private long number(ChromaCollection collection) {
        String name = collection.name();
        String digits = name.startsWith(prefix) ? name.substring(prefix.length()) : "";
        return NUMBER.matcher(digits).matches() ? Long.parseLong(digits) : 0;
    }

    /**
     * Checks the lease. Call it before each writing request.
     *
     * @throws StoreException if another process owns the store; no further write is allowed
     */
    void check() {
        ChromaServer.ChromaAnswer mine = lost ? null : server.get(database.path() + "/collections/" + prefix + number);
        if (mine == null || mine.missing()) {
            lost = true;
            throw new StoreException("the Chroma store at " + server.url() + " was taken over by another process while "
                    + owner + " had it; close it here, and see that one process at a time opens it");
        }
    }

    /** Releases the lease. The number stays, so that the next one is higher. */
    void release() {
        if (lost) {
            return;
        }
        ChromaServer.ChromaAnswer mine = server.get(database.path() + "/collections/" + prefix + number);
        JsonNode id = mine.body().path("id");
        if (!mine.missing() && id.isString()) {
            ObjectNode body = RowFilters.object();
            body.set("new_metadata", RowFilters.object().put(OWNER, owner).put(RELEASED, true));
            server.put(database.path() + "/collections/" + id.asString(), body);
        }
    }
}
