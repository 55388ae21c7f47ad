package dev.daybook;

import dev.daybook.data.Outcome;
import dev.daybook.data.Scope;
import dev.daybook.data.Settings;
import dev.daybook.data.Space;
import dev.daybook.data.Usage;
import java.util.List;
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

    /** What language models have cost in this space. */
    Usage usage();
}
