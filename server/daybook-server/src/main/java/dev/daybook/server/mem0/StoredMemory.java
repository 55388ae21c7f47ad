package dev.daybook.server.mem0;

import dev.daybook.Memory;
import dev.daybook.internal.json.IsoTimes;
import dev.daybook.internal.json.PlainJson;
import dev.daybook.model.Entry;
import dev.daybook.model.EntryRef;
import dev.daybook.model.Episode;
import dev.daybook.model.Fact;
import dev.daybook.model.Kind;
import dev.daybook.model.NewEpisode;
import dev.daybook.model.Note;
import dev.daybook.model.Scope;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A memory of mem0: an episode, a fact or a note.
 *
 * @param said the episode that it is, or is derived from; empty if there is none
 */
record StoredMemory(Memory memory, Entry entry, Optional<Episode> said) {

    /** The prefix of metadata among the {@link #fields()}. */
    static final String METADATA = "metadata.";

    static final String CREATED = "created_at";
    static final String UPDATED = "updated_at";
    static final String TYPE = "memory_type";
    static final String ID = "id";
    static final String TEXT = "memory";

    static StoredMemory of(Memory memory, Entry entry) {
        Optional<Episode> said = entry instanceof Episode episode
                ? Optional.of(episode)
                : sources(entry).stream()
                        .filter(source ->
                                source.kind() == Kind.EPISODE && source.scope().equals(memory.scope()))
                        .findFirst()
                        .flatMap(source -> memory.find(Episode.class, source.id()));
        return new StoredMemory(memory, entry, said);
    }

    private static List<EntryRef> sources(Entry entry) {
        return entry instanceof Fact fact ? fact.sources() : entry instanceof Note note ? note.sources() : List.of();
    }

    /**
     * Returns the memory as it is now.
     *
     * @throws dev.daybook.server.problem.NotFoundException if it was deleted
     */
    StoredMemory present() {
        return memory.find(entry.kind().type(), entry.id())
                .map(now -> of(memory, now))
                .orElseThrow(MemoryId::missing);
    }

    String id() {
        return MemoryId.of(memory.scope(), entry).text();
    }

    String text() {
        return text(entry);
    }

    /** Returns the text of an entry: of a single message alone, of an exchange with the speakers. */
    static String text(Entry entry) {
        if (entry instanceof Episode episode && episode.messages().size() == 1) {
            return episode.messages().get(0).shownText();
        }
        return entry instanceof Fact fact ? fact.sentence() : entry.text();
    }

    /** Returns whether an entry holds at a time: no closed fact, no superseded note. */
    static boolean holds(Entry entry, Instant now) {
        return entry instanceof Fact fact ? fact.isValidAt(now) : !(entry instanceof Note note) || note.isLive();
    }

    @Nullable
    String user() {
        return memory.scope() instanceof Scope.User user ? user.id() : null;
    }

    /** Returns the values that a filter compares, by name; metadata behind its prefix. */
    Map<String, Object> fields() {
        Map<String, Object> fields = new TreeMap<>();
        fields.put(ID, id());
        fields.put(TEXT, text());
        fields.put(TYPE, entry.kind().label());
        fields.put(CREATED, IsoTimes.format(entry.occurredAt()));
        fields.put(UPDATED, IsoTimes.format(entry.recordedAt()));
        fields.putAll(ids().tags());
        metadata().forEach((name, value) -> fields.put(METADATA + name, value));
        return fields;
    }

    private EntityIds ids() {
        return said.map(episode -> new EntityIds(
                        user(), tag(episode, EntityIds.AGENT), tag(episode, EntityIds.APP), episode.session()))
                .orElse(new EntityIds(user(), null, null, null));
    }

    private static @Nullable String tag(Episode episode, String name) {
        return episode.metadata().get(name) instanceof String text && !text.isBlank() ? text : null;
    }

    /** Returns the metadata of the caller, without the ids and the marks of the library. */
    Map<String, Object> metadata() {
        Map<String, Object> metadata = new LinkedHashMap<>();
        said.ifPresent(episode -> metadata.putAll(episode.metadata()));
        metadata.remove(EntityIds.AGENT);
        metadata.remove(EntityIds.APP);
        metadata.keySet().removeIf(name -> name.startsWith(NewEpisode.RESERVED));
        return metadata;
    }

    /** Returns whether it is the text from which a note is derived, marked by the library. */
    boolean isTextOfNote() {
        return entry instanceof Episode episode
                && episode.metadata().keySet().stream().anyMatch(name -> name.startsWith(NewEpisode.RESERVED));
    }

    /** Returns the JSON of a memory in mem0's form. */
    Map<String, @Nullable Object> json() {
        EntityIds ids = ids();
        Map<String, @Nullable Object> json = PlainJson.object(ID, id());
        json.put(TEXT, text());
        json.put(EntityIds.USER, ids.user());
        json.put(EntityIds.AGENT, ids.agent());
        json.put(EntityIds.APP, ids.app());
        json.put(EntityIds.RUN, ids.run());
        json.put(TYPE, entry.kind().label());
        json.put("metadata", metadata());
        json.put("categories", List.of());
        json.put(CREATED, IsoTimes.format(entry.occurredAt()));
        json.put(UPDATED, IsoTimes.format(entry.recordedAt()));
        return json;
    }

    /** Returns the JSON of a new memory in the answer to an add. */
    Map<String, @Nullable Object> added() {
        Map<String, @Nullable Object> json = PlainJson.object(ID, id());
        json.put(TEXT, text());
        json.put("event", "ADD");
        return json;
    }
}
