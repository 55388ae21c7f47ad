package dev.daybook.langchain4j;

import dev.daybook.Memory;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Finds the memory and the session of a memory id of LangChain4j. A conversation without a user is an error, never a
 * session that all users share: LangChain4j gives the id {@code default} to each call of a method without a
 * {@code @MemoryId}, and only {@link #fixed} accepts it. As thread-safe as its function.
 */
public final class SessionLocator {

    /** The id that LangChain4j uses for an AI service without {@code @MemoryId}. */
    private static final String NO_ID = "default";

    private static final String REMEDY = "; give the method of the AI service a parameter @MemoryId UserSession, build"
            + " the service with chatMemoryProvider(...), or use SessionLocator.fixed(memory, session) for a program"
            + " of one user";

    private final boolean needsId;
    private final Function<Object, SessionAddress> addresses;

    private SessionLocator(boolean needsId, Function<Object, SessionAddress> addresses) {
        RequiredLangChain4j.check();
        this.needsId = needsId;
        this.addresses = addresses;
    }

    /**
     * Returns a locator for memory ids of the type {@link UserSession}.
     *
     * @param memories returns the memory of a user id, such as {@code daybook::user} or {@code space::user}
     */
    public static SessionLocator users(Function<String, Memory> memories) {
        Objects.requireNonNull(memories, "memories");
        return of(id -> {
            if (id instanceof UserSession userSession) {
                return new SessionAddress(memories.apply(userSession.user()), userSession.session());
            }
            throw new IllegalArgumentException(
                    "memory id is of " + id.getClass().getName() + " and names no user" + REMEDY);
        });
    }

    /**
     * Returns a locator for memory ids of the application.
     *
     * @param addresses maps a memory id to a session; is not called without an id
     */
    public static SessionLocator of(Function<Object, SessionAddress> addresses) {
        return new SessionLocator(true, Objects.requireNonNull(addresses, "addresses"));
    }

    /** Returns a locator that maps every memory id, and a call without one, to one session: a program of one user. */
    public static SessionLocator fixed(Memory memory, String session) {
        SessionAddress address = new SessionAddress(memory, session);
        return new SessionLocator(false, id -> address);
    }

    /**
     * Returns the session of a memory id.
     *
     * @param memoryId the id as LangChain4j passes it; null: the caller has none
     * @throws IllegalArgumentException if the id names no session; the message says where to set it. A retry does not
     *     help
     */
    public SessionAddress locate(@Nullable Object memoryId) {
        if (needsId && (memoryId == null || NO_ID.equals(memoryId))) {
            throw new IllegalArgumentException("no memory id is set, so there is no user" + REMEDY);
        }
        SessionAddress address = addresses.apply(memoryId == null ? NO_ID : memoryId);
        if (address == null) {
            throw new IllegalArgumentException("the session locator knows no session of this memory id" + REMEDY);
        }
        return address;
    }
}
