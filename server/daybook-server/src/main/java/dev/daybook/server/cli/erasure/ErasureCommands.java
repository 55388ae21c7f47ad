package dev.daybook.server.cli.erasure;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;

/** The commands that erase entries and prove erasures. */
public final class ErasureCommands {

    /** Erasing half a gigabyte takes about five seconds; after this time another reader must hold the file. */
    public static final Duration MAX_WAIT = Duration.ofMinutes(10);

    private ErasureCommands() {}

    /** Returns the makers of the commands by their names. */
    public static Map<String, Supplier<Object>> all() {
        Map<String, Supplier<Object>> commands = new LinkedHashMap<>();
        commands.put("forget", ForgetCommand::new);
        commands.put("verify-erasure", VerifyErasureCommand::new);
        commands.put("verify-certificate", VerifyCertificateCommand::new);
        return commands;
    }
}
