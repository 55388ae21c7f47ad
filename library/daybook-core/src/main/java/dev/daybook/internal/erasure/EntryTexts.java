package dev.daybook.internal.erasure;

import dev.daybook.Daybook;
import dev.daybook.Memory;
import dev.daybook.MemorySpace;
import dev.daybook.internal.expiry.EndedReader;
import dev.daybook.model.Block;
import dev.daybook.model.Entry;
import dev.daybook.model.Episode;
import dev.daybook.model.Fact;
import dev.daybook.model.Message;
import dev.daybook.model.Scope;
import dev.daybook.model.Space;
import dev.daybook.model.ToolCall;
import dev.daybook.outcome.QuarantineReceipt;
import dev.daybook.outcome.SessionInfo;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** The texts of entries that callers wrote, field by field as a store keeps them. */
final class EntryTexts {

    private EntryTexts() {}

    /** Passes on every text of an entry. */
    static void of(Entry entry, Consumer<SearchedText> each) {
        if (entry instanceof Fact fact) {
            of(fact, each);
        } else if (entry instanceof Block block) {
            each.accept(new SearchedText(block.content()));
        } else if (entry instanceof Episode episode) {
            of(episode, each);
        } else {
            each.accept(new SearchedText(entry.text()));
        }
    }

    /**
     * Passes on the long parts of a fact, which stand for it. If all are short, the fact is its triple: a name and a
     * predicate such as "lives_in" are in every file for other reasons.
     */
    private static void of(Fact fact, Consumer<SearchedText> each) {
        if (fact.statement() != null) {
            each.accept(new SearchedText(fact.sentence()));
        }
        List<String> parts = List.of(fact.subject(), fact.predicate(), fact.object());
        List<String> identifying =
                parts.stream().filter(part -> !TextProbes.of(part).isEmpty()).toList();
        if (identifying.isEmpty()) {
            each.accept(new SearchedText(fact.triple(), List.of(json(fact), fields(parts))));
        }
        identifying.forEach(part -> each.accept(new SearchedText(part)));
    }

    /** The parts of a fact as an export has them. */
    private static String json(Fact fact) {
        return "\"subject\":\"" + fact.subject() + "\",\"predicate\":\"" + fact.predicate() + "\",\"object\":\""
                + fact.object() + "\"";
    }

    /** The parts of a fact as the codec writes them, each behind its length, a zigzag number. */
    private static String fields(List<String> parts) {
        StringBuilder fields = new StringBuilder();
        for (String part : parts) {
            fields.append((char) (2 * part.getBytes(StandardCharsets.UTF_8).length))
                    .append(part);
        }
        return fields.toString();
    }

    private static void of(Episode episode, Consumer<SearchedText> each) {
        for (Message message : episode.messages()) {
            each.accept(new SearchedText(message.text()));
            message.parts()
                    .forEach(part -> Stream.of(part.name(), part.caption(), part.uri(), part.sha256())
                            .flatMap(Stream::ofNullable)
                            .forEach(text -> each.accept(new SearchedText(text))));
        }
        for (ToolCall call : episode.toolCalls()) {
            each.accept(new SearchedText(call.arguments()));
            if (call.result() != null) {
                each.accept(new SearchedText(call.result()));
            }
        }
        for (Object value : episode.metadata().values()) {
            if (value instanceof String text) {
                each.accept(new SearchedText(text));
            }
        }
    }

    /** Passes on every text of every space, including the ids and names stored beside the entries. */
    static void of(Daybook daybook, Consumer<SearchedText> each) {
        for (Space space : all(daybook.spaces())) {
            MemorySpace memorySpace = daybook.space(space.id());
            each.accept(new SearchedText(space.id()));
            for (Scope scope : all(memorySpace.scopes())) {
                Memory memory = memorySpace.memory(scope);
                each.accept(new SearchedText(scope.code()));
                for (SessionInfo session : memory.sessions()) {
                    each.accept(new SearchedText(session.id()));
                    each.accept(new SearchedText(Objects.requireNonNullElse(session.name(), "")));
                }
                entries(memory, entry -> of(entry, each));
            }
        }
    }

    /** Passes on all entries of a scope, including those in quarantine and ended ones, whose texts are in the files too. */
    static void entries(Memory memory, Consumer<Entry> each) {
        each(memory.archive().exportAll(), each);
        if (memory instanceof EndedReader reader) {
            each(reader.ended(), each);
        }
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
