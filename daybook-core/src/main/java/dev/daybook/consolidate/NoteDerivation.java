package dev.daybook.consolidate;

import dev.daybook.ask.Asker;
import dev.daybook.consolidate.Proposal.Read;
import dev.daybook.consolidate.Stage.Failure;
import dev.daybook.data.Kind;
import dev.daybook.data.Method;
import dev.daybook.data.Note;
import dev.daybook.data.NoteOptions;
import dev.daybook.data.Origin;
import dev.daybook.data.Ref;
import dev.daybook.data.Scope;
import dev.daybook.remember.Ledger.Change;
import dev.daybook.remember.NoteWriter;
import dev.daybook.remember.NoteWriter.Draft;
import dev.daybook.remember.NoteWriter.Making;
import dev.daybook.spi.Embedder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Notes of what was added, one intake after the other in the order of writing: its texts and the notes near them are made
 * into a new set that replaces those (HAEMA). While the model fails on one, those behind it wait, because what they are
 * brought together with depends on it; until then their texts stand in as they are, and are brought together with nothing.
 * Decision 26.
 */
final class NoteDerivation implements Derivation {

    static final String NAME = NoteLine.NAME;

    /**
     * How often the model may give nothing usable for one intake before the texts stand as they are: with the pauses in
     * between some four hours. A model that gives rubbish at every second call, and is asked three times in a row, does so
     * for one intake in sixteen million.
     */
    static final int PATIENCE = 8;

    private final Means means;
    private final NoteWriter writer;
    private final LiveNotes notes;
    private final NoteLine line;
    private final @Nullable Embedder embedder;
    private final NoteOptions options;

    NoteDerivation(Means means, NoteWriter writer, LiveNotes notes, @Nullable Embedder embedder, NoteOptions options) {
        this.means = means;
        this.writer = writer;
        this.notes = notes;
        this.line = new NoteLine(means, notes);
        this.embedder = embedder;
        this.options = options;
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public boolean isOver(String subject) {
        return NoteLine.isAgain(subject);
    }

    @Override
    public List<String> due(Scope scope, boolean demanded) {
        return line.due(scope);
    }

    @Override
    public Proposal propose(Scope scope, String subject, Attempt attempt, @Nullable Asker asker) {
        return switch (subject) {
            case NoteLine.LINE -> next(scope, attempt, asker);
            case NoteLine.MEANWHILE -> standIns(scope, attempt);
            default -> again(scope, subject, attempt, asker);
        };
    }

    private Proposal next(Scope scope, Attempt attempt, @Nullable Asker asker) {
        Intakes.Found found = line.after(scope, attempt.watermark());
        Map.Entry<Long, String> first = found.ids().firstEntry();
        if (first == null) {
            return Proposal.nothing(found.revision(), "nothing was added", 0);
        }
        return line.find(scope, first.getValue())
                .map(intake -> proposed(NoteWork.first(scope, intake, notes.of(scope), attempt), asker))
                .orElseGet(() -> Proposal.nothing(first.getKey(), "what was added is gone", 0));
    }

    /** Its notes went with something that was forgotten, and it stays: what they said of it is made again. */
    private Proposal again(Scope scope, String id, Attempt attempt, @Nullable Asker asker) {
        return line.find(scope, id)
                .map(intake -> proposed(workAgain(scope, intake, attempt), asker))
                .orElseGet(() -> Proposal.nothing(attempt.watermark(), "what was added is gone", 0));
    }

    private NoteWork workAgain(Scope scope, Intake intake, Attempt attempt) {
        LiveNotes.Image image = notes.of(scope);
        return NoteWork.again(
                scope, intake, writer.find(scope, List.copyOf(image.madeOf(intake.id()))), image, attempt);
    }

    private Proposal proposed(NoteWork work, @Nullable Asker asker) {
        if (line.isTakenOut(work.scope(), work.intake())) {
            return asItIs(work);
        }
        if (work.texts().isEmpty()) {
            return Proposal.nothing(work.mark(), "its notes are there", 0);
        }
        return asker == null || work.intake().episode().sensitive()
                ? unasked(work)
                : asked(work, new Reconstructor(asker, means.grounding()));
    }

    /** What somebody took out is not made again; what stands in for the rest stays. */
    private Proposal asItIs(NoteWork work) {
        List<Note> left = work.provisional();
        return left.isEmpty()
                ? Proposal.nothing(work.mark(), "somebody took out a note of it", 0)
                : confirmed(work, left, "somebody took out a note of it; the others stand", 0);
    }

    private Proposal asked(NoteWork work, Reconstructor model) {
        List<String> items = work.texts();
        long tokens = 0;
        if (work.intake().whole()) {
            Stage<List<String>> split = model.split(items.get(0));
            tokens += split.tokens();
            if (holdsUp(split.failure(), work.attempt())) {
                return Proposal.failed("the model failed to split: " + split.reason(), tokens);
            }
            items = split.value().orElse(items);
        }
        List<Note> related;
        try {
            related = related(work, items);
        } catch (RuntimeException failure) {
            // An embedder is another program, and may throw whatever it likes.
            return Proposal.failed("the embedder failed: " + failure.getClass().getSimpleName(), tokens);
        }
        List<String> earlier = related.stream().map(Note::text).toList();
        Stage<List<String>> answer = model.reconstruct(earlier, items);
        tokens += answer.tokens();
        if (answer.value().isEmpty() && !endsAtOnce(answer.failure())) {
            answer = model.refine(earlier, items);
            tokens += answer.tokens();
        }
        if (answer.value().isPresent()) {
            return made(work, related, answer.value().get(), tokens);
        }
        if (holdsUp(answer.failure(), work.attempt())) {
            return Proposal.failed("the model failed: " + answer.reason(), tokens);
        }
        return asTheyAre(work, items, items.size() + " texts stand as they are; the model: " + answer.reason(), tokens);
    }

    private List<Note> related(NoteWork work, List<String> items) {
        if (embedder != null) {
            return RelatedNotes.byMeaning(items, work.image(), embedder, options);
        }
        return RelatedNotes.byWords(items, work.image()).stream()
                .flatMap(near -> near.stream().limit(options.mergeTopK()))
                .distinct()
                .toList();
    }

    /** A second question to a model that is away would be answered in other words than the first, if at all. */
    private boolean endsAtOnce(Failure failure) {
        return failure == Failure.BROKEN || failure == Failure.AWAY && options.waitsForModel();
    }

    private boolean holdsUp(Failure failure, Attempt attempt) {
        return switch (failure) {
            case NONE -> false;
            case BROKEN -> true;
            case AWAY -> options.waitsForModel();
            case UNUSABLE -> options.waitsForModel() && attempt.failures() + 1 < PATIENCE;
        };
    }

    private Proposal made(NoteWork work, List<Note> related, List<String> memories, long tokens) {
        List<Note> replaced =
                Stream.concat(related.stream(), work.provisional().stream()).toList();
        List<Draft> drafts =
                memories.stream().map(text -> new Draft(text, replaced)).toList();
        String model = means.asker().map(Asker::model).orElse(null);
        Making making = new Making(
                work.source(), Method.MODEL, new Origin(Origin.Source.DERIVATION, model), work.trust(related));
        String detail = memories.size() + " notes, " + related.size() + " of the earlier ones taken up";
        return done(work, replaced, change -> writer.post(change, work.scope(), drafts, making), detail, tokens);
    }

    /** The texts for good, beside all that was there: a failure takes nothing away. */
    private Proposal asTheyAre(NoteWork work, List<String> items, String detail, long tokens) {
        List<Note> provisional = work.provisional();
        if (provisional.stream().map(Note::text).toList().equals(items)) {
            return confirmed(work, provisional, detail, tokens);
        }
        List<Draft> drafts =
                items.stream().map(text -> new Draft(text, provisional)).toList();
        return done(
                work,
                provisional,
                change -> writer.post(change, work.scope(), drafts, asWritten(work, Provisional.FOR_GOOD)),
                detail,
                tokens);
    }

    private Proposal confirmed(NoteWork work, List<Note> provisional, String detail, long tokens) {
        return done(
                work,
                provisional,
                change -> writer.confirm(change, work.scope(), provisional, Provisional.FOR_GOOD),
                detail,
                tokens);
    }

    private Proposal done(NoteWork work, List<Note> replaced, Consumer<Change> write, String detail, long tokens) {
        List<Read> read = new ArrayList<>(List.of(work.read()));
        replaced.forEach(note -> read.add(new Read(new Ref(work.scope(), Kind.NOTE, note.id()), note.revision())));
        boolean forTheCore =
                means.asker().isPresent() && !work.intake().episode().sensitive();
        return Proposal.done(
                work.mark(),
                read,
                change -> {
                    write.accept(change);
                    if (forTheCore) {
                        change.state(CoreDerivation.dueFor(work.intake()));
                    }
                },
                detail,
                tokens);
    }

    private static Making asWritten(NoteWork work, Origin origin) {
        return new Making(
                work.source(),
                Method.EXTRACTIVE,
                origin,
                work.intake().episode().leastTrust());
    }

    /** Without a model: the texts, in the place of notes that say nearly the same. */
    private Proposal unasked(NoteWork work) {
        List<String> items = work.texts();
        if (work.intake().episode().sensitive() || !work.provisional().isEmpty()) {
            return asTheyAre(work, items, items.size() + " texts as they are", 0);
        }
        List<List<Note>> alike = RelatedNotes.byWords(items, work.image());
        List<Draft> drafts = new ArrayList<>();
        for (int i = 0; i < items.size(); i++) {
            drafts.add(new Draft(items.get(i), alike.get(i)));
        }
        List<Note> replaced = alike.stream().flatMap(List::stream).toList();
        Making making = new Making(work.source(), Method.EXTRACTIVE, Provisional.FOR_GOOD, work.trust(replaced));
        return done(
                work,
                replaced,
                change -> writer.post(change, work.scope(), drafts, making),
                items.size() + " texts as they are, in the place of " + replaced.size(),
                0);
    }

    /** The texts of all intakes that wait and have none yet, for now. */
    private Proposal standIns(Scope scope, Attempt attempt) {
        NoteLine.Waiting waiting = line.waiting(scope, attempt.watermark());
        LiveNotes.Image image = notes.of(scope);
        List<NoteWork> works = Stream.concat(
                        waiting.again().stream().map(intake -> workAgain(scope, intake, attempt)),
                        waiting.fresh().stream().map(intake -> NoteWork.first(scope, intake, image, attempt)))
                .filter(work -> work.provisional().isEmpty() && !work.texts().isEmpty())
                .filter(work -> !line.isTakenOut(scope, work.intake()))
                .toList();
        if (works.isEmpty()) {
            return Proposal.nothing(waiting.mark(), "nothing has to stand in", 0);
        }
        return Proposal.done(
                waiting.mark(),
                works.stream().map(NoteWork::read).toList(),
                change -> works.forEach(work -> writer.post(
                        change,
                        scope,
                        work.texts().stream()
                                .map(text -> new Draft(text, List.of()))
                                .toList(),
                        asWritten(work, Provisional.FOR_NOW))),
                works.size() + " texts stand in until the model answers",
                0);
    }
}
