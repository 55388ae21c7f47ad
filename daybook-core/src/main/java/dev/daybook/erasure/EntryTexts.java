package dev.daybook.erasure;

import dev.daybook.Daybook;
import dev.daybook.Memory;
import dev.daybook.MemorySpace;
import dev.daybook.data.Block;
import dev.daybook.data.Entry;
import dev.daybook.data.Episode;
import dev.daybook.data.Fact;
import dev.daybook.data.Message;
import dev.daybook.data.QuarantineReceipt;
import dev.daybook.data.Scope;
import dev.daybook.data.Session;
import dev.daybook.data.Space;
import dev.daybook.data.ToolCall;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** The texts of entries that callers wrote, field by field as a store keeps them. */
final class EntryTexts {

    private EntryTexts() {}

    /** Passes on every text of an entry. */
    static void of(Entry entry, Consumer<String> each) {
        if (entry instanceof Fact fact) {
            each.accept(fact.subject());
            each.accept(fact.predicate());
            each.accept(fact.object());
        } else if (entry instanceof Block block) {
            each.accept(block.content());
        } else if (entry instanceof Episode episode) {
            of(episode, each);
        } else {
            each.accept(entry.text());
        }
    }

    private static void of(Episode episode, Consumer<String> each) {
        for (Message message : episode.messages()) {
            each.accept(message.text());
        }
        for (ToolCall call : episode.toolCalls()) {
            each.accept(call.arguments());
            if (call.result() != null) {
                each.accept(call.result());
            }
        }
        for (Object value : episode.metadata().values()) {
            if (value instanceof String text) {
                each.accept(text);
            }
        }
    }

    /** Passes on every text of every space, including the ids and names stored beside the entries. */
    static void of(Daybook daybook, Consumer<String> each) {
        for (Space space : all(daybook.spaces())) {
            MemorySpace memorySpace = daybook.space(space.id());
            each.accept(space.id());
            for (Scope scope : all(memorySpace.scopes())) {
                Memory memory = memorySpace.memory(scope);
                each.accept(scope.code());
                for (Session session : memory.sessions().list()) {
                    each.accept(session.id());
                    each.accept(Objects.requireNonNullElse(session.name(), ""));
                }
                entries(memory, entry -> of(entry, each));
            }
        }
    }

    /** Passes on all entries of a scope, including entries in quarantine, whose texts are in the files too. */
    static void entries(Memory memory, Consumer<Entry> each) {
        each(memory.exportAll(), each);
        for (QuarantineReceipt there : memory.quarantine().list()) {
            each(memory.quarantine().entries(there.operation()), each);
        }
    }

    private static void each(Stream<Entry> some, Consumer<Entry> each) {
        try (Stream<Entry> entries = some) {
            for (Iterator<Entry> all = entries.iterator(); all.hasNext(); ) {
                each.accept(all.next());
            }
        }
    }

    private static <T> List<T> all(Stream<T> stream) {
        try (stream) {
            return stream.toList();
        }
    }
}
