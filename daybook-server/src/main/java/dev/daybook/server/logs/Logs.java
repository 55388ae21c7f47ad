package dev.daybook.server.logs;

import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.StreamHandler;

/** Sends what is logged in this process to one stream, as {@link LogFormat}. */
public final class Logs {

    /** They tell at each start that they start, and other things that nobody can act on. */
    private static final List<String> TALKATIVE = List.of("org.eclipse.jetty", "io.javalin", "io.modelcontextprotocol");

    /** Levels are kept with the logger, and a logger that nobody holds is forgotten. */
    private static final List<Logger> QUIET = quiet();

    private Logs() {}

    private static List<Logger> quiet() {
        List<Logger> quiet = new ArrayList<>();
        for (String name : TALKATIVE) {
            quiet.add(Logger.getLogger(name));
        }
        return quiet;
    }

    /** Takes the place of whatever wrote the log before. The stream stays the caller's to close. */
    public static void writeTo(OutputStream out) {
        Logger root = Logger.getLogger("");
        for (Handler before : root.getHandlers()) {
            root.removeHandler(before);
        }
        root.setLevel(Level.INFO);
        root.addHandler(new EachLine(out));
        QUIET.forEach(logger -> logger.setLevel(Level.WARNING));
    }

    /** Sends each record at once: the last one before a crash is the one that is wanted. */
    private static final class EachLine extends StreamHandler {

        EachLine(OutputStream out) {
            super(out, new LogFormat());
        }

        @Override
        public synchronized void publish(LogRecord log) {
            super.publish(log);
            flush();
        }

        @Override
        public synchronized void close() {
            flush();
        }
    }
}
