package dev.daybook.client;

import dev.daybook.ErasurePreview;
import dev.daybook.internal.json.JsonFields;
import dev.daybook.internal.json.ReceiptCodec;
import dev.daybook.internal.json.ReferenceCodec;
import dev.daybook.internal.json.SelectionCodec;
import dev.daybook.model.EntryRef;
import dev.daybook.outcome.ErasureReceipt;
import dev.daybook.query.Selection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The preview of a forget on a server: a dry run. */
record RemoteErasurePreview(ScopeConnection scope, Selection selection) implements ErasurePreview {

    @Override
    public ErasureReceipt receipt() {
        return ReceiptCodec.ERASURE.read(dryRun(false));
    }

    @Override
    public List<EntryRef> entries() {
        return ReferenceCodec.ENTRY.readList(dryRun(true), "entries", scope.scope());
    }

    private JsonFields dryRun(boolean entries) {
        Map<String, @Nullable Object> body = SelectionCodec.write(selection);
        body.put("dryRun", true);
        body.put("entries", entries);
        return scope.read("forget", body);
    }
}
