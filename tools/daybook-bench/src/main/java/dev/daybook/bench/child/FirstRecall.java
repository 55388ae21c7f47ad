package dev.daybook.bench.child;

import dev.daybook.internal.json.PlainJson;
import dev.daybook.model.Embedding;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/** A process that opens a store, recalls once by vector and ends: {@code FirstRecall FOLDER USER VECTOR_FILE}. */
public final class FirstRecall {

    private FirstRecall() {}

    public static void main(String[] arguments) throws Exception {
        long begin = System.nanoTime();
        FloatBuffer floats = ByteBuffer.wrap(Files.readAllBytes(Path.of(arguments[2])))
                .order(ByteOrder.LITTLE_ENDIAN)
                .asFloatBuffer();
        float[] vector = new float[floats.remaining()];
        floats.get(vector);
        VectorLookup lookup = new VectorLookup(vector.length);
        lookup.put("#first", Embedding.of(vector));
        try (MeasuredDaybook daybook = new MeasuredDaybook(Path.of(arguments[0]), lookup)) {
            long opened = System.nanoTime();
            int hits = daybook.nearest(arguments[1], "#first").size();
            Map<String, Object> answer = new LinkedHashMap<>();
            answer.put("open_ms", (opened - begin) / 1e6);
            answer.put("recall_ms", (System.nanoTime() - opened) / 1e6);
            answer.put("hits", hits);
            System.out.println(PlainJson.write(answer));
        }
    }
}
