package dev.daybook.internal.embedded;

import dev.daybook.Daybook;
import dev.daybook.Memory;
import dev.daybook.local.InMemoryStore;
import dev.daybook.model.Message;

/**
 * Loads the classes of a first write and a first recall on a thread of its own, while the store opens, by a write and a
 * recall in a memory that is dropped. A fresh process spends half a second mostly on loading and linking some hundred
 * classes; this takes nearly half of that off the caller's thread.
 *
 * <p>Two threads then initialise the same classes at once, so no cycle may go through the static initialisers of the
 * library.
 */
final class ClassWarmUp implements Runnable {

    /** Initialised once per process, at the first start. */
    private static final class OfProcess {

        static final boolean BEGUN = begin();

        /** With one processor the warm-up would only delay the caller. */
        private static boolean begin() {
            if (Runtime.getRuntime().availableProcessors() == 1) {
                return false;
            }
            Thread thread = new Thread(new ClassWarmUp(), "daybook-warm-up");
            thread.setDaemon(true);
            try {
                thread.start();
                return true;
            } catch (OutOfMemoryError noThread) {
                return false;
            }
        }
    }

    private ClassWarmUp() {}

    /** Starts the warm-up unless this process had one. Returns whether it had or has one. */
    static boolean start() {
        return OfProcess.BEGUN;
    }

    @Override
    public void run() {
        try (Daybook daybook = Daybook.builder(new InMemoryStore())
                .noEmbedder()
                .background(false)
                .open()) {
            Memory memory = daybook.user("first");
            memory.session("first").remember(Message.user("Which class comes first?"), Message.assistant("This one."));
            memory.recall("the first class");
        } catch (RuntimeException | Error failure) {
            // The caller meets the same failure, and gets it as an exception.
            System.getLogger(ClassWarmUp.class.getName())
                    .log(System.Logger.Level.DEBUG, "the warm-up of classes failed", failure);
        }
    }
}
