package dev.daybook.spring;

import dev.daybook.Memory;
import dev.daybook.error.RefusedTextException;
import dev.daybook.internal.erasure.EntryBatches;
import dev.daybook.internal.window.ExchangeWriter;
import dev.daybook.internal.window.StoredForm;
import dev.daybook.model.Episode;
import dev.daybook.model.Kind;
import dev.daybook.model.NewEpisode;
import dev.daybook.outcome.Receipt;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.session.EventFilter;
import org.springframework.ai.session.Session;
import org.springframework.ai.session.SessionEvent;
import org.springframework.ai.session.SessionRepository;

/**
 * A {@code SessionRepository} of Spring AI Session over the log of a memory. The id of a session is a conversation id,
 * such as that of a {@link UserConversation}, and names its user. An event is an episode, with its id, time, branch and
 * metadata. A compaction changes the window and erases nothing: archived and dropped events stay in the log, and recall
 * and context find them.
 *
 * <ul>
 *   <li>A synthetic event is metadata of the log, so no recall finds the summary as the words of a user.
 *   <li>An event that was forgotten by {@link Memory#forget} leaves the window and the archive, and so does every
 *       summary of it: the other events that the compaction had archived are in the window again. The next compaction
 *       erases the text of the summary, as does a forget of the session.
 *   <li>A text that the memory does not accept ends no chat: half a character is replaced, what is too long is cut and
 *       says so, and what the space refuses is withheld, with a remark in its place and a warning in the log.
 *   <li>Values that the log cannot give back are refused by an {@link IllegalArgumentException} or an
 *       {@link UnsupportedOperationException}: media, system messages, subclasses of the message types, metadata that
 *       JSON does not have, a retained event with another content.
 * </ul>
 *
 * <p>Each write is one episode, atomic, and durable on return. Thread-safe, also with other processes on one Daybook
 * server: the order of the log decides which of two compactions counts. A read of events reads all events of the
 * session.
 *
 * <p>Each method throws a {@link MissingUserException} for a session id without a user, see
 * {@link ConversationLocator}, and passes on a {@link dev.daybook.error.DaybookException} of the store. A retry of the
 * same call is safe.
 */
public final class DaybookSessionRepository implements SessionRepository {

    private static final Logger LOG = System.getLogger(DaybookSessionRepository.class.getName());

    private final ConversationLocator locator;

    private DaybookSessionRepository(ConversationLocator locator) {
        this.locator = Objects.requireNonNull(locator, "locator");
    }

    /**
     * Creates a repository; one serves all users.
     *
     * @throws IllegalStateException if the class path has the SessionRepository of Spring AI 2.1, which has other methods
     */
    public static DaybookSessionRepository of(ConversationLocator locator) {
        ServedSessions.problem().ifPresent(problem -> {
            throw new IllegalStateException(problem);
        });
        return new DaybookSessionRepository(locator);
    }

    /** @throws IllegalArgumentException also if the user of the session is another one than that of its id */
    @Override
    public Session save(Session session) {
        ConversationAddress address = locate("save", session.id());
        long start = SessionRecord.read(session.id(), address)
                .map(SessionRecord::start)
                .orElse(0L);
        new SessionRecord(session, start).write(address);
        return session;
    }

    @Override
    public @Nullable Session findById(String sessionId) {
        return SessionRecord.read(sessionId, locate("findById", sessionId))
                .map(SessionRecord::session)
                .orElse(null);
    }

    /** Looks at the conversation ids of all users. */
    @Override
    public List<Session> findByUserId(String userId) {
        return all().filter(session -> session.userId().equals(userId)).toList();
    }

    /** Looks at the conversation ids of all users. */
    @Override
    public List<String> findExpiredSessionIds(Instant before) {
        return all().filter(session -> isExpired(session, before))
                .map(Session::id)
                .toList();
    }

    /**
     * Deletes the session and empties its window. The log keeps every message, and recall and context find it. To erase
     * the messages as well, call {@code memory.forget(Selection.session(id))}.
     */
    @Override
    public void delete(String sessionId) {
        ConversationAddress address = locate("delete", sessionId);
        SessionRecord present = SessionRecord.read(sessionId, address).orElse(null);
        if (present != null && present.session() != null) {
            long last = replay(sessionId, address, present).last();
            // A session that was empty has no position of its own to tell a compaction that began before from a new
            // one.
            long start = last > present.start() ? last : SessionRecord.nextStart(address);
            new SessionRecord(null, start).write(address);
        }
    }

    /**
     * Writes an event. Idempotent by its id.
     *
     * @throws IllegalArgumentException also if the session does not exist, or has another event with this id
     */
    @Override
    public void appendEvent(SessionEvent event) {
        String call = "appendEvent";
        ConversationAddress address = locate(call, event.getSessionId());
        existing(call, event.getSessionId(), address);
        NewEpisode episode = EventEpisode.write(call, address.session(), event);
        Optional<Episode> present =
                address.memory().find(Episode.class, EventEpisode.id(address.session(), event.getId()));
        if (present.isEmpty()) {
            append(address.memory(), episode);
        } else if (!isSame(logged(present.get()), episode) && !isSame(logged(present.get()), withheld(episode))) {
            throw new IllegalArgumentException("appendEvent: session '" + event.getSessionId() + "' has the event '"
                    + event.getId() + "' with another content; give the new event an id of its own");
        }
    }

    /** A refused text must not end the chat: the result of a tool cannot be appended in any other form. */
    private static void append(Memory memory, NewEpisode episode) {
        try {
            memory.remember(episode);
        } catch (RefusedTextException refusal) {
            LOG.log(Level.WARNING, "the memory refused a message of a chat; the chat goes on", refusal);
            memory.remember(withheld(episode));
        }
    }

    private static NewEpisode withheld(NewEpisode episode) {
        return NewEpisode.of(episode.messages().stream()
                        .map(ExchangeWriter::withheld)
                        .toList())
                .id(episode.id())
                .session(episode.session())
                .occurredAt(episode.occurredAt())
                .metadata(episode.metadata());
    }

    /**
     * Returns false also if an event of the window was forgotten since the caller read it.
     *
     * @throws IllegalArgumentException also if the session does not exist, or an event is given twice
     * @throws UnsupportedOperationException if a retained event has another content than the event in the log
     */
    @Override
    public boolean compactEvents(
            String sessionId,
            List<SessionEvent> archivedEvents,
            List<SessionEvent> retainedEvents,
            long expectedVersion) {
        String call = "compactEvents";
        ConversationAddress address = locate(call, sessionId);
        SessionRecord record = existing(call, sessionId, address);
        SessionReplay replay = replay(sessionId, address, record);
        if (replay.version() != expectedVersion) {
            return false;
        }
        Optional<CompactionRecord> compaction = compaction(address.session(), replay, archivedEvents, retainedEvents);
        if (compaction.isEmpty()) {
            return false;
        }
        Memory memory = address.memory();
        EntryBatches.of(Kind.EPISODE, replay.uncounted()).forEach(memory::forget);
        Receipt receipt = memory.remember(compaction.get().episode(address.session()));
        return replay(sessionId, address, record).counts(receipt.id());
    }

    @Override
    public long getEventVersion(String sessionId) {
        return events("getEventVersion", sessionId).map(SessionReplay::version).orElse(0L);
    }

    @Override
    public List<SessionEvent> findEvents(String sessionId, EventFilter filter) {
        List<SessionEvent> matches = events("findEvents", sessionId).stream()
                .flatMap(replay -> replay.events().stream())
                .filter(filter::matches)
                .toList();
        Integer lastN = filter.lastN();
        Integer size = filter.pageSize();
        Integer page = filter.page();
        if (lastN != null) {
            return matches.stream().skip(Math.max(0, matches.size() - lastN)).toList();
        }
        return size == null
                ? matches
                : matches.stream()
                        .skip((long) size * (page == null ? 0 : page))
                        .limit(size)
                        .toList();
    }

    private Optional<SessionReplay> events(String call, String sessionId) {
        ConversationAddress address = locate(call, sessionId);
        return SessionRecord.read(sessionId, address)
                .filter(record -> record.session() != null)
                .map(record -> replay(sessionId, address, record));
    }

    private static SessionReplay replay(String sessionId, ConversationAddress address, SessionRecord record) {
        return SessionReplay.read(address.memory(), address.session(), sessionId, record.start());
    }

    /** Returns an empty optional if an event is not in the window any more: it was forgotten. */
    private static Optional<CompactionRecord> compaction(
            String session, SessionReplay replay, List<SessionEvent> archived, List<SessionEvent> retained) {
        Map<String, SessionEvent> active = replay.active();
        List<Object> window = new ArrayList<>();
        Set<String> left = new HashSet<>(active.keySet());
        for (SessionEvent event : retained) {
            SessionEvent present = active.get(event.getId());
            if (replay.isLogged(event.getId()) && present != null) {
                refuseChange(session, event, present);
                window.add(event.getId());
                left.remove(event.getId());
            } else if (event.isSynthetic()) {
                window.add(EventEpisode.fields("compactEvents", event));
            } else {
                return Optional.empty();
            }
        }
        List<String> ids = archived.stream().map(SessionEvent::getId).toList();
        refuseOverlap(ids, retained);
        if (!active.keySet().containsAll(ids)) {
            return Optional.empty();
        }
        List<String> sources = left.stream().filter(replay::isLogged).sorted().toList();
        return Optional.of(
                new CompactionRecord(replay.start(), replay.compaction(), replay.event(), ids, sources, window));
    }

    private static void refuseOverlap(List<String> archived, List<SessionEvent> retained) {
        Set<String> ids = new HashSet<>(archived);
        for (SessionEvent event : retained) {
            if (!ids.add(event.getId())) {
                throw new IllegalArgumentException("compactEvents: the event '" + event.getId()
                        + "' is retained twice, or archived as well; give each event once");
            }
        }
    }

    private static void refuseChange(String session, SessionEvent event, SessionEvent present) {
        NewEpisode given = EventEpisode.write("compactEvents", session, event);
        if (!isSame(EventEpisode.write("compactEvents", session, present), given)) {
            throw new UnsupportedOperationException("compactEvents: the retained event '" + event.getId()
                    + "' has another content than in the log, which does not change; retain a synthetic event with an"
                    + " id of its own, and archive this one");
        }
    }

    private static NewEpisode logged(Episode present) {
        return NewEpisode.of(present.messages()).metadata(present.metadata());
    }

    /** Compares the contents; the id is that of the event, and its time is in the metadata. */
    private static boolean isSame(NewEpisode present, NewEpisode given) {
        return StoredForm.isOf(present.metadata(), given.metadata())
                && StoredForm.isOf(present.messages(), given.messages());
    }

    private static SessionRecord existing(String call, String sessionId, ConversationAddress address) {
        return SessionRecord.read(sessionId, address)
                .filter(record -> record.session() != null)
                .orElseThrow(() -> new IllegalArgumentException(
                        call + ": session '" + sessionId + "' does not exist; create it by SessionService.create"));
    }

    private Stream<Session> all() {
        return locator.conversationIds().stream().flatMap(id -> Optional.ofNullable(findById(id)).stream());
    }

    private static boolean isExpired(Session session, Instant before) {
        Instant expires = session.expiresAt();
        return expires != null && expires.isBefore(before);
    }

    private ConversationAddress locate(String call, String sessionId) {
        try {
            return locator.locate(sessionId);
        } catch (MissingUserException e) {
            throw new MissingUserException(
                    call + ": " + e.getMessage() + "; the id of a CreateSessionRequest needs the user too", e);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(call + ": " + e.getMessage(), e);
        }
    }
}
