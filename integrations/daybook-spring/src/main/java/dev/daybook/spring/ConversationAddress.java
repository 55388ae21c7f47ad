package dev.daybook.spring;

import dev.daybook.Memory;
import dev.daybook.internal.checks.EncodableText;
import dev.daybook.internal.checks.NullChecks;
import java.util.Objects;

/**
 * The session of a memory that one conversation of Spring AI is written to.
 *
 * @param memory the memory of one scope, usually of a user
 * @param session the id of the session, created by its first episode
 */
public record ConversationAddress(Memory memory, String session) {

    /** @throws IllegalArgumentException if the session is blank or has a lone surrogate */
    public ConversationAddress {
        Objects.requireNonNull(memory, "memory");
        EncodableText.check("session", NullChecks.present("session", session));
        if (session.isBlank()) {
            throw new IllegalArgumentException("session is blank; give the id of the conversation thread");
        }
    }
}
