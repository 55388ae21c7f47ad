package dev.daybook.server.cli.options;

import dev.daybook.server.cli.terminal.CommandTerminal;
import dev.daybook.server.cli.terminal.DisplayText;
import java.time.LocalDate;
import java.time.format.DateTimeParseException;
import java.util.Optional;

/** The day on which the operator found the clock right, from the environment. */
final class ClockChecked {

    private static final String VARIABLE = "DAYBOOK_CLOCK_CHECKED";

    private ClockChecked() {}

    /**
     * Returns the day; empty if none is given.
     *
     * @throws IllegalArgumentException if it is not a day
     */
    static Optional<LocalDate> of(CommandTerminal terminal) {
        String day = terminal.variable(VARIABLE);
        if (day == null || day.isBlank()) {
            return Optional.empty();
        }
        try {
            return Optional.of(LocalDate.parse(day.strip()));
        } catch (DateTimeParseException e) {
            throw new IllegalArgumentException(VARIABLE + " is '" + DisplayText.line(day, 40)
                    + "'; give the day on which you compared the clock, such as 2026-03-01");
        }
    }
}
