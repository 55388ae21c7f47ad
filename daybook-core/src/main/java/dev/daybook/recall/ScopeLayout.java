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
 * The order of the live messages of a scope: neighbours, sessions, speakers and lengths. The messages of a session are
 * ordered by the position of their episode, then by index; an entry without a session is a session of its own.
 *
 * <p>A pause splits a session in its role as context of its messages: a messenger, or a client that names no session,
 * puts everything that was ever said into one. The layout is rebuilt after each new entry, at a fraction of the cost of
 * one scoring.
 */
final class ScopeLayout {

    private static final int NONE = -1;

    /** A night, but not a lunch break. After a night people speak of something else. */
    private static final Duration PAUSE = Duration.ofHours(6);

    private final int[] previous;
    private final int[] next;
    private final int[] sessionOfMessage;
    private final List<String> sessions = new ArrayList<>();
    private double[] sessionLengths;
    private final Set<String> speakers = new TreeSet<>();
    private int liveMessages;
    private long words;

    ScopeLayout(ScopeIndex scopeIndex) {
        previous = filled(scopeIndex.messageCount());
        next = filled(scopeIndex.messageCount());
        sessionOfMessage = filled(scopeIndex.messageCount());
        List<List<EntrySlot>> slotsBySession = slotsBySession(scopeIndex);
        sessionLengths = new double[slotsBySession.size()];
        for (List<EntrySlot> sessionSlots : slotsBySession) {
            order(scopeIndex, sessionSlots);
        }
    }

    private static List<List<EntrySlot>> slotsBySession(ScopeIndex scopeIndex) {
        Map<Object, List<EntrySlot>> slotsBySession = new LinkedHashMap<>();
        for (int number = 0; number < scopeIndex.slots().size(); number++) {
            if (scopeIndex.isLive(number)) {
                EntrySlot slot = scopeIndex.slots().get(number);
                Object sessionKey = slot.session() == null ? slot : slot.session();
                slotsBySession
                        .computeIfAbsent(sessionKey, unused -> new ArrayList<>())
                        .add(slot);
            }
        }
        slotsBySession
                .values()
                .forEach(slots ->
                        slots.sort(Comparator.comparingLong(slot -> slot.row().position())));
        return List.copyOf(slotsBySession.values());
    }

    private void order(ScopeIndex scopeIndex, List<EntrySlot> sessionSlots) {
        int last = NONE;
        int session = NONE;
        Instant before = Instant.MIN;
        for (EntrySlot slot : sessionSlots) {
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
                count(scopeIndex, message, session);
            }
        }
    }

    /** Compares both ways, because an entry that was recorded late may be older. */
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

    private void count(ScopeIndex scopeIndex, int message, int session) {
        int length = scopeIndex.unitLength(scopeIndex.unitOf(message));
        if (session != NONE) {
            sessionLengths[session] += length;
        }
        words += length;
        liveMessages++;
        String name = scopeIndex.name(message);
        if (name != null) {
            speakers.add(name);
        }
    }

    private static int[] filled(int length) {
        int[] filled = new int[length];
        Arrays.fill(filled, NONE);
        return filled;
    }

    /** Returns the previous message of the session, or -1. */
    int previous(int message) {
        return previous[message];
    }

    /** Returns the next message of the session, or -1. */
    int next(int message) {
        return next[message];
    }

    /** Returns the number of the session of a message, or -1 if the message is in no session or dead. */
    int sessionOf(int message) {
        return sessionOfMessage[message];
    }

    /** Returns the session ids. A session that resumed after a pause occurs once for each part. */
    List<String> sessions() {
        return sessions;
    }

    /** Returns the number of words in the messages of a session. */
    double sessionLength(int session) {
        return sessionLengths[session];
    }

    Set<String> speakers() {
        return speakers;
    }

    int liveMessages() {
        return liveMessages;
    }

    /** Returns the mean number of words in a message. */
    double meanLength() {
        return liveMessages == 0 ? 0 : (double) words / liveMessages;
    }
}
