package dev.daybook.sqlite;

import java.text.MessageFormat;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** The lines that a class logs while this is open. */
final class LoggedWarnings extends Handler implements AutoCloseable {

    private final Logger logger;
    private final List<String> lines = new CopyOnWriteArrayList<>();

    LoggedWarnings(Class<?> source) {
        logger = Logger.getLogger(source.getName());
        logger.addHandler(this);
    }

    List<String> with(String part) {
        return lines.stream().filter(line -> line.contains(part)).toList();
    }

    @Override
    public void publish(LogRecord line) {
        lines.add(new MessageFormat(line.getMessage()).format(line.getParameters()));
    }

    @Override
    public void flush() {}

    @Override
    public void close() {
        logger.removeHandler(this);
    }
}
