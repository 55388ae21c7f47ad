package dev.daybook.langchain4j;

import dev.daybook.internal.window.TurnPlace;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.SystemMessage;
import java.util.ArrayList;
import java.util.Collection;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The part of a window that is not in the log: the system messages, recalled text, and the objects that were given out.
 * Not thread-safe; its store holds the lock of the session.
 */
final class OpenWindow {

    /** Messages that left the window and may still be in the list of another thread. */
    private static final int DEPARTED = 64;

    private final Map<TurnPlace, HeldMessage> held = new LinkedHashMap<>();
    private List<SystemMessage> system = List.of();

    /** Returns the message that was given out for a turn; null: none, or the episode is another one now. */
    @Nullable
    HeldMessage at(TurnPlace place, String episode) {
        HeldMessage message = held.get(place);
        return message != null && message.episode().equals(episode) ? message : null;
    }

    void hold(HeldMessage message) {
        held.put(message.place(), message);
    }

    /** Returns the held messages by the object that was given out. */
    IdentityHashMap<ChatMessage, HeldMessage> byObject() {
        IdentityHashMap<ChatMessage, HeldMessage> objects = new IdentityHashMap<>();
        held.values().forEach(message -> objects.put(message.chatMessage(), message));
        return objects;
    }

    /** Drops the oldest messages that are not in a window, but for the last few. */
    void trim(Collection<TurnPlace> window) {
        int surplus = held.size() - window.size() - DEPARTED;
        for (Iterator<TurnPlace> places = held.keySet().iterator(); surplus > 0 && places.hasNext(); ) {
            if (!window.contains(places.next())) {
                places.remove();
                surplus--;
            }
        }
    }

    List<SystemMessage> system() {
        return system;
    }

    void system(List<ChatMessage> messages) {
        List<SystemMessage> found = new ArrayList<>();
        for (ChatMessage message : messages) {
            if (message instanceof SystemMessage systemMessage) {
                found.add(systemMessage);
            }
        }
        system = List.copyOf(found);
    }
}
