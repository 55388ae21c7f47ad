package dev.daybook.codec;

import dev.daybook.data.Block;
import dev.daybook.spi.Blob;
import dev.daybook.spi.Stored;

/** Encodes blocks as bodies of stored entries. */
final class BlockCodec {

    private BlockCodec() {}

    static Blob encode(Block block) {
        ByteWriter out = new ByteWriter().octet(Body.PLAIN);
        Body.offset(out, block.updatedAt());
        out.text(block.content())
                .number(block.order())
                .octet(block.agentWritable() ? 1 : 0)
                .number(block.maxLength());
        Body.refs(out, block.sources());
        Body.provenance(out, block.provenance());
        return out.toBlob();
    }

    static Block decode(Stored stored) {
        ByteReader in = new ByteReader(stored.body());
        return Body.read(in, () -> {
            var updatedAt = Body.offset(in, stored.recorded());
            return new Block(
                    stored.key().id(),
                    in.text(),
                    Math.toIntExact(in.number()),
                    in.octet() == 1,
                    Math.toIntExact(in.number()),
                    updatedAt,
                    Body.refs(in),
                    Body.provenance(in, stored));
        });
    }
}
