package dev.daybook.langchain4j;

import dev.daybook.internal.window.MemoryTrouble;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.function.Supplier;

/** Reads of a memory without which a chat goes on. */
final class ChatReads {

    private static final Logger LOG = System.getLogger(ChatReads.class.getName());

    private ChatReads() {}

    /** Returns what is read, or else another value if the memory fails. */
    static <T> T orElse(T otherwise, Supplier<T> read) {
        try {
            return read.get();
        } catch (RuntimeException e) {
            if (!MemoryTrouble.isMet(e)) {
                throw e;
            }
            LOG.log(Level.WARNING, "the memory was not recalled for a chat; the chat goes on", e);
            return otherwise;
        }
    }
}
