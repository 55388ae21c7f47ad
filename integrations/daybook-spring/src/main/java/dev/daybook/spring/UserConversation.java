package dev.daybook.spring;

import dev.daybook.internal.checks.ArgumentChecks;
import dev.daybook.internal.checks.PassedId;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * A conversation id for Spring AI that names a user and a session. Pass {@link #id()} as the conversation id:
 * {@code advisors(a -> a.param(ChatMemory.CONVERSATION_ID, new UserConversation("ada", "trip").id()))}.
 *
 * @param user the id of the user, as in {@link dev.daybook.MemorySpace#user}
 * @param session the id of the conversation thread
 */
public record UserConversation(String user, String session) {

    private static final String PREFIX = "user:";

    static final String REMEDY = "; set the conversation id of the call:"
            + " advisors(a -> a.param(ChatMemory.CONVERSATION_ID, new UserConversation(user, session).id())),"
            + " or declare a ConversationLocator bean for conversation ids of your own";

    /**
     * @throws MissingUserException if an id is null, blank or the text {@code null}
     * @throws IllegalArgumentException if an id has more than 512 characters, a control character or a lone surrogate
     */
    public UserConversation {
        check("user", user, "give the id of the user who is signed in" + REMEDY);
        check("session", session, "give the id of the conversation thread" + REMEDY);
    }

    static void check(String name, String id, String remedy) {
        ArgumentChecks.id(name, PassedId.check(name, id, remedy, MissingUserException::new));
    }

    /** Returns the conversation id: {@code user:USER/SESSION}, with the user in the form of a URL parameter. */
    public String id() {
        return PREFIX + URLEncoder.encode(user, StandardCharsets.UTF_8) + "/" + session;
    }

    /**
     * Parses an {@link #id()}.
     *
     * @throws MissingUserException if the text is null, names no user, or names one that is not percent-encoded; the message
     *     says where to set it
     */
    public static UserConversation parse(@Nullable String conversationId) {
        int slash = conversationId == null ? -1 : conversationId.indexOf('/');
        if (conversationId == null || !conversationId.startsWith(PREFIX) || slash < 0) {
            throw new MissingUserException("conversation id '" + conversationId + "' names no user" + REMEDY);
        }
        return new UserConversation(
                decoded(conversationId, conversationId.substring(PREFIX.length(), slash), REMEDY),
                conversationId.substring(slash + 1));
    }

    /** Returns a part of a conversation id without its percent-encoding. */
    static String decoded(String conversationId, String part, String remedy) {
        try {
            return URLDecoder.decode(part, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException broken) {
            throw new MissingUserException("conversation id '" + conversationId + "' has '" + part
                    + "', which is not percent-encoded" + remedy);
        }
    }
}
