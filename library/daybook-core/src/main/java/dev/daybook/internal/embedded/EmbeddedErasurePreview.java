package dev.daybook.internal.embedded;

import dev.daybook.ErasurePreview;
import dev.daybook.internal.forget.ScopeEraser;
import dev.daybook.model.EntryRef;
import dev.daybook.model.Scope;
import dev.daybook.outcome.ErasureReceipt;
import dev.daybook.query.Selection;
import java.util.List;

/** The preview of a forget in a daybook in this process. */
record EmbeddedErasurePreview(ScopeEraser eraser, Scope scope, Selection selection) implements ErasurePreview {

    @Override
    public ErasureReceipt receipt() {
        return eraser.reached(scope, selection).stream()
                .map(each -> eraser.preview(each, selection))
                .reduce(ErasureReceipt::and)
                .orElseThrow();
    }

    @Override
    public List<EntryRef> entries() {
        return eraser.reached(scope, selection).stream()
                .flatMap(each -> eraser.entries(each, selection).stream())
                .distinct()
                .toList();
    }
}
