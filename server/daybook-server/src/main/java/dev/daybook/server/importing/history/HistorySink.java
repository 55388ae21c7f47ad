package dev.daybook.server.importing.history;

import java.time.OffsetDateTime;
import org.jspecify.annotations.Nullable;

/** Receives the sessions of a chat history one by one, each with its messages in their order. */
public interface HistorySink {

    /** Begins a session, unless it is the current one. */
    void session(HistorySession session);

    /** Names the current session, for a history that states the name after the messages. */
    void name(String name);

    /** Adds a message to the current session. */
    void message(HistoryMessage message);

    /**
     * Adds a text that the agent always has in its context.
     *
     * @param name its name, unique in the history
     * @param time its time, or null if the history states none
     */
    void block(String name, String text, @Nullable OffsetDateTime time);

    /** Ends the current turn: the next message does not follow the one before. */
    void interrupt();

    /** Counts what is not imported, for the report. */
    void leaveOut(String what, long count);

    /** Reports a part of the current session that cannot be read. */
    void problem(String problem);
}
