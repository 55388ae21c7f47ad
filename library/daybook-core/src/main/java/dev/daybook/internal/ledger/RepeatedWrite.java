package dev.daybook.internal.ledger;

import java.time.OffsetDateTime;
import org.jspecify.annotations.Nullable;

/** Comparisons that recognize a repeated write: values that the caller omitted are not compared. */
public final class RepeatedWrite {

    private RepeatedWrite() {}

    /** Tests two times for the same instant: a retry may use another offset. */
    public static boolean isSameInstant(@Nullable OffsetDateTime given, @Nullable OffsetDateTime stored) {
        return given == null || stored != null && given.isEqual(stored);
    }
}
