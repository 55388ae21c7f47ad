package dev.daybook.internal.inference;

import dev.daybook.error.ModelException;
import dev.daybook.internal.text.LetterCase;
import dev.daybook.outcome.BacklogStatus.ModelFailure;
import dev.daybook.spi.LanguageModel;
import dev.daybook.spi.ModelAnswer;
import dev.daybook.spi.ModelRequest;
import dev.daybook.spi.OutputMode;
import java.lang.System.Logger.Level;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A language model whose failures are known: the first one after an answer is logged with its cause, and the time since
 * which the model fails is kept. Thread-safe.
 */
public final class WatchedModel implements LanguageModel {

    private static final System.Logger LOG = System.getLogger("dev.daybook");

    private static final Pattern STATUS = Pattern.compile("\\(HTTP \\d{3}\\)");

    private final LanguageModel model;
    private final Clock clock;
    private final AtomicReference<@Nullable ModelFailure> failing = new AtomicReference<>();
    private volatile boolean closing;

    public WatchedModel(LanguageModel model, Clock clock) {
        this.model = model;
        this.clock = clock;
    }

    @Override
    public String name() {
        return model.name();
    }

    @Override
    public String provider() {
        return model.provider();
    }

    @Override
    public List<OutputMode> modes() {
        return model.modes();
    }

    @Override
    public ModelAnswer answer(ModelRequest request) {
        try {
            ModelAnswer answer = model.answer(request);
            answered();
            return answer;
        } catch (ModelException e) {
            // A request for JSON is repeated in a simpler mode, whose failure counts.
            if (request.mode() == OutputMode.PROMPT || !OutputNegotiation.mayBeCausedByMode(e.trouble())) {
                failed(name() + " failed: " + LetterCase.lower(e.trouble().name()) + status(e), e);
            }
            throw e;
        } catch (RuntimeException e) {
            // Names only the type: the message of a foreign exception may quote the prompt.
            failed(name() + " threw " + e.getClass().getName(), e);
            throw e;
        }
    }

    /** Returns the failure since the last answer; empty if the model answers, or was not called yet. */
    public Optional<ModelFailure> failure() {
        return Optional.ofNullable(failing.get());
    }

    /** Ends the reports: a call that is interrupted by the closing is no failure. */
    public void close() {
        closing = true;
    }

    private void answered() {
        if (failing.getAndSet(null) != null) {
            LOG.log(Level.INFO, "the language model {0} answers again", name());
        }
    }

    private void failed(String cause, RuntimeException failure) {
        if (closing || !failing.compareAndSet(null, new ModelFailure(clock.instant(), cause))) {
            return;
        }
        LOG.log(
                Level.WARNING,
                "derivation with the language model fails: {0} ({1}); it is tried again from time to time, and this is"
                        + " logged once until the model answers",
                cause,
                root(failure).getClass().getName());
    }

    /** Returns the HTTP status of a failure. Nothing else of its message is repeated, because it may quote the prompt. */
    private static String status(ModelException failure) {
        Matcher status = STATUS.matcher(String.valueOf(failure.getMessage()));
        return status.find() ? " " + status.group() : "";
    }

    private static Throwable root(Throwable failure) {
        Throwable root = failure;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return root;
    }
}
