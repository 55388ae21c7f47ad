package dev.daybook.bench.quality;

import dev.daybook.bench.quality.data.NotThere;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiFunction;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/** {@code ./daybook eval} and {@code ./daybook grounding}, by the first argument: the answer goes to stdout, progress and problems to stderr. */
public final class EvalMain {

    public static final int DONE = 0;
    static final int FAILED = 1;
    static final int WRONG_USAGE = 2;
    static final int NOT_FOUND = 4;

    private EvalMain() {}

    public static void main(String[] arguments) {
        PrintStream out = utf8(FileDescriptor.out);
        PrintStream err = utf8(FileDescriptor.err);
        boolean isGrounding = arguments.length > 0 && arguments[0].equals("grounding");
        Object command = isGrounding ? new GroundingCommand(out) : new EvalCommand(out, err);
        int exit =
                run(command, out, err, Arrays.copyOfRange(arguments, Math.min(1, arguments.length), arguments.length));
        System.exit(exit);
    }

    /**
     * Runs a command of this module with the streams of the process, and ends the process with its exit code.
     *
     * @param command creates the command with the streams of answers and of errors
     */
    public static void exit(BiFunction<PrintStream, PrintStream, Object> command, String... arguments) {
        PrintStream out = utf8(FileDescriptor.out);
        System.exit(run(command.apply(out, System.err), out, System.err, arguments));
    }

    /** Runs a command of this module and returns its exit code. */
    public static int run(Object command, PrintStream out, PrintStream err, String... arguments) {
        boolean json = List.of(arguments).contains("--json");
        CommandLine program = new CommandLine(command);
        program.getCommandSpec()
                .addOption(OptionSpec.builder("-h", "--help")
                        .usageHelp(true)
                        .description("Show this help.")
                        .build());
        int exit = program.setExpandAtFiles(false)
                .setOut(new PrintWriter(out, true, StandardCharsets.UTF_8))
                .setErr(new PrintWriter(err, true, StandardCharsets.UTF_8))
                .setUsageHelpWidth(100)
                .setParameterExceptionHandler((e, given) -> {
                    tell(err, json, WRONG_USAGE, firstLine(e));
                    if (!json) {
                        err.println("Try '" + e.getCommandLine().getCommandName() + " --help'.");
                    }
                    return WRONG_USAGE;
                })
                .setExecutionExceptionHandler((e, line, parsed) -> {
                    int code = exitOf(e);
                    tell(err, json, code, e.getMessage() == null ? e.toString() : e.getMessage());
                    if (System.getenv("DAYBOOK_DEBUG") != null) {
                        e.printStackTrace(err);
                    }
                    return code;
                })
                .execute(arguments);
        err.flush();
        out.flush();
        if (exit == DONE && out.checkError()) {
            tell(err, json, FAILED, "cannot write the answer; is the disk full?");
            return FAILED;
        }
        return exit;
    }

    private static int exitOf(Exception failure) {
        if (failure instanceof NotThere) {
            return NOT_FOUND;
        }
        return failure instanceof IllegalArgumentException ? WRONG_USAGE : FAILED;
    }

    private static void tell(PrintStream err, boolean json, int exit, String detail) {
        err.println(json ? EvalProblem.of(exit, detail).json() : "daybook: " + detail);
    }

    private static String firstLine(Exception failure) {
        return String.valueOf(failure.getMessage()).lines().findFirst().orElse("wrong usage");
    }

    private static PrintStream utf8(FileDescriptor descriptor) {
        return new PrintStream(new FileOutputStream(descriptor), false, StandardCharsets.UTF_8);
    }
}
