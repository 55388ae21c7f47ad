package dev.daybook.replay;

import dev.daybook.model.Embedding;
import dev.daybook.spi.Embedder;
import dev.daybook.testkit.HashEmbedder;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The hash embedder of jeevesagent: ours. */
final class EmbedderOperations {

    private static final int FEW = 8;
    private static final int MANY = 384;
    private static final int ENDS = 4;

    Map<String, SeedOperation> operations() {
        return Map.of(
                "name", this::name,
                "embed", this::embed,
                "embed_full", this::embedFull,
                "embed_batch", this::embedBatch,
                "pack_float32", given -> packed(given.floats("values")));
    }

    /** Makes one, which is all there is to see of it. */
    static void construct(StepArguments given) {
        embedder(given);
    }

    private Map<String, @Nullable Object> name(StepArguments given) {
        Embedder embedder = embedder(given);
        return SeedJson.object("name", embedder.name(), "dimensions", embedder.dimensions());
    }

    private Map<String, @Nullable Object> embed(StepArguments given) {
        String text = given.text("text");
        List<Double> few = numbers(embedding(new HashEmbedder(FEW), text));
        List<Double> many = numbers(embedding(new HashEmbedder(MANY), text));
        double sum = many.stream().mapToDouble(Double::doubleValue).sum();
        double norm =
                Math.sqrt(many.stream().mapToDouble(value -> value * value).sum());
        return SeedJson.object(
                "utf8_sha256",
                sha256(text),
                "dims8",
                few,
                "dims384_first4",
                many.subList(0, ENDS),
                "dims384_last4",
                many.subList(MANY - ENDS, MANY),
                "dims384_sum",
                sum,
                "dims384_norm",
                norm);
    }

    private List<Double> embedFull(StepArguments given) {
        return numbers(embedding(embedder(given), given.text("text")));
    }

    private List<List<Double>> embedBatch(StepArguments given) {
        return embedder(given).embedDocuments(given.texts("texts")).stream()
                .map(EmbedderOperations::numbers)
                .toList();
    }

    private static Embedder embedder(StepArguments given) {
        Object dimensions = given.value("dimensions");
        return dimensions == null || dimensions.equals("default")
                ? new HashEmbedder()
                : new HashEmbedder(given.integer("dimensions", MANY));
    }

    private static Embedding embedding(Embedder embedder, String text) {
        return embedder.embedDocuments(List.of(text)).get(0);
    }

    private static List<Double> numbers(Embedding embedding) {
        List<Double> numbers = new ArrayList<>();
        for (float value : embedding.toArray()) {
            numbers.add((double) value);
        }
        return numbers;
    }

    /** Numbers of 32 bits, the lowest byte first, in hexadecimal. */
    static String packed(float... values) {
        ByteBuffer bytes = ByteBuffer.allocate(values.length * Float.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        for (float value : values) {
            bytes.putFloat(value);
        }
        return HexFormat.of().formatHex(bytes.array());
    }

    private static String sha256(String text) {
        try {
            return HexFormat.of()
                    .formatHex(MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException missing) {
            throw new IllegalStateException("this Java has no SHA-256; use one that has", missing);
        }
    }
}
