package dev.daybook.examples;

import dev.daybook.Daybook;
import dev.daybook.Memory;
import dev.daybook.model.Kind;
import dev.daybook.model.Space;
import dev.daybook.outcome.Receipt;
import dev.daybook.query.NoteOptions;
import dev.daybook.query.Query;
import dev.daybook.query.Selection;
import dev.daybook.query.SpaceSettings;
import dev.daybook.query.SpaceSettings.Derivation;
import dev.daybook.testkit.HashEmbedder;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/**
 * The operations of HAEMA's memory and their counterparts in Daybook. Makes a folder {@code memory}. Without a
 * language model the texts become notes as they are; with one ({@code .languageModel(…)}) they are split and brought
 * together with the notes near them, behind {@code add}.
 */
public final class HaemaUser {

    private HaemaUser() {}

    public static void main(String[] arguments) {
        try (Daybook daybook = Daybook.builder(Path.of("memory"))
                .embedder(new HashEmbedder(64))
                .notes(NoteOptions.DEFAULTS.mergeTopK(3).mergeDistanceCutoff(0.25))
                .open()) {
            Memory memory = daybook.space(Space.DEFAULT.id()).anonymous();
            // As many calls of a model as in HAEMA: no facts are read from the texts beside the notes.
            daybook.space("default").settings(SpaceSettings.DEFAULTS.off(Set.of(Derivation.FACTS)));

            // add: a text, or several independent texts; the derived work can be waited for
            Receipt added = memory.notes()
                    .remember(List.of("My boat is called Heron.", "I drink tea."))
                    .orElseThrow();
            memory.operations().await(added, Duration.ofSeconds(10));

            // get_latest: the newest first, counted from 1
            memory.notes().latest(0, 10).forEach(note -> System.out.println("latest: " + note.text()));

            // search: by meaning; it fails with its embedder. By words it does not
            memory.notes()
                    .recall("My boat is called Heron.", 1)
                    .forEach(hit -> System.out.printf("%.2f %s%n", hit.score(), hit.text()));
            memory.recall(Query.of("tea").kinds(Kind.NOTE))
                    .forEach(hit -> System.out.println("by words: " + hit.text()));

            // get_core: its sections are blocks, which can be read and written one by one
            System.out.println(memory.blocks().core());

            // Not in HAEMA: forget, with the derived entries
            memory.forget(Selection.everything());
            System.out.println("left: " + memory.notes().list().size());
        }
    }
}
