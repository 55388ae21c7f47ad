package dev.daybook.codec;

import dev.daybook.data.Embedding;
import dev.daybook.spi.Embedder;
import dev.daybook.store.Blob;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Encodes the vectors of an entry as a sidecar. The name of the sidecar contains that of the embedder, so vectors of
 * two embedders are never mixed. Equal vectors are written once: an entry of one message has the vector of the message.
 */
public final class VectorCodec {

    private static final int PLAIN = 1;

    private static final String PREFIX = "vector/";

    private VectorCodec() {}

    /** Returns the name of the sidecar with the vectors of an embedder. */
    public static String sidecar(Embedder embedder) {
        return PREFIX + embedder.name();
    }

    /** Tests whether a sidecar holds vectors of any embedder. */
    public static boolean isVectors(String sidecar) {
        return sidecar.startsWith(PREFIX);
    }

    /** Returns the name of the embedder of a sidecar. */
    public static String embedder(String sidecar) {
        return sidecar.substring(PREFIX.length());
    }

    public static Blob encode(EntryVectors vectors) {
        List<Embedding> distinct = new ArrayList<>();
        int entry = indexOf(distinct, vectors.entry());
        List<Integer> messages = vectors.messages().stream()
                .map(message -> indexOf(distinct, message))
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
        StoredVectors stored = read(blob);
        List<Embedding> distinct =
                Arrays.stream(stored.distinct()).map(Embedding::of).toList();
        return new EntryVectors(
                distinct.get(stored.entry()),
                IntStream.range(0, stored.messages())
                        .mapToObj(index -> distinct.get(stored.message(index)))
                        .toList());
    }

    /** Decodes the same bytes as {@link #decode} into plain arrays. */
    public static StoredVectors read(Blob blob) {
        ByteReader in = new ByteReader(blob);
        int form = in.octet();
        if (form != PLAIN) {
            throw ByteReader.damaged("a vector has the unknown form " + form);
        }
        int dimensions = in.count();
        float[][] distinct = new float[in.count()][];
        for (int vector = 0; vector < distinct.length; vector++) {
            distinct[vector] = requireFinite(in.shortDecimals(dimensions));
        }
        int entry = in.index(distinct.length);
        int[] messages = new int[in.count()];
        for (int message = 0; message < messages.length; message++) {
            messages[message] = in.index(distinct.length);
        }
        return new StoredVectors(distinct, entry, messages);
    }

    /** Rejects values that {@link Embedding#of} never accepts. */
    private static float[] requireFinite(float[] values) {
        if (values.length == 0) {
            throw ByteReader.damaged("a vector has no numbers");
        }
        for (float value : values) {
            if (!Float.isFinite(value)) {
                throw ByteReader.damaged("a vector holds " + value);
            }
        }
        return values;
    }

    private static int indexOf(List<Embedding> distinct, Embedding embedding) {
        int index = distinct.indexOf(embedding);
        if (index >= 0) {
            return index;
        }
        distinct.add(embedding);
        return distinct.size() - 1;
    }
}
