package dev.daybook.server.cli;

import dev.daybook.spi.Health.Finding;
import dev.daybook.spi.Health.Level;
import java.util.Locale;

/** Prints findings. */
final class Findings {

    private Findings() {}

    static void print(Terminal terminal, Finding finding) {
        String level = String.format(Locale.ROOT, "%-4s", finding.level().name().toLowerCase(Locale.ROOT));
        terminal.out()
                .println((finding.level() == Level.OK ? level : terminal.bold(level)) + "  " + finding.what()
                        + (finding.detail().isBlank() ? "" : ": " + Shown.harmless(finding.detail())));
        if (!finding.remedy().isBlank()) {
            terminal.out().println("      " + Shown.harmless(finding.remedy()));
        }
    }
}
