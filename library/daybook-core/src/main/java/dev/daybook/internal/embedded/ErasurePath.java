package dev.daybook.internal.embedded;

import dev.daybook.ErasurePreview;
import dev.daybook.internal.forget.ScopeEraser;
import dev.daybook.internal.settings.ProtectedOperation;
import dev.daybook.model.Scope;
import dev.daybook.outcome.ErasureReceipt;
import dev.daybook.outcome.Event;
import dev.daybook.query.Selection;

/** The path of a forget: after the erasure, the background work and the event. */
final class ErasurePath {

    private final ScopeEraser eraser;
    private final BackgroundWork background;
    private final EventPublisher events;

    ErasurePath(ScopeEraser eraser, BackgroundWork background, EventPublisher events) {
        this.eraser = eraser;
        this.background = background;
        this.events = events;
    }

    ErasurePreview preview(Scope scope, Selection selection) {
        return new EmbeddedErasurePreview(eraser, scope, selection);
    }

    ErasureReceipt forget(ScopeAccess access, Selection selection) {
        access.require(ProtectedOperation.FORGET);
        return forgotten(access.scope(), eraser.forget(access.scope(), selection, access.rules()));
    }

    /** Forgets entries whose retention period is over. */
    void forgetExpired(Scope scope, Selection selection) {
        forgotten(scope, eraser.forgetExpired(scope, selection));
    }

    private ErasureReceipt forgotten(Scope scope, ErasureReceipt erasure) {
        background.erased(scope);
        if (erasure.count() > 0) {
            events.tell(new Event.Forgotten(scope, erasure.operation(), erasure.counts()));
        }
        return erasure;
    }
}
