package dev.daybook.internal.inference;

import dev.daybook.error.ModelException;
import dev.daybook.error.ModelException.Trouble;
import dev.daybook.internal.observe.CallWatch;
import dev.daybook.spi.JsonSchema;
import dev.daybook.spi.LanguageModel;
import dev.daybook.spi.ModelAnswer;
import dev.daybook.spi.ModelRequest;
import dev.daybook.spi.OutputMode;
import dev.daybook.spi.PromptTemplates;
import dev.daybook.spi.TokenCounter;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Asks a model for a value, with retries. After an unusable answer the next attempt follows at once and tells the model
 * the error; a transient failure is retried after a back-off; any other failure is final. Thread-safe. Keep one per
 * model, because it remembers the output modes that the model accepts.
 */
public final class ModelCaller {

    private static final System.Logger LOG = System.getLogger("dev.daybook");

    /** Tokens that servers add to a prompt: names of roles and separators of messages. */
    private static final long PROMPT_OVERHEAD = 1_000;

    private final LanguageModel model;
    private final PromptTemplates promptTemplates;
    private final ModelLimits limits;
    private final TokenCounter counter;
    private final TokenSpending spending;
    private final CallDeadline deadline;
    private final OutputNegotiation negotiation;

    /**
     * @param counter estimates the cost of an answer without a token count
     */
    public ModelCaller(
            LanguageModel model,
            PromptTemplates promptTemplates,
            ModelLimits limits,
            TokenCounter counter,
            TokenSpending spending) {
        this(
                model,
                promptTemplates,
                limits,
                counter,
                spending,
                new CallDeadline(model, CallWatch.OFF),
                new OutputNegotiation(model.modes()));
    }

    private ModelCaller(
            LanguageModel model,
            PromptTemplates promptTemplates,
            ModelLimits limits,
            TokenCounter counter,
            TokenSpending spending,
            CallDeadline deadline,
            OutputNegotiation negotiation) {
        this.model = model;
        this.promptTemplates = promptTemplates;
        this.limits = limits;
        this.counter = counter;
        this.spending = spending;
        this.deadline = deadline;
        this.negotiation = negotiation;
    }

    /** Returns an asker that charges another account. */
    public ModelCaller paidBy(TokenSpending spending) {
        return new ModelCaller(model, promptTemplates, limits, counter, spending, deadline, negotiation);
    }

    /** Returns an asker whose calls are observed. */
    public ModelCaller observed(CallWatch watch) {
        return new ModelCaller(
                model, promptTemplates, limits, counter, spending, new CallDeadline(model, watch), negotiation);
    }

    /** Returns the task of a name, in the words of this asker's prompts. */
    public ModelPrompt prompt(String name) {
        return ModelPrompt.of(promptTemplates, name);
    }

    /** Returns the name of the model. */
    public String model() {
        return model.name();
    }

    /**
     * Asks the model.
     *
     * @throws ModelException if the model failed and a retry does not help; see {@link ModelException#retryable()}
     */
    public <T> InferenceResult<T> ask(ModelPrompt prompt, OutputForm<T> form) {
        long tokens = 0;
        int troubles = 0;
        @Nullable String problem = null;
        for (int attempt = 1; ; attempt++) {
            String reason;
            Trouble kind;
            spending.permit();
            try {
                OutputNegotiation.Reply reply = reply(prompt, form, problem);
                long cost = cost(prompt, reply.answer());
                tokens += cost;
                spending.spent(prompt.name(), cost);
                T value = form.read(whole(reply.answer()), reply.mode());
                return new InferenceResult.Value<>(value, attempt, tokens);
            } catch (UnusableOutput e) {
                reason = problem = e.problem();
                kind = Trouble.UNUSABLE;
                troubles = 0;
            } catch (ModelException e) {
                if (!e.retryable()) {
                    throw e;
                }
                reason = String.valueOf(e.getMessage());
                kind = e.trouble();
                troubles = e.trouble() == Trouble.UNUSABLE ? 0 : troubles + 1;
            }
            if (attempt >= limits.attempts()) {
                // Logs only the kind: the message could quote the prompt or the answer.
                LOG.log(
                        Level.WARNING,
                        "{0}: no usable answer of {1} in {2} attempts: {3}",
                        prompt.name(),
                        model.name(),
                        attempt,
                        kind);
                return new InferenceResult.Failed<>(reason, attempt, tokens);
            }
            if (troubles > 0) {
                waitOut(troubles);
            }
        }
    }

    private OutputNegotiation.Reply reply(ModelPrompt prompt, OutputForm<?> form, @Nullable String problem) {
        if (form.schema(OutputMode.PROMPT).isEmpty()) {
            return new OutputNegotiation.Reply(
                    OutputMode.PROMPT, deadline.answer(request(prompt, form, OutputMode.PROMPT, problem)));
        }
        return negotiation.ask(mode -> deadline.answer(request(prompt, form, mode, problem)));
    }

    private ModelRequest request(ModelPrompt prompt, OutputForm<?> form, OutputMode mode, @Nullable String problem) {
        Optional<JsonSchema> schema = form.schema(mode);
        StringBuilder system = new StringBuilder(prompt.system());
        schema.ifPresent(wanted ->
                system.append("\n\n").append(promptTemplates.text("json").replace("{schema}", wanted.json())));
        if (problem != null) {
            system.append("\n\n").append(promptTemplates.text("again").replace("{problem}", problem));
        }
        return new ModelRequest(
                system.toString(), prompt.user(), mode, schema.orElse(null), limits.maxTokens(), limits.timeout());
    }

    private String whole(ModelAnswer answer) throws UnusableOutput {
        if (!answer.complete()) {
            throw new UnusableOutput("the answer was cut off after at most " + limits.maxTokens()
                    + " tokens; answer shorter, and do not repeat yourself");
        }
        return answer.text();
    }

    /**
     * Returns the cost that the model reports, if it is plausible: servers without a counter report nothing, or zero.
     */
    private long cost(ModelPrompt prompt, ModelAnswer answer) {
        long most = PROMPT_OVERHEAD
                + limits.maxTokens()
                + bytes(promptTemplates.text("json"))
                + bytes(promptTemplates.text("again"))
                + bytes(prompt.system())
                + bytes(prompt.user())
                + bytes(answer.text());
        return Stream.ofNullable(answer.tokens())
                .filter(tokens -> tokens > 0 && tokens <= most)
                .findFirst()
                .orElseGet(() -> estimate(prompt, answer));
    }

    /** Returns an upper bound of the tokens of a text. */
    private static long bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length;
    }

    private long estimate(ModelPrompt prompt, ModelAnswer answer) {
        return (long) counter.count(prompt.system()) + counter.count(prompt.user()) + counter.count(answer.text());
    }

    private void waitOut(int troubles) {
        try {
            limits.backOff().await(troubles);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ModelException(Trouble.FAILED, "interrupted while waiting to ask " + model.name() + " again", e);
        }
    }
}
