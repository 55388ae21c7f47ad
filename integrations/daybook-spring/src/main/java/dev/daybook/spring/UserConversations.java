package dev.daybook.spring;

import dev.daybook.MemorySpace;
import dev.daybook.internal.checks.PassedId;
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
            return scopes.flatMap(scope -> scope instanceof Scope.User user && PassedId.isGiven(user.id())
                            ? conversations(user.id())
                            : Stream.empty())
                    .toList();
        }
    }

    private Stream<String> conversations(String user) {
        return space.user(user).sessions().stream()
                .filter(session -> PassedId.isGiven(session.id()))
                .map(session -> new UserConversation(user, session.id()).id());
    }
}
