package dev.daybook.replay;

import dev.daybook.spi.LanguageModel;
import dev.daybook.spi.ModelAnswer;
import dev.daybook.spi.ModelRequest;
import dev.daybook.spi.OutputMode;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** A language model with one answer to everything. Thread-safe. */
final class OneAnswerModel implements LanguageModel {

    private final String answer;
    private final AtomicInteger calls = new AtomicInteger();

    OneAnswerModel(String answer) {
        this.answer = answer;
    }

    int calls() {
        return calls.get();
    }

    @Override
    public String name() {
        return "scripted";
    }

    @Override
    public List<OutputMode> modes() {
        return List.of(OutputMode.PROMPT);
    }

    @Override
    public ModelAnswer answer(ModelRequest request) {
        calls.incrementAndGet();
        return ModelAnswer.of(answer);
    }
}
