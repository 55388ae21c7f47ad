package dev.daybook.replay;

import dev.daybook.Memory;
import dev.daybook.internal.json.PlainJson;
import dev.daybook.model.Block;
import dev.daybook.model.Entry;
import dev.daybook.model.EntryRef;
import dev.daybook.model.Episode;
import dev.daybook.model.Fact;
import dev.daybook.model.Scope;
import dev.daybook.model.ToolCall;
import java.time.OffsetDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Entries in the shapes of the files. */
final class SeedJson {

    private static final DateTimeFormatter SECONDS =
            DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ssxxxxx", Locale.ROOT);
    private static final DateTimeFormatter MICROSECONDS =
            DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSSSSxxxxx", Locale.ROOT);

    private SeedJson() {}

    /** An object of some fields, in order: name, value, name, value, … */
    static Map<String, @Nullable Object> object(@Nullable Object... namesAndValues) {
        Map<String, @Nullable Object> object = new LinkedHashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            object.put(String.valueOf(namesAndValues[i]), namesAndValues[i + 1]);
        }
        return object;
    }

    /** A list that may hold nulls. */
    static List<@Nullable Object> list(@Nullable Object... values) {
        return Arrays.asList(values);
    }

    static @Nullable String time(@Nullable OffsetDateTime time) {
        return time == null ? null : time.format(time.getNano() == 0 ? SECONDS : MICROSECONDS);
    }

    static @Nullable String user(Scope scope) {
        return scope instanceof Scope.User user ? user.id() : null;
    }

    static List<String> ids(List<? extends Entry> entries) {
        return entries.stream().map(Entry::id).toList();
    }

    static Map<String, @Nullable Object> episode(Scope scope, Episode episode) {
        return object(
                "id", episode.id(),
                "session_id", episode.session(),
                "user_id", user(scope),
                "occurred_at", time(episode.occurredAt()),
                "input", episode.input(),
                "output", episode.output(),
                "tool_calls", toolCalls(episode));
    }

    /** As they were given: see {@link EpisodeOperations}. */
    static List<@Nullable Object> toolCalls(Episode episode) {
        return list(episode.toolCalls().stream()
                .map(ToolCall::arguments)
                .map(PlainJson::read)
                .toArray());
    }

    static Map<String, @Nullable Object> fact(Memory memory, Fact fact) {
        return object(
                "id", fact.id(),
                "user_id", user(memory.scope()),
                "s", fact.subject(),
                "p", fact.predicate(),
                "o", fact.object(),
                "confidence", fact.confidence(),
                "valid_from", time(fact.validFrom()),
                "valid_until", time(fact.validUntil()),
                "recorded_at", time(fact.recordedAt()),
                "sources", fact.sources().stream().map(EntryRef::id).toList());
    }

    static List<@Nullable Object> blocks(List<Block> blocks) {
        return list(blocks.stream()
                .map(block -> list(block.name(), block.content(), block.order()))
                .toArray());
    }
}
