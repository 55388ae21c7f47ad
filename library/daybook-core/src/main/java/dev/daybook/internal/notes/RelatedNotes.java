package dev.daybook.internal.notes;

import dev.daybook.internal.codec.EmbedderCalls;
import dev.daybook.internal.extract.NearDuplicates;
import dev.daybook.internal.secrets.SecretScreen;
import dev.daybook.internal.settings.AccessRules;
import dev.daybook.model.Embedding;
import dev.daybook.model.Note;
import dev.daybook.model.Trust;
import dev.daybook.query.NoteOptions;
import dev.daybook.spi.Embedder;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Finds the notes related to new texts. Provisional notes and notes with a secret are never returned. */
final class RelatedNotes {

    /** The rounding error of 32-bit unit vectors: a distance equal to the cutoff, or of 0, is within. */
    private static final double ROUNDING = 1e-6;

    /** The newest notes compared by words; comparing all would take a second at some ten thousand. */
    private static final int COMPARED_BY_WORDS = 1_000;

    /** Their characters together: as many notes of a thousand each, or two of the maximum size. */
    private static final int COMPARED_CHARACTERS = 2_000_000;

    private RelatedNotes() {}

    private record NearNote(Note note, double distance) {

        static final Comparator<NearNote> NEAREST =
                Comparator.comparingDouble(NearNote::distance).thenComparingLong(near -> near.note.position());
    }

    /** Returns the nearest notes of the texts, in the order of the texts, nearest first. */
    static List<Note> byMeaning(List<String> texts, NoteJob work, Embedder embedder, NoteOptions options) {
        NoteVectors.ScopeNotes notes = work.scopeNotes();
        if (notes.live().isEmpty()) {
            return List.of();
        }
        Map<String, Embedding> vectors = notes.vectors(embedder);
        Map<String, Note> found = new LinkedHashMap<>();
        for (Embedding text : EmbedderCalls.ofQueries(embedder, texts)) {
            candidates(work)
                    .flatMap(note -> {
                        Embedding vector = vectors.get(note.id());
                        return vector == null ? Stream.of() : Stream.of(new NearNote(note, 1 - text.cosine(vector)));
                    })
                    .filter(near -> near.distance() <= options.mergeDistanceCutoff() + ROUNDING)
                    .sorted(NearNote.NEAREST)
                    .filter(near -> !SecretScreen.finds(near.note().text()))
                    .limit(options.mergeTopK())
                    .forEach(near -> found.putIfAbsent(near.note().id(), near.note()));
        }
        return List.copyOf(found.values());
    }

    /** Returns near-duplicate notes for each text; a note belongs to one text only. */
    static List<List<Note>> byWords(List<String> texts, NoteJob work) {
        AtomicLong characters = new AtomicLong();
        List<Note> newest = candidates(work)
                .sorted(Comparator.comparing((Note note) -> note.occurredAt().toInstant())
                        .reversed())
                .limit(COMPARED_BY_WORDS)
                .takeWhile(note -> characters.addAndGet(note.text().length()) <= COMPARED_CHARACTERS)
                .filter(note -> !SecretScreen.finds(note.text()))
                .toList();
        List<List<Note>> related = new ArrayList<>();
        texts.forEach(text -> related.add(List.of()));
        List<String> all =
                Stream.concat(texts.stream(), newest.stream().map(Note::text)).toList();
        for (List<Integer> group : NearDuplicates.groups(all)) {
            int first = group.get(0);
            if (first < texts.size()) {
                related.set(
                        first,
                        group.stream()
                                .filter(member -> member >= texts.size())
                                .map(member -> newest.get(member - texts.size()))
                                .collect(Collectors.toList()));
            }
        }
        return related;
    }

    /** Without the notes that the input has too little trust to supersede, and those with a time of their own. */
    private static Stream<Note> candidates(NoteJob work) {
        Trust trust = work.intake().episode().leastTrust();
        return work.scopeNotes().live().stream()
                .filter(note -> note.dueAt() == null && note.expiresAt() == null)
                .filter(note -> !ProvisionalNotes.is(note) && AccessRules.mayEnd(trust, note.trust()));
    }
}
