package dev.daybook.internal.index;

import dev.daybook.internal.words.TermRecord;
import dev.daybook.model.Kind;
import dev.daybook.store.EntryKey;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToIntFunction;
import java.util.stream.IntStream;

/** The messages that the statements of a scope follow from. Not thread-safe. */
final class StatementSources {

    /** Measured: a reference, its key and its place in the list. */
    private static final long BYTES_OF_A_SOURCE = 150;

    private final Map<Integer, List<Source>> bySlot = new LinkedHashMap<>();
    private long bytes;

    private record Source(EntryKey episode, int index) {}

    void add(int slot, List<TermRecord.Source> sources) {
        if (sources.isEmpty()) {
            return;
        }
        bySlot.put(
                slot,
                sources.stream()
                        .map(source -> new Source(new EntryKey(Kind.EPISODE, source.episode()), source.index()))
                        .toList());
        bytes += sources.stream()
                .mapToLong(source -> BYTES_OF_A_SOURCE + 2L * source.episode().length())
                .sum();
    }

    void remove(int slot) {
        bySlot.remove(slot);
    }

    /** Returns the slots of the statements. */
    Set<Integer> slots() {
        return bySlot.keySet();
    }

    /**
     * Returns the numbers of the messages that a statement follows from, without those that are not in the index.
     *
     * @param slotOf returns the slot of an entry, or -1: an edited episode has another slot than before
     */
    int[] messages(int slot, List<EntrySlot> slots, ToIntFunction<EntryKey> slotOf) {
        return bySlot.getOrDefault(slot, List.of()).stream()
                .flatMapToInt(source -> {
                    int episode = slotOf.applyAsInt(source.episode());
                    return episode < 0 || source.index() >= slots.get(episode).messages()
                            ? IntStream.empty()
                            : IntStream.of(slots.get(episode).firstMessage() + source.index());
                })
                .toArray();
    }

    /** Returns the approximate memory use. */
    long bytes() {
        return bytes;
    }
}
