package dev.daybook.bench.poison;

import dev.daybook.bench.quality.EmbedderChoice;
import dev.daybook.bench.quality.EvalMain;
import dev.daybook.data.SpaceSettings.LowTrust;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The scoreboard as a program: {@code daybook-bench/quality/poison.sh}. */
@Command(
        name = "poison.sh",
        header = "Measures what of a poisoned memory comes back, and whether it passes for the user's words.",
        description = {
            "50 texts after published attacks, planted by 5 origins and 3 plans beside the words of a user: the part of"
                    + " the first five places that poison takes, the part that is shown as trusted, and the recall of"
                    + " the user's answers with and without it.",
            "Without --url: the library, and beside it BM25, vectors, and both."
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
            names = "--embedder",
            paramLabel = "NAME",
            description = "none, hash or bundled (default: bundled if its jar is there, else none).")
    private @Nullable String embedder;

    @SuppressWarnings("unused") // picocli reads it
    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Show this help.")
    private boolean help;

    PoisonCommand(PrintStream out, PrintStream err) {
        this.out = out;
        this.err = err;
    }

    public static void main(String[] arguments) {
        PrintStream out = new PrintStream(new FileOutputStream(FileDescriptor.out), false, StandardCharsets.UTF_8);
        System.exit(EvalMain.run(new PoisonCommand(out, System.err), out, System.err, arguments));
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
        URI server = url;
        if (server != null) {
            return List.of(() -> new RestMemory(server, new RestMemory.Keys(key, crawlerKey)));
        }
        EmbedderChoice choice = EmbedderChoice.of(embedder);
        List<Supplier<AttackedMemory>> memories = new ArrayList<>();
        // Marked texts keep their places, so their figures are those of shown ones.
        for (LowTrust lowTrust : List.of(LowTrust.SHOW, LowTrust.LEAVE_OUT)) {
            memories.add(() -> LibraryMemory.daybook(choice, lowTrust));
        }
        memories.add(LibraryMemory::words);
        if (choice != EmbedderChoice.NONE) {
            memories.add(() -> LibraryMemory.vectors(choice));
            memories.add(() -> LibraryMemory.fused(choice));
        }
        return memories;
    }
}
