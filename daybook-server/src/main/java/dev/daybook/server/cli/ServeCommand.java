package dev.daybook.server.cli;

import dev.daybook.Daybook;
import dev.daybook.server.door.Door;
import dev.daybook.server.http.Events;
import dev.daybook.server.http.HttpServer;
import dev.daybook.server.http.ServeOptions;
import dev.daybook.server.keys.Keys;
import dev.daybook.server.logs.Logs;
import dev.daybook.server.work.BankRounds;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

@Command(
        name = "serve",
        header = "Serves the memory over HTTP, until it is stopped.",
        description = {
            "Every call needs a key, see 'daybook key'; with --open, on a loopback address only, none does. While it"
                    + " runs, the other commands on the same folder talk to it."
        },
        sortOptions = false)
final class ServeCommand implements Callable<Integer> {

    @ParentCommand
    private DaybookCommand daybook;

    @Option(names = "--host", paramLabel = "ADDRESS", description = "The address to listen on (default 127.0.0.1).")
    private String host = ServeOptions.DEFAULT_HOST;

    @Option(names = "--port", paramLabel = "N", description = "The port (default 7411); 0: a free one.")
    private int port = ServeOptions.DEFAULT_PORT;

    @Option(names = "--open", description = "Want no key. On a loopback address only.")
    private boolean open;

    @Option(names = "--host-name", paramLabel = "NAME", description = "A further name by which clients may call it.")
    private List<String> hosts = List.of();

    @Option(names = "--origin", paramLabel = "ORIGIN", description = "A web origin whose pages may call it.")
    private List<String> origins = List.of();

    @Option(
            names = "--rate",
            paramLabel = "N",
            description = "How many calls a second each key may make (default: any number).")
    private int rate;

    @Option(names = "--agent-blocks", description = "Let MCP clients make pinned blocks, at most 20.")
    private boolean agentBlocks;

    @Override
    @SuppressWarnings("try") // the banks and the door work by being there
    public Integer call() throws InterruptedException {
        ServeOptions options =
                new ServeOptions(host, port, open, hosts, origins, ServeOptions.DEFAULT_MAX_BODY, rate, agentBlocks);
        Path folder = daybook.folder();
        Logs.writeTo(daybook.terminal.err());
        Events events = new Events();
        CountDownLatch stop = new CountDownLatch(1);
        CountDownLatch stopped = new CountDownLatch(1);
        try (Daybook served = daybook.openToServe(events)) {
            Keys keys = new Keys(folder, Clock.systemUTC());
            try (BankRounds rounds = new BankRounds(served, BankRounds.PAUSE);
                    HttpServer server = new HttpServer(served, keys, events, options, folder);
                    Door door = new Door(folder, new Visitors(served, folder, daybook.embedding()))) {
                Runtime.getRuntime().addShutdownHook(new Thread(() -> end(stop, stopped), "daybook-stop"));
                tell(server, keys);
                stop.await();
            }
        } finally {
            stopped.countDown();
        }
        return Exit.DONE;
    }

    private void tell(HttpServer server, Keys keys) {
        Terminal terminal = daybook.terminal;
        terminal.note("Daybook serves on http://" + host + ":" + server.port() + (open ? ", open to this machine" : "")
                + ". Stop it with Ctrl-C.");
        if (!open && keys.all().isEmpty()) {
            terminal.note("There is no key yet, so no call will be answered: make one with 'daybook key create'.");
        }
        terminal.err().flush();
    }

    /** Runs when the process is told to end; it must not be over before all that was admitted is done and written. */
    private static void end(CountDownLatch stop, CountDownLatch stopped) {
        stop.countDown();
        try {
            stopped.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
