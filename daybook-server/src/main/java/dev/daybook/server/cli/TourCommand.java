package dev.daybook.server.cli;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

@Command(
        name = "tour",
        header = "Shows what it does, step by step, on a conversation it brings.",
        description = {
            "Shows what Daybook does, on a conversation it brings: import, recall with reasons, context, forget with"
                    + " proof. Each step checks itself; a check that fails ends in exit code 1.",
            "It runs in a temporary folder that is deleted at the end, or in --data, which must be empty and is kept."
        },
        sortOptions = false)
final class TourCommand implements Callable<Integer> {

    private static final String CONVERSATION = "tour.jsonl";

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
        Path conversation = folder.resolve(CONVERSATION);
        try (InputStream in = TourCommand.class.getResourceAsStream(CONVERSATION)) {
            if (in == null) {
                throw new IllegalStateException(CONVERSATION + " is missing in the jar; build it again");
            }
            Files.copy(in, conversation);
        }
        List<String> embedder = daybook.embedderOption();
        // The memory lies beside the conversation, so that the proof searches the memory and not its source.
        TourGuide guide = new TourGuide(daybook.terminal, folder.resolve("memory"), embedder);
        boolean fine = new TourSteps(guide, conversation).walk();
        if (keep || daybook.hasData()) {
            daybook.terminal.note("The memory of the tour is in " + folder.resolve("memory") + ".");
        }
        return fine ? Exit.DONE : Exit.FAILED;
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
