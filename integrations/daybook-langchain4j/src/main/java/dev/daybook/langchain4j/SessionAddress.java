package dev.daybook.langchain4j;

import dev.daybook.Memory;
import dev.daybook.internal.checks.NullChecks;

/**
 * The session of a memory that one conversation of LangChain4j is written to.
 *
 * @param memory the memory of one scope, usually of a user
 * @param session the id of the session, created by its first episode
 */
public record SessionAddress(Memory memory, String session) {

    /** @throws IllegalArgumentException if the memory or the session is null, or the session is blank */
    public SessionAddress {
        NullChecks.present("memory", memory);
        if (NullChecks.present("session", session).isBlank()) {
            throw new IllegalArgumentException("session is blank; give the id of the conversation thread");
        }
    }
}
