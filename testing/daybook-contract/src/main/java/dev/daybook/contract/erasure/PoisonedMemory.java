package dev.daybook.contract.erasure;

import static dev.daybook.contract.MemoryContract.NOON;
import static dev.daybook.contract.memory.MessageFixture.said;

import dev.daybook.Memory;
import dev.daybook.contract.MemoryContract;
import dev.daybook.contract.memory.MessageFixture;
import dev.daybook.model.Entry;
import dev.daybook.model.EntryRef;
import dev.daybook.model.Kind;
import dev.daybook.model.NewEpisode;
import dev.daybook.model.Origin;
import dev.daybook.query.Query;
import dev.daybook.query.Selection;
import java.util.List;
import java.util.stream.Stream;

/** A memory with entries of an untrusted writer. */
abstract class PoisonedMemory {

    static final Origin MALLORY = new Origin(Origin.Source.TOOL, "mallory");
    static final Selection.Matching BY_MALLORY = Selection.writer("mallory");

    final MemoryContract contract;

    PoisonedMemory(MemoryContract contract) {
        this.contract = contract;
    }

    final Memory ada() {
        return contract.ada();
    }

    static NewEpisode poison(String id, String session, int minutes, String text) {
        return said(id, session, NOON.plusMinutes(minutes), text).origin(MALLORY);
    }

    final EntryRef ref(Kind kind, String id) {
        return new EntryRef(ada().scope(), kind, id);
    }

    static List<String> ids(Stream<Entry> entries) {
        try (entries) {
            return entries.map(Entry::id).toList();
        }
    }

    final List<String> found(String text) {
        return MessageFixture.ids(ada().recall(Query.of(text).limit(50)));
    }

    /** All that the store holds for quarantine. */
    final List<String> states() {
        return contract.store().states(ada().scope(), "quarantine/", null, 100).items().stream()
                .map(state -> state.name())
                .toList();
    }
}
