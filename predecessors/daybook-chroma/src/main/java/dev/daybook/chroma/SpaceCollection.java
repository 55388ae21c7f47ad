package dev.daybook.chroma;

import dev.daybook.model.Kind;
import dev.daybook.model.Scope;
import dev.daybook.store.EntryPut;

/** The three collections of a space. */
enum SpaceCollection {
    /** Episodes shared with other programs. */
    EPISODES,
    /** Facts shared with other programs. */
    FACTS,
    /** Rows that only Daybook reads. */
    SIDE;

    /** Hides entries of agents, shared entries and replaced facts from other programs, which do not know these concepts. */
    static SpaceCollection of(Scope scope, Kind kind, String status) {
        return isOpen(scope) && status.equals(EntryPut.LIVE) ? of(kind) : SIDE;
    }

    /** Returns whether other programs read a scope. */
    static boolean isOpen(Scope scope) {
        return scope.fold(user -> true, agent -> false, anonymous -> true, shared -> false);
    }

    private static SpaceCollection of(Kind kind) {
        return switch (kind) {
            case EPISODE -> EPISODES;
            case FACT -> FACTS;
            case BLOCK, NOTE, SUMMARY -> SIDE;
        };
    }

    Kind kind() {
        return this == FACTS ? Kind.FACT : Kind.EPISODE;
    }
}
