package dev.daybook.replay;

import dev.daybook.internal.json.PlainJson;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * {@code ./daybook replay --seed SEED FILE}: runs a recorded scenario on a fresh memory and prints one line of JSON for
 * each step. The recorded answers are not read.
 */
public final class ReplayCommand {

    static final int DONE = 0;
    static final int FAILED = 1;
    static final int WRONG_USAGE = 2;
    static final int NOT_FOUND = 4;

    private static final Map<String, Function<RecordedScenario, SeedMemory>> SEEDS = new TreeMap<>(Map.of(
            "inmemory", InMemorySeed::new,
            "chroma", ChromaSeed::new,
            "lyra", LyraSeed::new,
            "haema", HaemaSeed::new,
            "restai", RestaiSeed::new));

    private ReplayCommand() {}

    public static void main(String[] arguments) {
        PrintStream out = utf8(FileDescriptor.out);
        PrintStream err = utf8(FileDescriptor.err);
        int exit = run(out, err, arguments);
        out.flush();
        err.flush();
        System.exit(exit);
    }

    /** Runs the command and answers its exit code. */
    static int run(PrintStream out, PrintStream err, String... arguments) {
        Request request = Request.of(arguments);
        Function<RecordedScenario, SeedMemory> seed = request == null ? null : SEEDS.get(request.seed());
        if (request == null || seed == null) {
            err.println("usage: daybook replay --seed " + String.join("|", SEEDS.keySet()) + " FILE");
            return WRONG_USAGE;
        }
        try {
            play(seed, RecordedScenario.read(Files.readString(request.file())), out);
        } catch (NoSuchFileException missing) {
            err.println("daybook: there is no file " + request.file());
            return NOT_FOUND;
        } catch (IllegalArgumentException unreadable) {
            err.println("daybook: " + request.file() + " is no recorded run: " + unreadable.getMessage());
            return FAILED;
        } catch (IOException failure) {
            err.println("daybook: " + request.file() + " cannot be replayed: " + failure);
            return FAILED;
        }
        if (out.checkError()) {
            err.println("daybook: cannot write the answer; is the disk full?");
            return FAILED;
        }
        return DONE;
    }

    private static void play(Function<RecordedScenario, SeedMemory> opened, RecordedScenario scenario, PrintStream out)
            throws IOException {
        try (SeedMemory seed = opened.apply(scenario)) {
            new ScenarioPlayer(seed).play(scenario.steps(), outcome -> out.println(PlainJson.write(outcome)));
        }
    }

    /** The arguments of the command line; the option may stand before the file or behind it. */
    private record Request(String seed, Path file) {

        static @Nullable Request of(String... arguments) {
            String seed = null;
            String file = null;
            for (int i = 0; i < arguments.length; i++) {
                if (arguments[i].equals("--seed") && i + 1 < arguments.length) {
                    seed = arguments[++i];
                } else if (arguments[i].startsWith("--seed=")) {
                    seed = arguments[i].substring("--seed=".length());
                } else if (file == null && !arguments[i].startsWith("--")) {
                    file = arguments[i];
                } else {
                    return null;
                }
            }
            return seed == null || file == null ? null : new Request(seed, Path.of(file));
        }
    }

    private static PrintStream utf8(FileDescriptor descriptor) {
        return new PrintStream(new FileOutputStream(descriptor), false, StandardCharsets.UTF_8);
    }
}
