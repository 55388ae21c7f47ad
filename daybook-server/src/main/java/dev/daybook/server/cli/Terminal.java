package dev.daybook.server.cli;

import java.io.Console;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a command talks to: its streams, which of them are a person's terminal, and the environment. Answers go to
 * {@code out}, all else to {@code err}; both are UTF-8 whatever the locale.
 *
 * @param interactive which of the streams are a terminal, as digits: {@code 012} if all are
 * @param width columns of the terminal
 * @param directory where the command was typed; relative paths are meant from there
 */
record Terminal(
        InputStream in,
        PrintStream out,
        PrintStream err,
        String interactive,
        int width,
        Map<String, String> environment,
        Path directory) {

    private static final int DEFAULT_WIDTH = 100;

    /** Below this nothing can be shown in a line, so the terminal wraps instead. */
    private static final int SMALLEST_WIDTH = 40;

    /** A terminal of this process, in the directory in which it runs. */
    Terminal(
            InputStream in,
            PrintStream out,
            PrintStream err,
            String interactive,
            int width,
            Map<String, String> environment) {
        this(in, out, err, interactive, width, environment, Path.of(""));
    }

    /** The terminal of this process. The launcher says which streams are terminals: Java 17 cannot tell them apart. */
    static Terminal ofProcess() {
        String told = System.getProperty("daybook.terminal");
        return new Terminal(
                Streams.sequential(new FileInputStream(FileDescriptor.in)),
                Streams.printing(new FileOutputStream(FileDescriptor.out)),
                Streams.printing(new FileOutputStream(FileDescriptor.err)),
                told == null ? (hasConsole() ? "012" : "") : told,
                Math.max(SMALLEST_WIDTH, Integer.getInteger("daybook.width", DEFAULT_WIDTH)),
                System.getenv());
    }

    /** Up to Java 21 there is a console only if it is a terminal; later there can always be one, and it is asked. */
    private static boolean hasConsole() {
        return Optional.ofNullable(System.console())
                .filter(Terminal::isTerminal)
                .isPresent();
    }

    private static boolean isTerminal(Console console) {
        try {
            return (boolean) Console.class.getMethod("isTerminal").invoke(console);
        } catch (NoSuchMethodException upTo21) {
            return true;
        } catch (ReflectiveOperationException e) {
            return false;
        }
    }

    /** The same, with other streams that are no terminal: for a command that runs inside another. */
    Terminal redirected(PrintStream out, PrintStream err) {
        return new Terminal(in, out, err, "", width, environment, directory);
    }

    /** A path that was typed. */
    Path path(Path typed) {
        return directory.resolve(typed);
    }

    /** Whether a person reads the answer. */
    boolean outIsTerminal() {
        return interactive.indexOf('1') >= 0;
    }

    /** Whether a person reads the notes. */
    boolean errIsTerminal() {
        return interactive.indexOf('2') >= 0;
    }

    /** Whether a person can be asked. */
    boolean canAsk() {
        return interactive.indexOf('0') >= 0 && errIsTerminal();
    }

    /** Whether the answer may have colours: on a terminal, unless NO_COLOR is set to anything. */
    boolean colours() {
        return outIsTerminal() && variable("NO_COLOR") == null && !"dumb".equals(environment.get("TERM"));
    }

    String bold(String text) {
        return colours() ? "\u001b[1m" + text + "\u001b[0m" : text;
    }

    String dim(String text) {
        return colours() ? "\u001b[2m" + text + "\u001b[0m" : text;
    }

    /** A note for the person, on stderr. */
    void note(String text) {
        err.println(text);
    }

    /** An environment variable; null also if it is empty, which is how shells unset one for a command. */
    @Nullable
    String variable(String name) {
        String value = environment.get(name);
        return value == null || value.isEmpty() ? null : value;
    }

    /** Everything that comes in, as UTF-8, without the line break at its end. */
    String readAll() {
        String text = Streams.text(in);
        if (text.endsWith("\n")) {
            text = text.substring(0, text.length() - (text.endsWith("\r\n") ? 2 : 1));
        }
        return text;
    }

    /** Asks the person to go on. Only where somebody can be asked. */
    boolean confirmed() {
        err.print("Type yes to go on: ");
        err.flush();
        return readLine().equals("yes");
    }

    /** The next line that comes in; empty at the end. */
    String readLine() {
        StringBuilder line = new StringBuilder();
        for (int next = Streams.next(in); next >= 0 && next != '\n'; next = Streams.next(in)) {
            line.append((char) next);
        }
        return line.toString().strip();
    }
}
