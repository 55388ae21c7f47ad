package dev.daybook.server.tour;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** A tour through one folder. */
public final class GuidedTour {

    private static final String CONVERSATION = "tour.jsonl";

    private GuidedTour() {}

    /**
     * Walks the tour; returns whether every check held.
     *
     * @param folder gets the conversation of the tour
     */
    public static boolean walk(CommandShell shell, Path folder) throws IOException {
        Path conversation = folder.resolve(CONVERSATION);
        try (InputStream in = GuidedTour.class.getResourceAsStream(CONVERSATION)) {
            if (in == null) {
                throw new IllegalStateException(CONVERSATION + " is missing in the jar; build it again");
            }
            Files.copy(in, conversation);
        }
        return new TourSteps(new TourGuide(shell), conversation).walk();
    }
}
