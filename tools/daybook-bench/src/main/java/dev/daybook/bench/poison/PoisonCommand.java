package dev.daybook.bench.poison;

import dev.daybook.bench.quality.EmbedderChoice;
import dev.daybook.bench.quality.EvalEmbedderOption;
import dev.daybook.bench.quality.EvalMain;
import dev.daybook.query.SpaceSettings.LowTrust;
import dev.daybook.spi.Embedder;
import dev.daybook.spi.EmbedderProvider;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The scoreboard as a program: {@code tools/daybook-bench/quality/poison.sh}. */
@Command(
        name = "poison.sh",
        header = "Measures what of a poisoned memory comes back, and whether it passes for the user's words.",
        description = {
            "50 texts after published attacks, planted by 5 origins and 3 plans beside the words of a user: the part of"
                    + " the first five places that poison takes, the part that is shown as trusted, and the recall of"
                    + " the user's answers with and without it.",
            "Without the address of a server: the library, and beside it BM25, vectors, and both."
        },
        sortOptions = false)
public final class PoisonCommand implements Callable<Integer> {

    private final PrintStream out;
    private final PrintStream err;

    @Option(names = "--url", paramLabel = "URL", description = "A running server, such as http://127.0.0.1:7411.")
    private @Nullable URI url;

    @Option(
            names = "--key",
            paramLabel = "KEY",
            description = "With --url: a key with the rights read, write and admin.")
    private String key = "";

    @Option(
            names = "--crawler-key",
            paramLabel = "KEY",
            description = "With --url: a key made with '--rights write --trust tool'.")
    private String crawlerKey = "";

    @Option(
            names = "--mcp",
            paramLabel = "URL",
            description = "A running MCP server, such as http://127.0.0.1:7411/mcp.")
    private @Nullable URI mcp;

    @Option(
            names = "--tools",
            paramLabel = "FILE",
            description =
                    "With --mcp: the names of its tools and their fields, as in tools/daybook-bench/quality/tools.")
    private @Nullable Path tools;

    @Option(
            names = "--user-keys",
            paramLabel = "FILE",
            description =
                    "With --mcp: lines of a user and a key, for a server whose key decides on the memory. A third word is the"
                            + " key of a program that sends the user's words; the agent then sends the poison only.")
    private @Nullable Path userKeys;

    @Option(
            names = "--chroma",
            paramLabel = "URL",
            description = "A running Chroma server: its vectors alone, and with BM25.")
    private @Nullable URI chroma;

    @Mixin
    private final EvalEmbedderOption embedder = new EvalEmbedderOption();

    PoisonCommand(PrintStream out, PrintStream err) {
        this.out = out;
        this.err = err;
    }

    public static void main(String[] arguments) {
        EvalMain.exit(PoisonCommand::new, arguments);
    }

    @Override
    public Integer call() {
        PoisonScoreboard scoreboard = new PoisonScoreboard(err::println);
        for (Supplier<AttackedMemory> open : memories()) {
            try (AttackedMemory memory = open.get()) {
                scoreboard.attack(memory);
            }
        }
        out.print(scoreboard);
        return 0;
    }

    private List<Supplier<AttackedMemory>> memories() {
        List<Supplier<AttackedMemory>> running = running();
        if (!running.isEmpty()) {
            return running;
        }
        EmbedderChoice choice = embedder.choice();
        List<Supplier<AttackedMemory>> memories = new ArrayList<>();
        // Marked texts keep their places, so their figures are those of shown ones.
        for (LowTrust lowTrust : List.of(LowTrust.SHOW, LowTrust.LEAVE_OUT)) {
            memories.add(() -> LibraryMemory.daybook(choice, lowTrust));
        }
        memories.add(() -> LibraryMemory.oneAgent(choice));
        memories.add(LibraryMemory::words);
        if (choice != EmbedderChoice.NONE) {
            memories.add(() -> LibraryMemory.vectors(choice));
            memories.add(() -> LibraryMemory.fused(choice));
        }
        return memories;
    }

    /** Returns the memories of running servers. */
    private List<Supplier<AttackedMemory>> running() {
        List<Supplier<AttackedMemory>> memories = new ArrayList<>();
        URI rest = url;
        if (rest != null) {
            memories.add(() -> new RestMemory(rest, new RestMemory.Keys(key, crawlerKey)));
        }
        URI server = mcp;
        Path names = tools;
        if (server != null) {
            if (names == null) {
                throw new IllegalArgumentException("--mcp is given without --tools; name the file of its tools");
            }
            Map<String, ToolMemory.UserKeys> keys = keysOfUsers();
            ToolMemory.UserKeys other = new ToolMemory.UserKeys(key, key);
            memories.add(() -> new ToolMemory(server, ToolMapping.read(names), user -> keys.getOrDefault(user, other)));
        }
        URI vectors = chroma;
        if (vectors != null) {
            Embedder same = ServiceLoader.load(EmbedderProvider.class)
                    .findFirst()
                    .orElseThrow(() -> new IllegalArgumentException(
                            "--chroma needs the bundled embedder; add daybook-embeddings to the class path"))
                    .embedder();
            memories.add(() -> new ChromaRecipe(vectors, same, false));
            memories.add(() -> new ChromaRecipe(vectors, same, true));
        }
        return memories;
    }

    private Map<String, ToolMemory.UserKeys> keysOfUsers() {
        if (userKeys == null) {
            return Map.of();
        }
        try (Stream<String> lines = Files.lines(userKeys)) {
            return lines.map(line -> line.split(" "))
                    .collect(Collectors.toMap(
                            parts -> parts[0], parts -> new ToolMemory.UserKeys(parts[1], parts[parts.length - 1])));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + userKeys + ": " + e.getMessage(), e);
        }
    }
}
