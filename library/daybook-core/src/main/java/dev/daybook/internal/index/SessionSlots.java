package dev.daybook.internal.index;

import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The live slots of a session, ordered by the position of their episodes, with the place where the next one follows. */
final class SessionSlots {

    /** A night, but not a lunch break. After a night people speak of something else. */
    private static final Duration PAUSE = Duration.ofHours(6);

    private final IntList slots = new IntList();
    private final IntList parts = new IntList();
    private @Nullable Instant lastTime;
    private @Nullable SessionActivity activity;
    private int lastMessage = MessageChain.NONE;

    /** Returns whether an episode of this time begins a part of the session: the first, or one after a pause. */
    boolean isPause(Instant time) {
        // Compares both ways, because an entry that was recorded late may be older.
        return lastTime == null || Duration.between(lastTime, time).abs().compareTo(PAUSE) > 0;
    }

    /** Begins the next part of the session, under its number in the layout. */
    void begin(int part) {
        parts.add(part);
    }

    /** Adds a slot behind the others, to the part that was begun last. */
    void add(int slot, Instant time, int itsLastMessage) {
        slots.add(slot);
        lastTime = time;
        lastMessage = itsLastMessage;
        activity = activity == null ? SessionActivity.at(time) : activity.and(time);
    }

    /** Returns the numbers of the slots. */
    int[] slots() {
        return slots.toArray();
    }

    /** Returns the numbers of the parts into which pauses split the session, in order. */
    IntList parts() {
        return parts;
    }

    /** Returns the number of the part that was begun last. */
    int lastPart() {
        return parts.get(parts.size() - 1);
    }

    /** Returns the last message, or -1 if there is none. */
    int lastMessage() {
        return lastMessage;
    }

    /** Returns the activity of a session that has a slot. */
    SessionActivity activity() {
        return Objects.requireNonNull(activity, "the session has no slot");
    }
}
