package dev.daybook.server.cli;

import dev.daybook.server.tour.GuidedTour;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

@Command(
        name = "tour",
        header = "Demonstrates Daybook step by step on a sample session.",
        description = {
            "Demonstrates Daybook on a sample session: import, recall with reasons, context, forget with"
                    + " proof. Each step checks itself; a check that fails ends in exit code 1.",
            "It runs in a temporary folder that is deleted at the end, or in --data, which must be empty and is kept."
        },
        sortOptions = false)
final class TourCommand implements Callable<Integer> {

    @ParentCommand
    private DaybookCommand daybook;

    @Option(names = "--keep", description = "Keep the temporary folder.")
    private boolean keep;

    @Override
    public Integer call() throws IOException {
        if (daybook.json()) {
            throw daybook.wrongUsage("--json has no place on a tour; leave it out");
        }
        if (daybook.hasData()) {
            Path folder = daybook.folder();
            if (Files.exists(folder) && !isEmpty(folder)) {
                throw daybook.wrongUsage("--data is " + folder + ", which is not empty; give the tour a new folder");
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
        TourShell shell = new TourShell(daybook.terminal, memory, daybook.embedderOption());
        boolean fine = GuidedTour.walk(shell, folder);
        if (keep || daybook.hasData()) {
            daybook.terminal.note("The memory of the tour is in " + memory + ".");
        }
        return fine ? ExitCode.DONE : ExitCode.FAILED;
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
