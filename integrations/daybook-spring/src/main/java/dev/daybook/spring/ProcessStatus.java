package dev.daybook.spring;

import dev.daybook.Daybook;
import dev.daybook.LocalDaybook;
import dev.daybook.outcome.BacklogStatus;
import java.util.Optional;

/** The background work of a daybook in this process. That of a server is in the server's own metrics. */
final class ProcessStatus {

    private ProcessStatus() {}

    /** Returns an empty optional for a daybook of a server. */
    static Optional<BacklogStatus> of(Daybook daybook) {
        return daybook instanceof LocalDaybook local
                ? Optional.of(local.maintenance().backlogStatus())
                : Optional.empty();
    }
}
