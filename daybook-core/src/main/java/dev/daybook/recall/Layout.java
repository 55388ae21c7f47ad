package dev.daybook.recall;

import java.time.Duration;
import java.time.Instant;
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
 * is a conversation of its own. A session that went on after a pause counts as several where it supports its messages: with
 * a messenger, or a client that names no session, one session is everything that was ever said. Worked out anew when an
 * entry has come; it costs a fraction of a scoring.
 */
final class Layout {

    private static final int NONE = -1;

    /** A night, and not a lunch: after it people speak of something else. */
    private static final Duration PAUSE = Duration.ofHours(6);

    private final int[] previous;
    private final int[] next;
    private final int[] sessionOfMessage;
    private final List<String> sessions = new ArrayList<>();
    private double[] sessionLengths;
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
            lay(partition, conversation);
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

    private void lay(Partition partition, List<Slot> conversation) {
        int last = NONE;
        int session = NONE;
        Instant before = Instant.MIN;
        for (Slot slot : conversation) {
            Instant time = slot.row().time();
            String name = slot.session();
            if (name != null && (session == NONE || isPause(before, time))) {
                session = begin(name);
            }
            before = time;
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

    /** In either direction: what is written down late may be older. */
    private static boolean isPause(Instant one, Instant other) {
        return Duration.between(one, other).abs().compareTo(PAUSE) > 0;
    }

    private int begin(String session) {
        if (sessions.size() == sessionLengths.length) {
            sessionLengths = Arrays.copyOf(sessionLengths, 1 + sessions.size() * 2);
        }
        sessions.add(session);
        return sessions.size() - 1;
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

    /** Their ids, one as often as it was taken up again after a pause. */
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
