package dev.daybook.internal.inference;

import dev.daybook.spi.JsonSchema;
import dev.daybook.spi.OutputMode;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** An answer in plain text, stripped, without a code fence around the whole of it. */
public final class TextForm extends OutputForm<String> {

    private static final Pattern FENCED = Pattern.compile("```\\w*+\\R([^`]*+)```");

    private final int maxLength;

    private TextForm(int maxLength) {
        this.maxLength = maxLength;
    }

    /** Returns the form of a non-blank text of at most a number of characters. */
    public static TextForm atMost(int characters) {
        if (characters < 1) {
            throw new IllegalArgumentException("characters is " + characters + "; give 1 or more");
        }
        return new TextForm(characters);
    }

    @Override
    Optional<JsonSchema> schema(OutputMode mode) {
        return Optional.empty();
    }

    @Override
    String read(String answer, OutputMode mode) throws UnusableOutput {
        String text = withoutThinking(answer);
        Matcher fenced = FENCED.matcher(text);
        text = PromptData.unescape(fenced.matches() ? fenced.group(1).strip() : text);
        if (text.isBlank()) {
            throw new UnusableOutput("the answer is empty; write the text that is asked for");
        }
        if (text.length() > maxLength) {
            throw new UnusableOutput("the answer has " + text.length() + " characters; write at most " + maxLength);
        }
        return text;
    }
}
