package dev.daybook;

import dev.daybook.data.EntryRef;
import dev.daybook.data.ErasureReceipt;
import dev.daybook.data.Scope;
import dev.daybook.data.Selection;
import dev.daybook.forget.ScopeEraser;
import java.util.List;

/** The preview of a forget in a daybook in this process. */
record EmbeddedErasurePreview(ScopeEraser eraser, Scope scope, Selection selection) implements ErasurePreview {

    @Override
    public ErasureReceipt receipt() {
        return eraser.preview(scope, selection);
    }

    @Override
    public List<EntryRef> entries() {
        return eraser.entries(scope, selection);
    }
}
