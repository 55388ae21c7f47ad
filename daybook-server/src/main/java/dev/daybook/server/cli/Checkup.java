package dev.daybook.server.cli;

import dev.daybook.Daybook;
import dev.daybook.Memory;
import dev.daybook.data.EmbedderException;
import dev.daybook.data.Message;
import dev.daybook.data.Selection;
import dev.daybook.spi.Embedder;
import dev.daybook.spi.Health.Finding;
import dev.daybook.spi.Health.Level;
import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The things a doctor looks at, each with its finding. */
final class Checkup {

    private static final int OLDEST_JAVA = 17;

    /** A forget rewrites the file beside itself; below this even a small memory soon cannot. */
    private static final long LITTLE_SPACE = 1L << 30;

    private static final long NO_SPACE = 50L << 20;

    private final DaybookCommand daybook;

    Checkup(DaybookCommand daybook) {
        this.daybook = daybook;
    }

    Finding java() {
        String detail = System.getProperty("java.version") + " in " + System.getProperty("java.home");
        return Runtime.version().feature() >= OLDEST_JAVA
                ? ok("java", detail)
                : new Finding(Level.FAIL, "java", detail, "use Java " + OLDEST_JAVA + " or later");
    }

    Finding disk() {
        Path folder = daybook.folder().toAbsolutePath();
        Path there = folder;
        while (there != null && !Files.exists(there)) {
            there = there.getParent();
        }
        if (there == null) {
            return new Finding(Level.FAIL, "disk", folder + " is on no disk", "give another folder with --data");
        }
        try {
            FileStore store = Files.getFileStore(there);
            long free = store.getUsableSpace();
            String detail = (free >> 20) + " MB free for " + folder;
            if (free >= LITTLE_SPACE) {
                return ok("disk", detail);
            }
            Level level = free < NO_SPACE ? Level.FAIL : Level.WARN;
            return new Finding(level, "disk", detail, "make room: forgetting rewrites the file beside itself");
        } catch (IOException e) {
            return new Finding(Level.WARN, "disk", "cannot ask for free space: " + e.getMessage(), "");
        }
    }

    /** Checks the store in the data folder; one that is not there yet is not made. */
    List<Finding> store(boolean repair) {
        Path folder = daybook.folder();
        if (!daybook.hasMemory()) {
            return List.of(ok("store", "no memory in " + folder + " yet; the first remember makes it"));
        }
        try (Daybook open = daybook.openToSearch()) {
            List<Finding> findings = new ArrayList<>();
            findings.add(ok("store", folder + " opens"));
            findings.addAll(open.check(repair).findings());
            return findings;
        }
    }

    /** Says what there is, and sees that it embeds a text: a search that goes by words instead would not tell. */
    Finding embedder() {
        String there = switch (daybook.embedding()) {
            case NONE -> "none: recall goes by words";
            case HASH -> "hash: spelling, not meaning";
            case AUTOMATIC, BUNDLED ->
                Embedding.bundledIsThere()
                        ? "bundled"
                        : "none, as the jar daybook-embeddings is not there: recall goes by words";
        };
        try {
            daybook.embedding().embedder().ifPresent(Checkup::tryOut);
            return ok("embedder", there);
        } catch (RuntimeException | LinkageError broken) {
            return new Finding(
                    Level.FAIL,
                    "embedder",
                    String.valueOf(broken.getMessage()),
                    "until it works only words are searched; or name another with --embedder");
        }
    }

    private static void tryOut(Embedder embedder) {
        int vectors = embedder.embedQueries(List.of("checkup")).size();
        if (vectors != 1) {
            throw new EmbedderException("embedder " + embedder.name() + " gave " + vectors + " vectors for 1 text");
        }
    }

    /** Remembers, recalls and forgets in a store of its own, which is deleted again. */
    Finding roundTrip() {
        try (ScratchFolder scratch = ScratchFolder.make("daybook-doctor");
                Daybook open = daybook.embedding().builder(scratch.path()).open()) {
            Memory memory = open.user("doctor");
            memory.remember("checkup", Message.user("The stethoscope hangs behind the door."));
            boolean found = !memory.recall("where is the stethoscope?").isEmpty();
            memory.forget(Selection.everything());
            boolean forgotten = memory.recall("where is the stethoscope?").isEmpty();
            if (found && forgotten) {
                return ok("round trip", "remembered, recalled and forgot in a scratch folder");
            }
            return new Finding(
                    Level.FAIL,
                    "round trip",
                    found ? "what was forgotten came back" : "what was remembered was not found",
                    "report this with the output of 'daybook --version'");
        } catch (RuntimeException e) {
            return new Finding(
                    Level.FAIL,
                    "round trip",
                    "failed in a scratch folder: " + e.getMessage(),
                    "look at the folder for temporary files, " + System.getProperty("java.io.tmpdir"));
        }
    }

    private static Finding ok(String what, String detail) {
        return new Finding(Level.OK, what, detail, "");
    }
}
