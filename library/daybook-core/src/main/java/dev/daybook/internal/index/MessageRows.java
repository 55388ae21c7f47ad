package dev.daybook.internal.index;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The entries and messages of a scope by their numbers, as its layout reads them. */
interface MessageRows {

    /** Returns the entries, including dead ones; see {@link #isLive(int)}. */
    List<EntrySlot> slots();

    boolean isLive(int slot);

    int messageCount();

    @Nullable
    String name(int message);

    int unitLength(int unit);

    /** Returns the unit that is the whole message. */
    int unitOf(int message);

    /** Returns whether the speaker of a message is an assistant; false for -1, which stands for no neighbour. */
    boolean isByAssistant(int message);

    /** Returns whether the speaker of a message is a user. */
    boolean isByUser(int message);
}
