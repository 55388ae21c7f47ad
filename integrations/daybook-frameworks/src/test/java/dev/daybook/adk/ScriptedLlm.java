package dev.daybook.adk;

import com.google.adk.models.BaseLlm;
import com.google.adk.models.BaseLlmConnection;
import com.google.adk.models.LlmRequest;
import com.google.adk.models.LlmResponse;
import com.google.genai.types.Content;
import com.google.genai.types.Part;
import io.reactivex.rxjava3.core.Flowable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A model of ADK that looks a question into the memory, and then answers; keeps what the memory gave. */
final class ScriptedLlm extends BaseLlm {

    private final List<String> loaded = new ArrayList<>();

    ScriptedLlm() {
        super("scripted");
    }

    /** Returns the responses of the memory tool, as the model gets them. */
    List<String> loaded() {
        return loaded;
    }

    @Override
    public Flowable<LlmResponse> generateContent(LlmRequest request, boolean stream) {
        Content last = request.contents().get(request.contents().size() - 1);
        Part part = last.parts().orElseThrow().get(0);
        if (part.functionResponse().isPresent()) {
            loaded.add(part.functionResponse().get().toJson());
            return said(Part.fromText("You told me."));
        }
        String question = part.text().orElseThrow();
        return question.endsWith("?")
                ? said(Part.fromFunctionCall("loadMemory", Map.of("query", question)))
                : said(Part.fromText("Lovely!"));
    }

    private static Flowable<LlmResponse> said(Part part) {
        Content content = Content.builder().role("model").parts(part).build();
        return Flowable.just(LlmResponse.builder().content(content).build());
    }

    @Override
    public BaseLlmConnection connect(LlmRequest request) {
        throw new UnsupportedOperationException("no live connection in a test");
    }
}
