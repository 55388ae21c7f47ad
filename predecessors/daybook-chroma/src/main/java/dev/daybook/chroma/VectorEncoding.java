package dev.daybook.chroma;

import dev.daybook.model.Embedding;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Base64;

/** Encodes embeddings for Chroma: base 64 of little-endian 32-bit floats. */
final class VectorEncoding {

    private VectorEncoding() {}

    static String text(Embedding embedding) {
        float[] numbers = embedding.toArray();
        ByteBuffer bytes = ByteBuffer.allocate(numbers.length * Float.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        bytes.asFloatBuffer().put(numbers);
        return Base64.getEncoder().encodeToString(bytes.array());
    }

    static Embedding read(String text) {
        byte[] bytes = Base64.getDecoder().decode(text);
        float[] numbers = new float[bytes.length / Float.BYTES];
        ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).asFloatBuffer().get(numbers);
        return Embedding.of(numbers);
    }
}
