package dev.daybook.bench.speed;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;

/** The machine and the versions of a measurement. */
public final class MeasurementSetup {

    private static final long MEBIBYTE = 1 << 20;

    private MeasurementSetup() {}

    public static void print(PrintStream out, String label) {
        Runtime runtime = Runtime.getRuntime();
        out.println("# " + label);
        out.println("# commit " + System.getProperty("commit", "unknown") + ", " + LocalDate.now(ZoneOffset.UTC));
        out.println("# " + machine());
        out.println("# Java " + System.getProperty("java.version") + " (" + System.getProperty("java.vendor")
                + "), heap " + runtime.maxMemory() / MEBIBYTE + " MiB");
    }

    /** Returns the operating system and the processors. */
    public static String machine() {
        return System.getProperty("os.name") + " " + System.getProperty("os.arch") + ", " + processor() + ", "
                + Runtime.getRuntime().availableProcessors() + " processors";
    }

    private static String processor() {
        try {
            return Files.readAllLines(Path.of("/proc/cpuinfo")).stream()
                    .filter(line -> line.startsWith("model name"))
                    .map(line -> line.substring(line.indexOf(':') + 1).strip())
                    .findFirst()
                    .orElse("unknown processor");
        } catch (IOException e) {
            return "unknown processor";
        }
    }
}
