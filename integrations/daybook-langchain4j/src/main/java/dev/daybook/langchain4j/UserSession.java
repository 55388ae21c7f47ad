package dev.daybook.langchain4j;

import dev.daybook.internal.checks.PassedId;

/**
 * A memory id for LangChain4j that names a user and a session. Pass it as the {@code @MemoryId} of an AI service, and
 * give {@link SessionLocator#users} to the adapters. Its text has both ids; do not log it where user ids are secret.
 *
 * @param user the id of the user, as in {@link dev.daybook.MemorySpace#user}
 * @param session the id of the conversation thread
 */
public record UserSession(String user, String session) {

    /** @throws IllegalArgumentException if an id is null, blank or the text {@code null} */
    public UserSession {
        PassedId.user(user);
        PassedId.check("session", session, "give the id of the conversation thread", IllegalArgumentException::new);
    }
}
