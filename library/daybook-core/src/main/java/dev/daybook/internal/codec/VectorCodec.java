package dev.daybook.internal.codec;

import dev.daybook.model.Embedding;
import dev.daybook.spi.Embedder;
import dev.daybook.store.Blob;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Encodes the vectors of an entry as a sidecar. The name of the sidecar contains that of the embedder, so vectors of
 * two embedders are never mixed. Equal vectors are written once: an entry of one message has the vector of the message.
 *
 * <ul>
 *   <li>Form 1: the vectors, then the index of the vector of the entry and of each message.
 *   <li>Form 2: the indexes, then the vectors. For a vector supplied with an episode, whose body ends in the same bytes:
 *       a store may keep a common end of both once.
 * </ul>
 */
public final class VectorCodec {

    private static final int VECTORS_FIRST = 1;
    private static final int VECTORS_LAST = 2;

    /** The usual bytes beside the vectors and the indexes of messages. */
    private static final int HEADER_ROOM = 16;

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

    /** Encodes computed vectors, in form 1. */
    public static Blob encode(EntryVectors vectors) {
        return encode(vectors, VECTORS_FIRST);
    }

    /** Encodes vectors supplied with an episode, in form 2. */
    public static Blob encodeSupplied(EntryVectors vectors) {
        return encode(vectors, VECTORS_LAST);
    }

    private static Blob encode(EntryVectors vectors, int form) {
        List<Embedding> distinct = new ArrayList<>();
        int entry = indexOf(distinct, vectors.entry());
        int[] messages = vectors.messages().stream()
                .mapToInt(message -> indexOf(distinct, message))
                .toArray();
        int dimensions = vectors.entry().dimensions();
        ByteWriter out = new ByteWriter(HEADER_ROOM + messages.length + distinct.size() * dimensions * Float.BYTES)
                .octet(form)
                .number(dimensions)
                .number(distinct.size());
        if (form == VECTORS_FIRST) {
            distinct.forEach(embedding -> out.decimals(embedding.toArray()));
        }
        out.number(entry).number(messages.length);
        for (int message : messages) {
            out.number(message);
        }
        if (form == VECTORS_LAST) {
            distinct.forEach(embedding -> out.decimals(embedding.toArray()));
        }
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
        if (form != VECTORS_FIRST && form != VECTORS_LAST) {
            throw ByteReader.damaged("a vector has the unknown form " + form);
        }
        int dimensions = in.count();
        float[][] distinct = new float[in.count()][];
        if (form == VECTORS_FIRST) {
            read(in, distinct, dimensions);
        }
        int entry = in.index(distinct.length);
        int[] messages = new int[in.count()];
        for (int message = 0; message < messages.length; message++) {
            messages[message] = in.index(distinct.length);
        }
        if (form == VECTORS_LAST) {
            read(in, distinct, dimensions);
        }
        return new StoredVectors(distinct, entry, messages);
    }

    private static void read(ByteReader in, float[][] vectors, int dimensions) {
        for (int vector = 0; vector < vectors.length; vector++) {
            vectors[vector] = requireFinite(in.shortDecimals(dimensions));
        }
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
