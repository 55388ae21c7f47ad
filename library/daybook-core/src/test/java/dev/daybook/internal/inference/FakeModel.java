package dev.daybook.internal.inference;

import dev.daybook.error.ModelException;
import dev.daybook.error.ModelException.Trouble;
import dev.daybook.spi.LanguageModel;
import dev.daybook.spi.ModelAnswer;
import dev.daybook.spi.ModelRequest;
import dev.daybook.spi.OutputMode;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** Answers by a function of the request, and keeps the requests. */
final class FakeModel implements LanguageModel {

    final List<ModelRequest> requests = new ArrayList<>();
    private final List<OutputMode> modes;
    private final Function<ModelRequest, ModelAnswer> answers;

    FakeModel(List<OutputMode> modes, Function<ModelRequest, ModelAnswer> answers) {
        this.modes = modes;
        this.answers = answers;
    }

    /** Creates a model that plays a script: a text or an answer is returned, a kind of trouble is thrown. */
    static FakeModel giving(Object... script) {
        List<Object> left = new ArrayList<>(List.of(script));
        return new FakeModel(List.of(OutputMode.PROMPT), request -> given(left.remove(0)));
    }

    static ModelAnswer given(Object item) {
        if (item instanceof Trouble trouble) {
            throw new ModelException(trouble, "trouble: " + trouble);
        }
        if (item instanceof RuntimeException defect) {
            throw defect;
        }
        return item instanceof ModelAnswer answer ? answer : ModelAnswer.of((String) item);
    }

    @Override
    public String name() {
        return "fake";
    }

    @Override
    public List<OutputMode> modes() {
        return modes;
    }

    @Override
    public synchronized ModelAnswer answer(ModelRequest request) {
        requests.add(request);
        return answers.apply(request);
    }
}
