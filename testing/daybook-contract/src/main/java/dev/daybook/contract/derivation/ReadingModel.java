package dev.daybook.contract.derivation;

import dev.daybook.error.ModelException;
import dev.daybook.error.ModelException.Trouble;
import dev.daybook.internal.inference.PromptData;
import dev.daybook.spi.LanguageModel;
import dev.daybook.spi.ModelAnswer;
import dev.daybook.spi.ModelRequest;
import dev.daybook.spi.OutputMode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A language model with deterministic answers to its input. From messages of the user it gives "Ada likes tea." as a
 * fact; a gist is the last sentences of the earlier gist and of the new turns. It can be told to fail, or to do something
 * before it answers. Thread-safe.
 */
public final class ReadingModel implements LanguageModel {

    private static final Pattern STATEMENT = Pattern.compile("(\\w+) (likes|lives_in) (\\w+)\\.");
    private static final Pattern OF_USER = Pattern.compile("\\d+ (?!assistant:)");
    private static final Pattern SENTENCE = Pattern.compile("[^.]+\\.");
    private static final int SENTENCES = 4;

    private final List<ModelRequest> requests = new ArrayList<>();
    private volatile Predicate<ModelRequest> fails = request -> false;
    private volatile Trouble trouble = Trouble.FAILED;
    private volatile Consumer<ModelRequest> before = request -> {};

    /** Fails in this way at requests of this kind, until it is told otherwise. */
    public ReadingModel failing(Trouble trouble, Predicate<ModelRequest> at) {
        this.trouble = trouble;
        this.fails = at;
        return this;
    }

    /** Does not fail any more. */
    void mend() {
        fails = request -> false;
    }

    /** Does this before it answers. */
    ReadingModel before(Consumer<ModelRequest> work) {
        before = work;
        return this;
    }

    public static boolean isForFacts(ModelRequest request) {
        return request.schema().isPresent();
    }

    static boolean isForGist(ModelRequest request) {
        return !isForFacts(request);
    }

    /** Returns the requests, in order. */
    List<ModelRequest> requests() {
        synchronized (requests) {
            return List.copyOf(requests);
        }
    }

    /** Returns the data of the requests for gists. */
    public List<String> gistRequests() {
        return requests().stream()
                .filter(ReadingModel::isForGist)
                .map(ModelRequest::user)
                .toList();
    }

    /** Returns the block of the new messages of a request for facts. */
    static String messages(ModelRequest request) {
        return block(request, "messages");
    }

    int factRequests() {
        return (int) requests().stream().filter(ReadingModel::isForFacts).count();
    }

    @Override
    public String name() {
        return "reading";
    }

    @Override
    public List<OutputMode> modes() {
        return List.of(OutputMode.PROMPT);
    }

    @Override
    public ModelAnswer answer(ModelRequest request) {
        synchronized (requests) {
            requests.add(request);
        }
        before.accept(request);
        if (fails.test(request)) {
            throw new ModelException(trouble, "reading model: told to fail");
        }
        return ModelAnswer.of(isForFacts(request) ? facts(request) : gist(request));
    }

    private static String facts(ModelRequest request) {
        return saidByUser(request)
                .flatMap(message -> STATEMENT
                        .matcher(message)
                        .results()
                        .map(found -> "{\"s\":\"" + found.group() + "\",\"about\":\"" + found.group(1) + "\",\"from\":["
                                + message.substring(0, message.indexOf(' ')) + "],\"quote\":\"" + found.group()
                                + "\",\"kind\":\"state\",\"neg\":false,\"when\":null,\"rel\":\"" + found.group(2)
                                + "\",\"obj\":\"" + found.group(3) + "\",\"same\":null,\"ends\":null}"))
                .collect(Collectors.joining(",", "[", "]"));
    }

    /** Returns the new messages of the user, each behind its number. */
    private static Stream<String> saidByUser(ModelRequest request) {
        return PromptData.parse(request.user()).stream()
                .filter(block -> block.name().equals("messages"))
                .flatMap(block -> block.items().stream())
                .filter(line -> OF_USER.matcher(line).lookingAt());
    }

    private static String gist(ModelRequest request) {
        String said = PromptData.parse(request.user()).stream()
                .filter(block -> block.name().equals("new_turns"))
                .flatMap(block -> block.items().stream())
                .map(line -> line.substring(line.indexOf(": ") + 2))
                .collect(Collectors.joining(" "));
        String[] sentences = SENTENCE.matcher(block(request, "earlier_gist") + " " + said)
                .results()
                .map(found -> found.group().strip())
                .toArray(String[]::new);
        return String.join(
                " ", Arrays.asList(sentences).subList(Math.max(0, sentences.length - SENTENCES), sentences.length));
    }

    private static String block(ModelRequest request, String name) {
        return PromptData.parse(request.user()).stream()
                .filter(block -> block.name().equals(name))
                .map(PromptData::text)
                .collect(Collectors.joining());
    }
}
