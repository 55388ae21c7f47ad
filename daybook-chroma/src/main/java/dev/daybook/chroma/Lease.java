package dev.daybook.chroma;

import dev.daybook.data.StoreException;
import dev.daybook.data.StoreInUseException;
import java.util.List;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Says who may write. The server has no lock and no compare-and-set, but it makes a collection of a name once only: so an
 * owner is a collection with a number, and the highest number owns the store. Who takes over makes the next number, then
 * removes the lower ones, and only then begins; who finds its own removed has lost the store and writes no more.
 */
final class Lease {

    private static final Pattern NUMBER = Pattern.compile("[0-9]{1,18}");

    private static final String OWNER = "daybook_owner";
    private static final String RELEASED = "daybook_released";

    private final Database database;
    private final ChromaServer server;
    private final String prefix;
    private final String owner;
    private final long number;
    private volatile boolean lost;

    private Lease(Database database, String prefix, String owner, boolean takeOver) {
        this.database = database;
        this.server = database.server();
        this.prefix = prefix;
        this.owner = owner;
        this.number = take(takeOver);
    }

    /**
     * Takes the store.
     *
     * @param takeOver whether to take it from an owner that has not closed it
     * @throws StoreInUseException if it is not to be taken over and somebody has it, or somebody took it meanwhile
     */
    static Lease take(Database database, String prefix, String owner, boolean takeOver) {
        return new Lease(database, prefix, owner, takeOver);
    }

    private long take(boolean takeOver) {
        long highest = highest();
        if (highest > 0 && !takeOver) {
            requireReleased(highest);
        }
        long next = highest + 1;
        ObjectNode body = Filters.object().put("name", prefix + next);
        body.set("metadata", Filters.object().put(OWNER, owner));
        ChromaServer.Answer answer = server.postOnce(database.path() + "/collections", body);
        if (answer.taken()) {
            throw new StoreInUseException("somebody else has just taken the Chroma store at " + server.url()
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
                    + last.metadata().path(OWNER).asString("somebody") + "; close it there, or allow to take it over");
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
     * To be called before each write of a document.
     *
     * @throws StoreException if somebody else owns the store by now; nothing may be written any more
     */
    void check() {
        ChromaServer.Answer mine = lost ? null : server.get(database.path() + "/collections/" + prefix + number);
        if (mine == null || mine.missing()) {
            lost = true;
            throw new StoreException("the Chroma store at " + server.url() + " was taken over by another process while "
                    + owner + " had it; close it here, and see that one process at a time opens it");
        }
    }

    /** Notes that the owner has gone; the number stays, so that the next one is higher. */
    void release() {
        if (lost) {
            return;
        }
        ChromaServer.Answer mine = server.get(database.path() + "/collections/" + prefix + number);
        JsonNode id = mine.body().path("id");
        if (!mine.missing() && id.isString()) {
            ObjectNode body = Filters.object();
            body.set("new_metadata", Filters.object().put(OWNER, owner).put(RELEASED, true));
            server.put(database.path() + "/collections/" + id.asString(), body);
        }
    }
}
