package dev.daybook.internal.inference;

import dev.daybook.error.ModelException;
import dev.daybook.error.ModelException.Trouble;
import java.util.HashSet;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Finds the parameters that a model accepts, by its name and its refusals, and keeps those of the latest answer.
 * Keep one for each model of an endpoint. Thread-safe.
 */
public final class ParameterNegotiation {

    private volatile ParameterDialect best;

    private ParameterNegotiation(ParameterDialect first) {
        this.best = first;
    }

    /**
     * Creates the negotiation with a model.
     *
     * @param model its name on a server of OpenAI's protocol; null: unknown, or another protocol
     */
    public static ParameterNegotiation of(@Nullable String model) {
        return new ParameterNegotiation(ParameterDialect.of(Objects.requireNonNullElse(model, "")));
    }

    /** Creates the negotiation with a model of a server that knows {@code max_completion_tokens}. */
    public static ParameterNegotiation withCompletionTokens() {
        return new ParameterNegotiation(new ParameterDialect(true, false));
    }

    /**
     * Calls the model with the best known parameters, and again with others after each refusal that names one.
     *
     * @throws ModelException the last failure
     */
    public <T> T call(Function<ParameterDialect, T> model) {
        Set<ParameterDialect> tried = new HashSet<>();
        for (ParameterDialect dialect = best; ; ) {
            tried.add(dialect);
            try {
                T answer = model.apply(dialect);
                best = dialect;
                return answer;
            } catch (ModelException refusal) {
                Optional<ParameterDialect> next =
                        refusal.trouble() == Trouble.REFUSED ? dialect.after(texts(refusal)) : Optional.empty();
                if (next.filter(other -> !tried.contains(other)).isEmpty()) {
                    throw refusal;
                }
                dialect = next.get();
            }
        }
    }

    /** Joins the messages of all causes: the one of the server is below that of the adapter. */
    private static String texts(Throwable refusal) {
        StringBuilder texts = new StringBuilder();
        for (Throwable cause = refusal; cause != null; cause = cause.getCause()) {
            texts.append(cause.getMessage()).append('\n');
        }
        return texts.toString();
    }
}
