package dev.daybook.internal.notes;

import dev.daybook.internal.consolidate.Derivation;
import dev.daybook.internal.consolidate.DerivationAttempt;
import dev.daybook.internal.consolidate.DerivationContext;
import dev.daybook.internal.consolidate.Proposal;
import dev.daybook.internal.consolidate.Proposal.Read;
import dev.daybook.internal.consolidate.RunUrgency;
import dev.daybook.internal.inference.ModelCaller;
import dev.daybook.internal.ledger.EntryLedger.Change;
import dev.daybook.internal.ledger.NoteLedger;
import dev.daybook.internal.ledger.NoteLedger.NoteAttribution;
import dev.daybook.internal.ledger.NoteLedger.NoteDraft;
import dev.daybook.internal.statements.ModelStep;
import dev.daybook.internal.statements.ModelStep.Failure;
import dev.daybook.model.EntryRef;
import dev.daybook.model.Kind;
import dev.daybook.model.Note;
import dev.daybook.model.Origin;
import dev.daybook.model.Scope;
import dev.daybook.model.SummaryMethod;
import dev.daybook.query.NoteOptions;
import dev.daybook.spi.Embedder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Derives notes from note inputs, one after the other in the order of writing (HAEMA, decision 26).
 *
 * <p>For each input the steps are:
 *
 * <ol>
 *   <li>A text that may hold several memories is split by the model; items are taken as they are.
 *   <li>The live notes near the texts are found, by vectors or without an embedder by words.
 *   <li>The model reconstructs texts and related notes into one new set of notes.
 *   <li>The set is checked: each note is grounded in the sources, and the sources are covered by the notes. A failed
 *       check is asked once more with a correction.
 *   <li>The new set replaces the related notes; each new note cites the input and supersedes them.
 * </ol>
 *
 * <p>While the model fails on an input, the following ones wait, because the result of one decides the related notes of
 * the next. Until then the waiting texts serve verbatim as provisional notes, not merged with any others. After
 * {@link #PATIENCE} unusable answers the texts become final notes, and no earlier note is replaced.
 *
 * <p>Without a model the texts become notes at once and replace near-duplicates. An input that loses notes to a forget
 * is derived again, unless the selection named a note of it.
 */
public final class NoteDerivation implements Derivation {

    public static final String NAME = NoteQueue.NAME;

    /**
     * The unusable answers for one input before its texts become final notes: some four hours with the back-off
     * between. A model that fails every second call, and is called three times each round, gets there for one input in
     * sixteen million.
     */
    static final int PATIENCE = 8;

    private final DerivationContext derivationContext;
    private final NoteLedger writer;
    private final NoteVectors notes;
    private final NoteQueue line;
    private final @Nullable Embedder embedder;
    private final NoteOptions options;

    public NoteDerivation(
            DerivationContext derivationContext,
            NoteLedger writer,
            NoteVectors notes,
            @Nullable Embedder embedder,
            NoteOptions options) {
        this.derivationContext = derivationContext;
        this.writer = writer;
        this.notes = notes;
        this.line = new NoteQueue(derivationContext, notes);
        this.embedder = embedder;
        this.options = options;
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public boolean isOver(String subject) {
        return NoteQueue.isRederivation(subject);
    }

    @Override
    public List<String> due(Scope scope, RunUrgency urgency) {
        return line.due(scope);
    }

    @Override
    public Proposal propose(Scope scope, String subject, DerivationAttempt attempt, @Nullable ModelCaller modelCaller) {
        return switch (subject) {
            case NoteQueue.QUEUE -> next(scope, attempt, modelCaller);
            case NoteQueue.PROVISIONAL -> provisionalNotes(scope, attempt);
            default -> rederive(scope, subject, attempt, modelCaller);
        };
    }

    private Proposal next(Scope scope, DerivationAttempt attempt, @Nullable ModelCaller modelCaller) {
        NoteInputs.PendingInputs found = line.after(scope, attempt.watermark());
        Map.Entry<Long, String> first = found.ids().firstEntry();
        if (first == null) {
            return Proposal.nothing(found.revision(), "no new input", 0);
        }
        return line.find(scope, first.getValue())
                .map(noteInput -> proposed(NoteJob.first(scope, noteInput, notes.of(scope), attempt), modelCaller))
                .orElseGet(() -> Proposal.nothing(first.getKey(), "the input is gone", 0));
    }

    /** Derives the notes of an input again after a forget erased them with another source. */
    private Proposal rederive(Scope scope, String id, DerivationAttempt attempt, @Nullable ModelCaller modelCaller) {
        return line.find(scope, id)
                .map(noteInput -> proposed(rederivation(scope, noteInput, attempt), modelCaller))
                .orElseGet(() -> Proposal.nothing(attempt.watermark(), "the input is gone", 0));
    }

    private NoteJob rederivation(Scope scope, NoteInput noteInput, DerivationAttempt attempt) {
        NoteVectors.ScopeNotes scopeNotes = notes.of(scope);
        return NoteJob.rederived(
                scope,
                noteInput,
                writer.find(scope, List.copyOf(scopeNotes.madeOf(noteInput.id()))),
                scopeNotes,
                attempt);
    }

    private Proposal proposed(NoteJob work, @Nullable ModelCaller modelCaller) {
        if (line.hasRemovedNote(work.scope(), work.intake())) {
            return confirmProvisional(work);
        }
        if (work.texts().isEmpty()) {
            return Proposal.nothing(work.mark(), "the notes of the input exist already", 0);
        }
        return modelCaller == null
                        || work.intake().episode().sensitive()
                        || work.intake().isTimed()
                ? withoutModel(work)
                : withModel(work, new NoteReconstructor(modelCaller, derivationContext.grounding()));
    }

    /** A note that a user removed is not derived again; provisional notes for the others become final. */
    private Proposal confirmProvisional(NoteJob work) {
        List<Note> left = work.provisional();
        return left.isEmpty()
                ? Proposal.nothing(work.mark(), "a note of the input was removed", 0)
                : confirmed(work, left, "a note of the input was removed; the others become final", 0);
    }

    private Proposal withModel(NoteJob work, NoteReconstructor model) {
        List<String> items = work.texts();
        long tokens = 0;
        if (work.intake().whole()) {
            ModelStep<List<String>> split = model.split(items.get(0));
            tokens += split.tokens();
            if (blocksQueue(split.failure(), work.attempt())) {
                return Proposal.failed("the model failed to split: " + split.reason(), tokens);
            }
            items = split.value().orElse(items);
        }
        List<Note> related;
        try {
            related = related(work, items);
        } catch (RuntimeException failure) {
            // An embedder is third-party code and may throw anything.
            return Proposal.failed("the embedder failed: " + failure.getClass().getSimpleName(), tokens);
        }
        List<String> earlier = related.stream().map(Note::text).toList();
        ModelStep<List<String>> answer = model.reconstruct(earlier, items);
        tokens += answer.tokens();
        if (answer.value().isEmpty() && !skipsCorrection(answer.failure())) {
            answer = model.refine(earlier, items);
            tokens += answer.tokens();
        }
        if (answer.value().isPresent()) {
            return reconstructed(work, related, answer.value().get(), tokens);
        }
        if (blocksQueue(answer.failure(), work.attempt())) {
            return Proposal.failed("the model failed: " + answer.reason(), tokens);
        }
        return keepTexts(
                work, items, items.size() + " texts become notes unchanged; the model: " + answer.reason(), tokens);
    }

    private List<Note> related(NoteJob work, List<String> items) {
        if (embedder != null) {
            return RelatedNotes.byMeaning(items, work, embedder, options);
        }
        return RelatedNotes.byWords(items, work).stream()
                .flatMap(near -> near.stream().limit(options.mergeTopK()))
                .distinct()
                .toList();
    }

    /** An unavailable model is not asked to correct an answer it did not give. */
    private boolean skipsCorrection(Failure failure) {
        return failure == Failure.MISCONFIGURED || failure == Failure.UNAVAILABLE && options.waitsForModel();
    }

    private boolean blocksQueue(Failure failure, DerivationAttempt attempt) {
        return switch (failure) {
            case NONE -> false;
            case MISCONFIGURED -> true;
            case UNAVAILABLE -> options.waitsForModel();
            case UNUSABLE -> options.waitsForModel() && attempt.failures() + 1 < PATIENCE;
        };
    }

    private Proposal reconstructed(NoteJob work, List<Note> related, List<String> memories, long tokens) {
        List<Note> replaced =
                Stream.concat(related.stream(), work.provisional().stream()).toList();
        List<NoteDraft> drafts =
                memories.stream().map(text -> new NoteDraft(text, replaced)).toList();
        String model = derivationContext.asker().map(ModelCaller::model).orElse(null);
        NoteAttribution making = new NoteAttribution(
                work.source(),
                SummaryMethod.MODEL,
                new Origin(Origin.Source.DERIVATION, model),
                work.trust(related),
                null);
        String detail = memories.size() + " notes in place of " + related.size() + " earlier ones";
        return done(work, replaced, change -> writer.post(change, work.scope(), drafts, making), detail, tokens);
    }

    /** Writes the texts as final notes beside all existing ones: a failure removes nothing. */
    private Proposal keepTexts(NoteJob work, List<String> items, String detail, long tokens) {
        List<Note> provisional = work.provisional();
        if (provisional.stream().map(Note::text).toList().equals(items)) {
            return confirmed(work, provisional, detail, tokens);
        }
        List<NoteDraft> drafts =
                items.stream().map(text -> new NoteDraft(text, provisional)).toList();
        return done(
                work,
                provisional,
                change -> writer.post(change, work.scope(), drafts, asWritten(work, ProvisionalNotes.FOR_GOOD)),
                detail,
                tokens);
    }

    private Proposal confirmed(NoteJob work, List<Note> provisional, String detail, long tokens) {
        return done(
                work,
                provisional,
                change -> writer.confirm(change, work.scope(), provisional, ProvisionalNotes.FOR_GOOD),
                detail,
                tokens);
    }

    private Proposal done(NoteJob work, List<Note> replaced, Consumer<Change> write, String detail, long tokens) {
        List<Read> read = new ArrayList<>(List.of(work.read()));
        replaced.forEach(note -> read.add(new Read(new EntryRef(work.scope(), Kind.NOTE, note.id()), note.revision())));
        boolean concernsCore = derivationContext.asker().isPresent()
                && !work.intake().episode().sensitive()
                // The core is one text, which cannot end in parts.
                && !work.intake().isTimed();
        return Proposal.done(
                work.mark(),
                read,
                change -> {
                    write.accept(change);
                    if (concernsCore) {
                        change.state(CoreDerivation.dueFor(work.intake()));
                    }
                },
                detail,
                tokens);
    }

    private static NoteAttribution asWritten(NoteJob work, Origin origin) {
        return new NoteAttribution(
                work.source(),
                SummaryMethod.EXTRACTIVE,
                origin,
                work.intake().episode().leastTrust(),
                work.intake().dueAt());
    }

    /** Writes the texts without a model, in place of near-duplicate notes. */
    private Proposal withoutModel(NoteJob work) {
        List<String> items = work.texts();
        if (work.intake().episode().sensitive()
                || work.intake().isTimed()
                || !work.provisional().isEmpty()) {
            return keepTexts(work, items, items.size() + " texts become notes unchanged", 0);
        }
        List<List<Note>> alike = RelatedNotes.byWords(items, work);
        List<NoteDraft> drafts = new ArrayList<>();
        for (int i = 0; i < items.size(); i++) {
            drafts.add(new NoteDraft(items.get(i), alike.get(i)));
        }
        List<Note> replaced = alike.stream().flatMap(List::stream).toList();
        NoteAttribution making = new NoteAttribution(
                work.source(), SummaryMethod.EXTRACTIVE, ProvisionalNotes.FOR_GOOD, work.trust(replaced), null);
        return done(
                work,
                replaced,
                change -> writer.post(change, work.scope(), drafts, making),
                items.size() + " texts become notes unchanged, in place of " + replaced.size(),
                0);
    }

    /** Writes provisional notes for all waiting inputs that have none. */
    private Proposal provisionalNotes(Scope scope, DerivationAttempt attempt) {
        NoteQueue.QueuedInputs waiting = line.waiting(scope, attempt.watermark());
        NoteVectors.ScopeNotes scopeNotes = notes.of(scope);
        List<NoteJob> works = Stream.concat(
                        waiting.rederived().stream().map(noteInput -> rederivation(scope, noteInput, attempt)),
                        waiting.fresh().stream().map(noteInput -> NoteJob.first(scope, noteInput, scopeNotes, attempt)))
                .filter(work -> work.provisional().isEmpty() && !work.texts().isEmpty())
                .filter(work -> !line.hasRemovedNote(scope, work.intake()))
                .toList();
        if (works.isEmpty()) {
            return Proposal.nothing(waiting.mark(), "no provisional note is needed", 0);
        }
        return Proposal.done(
                waiting.mark(),
                works.stream().map(NoteJob::read).toList(),
                change -> works.forEach(work -> writer.post(
                        change,
                        scope,
                        work.texts().stream()
                                .map(text -> new NoteDraft(text, List.of()))
                                .toList(),
                        asWritten(work, ProvisionalNotes.FOR_NOW))),
                works.size() + " provisional notes until the model answers",
                0);
    }
}
