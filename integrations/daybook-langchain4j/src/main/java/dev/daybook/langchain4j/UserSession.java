package dev.daybook.langchain4j;

import org.jspecify.annotations.Nullable;

/**
 * A memory id for LangChain4j that names a user and a session. Pass it as the {@code @MemoryId} of an AI service, and
 * give {@link SessionLocator#users} to the adapters. Its text has both ids; do not log it where user ids are secret.
 *
 * @param user the id of the user, as in {@link dev.daybook.MemorySpace#user}
 * @param session the id of the conversation thread
 */
public record UserSession(String user, String session) {

    /** @throws IllegalArgumentException if an id is null or blank */
    public UserSession {
        check("user", user, "give the id of the user who is signed in");
        check("session", session, "give the id of the conversation thread");
    }

    /** Checks an id; null is what a missing header or principal gives. */
    private static void check(String name, @Nullable String id, String remedy) {
        if (id == null || id.isBlank()) {
            throw new IllegalArgumentException(name + " is " + (id == null ? "null" : "blank") + "; " + remedy);
        }
    }
}
