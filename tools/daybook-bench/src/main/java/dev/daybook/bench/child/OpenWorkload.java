package dev.daybook.bench.child;

import dev.daybook.internal.json.PlainJson;
import dev.daybook.model.Embedding;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Opening a store and the first recall by vector: W7 in this process, whose code is warm, and W7fresh in processes of
 * their own, from the start of the JVM to its answer.
 */
record OpenWorkload(LoadedStore store, MeasurementWriter out) implements ChildWorkload {

    private static final int WARM_RUNS = 5;
    private static final int FRESH_RUNS = 3;

    @Override
    public boolean run(String name, double budgetSeconds) throws Exception {
        if (!name.equals("W7")) {
            return false;
        }
        ExpectedHits query = store.queries().get(0);
        List<Double> warm = new ArrayList<>();
        for (int i = 0; i < WARM_RUNS; i++) {
            store.close();
            warm.add(OperationTimings.millisecondsOf(() -> {
                store.open();
                store.daybook().nearest(query.user(), query.key());
            }));
        }
        Map<String, Object> figures = new LinkedHashMap<>();
        figures.put("first_ms", warm.get(0));
        figures.putAll(median(warm));
        out.write(name, figures);
        out.write("W7fresh", fresh(query));
        return true;
    }

    private Map<String, @Nullable Object> fresh(ExpectedHits query) throws Exception {
        Path vector = store.folder().resolveSibling("query.f32");
        write(query.vector(), vector);
        store.close();
        List<Double> durations = new ArrayList<>();
        Map<String, @Nullable Object> answer = Map.of();
        for (int i = 0; i < FRESH_RUNS; i++) {
            long begin = System.nanoTime();
            answer = answerOf(new ProcessBuilder(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-cp",
                    System.getProperty("java.class.path"),
                    FirstRecall.class.getName(),
                    store.folder().toString(),
                    query.user(),
                    vector.toString()));
            durations.add((System.nanoTime() - begin) / 1e6);
        }
        store.open();
        Files.delete(vector);
        Map<String, @Nullable Object> figures = new LinkedHashMap<>(median(durations));
        figures.putAll(answer);
        return figures;
    }

    private static Map<String, @Nullable Object> answerOf(ProcessBuilder command)
            throws IOException, InterruptedException {
        Process process = command.redirectError(ProcessBuilder.Redirect.DISCARD).start();
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            String line = lines.readLine();
            int exit = process.waitFor();
            if (line == null || exit != 0) {
                throw new IOException("a fresh process ended with " + exit + " and no answer");
            }
            return PlainJson.readObject(line);
        }
    }

    private static Map<String, Object> median(List<Double> durations) {
        List<Double> sorted = durations.stream().sorted().toList();
        Map<String, Object> figures = new LinkedHashMap<>();
        figures.put("ops", sorted.size());
        figures.put("p50_ms", sorted.get(sorted.size() / 2));
        figures.put("min_ms", sorted.get(0));
        return figures;
    }

    private static void write(Embedding vector, Path file) throws IOException {
        ByteBuffer bytes =
                ByteBuffer.allocate(Float.BYTES * vector.dimensions()).order(ByteOrder.LITTLE_ENDIAN);
        for (float value : vector.toArray()) {
            bytes.putFloat(value);
        }
        Files.write(file, bytes.array());
    }
}
