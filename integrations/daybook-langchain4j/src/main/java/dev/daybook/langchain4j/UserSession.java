package dev.daybook.langchain4j;

import dev.daybook.internal.checks.ArgumentChecks;
import dev.daybook.internal.checks.PassedId;

/**
 * A memory id for LangChain4j that names a user and a session. Pass it as the {@code @MemoryId} of an AI service, and
 * give {@link SessionLocator#users} to the adapters. Its text has both ids; do not log it where user ids are secret.
 *
 * @param user the id of the user, as in {@link dev.daybook.MemorySpace#user}
 * @param session the id of the conversation thread
 */
public record UserSession(String user, String session) {

    /**
     * @throws IllegalArgumentException if an id is null, blank, the text {@code null} or none that a memory accepts: it has more
     *     than 512 characters, a control character or a lone surrogate
     */
    public UserSession {
        ArgumentChecks.id("user", PassedId.user(user));
        ArgumentChecks.id(
                "session",
                PassedId.check(
                        "session", session, "give the id of the conversation thread", IllegalArgumentException::new));
    }
}
