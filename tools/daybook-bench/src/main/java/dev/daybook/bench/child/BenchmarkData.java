package dev.daybook.bench.child;

import dev.daybook.internal.json.PlainJson;
import dev.daybook.model.Embedding;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;

/**
 * A data set of {@code gen.py}: exchanges, a vector for each, and queries. Rows behind its end repeat the exchanges
 * for other users, so a store can be larger than the data set.
 */
final class BenchmarkData {

    /** The user of all rows if the data set is measured as one large scope. */
    private static final String ONE_USER = "u";

    private static final int MAX_QUERIES = 200;
    private static final int NEAREST = 10;

    private final Path folder;
    private final int dimensions;
    private final List<ExchangeRow> rows;
    private final FloatBuffer vectors;

    private BenchmarkData(Path folder, int dimensions, List<ExchangeRow> rows, FloatBuffer vectors) {
        this.folder = folder;
        this.dimensions = dimensions;
        this.rows = rows;
        this.vectors = vectors;
    }

    /** @param limit the maximal number of rows to read */
    static BenchmarkData read(Path folder, int limit, boolean oneUser) throws IOException {
        Map<String, @Nullable Object> meta = PlainJson.readObject(Files.readString(folder.resolve("meta.json")));
        List<ExchangeRow> rows = new ArrayList<>();
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(
                new GZIPInputStream(Files.newInputStream(folder.resolve("episodes.jsonl.gz")), 1 << 16),
                StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null && rows.size() < limit; line = lines.readLine()) {
                rows.add(row(PlainJson.readObject(line), oneUser));
            }
        }
        return new BenchmarkData(folder, number(meta, "dim"), rows, floats(folder.resolve("vectors.f32")));
    }

    int dimensions() {
        return dimensions;
    }

    ExchangeRow row(int index) {
        ExchangeRow row = rows.get(index % rows.size());
        int copy = index / rows.size();
        return copy == 0 ? row : row.of(id("ep", index), row.user() + "-" + copy, row.time());
    }

    Embedding vector(int index) {
        return Embedding.of(slice(vectors, index % rows.size()));
    }

    /** Returns queries whose target is among the first rows, always the same ones. */
    List<ExpectedHits> queries(int count, boolean oneUser) throws IOException {
        int loaded = Math.min(count, rows.size());
        FloatBuffer queryVectors = floats(folder.resolve("queries.f32"));
        Map<String, List<Integer>> rowsOfUser = new LinkedHashMap<>();
        for (int i = 0; i < loaded; i++) {
            rowsOfUser
                    .computeIfAbsent(rows.get(i).user(), user -> new ArrayList<>())
                    .add(i);
        }
        List<Map<String, @Nullable Object>> lines = new ArrayList<>();
        for (String line : Files.readAllLines(folder.resolve("queries.jsonl"))) {
            Map<String, @Nullable Object> query = PlainJson.readObject(line);
            if (number(query, "target") < loaded) {
                lines.add(query);
            }
        }
        Collections.shuffle(lines, new Random(5));
        List<ExpectedHits> queries = new ArrayList<>();
        for (Map<String, @Nullable Object> line : lines.subList(0, Math.min(MAX_QUERIES, lines.size()))) {
            String user = oneUser ? ONE_USER : text(line, "user");
            int number = number(line, "q");
            float[] vector = slice(queryVectors, number);
            queries.add(new ExpectedHits(
                    "#" + number,
                    Embedding.of(vector),
                    user,
                    text(line, "text"),
                    rows.get(number(line, "target")).id(),
                    nearest(vector, rowsOfUser.getOrDefault(user, List.of()))));
        }
        return queries;
    }

    static String id(String prefix, int number) {
        return String.format(Locale.ROOT, "%s%08d", prefix, number);
    }

    private Set<String> nearest(float[] query, List<Integer> candidates) {
        record Candidate(int row, double cosine) {}
        PriorityQueue<Candidate> best = new PriorityQueue<>(Comparator.comparingDouble(Candidate::cosine));
        for (int row : candidates) {
            float[] vector = slice(vectors, row);
            double cosine = 0;
            for (int i = 0; i < dimensions; i++) {
                cosine += vector[i] * query[i];
            }
            best.add(new Candidate(row, cosine));
            if (best.size() > NEAREST) {
                best.remove();
            }
        }
        return best.stream().map(each -> rows.get(each.row()).id()).collect(Collectors.toSet());
    }

    private float[] slice(FloatBuffer from, int index) {
        float[] vector = new float[dimensions];
        from.get(index * dimensions, vector);
        return vector;
    }

    private static ExchangeRow row(Map<String, @Nullable Object> line, boolean oneUser) {
        return new ExchangeRow(
                text(line, "id"),
                oneUser ? ONE_USER : text(line, "user"),
                text(line, "session"),
                text(line, "ts"),
                text(line, "input"),
                text(line, "output"));
    }

    private static FloatBuffer floats(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file)) {
            return channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size())
                    .order(ByteOrder.LITTLE_ENDIAN)
                    .asFloatBuffer();
        }
    }

    private static String text(Map<String, @Nullable Object> line, String field) {
        return String.valueOf(line.get(field));
    }

    private static int number(Map<String, @Nullable Object> line, String field) {
        if (line.get(field) instanceof Number number) {
            return number.intValue();
        }
        throw new IllegalArgumentException("the data set has no number '" + field + "'; make it anew with gen.py");
    }
}
