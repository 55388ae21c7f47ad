package dev.daybook.server.cli.options;

import dev.daybook.server.cli.terminal.CommandTerminal;
import picocli.CommandLine.Option;

/**
 * The confirmation of a destructive command: asked on a terminal, given by {@code --yes}, not needed with
 * {@code --dry-run}.
 */
public final class ConfirmationPrompt {

    @Option(names = "--yes", description = "Do not ask for confirmation.")
    private boolean yes;

    @Option(names = "--dry-run", description = "Only report the entries concerned; change nothing.")
    private boolean dryRun;

    public boolean isDryRun() {
        return dryRun;
    }

    /**
     * Refuses a command that cannot ask for confirmation. Call it before reading, which would be wasted work.
     *
     * @param aim purpose of {@code --yes}, after "to"
     */
    public void mustBePossible(DaybookCommand root, String aim) {
        if (!yes && !dryRun && !root.terminal().canAsk()) {
            throw root.options()
                    .wrongUsage("this command asks for confirmation, and there is no terminal; add --yes to " + aim
                            + ", or --dry-run for a preview");
        }
    }

    /** Returns whether the command may run; asks on the terminal if necessary. */
    public boolean isGiven(CommandTerminal terminal, String consequence) {
        if (yes) {
            return true;
        }
        terminal.note(consequence);
        return terminal.confirmed();
    }
}
