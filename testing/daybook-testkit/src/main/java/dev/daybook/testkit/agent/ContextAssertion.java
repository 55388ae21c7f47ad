package dev.daybook.testkit.agent;

import dev.daybook.Memory;
import dev.daybook.outcome.Context;
import dev.daybook.query.ContextOptions;
import dev.daybook.query.Query;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The context of a prompt, to be asserted on; {@link MemoryAssertions#assertContext} makes one. It is assembled once, so
 * all methods see the same text. Texts are compared as parts, case ignored and without the marks of the quotation. Each
 * method throws an {@link AssertionError} unless it holds, and returns this assertion otherwise. Immutable.
 */
public final class ContextAssertion {

    private static final int SHOWN_LINES = 60;

    private final Memory memory;
    private final String session;
    private final String prompt;
    private final ContextOptions options;
    private final Context context;

    ContextAssertion(Memory memory, String session, String prompt, ContextOptions options) {
        this.memory = memory;
        this.session = session;
        this.prompt = prompt;
        this.options = options;
        this.context = memory.session(session).context(prompt, options);
    }

    /** Returns the context, for assertions of your own. */
    public Context context() {
        return context;
    }

    /**
     * Asserts that the context has at most so many tokens, by the token counter of the daybook. Useful if the budget of
     * the options is larger, or comes from the code under test.
     */
    public ContextAssertion within(int maxTokens) {
        if (context.tokens() > maxTokens) {
            throw report("the context has " + context.tokens() + " tokens", "at most " + maxTokens + " tokens")
                    .lines("sections", sections())
                    .field(
                            "remedy",
                            "give the context this budget: ContextOptions.defaults().maxTokens(" + maxTokens
                                    + "); it was assembled for " + options.maxTokens())
                    .error();
        }
        return this;
    }

    /** Asserts that the context contains each of the texts. */
    public ContextAssertion contains(String... texts) {
        for (String text : TextMatch.parts(texts)) {
            if (!shows(text)) {
                throw missing(text);
            }
        }
        return this;
    }

    /** Asserts that the context contains none of the texts. */
    public ContextAssertion omits(String... texts) {
        for (String text : TextMatch.parts(texts)) {
            if (shows(text)) {
                throw report("the context contains a text that must not be in it", "no " + TextMatch.quoted(text))
                        .lines("sections", sections())
                        .lines("context", shown())
                        .field(
                                "remedy",
                                "forget or quarantine the entry if the memory must not have it; otherwise narrow the"
                                        + " options (kinds, filter, recent, validAt)")
                        .error();
            }
        }
        return this;
    }

    private AssertionError missing(String text) {
        FailureReport report = report("the context does not contain the expected text", TextMatch.quoted(text));
        MissingText missing = MissingText.of(memory, searched(), text);
        return report.lines("sections", sections())
                .lines("context", shown())
                .lines("left out", leftOut())
                .lines("elsewhere", missing.places())
                .field(
                        "remedy",
                        missing.isFound()
                                ? "the search finds it, but other entries or the recent turns take the budget: give the"
                                        + " context more than " + options.maxTokens()
                                        + " tokens, fewer recent turns, or a prompt with words of the entry"
                                : missing.remedy())
                .error();
    }

    /** Returns the search that a context makes for its prompt, as far as an explanation needs it. */
    private Query searched() {
        return Query.of(prompt)
                .limit(Integer.MAX_VALUE)
                .kinds(options.kinds())
                .filter(options.filter())
                .asOf(options.asOf())
                .validAt(options.validAt());
    }

    private boolean shows(String text) {
        String unquoted = context.text()
                .lines()
                .map(line -> line.replaceFirst("^> ( {2}|- )?", ""))
                .collect(Collectors.joining("\n"));
        return TextMatch.contains(unquoted, text) || TextMatch.contains(context.text(), text);
    }

    private List<String> sections() {
        List<String> lines = new ArrayList<>();
        context.sections()
                .forEach(section -> lines.add(section.name() + ": " + section.tokens() + " tokens, "
                        + section.entries().size() + " entries"));
        return lines.isEmpty() ? List.of("none") : lines;
    }

    private List<String> shown() {
        List<String> lines = context.text().lines().limit(SHOWN_LINES).toList();
        return lines.isEmpty() ? List.of("(empty)") : lines;
    }

    private List<String> leftOut() {
        return context.leftOut().stream()
                .limit(SHOWN_LINES)
                .map(entry -> entry.entry().kind().label() + " " + entry.entry().id() + ": " + entry.reason())
                .toList();
    }

    private FailureReport report(String headline, String expected) {
        return new FailureReport(headline)
                .memory(memory.scope())
                .field("session", session)
                .field("prompt", TextMatch.quoted(prompt))
                .field("budget", options.maxTokens() + " tokens, of which " + context.tokens() + " are used")
                .field("expected", expected);
    }
}
