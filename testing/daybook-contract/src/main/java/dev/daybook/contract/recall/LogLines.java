package dev.daybook.contract.recall;

import java.text.MessageFormat;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** The lines of a logger while this is open. */
final class LogLines extends Handler implements AutoCloseable {

    private final Logger logger;
    private final List<String> lines = new CopyOnWriteArrayList<>();

    LogLines(String name) {
        logger = Logger.getLogger(name);
        logger.addHandler(this);
    }

    List<String> with(String part) {
        return lines.stream().filter(line -> line.contains(part)).toList();
    }

    @Override
    public void publish(LogRecord line) {
        Object[] parameters = line.getParameters();
        lines.add(parameters == null ? line.getMessage() : new MessageFormat(line.getMessage()).format(parameters));
    }

    @Override
    public void flush() {}

    @Override
    public void close() {
        logger.removeHandler(this);
    }
}
