package dev.daybook.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The file calls of a Java process, recorded and made to fail by a library that the process loads first: SQLite writes from
 * native code, which Java cannot see. The library is compiled from {@code src/test/c} with the system's C compiler.
 *
 * <p>{@code -Ddaybook.file-calls=required} makes a missing compiler a failure; otherwise the tests are skipped.
 */
final class FileCalls {

    /** The error that stands for a write of only half of the bytes. */
    static final int SHORT_WRITE = 0;

    static final int EIO = 5;
    static final int EMFILE = 24;
    static final int ENOSPC = 28;

    private static final boolean REQUIRED = "required".equals(System.getProperty("daybook.file-calls"));

    private static final String CONTROL = "FILE_CALLS_CONTROL";
    private static final int CONTROL_BYTES = 4096;
    private static final int TRACING = 0;
    private static final int KINDS = 8;
    private static final int ERROR = 16;
    private static final int SKIP = 24;
    private static final int TIMES = 32;
    private static final int FIRED = 40;

    private final ByteBuffer control;

    private FileCalls(ByteBuffer control) {
        this.control = control;
    }

    /** Returns the control of this process, which was started by {@link #start}. */
    static FileCalls ofThisProcess() throws IOException {
        Path file = Path.of(Objects.requireNonNull(System.getenv(CONTROL), CONTROL));
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            return new FileCalls(channel.map(FileChannel.MapMode.READ_WRITE, 0, CONTROL_BYTES)
                    .order(ByteOrder.nativeOrder()));
        }
    }

    /** Lets calls of a kind fail with an error number, after some that succeed; negative times are for ever. */
    void fail(FileCall.Kind kind, int error, long skip, long times) {
        control.putLong(ERROR, error);
        control.putLong(SKIP, skip);
        control.putLong(TIMES, times);
        control.putLong(FIRED, 0);
        control.putLong(KINDS, 1L << kind.ordinal());
    }

    /** Lets no call fail any more; returns the number of those that failed. */
    long heal() {
        control.putLong(KINDS, 0);
        return control.getLong(FIRED);
    }

    /**
     * Starts a program of the test classes with the library.
     *
     * @param folder the files in it are recorded; it exists
     * @param work a folder beside it, for the library and the trace
     */
    static Process start(Class<?> program, Path folder, Path work, boolean tracing, String... arguments)
            throws IOException, InterruptedException {
        Path library = compile(work);
        ByteBuffer page = ByteBuffer.allocate(CONTROL_BYTES).order(ByteOrder.nativeOrder());
        Files.write(
                work.resolve("control"), page.putLong(TRACING, tracing ? 1 : 0).array());
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                classPath(),
                program.getName()));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT);
        builder.environment().put("LD_PRELOAD", library.toString());
        builder.environment().put("FILE_CALLS_FOLDER", folder.toRealPath().toString());
        builder.environment().put(CONTROL, work.resolve("control").toString());
        builder.environment().put("FILE_CALLS_TRACE", trace(work).toString());
        return builder.start();
    }

    static Path trace(Path work) {
        return work.resolve("trace");
    }

    /** Skips the test on a system without the means, unless they are required. */
    static void assumePossible() {
        boolean possible = System.getProperty("os.name").equals("Linux") && hasCompiler();
        assertThat(possible || !REQUIRED)
                .as("daybook.file-calls is required, and there is no C compiler (cc) or no Linux")
                .isTrue();
        assumeTrue(possible);
    }

    /** Creates a temporary folder in memory, where the system has a place for it. */
    static Path inMemory() throws IOException {
        Path memory = Path.of("/dev/shm");
        return Files.isWritable(memory)
                ? Files.createTempDirectory(memory, "daybook")
                : Files.createTempDirectory("daybook");
    }

    private static boolean hasCompiler() {
        return Stream.of(System.getenv("PATH").split(":"))
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, "cc")));
    }

    private static Path compile(Path work) throws IOException, InterruptedException {
        Path library = work.resolve("file-calls.so");
        if (Files.exists(library)) {
            return library;
        }
        Process compiler = new ProcessBuilder(
                        "cc",
                        "-shared",
                        "-fPIC",
                        "-O1",
                        "-Wall",
                        "-Werror",
                        "-o",
                        library.toString(),
                        module().resolve("src/test/c/file-calls.c").toString(),
                        "-ldl",
                        "-lpthread")
                .redirectErrorStream(true)
                .start();
        String output = new String(compiler.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(compiler.waitFor()).as(output).isZero();
        return library;
    }

    private static Path module() {
        return Path.of(System.getProperty("basedir", ".")).toAbsolutePath();
    }

    private static String classPath() {
        // Surefire patches the tests into the module, so their classes are on neither path.
        return Stream.of(
                        module().resolve("target/test-classes").toString(),
                        System.getProperty("java.class.path"),
                        System.getProperty("jdk.module.path"))
                .filter(Objects::nonNull)
                .collect(Collectors.joining(System.getProperty("path.separator")));
    }
}
