package dev.daybook.internal.codec;

import dev.daybook.model.Block;
import dev.daybook.store.Blob;
import dev.daybook.store.StoredEntry;

/** Encodes blocks as bodies of stored entries. */
final class BlockCodec {

    private BlockCodec() {}

    static Blob encode(Block block) {
        ByteWriter out = EntryBody.begin(new ByteWriter(), EntryBody.PLAIN, block);
        EntryBody.offset(out, block.updatedAt());
        out.text(block.content())
                .number(block.order())
                .octet(block.agentWritable() ? 1 : 0)
                .number(block.maxLength());
        EntryBody.refs(out, block.sources());
        EntryBody.provenance(out, block.provenance());
        return out.toBlob();
    }

    static Block decode(StoredEntry stored) {
        ByteReader in = new ByteReader(stored.body());
        return EntryBody.read(in, () -> {
            var updatedAt = EntryBody.offset(in, stored.recorded());
            return new Block(
                    stored.key().id(),
                    in.text(),
                    Math.toIntExact(in.number()),
                    in.octet() == 1,
                    Math.toIntExact(in.number()),
                    updatedAt,
                    EntryBody.refs(in),
                    EntryBody.provenance(in, stored));
        });
    }
}
