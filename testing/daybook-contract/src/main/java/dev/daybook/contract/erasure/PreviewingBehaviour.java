package dev.daybook.contract.erasure;

import static dev.daybook.contract.MemoryContract.NOON;
import static dev.daybook.contract.memory.MessageFixture.said;
import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.Memory;
import dev.daybook.contract.MemoryContract;
import dev.daybook.model.Block;
import dev.daybook.model.Entry;
import dev.daybook.model.EntryRef;
import dev.daybook.model.Fact;
import dev.daybook.model.Kind;
import dev.daybook.model.NewBlock;
import dev.daybook.model.NewFact;
import dev.daybook.model.Note;
import dev.daybook.model.Origin;
import dev.daybook.model.Provenance;
import dev.daybook.model.SummaryMethod;
import dev.daybook.model.Trust;
import dev.daybook.outcome.ErasureReceipt;
import dev.daybook.query.Selection;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The preview of a forget. */
public abstract class PreviewingBehaviour {

    private final MemoryContract contract;

    protected PreviewingBehaviour(MemoryContract contract) {
        this.contract = contract;
    }

    private EntryRef ref(Kind kind, String id) {
        return new EntryRef(contract.ada().scope(), kind, id);
    }

    private OffsetDateTime now() {
        return contract.clock().instant().atOffset(NOON.getOffset());
    }

    private static Note note(String id, OffsetDateTime at, List<EntryRef> sources) {
        return new Note(
                id,
                "note " + id,
                at,
                at,
                List.of(),
                List.of(),
                sources,
                SummaryMethod.MODEL,
                Provenance.unwritten(Origin.USER, Trust.USER));
    }

    /** Random memories of all kinds that cite each other: the preview equals the erasure. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8})
    void a_preview_agrees_with_the_forget(int seed) {
        Random random = new Random(seed);
        Memory ada = contract.ada();
        List<EntryRef> there = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            contract.clock().advance(Duration.ofMinutes(1));
            there.add(write(ada, random, there, i));
        }
        for (int i = 0; i < 6; i++) {
            Selection selection = selection(random, there);
            List<EntryRef> before = refs(ada);
            ErasureReceipt preview = ada.preview(selection).receipt();
            List<EntryRef> reach = ada.preview(selection).entries();
            assertThat(refs(ada)).isEqualTo(before);

            ErasureReceipt erasure = ada.forget(selection);

            List<EntryRef> gone =
                    before.stream().filter(ref -> !refs(ada).contains(ref)).toList();
            assertThat(erasure.counts()).isEqualTo(preview.counts()).isEqualTo(counts(gone));
            assertThat(reach).containsExactlyInAnyOrderElementsOf(gone);
            assertThat(ada.forget(selection).count()).isZero();
            assertThat(ada.archive().exportAll()).noneMatch(entry -> names(entry, gone));
            assertThat(ada.archive().profile().counts()).isEqualTo(counts(refs(ada)));
        }
    }

    private EntryRef write(Memory ada, Random random, List<EntryRef> there, int i) {
        List<EntryRef> sources = there.isEmpty() || random.nextInt(3) == 0
                ? List.of()
                : List.of(there.get(random.nextInt(there.size())));
        String id = "x" + i;
        switch (random.nextInt(4)) {
            case 0 -> {
                ada.facts()
                        .remember(NewFact.of("user", "lives_in", "town " + i)
                                .id(id)
                                .sources(sources));
                return ref(Kind.FACT, id);
            }
            case 1 -> {
                ada.archive().importAll(List.of(note(id, now(), sources)));
                return ref(Kind.NOTE, id);
            }
            case 2 -> {
                ada.blocks().remember(NewBlock.of("b" + i % 3, "text " + i).sources(sources));
                return ref(Kind.BLOCK, "b" + i % 3);
            }
            default -> {
                ada.remember(said(id, "s" + i % 3, now(), "heron " + i));
                return ref(Kind.EPISODE, id);
            }
        }
    }

    private static Selection selection(Random random, List<EntryRef> there) {
        EntryRef any = there.get(random.nextInt(there.size()));
        return switch (random.nextInt(4)) {
            case 0 -> Selection.session("s" + random.nextInt(3));
            case 1 -> Selection.before(NOON.plusMinutes(random.nextInt(20)).toInstant());
            case 2 ->
                Selection.session("s" + random.nextInt(3))
                        .and(Selection.before(
                                NOON.plusMinutes(random.nextInt(40)).toInstant()));
            default -> Selection.entry(any.kind(), any.id());
        };
    }

    private List<EntryRef> refs(Memory memory) {
        return memory.archive()
                .exportAll()
                .map(entry -> ref(entry.kind(), entry.id()))
                .toList();
    }

    private static Map<Kind, Long> counts(List<EntryRef> refs) {
        return refs.stream().collect(Collectors.groupingBy(EntryRef::kind, TreeMap::new, Collectors.counting()));
    }

    private static boolean names(Entry entry, List<EntryRef> gone) {
        if (entry instanceof Fact fact) {
            return gone.stream()
                            .anyMatch(ref -> ref.kind() == Kind.FACT && ref.id().equals(fact.supersededBy()))
                    || gone.stream().anyMatch(fact.sources()::contains);
        }
        return entry instanceof Note note && gone.stream().anyMatch(note.sources()::contains)
                || entry instanceof Block block && gone.stream().anyMatch(block.sources()::contains);
    }
}
