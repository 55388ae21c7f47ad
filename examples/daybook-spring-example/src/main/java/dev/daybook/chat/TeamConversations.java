package dev.daybook.chat;

import dev.daybook.Memory;
import dev.daybook.MemorySpace;
import dev.daybook.model.Trust;
import dev.daybook.spring.ConversationAddress;
import dev.daybook.spring.ConversationLocator;
import java.util.List;

/**
 * The conversations of users, who read four memories and write to their own: that of the user, the notes of two agents of the
 * user, which say no more than an assistant may, and the knowledge of a team.
 */
record TeamConversations(MemorySpace space, ConversationLocator users) implements ConversationLocator {

    TeamConversations(MemorySpace space) {
        this(space, ConversationLocator.users(space));
    }

    @Override
    public ConversationAddress locate(String conversationId) {
        ConversationAddress own = users.locate(conversationId);
        Memory user = own.memory();
        Memory view = user.with(user.agent("planner"), Trust.ASSISTANT)
                .with(user.agent("critic"), Trust.ASSISTANT)
                .with(space.agent("team"));
        return new ConversationAddress(view, own.session());
    }

    @Override
    public List<String> conversationIds() {
        return users.conversationIds();
    }
}
