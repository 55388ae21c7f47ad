package dev.daybook.internal.index;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The order of the live messages of a scope: neighbours, sessions, speakers and lengths. The messages of a session are
 * ordered by the position of their episode, then by index; an entry without a session is a session of its own.
 *
 * <p>A pause splits a session in its role as context of its messages: a messenger, or a client that names no session,
 * puts everything that was ever said into one.
 *
 * <p>A new entry is nearly always the last of its session, and extends the layout at the cost of its own messages. An
 * entry that comes out of order, or leaves a session, outdates the layout: another one is built, from the same parts in
 * the order of their positions. Both ways lead to the same layout.
 */
public final class ScopeLayout {

    private static final int NONE = MessageChain.NONE;

    /** Measured: the lists of a session, its activity, and its place in the map. */
    private static final long BYTES_OF_A_SESSION = 230;

    private final MessageRows rows;

    /** The number of slots that were laid out or skipped. */
    private int slotCount;

    private boolean outdated;
    private long lastPosition;

    private final MessageChain chain;
    private int[] sessionOfMessage = {};

    /** In the order of the first slot. */
    private final Map<String, SessionSlots> slotsBySession = new LinkedHashMap<>();

    private final List<String> sessions = new ArrayList<>();
    private double[] sessionLengths = new double[4];

    /** The number of live messages by speaker. */
    private final Map<String, Integer> messagesBySpeaker = new TreeMap<>();

    private int liveMessages;
    private long words;

    /** Creates the layout of an empty scope. */
    ScopeLayout(MessageRows rows) {
        this.rows = rows;
        this.chain = new MessageChain(rows);
    }

    /** Lays out the whole scope. */
    public static ScopeLayout of(MessageRows rows) {
        ScopeLayout layout = new ScopeLayout(rows);
        layout.makeRoom();
        int[] live =
                IntStream.range(0, rows.slots().size()).filter(rows::isLive).toArray();
        for (int slot : live) {
            String session = rows.slots().get(slot).session();
            if (session != null) {
                layout.slotsBySession.computeIfAbsent(session, unused -> new SessionSlots());
            }
        }
        Arrays.stream(live)
                .boxed()
                .sorted(Comparator.comparingLong(layout::position))
                .forEach(layout::append);
        layout.slotCount = rows.slots().size();
        return layout;
    }

    /**
     * Lays out the slots that were added since the last call.
     *
     * @return false if the layout is outdated; it must not be used any more
     */
    boolean extend() {
        makeRoom();
        for (; !outdated && slotCount < rows.slots().size(); slotCount++) {
            if (rows.isLive(slotCount)) {
                place(slotCount);
            }
        }
        return !outdated;
    }

    /** Takes out a slot that is no longer live. One without a session has no neighbours to be joined. */
    void remove(int number) {
        EntrySlot slot = rows.slots().get(number);
        if (number >= slotCount) {
            return;
        }
        if (slot.session() != null) {
            outdated = true;
            return;
        }
        for (int message = slot.firstMessage(); message < slot.firstMessage() + slot.messages(); message++) {
            chain.remove(message);
            count(message, -1);
        }
    }

    private void makeRoom() {
        int count = rows.messageCount();
        int from = sessionOfMessage.length;
        chain.makeRoom(count);
        if (count > from) {
            sessionOfMessage = Arrays.copyOf(sessionOfMessage, Math.max(count, 2 * from));
            Arrays.fill(sessionOfMessage, from, sessionOfMessage.length, NONE);
        }
    }

    private void place(int slot) {
        // Only episodes have a session, so the positions compared are of one kind.
        if (rows.slots().get(slot).session() != null && position(slot) < lastPosition) {
            outdated = true;
        } else {
            append(slot);
        }
    }

    private long position(int slot) {
        return rows.slots().get(slot).row().position();
    }

    private void append(int number) {
        EntrySlot slot = rows.slots().get(number);
        String name = slot.session();
        if (name == null) {
            follow(slot, NONE, NONE);
            return;
        }
        SessionSlots session = slotsBySession.computeIfAbsent(name, unused -> new SessionSlots());
        if (session.isPause(slot.row().time())) {
            session.begin(begin(name));
        }
        int last = follow(slot, session.lastMessage(), session.lastPart());
        session.add(number, slot.row().time(), last);
        lastPosition = slot.row().position();
    }

    private int begin(String session) {
        if (sessions.size() == sessionLengths.length) {
            sessionLengths = Arrays.copyOf(sessionLengths, sessions.size() * 2);
        }
        sessions.add(session);
        return sessions.size() - 1;
    }

    /** Lays out the messages of a slot behind a message, and returns the last one. */
    private int follow(EntrySlot slot, int behind, int session) {
        int last = behind;
        for (int message = slot.firstMessage(); message < slot.firstMessage() + slot.messages(); message++) {
            chain.append(message, last);
            last = message;
            sessionOfMessage[message] = session;
            if (session != NONE) {
                sessionLengths[session] += length(message);
            }
            count(message, 1);
        }
        return last;
    }

    /** Adds a message to the counts of the scope, or takes it out. */
    private void count(int message, int sign) {
        words += (long) sign * length(message);
        liveMessages += sign;
        String name = rows.name(message);
        if (name != null) {
            messagesBySpeaker.merge(name, sign, ScopeLayout::sum);
        }
    }

    private static @Nullable Integer sum(int one, int other) {
        return one + other == 0 ? null : one + other;
    }

    private int length(int message) {
        return rows.unitLength(rows.unitOf(message));
    }

    MessageChain chain() {
        return chain;
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

    /** Returns the mean number of words in a session; the parts of a session count as several. */
    double meanSessionLength() {
        double mean = 0;
        // In this order, since rounding depends on it, and parts are numbered as they come.
        for (SessionSlots session : slotsBySession.values()) {
            for (int i = 0; i < session.parts().size(); i++) {
                mean += sessionLengths[session.parts().get(i)] / sessions.size();
            }
        }
        return mean;
    }

    /** Returns the sessions by id, in the order of their first slots. */
    Map<String, SessionSlots> slotsBySession() {
        return slotsBySession;
    }

    /** Returns the approximate memory use of the sessions; that of a message is counted where it is added. */
    long bytes() {
        return BYTES_OF_A_SESSION * slotsBySession.size();
    }

    Set<String> speakers() {
        return messagesBySpeaker.keySet();
    }

    int liveMessages() {
        return liveMessages;
    }

    /** Returns the mean number of words in a message. */
    double meanLength() {
        return liveMessages == 0 ? 0 : (double) words / liveMessages;
    }
}
