package dev.daybook.internal.window;

import dev.daybook.access.Principal;
import dev.daybook.error.RefusedTextException;
import dev.daybook.internal.settings.RefusedTexts;
import dev.daybook.internal.settings.WritePolicy;
import dev.daybook.model.Message;
import dev.daybook.query.SpaceSettings;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

/** Tells what a program gives again from what is new to a memory that may have redacted the secrets in it. */
public final class StoredForm {

    private static final WritePolicy REDACTING =
            new WritePolicy(Principal.OWNER, SpaceSettings.Secrets.REDACT, RefusedTexts.NONE);

    private StoredForm() {}

    /** Returns whether a memory has a message in this form: as it was given, or without the secrets in it. */
    public static boolean isOf(Message stored, Message given) {
        return isOf(stored, given, REDACTING::screened);
    }

    /** Returns whether a memory has messages in this form. */
    public static boolean isOf(List<Message> stored, List<Message> given) {
        return stored.size() == given.size()
                && IntStream.range(0, stored.size()).allMatch(i -> isOf(stored.get(i), given.get(i)));
    }

    /** Returns whether a memory has metadata in this form. */
    public static boolean isOf(Map<String, Object> stored, Map<String, Object> given) {
        return isOf(stored, given, REDACTING::screened);
    }

    private static <T> boolean isOf(T stored, T given, UnaryOperator<T> redacting) {
        try {
            return stored.equals(given) || stored.equals(redacting.apply(given));
        } catch (RefusedTextException named) {
            return false;
        }
    }
}
