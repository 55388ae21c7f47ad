package dev.daybook.server.importing;

import dev.daybook.data.Ref;
import dev.daybook.interchange.InterchangeLine;
import java.time.OffsetDateTime;
import java.util.Optional;
import java.util.function.Supplier;

/** Takes in what a source holds, piece by piece. */
public interface Intake {

    /**
     * Reads a piece and keeps it to be written. One that cannot be understood is reported, and the next may come.
     *
     * @param reading gives the piece, or nothing if it is of somebody else; fails with an
     *     {@link IllegalArgumentException} that names field, value and remedy
     */
    void take(Place place, Supplier<Optional<InterchangeLine>> reading);

    /** When an entry that is here already was written down: a source that knows no time of its own keeps it. */
    Optional<OffsetDateTime> recordedAt(Ref ref);
}
