package dev.daybook.server.cli.terminal;

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
 * The terminal of a command: its streams and its environment. Answers go to {@code out}, everything else to
 * {@code err}; both are UTF-8 in every locale.
 *
 * @param interactive the streams that are a terminal, as digits: {@code 012} if all are
 * @param width columns of the terminal
 * @param directory the working directory of the command; relative paths start there
 */
public record CommandTerminal(
        InputStream in,
        PrintStream out,
        PrintStream err,
        String interactive,
        int width,
        Map<String, String> environment,
        Path directory) {

    private static final int DEFAULT_WIDTH = 100;

    /** Minimum width of a cut line; a narrower terminal wraps lines instead. */
    private static final int MIN_WIDTH = 40;

    /** Creates a terminal of this process, in its working directory. */
    public CommandTerminal(
            InputStream in,
            PrintStream out,
            PrintStream err,
            String interactive,
            int width,
            Map<String, String> environment) {
        this(in, out, err, interactive, width, environment, Path.of(""));
    }

    /** Returns the terminal of this process. The launcher tells terminals apart, because Java 17 cannot. */
    public static CommandTerminal ofProcess() {
        String terminals = System.getProperty("daybook.terminal");
        return new CommandTerminal(
                CheckedStreams.sequential(new FileInputStream(FileDescriptor.in)),
                CheckedStreams.printing(new FileOutputStream(FileDescriptor.out)),
                CheckedStreams.printing(new FileOutputStream(FileDescriptor.err)),
                terminals == null ? (hasConsole() ? "012" : "") : terminals,
                Math.max(MIN_WIDTH, Integer.getInteger("daybook.width", DEFAULT_WIDTH)),
                System.getenv());
    }

    /** Up to Java 21 a console implies a terminal; later versions always have a console, which must be asked. */
    private static boolean hasConsole() {
        return Optional.ofNullable(System.console())
                .filter(CommandTerminal::isTerminal)
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

    /** Returns a copy with streams that are no terminal, for a command inside another. */
    public CommandTerminal redirected(PrintStream out, PrintStream err) {
        return new CommandTerminal(in, out, err, "", width, environment, directory);
    }

    /**
     * Resolves a typed path.
     *
     * @param argument the argument or option, for the message
     * @throws IllegalArgumentException if it is blank, which would mean the working directory
     */
    public Path path(String argument, Path typed) {
        if (typed.toString().isBlank()) {
            throw new IllegalArgumentException(argument + " is blank; name a file or folder");
        }
        return directory.resolve(typed);
    }

    /** Returns whether a person reads the answer. */
    public boolean outIsTerminal() {
        return interactive.indexOf('1') >= 0;
    }

    /** Returns whether a person reads the notes. */
    public boolean errIsTerminal() {
        return interactive.indexOf('2') >= 0;
    }

    /** Returns whether a person can be asked. */
    public boolean canAsk() {
        return interactive.indexOf('0') >= 0 && errIsTerminal();
    }

    /** Returns whether the answer may have colours: on a terminal, unless NO_COLOR is set. */
    public boolean colours() {
        return outIsTerminal() && variable("NO_COLOR") == null && !"dumb".equals(environment.get("TERM"));
    }

    public String bold(String text) {
        return colours() ? "\u001b[1m" + text + "\u001b[0m" : text;
    }

    public String dim(String text) {
        return colours() ? "\u001b[2m" + text + "\u001b[0m" : text;
    }

    /** Prints a note for a person to stderr. */
    public void note(String text) {
        err.println(text);
    }

    /** Returns an environment variable; null also for an empty one, the usual way to unset it for one command. */
    @Nullable
    public String variable(String name) {
        String value = environment.get(name);
        return value == null || value.isEmpty() ? null : value;
    }

    /** Reads all input as UTF-8, without its final line break. */
    public String readAll() {
        String text = CheckedStreams.text(in);
        if (text.endsWith("\n")) {
            text = text.substring(0, text.length() - (text.endsWith("\r\n") ? 2 : 1));
        }
        return text;
    }

    /** Asks for confirmation; only if a person can be asked. */
    public boolean confirmed() {
        err.print("Type yes to go on: ");
        err.flush();
        return readLine().equals("yes");
    }

    /** Reads the next line; empty at the end of the input. */
    public String readLine() {
        StringBuilder line = new StringBuilder();
        for (int next = CheckedStreams.next(in); next >= 0 && next != '\n'; next = CheckedStreams.next(in)) {
            line.append((char) next);
        }
        return line.toString().strip();
    }
}
