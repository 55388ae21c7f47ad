package dev.daybook.server.cli.terminal;

import dev.daybook.outcome.HealthReport.Finding;
import dev.daybook.outcome.HealthReport.Level;
import java.util.Locale;

/** Prints findings. */
public final class FindingsOutput {

    private FindingsOutput() {}

    public static void print(CommandTerminal terminal, Finding finding) {
        String level = String.format(Locale.ROOT, "%-4s", finding.level().name().toLowerCase(Locale.ROOT));
        terminal.out()
                .println((finding.level() == Level.OK ? level : terminal.bold(level)) + "  " + finding.aspect()
                        + (finding.detail().isBlank() ? "" : ": " + DisplayText.harmless(finding.detail())));
        if (!finding.remedy().isBlank()) {
            terminal.out().println("      " + DisplayText.harmless(finding.remedy()));
        }
    }
}
