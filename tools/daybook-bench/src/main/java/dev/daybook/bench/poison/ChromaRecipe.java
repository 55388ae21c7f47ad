package dev.daybook.bench.poison;

import dev.daybook.bench.quality.RankSum;
import dev.daybook.internal.json.PlainJson;
import dev.daybook.model.Embedding;
import dev.daybook.spi.Embedder;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The usual recipe: the vectors of a Chroma server, a collection for each user, joined with BM25 by reciprocal rank fusion. Nothing in it
 * states a trust. BM25 is that of the library.
 */
final class ChromaRecipe implements AttackedMemory {

    private static final String DATABASE = "/api/v2/tenants/default_tenant/databases/default_database/collections";
    private static final int TEXTS_AT_A_TIME = 50;

    private final JsonCalls calls = new JsonCalls();
    private final String run = Long.toString(System.currentTimeMillis(), Character.MAX_RADIX);
    private final Map<String, String> collections = new HashMap<>();
    private final LibraryMemory words = LibraryMemory.words();
    private final URI server;
    private final Embedder embedder;
    private final boolean isFused;

    /** @param isFused whether BM25 takes part; else the vectors alone rank */
    ChromaRecipe(URI server, Embedder embedder, boolean isFused) {
        this.server = server;
        this.embedder = embedder;
        this.isFused = isFused;
    }

    @Override
    public String name() {
        return (isFused ? "BM25 + Chroma, " : "Chroma, ") + "bundled";
    }

    @Override
    public void remember(String user, List<PlantedText> texts) {
        words.remember(user, texts);
        for (int from = 0; from < texts.size(); from += TEXTS_AT_A_TIME) {
            List<PlantedText> some = texts.subList(from, Math.min(texts.size(), from + TEXTS_AT_A_TIME));
            List<String> documents = some.stream().map(ChromaRecipe::document).toList();
            ask(
                    collection(user) + "/upsert",
                    Map.of(
                            "ids",
                            some.stream().map(PlantedText::id).toList(),
                            "documents",
                            documents,
                            "embeddings",
                            embedder.embedDocuments(documents).stream()
                                    .map(ChromaRecipe::numbers)
                                    .toList()));
        }
    }

    /** The text of an entry, as BM25 has it: the messages, each on its line. */
    private static String document(PlantedText text) {
        List<String> lines = new ArrayList<>();
        text.messages().forEach(message -> lines.add(String.valueOf(message.get("text"))));
        return String.join("\n", lines);
    }

    private static List<Double> numbers(Embedding embedding) {
        List<Double> numbers = new ArrayList<>();
        for (float number : embedding.toArray()) {
            numbers.add((double) number);
        }
        return numbers;
    }

    @Override
    public List<FoundText> recall(String user, String question, int limit) {
        List<FoundText> near = near(user, question, DEPTH);
        if (!isFused) {
            return near.subList(0, Math.min(limit, near.size()));
        }
        return RankSum.of(List.of(words.recall(user, question, DEPTH), near), FoundText::id, limit);
    }

    private List<FoundText> near(String user, String question, int limit) {
        Map<String, @Nullable Object> answer = ask(
                collection(user) + "/query",
                Map.of(
                        "query_embeddings",
                        List.of(numbers(embedder.embedQueries(List.of(question)).get(0))),
                        "n_results",
                        limit,
                        "include",
                        List.of("documents")));
        List<?> ids = first(answer.get("ids"));
        List<?> documents = first(answer.get("documents"));
        List<FoundText> found = new ArrayList<>();
        for (int i = 0; i < ids.size(); i++) {
            found.add(new FoundText(String.valueOf(ids.get(i)), String.valueOf(documents.get(i)), null));
        }
        return found;
    }

    /** Chroma answers a list for each question. */
    private static List<?> first(@Nullable Object lists) {
        if (lists instanceof List<?> all && all.get(0) instanceof List<?> one) {
            return one;
        }
        throw new IllegalStateException("Chroma answered no list");
    }

    private String collection(String user) {
        return collections.computeIfAbsent(user, name -> {
            Map<String, Object> cosine = Map.of("hnsw", Map.of("space", "cosine"));
            Map<String, Object> wanted = Map.of("name", run + "-" + name, "configuration", cosine);
            return DATABASE + "/" + ask(DATABASE, wanted).get("id");
        });
    }

    private Map<String, @Nullable Object> ask(String path, Map<String, Object> body) {
        return PlainJson.readObject(calls.post(server.resolve(path), Map.of(), PlainJson.write(body))
                .body());
    }

    @Override
    public Optional<String> prompt(String user, String question) {
        return Optional.of(AttackedMemory.list(recall(user, question, AttackResult.FIRST)));
    }

    @Override
    public void close() {
        words.close();
    }
}
