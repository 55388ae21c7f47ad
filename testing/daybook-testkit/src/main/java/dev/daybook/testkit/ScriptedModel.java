package dev.daybook.testkit;

import dev.daybook.error.ModelException;
import dev.daybook.error.ModelException.Trouble;
import dev.daybook.spi.LanguageModel;
import dev.daybook.spi.ModelAnswer;
import dev.daybook.spi.ModelRequest;
import dev.daybook.spi.OutputMode;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/**
 * A language model with scripted answers, one item of its script for each call; it keeps the requests. At
 * the end of the script it fails for good ({@code FAILED}). It is asked by prompt only, so that one attempt is one call,
 * unless {@link #modes(OutputMode...)} says otherwise. Thread-safe.
 */
public final class ScriptedModel implements LanguageModel {

    @FunctionalInterface
    private interface Step {
        ModelAnswer answer() throws InterruptedException;
    }

    private final Deque<Step> script = new ArrayDeque<>();
    private final List<ModelRequest> requests = new ArrayList<>();
    private volatile List<OutputMode> modes = List.of(OutputMode.PROMPT);

    private ScriptedModel() {}

    /** One that answers these texts in turn. */
    public static ScriptedModel answering(String... texts) {
        ScriptedModel model = new ScriptedModel();
        for (String text : texts) {
            model.then(text);
        }
        return model;
    }

    /** Then answers a text, at unknown cost. */
    public ScriptedModel then(String text) {
        return then(ModelAnswer.of(text));
    }

    /** Then gives an answer, which may be one that is not complete. */
    public ScriptedModel then(ModelAnswer answer) {
        return add(() -> answer);
    }

    /** Then fails in a way that a model may fail. */
    public ScriptedModel thenFail(Trouble trouble) {
        return add(() -> {
            throw new ModelException(trouble, "scripted model: " + trouble);
        });
    }

    /** Then throws an exception that a model should not throw. */
    public ScriptedModel thenThrow(RuntimeException defect) {
        return add(() -> {
            throw defect;
        });
    }

    /** Then does not come back until it is interrupted. */
    public ScriptedModel thenHang() {
        return add(() -> {
            new CountDownLatch(1).await();
            throw new IllegalStateException("nobody counts down");
        });
    }

    /** Says how it can be held to JSON, best first. */
    public ScriptedModel modes(OutputMode... modes) {
        this.modes = List.of(modes);
        return this;
    }

    /** Returns the requests, in order. */
    public List<ModelRequest> requests() {
        synchronized (script) {
            return List.copyOf(requests);
        }
    }

    /** Returns the number of items left in the script. */
    public int left() {
        synchronized (script) {
            return script.size();
        }
    }

    @Override
    public String name() {
        return "scripted";
    }

    @Override
    public List<OutputMode> modes() {
        return modes;
    }

    @Override
    public ModelAnswer answer(ModelRequest request) {
        try {
            return next(request).answer();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ModelException(Trouble.FAILED, "scripted model: interrupted", e);
        }
    }

    private ScriptedModel add(Step step) {
        synchronized (script) {
            script.add(step);
        }
        return this;
    }

    private Step next(ModelRequest request) {
        synchronized (script) {
            requests.add(request);
            if (script.isEmpty()) {
                throw new ModelException(
                        Trouble.FAILED, "scripted model: the script is at its end; give it an item for each call");
            }
            return script.remove();
        }
    }
}
