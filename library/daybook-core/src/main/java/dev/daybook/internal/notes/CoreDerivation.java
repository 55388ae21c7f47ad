package dev.daybook.internal.notes;

import dev.daybook.internal.consolidate.Derivation;
import dev.daybook.internal.consolidate.DerivationAttempt;
import dev.daybook.internal.consolidate.DerivationContext;
import dev.daybook.internal.consolidate.Proposal;
import dev.daybook.internal.consolidate.Proposal.Read;
import dev.daybook.internal.consolidate.RunUrgency;
import dev.daybook.internal.inference.CoreUpdate;
import dev.daybook.internal.inference.ModelCaller;
import dev.daybook.internal.inference.OutputForms;
import dev.daybook.internal.inference.PromptData;
import dev.daybook.internal.ledger.BlockLedger;
import dev.daybook.internal.ledger.DerivedStates;
import dev.daybook.internal.ledger.NoteLedger;
import dev.daybook.internal.secrets.SecretScreen;
import dev.daybook.internal.statements.ModelStep;
import dev.daybook.internal.statements.ModelStep.Failure;
import dev.daybook.model.Block;
import dev.daybook.model.EntryRef;
import dev.daybook.model.Kind;
import dev.daybook.model.NewBlock;
import dev.daybook.model.Note;
import dev.daybook.model.Origin;
import dev.daybook.model.Scope;
import dev.daybook.model.Trust;
import dev.daybook.query.NoteOptions;
import dev.daybook.spi.GroundingPolicy;
import dev.daybook.spi.GroundingPolicy.Claim;
import dev.daybook.spi.GroundingPolicy.SourceMessage;
import dev.daybook.store.EntryScan;
import dev.daybook.store.StateChange;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Derives the core blocks: after the notes of each input the model is asked once for a new core. An attempt per input
 * is written together with its notes, so a crash skips none. A failed or rejected answer leaves the core unchanged.
 */
public final class CoreDerivation implements Derivation {

    public static final String NAME = DerivedStates.CORE;

    private final DerivationContext derivationContext;
    private final BlockLedger blocks;
    private final NoteLedger writer;
    private final NoteVectors notes;
    private final NoteOptions options;

    public CoreDerivation(
            DerivationContext derivationContext,
            BlockLedger blocks,
            NoteLedger writer,
            NoteVectors notes,
            NoteOptions options) {
        this.derivationContext = derivationContext;
        this.blocks = blocks;
        this.writer = writer;
        this.notes = notes;
        this.options = options;
    }

    /** Queues the core derivation for an input. The attempt's watermark decides its order. */
    static StateChange dueFor(NoteInput noteInput) {
        // An attempt may exist already, for notes of the same input that were erased since.
        return DerivedStates.due(NAME, noteInput.id(), noteInput.episode().revision());
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public boolean isOver(String subject) {
        return true;
    }

    /** Lists one input at a time: each answer builds on the core that the previous one left. */
    @Override
    public List<String> due(Scope scope, RunUrgency urgency) {
        if (derivationContext.asker().isEmpty()) {
            return List.of();
        }
        return derivationContext.attempts().all(scope, NAME).entrySet().stream()
                .min(Comparator.comparingLong(attempt -> attempt.getValue().watermark()))
                .map(first -> List.of(first.getKey()))
                .orElse(List.of());
    }

    @Override
    public Proposal propose(Scope scope, String intake, DerivationAttempt attempt, @Nullable ModelCaller model) {
        ModelCaller modelCaller = Objects.requireNonNull(model, "nothing is due without a model");
        List<Note> candidates = writer.find(scope, List.copyOf(notes.of(scope).madeOf(intake))).stream()
                .filter(note -> !SecretScreen.finds(note.text()))
                // A block is in every context, so texts of tools and files are recalled, never pinned.
                .filter(note -> !note.trust().isBelow(Trust.ASSISTANT))
                .sorted(Comparator.comparingLong(Note::position))
                .toList();
        if (candidates.isEmpty()) {
            return Proposal.nothing(attempt.watermark(), "there are no new notes", 0);
        }
        Map<String, Block> present = blocks.list(scope, EntryScan.Versions.CURRENT).stream()
                .filter(block -> CoreMarkdown.NAMES.contains(block.name()))
                .collect(Collectors.toMap(Block::name, block -> block));
        ModelStep<CoreUpdate> answer = ModelStep.ask(
                modelCaller,
                modelCaller
                        .prompt(NAME)
                        .with(PromptData.text("current_core_markdown", CoreMarkdown.of(name -> content(present, name))))
                        .with(PromptData.list(
                                "candidate_new_memories",
                                candidates.stream().map(Note::text).toList())),
                OutputForms.CORE_UPDATE);
        if (mustRetry(answer.failure(), attempt)) {
            return Proposal.failed("the model failed: " + answer.reason(), answer.tokens());
        }
        if (answer.value().isEmpty()) {
            return Proposal.nothing(
                    attempt.watermark(), "core unchanged; the model failed: " + answer.reason(), answer.tokens());
        }
        return answer.value()
                .flatMap(CoreUpdate::replacement)
                .map(markdown -> update(scope, attempt, candidates, present, markdown, answer.tokens()))
                .orElseGet(() -> Proposal.nothing(attempt.watermark(), "core unchanged", answer.tokens()));
    }

    private boolean mustRetry(Failure failure, DerivationAttempt attempt) {
        return failure != Failure.NONE
                && options.waitsForModel()
                && (failure != Failure.UNUSABLE || attempt.failures() + 1 < NoteDerivation.PATIENCE);
    }

    private Proposal update(
            Scope scope,
            DerivationAttempt attempt,
            List<Note> candidates,
            Map<String, Block> present,
            String markdown,
            long tokens) {
        Optional<Map<String, String>> sections = CoreMarkdown.read(markdown)
                .filter(read -> StandardCharsets.UTF_8.newEncoder().canEncode(String.join("", read.values())));
        if (sections.isEmpty()) {
            return Proposal.nothing(
                    attempt.watermark(), "core unchanged; the answer does not have the expected sections", tokens);
        }
        Map<String, String> changed = new LinkedHashMap<>(sections.get());
        changed.entrySet()
                .removeIf(section -> section.getValue()
                        .equals(content(present, section.getKey()).strip()));
        Optional<String> objection = objection(sections.get(), changed, present, candidates);
        if (objection.isPresent()) {
            return Proposal.nothing(attempt.watermark(), "core unchanged; " + objection.get(), tokens);
        }
        List<NewBlock> written = new ArrayList<>();
        changed.forEach((name, content) -> written.add(block(scope, name, content, present, candidates)));
        List<Read> read = new ArrayList<>();
        candidates.forEach(note -> read.add(new Read(new EntryRef(scope, Kind.NOTE, note.id()), note.revision())));
        present.values()
                .forEach(block -> read.add(new Read(new EntryRef(scope, Kind.BLOCK, block.name()), block.revision())));
        return Proposal.done(
                attempt.watermark(),
                read,
                change -> blocks.post(change, scope, written),
                written.size() + " sections changed",
                tokens);
    }

    private Optional<String> objection(
            Map<String, String> sections, Map<String, String> changed, Map<String, Block> present, List<Note> notes) {
        List<String> earlier = present.values().stream().map(Block::content).toList();
        List<SourceMessage> sources = Stream.concat(
                        earlier.stream(), notes.stream().map(Note::text))
                .map(SourceMessage::text)
                .toList();
        if (!changed.values().stream()
                .allMatch(text -> derivationContext
                        .grounding()
                        .check(Claim.of(text), sources)
                        .holds())) {
            return Optional.of("the answer is not grounded in the notes and the present core");
        }
        boolean emptied = sections.values().stream().allMatch(String::isBlank);
        if (emptied
                && !derivationContext.grounding().coverage(earlier, List.of()).stream()
                        .allMatch(GroundingPolicy.Verdict::holds)) {
            return Optional.of("the answer would empty the core");
        }
        boolean tooLong = changed.entrySet().stream().anyMatch(section -> {
            Block block = present.get(section.getKey());
            String text = section.getValue();
            return block != null && block.maxLength() > 0 && text.codePointCount(0, text.length()) > block.maxLength();
        });
        return tooLong ? Optional.of("a section is longer than its block allows") : Optional.empty();
    }

    private NewBlock block(
            Scope scope, String name, String content, Map<String, Block> present, List<Note> candidates) {
        List<Block> kept = present.values().stream()
                .filter(block -> sharesLine(block.content(), content))
                .toList();
        Set<EntryRef> sources = new LinkedHashSet<>();
        kept.forEach(block -> sources.addAll(block.sources()));
        candidates.forEach(note -> sources.add(new EntryRef(scope, Kind.NOTE, note.id())));
        Trust trust = Stream.concat(
                        kept.stream().map(Block::trust), candidates.stream().map(Note::trust))
                .reduce(Trust.SYSTEM, Trust::least);
        String model = derivationContext.asker().map(ModelCaller::model).orElse(null);
        return NewBlock.of(name, content)
                .sources(List.copyOf(sources))
                .origin(new Origin(Origin.Source.DERIVATION, model))
                .trust(trust);
    }

    /** A block that keeps a line verbatim keeps the sources of that line. */
    private static boolean sharesLine(String one, String other) {
        Set<String> lines = one.lines().filter(line -> !line.isBlank()).collect(Collectors.toSet());
        return other.lines().anyMatch(lines::contains);
    }

    private static String content(Map<String, Block> present, String name) {
        return Optional.ofNullable(present.get(name)).map(Block::content).orElse("");
    }
}
