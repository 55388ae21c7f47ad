package dev.daybook.recall;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * What follows from all live entries of a partition together: who stands beside whom, the sessions, the speakers, the
 * lengths. The messages of a session go by the position of their episode, then by their index; an entry without a session
 * is a conversation of its own. Worked out anew when an entry has come; it costs a fraction of a scoring.
 */
final class Layout {

    private static final int NONE = -1;

    private final int[] previous;
    private final int[] next;
    private final int[] sessionOfMessage;
    private final List<String> sessions = new ArrayList<>();
    private final double[] sessionLengths;
    private final Set<String> speakers = new TreeSet<>();
    private int liveMessages;
    private long words;

    Layout(Partition partition) {
        previous = filled(partition.messageCount());
        next = filled(partition.messageCount());
        sessionOfMessage = filled(partition.messageCount());
        List<List<Slot>> conversations = conversations(partition);
        sessionLengths = new double[conversations.size()];
        for (List<Slot> conversation : conversations) {
            String session = conversation.get(0).session();
            if (session != null) {
                sessions.add(session);
            }
            lay(partition, conversation, session == null ? NONE : sessions.size() - 1);
        }
    }

    private static List<List<Slot>> conversations(Partition partition) {
        Map<Object, List<Slot>> conversations = new LinkedHashMap<>();
        for (int number = 0; number < partition.slots().size(); number++) {
            if (partition.isLive(number)) {
                Slot slot = partition.slots().get(number);
                Object conversation = slot.session() == null ? slot : slot.session();
                conversations
                        .computeIfAbsent(conversation, unused -> new ArrayList<>())
                        .add(slot);
            }
        }
        conversations
                .values()
                .forEach(slots ->
                        slots.sort(Comparator.comparingLong(slot -> slot.row().position())));
        return List.copyOf(conversations.values());
    }

    private void lay(Partition partition, List<Slot> conversation, int session) {
        int last = NONE;
        for (Slot slot : conversation) {
            for (int message = slot.firstMessage(); message < slot.firstMessage() + slot.messages(); message++) {
                previous[message] = last;
                if (last != NONE) {
                    next[last] = message;
                }
                last = message;
                sessionOfMessage[message] = session;
                count(partition, message, session);
            }
        }
    }

    private void count(Partition partition, int message, int session) {
        int length = partition.unitLength(partition.unitOf(message));
        if (session != NONE) {
            sessionLengths[session] += length;
        }
        words += length;
        liveMessages++;
        String name = partition.name(message);
        if (name != null) {
            speakers.add(name);
        }
    }

    private static int[] filled(int length) {
        int[] filled = new int[length];
        Arrays.fill(filled, NONE);
        return filled;
    }

    /** The message before one in its conversation; -1 if there is none. */
    int previous(int message) {
        return previous[message];
    }

    /** The message after one in its conversation; -1 if there is none. */
    int next(int message) {
        return next[message];
    }

    /** The number of the session of a message; -1 if it is in none, or dead. */
    int sessionOf(int message) {
        return sessionOfMessage[message];
    }

    List<String> sessions() {
        return sessions;
    }

    /** How many words the messages of a session have together. */
    double sessionLength(int session) {
        return sessionLengths[session];
    }

    Set<String> speakers() {
        return speakers;
    }

    int liveMessages() {
        return liveMessages;
    }

    /** How many words a message has on average. */
    double meanLength() {
        return liveMessages == 0 ? 0 : (double) words / liveMessages;
    }
}
