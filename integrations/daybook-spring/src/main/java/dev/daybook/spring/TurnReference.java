package dev.daybook.spring;

import dev.daybook.internal.window.TurnPlace;
import dev.daybook.outcome.Turn;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The turn that a message of Spring AI was read from, as text in the metadata of the message. An equal message of the
 * application has none, so the second "yes" of a user is a new message.
 */
record TurnReference(TurnPlace place, String episode) {

    private static final Pattern FORM = Pattern.compile("([0-9]{1,18}):([0-9]{1,9}):(.+)");

    static TurnReference of(Turn turn) {
        return new TurnReference(TurnPlace.of(turn), turn.episode());
    }

    /** Returns an empty optional for a text of another form: the application may write metadata too. */
    static Optional<TurnReference> parse(String text) {
        Matcher form = FORM.matcher(text);
        return form.matches()
                ? Optional.of(new TurnReference(
                        new TurnPlace(Long.parseLong(form.group(1)), Integer.parseInt(form.group(2))), form.group(3)))
                : Optional.empty();
    }

    String text() {
        return place.position() + ":" + place.index() + ":" + episode;
    }
}
