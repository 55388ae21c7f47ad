package dev.daybook.internal.checks;

import dev.daybook.internal.text.LetterCase;
import java.util.Arrays;
import java.util.stream.Collectors;

/** Converts enum constants to their names in JSON and on the command line, in lower case, and back. */
public final class EnumLabels {

    private EnumLabels() {}

    public static String label(Enum<?> constant) {
        return LetterCase.label(constant);
    }

    public static <E extends Enum<E>> E read(String argument, E[] constants, String label) {
        for (E constant : constants) {
            if (label(constant).equals(label)) {
                return constant;
            }
        }
        throw new IllegalArgumentException(argument + " is '" + ShortenedText.of(label) + "'; use one of "
                + Arrays.stream(constants).map(EnumLabels::label).collect(Collectors.joining(", ")));
    }
}
