package dev.daybook.internal.inference;

import dev.daybook.internal.json.JsonValue;
import dev.daybook.internal.json.JsonValue.Constant;
import dev.daybook.internal.json.JsonValue.Elements;
import dev.daybook.internal.json.JsonValue.Members;
import dev.daybook.internal.json.JsonValue.Text;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A part of an answer with its path, so that an error message can tell the model the place.
 *
 * @param place for a message: {@code memories[2]}
 * @param value null if it is missing
 */
record JsonPart(String place, @Nullable JsonValue value) {

    JsonPart member(String name) throws UnusableOutput {
        if (value instanceof Members members) {
            return new JsonPart(name, members.get(name));
        }
        throw wrong("an object");
    }

    List<JsonPart> elements(int max) throws UnusableOutput {
        if (!(value instanceof Elements elements)) {
            throw wrong("a list");
        }
        int count = elements.values().size();
        if (count > max) {
            throw new UnusableOutput(place + " has " + count + " items; write at most " + max);
        }
        List<JsonPart> parts = new ArrayList<>();
        for (JsonValue element : elements.values()) {
            parts.add(new JsonPart(place + "[" + parts.size() + "]", element));
        }
        return parts;
    }

    List<String> texts(int max, int maxLength) throws UnusableOutput {
        List<String> texts = new ArrayList<>();
        for (JsonPart element : elements(max)) {
            texts.add(element.text(maxLength));
        }
        return List.copyOf(texts);
    }

    String text(int maxLength) throws UnusableOutput {
        if (!(value instanceof Text text)) {
            throw wrong("a text");
        }
        if (text.value().length() > maxLength) {
            throw new UnusableOutput(
                    place + " has " + text.value().length() + " characters; write at most " + maxLength);
        }
        return PromptData.unescape(text.value());
    }

    boolean flag() throws UnusableOutput {
        if (value == Constant.TRUE || value == Constant.FALSE) {
            return value == Constant.TRUE;
        }
        throw wrong("true or false");
    }

    /** Returns whether the value is missing or null. */
    boolean isAbsent() {
        return value == null || value == Constant.NULL;
    }

    private UnusableOutput wrong(String wanted) {
        return new UnusableOutput(
                place + " is " + (value == null ? "missing" : value.kind()) + "; it must be " + wanted);
    }
}
