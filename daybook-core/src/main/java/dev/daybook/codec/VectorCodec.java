package dev.daybook.codec;

import dev.daybook.data.Embedding;
import dev.daybook.spi.Blob;
import dev.daybook.spi.Embedder;

/** The vector of an entry as a sidecar. The sidecar's name holds the embedder's, so vectors of two never meet. */
public final class VectorCodec {

    private static final int PLAIN = 1;

    private VectorCodec() {}

    /** The name of the sidecar that holds the vectors of an embedder. */
    public static String sidecar(Embedder embedder) {
        return "vector/" + embedder.name();
    }

    public static Blob encode(Embedding embedding) {
        ByteWriter out = new ByteWriter().octet(PLAIN).number(embedding.dimensions());
        for (int i = 0; i < embedding.dimensions(); i++) {
            out.decimal(embedding.get(i));
        }
        return out.toBlob();
    }

    public static Embedding decode(Blob blob) {
        ByteReader in = new ByteReader(blob);
        int form = in.octet();
        if (form != PLAIN) {
            throw ByteReader.damaged("a vector has the unknown form " + form);
        }
        float[] values = new float[in.count()];
        for (int i = 0; i < values.length; i++) {
            values[i] = in.shortDecimal();
        }
        try {
            return Embedding.of(values);
        } catch (IllegalArgumentException impossible) {
            throw ByteReader.damaged("a vector is empty or not finite");
        }
    }
}
