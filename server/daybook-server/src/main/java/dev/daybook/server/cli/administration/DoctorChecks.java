package dev.daybook.server.cli.administration;

import dev.daybook.Daybook;
import dev.daybook.LocalDaybook;
import dev.daybook.Memory;
import dev.daybook.error.EmbedderException;
import dev.daybook.model.Message;
import dev.daybook.outcome.HealthReport.Finding;
import dev.daybook.outcome.HealthReport.Level;
import dev.daybook.query.Selection;
import dev.daybook.server.cli.options.DaybookCommand;
import dev.daybook.server.files.ScratchFolder;
import dev.daybook.server.keys.ApiKeys;
import dev.daybook.spi.Embedder;
import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;

/** The checks of {@code doctor}; each returns a finding. */
record DoctorChecks(DaybookCommand root) {

    private static final int OLDEST_JAVA = 17;

    /** A forget rewrites the database file; with less free space even a small memory soon cannot. */
    private static final long LITTLE_SPACE = 1L << 30;

    private static final long NO_SPACE = 50L << 20;

    Finding java() {
        String detail = System.getProperty("java.version") + " in " + System.getProperty("java.home");
        return Runtime.version().feature() >= OLDEST_JAVA
                ? ok("java", detail)
                : new Finding(Level.FAIL, "java", detail, "use Java " + OLDEST_JAVA + " or later");
    }

    Finding disk() {
        Path folder = root.options().folder().toAbsolutePath();
        Path there = folder;
        while (there != null && !Files.exists(there)) {
            there = there.getParent();
        }
        if (there == null) {
            return new Finding(Level.FAIL, "disk", folder + " has no file store", "name another folder with --data");
        }
        try {
            FileStore store = Files.getFileStore(there);
            long free = store.getUsableSpace();
            String detail = (free >> 20) + " MB free for " + folder;
            if (free >= LITTLE_SPACE) {
                return ok("disk", detail);
            }
            Level level = free < NO_SPACE ? Level.FAIL : Level.WARN;
            return new Finding(
                    level,
                    "disk",
                    detail,
                    "free some space: a forget rewrites the database file and needs its size again");
        } catch (IOException e) {
            return new Finding(Level.WARN, "disk", "cannot read the free space: " + e.getMessage(), "");
        }
    }

    /** Checks the store in the data folder, without creating one. */
    List<Finding> store(boolean repair) {
        Path folder = root.options().folder();
        if (root.options().isOnServer()) {
            return checks("the store on the server", repair);
        }
        if (!root.opener().hasMemory()) {
            return List.of(ok("store", "no memory in " + folder + " yet; the first 'daybook remember' creates it"));
        }
        return checks(folder.toString(), repair);
    }

    private List<Finding> checks(String where, boolean repair) {
        try (LocalDaybook daybook = root.opener().openToSearch()) {
            List<Finding> findings = new ArrayList<>();
            findings.add(ok("store", where + " opens"));
            findings.addAll(daybook.maintenance().check(repair).findings());
            return findings;
        }
    }

    /** Compares the API keys with the log of their changes. */
    Finding keys() {
        ApiKeys keys = new ApiKeys(root.options().folder(), Clock.systemUTC());
        try {
            return keys.contradiction()
                    .map(contradiction -> new Finding(
                            Level.FAIL,
                            "keys",
                            "another program changed keys.json: " + contradiction,
                            "compare 'daybook key list' with your records, and rotate or revoke each key in doubt"))
                    .orElseGet(() -> ok(
                            "keys",
                            keys.all().size() + " keys, " + keys.changes().size() + " changes on record"));
        } catch (RuntimeException e) {
            return new Finding(
                    Level.FAIL,
                    "keys",
                    "keys.json cannot be read: " + (e.getCause() == null ? e : e.getCause()).getMessage(),
                    "restore it from a backup with 'daybook restore --keys', or delete it and create keys anew");
        }
    }

    /** Embeds a text, because recall falls back to keyword search without a message when the embedder fails. */
    Finding embedder() {
        try {
            root.options().embedding().embedder().ifPresent(DoctorChecks::tryOut);
            return ok("embedder", root.options().embedding().description());
        } catch (RuntimeException | LinkageError broken) {
            return new Finding(
                    Level.FAIL,
                    "embedder",
                    String.valueOf(broken.getMessage()),
                    "recall is keyword search only until the embedder works; or choose another with --embedder");
        }
    }

    private static void tryOut(Embedder embedder) {
        int vectors = embedder.embedQueries(List.of("checkup")).size();
        if (vectors != 1) {
            throw new EmbedderException("embedder " + embedder.name() + " returned " + vectors + " vectors for 1 text");
        }
    }

    /** Remembers, recalls and forgets in a scratch store, and deletes it. */
    Finding roundTrip() {
        try (ScratchFolder scratch = ScratchFolder.make("daybook-doctor");
                Daybook daybook =
                        root.options().embedding().builder(scratch.path()).open()) {
            Memory memory = daybook.user("doctor");
            memory.session("checkup").remember(Message.user("The stethoscope hangs behind the door."));
            boolean found = !memory.recall("where is the stethoscope?").isEmpty();
            memory.forget(Selection.everything());
            boolean forgotten = memory.recall("where is the stethoscope?").isEmpty();
            if (found && forgotten) {
                return ok("round trip", "remembered, recalled and forgot in a scratch folder");
            }
            return new Finding(
                    Level.FAIL,
                    "round trip",
                    found ? "a forgotten text was found again" : "a remembered text was not found",
                    "report this with the output of 'daybook --version'");
        } catch (RuntimeException e) {
            return new Finding(
                    Level.FAIL,
                    "round trip",
                    "failed in a scratch folder: " + e.getMessage(),
                    "check the folder for temporary files, " + System.getProperty("java.io.tmpdir"));
        }
    }

    private static Finding ok(String subject, String detail) {
        return new Finding(Level.OK, subject, detail, "");
    }
}
