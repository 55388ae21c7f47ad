package dev.daybook.adk;

import com.google.adk.events.Event;
import com.google.adk.memory.BaseMemoryService;
import com.google.adk.memory.MemoryEntry;
import com.google.adk.memory.SearchMemoryResponse;
import com.google.adk.sessions.Session;
import com.google.genai.types.Content;
import com.google.genai.types.Part;
import dev.daybook.Daybook;
import dev.daybook.Memory;
import dev.daybook.error.RefusedTextException;
import dev.daybook.error.StaleVersionException;
import dev.daybook.error.StoreException;
import dev.daybook.internal.checks.NullChecks;
import dev.daybook.internal.checks.PassedId;
import dev.daybook.internal.window.ExchangeWriter;
import dev.daybook.internal.window.JoinedId;
import dev.daybook.internal.window.StorableText;
import dev.daybook.internal.window.StoredForm;
import dev.daybook.model.Episode;
import dev.daybook.model.Message;
import dev.daybook.model.NewEpisode;
import dev.daybook.outcome.Hit;
import dev.daybook.query.Query;
import dev.daybook.query.VersionCondition;
import io.reactivex.rxjava3.core.Completable;
import io.reactivex.rxjava3.core.Single;
import io.reactivex.rxjava3.schedulers.Schedulers;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A {@code BaseMemoryService} over a daybook. An agent with the tool {@code LoadMemoryTool} recalls from it. ADK writes
 * nothing by itself: add a session after its turns ({@code runner.memoryService().addSessionToMemory(session)}).
 *
 * <p>One invocation (the question of the user, the agent's calls and answers) is one episode of the session of the same
 * id. A session that was added before may be added again when it has grown: only what is new is written, also if the
 * session service returns its last events only, or two calls add it at one time. Partial events, thoughts and media are not
 * written, nor are memories that the agent has loaded, so a recalled text never becomes a new one. The result of a tool
 * has the trust of a tool.
 *
 * <p>A text that the memory refuses is withheld, with a remark in its place. To erase a session, delete it in the
 * session service, then call {@code memory.forget(Selection.session(id))}: a session that is still there, and is added
 * again, is written again, unless the space refuses forgotten texts.
 *
 * <p>A search returns the ten best hits, each message of an exchange as one entry. The author of an entry is its speaker,
 * behind the label of its trust if that is low ({@code [trust: tool] tool}). Blocking work runs on RxJava's scheduler for
 * it. A failure of the daybook, and a session without a user, end the call with the exception. Thread-safe.
 */
public final class DaybookMemoryService implements BaseMemoryService {

    private static final Logger LOG = System.getLogger(DaybookMemoryService.class.getName());

    /** Calls that add the same session at one time; each lets another one finish first. */
    private static final int MAX_ATTEMPTS = 20;

    /** Attempts of a write whose outcome is unknown; the client has made its own before. */
    private static final int MAX_UNKNOWN = 3;

    private final BiFunction<String, String, Memory> memories;

    private DaybookMemoryService(BiFunction<String, String, Memory> memories) {
        this.memories = Objects.requireNonNull(memories, "memories");
    }

    /** Creates a service for the users of all applications of a runner; an application is a space. */
    public static DaybookMemoryService of(Daybook daybook) {
        Objects.requireNonNull(daybook, "daybook");
        return of((app, user) -> daybook.space(app).user(user));
    }

    /**
     * Creates a service.
     *
     * @param memories returns the memory of the name of an application and the id of a user; never called without a user
     */
    public static DaybookMemoryService of(BiFunction<String, String, Memory> memories) {
        return new DaybookMemoryService(memories);
    }

    /**
     * Writes what the memory does not have of a session. Each invocation is one atomic write, or several if the memory refuses
     * one of its texts. One of more messages or tool calls than an episode may have ends the call with the exception of its
     * size, after the other invocations were written.
     */
    @Override
    public Completable addSessionToMemory(Session session) {
        return Completable.fromAction(() -> add(session)).subscribeOn(Schedulers.io());
    }

    @Override
    public Single<SearchMemoryResponse> searchMemory(String appName, String userId, String query) {
        return Single.fromCallable(() -> search(memory(appName, userId), query)).subscribeOn(Schedulers.io());
    }

    private Memory memory(String app, @Nullable String user) {
        return memories.apply(app, PassedId.user(user));
    }

    private static SearchMemoryResponse search(Memory memory, @Nullable String query) {
        Query question = Query.of(StorableText.question(Objects.requireNonNullElse(query, "")));
        List<MemoryEntry> entries = memory.recall(question).stream()
                .flatMap(DaybookMemoryService::entries)
                .toList();
        return SearchMemoryResponse.builder().memories(entries).build();
    }

    private static Stream<MemoryEntry> entries(Hit hit) {
        if (!(hit.entry() instanceof Episode episode)) {
            String label = hit.trust().labelBeside(Message.ASSISTANT);
            return Stream.of(entry(hit, label, "memory", hit.text()));
        }
        return IntStream.range(0, episode.messages().size())
                .filter(i -> !episode.messages().get(i).text().isBlank())
                .mapToObj(i -> {
                    Message message = episode.messages().get(i);
                    return entry(hit, episode.labelOf(i), message.speaker(), message.text());
                });
    }

    private static MemoryEntry entry(Hit hit, String label, String speaker, String text) {
        return MemoryEntry.builder()
                .content(Content.fromParts(Part.fromText(text)))
                .author((label + " " + speaker).strip())
                .timestamp(hit.occurredAt().toInstant())
                .build();
    }

    private void add(@Nullable Session added) {
        Session session = NullChecks.present("session", added);
        Memory memory = memory(session.appName(), session.userId());
        Map<String, List<Event>> invocations = new LinkedHashMap<>();
        for (Event event : List.copyOf(session.events())) {
            String invocation = event.invocationId() == null ? event.id() : event.invocationId();
            invocations.computeIfAbsent(invocation, id -> new ArrayList<>()).add(event);
        }
        List<RefusedTextException> refusals = new ArrayList<>();
        invocations.forEach((id, events) -> {
            try {
                add(memory, session.id(), id, events);
            } catch (RefusedTextException tooLarge) {
                refusals.add(tooLarge);
            }
        });
        // After the others: an invocation that no episode can hold would otherwise keep all later ones out.
        if (!refusals.isEmpty()) {
            throw refusals.get(0);
        }
    }

    private static void add(Memory memory, String session, String invocation, List<Event> events) {
        List<Message> messages = events.stream()
                .filter(event -> !event.partial().orElse(false))
                .map(AdkMessages::of)
                .flatMap(List::stream)
                .toList();
        if (!messages.isEmpty()) {
            // Encoded, so that no two sessions have an id in common.
            String encoded = session.replace("%", "%25").replace("/", "%2F");
            String episode = JoinedId.of("", encoded + "/" + invocation);
            OffsetDateTime begun =
                    Instant.ofEpochMilli(events.get(0).timestamp()).atOffset(ZoneOffset.UTC);
            write(memory, new Invocation(episode, session, begun, messages));
        }
    }

    /**
     * The messages of an invocation.
     *
     * @param id the id of its episode
     */
    private record Invocation(String id, String session, OffsetDateTime begun, List<Message> messages) {

        Invocation begunAt(OffsetDateTime time) {
            return new Invocation(id, session, time, messages);
        }
    }

    /** Writes an invocation, or what its stored version lacks; reads again if another call has written or the outcome is unknown. */
    private static void write(Memory memory, Invocation invocation) {
        int unknown = 0;
        for (int attempt = 1; ; attempt++) {
            Episode stored = memory.find(Episode.class, invocation.id()).orElse(null);
            List<Message> before = stored == null ? List.of() : stored.messages();
            List<Message> added = added(before, invocation.messages());
            if (added.isEmpty()) {
                return;
            }
            Invocation begun = stored == null ? invocation : invocation.begunAt(stored.occurredAt());
            VersionCondition unchanged =
                    stored == null ? VersionCondition.absent() : VersionCondition.of(stored.revision());
            try {
                write(memory, begun, new ArrayList<>(before), added, unchanged);
                return;
            } catch (StaleVersionException anotherCall) {
                if (attempt == MAX_ATTEMPTS) {
                    throw anotherCall;
                }
            } catch (StoreException failure) {
                // What the memory has is read again, so nothing is written twice.
                if (!failure.outcomeUnknown() || ++unknown == MAX_UNKNOWN) {
                    throw failure;
                }
            }
        }
    }

    /**
     * Writes messages behind those of an episode; of refused ones each half for itself, down to the message that is withheld.
     *
     * @param before the messages of the episode; grows by what is written
     * @return the condition that no other call writes the episode after this one
     */
    private static VersionCondition write(
            Memory memory,
            Invocation invocation,
            List<Message> before,
            List<Message> added,
            VersionCondition unchanged) {
        try {
            return put(memory, invocation, before, added, unchanged);
        } catch (RefusedTextException refused) {
            if (added.size() == 1) {
                LOG.log(Level.WARNING, "the memory refuses a text of a session, which is withheld", refused);
                List<Message> withheld = List.of(ExchangeWriter.withheld(added.get(0)));
                return put(memory, invocation, before, withheld, unchanged);
            }
        }
        int half = added.size() / 2;
        VersionCondition next = write(memory, invocation, before, added.subList(0, half), unchanged);
        return write(memory, invocation, before, added.subList(half, added.size()), next);
    }

    private static VersionCondition put(
            Memory memory,
            Invocation invocation,
            List<Message> before,
            List<Message> added,
            VersionCondition condition) {
        List<Message> messages = Stream.concat(before.stream(), added.stream()).toList();
        boolean isAnswered = messages.get(messages.size() - 1).role().equals(Message.ASSISTANT);
        NewEpisode episode = NewEpisode.of(messages)
                .id(invocation.id())
                .session(invocation.session())
                .occurredAt(invocation.begun())
                .metadata(isAnswered ? Map.of() : Map.of(Episode.UNANSWERED, true));
        long version = memory.remember(episode, condition).revision();
        before.addAll(added);
        return VersionCondition.of(version);
    }

    /** Returns the messages behind those that are stored; the list may begin within these, or end within them. */
    private static List<Message> added(List<Message> stored, List<Message> messages) {
        for (int from = 0; from < stored.size(); from++) {
            int start = from;
            int common = Math.min(stored.size() - start, messages.size());
            if (IntStream.range(0, common).allMatch(i -> isSame(stored.get(start + i), messages.get(i)))) {
                return messages.subList(common, messages.size());
            }
        }
        return messages;
    }

    private static boolean isSame(Message stored, Message message) {
        return StoredForm.isOf(stored, message) || stored.equals(ExchangeWriter.withheld(message));
    }
}
