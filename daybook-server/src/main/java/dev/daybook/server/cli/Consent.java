package dev.daybook.server.cli;

import picocli.CommandLine.Option;

/** Whether what was asked for is done: without {@code --yes} a person is asked, with {@code --dry-run} it is not done. */
final class Consent {

    @Option(names = "--yes", description = "Do not ask.")
    private boolean yes;

    @Option(names = "--dry-run", description = "Only tell what would go.")
    private boolean dryRun;

    boolean isDryRun() {
        return dryRun;
    }

    /**
     * To be called before anything is read: it would be for nothing.
     *
     * @param aim what {@code --yes} is given for, after "to"
     */
    void mustBePossible(DaybookCommand daybook, String aim) {
        if (!yes && !dryRun && !daybook.terminal.canAsk()) {
            throw daybook.wrongUsage("there is no terminal to ask on; give --yes to " + aim + ", or --dry-run to look");
        }
    }

    /** Asks, if that is wanted. */
    boolean isGiven(Terminal terminal, String consequence) {
        if (yes) {
            return true;
        }
        terminal.note(consequence);
        return terminal.confirmed();
    }
}
