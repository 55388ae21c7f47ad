package dev.daybook.codec;

import dev.daybook.data.Embedding;
import dev.daybook.spi.Blob;
import dev.daybook.spi.Embedder;
import java.util.ArrayList;
import java.util.List;

/**
 * The vectors of an entry as a sidecar. The sidecar's name holds the embedder's, so vectors of two never meet. Vectors that
 * are equal are written once: an entry of one message has the same vector as the message.
 */
public final class VectorCodec {

    private static final int PLAIN = 1;

    private static final String PREFIX = "vector/";

    private VectorCodec() {}

    /** The name of the sidecar that holds the vectors of an embedder. */
    public static String sidecar(Embedder embedder) {
        return PREFIX + embedder.name();
    }

    /** Whether a sidecar holds vectors, of whatever embedder. */
    public static boolean isVectors(String sidecar) {
        return sidecar.startsWith(PREFIX);
    }

    public static Blob encode(EntryVectors vectors) {
        List<Embedding> distinct = new ArrayList<>();
        int entry = place(distinct, vectors.entry());
        List<Integer> messages = vectors.messages().stream()
                .map(message -> place(distinct, message))
                .toList();
        ByteWriter out = new ByteWriter()
                .octet(PLAIN)
                .number(vectors.entry().dimensions())
                .number(distinct.size());
        for (Embedding embedding : distinct) {
            for (int i = 0; i < embedding.dimensions(); i++) {
                out.decimal(embedding.get(i));
            }
        }
        out.number(entry).number(messages.size());
        messages.forEach(out::number);
        return out.toBlob();
    }

    public static EntryVectors decode(Blob blob) {
        ByteReader in = new ByteReader(blob);
        int form = in.octet();
        if (form != PLAIN) {
            throw ByteReader.damaged("a vector has the unknown form " + form);
        }
        int dimensions = in.count();
        List<Embedding> distinct = new ArrayList<>();
        for (int left = in.count(); left > 0; left--) {
            distinct.add(embedding(in, dimensions));
        }
        Embedding entry = distinct.get(in.index(distinct.size()));
        List<Embedding> messages = new ArrayList<>();
        for (int left = in.count(); left > 0; left--) {
            messages.add(distinct.get(in.index(distinct.size())));
        }
        return new EntryVectors(entry, messages);
    }

    private static Embedding embedding(ByteReader in, int dimensions) {
        float[] values = in.shortDecimals(dimensions);
        try {
            return Embedding.of(values);
        } catch (IllegalArgumentException unusable) {
            throw ByteReader.damaged("a vector is none: " + unusable.getMessage());
        }
    }

    private static int place(List<Embedding> distinct, Embedding embedding) {
        int place = distinct.indexOf(embedding);
        if (place >= 0) {
            return place;
        }
        distinct.add(embedding);
        return distinct.size() - 1;
    }
}
