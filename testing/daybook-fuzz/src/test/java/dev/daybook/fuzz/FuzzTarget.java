package dev.daybook.fuzz;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/**
 * A parser under test with valid inputs, from which the fuzzers begin, and the exceptions with which it may refuse an
 * input.
 *
 * @param name names the target in reports and options; unique
 */
public record FuzzTarget(String name, Parser parser, List<byte[]> seeds, Set<Class<?>> refusals) {

    /** The call of a parser, with what else must hold of its result. */
    @FunctionalInterface
    public interface Parser {
        void parse(byte[] input) throws Exception;
    }

    /** The call of a parser of texts. */
    @FunctionalInterface
    public interface TextParser {
        void parse(String input) throws Exception;
    }

    /** Creates the target of a parser of bytes that refuses no input yet. */
    public static FuzzTarget ofBytes(String name, Parser parser, List<byte[]> seeds) {
        return new FuzzTarget(name, parser, seeds, Set.of());
    }

    /** Creates the target of a parser of texts that refuses no input yet. Malformed UTF-8 becomes U+FFFD. */
    public static FuzzTarget ofText(String name, TextParser parser, String... seeds) {
        return ofBytes(
                name,
                input -> parser.parse(new String(input, StandardCharsets.UTF_8)),
                Arrays.stream(seeds)
                        .map(seed -> seed.getBytes(StandardCharsets.UTF_8))
                        .toList());
    }

    /** Returns the target with the exceptions that its parser documents. */
    public FuzzTarget refusing(Class<?>... exceptions) {
        return new FuzzTarget(name, parser, seeds, Set.of(exceptions));
    }

    @Override
    public String toString() {
        return name;
    }
}
