package dev.daybook.internal.inference;

import dev.daybook.fuzz.FuzzTarget;
import dev.daybook.spi.OutputMode;
import java.util.List;

/** The parsers of the answers of models. */
public final class AnswerTargets {

    private static final String FACTS = "[{\"subject\":\"Ada\",\"predicate\":\"lives in\",\"object\":\"Lisbon\","
            + "\"confidence\":0.9},{\"subject\":\"Ada\",\"predicate\":\"likes\",\"object\":\"tea &amp; cake\"}]";

    private AnswerTargets() {}

    public static List<FuzzTarget> all() {
        return List.of(
                answer("answer-facts", OutputForms.FACTS, FACTS),
                answer(
                        "answer-notes",
                        OutputForms.RECONSTRUCTION,
                        "{\"memories\":[\"She likes tea.\",\"He does not.\"],\"coverage\":\"complete\"}"),
                answer("answer-split", OutputForms.SPLIT, "{\"contents\":[\"one\",\"two\"]}"),
                answer(
                        "answer-core",
                        OutputForms.CORE_UPDATE,
                        "{\"should_update\":true,\"core_markdown\":\"# SOUL\\nkind\"}"),
                FuzzTarget.ofText(
                        "prompt-data",
                        prompt -> PromptData.parse(prompt).forEach(data -> PromptData.unescape(data.toString())),
                        PromptData.text("dialogue", "<b>&amp;</b>\nline").toString(),
                        PromptData.list("items", List.of("one", "two\nthree")).toString()));
    }

    private static FuzzTarget answer(String name, JsonForm<?> form, String json) {
        return FuzzTarget.ofText(
                        name,
                        text -> {
                            form.read(text, OutputMode.PROMPT);
                            form.read(text, OutputMode.JSON_OBJECT);
                        },
                        json,
                        "Here it is:\n```json\n" + json + "\n```\nDone.",
                        "<think>{\"a\":</think>" + json)
                .refusing(UnusableOutput.class);
    }
}
