package dev.daybook.server.cli.options;

import dev.daybook.server.cli.terminal.CommandTerminal;
import dev.daybook.spi.MasterKey;
import dev.daybook.spi.MasterKeys;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Reads the master keys of a store from the environment: 32 bytes as base64 in a variable, in the file that
 * {@code …_FILE} names, or printed by the command in {@code …_COMMAND}. Messages never repeat a key.
 */
public final class MasterKeyVariables {

    private static final int MAX_BYTES = 1024;
    private static final long MAX_SECONDS = 30;

    private final CommandTerminal terminal;

    private MasterKeyVariables(CommandTerminal terminal) {
        this.terminal = terminal;
    }

    /**
     * Returns the master keys, {@link MasterKeys#NONE} if no variable is set.
     *
     * @throws IllegalArgumentException if a variable, its file or its command gives no key, or two are set for one key
     */
    public static MasterKeys of(CommandTerminal terminal) {
        MasterKeyVariables variables = new MasterKeyVariables(terminal);
        MasterKey current = variables.key("DAYBOOK_MASTER_KEY");
        MasterKey previous = variables.key("DAYBOOK_PREVIOUS_MASTER_KEY");
        MasterKey backup = variables.key("DAYBOOK_BACKUP_KEY");
        if (current == null && previous != null) {
            throw new IllegalArgumentException(
                    "DAYBOOK_PREVIOUS_MASTER_KEY is set without DAYBOOK_MASTER_KEY; set the" + " key that replaces it");
        }
        return current == null && backup == null ? MasterKeys.NONE : new MasterKeys(current, previous, backup);
    }

    private @Nullable MasterKey key(String name) {
        List<String> set = List.of(name, name + "_FILE", name + "_COMMAND").stream()
                // Set to nothing by mistake, it must not open a new folder without a master key.
                .filter(terminal.environment()::containsKey)
                .toList();
        if (set.isEmpty()) {
            return null;
        }
        if (set.size() > 1) {
            throw new IllegalArgumentException(String.join(" and ", set) + " are set; set one of them");
        }
        String variable = set.get(0);
        String value = String.valueOf(terminal.environment().get(variable));
        String text = variable.endsWith("_FILE")
                ? inFile(variable, terminal.path(variable, Path.of(value)))
                : variable.endsWith("_COMMAND") ? printed(variable, value) : value;
        try {
            return MasterKey.of(Base64.getDecoder().decode(text.strip()));
        } catch (IllegalArgumentException e) {
            // Without the cause, whose message may repeat a part of the key.
            throw new IllegalArgumentException(variable + " gives no master key; give 32 random bytes as base64, as"
                    + " 'openssl rand -base64 32' prints them");
        }
    }

    private static String inFile(String variable, Path file) {
        try (InputStream in = Files.newInputStream(file)) {
            return new String(in.readNBytes(MAX_BYTES), StandardCharsets.US_ASCII);
        } catch (IOException unreadable) {
            throw new IllegalArgumentException(
                    variable + " names " + file + ", which cannot be read; correct the name or its permissions");
        }
    }

    /** The key passes through a pipe, never through a file. */
    private static String printed(String variable, String command) {
        boolean windows = System.getProperty("os.name").toLowerCase(Locale.ROOT).startsWith("windows");
        List<String> words = windows ? List.of("cmd", "/c", command) : List.of("sh", "-c", command);
        try {
            Process process = new ProcessBuilder(words)
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            try (InputStream output = process.getInputStream()) {
                process.getOutputStream().close();
                if (!process.waitFor(MAX_SECONDS, TimeUnit.SECONDS)) {
                    throw new IllegalArgumentException(variable + " names a command that did not end within "
                            + MAX_SECONDS + " seconds, or printed more than a key; correct it");
                }
                if (process.exitValue() != 0) {
                    throw new IllegalArgumentException(variable + " names a command that failed with exit code "
                            + process.exitValue() + "; correct it");
                }
                // Not to the end: a process that the command leaves behind could hold it open.
                return new String(
                        output.readNBytes(Math.min(output.available(), MAX_BYTES)), StandardCharsets.US_ASCII);
            } finally {
                process.descendants().forEach(ProcessHandle::destroyForcibly);
                process.destroyForcibly();
            }
        } catch (IOException e) {
            throw new IllegalArgumentException(variable + " names a command that cannot be run; correct it");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("the wait for the command of " + variable + " was interrupted", e);
        }
    }
}
