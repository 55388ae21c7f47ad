package dev.daybook.server.cli.terminal;

import dev.daybook.internal.checks.EnumLabels;
import dev.daybook.outcome.HealthReport.Finding;
import dev.daybook.outcome.HealthReport.Level;
import java.util.Locale;

/** Prints findings. */
public final class FindingsOutput {

    private FindingsOutput() {}

    public static void print(CommandTerminal terminal, Finding finding) {
        String level = String.format(Locale.ROOT, "%-4s", EnumLabels.label(finding.level()));
        terminal.out()
                .println((finding.level() == Level.OK ? level : terminal.bold(level)) + "  " + finding.aspect()
                        + (finding.detail().isBlank() ? "" : ": " + DisplayText.harmless(finding.detail())));
        if (!finding.remedy().isBlank()) {
            terminal.out().println("      " + DisplayText.harmless(finding.remedy()));
        }
    }
}
