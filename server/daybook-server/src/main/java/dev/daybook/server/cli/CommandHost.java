package dev.daybook.server.cli;

import dev.daybook.LocalDaybook;
import dev.daybook.server.channel.RemoteCommand;
import dev.daybook.server.cli.options.BorrowedDaybook;
import dev.daybook.server.cli.options.EmbedderOption;
import dev.daybook.server.cli.terminal.CheckedStreams;
import dev.daybook.server.cli.terminal.CommandTerminal;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Path;

/** Runs forwarded commands in a running server, on its memory. */
record CommandHost(LocalDaybook served, Path folder, EmbedderOption embedding) implements RemoteCommand.Host {

    @Override
    public int run(RemoteCommand remoteCommand, InputStream in, OutputStream out, OutputStream err) {
        CommandTerminal terminal = new CommandTerminal(
                in,
                CheckedStreams.printing(out),
                CheckedStreams.printing(err),
                remoteCommand.interactive(),
                remoteCommand.width(),
                remoteCommand.environment(),
                Path.of(remoteCommand.directory()));
        int exit = CommandRunner.run(
                terminal,
                new BorrowedDaybook(served, folder, embedding),
                remoteCommand.arguments().toArray(String[]::new));
        terminal.out().flush();
        terminal.err().flush();
        return exit;
    }
}
