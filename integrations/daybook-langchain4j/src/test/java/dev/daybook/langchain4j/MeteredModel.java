package dev.daybook.langchain4j;

import dev.daybook.error.ModelException;
import dev.daybook.error.ModelException.Trouble;
import dev.daybook.spi.LanguageModel;
import dev.daybook.spi.ModelAnswer;
import dev.daybook.spi.ModelRequest;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/** Limits the calls and the tokens of a model, because a build has little time. */
final class MeteredModel implements LanguageModel {

    private final LanguageModel model;
    private final int maxTokens;
    private final AtomicInteger left;
    private final List<ModelAnswer> answers = new CopyOnWriteArrayList<>();

    MeteredModel(LanguageModel model, int maxTokens, int maxCalls) {
        this.model = model;
        this.maxTokens = maxTokens;
        this.left = new AtomicInteger(maxCalls);
    }

    /** Returns the answers so far. */
    List<ModelAnswer> answers() {
        return List.copyOf(answers);
    }

    @Override
    public String name() {
        return model.name();
    }

    @Override
    public ModelAnswer answer(ModelRequest request) {
        if (left.getAndDecrement() <= 0) {
            throw new ModelException(Trouble.FAILED, model.name() + " was asked often enough for one build");
        }
        ModelAnswer answer = model.answer(new ModelRequest(
                request.system(), request.user(), request.mode(), request.wanted(), maxTokens, request.timeout()));
        answers.add(answer);
        return answer;
    }
}
