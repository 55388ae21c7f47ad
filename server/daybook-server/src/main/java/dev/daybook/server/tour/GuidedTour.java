package dev.daybook.server.tour;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** A tour through one folder. */
public final class GuidedTour {

    private static final String SAMPLE_SESSION = "tour.jsonl";

    private GuidedTour() {}

    /**
     * Walks the tour; returns whether every check held.
     *
     * @param folder gets the sample session of the tour
     */
    public static boolean walk(CommandShell shell, Path folder) throws IOException {
        return new TourSteps(new TourGuide(shell), sampleSession(folder)).walk();
    }

    /**
     * Fills the memory of the shell for the memory explorer, without a walk.
     *
     * @param folder gets the sample session of the tour
     * @throws IllegalStateException if a command fails
     */
    public static void fill(CommandShell shell, Path folder) throws IOException {
        new ExplorerTour(shell).fill(sampleSession(folder));
    }

    private static Path sampleSession(Path folder) throws IOException {
        Path sampleSession = folder.resolve(SAMPLE_SESSION);
        try (InputStream in = GuidedTour.class.getResourceAsStream(SAMPLE_SESSION)) {
            if (in == null) {
                throw new IllegalStateException(SAMPLE_SESSION + " is missing in the jar; build it again");
            }
            Files.copy(in, sampleSession);
        }
        return sampleSession;
    }
}
