package dev.daybook.server.cli;

import dev.daybook.LocalDaybook;
import dev.daybook.server.admission.AdmissionControl;
import dev.daybook.server.channel.CommandChannel;
import dev.daybook.server.cli.options.DaybookCommand;
import dev.daybook.server.cli.terminal.CommandTerminal;
import dev.daybook.server.cli.terminal.ExitCode;
import dev.daybook.server.config.ProxySettings;
import dev.daybook.server.http.EventStream;
import dev.daybook.server.http.HttpServer;
import dev.daybook.server.http.ServeOptions;
import dev.daybook.server.keys.ApiKeys;
import dev.daybook.server.logs.LogSetup;
import dev.daybook.server.mcp.AgentOptions;
import dev.daybook.server.telemetry.ServerTelemetry;
import dev.daybook.server.telemetry.TraceExport;
import dev.daybook.server.work.BankRounds;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

@Command(
        name = "serve",
        header = "Serves the memory over HTTP until the process is stopped.",
        description = {
            "Every call needs a key, see 'daybook key'; --open, on a loopback address only, serves without keys. While"
                    + " it runs, other commands on the same folder are forwarded to it.",
            "With DAYBOOK_PROXY_UPSTREAM it is a proxy with memory for clients of OpenAI; see docs/proxy.md.",
            "With DAYBOOK_MODEL_URL and DAYBOOK_MODEL_NAME a language model derives facts, notes and summaries in the"
                    + " background; see docs/models.md.",
            "With OTEL_EXPORTER_OTLP_ENDPOINT it sends traces; see docs/observability.md."
        },
        sortOptions = false)
final class ServeCommand implements Callable<Integer> {

    @ParentCommand
    private DaybookCommand root;

    @Option(names = "--host", paramLabel = "ADDRESS", description = "Address to listen on (default 127.0.0.1).")
    private String host = ServeOptions.DEFAULT_HOST;

    @Option(names = "--port", paramLabel = "N", description = "Port (default 7411); 0: a free port.")
    private int port = ServeOptions.DEFAULT_PORT;

    @Option(names = "--open", description = "Serve without authentication, on a loopback address only.")
    private boolean open;

    @Option(
            names = "--host-name",
            paramLabel = "NAME",
            description = "Another host name in the allow-list of the Host header.")
    private List<String> hosts = List.of();

    @Option(
            names = "--origin",
            paramLabel = "ORIGIN",
            description = "Web origin whose pages may call the server (CORS).")
    private List<String> origins = List.of();

    @Option(
            names = "--rate",
            paramLabel = "N",
            description = "Rate limit: calls a second for each key (default: unlimited).")
    private int rate;

    @Option(names = "--agent-blocks", description = "Let MCP clients create pinned blocks, at most 20.")
    private boolean agentBlocks;

    @Option(
            names = "--memory-files",
            description = "Give MCP clients the six tools of memory files, the commands of Anthropic's memory tool.")
    private boolean memoryFiles;

    @Option(
            names = "--mem0",
            description = "Serve the REST interface of mem0 below /mem0, for programs with a client of mem0.")
    private boolean mem0;

    @Option(names = "--no-page", description = "Serve no memory explorer.")
    private boolean noPage;

    @Override
    @SuppressWarnings("try") // the bank rounds and the channel run on other threads
    public Integer call() throws InterruptedException {
        AgentOptions agents = new AgentOptions(agentBlocks, memoryFiles);
        Path folder = root.options().folder();
        ProxySettings proxy =
                ProxySettings.read(folder, root.terminal().environment()).orElse(null);
        ServeOptions options = new ServeOptions(
                host, port, open, hosts, origins, ServeOptions.DEFAULT_MAX_BODY, rate, agents, !noPage, mem0, proxy);
        LogSetup.writeTo(root.terminal().err());
        EventStream events = new EventStream();
        CountDownLatch stop = new CountDownLatch(1);
        CountDownLatch stopped = new CountDownLatch(1);
        try (ServerTelemetry telemetry = telemetry();
                LocalDaybook served = root.opener().openToServe(events, telemetry.observer())) {
            ApiKeys keys = new ApiKeys(folder, Clock.systemUTC());
            try (BankRounds rounds = new BankRounds(served, BankRounds.PAUSE);
                    HttpServer server = new HttpServer(served, keys, events, telemetry, options, folder);
                    CommandChannel commandChannel = openChannel(served, folder)) {
                Runtime.getRuntime().addShutdownHook(new Thread(() -> end(stop, stopped), "daybook-stop"));
                tell(options.url(server.port()), keys, proxy);
                stop.await();
            }
        } finally {
            stopped.countDown();
        }
        return ExitCode.DONE;
    }

    private ServerTelemetry telemetry() {
        try {
            return TraceExport.of(System.getenv());
        } catch (IllegalArgumentException refused) {
            throw root.options().wrongUsage(String.valueOf(refused.getMessage()));
        }
    }

    /** Opens the channel for other commands, which cannot open the folder meanwhile; a server needs none. */
    private @Nullable CommandChannel openChannel(LocalDaybook served, Path folder) {
        return root.options().isOnServer()
                ? null
                : new CommandChannel(
                        folder, new CommandHost(served, folder, root.options().embedding()));
    }

    private void tell(String url, ApiKeys keys, @Nullable ProxySettings proxy) {
        CommandTerminal terminal = root.terminal();
        terminal.note("Daybook serves on " + url + (open ? ", without authentication" : "") + ". Stop it with Ctrl-C.");
        if (!noPage) {
            terminal.note("The memory explorer is the page " + url + "/" + (open ? "." : "; it asks for a key."));
        }
        if (proxy != null) {
            terminal.note("Clients of OpenAI get memory at " + url + AdmissionControl.PROXY + ", for the models of "
                    + proxy.upstream().getHost() + ".");
        }
        LeastHeap.warning(Runtime.getRuntime().maxMemory()).ifPresent(terminal::note);
        if (!open && keys.all().isEmpty()) {
            terminal.note("There is no key yet, so every call is refused: create one with 'daybook key create'.");
        }
        terminal.err().flush();
    }

    /** Ends the server on a signal; the process must not end before all admitted calls are done and written. */
    private static void end(CountDownLatch stop, CountDownLatch stopped) {
        stop.countDown();
        try {
            stopped.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
