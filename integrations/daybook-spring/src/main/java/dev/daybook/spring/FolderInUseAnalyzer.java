package dev.daybook.spring;

import dev.daybook.error.StoreInUseException;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Says at a failed start who holds the folder of the daybook, and what to do. */
final class FolderInUseAnalyzer extends AbstractFailureAnalyzer<StoreInUseException> {

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, StoreInUseException cause) {
        return new FailureAnalysis(
                String.valueOf(cause.getMessage()),
                "In tests, whose contexts Spring keeps: set daybook.store=memory, or a folder of its own for each context."
                        + " In a rolling update: let the old process stop first (strategy Recreate, or a StatefulSet), and"
                        + " set daybook.lock-wait, such as 60s. For several processes at one time: set daybook.store or"
                        + " daybook.url.",
                cause);
    }
}
