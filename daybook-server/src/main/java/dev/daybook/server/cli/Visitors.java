package dev.daybook.server.cli;

import dev.daybook.Daybook;
import dev.daybook.server.door.Visit;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Path;

/** Runs forwarded commands in a running server, on its memory. */
record Visitors(Daybook served, Path folder, Embedding embedding) implements Visit.Host {

    @Override
    public int run(Visit visit, InputStream in, OutputStream out, OutputStream err) {
        Terminal terminal = new Terminal(
                in,
                Streams.printing(out),
                Streams.printing(err),
                visit.interactive(),
                visit.width(),
                visit.environment(),
                Path.of(visit.directory()));
        int exit = Cli.run(
                terminal, new Lent(served, folder, embedding), visit.arguments().toArray(String[]::new));
        terminal.out().flush();
        terminal.err().flush();
        return exit;
    }
}
