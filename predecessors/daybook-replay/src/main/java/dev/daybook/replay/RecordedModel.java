package dev.daybook.replay;

import dev.daybook.spi.JsonSchema;
import dev.daybook.spi.LanguageModel;
import dev.daybook.spi.ModelAnswer;
import dev.daybook.spi.ModelRequest;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A language model that gives one answer to every request and keeps the schemas of the requests. Thread-safe. */
final class RecordedModel implements LanguageModel {

    private final String answer;
    private final List<String> asked = new CopyOnWriteArrayList<>();

    RecordedModel(String answer) {
        this.answer = answer;
    }

    @Override
    public String name() {
        return "scripted";
    }

    @Override
    public ModelAnswer answer(ModelRequest request) {
        asked.add(request.schema().map(JsonSchema::name).orElse(""));
        return ModelAnswer.of(answer);
    }

    /** Returns the number of requests for an answer of a schema. */
    long askedFor(String schema) {
        return asked.stream().filter(schema::equals).count();
    }
}
