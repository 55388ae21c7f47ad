package dev.daybook.spring;

import dev.daybook.Daybook;
import dev.daybook.internal.checks.PassedId;
import dev.daybook.model.Space;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/** The conversations of the users of all spaces. */
record TenantConversations(Daybook daybook) implements ConversationLocator {

    TenantConversations {
        Objects.requireNonNull(daybook, "daybook");
    }

    @Override
    public ConversationAddress locate(String conversationId) {
        TenantConversation conversation = TenantConversation.parse(conversationId);
        return new ConversationAddress(
                daybook.space(conversation.tenant()).user(conversation.user()), conversation.session());
    }

    @Override
    public List<String> conversationIds() {
        try (Stream<Space> spaces = daybook.spaces()) {
            return spaces.filter(space -> PassedId.isGiven(space.id()))
                    .flatMap(this::conversations)
                    .toList();
        }
    }

    private Stream<String> conversations(Space space) {
        return new UserConversations(daybook.space(space.id()))
                .conversationIds().stream()
                        .map(UserConversation::parse)
                        .map(known -> new TenantConversation(space.id(), known.user(), known.session()).id());
    }
}
