package dev.daybook.client;

import static dev.daybook.client.ServerConnection.having;

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
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The preview of a forget on a server: a dry run. */
record RemoteErasurePreview(ScopeConnection scope, Selection selection) implements ErasurePreview {

    @Override
    public ErasureReceipt receipt() {
        return dryRun(false, ReceiptCodec.ERASURE::read);
    }

    @Override
    public List<EntryRef> entries() {
        return dryRun(
                true, answer -> ReferenceCodec.ENTRY.readList(having("entries", answer), "entries", scope.scope()));
    }

    private <T> T dryRun(boolean entries, Function<JsonFields, T> decoding) {
        Map<String, @Nullable Object> body = SelectionCodec.write(selection);
        body.put("dryRun", true);
        body.put("entries", entries);
        return scope.read("forget", body, decoding);
    }
}
