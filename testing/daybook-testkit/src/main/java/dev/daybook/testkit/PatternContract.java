package dev.daybook.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;

/**
 * The contract of all regular expressions of a module: a text of any kind costs time linear in its length, and no stack.
 * Steps are counted, not timed, so a slow machine changes nothing.
 */
public abstract class PatternContract {

    /**
     * A quadratic pattern looks at each character of it far more often than {@link #LOOKS_PER_CHARACTER}, and one that recurses
     * needs a multiple of {@link #STACK_BYTES}; {@code .ci/nightly} asks for a megabyte.
     */
    private static final int LONG = Integer.getInteger("daybook.patterns.length", 100_000);

    /**
     * Of the pieces there are hundreds, so each is repeated to a shorter text. Steps are counted, so a pattern that is quadratic
     * shows it here as well: it looks at each character some thousand times. So does one that recurses.
     */
    private static final int PIECES = 5_000;

    /** One character of each class that patterns tell apart: a pattern slow on a class is mostly slow on each of its members. */
    private static final List<String> KINDS = List.of(" ", "\n", "a", "7");

    /** The maximum number of reads per character: bounded repetitions and words looked for backwards add up to this. */
    private static final int LOOKS_PER_CHARACTER = 400;

    /** A quarter of the smallest that a thread of a server has. A pattern that recurses for each repetition needs more. */
    private static final long STACK_BYTES = 256 * 1024;

    /** A hang guard, and no measurement. */
    private static final Duration HANG = Duration.ofMinutes(5);

    /** A regular expression that is made where it is used; a text of one character is none. */
    private static final Pattern INLINE =
            Pattern.compile("\\.(?:replaceAll|replaceFirst)\\(\\s*+\"(?:[^\"\\\\]|\\\\.)*+\"\\s*+,"
                    + "|\\.matches\\(\\s*+\"|\\.split\\(\\s*+\"(?!\\\\?+.\"[,)])|\\bPattern\\.matches\\(");

    private static final Pattern COMPILED = Pattern.compile("Pattern\\s*+\\.compile\\(");

    /** Repeated parts of hostile text, to be put behind the start of a match. */
    private static final List<String> UNITS = List.of(
            " ",
            "\n",
            "\r\n",
            "\t",
            "\u2028",
            "'",
            "’",
            "\"",
            "`",
            "a",
            "A",
            "I",
            "7",
            ".",
            ",",
            "-",
            "_",
            ":",
            "#",
            ">",
            "=",
            "/",
            "\\",
            "{",
            "[",
            "<",
            "\uD83D\uDE00",
            "a'",
            "I ",
            "I\n",
            "a ",
            "A ",
            "a.",
            "1,",
            "1.",
            "1 ",
            "1-",
            "a-",
            "a\uD83D\uDE00",
            "7\uD83D\uDE00",
            "\uD83D\uDE00!a",
            " #",
            "# ",
            "#a",
            "{ ",
            "[ ",
            "> ",
            "\n>",
            "\n ",
            "- ",
            ", ",
            "and ",
            "a:",
            "://a",
            "a@",
            "\\n",
            "=a");

    private static final List<String> OPENINGS = List.of(
            "# ",
            "# a",
            "```",
            "{",
            "[",
            "<a>\n",
            "-----BEGIN ",
            "-----BEGIN PRIVATE KEY-----",
            "-----BEGIN PRIVATE KEY----------END ",
            "bearer ",
            "password: ",
            "api_key='",
            "http://",
            "eyJaaaaaaaa.",
            "I like ",
            "I live in ",
            "I am a ",
            "my name is ",
            "Ada: ",
            "hi ",
            "count=1 ");

    /** Ends no pattern and is not matched by a dot, so a match that gets here has to backtrack. */
    private static final String END = "\u0001\n\u0001";

    private static final List<String> UNITS_BEHIND = List.of(
            " ", "\n", "`", "a", "7", "-", "#", "a'", "A ", "a.", "1,", "a\uD83D\uDE00", "7\uD83D\uDE00", "\u2028");

    private final List<Path> modules;

    /** @param modules the folders of the modules, from that of the module that is being tested; {@code ""} is that one */
    protected PatternContract(String... modules) {
        this.modules = Stream.of(modules).map(Path::of).toList();
    }

    @Test
    void every_pattern_is_a_constant_that_this_test_finds() throws Exception {
        List<String> wrong = new ArrayList<>();
        for (Path source : sources()) {
            String text = Files.readString(source);
            inline(text).forEach(found -> wrong.add(source.getFileName() + ": " + found));
            long here = COMPILED.matcher(text).results().count();
            boolean isMadeInUse = madeInUse().contains(source.getFileName().toString());
            if (here > 0 && !isMadeInUse && ModulePatterns.of(type(source)).size() < here) {
                wrong.add(source.getFileName() + ": a pattern that is no static field, nor in one");
            }
        }

        assertThat(wrong)
                .as("make it a static final Pattern, so that it is tested")
                .isEmpty();
    }

    /** The names of source files that compile patterns given by a caller and test them in another way; by default none. */
    protected Set<String> madeInUse() {
        return Set.of();
    }

    /** The calls in Java source that compile a pattern at the place of use. */
    static List<String> inline(String source) {
        return INLINE.matcher(source).results().map(MatchResult::group).toList();
    }

    @Test
    void a_long_text_of_one_kind_of_character_costs_a_pattern_no_more_than_its_length() throws Exception {
        check((name, pattern) -> KINDS.stream().flatMap(unit -> failure(name, pattern, "", unit, LONG).stream()));
    }

    @Test
    void a_long_text_of_its_own_characters_costs_a_pattern_no_more_than_its_length() throws Exception {
        check((name, pattern) -> {
            List<String> own = ownCharacters(pattern);
            return own.stream()
                    .flatMap(unit -> failure(name, pattern, "", unit, Math.max(PIECES, LONG / own.size())).stream());
        });
    }

    @Test
    void a_long_text_of_repeated_pieces_costs_a_pattern_no_more_than_its_length() throws Exception {
        check((name, pattern) -> Stream.concat(
                UNITS.stream().flatMap(unit -> failure(name, pattern, "", unit, PIECES).stream()),
                OPENINGS.stream()
                        .flatMap(opening -> UNITS_BEHIND.stream()
                                .flatMap(unit -> openingFailure(name, pattern, opening, unit).stream()))));
    }

    /** Looks for matches that begin in the opening or see it behind them; all later ones are the same without one. */
    private static List<String> openingFailure(String name, Pattern pattern, String opening, String unit) {
        return failure(name, opening, unit, PIECES, text -> {
            Matcher matcher = pattern.matcher(text).useTransparentBounds(true).useAnchoringBounds(false);
            for (int start = 0; start <= opening.length(); start++) {
                matcher.region(start, text.length()).lookingAt();
            }
            text.reset();
            pattern.matcher(text).matches();
        });
    }

    private interface Check {
        Stream<String> of(String name, Pattern pattern);
    }

    private void check(Check check) throws Exception {
        Map<String, Pattern> patterns = new TreeMap<>();
        for (Path source : sources()) {
            patterns.putAll(ModulePatterns.of(type(source)));
        }
        Queue<Map.Entry<String, Pattern>> left = new ConcurrentLinkedQueue<>(patterns.entrySet());
        Queue<String> failures = new ConcurrentLinkedQueue<>();
        Runnable checks = () -> {
            for (Map.Entry<String, Pattern> next = left.poll(); next != null; next = left.poll()) {
                try {
                    check.of(next.getKey(), next.getValue()).forEach(failures::add);
                } catch (RuntimeException | Error failure) {
                    failures.add(next.getKey() + ": " + failure);
                }
            }
        };
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < Runtime.getRuntime().availableProcessors(); i++) {
            Thread thread = new Thread(null, checks, "patterns-" + i, STACK_BYTES);
            thread.setDaemon(true);
            thread.start();
            threads.add(thread);
        }
        Assertions.assertTimeoutPreemptively(HANG, () -> {
            for (Thread thread : threads) {
                thread.join();
            }
        });
        assertThat(left).as("patterns that were not tested").isEmpty();
        assertThat(failures).isEmpty();
    }

    /** The characters that a pattern is written with, those of the kinds too. */
    private static List<String> ownCharacters(Pattern pattern) {
        return IntStream.concat(
                        pattern.pattern().codePoints(), (String.join("", KINDS) + "A'\"\uD83D\uDE00").codePoints())
                .distinct()
                .mapToObj(Character::toString)
                .toList();
    }

    private static List<String> failure(String name, Pattern pattern, String opening, String unit, int length) {
        return failure(name, opening, unit, length, text -> {
            Matcher matcher = pattern.matcher(text);
            while (matcher.find()) {
                // Every match is looked for.
            }
            text.reset();
            pattern.matcher(text).matches();
            text.reset();
            pattern.matcher(text).lookingAt();
        });
    }

    private static List<String> failure(
            String name, String opening, String unit, int length, Consumer<MeteredText> matching) {
        MeteredText text = new MeteredText(opening + unit.repeat(length / unit.length()) + END, LOOKS_PER_CHARACTER);
        try {
            matching.accept(text);
            return List.of();
        } catch (StackOverflowError | MeteredText.TooOften e) {
            return List.of(name + " on '" + opening + "' and many '" + unit + "': "
                    + e.getClass().getSimpleName());
        }
    }

    private List<Path> sources() throws IOException {
        List<Path> sources = new ArrayList<>();
        for (Path module : modules) {
            Path folder = module.resolve("src/main/java");
            try (Stream<Path> files = Files.walk(folder)) {
                files.filter(file -> file.toString().endsWith(".java"))
                        .filter(file -> !file.getFileName().toString().endsWith("-info.java"))
                        .forEach(sources::add);
            }
        }
        assertThat(sources).as("the sources of %s", modules).isNotEmpty();
        return sources;
    }

    private static Class<?> type(Path source) {
        String path = source.toString().replace('\\', '/');
        String name = path.substring(
                path.indexOf("src/main/java/") + "src/main/java/".length(), path.length() - ".java".length());
        try {
            return Class.forName(name.replace('/', '.'), false, PatternContract.class.getClassLoader());
        } catch (ClassNotFoundException e) {
            throw new UncheckedIOException(new IOException(source + " is not on the class path", e));
        }
    }
}
