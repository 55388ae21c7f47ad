package dev.daybook.replay;

import dev.daybook.Daybook;
import dev.daybook.DaybookBuilder;
import dev.daybook.Memory;
import dev.daybook.error.ModelException;
import dev.daybook.internal.checks.NotePlaces;
import dev.daybook.model.Note;
import dev.daybook.model.Origin;
import dev.daybook.model.Provenance;
import dev.daybook.model.SummaryMethod;
import dev.daybook.model.Trust;
import dev.daybook.outcome.DerivationOutcome;
import dev.daybook.outcome.Hit;
import dev.daybook.outcome.Receipt;
import dev.daybook.query.NoteOptions;
import dev.daybook.query.Selection;
import dev.daybook.spi.GroundingPolicy;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * HAEMA: notes with a core. A text that the model fails on stays as it was added, for good, as there; and a model that cannot be
 * asked at all makes the addition fail, so it is taken back.
 */
final class HaemaSeed extends FolderSeed {

    private static final int DIMENSIONS = 3;
    private static final int HITS = 3;

    private static final String SPACE = "haema";
    private static final String WIDTH = "output_dimensionality";
    private static final String FAULT = "embedding_client_returns";
    private static final Set<String> FAULTS =
            Set.of("1-D array", "wrong count", "wrong width", "bad width for documents only");

    private final RecordedScenario scenario;

    private final NoteModel model = new NoteModel();
    private final ReplayStage stage;
    private ScriptedEmbedder embedder;
    private int opened;

    HaemaSeed(RecordedScenario scenario) {
        this.scenario = scenario;
        this.embedder = ScriptedEmbedder.ending(scenario, DIMENSIONS);
        this.stage = new ReplayStage(new ScriptedClock(scenario.start()), builder(NoteOptions.DEFAULTS));
    }

    @Override
    public ReplayStage stage() {
        return stage;
    }

    @Override
    public Map<String, SeedOperation> operations() {
        Map<String, SeedOperation> operations = new LinkedHashMap<>();
        operations.put("construct", this::construct);
        operations.put("construct_and_seed", this::constructAndSeed);
        operations.put("add", this::add);
        operations.put("search", this::search);
        operations.put("get_latest", this::latest);
        operations.put("advance_clock", this::advance);
        operations.put("state", given -> state());
        return operations;
    }

    private Map<String, @Nullable Object> construct(StepArguments given) {
        int dimensions = given.integer(WIDTH, DIMENSIONS);
        if (dimensions <= 0) {
            throw new IllegalArgumentException(WIDTH + " is " + dimensions + "; give 1 or more");
        }
        NoteOptions options = NoteOptions.DEFAULTS
                .mergeTopK(given.integer("merge_top_k", NoteOptions.DEFAULTS.mergeTopK()))
                .mergeDistanceCutoff(
                        given.decimal("merge_distance_cutoff", NoteOptions.DEFAULTS.mergeDistanceCutoff()));
        embedder = ScriptedEmbedder.ending(scenario, dimensions);
        stage.replace(builder(options));
        return SeedJson.object(
                "core", memory().blocks().core(),
                "merge_top_k", options.mergeTopK(),
                "merge_distance_cutoff", options.mergeDistanceCutoff());
    }

    private List<String> constructAndSeed(StepArguments given) {
        construct(given);
        List<Note> notes = new ArrayList<>();
        OffsetDateTime time = OffsetDateTime.now(stage.clock());
        for (String text : given.texts("seeded")) {
            notes.add(new Note(
                    "seeded-" + notes.size(),
                    text,
                    time.plus(notes.size(), ChronoUnit.MILLIS),
                    time,
                    List.of(),
                    List.of(),
                    List.of(),
                    SummaryMethod.GIVEN,
                    Provenance.unwritten(Origin.USER, Trust.USER)));
        }
        memory().archive().importAll(notes);
        settle();
        return live().stream().map(Note::text).toList();
    }

    private Map<String, @Nullable Object> add(StepArguments given) {
        requireSound(given);
        model.script(given.list("llm_script"));
        Optional<Receipt> receipt = added(given);
        receipt.ifPresent(this::derive);
        return SeedJson.object("llm_calls", model.calls(), "state", state(), "script_left", model.left());
    }

    private Optional<Receipt> added(StepArguments given) {
        if (given.value("contents") instanceof List<?>) {
            List<String> texts = given.texts("contents");
            texts.forEach(text -> embedder.requireWidth(text.strip()));
            return memory().notes().remember(texts);
        }
        return memory().notes().remember(given.has(FAULT) ? "word" : given.text("contents"));
    }

    private void derive(Receipt receipt) {
        List<DerivationOutcome> outcomes = memory().consolidate();
        Optional<ModelException> fatal = model.fatal();
        Optional<DerivationOutcome> failed = outcomes.stream()
                .filter(outcome -> outcome.derivation().equals("notes"))
                .filter(outcome -> outcome.result() == DerivationOutcome.Result.FAILED)
                .findFirst();
        if (fatal.isPresent() || failed.isPresent()) {
            memory().forget(Selection.episode(receipt.id()));
        }
        if (fatal.isPresent()) {
            throw fatal.get();
        }
        failed.ifPresent(outcome -> {
            throw new IllegalStateException(outcome.detail());
        });
        settle();
    }

    /**
     * HAEMA's client gives arrays, which may have any shape; ours gives vectors, so the shapes that are no list of vectors
     * are refused before. Any other that holds the right numbers is a list of vectors here.
     */
    private void requireSound(StepArguments given) {
        String fault = given.optionalText(FAULT);
        if (fault != null && FAULTS.contains(fault)) {
            throw new IllegalArgumentException("the embedding client gave a " + fault
                    + "; it must give one vector of the right width for each text");
        }
        int width = given.integer(WIDTH, embedder.dimensions());
        if (width != embedder.dimensions()) {
            throw new IllegalArgumentException(WIDTH + " is " + width + ", the memory has vectors of "
                    + embedder.dimensions() + "; give that width");
        }
    }

    private List<String> search(StepArguments given) {
        int count = given.integer("n", HITS);
        if (count > 0) {
            requireSound(given);
        }
        String content = given.has(FAULT) ? "word" : given.text("content");
        if (count > 0) {
            embedder.requireWidth(content);
        }
        return memory().notes().recall(content, count).stream().map(Hit::text).toList();
    }

    private List<String> latest(StepArguments given) {
        int begin = given.integer("begin", 1);
        return memory().notes().latest(NotePlaces.before(begin), given.integer("count", HITS)).stream()
                .map(Note::text)
                .toList();
    }

    private @Nullable Object advance(StepArguments given) {
        stage.clock().advance(Duration.ofMillis(given.number("ms")));
        return null;
    }

    private Map<String, @Nullable Object> state() {
        List<@Nullable Object> latestRows = new ArrayList<>();
        for (Note note : inOrder(memory().notes().list())) {
            latestRows.add(SeedJson.list(note.text(), seconds(note), milliseconds(note), note.isLive() ? 0 : 1));
        }
        List<@Nullable Object> longTerm = new ArrayList<>();
        for (Note note : live()) {
            longTerm.add(SeedJson.list(
                    note.text(), SeedJson.object("timestamp", seconds(note), "timestamp_ms", milliseconds(note))));
        }
        return SeedJson.object(
                "long_term",
                longTerm,
                "latest_rows",
                latestRows,
                "live_ids_equal",
                true,
                "core",
                memory().blocks().core());
    }

    private List<Note> live() {
        return inOrder(memory().notes().latest(0, Integer.MAX_VALUE));
    }

    private static List<Note> inOrder(List<Note> notes) {
        return notes.stream()
                .sorted(Comparator.comparing((Note note) -> note.occurredAt().toInstant())
                        .thenComparingLong(Note::position))
                .toList();
    }

    private static String seconds(Note note) {
        return note.occurredAt().toInstant().truncatedTo(ChronoUnit.SECONDS).toString();
    }

    private static long milliseconds(Note note) {
        Instant time = note.occurredAt().toInstant();
        return time.toEpochMilli();
    }

    /** Waits until the notes can be found by meaning. */
    private void settle() {
        memory().notes().list().stream()
                .filter(Note::isLive)
                .max(Comparator.comparingLong(Note::revision))
                .ifPresent(note -> ReplayStage.settled(memory(), note));
    }

    private DaybookBuilder builder(NoteOptions options) {
        return Daybook.builder(folders.folder("memory " + opened++))
                .embedder(embedder)
                .languageModel(model)
                .grounding(GroundingPolicy.off())
                .retryAfter(Duration.ZERO)
                .background(false)
                .notes(options.waitsForModel(false));
    }

    private Memory memory() {
        return stage.memory(SPACE, null);
    }
}
