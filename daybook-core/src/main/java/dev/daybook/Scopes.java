package dev.daybook;

import dev.daybook.data.Outcome;
import dev.daybook.data.Principal;
import dev.daybook.data.Scope;
import dev.daybook.data.Settings;
import dev.daybook.data.Space;
import dev.daybook.data.Usage;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** The scopes of one space. Handles are cheap; make them as needed. Thread-safe. */
public interface Scopes {

    Space space();

    /**
     * The memory of a user.
     *
     * @throws IllegalArgumentException if the id is blank, longer than 512 characters or has a control character
     */
    Memory user(String id);

    /** The memory of whoever has no user id: a bucket of its own. */
    Memory anonymous();

    /** What all users of the space may read when they ask for it. */
    Memory shared();

    /** The memory of a scope of this space. */
    Memory in(Scope scope);

    /**
     * The same space, for somebody who was let in: all that is written through the handles had from there bears the key of
     * the principal and is believed no more than the principal, whatever it says of itself; and what is shared is read
     * through the memory of a user only if the principal reads it. A server gives each caller such a handle.
     */
    Scopes as(Principal principal);

    /** The scopes that hold something, in no particular order. */
    Stream<Scope> list();

    /** Derives what is due in all scopes of this space, see {@link Memory#consolidate()}. */
    List<Outcome> consolidate();

    /** What conversations of this space came to, for all of its users. It is empty until it is switched on. */
    Bank bank();

    /** What holds for the whole space. */
    Settings settings();

    /** Changes what holds for the whole space, for all writes that begin after this returned. */
    void settings(Settings settings);

    /**
     * Changes settings by what they are now: no other change comes between. Use it to change some and keep the rest.
     *
     * @param change answers the settings to be; may not use this daybook
     * @return the settings as they are now
     */
    Settings changeSettings(UnaryOperator<Settings> change);

    /** What language models have cost in this space. */
    Usage usage();
}
