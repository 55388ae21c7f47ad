package dev.daybook.server.doors;

/** A call of one tenant with names and ids of another. Each may be several requests of a door. */
public enum DoorCall {
    /** Searches for the other's canary, and for a word that all tenants have. */
    RECALL(Shows.OWN),

    /** Reads an entry of the other by its id. */
    READ(Shows.NOTHING),

    /** Reads the messages and the summary of the other's session. */
    SESSION(Shows.NOTHING),

    /** Reads everything of its own. */
    EXPORT(Shows.OWN),

    /** Reads the shared scope of its space, and the bank. */
    SHARED(Shows.OWN_AND_SHARED),

    /** Continues the other's page, reads its kept context, undoes its operation, releases its quarantine. */
    HANDLES(Shows.OWN),

    /** Writes a block of the other's name, and reads the versions of the other's block. */
    BLOCK(Shows.OWN),

    /** Removes the other's fact and writes one of the same id. */
    FACT(Shows.OWN),

    /** Writes an episode with the id and the session of the other's. */
    REMEMBER(Shows.OWN),

    /** Forgets the other's session, episode and fact. */
    FORGET(Shows.OWN),

    /** Forgets everything of its own. */
    FORGET_ALL(Shows.NOTHING);

    /** The canaries that an answer may have. */
    enum Shows {
        NOTHING,
        OWN,
        OWN_AND_SHARED
    }

    final Shows shows;

    DoorCall(Shows shows) {
        this.shows = shows;
    }
}
