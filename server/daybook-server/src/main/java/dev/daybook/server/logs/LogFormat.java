package dev.daybook.server.logs;

import dev.daybook.internal.json.PlainJson;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.logging.Formatter;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import org.jspecify.annotations.Nullable;

/**
 * Formats a log record as one JSON object on a line. Exceptions are logged by type and place, never by message, and
 * records of third-party libraries without their message: either could hold a text or a key of a client.
 */
public final class LogFormat extends Formatter {

    private static final String OURS = "dev.daybook";

    /** Depth that shows the place; deeper frames are threads and frameworks. */
    private static final int FRAMES = 12;

    /** Limits a chain of causes, which could be a circle. */
    private static final int CAUSES = 5;

    @Override
    public String format(LogRecord log) {
        Map<String, @Nullable Object> line = PlainJson.object(
                "time", log.getInstant().truncatedTo(ChronoUnit.MILLIS).toString());
        line.put("level", level(log.getLevel()));
        line.put("logger", log.getLoggerName());
        String name = log.getLoggerName();
        if (name != null && (name.equals(OURS) || name.startsWith(OURS + "."))) {
            line.put("message", formatMessage(log));
        }
        Throwable thrown = log.getThrown();
        if (thrown != null) {
            line.put("thrown", kinds(thrown));
            line.put("at", places(thrown));
        }
        return PlainJson.write(line) + "\n";
    }

    private static String level(Level level) {
        if (level.intValue() >= Level.SEVERE.intValue()) {
            return "error";
        }
        if (level.intValue() >= Level.WARNING.intValue()) {
            return "warning";
        }
        return level.intValue() >= Level.INFO.intValue() ? "info" : "debug";
    }

    private static List<String> kinds(Throwable thrown) {
        List<String> kinds = new ArrayList<>();
        for (Throwable each = thrown; each != null && kinds.size() < CAUSES; each = each.getCause()) {
            kinds.add(each.getClass().getName());
        }
        return kinds;
    }

    private static List<String> places(Throwable thrown) {
        List<String> places = new ArrayList<>();
        boolean hasOurs = false;
        for (StackTraceElement each : thrown.getStackTrace()) {
            boolean isOurs = each.getClassName().startsWith(OURS + ".");
            // A recursion can fill the beginning; the frames of Daybook lie far below.
            if (places.size() < FRAMES || isOurs && !hasOurs) {
                places.add(each.toString());
                hasOurs |= isOurs;
            }
        }
        return places;
    }
}
