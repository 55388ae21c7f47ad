package dev.daybook.server.cli;

import dev.daybook.LocalDaybook;
import dev.daybook.error.StoreInUseException;
import dev.daybook.model.Scope;
import dev.daybook.server.channel.RunningServer;
import dev.daybook.server.cli.options.GlobalOptions;
import dev.daybook.server.cli.terminal.CommandTerminal;
import dev.daybook.server.cli.terminal.ExitCode;
import dev.daybook.server.mcp.ClientLines;
import dev.daybook.server.mcp.ConnectionSession;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Serves one MCP client from a folder that other processes use as well: through the process that holds the folder, or by
 * holding it. When the holder ends, its clients' processes go on: the first one takes the folder over, the others connect
 * to it. The session of the client stays the same.
 */
final class FolderTakeover {

    private static final long PAUSE_MILLISECONDS = 50;

    /** A connection that lasts as long was one with a holder that understands this process. */
    private static final Duration SERVED = Duration.ofSeconds(1);

    private final McpCommand command;
    private final Scope scope;
    private final GlobalOptions options;
    private final String session;
    private final List<String> arguments;
    private boolean isWarned;

    FolderTakeover(McpCommand command, Scope scope) {
        this.command = command;
        this.scope = scope;
        this.options = command.root.options();
        String named = options.namedSession();
        this.session = named == null ? ConnectionSession.begun(Clock.systemUTC()) : named;
        this.arguments = new ArrayList<>(command.arguments());
        if (named == null) {
            arguments.addAll(List.of("--session", session));
        }
    }

    /**
     * Serves until the client ends.
     *
     * @throws StoreInUseException if another process holds the folder and lets no commands in, for longer than
     *     {@code --lock-wait}
     */
    int serve(ClientLines client) throws IOException {
        long end = System.nanoTime() + options.lockWait().toNanos();
        while (true) {
            Optional<RunningServer> holder = RunningServer.of(options.folder(), this::warn);
            RuntimeException failure;
            if (holder.isPresent()) {
                long begin = System.nanoTime();
                try {
                    return through(holder.get(), client.connect(true));
                } catch (IOException ended) {
                    failure = new UncheckedIOException(
                            "the process that holds the folder ended the connection: " + ended.getMessage(), ended);
                }
                if (System.nanoTime() - begin > SERVED.toNanos()) {
                    end = System.nanoTime() + options.lockWait().toNanos();
                }
            } else {
                try {
                    LocalDaybook daybook = command.root.opener().tryToServe(event -> {});
                    command.hold(daybook, scope, session, client.connect(false));
                    return ExitCode.DONE;
                } catch (StoreInUseException inUse) {
                    failure = inUse;
                }
            }
            if (System.nanoTime() - end >= 0) {
                throw failure;
            }
            pause(failure);
        }
    }

    /** Says once that another program, or none, answers in the place of the holder. */
    private void warn(String strange) {
        if (!isWarned) {
            command.root.output().warn(strange);
            isWarned = true;
        }
    }

    /**
     * Serves through the holder.
     *
     * @throws IOException if the holder ended before the client did
     */
    private int through(RunningServer holder, ClientLines.Connection client) throws IOException {
        CommandTerminal terminal = command.root.terminal();
        try (holder) {
            return holder.run(ForwardedCommand.remote(terminal, arguments), client.in(), client.out(), terminal.err());
        } finally {
            client.close();
        }
    }

    private static void pause(RuntimeException failure) {
        try {
            Thread.sleep(PAUSE_MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw failure;
        }
    }
}
