package dev.daybook.fuzz;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The entry point of Jazzer, which changes inputs by the branches that they reach: it forwards them to the target that
 * {@code -Ddaybook.fuzz.target=NAME} names. Jazzer runs in nightly only (decision 96).
 */
public final class JazzerTarget {

    private static final ParserContract CONTRACT = contract(System.getProperty("daybook.fuzz.target", ""));

    private JazzerTarget() {}

    /** Called by Jazzer with each input; an {@link AssertionError} is a finding. */
    public static void fuzzerTestOneInput(byte[] input) {
        CONTRACT.check(input);
    }

    /** Parses the seeds first: Jazzer instruments a class when it is loaded, which the limits of a call do not allow for. */
    private static ParserContract contract(String name) {
        FuzzTarget target = FuzzTargets.named(name);
        try {
            for (byte[] seed : target.seeds()) {
                target.parser().parse(seed.clone());
            }
        } catch (Exception refused) {
            throw new IllegalStateException("the target " + name + " refuses a seed", refused);
        }
        return new ParserContract(target);
    }

    /** Writes the seeds of every target into {@code FOLDER/TARGET}, and prints the names of the targets. */
    static final class SeedCorpus {

        private SeedCorpus() {}

        public static void main(String[] arguments) throws IOException {
            for (FuzzTarget target : FuzzTargets.all()) {
                Path folder = Files.createDirectories(Path.of(arguments[0]).resolve(target.name()));
                List<byte[]> seeds = target.seeds();
                for (int i = 0; i < seeds.size(); i++) {
                    Files.write(folder.resolve("seed-" + i), seeds.get(i));
                }
                System.out.println(target.name());
            }
        }
    }
}
