package dev.daybook.server.logs;

import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.StreamHandler;

/** Configures logging: all records go to one stream, in {@link LogFormat}. */
public final class LogSetup {

    /** These libraries log every start and other things that need no action. */
    private static final List<String> TALKATIVE = List.of("org.eclipse.jetty", "io.javalin");

    /** Held, because the log manager keeps loggers by weak references, and their levels with them. */
    private static final List<Logger> QUIET = quiet();

    /** Held like the others. */
    private static final Queue<Logger> SILENT = new ConcurrentLinkedQueue<>();

    private LogSetup() {}

    private static List<Logger> quiet() {
        List<Logger> quiet = new ArrayList<>();
        for (String name : TALKATIVE) {
            quiet.add(Logger.getLogger(name));
        }
        return quiet;
    }

    /** Replaces the previous handlers, until the process ends. The caller owns and closes the stream. */
    public static void writeTo(OutputStream out) {
        Logger root = Logger.getLogger("");
        for (Handler before : root.getHandlers()) {
            root.removeHandler(before);
        }
        root.setLevel(Level.INFO);
        root.addHandler(new EachLine(out));
        QUIET.forEach(logger -> logger.setLevel(Level.WARNING));
        LastingLogManager.keep();
    }

    /** Turns the log of a library off, whose failures are reported as exceptions anyway. */
    public static void silence(String library) {
        Logger logger = Logger.getLogger(library);
        logger.setLevel(Level.OFF);
        SILENT.add(logger);
    }

    /** Flushes each record: the last one before a crash matters most. */
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
