package dev.daybook.server.cli;

import dev.daybook.server.cli.options.DaybookCommand;
import dev.daybook.server.cli.terminal.ExitCode;
import dev.daybook.server.files.ScratchFolder;
import dev.daybook.server.tour.GuidedTour;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

@Command(
        name = "tour",
        header = "Demonstrates Daybook step by step on a sample session.",
        description = {
            "Demonstrates Daybook on a sample session: import, recall with reasons, context, forget with"
                    + " proof. Each step checks itself; a check that fails ends in exit code 1.",
            "It runs in a temporary folder that is deleted at the end, or in --data, which must be empty and is kept.",
            "With --page it fills a memory with the session and serves it with the memory explorer, without keys and on"
                    + " loopback, until it is stopped."
        },
        sortOptions = false)
final class TourCommand implements Callable<Integer> {

    /** Longest wait for the deletion of the temporary folder at the end of the process. */
    private static final int MAX_CLEANING_SECONDS = 20;

    @ParentCommand
    private DaybookCommand root;

    @Option(names = "--keep", description = "Keep the temporary folder.")
    private boolean keep;

    @Option(names = "--page", description = "Serve the memory of the tour with the memory explorer.")
    private boolean page;

    @Option(names = "--port", paramLabel = "N", description = "Port of --page (default: a free port).")
    private int port;

    @Override
    public Integer call() throws IOException {
        if (root.output().isJson()) {
            throw root.options().wrongUsage("--json has no place on a tour; leave it out");
        }
        if (port != 0 && !page) {
            throw root.options().wrongUsage("--port belongs to --page; add --page");
        }
        CountDownLatch cleaned = new CountDownLatch(1);
        if (page) {
            Runtime.getRuntime().addShutdownHook(new Thread(() -> waitFor(cleaned), "daybook-tour-stop"));
        }
        try {
            return tour();
        } finally {
            cleaned.countDown();
        }
    }

    private int tour() throws IOException {
        if (root.options().hasData()) {
            Path folder = root.options().folder();
            if (Files.exists(folder) && !isEmpty(folder)) {
                throw root.options()
                        .wrongUsage("--data is " + folder + ", which is not empty; give the tour a new folder");
            }
            Files.createDirectories(folder);
            return walk(folder);
        }
        if (keep) {
            return walk(Files.createTempDirectory("daybook-tour"));
        }
        try (ScratchFolder scratch = ScratchFolder.make("daybook-tour")) {
            return walk(scratch.path());
        }
    }

    private int walk(Path folder) throws IOException {
        // The memory is beside the sample session, so that the proof searches the memory and not its source.
        Path memory = folder.resolve("memory");
        TourShell shell = new TourShell(root.terminal(), memory, root.options().embedderOption());
        if (page) {
            return serve(shell, folder);
        }
        boolean fine = GuidedTour.walk(shell, folder);
        if (keep || root.options().hasData()) {
            root.output().note("The memory of the tour is in " + memory + ".");
        }
        return fine ? ExitCode.DONE : ExitCode.FAILED;
    }

    private int serve(TourShell shell, Path folder) throws IOException {
        GuidedTour.fill(shell, folder);
        root.output().note("The memory of the tour, of the users ottilie and bram:");
        return shell.runHere(List.of("serve", "--open", "--port", Integer.toString(port)));
    }

    /** A signal ends the server, but the process must not end before its folder is deleted. */
    private static void waitFor(CountDownLatch cleaned) {
        try {
            cleaned.await(MAX_CLEANING_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static boolean isEmpty(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            return false;
        }
        try (var files = Files.list(folder)) {
            return files.findAny().isEmpty();
        }
    }
}
