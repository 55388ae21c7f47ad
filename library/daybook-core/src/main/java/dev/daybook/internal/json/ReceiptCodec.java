package dev.daybook.internal.json;

import static dev.daybook.internal.json.FieldType.COUNT;
import static dev.daybook.internal.json.FieldType.COUNTS;
import static dev.daybook.internal.json.FieldType.TEXT;
import static dev.daybook.internal.json.FieldType.TIME;
import static dev.daybook.internal.json.FieldType.TRUTH;

import dev.daybook.model.Kind;
import dev.daybook.outcome.ErasureReceipt;
import dev.daybook.outcome.QuarantineReceipt;
import dev.daybook.outcome.Receipt;
import java.time.OffsetDateTime;
import java.util.Map;

/** The JSON forms of receipts: of a write, an erasure and a quarantine. */
public final class ReceiptCodec {

    private static final String SEND = "send the receipt of the write";
    private static final FieldType<Receipt.Progress> PROGRESS = FieldType.constant(Receipt.Progress.class);
    private static final FieldType<ErasureReceipt.Bytes> BYTES = FieldType.constant(ErasureReceipt.Bytes.class);

    public static final RecordCodec<Receipt> RECEIPT = fields -> new Receipt(
            fields.required("id", TEXT, Receipt::id),
            fields.required("position", COUNT.missing(SEND), Receipt::position),
            fields.required("revision", COUNT.missing(SEND), Receipt::revision),
            fields.required("durable", TRUTH.missing(SEND), Receipt::durable),
            fields.required("words", PROGRESS, Receipt::words),
            fields.required("vector", PROGRESS, Receipt::vector),
            fields.required("derived", PROGRESS, Receipt::derived));

    /** Without the number that a store gives an erasure: a server waits by the operation. */
    public static final RecordCodec<ErasureReceipt> ERASURE = fields -> new ErasureReceipt(
            fields.required("operation", TEXT, ErasureReceipt::operation),
            fields.required("counts", COUNTS, ErasureReceipt::counts),
            fields.required("at", TIME, ErasureReceipt::at),
            ErasureReceipt.ALL,
            fields.required("bytes", BYTES, ErasureReceipt::bytes),
            fields.unless(0L, "keptHashes", COUNT, ErasureReceipt::keptHashes));

    /** A quarantine or its preview. */
    public static final RecordCodec<QuarantineReceipt> QUARANTINED = fields -> {
        QuarantineReceipt released = ReceiptCodec.released(fields);
        Map<Kind, Long> derived = fields.required("derived", COUNTS, QuarantineReceipt::derived);
        return new QuarantineReceipt(released.operation(), released.at(), released.counts(), derived);
    };

    /** A release, or a quarantine in a list. */
    public static final RecordCodec<QuarantineReceipt> RELEASED = ReceiptCodec::released;

    private ReceiptCodec() {}

    private static QuarantineReceipt released(RecordFields<QuarantineReceipt> fields) {
        String operation = fields.required("operation", TEXT, QuarantineReceipt::operation);
        Map<Kind, Long> counts = fields.required("counts", COUNTS, QuarantineReceipt::counts);
        OffsetDateTime at = fields.required("at", TIME, QuarantineReceipt::at);
        boolean isProposal = fields.unless(false, "proposed", TRUTH, QuarantineReceipt::isProposal);
        String proposer = fields.optional("key", TEXT, QuarantineReceipt::proposer);
        return new QuarantineReceipt(operation, at, counts, Map.of(), isProposal, proposer);
    }
}
