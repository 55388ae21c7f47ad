package dev.daybook.internal.recall;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/** Counts the bytes that a piece of work allocates. */
public final class AllocatedBytes {

    static {
        // The tests run in the module of the library, which itself does not need the management beans.
        Module own = AllocatedBytes.class.getModule();
        for (String name : new String[] {"java.management", "jdk.management"}) {
            own.addReads(ModuleLayer.boot().findModule(name).orElseThrow());
        }
    }

    private AllocatedBytes() {}

    /** Runs the work on this thread, and returns the bytes it allocated. */
    public static long by(Runnable work) {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long thread = Thread.currentThread().getId();
        long before = threads.getThreadAllocatedBytes(thread);
        work.run();
        return threads.getThreadAllocatedBytes(thread) - before;
    }
}
