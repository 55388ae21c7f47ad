package dev.daybook.bench.child;

import dev.daybook.internal.json.PlainJson;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.DoubleStream;
import java.util.zip.GZIPOutputStream;

/** A data set in the format of {@code gen.py}, small enough for a test: 20 users in turns, with sessions of ten rows. */
final class SmallDataSet {

    static final int DIMENSIONS = 16;

    private static final int USERS = 20;
    private static final int QUERIES = 40;

    private SmallDataSet() {}

    static void write(Path folder, int rows) throws IOException {
        Random random = new Random(3);
        List<String> lines = new ArrayList<>();
        ByteBuffer vectors = bytes(rows);
        for (int i = 0; i < rows; i++) {
            lines.add(PlainJson.write(Map.of(
                    "i",
                    i,
                    "id",
                    BenchmarkData.id("ep", i),
                    "user",
                    user(i),
                    "session",
                    "s" + i / 10,
                    "ts",
                    "2026-01-01T00:00:00+00:00",
                    "input",
                    "The heron number " + i + " stands at the weir.",
                    "output",
                    "Noted: heron " + i + ".")));
            put(vectors, random);
        }
        List<String> queries = new ArrayList<>();
        ByteBuffer queryVectors = bytes(QUERIES);
        for (int q = 0; q < QUERIES; q++) {
            int target = random.nextInt(rows);
            queries.add(PlainJson.write(
                    Map.of("q", q, "user", user(target), "target", target, "text", "heron number " + target)));
            put(queryVectors, random);
        }
        Files.writeString(folder.resolve("meta.json"), PlainJson.write(Map.of("n", rows, "dim", DIMENSIONS)));
        try (OutputStream zipped = new GZIPOutputStream(Files.newOutputStream(folder.resolve("episodes.jsonl.gz")))) {
            zipped.write(String.join("\n", lines).getBytes(StandardCharsets.UTF_8));
        }
        Files.write(folder.resolve("vectors.f32"), vectors.array());
        Files.write(folder.resolve("queries.jsonl"), queries);
        Files.write(folder.resolve("queries.f32"), queryVectors.array());
    }

    private static String user(int row) {
        return "u" + row / 10 % USERS;
    }

    private static ByteBuffer bytes(int vectors) {
        return ByteBuffer.allocate(vectors * DIMENSIONS * Float.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    }

    /** Appends a vector of length one, as those of {@code gen.py} are. */
    private static void put(ByteBuffer vectors, Random random) {
        double[] vector = random.doubles(DIMENSIONS, -1, 1).toArray();
        double length =
                Math.sqrt(DoubleStream.of(vector).map(value -> value * value).sum());
        DoubleStream.of(vector).forEach(value -> vectors.putFloat((float) (value / length)));
    }
}
