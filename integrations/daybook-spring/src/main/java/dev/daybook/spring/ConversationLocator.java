package dev.daybook.spring;

import dev.daybook.Daybook;
import dev.daybook.MemorySpace;
import java.util.List;

/**
 * Finds the memory and the session of a conversation id of Spring AI. A conversation without a user is an error, never
 * a session that all users share. Thread-safe.
 */
public interface ConversationLocator {

    /**
     * Returns the session of a conversation id.
     *
     * @throws IllegalArgumentException if the id names no session; a retry does not help
     */
    ConversationAddress locate(String conversationId);

    /** Returns the conversation ids of all sessions that this locator can find, in no particular order. */
    List<String> conversationIds();

    /** Returns a locator for the ids of a {@link UserConversation}, with the users of a space. */
    static ConversationLocator users(MemorySpace space) {
        return new UserConversations(space);
    }

    /** Returns a locator for the ids of a {@link TenantConversation}, whose tenants are the spaces of a daybook. */
    static ConversationLocator tenants(Daybook daybook) {
        return new TenantConversations(daybook);
    }
}
