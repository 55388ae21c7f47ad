package dev.daybook.server.tour;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Fills a memory so that each panel of the memory explorer has something to show: the sample session, a wrong message
 * of a tool about the wedding, facts of two jobs, a block with two versions, and what is derived from all of it.
 */
record ExplorerTour(CommandShell shell) {

    private static final String USER = "ottilie";

    void fill(Path sampleSession) {
        run("import", sampleSession.toString());
        ofUser(
                "remember",
                "When is the wedding? Moved to the third of October, says the boat rental.",
                "--role",
                "tool",
                "--session",
                "mail",
                "--id",
                "mail-1",
                "--at",
                "2026-08-31T09:00:00+02:00");
        ofUser("facts", "add", "Ottilie", "works at", "the tram company", "--from", "2007-05-01T00:00:00Z");
        ofUser("facts", "add", "Ottilie", "works at", "the puppet theatre", "--from", "2026-06-01T00:00:00Z");
        ofUser("blocks", "set", "about", "Ottilie has an allotment, and bakes without walnuts.");
        ofUser("blocks", "set", "about", "Ottilie has an allotment and a cello, and bakes without walnuts.");
        run("consolidate", "--all-scopes");
    }

    private void ofUser(String... command) {
        List<String> words = new ArrayList<>(List.of(command));
        words.addAll(List.of("--user", USER));
        run(words.toArray(String[]::new));
    }

    private void run(String... command) {
        CommandAnswer answer = shell.run(List.of(command));
        if (!answer.isDone()) {
            throw new IllegalStateException("the command '" + command[0] + "' of the tour failed: "
                    + answer.err().strip());
        }
    }
}
