package dev.daybook.chroma;

import dev.daybook.data.Kind;
import dev.daybook.data.Scope;
import dev.daybook.spi.Put;

/** Which of the three collections of a space a row lies in. */
enum Shelf {
    /** Where other programs look for episodes. */
    EPISODES,
    /** Where other programs look for facts. */
    FACTS,
    /** What only Daybook reads. */
    SIDE;

    /** Other programs know neither what is shared nor what no longer counts, so that is kept out of their sight. */
    static Shelf of(Scope scope, Put put) {
        boolean shared = scope.fold(user -> false, anonymous -> false, all -> true);
        if (shared || !put.status().equals(Put.LIVE)) {
            return SIDE;
        }
        return of(put.key().kind());
    }

    private static Shelf of(Kind kind) {
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
