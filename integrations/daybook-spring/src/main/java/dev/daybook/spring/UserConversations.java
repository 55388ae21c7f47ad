package dev.daybook.spring;

import dev.daybook.MemorySpace;
import dev.daybook.model.Scope;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/** The conversations of the users of one space. */
record UserConversations(MemorySpace space) implements ConversationLocator {

    UserConversations {
        Objects.requireNonNull(space, "space");
    }

    @Override
    public ConversationAddress locate(String conversationId) {
        UserConversation conversation = UserConversation.parse(conversationId);
        return new ConversationAddress(space.user(conversation.user()), conversation.session());
    }

    @Override
    public List<String> conversationIds() {
        try (Stream<Scope> scopes = space.scopes()) {
            return scopes.flatMap(scope -> scope.<Stream<String>>fold(
                            user -> conversations(user.id()), anonymous -> Stream.empty(), shared -> Stream.empty()))
                    .toList();
        }
    }

    private Stream<String> conversations(String user) {
        return space.user(user).sessions().stream().map(session -> new UserConversation(user, session.id()).id());
    }
}
