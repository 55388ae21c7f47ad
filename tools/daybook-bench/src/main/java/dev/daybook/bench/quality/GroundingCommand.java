package dev.daybook.bench.quality;

import dev.daybook.bench.quality.data.DataFile;
import dev.daybook.internal.options.ModelOptions;
import dev.daybook.spi.GroundingPolicy;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "daybook grounding",
        header = "Measures which texts of a model the check against their sources accepts.",
        description = {
            "Checks each text as the answer of a model is checked before it is written, with the defaults, and prints one line a"
                    + " kind: KIND accepted A of N. A summary (a kind that begins with 'summary') is checked sentence by sentence:"
                    + " KIND sentences kept K of M, and with a faulty sentence KIND faulty kept F of N."
        },
        sortOptions = false)
final class GroundingCommand implements Callable<Integer> {

    private final PrintStream out;

    @Parameters(
            paramLabel = "CASES.jsonl",
            description = "JSON lines: kind, text, faulty, time, sources (speaker, text), cited (indexes of sources).")
    private Path cases;

    @Option(
            names = "--embedder",
            paramLabel = "NAME",
            description = "none or bundled (default: bundled if its jar is there, else none).")
    private @Nullable String embedder;

    @Option(names = "--without-citations", description = "Do not tell the check which sources a text cites.")
    private boolean withoutCitations;

    GroundingCommand(PrintStream out) {
        this.out = out;
    }

    @Override
    public Integer call() {
        GroundingPolicy policy = ModelOptions.DEFAULTS.groundingWith(
                EmbedderChoice.of(embedder).embedder().orElse(null));
        Map<String, GroundingCounts> counts = new LinkedHashMap<>();
        for (GroundingCase each : GroundingCase.read(new DataFile("CASES.jsonl", cases))) {
            counts.computeIfAbsent(each.kind(), GroundingCounts::new).add(each, policy, !withoutCitations);
        }
        counts.values().forEach(count -> count.lines().forEach(line -> out.print(line + "\n")));
        return EvalMain.DONE;
    }
}
