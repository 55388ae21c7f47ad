package dev.daybook.ask;

import dev.daybook.json.JsonValue;
import dev.daybook.json.JsonValue.Constant;
import dev.daybook.json.JsonValue.Elements;
import dev.daybook.json.JsonValue.Members;
import dev.daybook.json.JsonValue.Text;
import dev.daybook.spi.DataBlock;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A part of an answer with its path, so that an error message can tell the model the place.
 *
 * @param place for a message: {@code memories[2]}
 * @param value null if it is missing
 */
record Part(String place, @Nullable JsonValue value) {

    Part member(String name) throws UnusableAnswer {
        if (value instanceof Members members) {
            return new Part(name, members.get(name));
        }
        throw wrong("an object");
    }

    List<Part> elements(int max) throws UnusableAnswer {
        if (!(value instanceof Elements elements)) {
            throw wrong("a list");
        }
        int count = elements.values().size();
        if (count > max) {
            throw new UnusableAnswer(place + " has " + count + " items; write at most " + max);
        }
        List<Part> parts = new ArrayList<>();
        for (JsonValue element : elements.values()) {
            parts.add(new Part(place + "[" + parts.size() + "]", element));
        }
        return parts;
    }

    List<String> texts(int max, int maxLength) throws UnusableAnswer {
        List<String> texts = new ArrayList<>();
        for (Part element : elements(max)) {
            texts.add(element.text(maxLength));
        }
        return List.copyOf(texts);
    }

    String text(int maxLength) throws UnusableAnswer {
        if (!(value instanceof Text text)) {
            throw wrong("a text");
        }
        if (text.value().length() > maxLength) {
            throw new UnusableAnswer(
                    place + " has " + text.value().length() + " characters; write at most " + maxLength);
        }
        return DataBlock.unescape(text.value());
    }

    boolean flag() throws UnusableAnswer {
        if (value == Constant.TRUE || value == Constant.FALSE) {
            return value == Constant.TRUE;
        }
        throw wrong("true or false");
    }

    /** Returns whether the value is missing or null. */
    boolean isAbsent() {
        return value == null || value == Constant.NULL;
    }

    private UnusableAnswer wrong(String wanted) {
        return new UnusableAnswer(
                place + " is " + (value == null ? "missing" : value.kind()) + "; it must be " + wanted);
    }
}
