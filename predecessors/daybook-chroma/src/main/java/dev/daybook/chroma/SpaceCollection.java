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

    /** Hides shared entries and replaced facts from other programs, which do not know these concepts. */
    static SpaceCollection of(Scope scope, Kind kind, String status) {
        boolean shared = scope.fold(user -> false, anonymous -> false, all -> true);
        return shared || !status.equals(EntryPut.LIVE) ? SIDE : of(kind);
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
