package dev.daybook.spring;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * A conversation id for Spring AI that names a tenant, a user and a session, for an application with the locator
 * {@link ConversationLocator#tenants}. Each tenant is a space.
 *
 * @param tenant the id of the space
 * @param user the id of the user, as in {@link dev.daybook.MemorySpace#user}
 * @param session the id of the conversation thread
 */
public record TenantConversation(String tenant, String user, String session) {

    private static final String PREFIX = "tenant:";

    private static final String REMEDY = "; set the conversation id of the call:"
            + " advisors(a -> a.param(ChatMemory.CONVERSATION_ID, new TenantConversation(tenant, user, session).id()))";

    /**
     * @throws MissingUserException if an id is null, blank or the text {@code null}
     * @throws IllegalArgumentException if an id has more than 512 characters, a control character or a lone surrogate
     */
    public TenantConversation {
        UserConversation.check("tenant", tenant, "give the id of the tenant of the user who is signed in" + REMEDY);
        UserConversation.check("user", user, "give the id of the user who is signed in" + REMEDY);
        UserConversation.check("session", session, "give the id of the conversation thread" + REMEDY);
    }

    /** Returns the conversation id: {@code tenant:TENANT/USER/SESSION}, with tenant and user in the form of URL parameters. */
    public String id() {
        return PREFIX + encoded(tenant) + "/" + encoded(user) + "/" + session;
    }

    /**
     * Parses an {@link #id()}.
     *
     * @throws MissingUserException if the text is null, names no tenant and user, or names one that is not percent-encoded;
     *     the message says where to set them
     */
    public static TenantConversation parse(@Nullable String conversationId) {
        String[] parts = conversationId != null && conversationId.startsWith(PREFIX)
                ? conversationId.substring(PREFIX.length()).split("/", 3)
                : new String[0];
        if (conversationId == null || parts.length < 3) {
            throw new MissingUserException(
                    "conversation id '" + conversationId + "' names no tenant and user" + REMEDY);
        }
        return new TenantConversation(
                UserConversation.decoded(conversationId, parts[0], REMEDY),
                UserConversation.decoded(conversationId, parts[1], REMEDY),
                parts[2]);
    }

    private static String encoded(String id) {
        return URLEncoder.encode(id, StandardCharsets.UTF_8);
    }
}
