package dev.daybook.internal.embedded;

import dev.daybook.ErasurePreview;
import dev.daybook.internal.forget.ScopeEraser;
import dev.daybook.internal.observe.CallWatch;
import dev.daybook.internal.settings.ProtectedOperation;
import dev.daybook.model.Scope;
import dev.daybook.outcome.ErasureReceipt;
import dev.daybook.outcome.Event;
import dev.daybook.query.Selection;
import dev.daybook.spi.CallResult;
import dev.daybook.spi.ObservedCall;
import dev.daybook.store.EntryKey;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.function.Supplier;

/** The path of a forget: after the erasure, the background work and the event. */
final class ErasurePath {

    private final ScopeEraser eraser;
    private final BackgroundWork background;
    private final EventPublisher events;
    private final CallWatch watch;

    ErasurePath(ScopeEraser eraser, BackgroundWork background, EventPublisher events, CallWatch watch) {
        this.eraser = eraser;
        this.watch = watch;
        this.background = background;
        this.events = events;
    }

    ErasurePreview preview(Scope scope, Selection selection) {
        return new EmbeddedErasurePreview(eraser, scope, selection);
    }

    ErasureReceipt forget(ScopeAccess access, Selection selection) {
        access.require(ProtectedOperation.FORGET);
        String operation = eraser.newOperation();
        return eraser.reached(access.scope(), selection).stream()
                .map(scope -> forgotten(scope, () -> eraser.forget(scope, selection, access.rules(), operation)))
                .reduce(ErasureReceipt::and)
                .orElseThrow();
    }

    /** Forgets entries whose retention period is over. */
    void forgetExpired(Scope scope, Selection selection) {
        forgotten(scope, () -> eraser.forgetExpired(scope, selection));
    }

    /** Forgets the entries that have ended, in as many erasures as it takes. */
    void forgetEnded(Scope scope, Instant now) {
        while (forgotten(scope, () -> eraser.forgetEnded(scope, now)).count() > 0) {}
    }

    /** Forgets those of some entries that have ended, before others take their ids. */
    void forgetEnded(Scope scope, Collection<EntryKey> keys) {
        forgotten(scope, () -> eraser.forgetEnded(scope, keys));
    }

    private ErasureReceipt forgotten(Scope scope, Supplier<ErasureReceipt> forget) {
        ErasureReceipt erasure = watch.run(
                () -> ObservedCall.MemoryCall.of(ObservedCall.MemoryVerb.FORGET, scope),
                forget,
                receipt -> CallResult.of(receipt.count(), List::of));
        background.erased(scope);
        if (erasure.count() > 0) {
            events.tell(new Event.Forgotten(scope, erasure.operation(), erasure.counts()));
        }
        return erasure;
    }
}
