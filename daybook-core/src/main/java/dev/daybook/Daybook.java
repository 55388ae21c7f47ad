package dev.daybook;

import dev.daybook.data.Rebuilt;
import dev.daybook.data.Recorded;
import dev.daybook.data.Space;
import dev.daybook.data.Vitals;
import dev.daybook.spi.Health;
import dev.daybook.spi.Store;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Long-term memory for AI agents. Open one for a process, take a {@link Memory} by user, and close it at the end.
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
 * <p>The scopes reached directly from here are those of {@link Space#DEFAULT}. Thread-safe.
 */
public interface Daybook extends Scopes, AutoCloseable {

    /**
     * Opens the memory in a folder, which is made if it is missing, with the store and the embedder whose jars are
     * there ({@code daybook} brings both).
     *
     * @throws IllegalStateException if no store's jar is there; the message names the one to add
     * @throws dev.daybook.data.StoreInUseException if another process has the folder open
     * @throws dev.daybook.data.StoreException if the folder cannot be read or written, or holds something else
     */
    static Daybook open(Path folder) {
        return builder(folder).open();
    }

    /** Opens a memory in a folder with other parts than the default ones. */
    static DaybookBuilder builder(Path folder) {
        return new DaybookBuilder(folder, null);
    }

    /** Opens a memory over a store; the store is closed with it. */
    static DaybookBuilder builder(Store store) {
        return new DaybookBuilder(null, store);
    }

    /**
     * The scopes of a space.
     *
     * @throws IllegalArgumentException if the id is blank, longer than 512 characters or has a control character
     */
    Scopes space(String id);

    /** The spaces that hold something, in no particular order. */
    Stream<Space> spaces();

    /** Looks whether all is well with the store, and mends what can be mended without loss if asked to. */
    Health check(boolean repair);

    /**
     * Makes anew what is derived and needs no language model, in every scope, from the entries themselves: what an index
     * keeps beside them is mended or made again, and the images in memory are loaded anew. Entries are only read, whoever
     * wrote them. Vectors of an embedder that is not here are kept, and all of them if there is none. What was right before is
     * as before. One that was cut off is run again; meanwhile the memory can be used.
     *
     * @param progress is called now and then, on this thread, with how far it has come
     */
    Rebuilt rebuild(Consumer<Rebuilt> progress);

    /**
     * Waits until the bytes of all that was forgotten are gone, for at most some time, and shows what can be shown of it: that
     * the store is whole and nobody has changed the records of what was done, and that no id which the record of a forget
     * names by its keyed hash is an entry, unless a later record wrote it anew. It is well ({@link Health#ok}) if nothing
     * speaks against it; what cannot be shown is told in the findings. A scope that holds nothing any more is not counted:
     * {@link #recorded} has its forget.
     */
    Health verifyErasure(Duration patience);

    /**
     * What is on record of an operation, in whatever scope and of whatever process: of a forget, of derived work, of any
     * write. Empty if there is none. Slow where much was written: the records are in order of time only.
     */
    Optional<Recorded> recorded(String operation);

    /** Returns the folder that holds all files of the store; empty if the store keeps none of its own. */
    Optional<Path> dataFolder();

    /** How the work behind the writes fares; cheap. */
    Vitals vitals();

    /**
     * Copies everything into one file, while it is used. What was acknowledged before the call is in it; what was
     * forgotten before the call is not. When the call returns, the file is on the disk; until then there is none of that
     * name, whatever happens.
     *
     * @throws IllegalArgumentException if something of that name is there already, or its folder is not there
     * @throws IllegalStateException if the store keeps no files of its own
     * @throws dev.daybook.data.StoreException if it could not be read or written; there is no file then
     */
    void backup(Path file);

    /** Finishes what is under way and lets go of the folder. A second call does nothing. */
    @Override
    void close();
}
