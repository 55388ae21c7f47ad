package dev.daybook.server.logs;

import dev.daybook.server.json.Json;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.logging.Formatter;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import org.jspecify.annotations.Nullable;

/**
 * Writes a record as one JSON object on a line. Of what was thrown it has kinds and places, never a message, and of other
 * people's libraries no words at all: either could hold a text or a key that somebody sent.
 */
public final class LogFormat extends Formatter {

    private static final String OURS = "dev.daybook";

    /** So deep a trace shows where; the rest is threads and frameworks. */
    private static final int FRAMES = 12;

    /** A cause of a cause of a cause; more would be a circle. */
    private static final int CAUSES = 5;

    @Override
    public String format(LogRecord log) {
        Map<String, @Nullable Object> line = new LinkedHashMap<>();
        line.put("time", log.getInstant().truncatedTo(ChronoUnit.MILLIS).toString());
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
        return Json.write(line) + "\n";
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
            // A recursion can fill the beginning; what of ours it came from lies far below.
            if (places.size() < FRAMES || isOurs && !hasOurs) {
                places.add(each.toString());
                hasOurs |= isOurs;
            }
        }
        return places;
    }
}
