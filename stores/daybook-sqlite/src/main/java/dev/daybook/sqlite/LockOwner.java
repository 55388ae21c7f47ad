package dev.daybook.sqlite;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The process that holds a folder.
 *
 * @param pid 0 if unknown
 * @param started the start time of the process; {@link Instant#EPOCH} if unknown
 * @param program its main class or command without arguments, which may contain text to remember
 */
record LockOwner(long pid, Instant started, String program) {

    static final int MAX_BYTES = 1_000;

    private static final int MAX_PROGRAM = 80;
    private static final Pattern CONTROL = Pattern.compile("\\p{Cntrl}");

    /** The fields of /proc/PID/stat, counted from the state. */
    private static final int STATE = 0;

    private static final int THREADS = 17;

    private static final LockOwner UNKNOWN = new LockOwner(0, Instant.EPOCH, "");

    /** Process ids are reused, and systems measure start times in ticks of up to a second. */
    private static final Duration SAME_START = Duration.ofSeconds(2);

    static LockOwner thisProcess() {
        ProcessHandle process = ProcessHandle.current();
        String command = System.getProperty("sun.java.command", "java").split(" ", 2)[0];
        return new LockOwner(process.pid(), started(process).orElse(Instant.EPOCH), shortened(command));
    }

    private static String shortened(String command) {
        String printable = CONTROL.matcher(command).replaceAll("?");
        return printable.length() <= MAX_PROGRAM ? printable : printable.substring(printable.length() - MAX_PROGRAM);
    }

    private static Optional<Instant> started(ProcessHandle process) {
        return process.info().startInstant();
    }

    String text() {
        return pid + "\n" + started + "\n" + program + "\n";
    }

    static LockOwner parse(String text) {
        String[] lines = text.split("\n");
        if (lines.length != 3) {
            return UNKNOWN;
        }
        try {
            return new LockOwner(Long.parseLong(lines[0]), Instant.parse(lines[1]), lines[2]);
        } catch (NumberFormatException | DateTimeParseException e) {
            return UNKNOWN;
        }
    }

    /** A process that was killed has its id and start time until its parent has waited for it, and does not live. */
    boolean isAnotherLivingProcess() {
        return pid != 0
                && pid != ProcessHandle.current().pid()
                && !isZombie()
                && ProcessHandle.of(pid)
                        .filter(ProcessHandle::isAlive)
                        .flatMap(LockOwner::started)
                        .filter(start -> Duration.between(start, started).abs().compareTo(SAME_START) <= 0)
                        .isPresent();
    }

    /** Returns whether the process has ended and its parent has not waited for it yet; always false without /proc. */
    private boolean isZombie() {
        try {
            String stat = Files.readString(Path.of("/proc", String.valueOf(pid), "stat"), StandardCharsets.ISO_8859_1);
            // The name before the last bracket may contain anything. See proc_pid_stat(5).
            String[] fields = stat.substring(stat.lastIndexOf(')') + 1).strip().split(" ");
            // The first thread of a process may end before the others, which hold its files.
            return fields[STATE].equals("Z") && Integer.parseInt(fields[THREADS]) <= 1;
        } catch (IOException | ArrayIndexOutOfBoundsException | NumberFormatException notLinux) {
            return false;
        }
    }

    boolean isKnown() {
        return pid != 0;
    }

    String sentence() {
        return pid == 0
                ? "another process that is just opening it"
                : "process " + pid + " (" + program + ", running since " + started + ")";
    }
}
