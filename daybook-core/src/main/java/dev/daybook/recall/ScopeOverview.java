package dev.daybook.recall;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * A summary of a scope, computed from its index without reading a body. Valid only inside the reader that receives it.
 */
public final class ScopeOverview {

    private final Supplier<Map<String, Conversation>> conversations;

    private ScopeOverview(Supplier<Map<String, Conversation>> conversations) {
        this.conversations = conversations;
    }

    static ScopeOverview of(ScopeIndex scopeIndex) {
        return new ScopeOverview(() -> conversations(scopeIndex));
    }

    static ScopeOverview of(Map<String, Conversation> conversations) {
        return new ScopeOverview(() -> conversations);
    }

    /** A session: the times of its first and last episode, and the number of episodes. */
    public record Conversation(Instant first, Instant last, long episodes) {
        Conversation and(Instant time) {
            return new Conversation(
                    time.isBefore(first) ? time : first, time.isAfter(last) ? time : last, episodes + 1);
        }
    }

    /** Returns the sessions by id. Entries without a session are left out. */
    public Map<String, Conversation> conversations() {
        return conversations.get();
    }

    private static Map<String, Conversation> conversations(ScopeIndex scopeIndex) {
        Map<String, Conversation> conversations = new LinkedHashMap<>();
        for (int number = 0; number < scopeIndex.slots().size(); number++) {
            EntrySlot slot = scopeIndex.slots().get(number);
            String session = slot.session();
            if (session != null && scopeIndex.isLive(number)) {
                Instant time = slot.row().time();
                conversations.merge(session, new Conversation(time, time, 1), (known, unused) -> known.and(time));
            }
        }
        return conversations;
    }

    /** Returns one session, or empty if it has no episode. */
    public Optional<Conversation> conversation(String session) {
        return Optional.ofNullable(conversations().get(session));
    }
}
