package dev.daybook.replay;

import dev.daybook.Daybook;
import dev.daybook.DaybookBuilder;
import dev.daybook.Memory;
import dev.daybook.model.Embedding;
import dev.daybook.model.Episode;
import dev.daybook.model.Kind;
import dev.daybook.outcome.Hit;
import dev.daybook.query.Query;
import dev.daybook.query.Query.By;
import dev.daybook.spi.Embedder;
import dev.daybook.testkit.HashEmbedder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** ChromaMemory of jeevesagent: a store in a folder, searched by meaning. */
final class ChromaSeed extends FolderSeed {

    private static final int RECALL_LIMIT = 5;

    private static final Pattern COLLECTION_NAME = Pattern.compile("[a-zA-Z0-9][a-zA-Z0-9._-]{1,510}[a-zA-Z0-9]");

    private final ScriptedEmbedder scripted;
    private final ReplayStage stage;

    /** The folder and the embedder of the memory on the stage, to open the same again. */
    private Path folder;

    private Embedder embedder;

    /** The user of the last write: a restart without a user reads there. */
    private @Nullable String lastUser;

    ChromaSeed(RecordedScenario scenario) {
        scripted = ScriptedEmbedder.of(scenario);
        embedder = scripted;
        folder = folders.folder("");
        ScriptedClock clock = new ScriptedClock(scenario.start());
        stage = new ReplayStage(clock, memory());
    }

    @Override
    public ReplayStage stage() {
        return stage;
    }

    @Override
    public Map<String, SeedOperation> operations() {
        EpisodeOperations episodes = new EpisodeOperations(stage, By.MEANING, this::supplied);
        Map<String, SeedOperation> ofEpisodes = episodes.operations();
        SeedOperation remember = Objects.requireNonNull(ofEpisodes.get("remember"));
        SeedOperation recall = Objects.requireNonNull(ofEpisodes.get("recall"));
        Map<String, SeedOperation> operations = new LinkedHashMap<>();
        operations.putAll(new BlockOperations(stage).operations());
        operations.putAll(ofEpisodes);
        operations.putAll(new FactOperations(stage).operations());
        operations.putAll(new ScopeOperations(stage).operations());
        operations.put("remember", given -> remember(given, remember));
        operations.put("recall", given -> recall(given, recall));
        operations.put("local", this::local);
        operations.put("restart_and_read", given -> restartAndRead(given, episodes));
        // Without a language model there is nothing to derive facts with.
        operations.put("consolidate", given -> null);
        return operations;
    }

    private @Nullable Object remember(StepArguments given, SeedOperation operation) throws IOException {
        String collection = given.optionalText(EpisodeOperations.COLLECTION);
        if (collection != null && !COLLECTION_NAME.matcher(collection).matches()) {
            throw new IllegalArgumentException("collection name is '" + collection
                    + "'; use 3 to 512 of a-z, A-Z, 0-9, '.', '_' and '-', with a letter or digit at both ends");
        }
        Object id = operation.run(given);
        lastUser = given.optionalText("user_id");
        return id;
    }

    /** Vectors may come with a recall, for texts that the file did not script. */
    private @Nullable Object recall(StepArguments given, SeedOperation operation) throws IOException {
        if (given.value("embeddings") instanceof Map<?, ?> added) {
            StepArguments vectors = StepArguments.object("embeddings", added);
            vectors.values().keySet().forEach(text -> scripted.script(text, Embedding.of(vectors.floats(text))));
        }
        return operation.run(given);
    }

    private Optional<Embedding> supplied(String document) {
        return embedder == scripted ? scripted.supplied(document) : Optional.empty();
    }

    private @Nullable Object local(StepArguments given) {
        Embedder other = given.has("dims") ? new HashEmbedder(given.integer("dims", 0)) : scripted;
        folder = folders.folder(given.text("path"));
        embedder = other;
        stage.replace(memory());
        return null;
    }

    private Map<String, @Nullable Object> restartAndRead(StepArguments given, EpisodeOperations episodes) {
        stage.replace(memory());
        StepArguments recall = argumentsOf("recall", given);
        Memory recalled = memory(recall);
        String text = recall.optionalText("query");
        Query query = Query.of(text == null ? "" : text).kinds(Kind.EPISODE);
        List<Hit> hits = episodes.hits(recalled, query, recall.integer("limit", RECALL_LIMIT));
        return SeedJson.object(
                "recall", hits.stream().map(ChromaSeed::row).toList(),
                "working",
                        SeedJson.blocks(
                                memory(argumentsOf("working", given)).blocks().list()));
    }

    private static List<@Nullable Object> row(Hit hit) {
        Episode episode = (Episode) hit.entry();
        return SeedJson.list(
                episode.id(),
                episode.input(),
                episode.output(),
                episode.session(),
                SeedJson.user(hit.scope()),
                SeedJson.time(episode.occurredAt()));
    }

    /** Those of an operation that is to be run after the restart, else those of the restart itself. */
    private static StepArguments argumentsOf(String operation, StepArguments given) {
        if (given.value("ops") instanceof List<?> operations) {
            for (Object each : operations) {
                if (each instanceof Map<?, ?> named && operation.equals(named.get("op"))) {
                    Object arguments = named.get("args");
                    return StepArguments.object("args", arguments == null ? named : arguments);
                }
            }
        }
        return given;
    }

    private Memory memory(StepArguments given) {
        return stage.memory(given.has("user_id") ? given.optionalText("user_id") : lastUser);
    }

    private DaybookBuilder memory() {
        return Daybook.builder(folder).embedder(embedder);
    }
}
